"""The sampled player's card: legal, repeatable, and blind to hidden cards, at every table and rule."""

import numpy as np
import pytest

from fivehundred_sim.cards import DOUBLE_MISERE, JOKER, Bid, CardError
from fivehundred_sim.game.moves import PlayError
from fivehundred_sim.game.opening import given_contract
from fivehundred_sim.game.play import Play, replay
from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide_sampled.view import can_be, draw_world, worlds_of
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import RulesError, options
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import playing_seats
from fivehundred_sim.study.best_card import Words, best_card
from fivehundred_sim.study.view import view_of

TABLES = (
    {"table.players": 2, "table.sides": "alone"},
    {"table.players": 3, "table.sides": "alone"},
    {"table.players": 3, "table.sides": "alone", "pack.jokers": 2, "pack.kitty": 4},
    {},
    {"pack.kitty": 6, "pack.jokers": 2},
    {"misere.plays": "both_hands"},
    {"table.players": 5, "table.sides": "call_card"},
    {"table.players": 5, "table.sides": "call_card", "partner.reveal": "at_once"},
    {"table.players": 5, "table.sides": "name_player", "pack.kitty": 4, "pack.jokers": 2},
    {"table.players": 6, "table.sides": "3v3"},
    {"table.players": 6, "table.sides": "2v2v2", "pack.kitty": 6, "pack.jokers": 2},
)
CHANGED = ("open_misere.exposed", "misere.defender_points", "scoring.defender_points", "scoring.slam_250")
JOKER_KEYS = [key for key in options() if key.startswith("joker.") and key != "joker.set"]


def random_rules(rng):
    """A table with options drawn at random."""
    while True:
        chosen = dict(TABLES[rng.integers(len(TABLES))])
        for key in (*JOKER_KEYS, *CHANGED):
            if rng.random() < 0.5:
                chosen[key] = options()[key][rng.integers(len(options()[key]))]
        chosen |= {"bar_nullo.value": 500, "blind_misere.value": 500, "auction.all_pass": "play_no_trump"}
        if chosen.get("table.sides", "pairs") in ("pairs", "2v2v2"):
            chosen["double_misere.value"] = 500
        try:
            return load_rules("australian", chosen)
        except RulesError:
            continue


def random_bid(rng, rules):
    """A contract of the house, or None; those in which a joker has no suit more often."""
    while True:
        strain = int(rng.choice([-1, 0, 1, 2, 3, 4, 4, 4, 5, 5, 6, 6, DOUBLE_MISERE, 9]))
        bid = None if strain < 0 else Bid(0 if strain > 4 else int(rng.integers(6, 11)), strain)
        try:
            return given_contract(rules, bid, None if bid is None else 0)[0]
        except ValueError:
            continue


def nominated(rng, rules, bid, contractor, hands):
    """Suits for jokers where the house demands or allows them."""
    if bid is None or bid.denomination < 4 or (bid.is_misere and rules.joker.misere_rank == "low"):
        return None
    optional = rules.joker.nominate == "contractor_optional"
    if rules.joker.nominate == "none" or (optional and rng.random() < 0.4):
        return None
    named = {}
    for seat in playing_seats(rules, bid, contractor):
        held = [card for card in hands[seat] if card >= JOKER]
        if held and (seat == contractor or not optional):
            named |= dict.fromkeys(held, int(rng.integers(4)))
    return named or None


class Deal:
    """A hand of random cards with some of them played, and what it takes to play it again."""

    def __init__(self, rng, least, most):
        self.rules = rules = random_rules(rng)
        players = rules.table.players
        self.bid = bid = random_bid(rng, rules)
        contractor = int(rng.integers(players))
        order = [int(card) for card in rng.permutation(pack(rules))]
        hands = [order[10 * seat : 10 * seat + 10] for seat in range(players)]
        self.nominate = nominated(rng, rules, bid, contractor, hands)
        self.partner = {}
        if rules.table.sides in ("call_card", "name_player") and bid is not None and not bid.is_misere:
            other = (contractor + int(rng.integers(1, players))) % players
            plain = [card for card in hands[other] if card < JOKER and card % 16 not in (12, 13)]
            self.partner = {"partner": other}
            if rules.table.sides == "call_card":
                self.partner = {"called": plain[0]}
        self.contractor = None if bid is None else contractor
        try:
            self.play = Play(
                rules, hands, bid, self.contractor, nominate=self.nominate, dealer=0, **self.partner
            )
        except PlayError:  # a trump that may not be called
            self.partner = {}
            self.play = Play(rules, hands, bid, self.contractor, nominate=self.nominate, dealer=0)
        self.thrown = order[10 * players : 10 * players + rules.pack.kitty]
        cards = 10 * len(self.play._playing)
        for _ in range(int(cards * rng.uniform(least, most))):
            moves = self.play.moves()
            self.play.play(moves[rng.integers(len(moves))])

    def discards(self):
        """The contractor's discards, if he took the kitty."""
        return self.thrown if self.bid is not None else None

    def again(self, hands):
        """The same cards played from other hands."""
        history = self.play.history
        return replay(
            self.rules,
            hands,
            self.bid,
            self.contractor,
            [record.card for record in history],
            [-1 if record.named is None else record.named for record in history],
            self.nominate,
            dealer=0,
            **self.partner,
        )


def other_hands(deal, words, drawn):
    """Hands at the start that a drawn world stands for; cards of nobody go to seats that lie down."""
    rules, play = deal.rules, deal.play
    players, first = rules.table.players, words._view.contractor
    hands = [[] for _ in range(players)]
    for record in play.history:
        hands[record.seat].append(record.card)
    for seat in range(players):
        for lane in range(5):
            word = int(drawn[(seat - first) % players, lane])
            hands[seat] += [words.card_of[32 * lane + bit] for bit in range(32) if word >> bit & 1]
    used = {card for hand in hands for card in hand} | set(words._view.thrown)
    spare = [card for card in pack(rules) if card not in used]
    for hand in hands:
        while len(hand) < 10:
            hand.append(spare.pop())
    return hands


def check_deals(seed, n, least, most, worlds):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        deal = Deal(rng, least, most)
        play = deal.play
        context = (deal.rules.table, deal.rules.joker, deal.bid, play.history)
        if play.over:
            continue
        words = Words(view_of(play, deal.discards()))
        view = words.view()
        drawing = worlds_of(view)
        assert can_be(drawing), context
        card = best_card(play, worlds, 5, discards=deal.discards())
        assert card in play.legal()
        stream = np.uint64(stream_start(3, 0))
        for _ in range(3):
            drawn = view.known.copy()
            stream = np.uint64(draw_world(view, drawing, stream, drawn))
            other = deal.again(other_hands(deal, words, drawn))
            assert other.legal() == play.legal(), context
            assert best_card(other, worlds, 5, discards=deal.discards()) == card, context


def test_worlds_agree_with_all_that_was_played_and_hidden_cards_play_no_part():
    """Every world drawn can be played to the same position, and there the same card is chosen."""
    check_deals(81, 60, 0.7, 1.0, 2)


@pytest.mark.long
def test_worlds_agree_in_many_hands():
    check_deals(82, 2000, 0.5, 1.0, 2)


def australian(bid, *, cards=(), **given):
    """A hand of the Australian game with some cards played."""
    hands = (
        "JK JH JD AH KH QH 10H AS KS 4H",
        "AD KD QD 10D 9D 8D 7D 6D 5D 4D",
        "AC KC QC JC 10C 9C 8C 7C 6C 5C",
        "QS JS 10S 9S 8S 7S 6S 5S 9H 8H",
    )
    play = Play("australian", hands, bid, 0, **given)
    for card in cards:
        play.play(card)
    return play


def test_a_contract_that_cannot_fail_is_made():
    """Eight trumps from the joker down and two top spades: by whatever the others hold, ten tricks."""
    play = australian("10H")
    while not play.over:
        play.play(best_card(play, 2, 3, discards="7H 6H 5H") if play.turn == 0 else play.legal()[-1])
    assert play.contractor_tricks == 10


def test_no_thing_but_a_hand_in_play_is_judged():
    play = australian("6H")
    with pytest.raises(ValueError, match="0 worlds: expected 1 to"):
        best_card(play, 0)
    with pytest.raises(ValueError, match="seed -1: expected 0 or more"):
        best_card(play, 4, -1)
    with pytest.raises(CardError, match='discards: "AH" is in play'):
        best_card(play, 4, discards="AH 7H 6H")
    with pytest.raises(PlayError, match="expected a Play, not a str"):
        best_card("6H")
    while not play.over:
        play.play(play.legal()[0])
    with pytest.raises(PlayError, match="the hand is over"):
        best_card(play)


def test_the_only_legal_card_is_played():
    play = Play("australian", ("AH 4D", "KH 5D", "QH 6D", "10H 7D"), "6H", 0)
    play.play("AH")
    assert best_card(play, 1) == "KH"
