"""The play at every table: who plays, who leads, whose tricks count, what lies open; floating fours."""

import random

import pytest

from fivehundred_sim.cards import BidError, format_card, parse_deal
from fivehundred_sim.game import Play, PlayError, replay
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

TWO = {"table.players": 2, "table.sides": "alone"}
THREE = {"table.players": 3, "table.sides": "alone"}
FOUR: dict[str, object] = {}
FIVE = {"table.players": 5, "table.sides": "call_card"}
SIX = {"table.players": 6, "table.sides": "3v3"}
SIX_PAIRS = {"table.players": 6, "table.sides": "2v2v2"}
BOTH = {"misere.plays": "both_hands"}
NO_BID = {"auction.all_pass": "play_no_trump"}


def house(*overrides):
    merged = {}
    for more in overrides:
        merged |= more
    return load_rules("australian", merged)


def dealt(rules, seed, size=10):
    """Random hands as codes."""
    cards = list(pack(rules))
    random.Random(seed).shuffle(cards)
    return [cards[seat * size : (seat + 1) * size] for seat in range(rules.table.players)]


def begun(rules, bid, contractor, **kwargs):
    return Play(rules, dealt(rules, 7), bid, contractor, **kwargs)


def seats_of_first_trick(play):
    seats = []
    while sum(play.tricks) == 0:
        seats.append(play.turn)
        play.play(play.moves()[0])
    return seats


# --- who plays, whose side ---


@pytest.mark.parametrize(
    ("table", "bid", "contractor", "seats", "side"),
    [
        (TWO, "7H", 1, [1, 0], (1,)),
        (TWO, "M", 1, [1, 0], (1,)),
        (THREE, "7H", 2, [2, 0, 1], (2,)),
        (THREE, "M", 2, [2, 0, 1], (2,)),
        (FOUR, "7NT", 3, [3, 0, 1, 2], (3, 1)),
        (FOUR, "M", 3, [3, 0, 2], (3,)),
        (FOUR, "OM", 0, [0, 1, 3], (0,)),
        (FIVE, "7S", 3, [3, 4, 0, 1, 2], (3,)),
        (FIVE, "M", 3, [3, 4, 0, 1, 2], (3,)),
        (SIX, "7C", 1, [1, 2, 3, 4, 5, 0], (1, 3, 5)),
        (SIX, "M", 1, [1, 2, 4, 0], (1,)),
        (SIX_PAIRS, "7C", 1, [1, 2, 3, 4, 5, 0], (1, 4)),
        (SIX_PAIRS, "M", 1, [1, 2, 3, 5, 0], (1,)),
        (FOUR | BOTH, "M", 3, [3, 0, 1, 2], (3, 1)),
        (SIX_PAIRS | BOTH, "OM", 1, [1, 2, 3, 4, 5, 0], (1, 4)),
    ],
)
def test_seats_of_a_trick_and_side_of_the_contract(table, bid, contractor, seats, side):
    play = begun(house(table), bid, contractor)
    assert play.side == side
    assert seats_of_first_trick(play) == seats


@pytest.mark.parametrize("table", [TWO, THREE, FOUR, FIVE, SIX, SIX_PAIRS])
@pytest.mark.parametrize("bid", ["6S", "8H", "7NT", "M", "OM"])
def test_hands_are_played_out_and_cards_conserved(table, bid):
    rules = house(table)
    rng = random.Random(bid)
    for seed in range(6):
        hands = dealt(rules, seed)
        contractor = rng.randrange(rules.table.players)
        play = Play(rules, hands, bid, contractor)
        while not play.over:
            leader, before = play.leader, play.turn
            record = play.play(rng.choice(play.moves()))
            assert record.seat == before
            if record.winner is not None:
                assert play.leader == play.turn == record.winner or play.over
            else:
                assert play.leader == leader
        assert sum(play.tricks) == 10
        played = [(record.seat, record.card) for record in play.history]
        out = [seat for seat in range(rules.table.players) if play.hands[seat]]
        assert sorted(played) == sorted(
            (seat, card) for seat, hand in enumerate(hands) if seat not in out for card in hand
        )
        assert play.contractor_tricks == sum(play.tricks[seat] for seat in play.side)
        assert play.made == (
            play.contractor_tricks == 0 if bid.endswith("M") else play.contractor_tricks >= int(bid[0])
        )


def test_three_v_three_counts_three_hands():
    hands = ["AS", "KS", "QS", "JS", "13H", "AD"]
    play = Play(house(SIX), hands, "6S", 2)
    for card in ["QS", "JS", "13H", "AD", "AS", "KS"]:
        play.play(card)
    assert play.tricks == (0, 0, 0, 1, 0, 0), "the right bower"
    assert play.contractor_tricks == 0
    play = Play(house(SIX), hands, "6S", 1)
    for card in ["KS", "QS", "JS", "13H", "AD", "AS"]:
        play.play(card)
    assert play.contractor_tricks == 1, "seats 1, 3 and 5 are one side"


def test_six_handed_ranks_stand_between_ten_and_jack():
    play = Play(house(SIX), ["10H", "11H", "12H", "13H", "JH", "9H"], "6S", 0)
    for card in ["10H", "11H", "12H", "13H", "JH", "9H"]:
        play.play(card)
    assert play.tricks == (0, 0, 0, 0, 1, 0)
    play = Play(house(SIX), ["10H", "11H", "12H", "13H", "8H", "9H"], "6S", 0)
    for card in ["10H", "11H", "12H", "13H", "8H", "9H"]:
        play.play(card)
    assert play.tricks == (0, 0, 0, 1, 0, 0)


# --- who leads ---


@pytest.mark.parametrize(
    ("table", "bid", "contractor", "dealer", "leader"),
    [
        (FOUR, "7H", 2, None, 0),
        (FOUR, "7H", 2, 1, 2),
        (FOUR, "M", 2, 3, 1),  # seat 0, left of the dealer, is the partner who sits out
        (THREE, "7H", 1, None, 0),
        (SIX, "M", 0, 1, 3),  # seats 2 and 4 sit out
        (SIX, "M", 0, 3, 5),
    ],
)
def test_first_lead_left_of_the_dealer(table, bid, contractor, dealer, leader):
    rules = house(table, {"play.first_lead": "left_of_dealer"})
    assert begun(rules, bid, contractor, dealer=dealer).turn == leader
    assert begun(house(table), bid, contractor, dealer=dealer).turn == contractor
    assert begun(rules, bid, contractor, leader=contractor).turn == contractor


# --- the hand without a contract ---


def test_hand_without_a_contract():
    rules = house(THREE, NO_BID, {"joker.set": "hoyle09"})
    play = Play(rules, ["9H 8C", "JK 8H", "AH KC"], None, None, dealer=0)
    assert [play.turn, play.side, play.contractor, play.bid] == [1, (), None, None]
    assert play.legal() == ["JK=S", "JK=C", "JK=D", "JK=H", "8H"]
    for card in ["JK=C", "KC", "8C", "8H", "AH", "9H"]:
        assert [play.made, play.decided] == [None, False]
        play.play(card)
    assert [play.tricks, play.contractor_tricks, play.made, play.decided] == [(0, 1, 1), 0, None, True]


def test_everybody_plays_the_hand_without_a_contract_whoever_leads():
    rules = house(FOUR, NO_BID)
    assert seats_of_first_trick(begun(rules, None, None)) == [0, 1, 2, 3]
    assert seats_of_first_trick(begun(rules, None, None, dealer=1)) == [2, 3, 0, 1]
    assert seats_of_first_trick(begun(rules, None, None, leader=3)) == [3, 0, 1, 2]


def test_what_a_hand_without_a_contract_refuses():
    rules = house(FOUR, NO_BID)
    with pytest.raises(PlayError, match="cannot be nominated: this hand has no contract"):
        begun(rules, None, None, nominate="H")
    with pytest.raises(PlayError, match="the contractor is seat 2, expected none without a contract"):
        begun(rules, None, 2)
    with pytest.raises(PlayError, match="a contract needs a contractor, expected seat 0 to 3"):
        begun(rules, "7H", None)
    with pytest.raises(PlayError, match=r"is not played in these rules \(auction.all_pass is redeal_next\)"):
        begun(house(FOUR), None, None)
    mandatory = house(FOUR, NO_BID, {"joker.nominate": "holder_mandatory"})
    assert Play(mandatory, ["JK 9H", "5H 5S", "6H 6S", "7H 7S"], None, None).nominations == {}


# --- misère: both hands, what lies open, how it goes on ---


def test_misere_with_both_hands_fails_by_the_partners_trick():
    hands = ["5S 5C", "6S 6C", "AS AC", "7S 7C"]
    play = Play(house(BOTH), hands, "M", 0)
    assert [play.dummy, play.seen, play.exposed] == [2, (2,), None]
    choosers = []
    for card in ["5S", "6S", "AS", "7S"]:
        choosers.append(play.chooser)
        play.play(card)
    assert choosers == [0, 1, 0, 3], "the contractor plays his partner's cards"
    assert [play.tricks, play.made] == [(0, 0, 1, 0), False]
    assert play.chooser == 0
    assert play.turn == 2


def test_what_lies_open_in_an_open_misere_of_both_hands():
    play = begun(house(BOTH, {"open_misere.exposed": "before_lead"}), "OM", 0)
    assert play.seen == (0, 2)
    late = begun(house(BOTH), "OM", 0)
    assert late.seen == (2,)
    seats_of_first_trick(late)
    assert late.seen == (0, 2)
    for overrides, bid in [({}, "M"), (BOTH, "7H")]:
        play = begun(house(overrides), bid, 0)
        assert [play.dummy, play.seen, play.chooser] == [None, (), 0]


@pytest.mark.parametrize("points", ["none", "per_trick_taken_by_bidder", "per_own_trick"])
def test_failed_misere_may_be_played_out(points):
    play = Play(house({"misere.defender_points": points}), ["AS AC", "6S 6C", "KS KC", "7S 7C"], "M", 0)
    for card in ["AS", "6S", "7S"]:
        play.play(card)
    assert [play.made, play.decided, play.over] == [False, True, False]
    for card in ["AC", "6C", "7C"]:
        play.play(card)
    assert [play.over, play.tricks] == [True, (2, 0, 0, 0)]


# --- floating fours ---

FLOATING = {"pack.floating_four": True}


def test_floating_four_follows_the_trump_suit_of_its_colour():
    """The test vector: under diamonds 4H follows diamonds and is the lowest trump."""
    play = Play(house(FLOATING), ["5D 9C", "4H 9H", "KD 8C", "AS 7C"], "6D", 0)
    play.play("5D")
    assert play.legal() == ["4H"]
    for card in ["4H", "KD", "AS"]:
        play.play(card)
    assert play.tricks == (0, 0, 1, 0)
    play = Play(house(FLOATING), ["4H 9C", "5H 5D", "6H 8C", "AH 7C"], "6D", 0)
    play.play("4H")
    assert play.legal() == ["5D"], "a four that is led calls for trumps"
    play = Play(house(FLOATING), ["AS 9C", "4C 5H", "KS 8C", "10H 7C"], "6S", 0)
    play.play("AS")
    assert play.legal() == ["4C"]


@pytest.mark.parametrize("bid", ["6H", "6C", "7NT", "M"])
def test_floating_four_is_else_a_card_of_its_printed_suit(bid):
    play = Play(house(FLOATING), ["9D 9C", "4H 9H", "KD 8C", "AD 7C"], bid, 0)
    play.play("9D")
    assert play.legal() == ["9H", "4H"]
    led = Play(house(FLOATING), ["9H 9C", "4H 8D", "KH 8C", "AH 7C"], bid, 0)
    led.play("9H")
    assert led.legal() == ["4H"]


def test_floating_four_is_the_lowest_trump_and_no_more():
    play = Play(house(FLOATING), ["KS", "4H", "AS", "9S"], "6D", 0)
    for card in ["KS", "4H", "AS", "9S"]:
        play.play(card)
    assert play.tricks == (0, 1, 0, 0), "it ruffs"
    play = Play(house(FLOATING), ["4H", "5D", "AS", "9S"], "6D", 0)
    for card in ["4H", "5D", "AS", "9S"]:
        play.play(card)
    assert play.tricks == (0, 1, 0, 0)


# --- rules of play that software gets wrong ---


@pytest.mark.parametrize("order", ["JD JH 6D 7D", "JH JD 6D 7D"])
def test_right_bower_beats_left_in_either_order(order):
    play = Play(house(FOUR), order.split(), "6H", 0)
    for card in order.split():
        play.play(card)
    assert play.tricks.index(1) == order.split().index("JH")


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("JD", "9D 5H", ["5H"]),  # the left bower asks for trumps
        ("AS", "JC 9D", ["JC", "9D"]),  # a black jack is no bower under hearts
        ("AD", "JD 9S", ["9S", "JD"]),  # the left bower is no diamond: a void hand, all of it legal
    ],
)
def test_led_bower_is_a_trump_and_belongs_to_no_other_suit(led, hand, expected):
    play = Play(house(FOUR), [f"{led} 10C", hand, "6H 7H", "8H 10H"], "8H", 0)
    play.play(led)
    assert sorted(play.legal()) == sorted(expected)


def test_black_bower_under_spades_is_no_club():
    """The test vector: with only JC a player is void of clubs; on a spade he must play it."""
    play = Play(house(FOUR), ["AC AS", "JC 9D", "6C 6S", "7C 7S"], "6S", 0)
    play.play("AC")
    assert play.legal() == ["JC", "9D"]
    play = Play(house(FOUR), ["AS AC", "JC 9D", "6C 6S", "7C 7S"], "6S", 0)
    play.play("AS")
    assert play.legal() == ["JC"]


def test_partner_of_a_misere_contractor_is_never_on_turn():
    play = begun(house(FOUR), "M", 1)
    turns = []
    while not play.over:
        turns.append(play.turn)
        play.play(play.moves()[-1])
    assert 3 not in turns
    assert len(turns) == 30


def test_players_need_not_beat_the_card_played():
    play = Play(house(THREE), ["QC 9D", "AC 7C", "KC 8C"], "6S", 0)
    play.play("QC")
    assert play.legal() == ["AC", "7C"]
    play.play("7C")
    assert play.legal() == ["KC", "8C"]


# --- reading and replaying ---


@pytest.mark.parametrize("table", [TWO, THREE, FIVE, SIX])
def test_deals_for_every_table_are_read_and_replayed(table):
    rules = house(table)
    cards, players = pack(rules), rules.table.players
    hands = dealt(rules, 3)
    text = " | ".join(" ".join(format_card(card, cards) for card in hand) for hand in hands)
    play = Play(rules, parse_deal(text, cards, players), "7H", 1, dealer=0)
    rng = random.Random(1)
    while not play.over:
        play.play(rng.choice(play.moves()))
    codes = [record.card for record in play.history]
    again = replay(rules, hands, "7H", 1, codes, [-1] * len(codes), dealer=0)
    assert again.history == play.history


def test_seats_that_are_not_at_the_table():
    for kwargs, words in [
        ({"contractor": 3}, "the contractor is seat 3, expected 0 to 2"),
        ({"contractor": 0, "leader": 5}, "the leader is seat 5, expected 0 to 2"),
        ({"contractor": 0, "dealer": 3}, "the dealer is seat 3, expected 0 to 2"),
    ]:
        with pytest.raises(PlayError, match=words):
            Play(house(THREE), ["AS", "KS", "QS"], "6S", **kwargs)
    with pytest.raises(PlayError, match="seat 4 cannot lead"):
        begun(house(SIX), "M", 0, leader=4)
    with pytest.raises(BidError, match="is not a bid of these rules"):
        begun(house({"misere.when": "off"}), "M", 0)
