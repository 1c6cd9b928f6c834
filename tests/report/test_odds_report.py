"""Chances on a terminal and as Markdown: nothing cut, nothing parted, for every pack."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from dealings import DEALINGS, every_dealing
from test_terminal import assert_golden, printed

from fivehundred_sim import load_rules, odds, parse_hand
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.odds import figure, group_sentence, print_odds, render, walk_sentences
from fivehundred_sim.study.chances import Group
from fivehundred_sim.study.manifest import exact
from fivehundred_sim.study.odds import Odds

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
EVERYTHING = "JK AS KS AH KH AD KD JD JH AC"  # no ace, joker or red bower is out


def shown(answer, width, **options):
    return printed([answer], width, show=print_odds, **options)


def in_pack(dealing, hand):
    return Odds(parse_hand(hand, dealing.pack), dealing, exact(load_rules()))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_the_answer_looks_as_it_did(width):
    assert_golden(f"odds_{width}.txt", shown(odds(HAND), width))


def test_the_answer_in_ascii_looks_as_it_did():
    text = shown(odds(HAND), 40, encoding="ascii")
    assert_golden("odds_ascii.txt", text)


def test_markdown_looks_as_it_did():
    assert_golden("odds.md", render([odds(HAND)], "markdown", many=False))


def test_answers_to_an_input_name_its_line():
    answer = replace(odds(HAND), line=3)
    assert shown(answer, 80).startswith("Line 3: JK J♦ K♥")
    assert render([answer], "markdown", many=True).startswith("## Line 3: JK J♦ K♥")


@pytest.mark.parametrize("width", [1, 20, 37])
def test_very_narrow_terminals_get_running_text(width):
    text = shown(odds(HAND), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text


@pytest.mark.parametrize("width", [40, 72, 120])
@every_dealing
def test_nothing_is_cut_or_parted(dealing, width):
    hand = "JD AS KS QS 9H AH 10H JH QH KD"  # cards of every pack
    text = shown(in_pack(dealing, hand), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert not re.search(r"^ *%", text, re.MULTILINE)
    for row in ("♠ spades", "♣ clubs", "♦ diamonds", "♥ hearts"):
        assert re.search(rf"^{row} +\d+ +\d+ +[<\d]", text, re.MULTILINE)
    assert ("partner" in text) == (dealing.partners > 0)
    assert shown(in_pack(dealing, hand), width, encoding="ascii").isascii()


def test_wider_terminals_show_more():
    heads = []
    for width in (40, 80, 100):
        lines = shown(odds(HAND), width).splitlines()
        heads.append(next(line.split() for line in lines if line.startswith("trumps ")))
    first, kitty = ["trumps", "hold", "out", "any"], ["0", "1", "2", "3"]
    assert heads[0] == [*first, "mean", "none"]
    assert heads[1] == [*first, *kitty, "mean", "none"]
    assert heads[2] == [*first, *kitty, "mean", "0", "1", "2", "3", "4", "5+"]


def test_what_is_held_is_said_so():
    text = " ".join(shown(odds(EVERYTHING), 100).split())
    assert "You hold the joker." in text
    assert "♦ or ♥ trumps: none." in text
    assert "Aces you lack none." in text
    no_ace = shown(odds("JK KH 9H 5H 8S 7C 6C 5D 7D 8D"), 100)
    assert "walk" not in no_ace


def test_jokers_partners_and_dead_hands_by_pack():
    hand = "AS KS QS JS 10S 9S AH KH QH JH"
    assert "The black joker and the red joker, like every card you lack: partner 27.8 %" in flowing(
        "4, 46 cards", hand
    )
    held = flowing("4, 46 cards", f"BJ {hand[3:]}")
    assert "You hold the black joker. The red joker, like every card" in held
    both = flowing("4, 46 cards", f"BJ RJ {hand[6:]}")
    assert "You hold the black joker and the red joker. Every card you lack" in both
    assert "The joker, like every card you lack: opponents 87.0 % (43.5 % each), kitty 13.0 %." in flowing(
        "3", hand
    )
    assert "Every card you lack: opponent 71.4 %, kitty 28.6 %." in flowing("2, 24 cards", hand)
    assert "out of play 43.5 %" in flowing("2, dead hand", hand)
    six = flowing("6, two sides", hand)
    assert "partners 37.7 % (18.9 % each), opponents 56.6 % (18.9 % each), kitty 5.7 %" in six
    assert "all 3 opponents have a card" in six


def flowing(dealing, hand):
    return " ".join(shown(in_pack(DEALINGS[dealing], hand), 100).split())


def test_groups_in_words():
    answer = odds(HAND)
    cards = answer.trumps[3].out.cards
    sentences = [group_sentence(Group(answer.dealing, cards[:n]), answer, UNICODE) for n in (1, 2, 3, 5)]
    assert sentences[0].endswith(": partner 30.3 %, kitty 9.1 %, either 39.4 %.")
    assert (
        "at least one with partner 52.1 %, in the kitty 17.6 %, in either 64.0 %; both of them there 14.8 %"
        in (sentences[1])
    )
    assert "all three of them" in sentences[2]
    assert "all 5 of them" in sentences[3]


def test_kings_walk_only_behind_their_ace():
    assert walk_sentences(odds("AS KS KH 9H 5H 8S 7C 6C 5D 7D"), UNICODE) == [
        "A♠: 88.6 %, with ♣ trumps 81.9 %.",
        "K♠ after it: 45.1 %, with ♣ trumps 29.9 %.",
    ]


def test_no_figure_is_0_or_100_unless_it_is():
    chances = [Fraction(0), Fraction(1), Fraction(1, 10_000), Fraction(9_999, 10_000), Fraction(1, 8)]
    assert [figure(chance) for chance in chances] == ["0", "100", "<0.1", ">99.9", "12.5"]
