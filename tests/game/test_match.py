"""Whole games: random ones that read back, who deals next, when a hand is counted and when a game ends."""

import random
import re
import string

import match_players
import pytest

from fivehundred_sim import load_rules
from fivehundred_sim.cards import format_hand, parse_hand
from fivehundred_sim.game.match import Match
from fivehundred_sim.game.record import RecordError
from fivehundred_sim.rules.load import preset_names, rules_hash
from fivehundred_sim.rules.packs import pack

MORE = {
    "named partner": {"table.players": 5, "table.sides": "name_player"},
    "holders must nominate": {"joker.set": "holder", "pack.kitty": 6, "pack.jokers": 2},
    "both hands": {"misere.plays": "both_hands", "misere.when": "anytime"},
    "misère tricks count": {"misere.defender_points": "per_own_trick", "misere.when": "anytime"},
    "no kitty": {"pack.kitty": 0, "pack.jokers": 0, "table.players": 6, "table.sides": "3v3"},
    "left of dealer leads": {"play.first_lead": "left_of_dealer", "auction.all_pass": "force_dealer"},
    "redeal proposed": {"auction.no_ace_no_face_redeal": True},
}


def random_match(rules, seed, most=2500):
    rng, match = random.Random(seed), Match(rules, seed)
    for _ in range(most):
        if match.phase == "over":
            break
        legal = match.legal()
        assert legal, "there is always something to do"
        if match.phase == "discard":
            match.do(" ".join(rng.sample(legal, match.rules.pack.kitty)))
        elif match.phase == "auction" and "P" in legal and rng.random() < 0.5:
            match.do("P")
        else:
            match.do(rng.choice(legal))
    return match


@pytest.mark.parametrize("preset", preset_names())
def test_random_games_of_every_preset_end_or_go_on_and_read_back(preset):
    match = random_match(preset, 3)
    text = match.export()
    assert Match.read(text).export() == text
    assert match.phase == "over" or len(match.deals) > 5


@pytest.mark.parametrize("name", MORE)
def test_random_games_under_more_options_read_back_with_their_rules(name):
    rules = load_rules("australian", MORE[name])
    text = random_match(rules, 8, 900).export()
    again = Match.read(text)
    assert again.export() == text
    assert again.rules == rules


def test_a_text_may_stop_anywhere_and_goes_on_to_the_same_end():
    whole = Match("five-handed", 4)
    match_players.play_on(whole, {}, 2)
    part = Match("five-handed", 4)
    for record in [action for deal in whole.deals for action in deal.actions]:
        text = part.export()
        part = Match.read(text)
        assert part.export() == text
        assert (part.turn, part.phase) == (record.seat, record.phase)
        assert part.do(record.text) == record
    assert part.export() == whole.export()


def test_the_deal_passes_to_the_left_after_a_hand_and_after_four_passes():
    match = Match("australian", 1)
    for dealer in (3, 0, 1):
        assert match.deal.dealer == dealer
        assert match.turn == (dealer + 1) % 4
        for _ in range(4):
            match.do("P")
        assert match.scores == (0, 0)


def test_the_same_dealer_deals_again_where_the_rules_say_so():
    match = Match(load_rules("australian", {"auction.all_pass": "redeal_same"}), 1)
    for _ in range(4):
        match.do("P")
    assert [deal.dealer for deal in match.deals] == [3, 3]
    assert match.deals[0].dealt != match.deals[1].dealt


def bid_and_keep(match, bid):
    """Bid, let the others pass, and lay away the kitty's worth of what is offered first."""
    match.do(bid)
    while match.phase == "auction":
        match.do("P")
    match.do(" ".join(match.legal()[: match.rules.pack.kitty]))


def test_a_misere_ends_at_the_first_trick_taken_unless_points_can_follow():
    order = sorted(pack(load_rules()), key=lambda card: -(card % 16))  # the contractor gets all the aces
    stopped = Match("australian", 1, deals=[order])
    played = Match(load_rules("australian", {"misere.defender_points": "per_own_trick"}), 1, deals=[order])
    for match in (stopped, played):
        bid_and_keep(match, "OM")
        while len(match.deals) == 1 and match.phase != "over":
            match.do(match.legal()[-1])
    assert stopped.scores == (-500, 0)
    assert sum(stopped.deals[0].play.tricks) < 10
    taken = played.deals[0].play.tricks
    assert sum(taken) == 10
    assert played.scores == (-500, 10 * (taken[1] + taken[3]))


@pytest.mark.parametrize(("bid", "score", "over"), [("10H", 500, True), ("9H", 400, False)])
def test_a_contract_made_ends_the_match_at_the_target_and_not_below(bid, score, over):
    cards = pack(load_rules())
    hand, kitty = (parse_hand(text, cards, None) for text in ("JH JD H:AKQ109876", "JK 5H 4H"))
    others = [card for card in cards if card not in hand + kitty]
    match = Match("australian", 1, deals=[[*hand, *others, *kitty]])  # all thirteen trumps to seat 0
    bid_and_keep(match, bid)
    while len(match.standings) == 0:
        match.do(match.legal()[0])
    assert match.scores == (score, 0)
    assert (match.phase == "over") is over
    assert match.winners == ((0,) if over else ())


def test_a_side_at_the_floor_has_lost_and_nothing_more_can_be_done():
    order = sorted(pack(load_rules()), key=lambda card: -(card % 16))
    match = Match("australian", 1, deals=[order])
    bid_and_keep(match, "OM")
    while match.phase != "over":
        match.do(match.legal()[-1])
    assert (match.winners, match.turn, match.legal()) == ((1,), None, [])
    with pytest.raises(ValueError, match="the match is over"):
        match.do("P")
    assert match.export().endswith("\nwon: 1\n")


def test_a_fixed_number_of_hands_ends_the_match():
    match = Match(load_rules("australian", {"match.hands": 3}), 2)
    match_players.play_on(match, {}, 60)
    played = [deal for deal in match.deals if deal.finished_hand]
    assert len(played) == 3
    assert match.phase == "over"
    assert match.winners == (0 if match.scores[0] > match.scores[1] else 1,)


def test_a_player_without_ace_or_face_may_have_the_cards_dealt_again():
    rules = load_rules("american", {"auction.all_pass": "redeal_next"})
    low = [card for card in pack(rules) if card % 16 < 9 and card < 64]
    order = low[:10] + [card for card in pack(rules) if card not in low[:10]]
    match = Match(rules, 1, deals=[order, order])
    assert "REDEAL" in match.legal()
    match.do("redeal")
    assert (match.phase, match.turn, match.legal()) == ("redeal", 2, ["YES", "NO"])
    match.do("YES")
    assert [deal.dealer for deal in match.deals] == [3, 3], "the same dealer deals again"
    match.do("REDEAL")
    match.do("NO")
    assert match.phase == "auction"
    assert match.turn == 0
    assert "REDEAL" not in match.legal()
    assert Match.read(match.export()).export() == match.export()


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("7X", '"7X" is not a bid'),
        ("M", "nobody has bid 7 yet"),
        ("REDEAL", "no_ace_no_face_redeal is false"),
    ],
)
def test_what_may_not_be_called_is_refused_with_the_reason(action, message):
    match = Match("australian", 1)
    assert not match.can_do(action)
    with pytest.raises(ValueError, match=message):
        match.do(action)
    assert match.deal.actions == ()


def test_what_may_not_be_discarded_nominated_called_or_played_is_refused_with_the_reason():
    match = Match("five-handed", 2)
    match.do("7H")
    while match.phase == "auction":
        match.do("P")
    held = match.legal()
    other = match.hand(1)[0]
    for action, message in (
        (" ".join(held[:2]), "expected 3"),
        (f"{other} {held[0]} {held[1]}", f'"{other}" is not held'),
    ):
        with pytest.raises(ValueError, match=message):
            match.do(action)
    match.do(" ".join(held[-3:]))
    with pytest.raises(ValueError, match="cannot be called"):
        match.do("JH")
    match.do("-")
    with pytest.raises(ValueError, match=f'"{other}" cannot be played: seat 0 does not hold it'):
        match.do(other)


def faulty(old, new):
    match = Match("australian", 3)
    match_players.play_on(match, {}, 1)
    text = match.export()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("match: australian", "match: austrian", r"line 1: .*no preset"),
        ("seed: 3", "seed: x", 'line 2: seed "x" is not a whole number'),
        ("dealer: 3\n", "", 'the line "dealer: …" is missing'),
        ("kitty: ", "kitty: KX ", 'line 10: .*"KX" is not a card'),
        ("trick 2: ", "trick 2: 9 ", "line 15: seat 9 is not on turn"),
        ("won by", "taken by", "line 14: .* does not follow, expected"),
        ("\npoints: ", "\nPOINTS: ", "line 24: .*is not a line of a match"),
        ("\nscore: ", "\nscore: 1", "line 25: .* does not follow"),
        ("deal 1, seat 3 deals\n", "", 'line 5: "seat 0" before any deal'),
        ("match: australian", "match: australian\nset: nonsense", 'line 2: "nonsense" sets nothing'),
    ],
)
def test_a_faulty_text_is_refused_with_its_line_and_the_reason(old, new, message):
    with pytest.raises(RecordError, match=message):
        Match.read(faulty(old, new))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("match: australian\nset: misere.when\nseed: 1\ndealer: 3\n", 'line 2: "misere.when" sets nothing'),
        ("match: australian\nset: pack.kitty=3\nset: misere.when=never\nseed: 1\ndealer: 3\n", "line 3: "),
        ("match: home.toml\nseed: 1\ndealer: 3\n", 'line 1: "home.toml" is no preset'),
        ("match: home\nbase: /etc/x.toml\nseed: 1\ndealer: 3\n", 'line 2: "/etc/x.toml" is no preset'),
        ("match: australian\nseed: 1\ndealer: 3\n", "line 3: no deal is recorded"),
        ("match: australian\nseed: 1\ndealer: 4\n", "line 3: no deal is recorded"),
        ("", 'line 1: the line "match: …" is missing'),
    ],
)
def test_a_faulty_head_is_refused_with_its_line_and_the_reason(head, message):
    with pytest.raises(RecordError, match=message):
        Match.read(head)


def test_a_dealer_who_is_not_at_the_table_is_refused_at_his_line():
    with pytest.raises(RecordError, match="line 3: dealer 7 does not sit at the table"):
        Match.read(faulty("dealer: 3", "dealer: 7"))


def test_a_house_whose_name_is_no_preset_reads_back_without_its_file():
    rules = load_rules("five-handed", {"name": "Aunt May's", "partner.share": "full", "misere.when": "off"})
    match = Match(rules, 4)
    match_players.play_on(match, {}, 2)
    again = Match.read(match.export())
    assert again.export() == match.export()
    assert again.rules.name == "Aunt May's"
    assert rules_hash(again.rules) == rules_hash(rules)


def scrambled(text, rng):
    """The text with a letter changed, or a line taken out, doubled or moved."""
    lines = text.splitlines()
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.choice(("letter", "without", "double", "moved"))
    if kind == "letter":
        letter = rng.randrange(len(text))
        return text[:letter] + rng.choice(string.printable + "²٣é") + text[letter + 1 :]
    line = lines[place]
    if kind != "double":
        del lines[place]
    if kind != "without":
        lines.insert(other, line)
    return "\n".join(lines)


@pytest.mark.parametrize("preset", ["american", "five-handed", "two-handed-tables"])
def test_whatever_is_done_to_a_text_it_reads_back_or_is_refused_with_a_line(preset):
    rng, match = random.Random(17), Match(preset, 3)
    match_players.play_on(match, {}, 2)
    text, refusals = match.export(), []
    for _ in range(150):
        changed = scrambled(text, rng)
        try:
            again = Match.read(changed).export()
        except RecordError as error:
            refusals.append(str(error))
        else:
            assert again.splitlines() == [line.rstrip() for line in changed.splitlines()]
    assert len(refusals) > 100
    assert all(re.fullmatch(r"line \d+: \S.*", refusal) for refusal in refusals)


def test_cards_that_are_not_the_pack_are_refused():
    with pytest.raises(ValueError, match="not the pack of 43 cards"):
        Match("australian", deals=[range(43)])
    with pytest.raises(ValueError, match="not the pack of 43 cards"):
        Match("australian", deals=[pack(load_rules()), range(43)])
    with pytest.raises(ValueError, match="dealer 4 does not sit at the table"):
        Match("australian", dealer=4)


def test_a_deal_of_unequal_hands_is_refused():
    dealt = Match("australian").deal.dealt
    first, second, *rest = dealt.hands
    torn = dealt._replace(hands=(first[1:], (*second, first[0]), *rest))
    with pytest.raises(ValueError, match="the hands: dealt 9, 11, 10, 10, expected 10, 10, 10, 10"):
        Match("australian", deals=[torn])
    text = Match("australian", deals=[dealt]).export()
    moved = text.replace(format_hand(first), format_hand(first[1:]))
    moved = moved.replace(format_hand(second), format_hand((*second, first[0])))
    with pytest.raises(RecordError, match="line 5: the hands: dealt 9, 11, 10, 10"):
        Match.read(moved)
    dead = Match("two-handed").deal.dealt
    with pytest.raises(ValueError, match="the dead hand: dealt 0, expected 10"):
        Match("two-handed", deals=[dead._replace(dead=())])
    piled = Match("two-handed-tables").deal.dealt
    with pytest.raises(ValueError, match="the piles by player: dealt 5, 4, expected 5, 5"):
        Match("two-handed-tables", deals=[piled._replace(piles=(piled.piles[0], piled.piles[1][1:]))])


def test_a_seed_below_nought_and_an_action_that_is_no_text_are_refused():
    with pytest.raises(ValueError, match="seed -1: expected a whole number from 0 on"):
        Match("australian", -1)
    with pytest.raises(TypeError, match="expected the text of an action, not int"):
        Match("australian").do(7)


def test_equal_seeds_deal_equal_cards_and_other_seeds_others():
    first, again, other = (Match("australian", seed).deal.dealt for seed in (1, 1, 2))
    assert first == again
    assert first != other
