"""A match between two styles, or a league of them, as a page: who is better, and the tables."""

from fivehundred_sim.report import league as league_report
from fivehundred_sim.report import match as report
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.html.grids import Keys, matrix_of, table_of
from fivehundred_sim.report.html.page import Lead, Page, Sentences, render
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.bidding.league import League
from fivehundred_sim.study.bidding.match import Bidding, Match


def to_html(answer: Match | League) -> str:
    """Return the page of a match or of a league."""
    return render(match(answer) if isinstance(answer, Match) else league(answer))


def match(answer: Match) -> Page:
    """Return the page of a match."""
    grid = report.bidding_grid(answer, UNICODE, report.TOP_BIDS[0])
    keys = [_keys(bidding) for bidding in (answer.a, answer.b)]
    first, second = report.names(answer)
    return Page(
        title=f"{first} or {second}: who bids better?",
        about=f"Five Hundred, rules {rules_label(answer)}",
        heading=f"{first} or {second}: who bids better?",
        blocks=[
            Lead(report.answer_sentence(answer, UNICODE)),
            table_of(grid, "How each came by its contracts", keys),
        ],
        notes=report.notes(answer),
        manifest=answer.manifest.to_json_dict(),
    )


def _keys(bidding: Bidding) -> Keys:
    """Return what a style's row is sorted by; a style that never plays has shares of nothing."""
    some = bidding.contracts > 0
    of_these = [bidding.made, 1 - bidding.made] if some else [None, None]
    return [None, bidding.contracts, *of_these, bidding.level or None, None]


def league(answer: League) -> Page:
    """Return the page of a league."""
    places = league_report.places_grid(answer, UNICODE)
    keys: list[Keys] = [
        [float(number), None, place.points.mean, float(place.wins), float(place.losses), float(place.close)]
        for number, place in enumerate(answer.places, 1)
    ]
    points, pairs = league_report.MEANINGS
    return Page(
        title="Which style bids best?",
        about=f"Five Hundred, rules {rules_label(answer)}",
        heading="Which style bids best?",
        blocks=[
            Lead(league_report.answer_sentence(answer, UNICODE)),
            table_of(places, "The league", keys),
            Sentences([points, pairs]),
            matrix_of(league_report.pairs_grid(answer, UNICODE, named=True), "Every pair, in points a hand"),
        ],
        notes=[report.basis(answer)],
        manifest=answer.manifest.to_json_dict(),
    )
