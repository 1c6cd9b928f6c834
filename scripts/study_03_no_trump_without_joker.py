"""No-trumps without the joker: how often they make, and where the joker was.

    python scripts/study_03_no_trump_without_joker.py [--small] [--to FOLDER]

Random hands, hands that would bid it, hands by aces and stoppers, hands of public discussions, and what
simulated auctions end in; each contract by both player models, a sample with all hands open too.
"""

import pandas as pd
from study_parts.hand_cells import LADDER, MINE, PLACES, CellsPlan, shares
from study_parts.judging import made_text, pick, points_text, signed, within
from study_parts.no_trump_chart import chart
from study_parts.no_trump_rows import (
    EXAMPLES,
    OTHER_SEED,
    RULES,
    SEED,
    WITH,
    WITHOUT,
    NoTrumps,
    auction_rows,
    counted_rows,
    example_rows,
    held,
    solved_rows,
)
from studying import Finding, Study, rate_text, run

from fivehundred_sim.study.runs import collect

# --- what is said of them -----------------------------------------------------------------------------------


def findings(table, counts):
    """Return what is claimed and what was found."""
    yield from share_findings(table)
    yield from joker_findings(table)
    yield from nine_findings(table, counts)
    yield from example_findings(table)


def share_findings(table):
    """Yield how often no-trump without the joker makes, beside what players say."""
    bid6, bid7 = (would(table, level, WITHOUT) for level in LADDER[:2])
    yield Finding(
        "No-trump without the joker succeeds about 2 %",
        "B45, players",
        f"Hands whose best bid it is: 6NT {made_text(bid6)}, 7NT {made_text(bid7)}",
        within(bid6.p_make_low, bid6.p_make_high, (0.01, 0.03)),
    )
    auctions = pick(table, kind="auctions of natural", joker=WITHOUT, engine="calibrated")
    yield Finding(
        "No-trump without the joker fails about 90 %",
        "B45, players",
        f"No-trumps in which auctions of our bidders end are made {made_text(auctions)}",
        within(auctions.p_make_low, auctions.p_make_high, (0.07, 0.13)),
    )
    random = [
        pick(table, kind="random", hands="any", joker=WITHOUT, level=level, engine="calibrated")
        for level in LADDER
    ]
    by_level = ", ".join(f"{level}NT {made_text(row)}" for level, row in zip(LADDER, random, strict=True))
    solved = [
        pick(table, kind="random", joker=WITHOUT, level=level, engine="double-dummy") for level in (6, 8)
    ]
    yield Finding(
        "No-trump without the joker succeeds 20 %",
        "players",
        f"Any hand without it: {by_level}; all hands open 6NT {made_text(solved[0])},"
        f" 8NT {made_text(solved[1])}",
        "depends: so many make eight with any hand; who bids it chooses his hand",
    )


def would(table, level, joker, engine="calibrated"):
    """Return the row of hands whose best bid is no-trump at a level, or None."""
    return pick(
        table, kind="would bid it", hands=f"best bid {level}NT", joker=joker, level=level, engine=engine
    )


def joker_findings(table):
    """Yield what is said of the joker in no-trump: held, or with somebody else."""
    rows = [would(table, level, WITH) for level in LADDER[:2]]
    bot = pick(table, kind="auctions of trick-bot", joker=WITH, engine="calibrated")
    any_hand = pick(table, kind="random", hands="any", joker=WITH, level=7, engine="calibrated")
    said = within(1 - bot.p_make_high, 1 - bot.p_make_low, (0.75, 0.85)) if bot is not None else "not shown"
    yield Finding(
        "A joker hand in no-trump loses about 80 %",
        "B44, players of one bot",
        f"Share made by hands that would bid it: 6NT {made_text(rows[0])}, 7NT {made_text(rows[1])};"
        f" contracts of that bot's count (`trick-bot`) among itself: {made_text(bot)}; any hand with it,"
        f" 7NT: {made_text(any_hand)}",
        f"{said}: the hands that this count chooses are good enough, so it would have to be bad play",
    )
    for level in LADDER[:2]:
        at = [
            pick(
                table,
                hands=f"best bid {level}NT",
                joker=f"{WITHOUT}: {place}",
                level=level,
                engine="heuristic",
            )
            for place in PLACES[:MINE]
        ]
        yield Finding(
            f"{level}NT without the joker: it hangs on who has it",
            "O1",
            ", ".join(f"{place}: {made_text(row)}" for place, row in zip(PLACES, at, strict=False))
            + " (heuristic players)",
            "confirmed; an opponent has it 20 times in 33",
        )


def nine_findings(table, counts):
    """Yield how realistic high no-trumps without the joker are."""
    deals = counts["deals"]
    share = shares(counts["pays"], deals, 4)
    for level, claim, source in (
        (8, "No-trump without the joker is worth seven at most", "C13, B25"),
        (9, "Nine no-trumps without the joker are realistic", "ATF, claim 4"),
    ):
        cells = level - LADDER[0]
        row = pick(
            table, kind="highest that pays", hands=f"highest that pays {level}NT", joker=WITHOUT,
            level=level, engine="calibrated",
        )  # fmt: skip
        rate = rate_text(*(float(each[cells]) for each in share), digits=3)
        figure = f"{level}NT is the highest that pays on {rate} of all hands, which make it {made_text(row)}"
        heuristic = pick(
            table, kind="highest that pays", hands=f"highest that pays {level}NT", joker=WITHOUT,
            level=level, engine="heuristic",
        )  # fmt: skip
        figure += f" (heuristic players: {made_text(heuristic)})"
        if row is None:
            said = "not shown: no such hand among these deals"
        elif level == 8:
            said = "refuted, for hands that are rare" if row.points_low > 0 else "not shown"
        else:
            said = "depends: such hands exist, and are rare" if row.points_low > 0 else "not shown"
        yield Finding(claim, source, figure, said)


def example_findings(table):
    """Yield the hands of public discussions."""
    said = {
        "B21": "pass as a first call, though 7NT over partner's 6NT",
        "B35": "the perfect no-trump hand, a strong bid",
    }
    for name, text in EXAMPLES.items():
        rows = {
            level: pick(table, hands=name, joker=WITHOUT, level=level, engine="calibrated")
            for level in LADDER
        }
        best = max(LADDER, key=lambda level: rows[level].points)
        given = pick(table, hands=name, joker=f"{WITHOUT}: opponents", level=best, engine="heuristic")
        figure = ", ".join(
            f"{level}NT {made_text(rows[level])} {signed(rows[level].points)}" for level in LADDER[1:]
        )
        yield Finding(
            f"{name}, {text}: {said.get(name, 'nine no-trumps')}",
            name.split()[0].rstrip("*"),
            f"{figure} points; {best}NT brings most, {points_text(rows[best])}; with an opponent's joker"
            f" {made_text(given)} (heuristic players)",
            {
                "B21": "refuted: a pass gives the points away",
                "B35": "confirmed",
            }.get(name, "refuted: nine is too high")
            if rows[best].points_low > 0
            else "not shown",
        )


def shown(table):
    """Return the rows of the page: share made by level, calibrated, as text."""
    kinds = [
        ("any hand", {"kind": "random", "hands": "any", "joker": WITHOUT}),
        *(
            (held(aces, stopped), {"kind": "by cards", "hands": held(aces, stopped), "joker": WITHOUT})
            for aces in (2, 3, 4)
            for stopped in (2, 3, 4)
            if stopped >= aces
        ),
        ("any hand, the joker held", {"kind": "random", "hands": "any", "joker": WITH}),
        ("3 aces, all stopped, the joker held", {"kind": "by cards", "hands": held(3, 4), "joker": WITH}),
    ]
    rows = []
    for name, where in kinds:
        own = [pick(table, **where, engine="calibrated", level=level) for level in LADDER]
        if own[0] is not None:
            made = {
                f"{level}NT": f"{made_text(row, 0)}, {signed(row.points)}"
                for level, row in zip(LADDER, own, strict=True)
            }
            rows.append({"no joker in hand, unless said": name, "hands": own[0].n, **made})
    return pd.DataFrame(rows)


METHOD = """
The table: share made with its 95 % interval, and mean points, ours less theirs, against scoring nothing.
All four hands of random deals ({deals:,}, seed {seed}) are contractor in no-trump with the kitty and the
discard, under the Australian rules. Intervals know that the hands of a deal belong together. *Calibrated*
is what sampled players would make of each deal, by the quick calibration; *heuristic* are the contracts
as played by rules of thumb. *Would bid it*: no-trump at this level brings most points of all contracts,
misères too, by the evaluation of the ten cards, against scoring nothing. *Highest that pays*: the highest
no-trump with points above zero.

The calibrated model knows of a deal only what heuristic players took on it. So it gives ten no-trumps a
few chances in a hundred where an opponent has the joker, though the joker always takes a trick there:
shares by the joker's place are those of heuristic players. *Double-dummy*: all hands open after the same
exchange, up to 1,000 hands of a kind, one a deal. The hands named B are dealt {example:,} times, and
their calibrated figures are those of `fivehundred advise`. Auctions: four bidders of one style,
{auctions:,} deals, each contract at the level that was bid.

Without the joker it is with the partner in 10 of 33 deals, in the kitty in 3, with an opponent in 20
(exactly: 30.3, 9.1 and 60.6 %). In heuristic and calibrated play nobody knows where; what partner's calls
say is left out.
"""


def study(small: bool) -> Study:
    """Return the study, at counts that take seconds if `small`."""
    deals = 5_000 if small else 2_000_000
    counts = collect(CellsPlan(RULES, NoTrumps(), SEED, deals))
    rows = [*counted_rows(counts), *solved_rows(small), *example_rows(small), *auction_rows(small)]
    table = pd.DataFrame(rows)
    numbers = [name for name in table if name.startswith(("p_make", "points"))]
    table[numbers] = table[numbers].round(4)
    counts["deals"] = deals
    return Study(
        title="No-trumps without the joker",
        question="How often does a no-trump contract make when the contractor was not dealt the joker?",
        findings=list(findings(table, counts)),
        method=METHOD.format(
            deals=deals, seed=SEED, example=500 if small else 50_000, auctions=1_000 if small else 100_000
        ),
        table=table,
        shown=shown(table),
        chart=chart(table),
        made_from={"rules": RULES.name, "seeds": [SEED, OTHER_SEED], "deals": deals},
    )


if __name__ == "__main__":
    run(__file__, study)
