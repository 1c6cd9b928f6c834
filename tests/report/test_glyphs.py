import pytest

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.report import glyphs
from fivehundred_sim.report.glyphs import ASCII, UNICODE


def test_symbols_fall_back_to_ascii_where_the_encoding_lacks_them():
    assert glyphs.glyphs_for("utf-8") is UNICODE
    for encoding in ("ascii", "latin-1", "cp1252", None, "no-such-encoding"):
        assert glyphs.glyphs_for(encoding) is ASCII
    assert (UNICODE.bid("10H"), UNICODE.bid("7NT"), UNICODE.bid("OM")) == ("10♥", "7NT", "OM")
    assert (UNICODE.card("10S"), UNICODE.card("JK"), ASCII.card("10S")) == ("10♠", "JK", "10S")
    assert [glyphs.split_bid(bid) for bid in ("10S", "6NT", "M")] == [
        ("10", "S"),
        ("6", "NT"),
        ("", "misère"),
    ]


@pytest.mark.parametrize(
    ("words", "grouped", "ascii_grouped"),
    [
        ("JK JD KH 9H 5H AS 8S 7C 6C 5D", "JK ♠A8 ♥K95 ♣76 ♦J5", "JK S:A8 H:K95 C:76 D:J5"),
        ("10H 9H KH QS", "♠Q ♥K109", "S:Q H:K109"),
        ("RJ BJ AS", "BJ RJ ♠A", "BJ RJ S:A"),
    ],
)
def test_hands_are_grouped_as_players_write_them(words, grouped, ascii_grouped):
    assert UNICODE.grouped_hand(words.split()) == grouped
    assert ASCII.grouped_hand(words.split()) == ascii_grouped
    assert sorted(parse_hand(ascii_grouped, None, None)) == sorted(parse_hand(words, None, None))
