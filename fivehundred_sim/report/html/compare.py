"""House rules compared, as a page: the answer, the differences as chart and tables, hands as examples."""

from dataclasses import replace
from functools import partial

from fivehundred_sim.report import compare as report
from fivehundred_sim.report import compare_words as words
from fivehundred_sim.report.compare_chart import TITLE, differences_chart, reading
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.html import charts
from fivehundred_sim.report.html.grids import Keys, table_of
from fivehundred_sim.report.html.page import Block, Column, Lead, Page, Sentences, Table, render
from fivehundred_sim.study.compare.compare import Comparison
from fivehundred_sim.study.compare.moments import Compared

_VERDICTS = {"more": 2.0, "less": 2.0, "close": 1.0, "same": 0.0, "few": None}  # what is decided stands first


def to_html(answer: Comparison) -> str:
    """Return the page of a comparison."""
    return render(page(answer))


def page(answer: Comparison) -> Page:
    """Return the page of a comparison."""
    pair = len(answer.others) == 1
    blocks: list[Block] = [Lead(sentence) for sentence in words.answer_sentences(answer, UNICODE)]
    blocks += [
        charts.inline(partial(differences_chart, answer, alone=False), TITLE),
        *([_pair(answer), _bids(answer)] if pair else [_many(answer)]),
    ]
    if pair:
        sentence, examples = report.hand_texts(answer, UNICODE)
        blocks += [Sentences([sentence])] if sentence else []
        blocks += [Sentences(examples, listed=True)] if examples else []
    question = _question(answer)
    return Page(
        title=question,
        about=f"Five Hundred, everybody bids in the style {answer.style.name}",
        heading=question,
        blocks=blocks,
        notes=[reading(answer), *report.all_notes(answer)],
        manifest=answer.manifest(),
        look="long",
    )


def _question(answer: Comparison) -> str:
    if answer.sweep:
        return f"What changes with {answer.sweep.key}?"
    *most, last = answer.labels[1:]
    others = f"{', '.join(most)} and {last}" if most else last
    return f"What changes from {answer.labels[0]} to {others}?"


def _shown(figure: float | None, row: Compared) -> float | None:
    """Return a figure in the unit that it is shown in."""
    return None if figure is None else figure / words.unit_of(row)


def _pair(answer: Comparison) -> Table:
    keys: list[Keys] = []
    looks = []
    for _, _, (row,) in report.key_rows(answer):
        assert row is not None
        figures = [_shown(figure, row) for figure in (row.a, row.b, row.diff)]
        keys.append([None, *figures, _VERDICTS[row.verdict]])
        looks.append("" if row.verdict in ("more", "less") else "open")
    grid = report.pair_grid(answer, UNICODE)
    return table_of(grid, "What is bid, made and won", keys, looks=looks, extra=("verdict",), look="measures")


def _bids(answer: Comparison) -> Table:
    (other,) = answer.others
    keys: list[Keys] = []
    for place, name in enumerate(report.bid_names(other)):
        bid, rate = other.row(f"{name}.bid"), other.row(f"{name}.rate")
        figures = [None if row is None else figure for row in (bid, rate) for figure in _figures(row)]
        keys.append([float(place), *figures])
    table = table_of(report.bids_grid(answer, UNICODE), "Each contract: how often bid, and made if bid", keys)
    names = [*report.column_names(answer, report.WIDE), "difference"]
    columns = [
        Column("contract", right=False, falling=False),
        *(Column(name, group) for group in ("bid %", "made %") for name in names),
    ]
    return replace(table, columns=columns)


def _figures(row: Compared | None) -> list[float | None]:
    return [None] * 3 if row is None else [row.a, row.b, row.diff]


def _many(answer: Comparison) -> Table:
    """Return the table of several sets; each sorts by its own figures."""
    keys: list[Keys] = []
    for _, _, rows in report.key_rows(answer):
        known = next(row for row in rows if row is not None)
        beside = [None if row is None else _shown(row.b, row) for row in rows]
        keys.append([None, _shown(known.a, known), *beside])
    grid = report.many_grid(answer, UNICODE)
    about_hands = sum(not bold for _, bold in grid.lines) - len(keys)
    keys += [[None] * len(grid.headings)] * about_hands
    table = table_of(grid, "What is bid, made and won", keys, look="measures")
    if answer.sweep is None:
        return table
    first, *others = table.columns
    return replace(table, columns=[first, *(replace(each, group=answer.sweep.key) for each in others)])
