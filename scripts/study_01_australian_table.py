"""The Australian bidding table, and the rules of thumb that players quote against it.

    python scripts/study_01_australian_table.py [--small] [--to FOLDER]

Every hand of random deals in every denomination, as `fivehundred table` has them; single hands beside it for
what a trump, a bower or the joker is worth, what share of hands has a bid that pays, and published counts.
"""

import pandas as pd
from study_parts.judging import pick, within
from study_parts.level_maps import chart
from study_parts.rule_rows import (
    HONOURS,
    RULES,
    SEED,
    count_rows,
    even_split,
    frame_of,
    paying_rows,
    trick_rows,
)
from studying import Finding, Study, rate_text, run

from fivehundred_sim.kernels.bidding.counts import COUNTS
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.table import markdown
from fivehundred_sim.study.runs import collect
from fivehundred_sim.study.table.plan import plan_of
from fivehundred_sim.study.table.table import FEW_HANDS, Table

TABLE_SEED = 1
PAYS = "suits that pay"
UNHEADED = "neither joker nor right bower"
# Tricks that counts give a card over a low trump: joker, right, left, ace (C11 and C12).
COUNTED = {
    "joker": (1.1, 1.25),
    "right bower": (1.0, 1.0),
    "left bower": (0.9, 0.9),
    "ace of trumps": (0.7, 0.75),
}


def share(row, digits=1):
    """Return a share as text with its interval."""
    if row is None:
        return "none among these deals"
    return rate_text(row.value, row.value_low, row.value_high, digits)


def tricks(row):
    """Return tricks as text with their interval."""
    if row.value != row.value:
        return "too few hands"
    return f"{row.value:+.2f} ({row.value_low:+.2f} to {row.value_high:+.2f})".replace("-", "−")


def both(table, what):
    """Return a figure in tricks of both player models as text, and the calibrated row."""
    rows = {engine: pick(table, what=what, engine=engine) for engine in ("calibrated", "heuristic")}
    return ", ".join(f"{engine} {tricks(row)}" for engine, row in rows.items()), rows["calibrated"]


def findings(table):
    """Return what is claimed and what was found."""
    yield from trump_findings(table)
    yield from length_findings(table)
    yield from honour_findings(table)
    yield from hand_findings(table)
    yield from count_findings(table)


def trump_findings(table):
    """Yield the rules about how many trumps, and which, a bid takes."""
    four, five = (
        [pick(table, grouping=PAYS, what=f"{trumps} trumps, {level}") for level in (6, 7)]
        for trumps in (4, 5)
    )
    yield Finding(
        "Five trumps to bid",
        "players; C9 counts a trick less with four",
        f"A suit of five pays at six on {share(five[0])} of hands and at seven on {share(five[1])},"
        f" one of four on {share(four[0])} and {share(four[1])} (calibrated)",
        "depends: five nearly always pay, four every other time, with two high trumps"
        if five[0].value_low > 0.8 > four[0].value_high
        else "not shown",
    )
    rows = [pick(table, grouping=PAYS, what=f"{trumps} trumps, {UNHEADED}, 7") for trumps in (4, 5, 6)]
    there = [row for row in rows if row is not None]
    yield Finding(
        "Never seven without the joker or the right bower",
        "players",
        "Without either, seven pays on "
        + ", ".join(f"{share(row)} with {row.what[0]} trumps" for row in there)
        + " (calibrated)",
        "refuted: with six trumps it pays, with five every other time"
        if there[-1].value_low > 0.5
        else "not shown",
    )
    even, long = even_split()
    yield Finding(
        "Seven trumps held, the other six lie 2-2-2",
        "W13, claim 8",
        f"Exactly: {100 * even:.1f} % lie so; an opponent has three or more in {100 * long:.1f} % (red)",
        "refuted",
    )


def length_findings(table):
    """Yield what one more trump is worth."""
    text, row = both(table, "trump number 5")
    yield Finding(
        "Each trump short of five costs a trick",
        "C9, claim 5",
        f"The fifth trump, the same of the highest four held: {text} tricks; the fourth:"
        f" {both(table, 'trump number 4')[0]}",
        "refuted: half a trick" if row.value_high < 0.9 else "not shown",
    )
    text, row = both(table, "trump number 6")
    seventh = both(table, "trump number 7")[0]
    for claim, source, claimed in (
        ("A trump beyond the fourth is worth 0.12 tricks", "C12, claim 21", (0.07, 0.17)),
        ("A trump beyond the fourth is worth 0.3 to 0.5 tricks", "C11, claim 21", (0.3, 0.5)),
    ):
        yield Finding(
            claim,
            source,
            f"The sixth: {text} tricks; the seventh: {seventh}",
            within(row.value_low, row.value_high, claimed),
        )


def honour_findings(table):
    """Yield what the highest trumps are worth."""
    text, row = both(table, "ace as best trump for a lower one")
    yield Finding(
        "Best trump below the ace costs one",
        "C9, claim 5",
        f"Ace as best trump instead of a lower one, as many trumps: {text} tricks",
        "refuted: a fifth of a trick" if row.value_high < 0.5 else "not shown",
    )
    for name in HONOURS:
        low, high = COUNTED[name]
        text, row = both(table, f"{name} for a lower trump")
        said = f"{low:.2f} to {high:.2f}" if high > low else f"{low:.1f}"
        yield Finding(
            f"The {name} adds {said} tricks to a low trump",
            "C11, C12, claim 6",
            f"Instead of a lower trump, the other three as they are: {text} tricks",
            within(row.value_low, row.value_high, (low - 0.1, high + 0.1)),
        )


def hand_findings(table):
    """Yield what share of hands has a bid that pays."""
    rows = [
        pick(table, grouping="hands with a bid that pays", what=f"suits or no-trump, {level} or higher")
        for level in range(6, 11)
    ]
    any_bid = pick(table, what="anything, misères too")
    yield Finding(
        "How many hands have a bid that pays at all?",
        "claim 22",
        f"{share(any_bid)}, misères too; in suits or no-trump "
        + ", ".join(f"{level} or higher {share(row)}" for level, row in zip(range(6, 11), rows, strict=True))
        + " (calibrated, by the evaluation of ten cards)",
        "three of four, against scoring nothing; seven every other hand"
        if any_bid.value_low > 0.7
        else "not shown",
    )


def count_findings(table):
    """Yield what published counts bid."""
    best = pick(table, what="the best suit or no-trump bid")
    for name in COUNTS:
        rows = {
            kind: pick(table, grouping=f"published count: {kind}", what=name)
            for kind in ("points a hand", "share bid", "share made", "bids that pay", "passes what would pay")
        }
        points = rows["points a hand"]
        made = rows["share made"]
        yield Finding(
            f"`{name}` says what to bid, as a first call",
            f"C{9 + ('trick-bot', 'mcg46', 'hen', 'zh', 'ari', 'patrick').index(name)}",
            f"Bids on {share(rows['share bid'])}, made {share(made)}; {share(rows['bids that pay'])} of them"
            f" pay; passes on {share(rows['passes what would pay'])} what would; {points.value:+.0f}"
            f" ({points.value_low:+.0f} to {points.value_high:+.0f}) points a hand where the best bid brings"
            f" {best.value:+.0f}".replace("-", "−"),
            _count_verdict(points, rows),
        )


def _count_verdict(points, rows):
    """Return the verdict on a count in a few words."""
    if points.value_high < 0:
        return "refuted: it bids too high"
    if rows["share bid"].value_high < 0.1:
        return "refuted: it hardly ever bids"
    timid = rows["passes what would pay"].value > 0.3
    return f"depends: better than passing, {'too timid' if timid else 'too bold'}"


def shown(table):
    """Return the rows of the page beside the table: best bids of hands."""
    own = table[table.grouping == "best bid of a hand"]
    return pd.DataFrame(
        {"best bid of ten cards": own.what, "share of hands": [share(row, 2) for _, row in own.iterrows()]}
    )


METHOD = """
## The table

{page}

## How it was counted

The table is that of `fivehundred table --deals {deals} --seed {seed}`, and docs/tables.md says how it is
read; its CSV here has the kinds of hands that were dealt {least} times or more, both player models, with
intervals that know which hands come of one deal. *Calibrated* is what sampled players would make of each
deal, by the quick calibration, *heuristic* are the contracts as played by rules of thumb. All points are
ours less theirs, against scoring nothing.

The rules of thumb are judged on other deals (seed {other}), one hand a deal, in the suit whose turn it
is, so that hands are independent (whole hands are all four of a deal): {played:,} played deals for
tricks, {judged:,} for what pays by the evaluation of ten cards (which knows neither the kitty nor a
call), and {counted:,} for published counts, which are read from short descriptions
(fivehundred_sim/kernels/bidding) and judged by the same evaluation as if their bid were the contract. A
misère counts as if it might always be called, though it takes a bid of seven first. One trump more, or
one of the highest trumps for a lower one, is compared between hands alike in number of trumps and the
highest four but for that card, black and red suits apart, and weighed together; the trump stands in the
place of a card of another suit, or of a lower trump. Tricks are those of a contract of eight.
"""


def study(small: bool) -> Study:
    """Return the study, at counts that take seconds if `small`."""
    deals, played, judged, counted = (
        (4_000, 40_000, 20_000, 2_000) if small else (1_000_000, 3_000_000, 1_000_000, 200_000)
    )
    plan = plan_of(RULES, seed=TABLE_SEED, deals=deals)
    answer = Table(plan, collect(plan))
    table = frame_of(answer, [*paying_rows(judged), *trick_rows(played), *count_rows(counted)])
    page = markdown(answer, UNICODE)
    return Study(
        title="The Australian bidding table",
        question="What to bid with what, and do players' rules of thumb say so?",
        findings=list(findings(table)),
        method=METHOD.format(
            page=page.strip(),
            deals=deals,
            seed=TABLE_SEED,
            least=FEW_HANDS,
            other=SEED,
            played=played,
            judged=judged,
            counted=counted,
        ),
        table=table,
        shown=shown(table),
        chart=chart(answer),
        made_from={
            "rules": RULES.name,
            "seeds": [TABLE_SEED, SEED],
            "deals": deals,
            "played": played,
            "judged": judged,
            "counted": counted,
        },
    )


if __name__ == "__main__":
    run(__file__, study)
