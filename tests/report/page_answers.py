"""Cheap answers of every kind as pages: figures are made up, or of few deals; each page is made once.

Charts take most of the time that a page does, so only some kinds have theirs.
"""

from dataclasses import replace
from functools import cache
from unittest import mock

from crude_hands import crude_hands
from fake_engine import make_engine
from markupsafe import Markup
from test_calls_report import EIGHT, PASS, SEVEN, estimate
from test_calls_report import answer as calls_answer
from test_compare_report import many_answer, pair_answer, sweep_answer
from test_match_report import league_answer, match_answer
from test_table_report import table_of
from three_models import HAND, answer_of

from fivehundred_sim import advise as asked
from fivehundred_sim.report.html import advise, card, charts, compare, equity, match, table
from fivehundred_sim.report.html.page import Chart
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.equity import Asked
from fivehundred_sim.study.bidding.equity import equity as chances_to_win

SCORES = Asked(220, 340, None)
BLUFF = estimate("9S", 80, 0.5, 0.09, bluff=True)
WORSE = [replace(SEVEN, call=f"{level}C") for level in (6, 7, 8, 9, 10)]  # for a table as long as most are
CALLS = calls_answer(EIGHT, BLUFF, SEVEN, PASS, *WORSE, close=("8H", "7H"), asked=("7H", "close"), how="near")


@cache
def answer(kind):
    """Return an answer of a kind, as its page is made of it."""
    return {
        "advise": lambda: answer_of("8H"),
        "two models": lambda: asked(
            HAND, engines=(make_engine()[0], make_engine("double-dummy", bonus=1)[0])
        ),
        "calls": lambda: replace(answer_of("7H"), calls=CALLS),
        "hands": lambda: [answer_of("8H"), answer_of("7S"), answer_of("9C"), answer_of(None)],
        "compare": pair_answer,
        "compare many": many_answer,
        "sweep": sweep_answer,
        "match": match_answer,
        "league": league_answer,
        "equity": lambda: chances_to_win("australian", results=crude_hands(load_rules("australian"))),
        "table": lambda: table_of("australian", 1500),
        "card": lambda: answer("table"),
    }[kind]()


def no_chart(draw, label, name="chart"):
    """Stand for `charts.inline` where what is drawn does not matter."""
    return Chart(Markup('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 1"></svg>'), label)


def made(kind, drawn=True):
    """Return the page of an answer, made anew, with its chart if it has one and that is wanted."""
    with mock.patch.object(charts, "inline", charts.inline if drawn and kind in DRAWN else no_chart):
        return _made(kind)


def _made(kind):
    given = answer(kind)
    if kind == "equity":
        return equity.to_html(given, SCORES)
    modules = {"compare many": compare, "sweep": compare, "compare": compare, "match": match, "league": match}
    modules |= {"table": table, "card": card}
    return modules.get(kind, advise).to_html(given)


@cache
def page(kind):
    """Return the page of an answer."""
    return made(kind)


KINDS = (
    *("advise", "two models", "calls", "hands", "compare", "compare many", "sweep", "match", "league"),
    *("equity", "table", "card"),
)
DRAWN = ("advise", "calls", "compare", "equity")
