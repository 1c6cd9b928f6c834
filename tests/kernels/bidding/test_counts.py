"""The six published counts: worked examples, the cases they come from, a twin from card names, all packs."""

import numpy as np
import pytest
from count_twins import Twin

from fivehundred_sim.cards import parse_card
from fivehundred_sim.kernels.bidding.counts import (
    ARI,
    COUNTS,
    GIVES_TRICKS,
    HEN,
    MCG,
    PATRICK,
    TRICK_BOT,
    ZH,
    published_count,
)
from fivehundred_sim.kernels.bidding.trick_counts import ALONE, NEVER, OPPONENTS, PARTNERS, SIDE
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.rules.packs import pack

S, C, D, H, NT = range(5)
AUSTRALIAN = load_rules("australian")
QUEBEC = load_rules("quebec")  # two jokers, 46 cards
TWINS = ("trick_bot", "mcg", "hen", "zh", "ari", "patrick")
SOUND = "JK JH AH 9H 5H AS 8S 7C 6C 5D"  # five hearts with joker and right bower, a side ace, a singleton


def count(which, text, partners=(), opponents=(), alone=False, rules=AUSTRALIAN):
    """The five levels of a hand of any size in words, after these bids by partners and opponents."""
    cards = pack(rules)
    hand = np.array([cards.index(parse_card(word)) for word in text.split()])
    return valued(which, hand, hand_code(rules), calls_of(partners, opponents, alone))


def valued(which, hand, code, calls):
    out = np.full(5, np.nan)
    published_count(which, hand, code, calls, out)
    return out


def calls_of(partners=(), opponents=(), alone=False):
    calls = np.zeros((3, 5), np.int64)
    np.add.at(calls, (PARTNERS, list(partners)), 1)
    np.add.at(calls, (OPPONENTS, list(opponents)), 1)
    calls[SIDE, ALONE] = alone
    return calls


# --- worked by hand, each sum written out ---


def test_trick_bot_opens_weak_diamonds_and_passes_when_partner_has_passed():
    """B01 and B02: K9 of clubs, 8654 of diamonds, AQ85 of hearts."""
    hand = "KC 9C 8D 6D 5D 4D AH QH 8H 5H"
    diamonds = 2 + 1 + 1 + 1 - 1 - 1  # void, row from the eight, KC, AH, four trumps, best below the ace
    hearts = 2 + 1 + 1 - 1  # void, row from the ace, KC, four trumps
    opening = count(TRICK_BOT, hand)
    assert opening[[D, H]].tolist() == [diamonds + 3, hearts + 3] == [6, 6]
    assert opening[[S, C, NT]].tolist() == [NEVER] * 3  # too few trumps; no joker
    later = count(TRICK_BOT, hand, opponents=[S], alone=True)
    assert later[[D, H]].tolist() == [diamonds + 2, hearts + 2] == [5, 5]


def test_trick_bot_signals_the_joker_with_three_tricks():
    """B16, B17, B18, B15: joker and nothing, with two tricks, with four, with three queens and a king."""
    for hand, own in (
        ("JK 5S 4S 6C 5C 4C 5D 4D 5H 4H", 1),
        ("JK AS 4S 6C 5C 4C KD 4D 5H 4H", 3),
        ("JK AS KS 6C 5C 4C 5D 4D AH 4H", 4),
        ("JK QS QC 5C 4C QD 7D 6D KH 6H", 5),
    ):
        # The cases are given with black fours, which another pack has.
        level = count(TRICK_BOT, hand, rules=load_rules("trickster-american", {"pack.kitty": "5"}))[NT]
        assert level == pytest.approx(own + 3 * min(1, 4 / own))
    assert count(TRICK_BOT, "AS KS QS AC KC AD KD AH KH QH")[NT] == NEVER  # B21: no joker
    assert count(TRICK_BOT, "AS KS QS AC KC AD KD AH KH QH", partners=[NT])[NT] == 8  # nine need the joker


def test_trick_bot_scales_what_the_others_bring():
    # The joker (no right bower, no ace), void, singleton, a side ace: 5, and 3 * 4 / 5 from the others (B07).
    assert count(TRICK_BOT, "JK AS JS 7S KD QD 9D 7D 4D QH", partners=[D])[D] == pytest.approx(5 + 12 / 5)
    # Eight trumps to the nine and three voids: nothing is added, and ten are all there are (B08).
    assert count(TRICK_BOT, "JK AD KD QD JD 10D 9D 7D 4D JH")[D] == 10
    # Joker and left bower, the ace and the king below it; void, two singletons, ace: -0 for five trumps.
    held = count(TRICK_BOT, "JK JC AS KS 8S AD 9D 7D 5D QH")
    assert held[S] == pytest.approx(2 + 2 + 2 + 1 + 1)
    # A K 10 7 of clubs and three side winners (B42): 2 + 2 + 1, a trump short of five.
    assert count(TRICK_BOT, "AS KS AC KC 10C 7C AD 5D 9H 7H")[C] == 4 + 3


def test_mcg_points_and_bands():
    # Right bower, king and six trumps above four: 4 + 1 + 2 * 6 = 17 points (B27).
    assert count(MCG, "KS QS JS 10S 9S 8S 7S 6S 5S 4S", rules=QUEBEC)[S] == 10
    assert count(MCG, "KS QS JS 10S 9S 8S 7S 6S 5S 4S", opponents=[S], rules=QUEBEC)[S] == 8 + 2 / 3  # 13
    # Three aces, two kings, two queens: 12 + 6 + 4 = 22, of the band of nine from 21 (B32).
    assert count(MCG, "AS KS 4S AC QC 4C KD 5D AH QH", rules=QUEBEC)[NT] == 9.25
    # Joker 6, right bower 4, ace 2, a trump above four 2: 14. In no-trump a singleton.
    sound = count(MCG, SOUND)
    assert sound[[S, C, D, H, NT]].tolist() == [NEVER, NEVER, NEVER, 9, NEVER]
    # 7 points, the fewest that bid: the lower joker and the ace; of four trumps none counts.
    low = "RJ AS 8S 7S AC 4C KD 5D 9H 8H"
    assert count(MCG, low, rules=QUEBEC)[S] == pytest.approx(6 + 1 / 3)
    assert count(MCG, low.replace("RJ", "BJ"), rules=QUEBEC)[S] == pytest.approx(6 + 2 / 3)
    assert count(MCG, low, partners=[S], rules=QUEBEC)[S] == 8 + 1 / 3  # 12
    assert count(MCG, low, opponents=[S], rules=QUEBEC)[S] == NEVER  # 3


def test_hen_adds_fractions():
    # Joker, right bower, together; ace under them; five trumps; side ace with one card; singleton.
    hearts = 1.1 + 1.0 + 0.4 + 0.7 + 0.7 + 0.85 + 0.4
    assert count(HEN, SOUND)[H] == pytest.approx(hearts)
    assert count(HEN, SOUND, opponents=[S])[H] == pytest.approx(hearts + 0.5)
    # Without a card above them ace and king of trumps are worth less; K alone, K with A, a void, no ruffs.
    plain = count(HEN, "AH KH QH 9H AS KS 7S 6S KC 5C")
    assert plain[H] == pytest.approx(0.5 + 0.2 + 0.15 + 0.3 + (0.6 + 0.7) + 0.4 + 0.8)
    assert plain[NT] == pytest.approx((0.6 + 0.7) + 0.4 + (0.6 + 0.7))
    assert count(HEN, "JK JH JD AH KH QH 10H 9H AS KC")[H] == pytest.approx(
        1.1 + 1.0 + 0.9 + 0.5 + 0.7 + 0.4 + 0.15 + 1.5 + (0.85 + 0.4) + (0.15 + 0.4) + 0.8
    )


def test_zh_starts_from_a_constant():
    length = 0.16 * (5 - 10 * 11 / 43)  # the source counts eleven hearts
    assert count(ZH, SOUND)[H] == pytest.approx(3.8 + 1.25 + 1 + 0.75 + 0.12 + length + 0.4)
    assert count(ZH, "JK JS JC AS KS QS 10S 9S 8S 7S")[S] == 8.6
    # King and queen alone: 0.8 less; two trumps fewer than 10 * 10 / 43 by 0.12 each; voids.
    weak = count(ZH, "KS QS 9D 8D 7D 6D 9H 8H 7H 6H")
    assert weak[S] == 3.2
    assert weak[D] == pytest.approx(3.8 - 0.8 + 0.16 * (4 - 110 / 43) + 0.1)  # void in clubs alone
    assert weak[NT] == NEVER


def test_ari_counts_printed_cards():
    # B26: joker, K 10 of spades, left bower, ace of hearts: 2 + 2 + 23 / 20 + 0.5 + 1 = 6.65.
    assert count(ARI, "JK KS 10S JC 8D 4D AH 7H 6H")[S] == 7
    # B23: five clubs worth 52, five hearts worth 30.
    assert count(ARI, "KC QC 10C 9C 8C 8H 7H 6H 5H 4H")[[C, H]].tolist() == [8, 7]  # 7.6 and 6.5
    # B25: nine top cards without the joker are twelve and stop at seven; hearts 3 + 39 / 20 + 3 = 7.95.
    aces = count(ARI, "AH KH QH AD KD QD AC AS KS")
    assert aces[[H, NT]].tolist() == [8, 7]


def test_patrick_counts_jacks_and_aces():
    # Hearts: joker 2, right bower 2, two aces, nine and five; diamonds: the five alone, and a left bower.
    assert count(PATRICK, SOUND)[[D, H, NT]].tolist() == [7, 8, 3 + 2]
    assert count(PATRICK, "JK KS QS JC 9C KD 8D AH KH 7H")[[S, C, NT]].tolist() == [
        2 + 2 + 1,
        2 + 2 + 1 + 1,
        8,
    ]


# --- against the twin, in every pack ---


def packs():
    more = [
        ("australian", {"pack.jokers": "0", "pack.kitty": "2"}),
        ("australian", {"pack.floating_four": "true"}),
    ]
    return [(name, {}) for name in preset_names()] + more


@pytest.mark.parametrize(("name", "changes"), packs(), ids=str)
def test_every_pack_agrees_with_the_twin(name, changes):
    rules = load_rules(name, changes)
    code, cards, twin = hand_code(rules), pack(rules), Twin(rules)
    rng = np.random.default_rng(5)
    for _ in range(60):
        hand = rng.permutation(len(cards))[:10]
        calls = rng.poisson(0.15, (3, 5))
        calls[SIDE] = [rng.integers(2), 0, 0, 0, 0]
        held = tuple(cards[i] for i in hand)
        helped = [tuple(map(int, calls[:2, strain])) for strain in range(5)]
        for which, called in enumerate(TWINS):
            expected = getattr(Twin, called)(twin, held, helped, bool(calls[SIDE, ALONE]))
            found = valued(which, hand, code, calls)
            wanted = [NEVER if level is None else level for level in expected]
            assert found == pytest.approx(wanted), (COUNTS[which], held, helped)


# --- better cards are worth no less ---


@pytest.mark.parametrize("which", range(6), ids=COUNTS)
def test_a_higher_trump_for_a_lower_one_is_worth_no_less(which):
    """Joker, bowers and ace in place of the lowest trump.

    T-BOT counts a row below the ace only while nothing higher is held, so there an ace must be held before.
    ARI counts the printed suit: a left bower in place of a small trump costs it up to a trick and a half.
    """
    code, cards = hand_code(AUSTRALIAN), pack(AUSTRALIAN)
    rng = np.random.default_rng(8)
    calls, tried = calls_of(), 0
    for _ in range(300):
        order = rng.permutation(len(cards))
        hand, strain = order[:10], rng.integers(4)
        trumps = [i for i in hand if code[strain, i, 0] == 0]
        better = [i for i in order[10:] if code[strain, i, 0] == 0 and code[strain, i, 1] <= 3]
        if len(trumps) < 4 or not better:
            continue
        if which == TRICK_BOT and min(code[strain, trumps, 1]) > 3:
            continue
        lowest = max(trumps, key=lambda i: code[strain, i, 1])
        changed = np.where(hand == lowest, better[0], hand)
        before, after = valued(which, hand, code, calls)[strain], valued(which, changed, code, calls)[strain]
        if which == TRICK_BOT:  # eight own tricks are worth less than seven and their fraction
            before, after = np.floor(before), np.floor(after)
        slack = 1.5 if which == ARI else 0.0
        assert after >= before - slack - 1e-9, (cards[lowest], cards[better[0]])
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("which", [TRICK_BOT, MCG, HEN, ZH, ARI, PATRICK], ids=COUNTS)
def test_levels_stay_below_eleven(which):
    code = hand_code(AUSTRALIAN)
    best = [i for strain in (S, H) for i in np.argsort(code[strain, :, 0] * 100 + code[strain, :, 1])[:10]]
    for hand in (np.array(best[:10]), np.array(best[10:])):
        assert valued(which, hand, code, calls_of()).max() <= 10


def test_only_counts_of_tricks_say_so():
    assert [name for name, tricks in zip(COUNTS, GIVES_TRICKS, strict=True) if tricks] == [
        "trick-bot",
        "hen",
        "zh",
    ]
