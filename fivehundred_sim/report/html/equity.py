"""The chance to win the game as a page: the answer, the map of scores, and a table of them."""

from functools import partial

from fivehundred_sim.report import equity as report
from fivehundred_sim.report.equity_chart import TITLE, score_map
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.html import charts
from fivehundred_sim.report.html.grids import matrix_of
from fivehundred_sim.report.html.page import Lead, Page, render
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.bidding.equity import Asked, Equity


def to_html(equity: Equity, asked: Asked) -> str:
    """Return the page of the chances to win, at the scores asked about and at all others."""
    return render(page(equity, asked))


def page(equity: Equity, asked: Asked) -> Page:
    """Return the page of the chances to win."""
    ours, theirs = (report.score_word(score, UNICODE) for score in (asked.ours, asked.theirs))
    question = f"Who wins the game from {ours} to {theirs}?"
    grid = report.score_grid(equity, asked, UNICODE, report.STEPS[1])
    return Page(
        title=question,
        about=f"Five Hundred, rules {rules_label(equity)}",
        heading=question,
        blocks=[
            Lead(report.answer_sentence(equity, asked, UNICODE), report.appetite_sentence(equity, asked)),
            charts.inline(partial(score_map, equity, asked, alone=False), TITLE),
            matrix_of(grid, report.table_title(asked)),
        ],
        notes=[*report.notes(equity), report.basis(equity)],
        manifest=equity.manifest.to_json_dict(),
    )
