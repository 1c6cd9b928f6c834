"""Ten without the joker: who makes it, what it brings, and how rare the hands are that may hope for it.

    python scripts/study_04_ten_without_joker.py [--small] [--to FOLDER]

Random hands by what the evaluation gives them, hearts with both bowers, ace and king, and two single hands;
by where the joker was, a sample with all hands open too.
"""

import pandas as pd
from study_parts.judging import pick, points_text, signed
from study_parts.ten_chart import chart
from study_parts.ten_rows import (
    ANY,
    EXAMPLES,
    LEAST,
    OTHER_SEED,
    RULES,
    SEED,
    dealt_rows,
    evaluated_rows,
    example_rows,
    solved_rows,
)
from studying import Finding, Study, rate_text, run

BOUND = 13 / 33
MATCH = "results/examples.csv, from docs/bidding.md"


def rate(row, digits=1):
    """Return the rate of a row as text with its interval."""
    if row is None:
        return "none among these deals"
    return rate_text(row.rate, row.rate_low, row.rate_high, digits)


def kind(least):
    """Return what hands are called whose evaluation is so high."""
    return f"evaluation {least} % or more"


def findings(table):
    """Return what is claimed and what was found."""
    against = [
        pick(table, hands=kind(least), joker="opponents", engine="heuristic", kind="random")
        for least in (10, 20)
    ]
    solved = pick(table, kind="sampled", joker="opponents", engine="double-dummy")
    yield Finding(
        "You cannot lose no trick if the joker is against you",
        "B47, ATF",
        f"Ten tricks with an opponent's joker: {rate(against[0], 3)} of {against[0].n:,} contracts as played"
        f", {rate(solved)} with all hands open",
        "confirmed; in suits and no-trump it always takes a trick",
    )
    best = {name: pick(table, kind="example", hands=name, engine="heuristic", joker=ANY) for name in EXAMPLES}
    said = [pick(table, kind="example", hands=name, engine="calibrated", joker=ANY) for name in EXAMPLES]
    made = "; ".join(f"{name}: {rate(row)}, {points_text_of(row, 10)} points" for name, row in best.items())
    yield Finding(
        "Never ten without the joker",
        "B47, WKH, ATF",
        "No hand can make it more often than 13 times in 33 (39.4 %, exactly: partner or kitty have it);"
        f" {made} (heuristic players); `advise`, calibrated, says {rate(said[0])} and {rate(said[1])},"
        " which is more than there can be",
        "confirmed, before anybody has shown it: ten needs a half and more to pay",
    )
    yield from place_findings(table)
    yield from instead_findings(table)
    yield from rare_findings(table)


def points_text_of(row, level):
    """Return the points of a level of a row as text with their interval."""
    names = {f"points_{level}{end}": f"points{end}" for end in ("", "_low", "_high")}
    return points_text(row.rename(names))


def place_findings(table):
    """Yield what the joker with partner or in the kitty makes of it."""
    for what, hands, group in (
        ("hands with a chance of 20 % and more", kind(20), "random"),
        ("hands with a chance of 30 % and more", kind(30), "random"),
        ("hearts with R L A K and 8 trumps", "R L A K and 8 trumps", "hearts"),
        ("B47, J J A K Q 10 9 8 7 of hearts and the ace of spades", "B47", "example"),
    ):
        rows = {
            joker: pick(table, kind=group, hands=hands, joker=joker, engine="heuristic")
            for joker in ("partner", "kitty", "opponents")
        }
        partner = rows["partner"]
        said = "not shown"
        if partner is not None and partner.ten_over_9_low > 0:
            said = "confirmed: with partner's joker ten is better than nine"
        elif partner is not None and partner.ten_over_9_high < 0:
            said = "depends: even with partner's joker nine brings more"
        yield Finding(
            f"True only where opponents hold it: {what}",
            "claim 3",
            ", ".join(f"{joker}: {rate(row)}" for joker, row in rows.items()) + " (heuristic players)",
            said,
        )


def instead_findings(table):
    """Yield what ten brings beside eight and nine."""
    for what, hands, group in (
        ("hands with a chance of 20 % and more", kind(20), "random"),
        ("hands with a chance of 30 % and more", kind(30), "random"),
        ("hearts with R L A K and 8 trumps", "R L A K and 8 trumps", "hearts"),
    ):
        rows = {
            engine: pick(table, kind=group, hands=hands, joker=ANY, engine=engine)
            for engine in ("calibrated", "heuristic")
        }
        one = rows["calibrated"]
        if one is None:
            continue
        over = "; ".join(
            f"{engine}: ten is made {rate(row)}, and brings {signed(row.ten_over_8)}"
            f" ({signed(row.ten_over_8_low)} to {signed(row.ten_over_8_high)}) points beside eight,"
            f" {signed(row.ten_over_9)} ({signed(row.ten_over_9_low)} to {signed(row.ten_over_9_high)})"
            " beside nine"
            for engine, row in rows.items()
        )
        worse = all(row.ten_over_9_high < 0 and row.ten_over_8_high < 0 for row in rows.values())
        yield Finding(
            f"Eight or nine is better: {what}",
            "B47",
            over,
            "confirmed" if worse else "not shown",
        )
    b47 = pick(table, kind="example", hands="B47", engine="calibrated", joker=ANY)
    yield Finding(
        "B47: not ten, but how high?",
        "B47",
        f"Points of eight, nine, ten hearts, as `advise` has them: {points_text_of(b47, 8)},"
        f" {points_text_of(b47, 9)}, {points_text_of(b47, 10)}",
        "nine" if b47.points_9_low > max(b47.points_8_high, b47.points_10_high) else "not shown",
    )


def rare_findings(table):
    """Yield how rare hands are that may hope for ten."""
    shares = {
        least: (
            pick(table, kind="share of contracts", hands=kind(least)),
            pick(table, kind="share of deals", hands=kind(least)),
        )
        for least in LEAST[1:]
    }
    yield Finding(
        "How often does the question come up?",
        "claim 3",
        "; ".join(
            f"a chance of {least} % and more: {rate(contracts, 3)} of all contracts a hand may bid,"
            f" somebody in {rate(deals, 2)} of deals"
            for least, (contracts, deals) in shares.items()
        ),
        "seldom",
    )


def shown(table):
    """Return the rows of the page as text."""
    rows = []
    for _, row in table[~table.kind.str.startswith("share")].iterrows():
        there = row.get("points_8") == row.get("points_8")
        rows.append(
            {
                "hands": row.hands if row.kind != "sampled" else f"{row.hands}, one a deal",
                "joker": row.joker,
                "players": row.engine,
                "n": f"{row.n:,}",
                "ten tricks": rate(row),
                "points of 8, 9, 10": ", ".join(signed(row[f"points_{level}"]) for level in (8, 9, 10))
                if there
                else "",
            }
        )
    return pd.DataFrame(rows)


METHOD = """
*Evaluation*: the chance of ten tricks in a denomination that ten cards without the joker have by the
package's evaluation (calibrated), spades to no-trump; all hands of {deals:,} random deals (seed {seed}),
the Australian rules, with the kitty and the discard. A hand may be there in two denominations; intervals
know that contracts of a deal belong together. *R L A K*: {dealt:,} deals in which seat 0 holds both
bowers, ace and king of hearts, seven trumps or more and not the joker, which is so for one seat and suit
in {rare:,} deals (exactly). Points are ours less theirs, against scoring nothing. Single hands:
{example:,} deals, and `fivehundred advise` where the joker may be anywhere. *Double-dummy*: all hands
open after the same exchange, on one deal of each sampled hand.

**The models.** The calibrated model knows of a deal what heuristic players took on it, not where the
joker was. It gives ten some chance with an opponent's joker, where there is none, and may go above 13 in
33; figures by the joker's place are therefore those of heuristic players, and the verdicts hold for both
models. What an auction says is left out: with a partner who has shown the joker ten may be a bid (the
rows *partner*). For a match see {match}: B47 is told to bid eight, at 0:0 and at 0:480.
"""


def study(small: bool) -> Study:
    """Return the study, at counts that take seconds if `small`."""
    deals, dealt = (20_000, 4_000) if small else (3_000_000, 300_000)
    rows = [*evaluated_rows(deals), *dealt_rows(dealt), *solved_rows(small), *example_rows(small)]
    table = pd.DataFrame(rows)
    numbers = [name for name in table if table[name].dtype == float]
    table[numbers] = table[numbers].round(5)
    rare = round(1 / max(pick(table, kind="share of deals", engine="exact").rate, 1e-9))
    return Study(
        title="Ten without the joker",
        question="How often is ten made without the joker in hand, and is it ever a good bid?",
        findings=list(findings(table)),
        method=METHOD.format(
            deals=deals, seed=SEED, dealt=dealt, rare=rare, example=500 if small else 50_000, match=MATCH
        ),
        table=table,
        shown=shown(table),
        chart=chart(table),
        made_from={"rules": RULES.name, "seeds": [SEED, OTHER_SEED], "deals": deals, "dealt": dealt},
    )


if __name__ == "__main__":
    run(__file__, study)
