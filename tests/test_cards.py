"""Cards, hands, deals and bids as text: round trips, generous forms, and errors that name every fault."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivehundred_sim import cards as c
from fivehundred_sim.cards import Bid, BidError, CardError, Deal
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

PACK = pack(load_rules("australian"))
TWO_JOKERS = (*PACK, c.RED_JOKER)
ALL_CARDS = (*range(66),)  # every code there is, six-handed ranks and both jokers included
ASKED = "JK JD KH 9H 5H AS 8S 7C 6C 5D"

quick = settings(deadline=None, max_examples=200, derandomize=True)
hands = st.permutations(PACK).map(lambda shuffled: tuple(shuffled[:10]))


def refused(text, **kwargs):
    with pytest.raises(CardError) as caught:
        c.parse_hand(text, PACK, **kwargs)
    return str(caught.value)


# --- single cards ---


@pytest.mark.parametrize("card", ALL_CARDS)
def test_every_card_reads_back(card):
    assert c.parse_card(c.format_card(card)) == card
    assert c.parse_card(c.format_card(card, TWO_JOKERS)) == card


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("10h", "10H"),
        ("th", "10H"),
        ("T♥", "10H"),
        ("♠", None),
        ("k♡", "KH"),
        ("A♠\ufe0e", "AS"),
        ("jk", "JK"),
        ("13s", "13S"),
        ("bj", "JK"),
        ("rj", "RJ"),
    ],
)
def test_card_words(text, word):
    if word is None:
        with pytest.raises(CardError, match="is not a card"):
            c.parse_card(text)
    else:
        assert c.format_card(c.parse_card(text)) == word


def test_codes_mean_the_same_in_every_pack():
    assert c.parse_card("2S") == 0
    assert c.parse_card("AH") == 63
    assert c.parse_card("BJ", TWO_JOKERS) == c.parse_card("JK", PACK) == c.JOKER
    assert c.format_card(c.JOKER, TWO_JOKERS) == "BJ"
    with pytest.raises(CardError, match="66 is not the code of a card"):
        c.format_card(66)
    with pytest.raises(CardError, match="-1 is not the code"):
        c.format_card(-1)


def test_left_bower_belongs_to_the_trump_suit():
    jack_of_clubs = c.parse_card("JC")
    assert c.printed_suit(jack_of_clubs) == c.CLUBS
    assert [c.effective_suit(jack_of_clubs, d) for d in range(5)] == [
        c.SPADES,
        c.CLUBS,
        c.CLUBS,
        c.CLUBS,
        c.CLUBS,
    ]
    assert [c.effective_suit(c.JOKER, d) for d in range(7)] == [0, 1, 2, 3, 4, 4, 4]
    assert c.effective_suit(c.parse_card("JD"), c.HEARTS) == c.HEARTS
    assert c.effective_suit(c.parse_card("QD"), c.HEARTS) == c.DIAMONDS


# --- hands ---


@quick
@given(hands)
def test_hands_read_back(hand):
    assert c.parse_hand(c.format_hand(hand, PACK, sort=False), PACK) == hand
    assert set(c.parse_hand(c.format_hand(hand), PACK)) == set(hand)
    assert c.parse_hand(c.format_hand(hand), PACK) == c.sort_hand(hand)


@quick
@given(
    hands, st.booleans(), st.sampled_from(["", ",", ", ", " "]), st.sampled_from(["10", "T"]), st.booleans()
)
def test_grouped_hands_read_back(hand, symbols, between, ten, joker_last):
    groups = ["JK"] if c.JOKER in hand and not joker_last else []
    for suit in (c.HEARTS, c.SPADES, c.DIAMONDS, c.CLUBS):
        ranks = [ten if c.RANKS[x & 15] == "10" else c.RANKS[x & 15] for x in sorted(hand) if x >> 4 == suit]
        name = c.SUIT_SYMBOLS[suit] if symbols else c.SUITS[suit].lower()
        groups.append(f"{name}:{between.join(ranks) or '-'}")
    groups += ["JK"] if c.JOKER in hand and joker_last else []
    assert set(c.parse_hand(" ".join(groups), PACK)) == set(hand)


@quick
@given(st.text(max_size=60))
def test_any_text_is_refused_in_one_printable_sentence(text):
    message = refused(text + " XX")  # XX, so that it never is a hand
    assert message.isprintable()
    assert '"XX" is not a card' in message


def test_order_is_kept_or_for_display():
    hand = c.parse_hand(ASKED, PACK)
    assert c.format_hand(hand, sort=False) == ASKED
    assert c.format_hand(hand) == "JK AS 8S KH 9H 5H 7C 6C JD 5D"


@pytest.mark.parametrize(
    "text",
    [
        "JK H:K95 D:J5 S:A8 C:76",
        "jk, kh,9h,5h, jd,5d, as,8s, 7c,6c",
        "S:A,8 C:7,6 D:J,5 H:K,9,5 JK",
        "S: A 8 C: 7 6 D: J 5 H: K 9 5 JK",
        "♠:A8 ♣:76 ♦:J5 ♥:K95 JK",
        "  JK\tJD KH 9H\n5H AS 8S 7C 6C 5D ",
    ],
)
def test_forms_of_one_hand(text):
    assert set(c.parse_hand(text, PACK)) == set(c.parse_hand(ASKED, PACK))


def test_jack_and_king_or_joker():
    jack_king = (c.parse_card("JS"), c.parse_card("KS"))
    assert c.parse_hand("S:JK", PACK, size=2) == jack_king
    assert c.parse_hand("S:A,JK", PACK, size=3) == (c.parse_card("AS"), *jack_king)
    assert c.parse_hand("S:A JK", PACK, size=2) == (c.parse_card("AS"), c.JOKER)
    assert c.parse_hand("S:- JK", PACK, size=1) == c.parse_hand("JK", PACK, size=1) == (c.JOKER,)
    assert "joker or jack and king" in refused("S: JK", size=None)


def test_groups_of_six_handed_ranks_are_greedy():
    words = c.format_hand(c.parse_hand("S:131211109", size=None), sort=False)
    assert words == "13S 12S 11S 10S 9S"


def test_one_sentence_names_every_fault():
    expected = '"XX" is not a card (expected rank then suit, such as 10H, or JK); 3 cards, expected 10'
    assert refused("JK JD XX") == f'hand "JK JD XX": {expected}'
    message = refused("4S HK 10 9H 9H JOKER RJ 11H 9h S:AX")
    for part in [
        '"4S" is not in this pack of 43 cards: its lowest in spades is the 5',
        '"HK" is not a card (did you mean KH?)',
        '"10" is not a card (its suit is missing, as in 10H)',
        '"JOKER" is not a card (did you mean JK?)',
        '"RJ" is not in this pack (its one joker is JK)',
        '"11H" is not in this pack of 43 cards',
        '"X" in "S:AX" is not a rank',
        '"9H" is there 3 times',
        "11 cards, expected 10",
    ]:
        assert part in message
    assert message.count(";") == 8


def test_other_faults_of_hands():
    assert refused("") == 'hand "": no cards, expected 10'
    assert refused("AS") == 'hand "AS": 1 card, expected 10'
    assert refused("S:4A", size=2).startswith('hand "S:4A": "4S" is not in this pack of 43 cards')
    assert refused("AS AS", size=None) == 'hand "AS AS": "AS" is there twice'
    assert refused("4C 4D", size=2) == (
        'hand "4C 4D": "4C" is not in this pack of 43 cards: its lowest in clubs is the 5'
    )
    assert len(refused("XYZ" * 5000)) < 300
    assert "\x1b" not in refused("\x1b[31mAS")
    with pytest.raises(CardError, match=re.escape('"JK" is not in this pack of two jokers (write BJ or RJ)')):
        c.parse_hand("JK", TWO_JOKERS, 1)
    with pytest.raises(CardError, match="it has no joker"):
        c.parse_card("JK", PACK[:-1])
    with pytest.raises(CardError, match=r'"AS KS" is 2 cards, expected one'):
        c.parse_card("AS KS")
    with pytest.raises(TypeError, match="expected text, not tuple"):
        c.parse_hand((1, 2))


# --- deals ---

deals = st.tuples(st.permutations(PACK), st.integers(1, 10), st.integers(0, 3)).map(
    lambda t: Deal(tuple(tuple(t[0][10 * s : 10 * s + t[1]]) for s in range(4)), tuple(t[0][40 : 40 + t[2]]))
)


@quick
@given(deals)
def test_deals_read_back(deal):
    assert c.parse_deal(c.format_deal(deal, PACK, sort=False), PACK) == deal
    assert sorted(c.parse_deal(c.format_deal(deal), PACK).kitty) == sorted(deal.kitty)


def test_kitty_may_be_missing_or_empty():
    bare = c.parse_deal("AS | KS | QS | JS", PACK)
    assert bare == c.parse_deal("AS | KS | QS | JS |", PACK) == Deal(((15,), (14,), (13,), (12,)), ())
    assert c.parse_deal("S:A,K | D:AK", hands=2).kitty == ()
    assert c.parse_deal("AS | KS | QS | JS | 5S 6S", PACK).kitty == (3, 4)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("AS | KS", ['2 parts between "|", expected 4 hands and perhaps a kitty']),
        ("AS", ["1 part"]),
        ("AS | KS | QS | JS | 5S | 6S", ["6 parts"]),
        ("AS KS | QS | JS | 5S", ["hands of 2, 1, 1 and 1 cards, expected one equal number from 1 to 10"]),
        ("AS | | JS | 5S", ["hands of 1, 0, 1 and 1 cards"]),
        ("|||", ["hands of 0, 0, 0 and 0 cards, expected one equal number from 1 to 10"]),
        (
            "AS | AS | 4S | QQ",
            ['"AS" is there twice', 'seat 2: "4S" is not in', 'seat 3: "QQ" is not a card'],
        ),
        (
            "AS | KS | QS | JS | 5S 6S 7S AS",
            ["4 cards in the kitty, expected at most 3", '"AS" is there twice'],
        ),
        ("AS | KS | QS | JS | ZZ", ['kitty: "ZZ" is not a card']),
    ],
)
def test_faults_of_deals(text, parts):
    with pytest.raises(CardError) as caught:
        c.parse_deal(text, PACK)
    for part in parts:
        assert part in str(caught.value)


# --- bids ---

ALL_BIDS = [Bid(n, d, k) for n in range(6, 11) for d in range(5) for k in (False, True)]
ALL_BIDS += [Bid(0, d) for d in range(c.MISERE, c.PASS + 1)]


@pytest.mark.parametrize("bid", ALL_BIDS, ids=str)
def test_every_bid_reads_back(bid):
    assert c.parse_bid(c.format_bid(bid)) == bid
    assert c.parse_bid(f"  {str(bid).lower()} ") == bid


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("7n", "7NT"),
        ("8♥", "8H"),
        ("10♠", "10S"),
        ("om", "OM"),
        ("7n/SK", "7NT/sk"),
        ("bn", "BN"),
        ("p", "P"),
    ],
)
def test_forms_of_bids(text, word):
    assert str(c.parse_bid(text)) == word


def test_what_kind_of_call():
    assert c.parse_bid("P").is_pass
    assert not c.parse_bid("P").is_misere
    assert all(c.parse_bid(word).is_misere for word in ("M", "OM", "BM", "DM", "BN"))
    assert not c.parse_bid("7NT").is_misere


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11H", "the level must be 6 to 10"),
        ("5H", "the level must be 6 to 10"),
        ("0NT", "the level must be 6 to 10"),
        ("99999999999999999999H", "the level must be 6 to 10"),
        ("H8", "did you mean 8H?"),
        ("NT7", "did you mean 7NT?"),
        ("8", "its denomination is missing, as in 8H"),
        ("88", "its denomination is missing, as in 8H"),
        ("8X", "expected level 6 to 10 then S, C, D, H or NT"),
        ("", "expected level 6 to 10 then S, C, D, H or NT"),
        ("PASS", "did you mean P?"),
        ("misère", "did you mean M?"),
        ("open misère", "did you mean OM?"),
        ("8 hearts", "did you mean 8H?"),
        ("7 no trumps", "did you mean 7NT?"),
        ("10 c", "did you mean 10C?"),
        ("8H/xx", 'after "/" only sk'),
        ("M/sk", "misère without kitty is BN"),
        ("8H 9H", "expected level 6 to 10"),
    ],
)
def test_faults_of_bids(text, reason):
    with pytest.raises(BidError) as caught:
        c.parse_bid(text)
    assert str(caught.value).startswith(f'"{text}" is not a bid (')
    assert reason in str(caught.value)


@pytest.mark.parametrize("bid", [Bid(5, 0), Bid(11, 0), Bid(8, 5), Bid(0, 3), Bid(0, 5, True), Bid(8, 11)])
def test_tuples_that_are_no_bids(bid):
    with pytest.raises(BidError, match="is not a bid"):
        c.format_bid(bid)


def test_suits():
    assert [c.parse_suit(text) for text in "sC♦♥"] == [0, 1, 2, 3]
    with pytest.raises(CardError, match='"NT" is not a suit'):
        c.parse_suit("NT")
