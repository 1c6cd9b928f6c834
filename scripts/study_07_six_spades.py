"""Opening six spades on a weak hand, so as not to be out of the auction once misère may be called.

    python scripts/study_07_six_spades.py [--small] [--to FOLDER]

Australian rules: a closed misère may be called once somebody has bid seven, and who has passed is out. Hands
of the first caller on which `natural` passes, by their chance to make a misère, are called both ways on the
same deals, pass and 6S; then the auction goes on by styles, and the contract is played by the quick
calibrated model.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure
from study_parts.studied_openings import (
    ALL,
    AT_ONCE,
    BANDS,
    BASE,
    CLUB_KNOWS,
    CONTROL,
    KNOWS,
    LIKELY,
    NATURAL,
    NO_MISERE,
    SEED,
    TABLES,
    WITHOUT,
    measured,
)
from studying import Finding, Study, interval, panels, rate_text, run

from fivehundred_sim.report.chart_theme import LIGHT

DEALS, SMALL = 400_000, 4_000


def row_of(table, arm, band):
    """The row of an arm and a band, None where there were too few hands."""
    found = table[(table.table == arm) & (table.misere_chance == band)]
    return None if found.empty else found.iloc[0]


def gain_text(row) -> str:
    """What 6S brings more than a pass, with its interval."""
    return "too few hands" if row is None else interval(row.gain, row.gain_error, unit="points a hand")


def sign(row) -> int:
    """1 where 6S gains for certain, -1 where it loses, else 0."""
    if row is None or abs(row.gain) <= row.gain_error:
        return 0
    return 1 if row.gain > 0 else -1


def verdict(rows: Sequence[object]) -> str:
    """What several rows say of a claim that 6S gains."""
    signs = {sign(row) for row in rows}
    words = {1: "confirmed", -1: "refuted", 0: "not shown"}
    return words[signs.pop()] if len(signs) == 1 else "depends"


def findings(table: pd.DataFrame) -> list[Finding]:
    """The claims and what became of them."""

    def at(arm, band=LIKELY):
        return row_of(table, arm, band)

    base, plain, without = at(BASE), at(BASE, BANDS[0]), at(WITHOUT)
    tables = "; ".join(f"{arm}: {gain_text(at(arm))}" for arm in TABLES)
    return [
        Finding(
            "opening 6S on a weak hand with a possible misère (30 % or more) gains points over many games",
            "a strategy article (case B53, convention C5)",
            tables,
            f"{verdict([at(arm) for arm in TABLES])} at these tables{where_words(table)}",
        ),
        Finding(
            "it gains because misère stays open",
            "the same",
            f"an opener who never bids misère later gains {gain_text(without)}, on the same deals "
            f"{interval(without.more_than_natural, without.more_than_natural_error)} compared with one who"
            f" does; hands with a chance {BANDS[0]}: {gain_text(plain)}; of the others his closed misère"
            f" is the contract on {share_text(base, 'misere')}, his open one on"
            f" {share_text(base, 'open_misere')}",
            keeping_words(without),
        ),
        Finding(
            "all it risks is 40 points, when 6S is left in",
            "the same",
            f"6S is left in on {share_text(base, 'six_spades')} (all natural), where it scores"
            f" {points_text(base, 'six_spades')}; raised by his side on {share_text(base, 'raised')}, where"
            f" that scores {points_text(base, 'raised')}; with a partner who knows better raised on"
            f" {share_text(at(KNOWS), 'raised')}",
            risk_words(base),
        ),
        Finding(
            "6S gains only where misère must wait for a seven bid",
            "the reason given for it",
            f"where misère may be called at any time 6S brings {gain_text(at(CONTROL))} more than a pass, a"
            f" misère at once {gain_text(at(AT_ONCE))}",
            "refuted: who has passed is out there too" if sign(at(CONTROL)) > 0 else "not shown",
        ),
    ]


def where_words(table):
    """From which chance of a misère on 6S gains, and where it loses, all natural."""
    signs = {band: sign(row_of(table, BASE, band)) for band in BANDS}
    gain, lose = ([band for band, found in signs.items() if found == each] for each in (1, -1))
    words = f"; all natural it gains with {', '.join(gain)}" if gain else ""
    return words + (f", loses with {', '.join(lose)}" if words and lose else "")


def share_text(row, name):
    """How often something comes of 6S."""
    return rate_text(row[name], row[f"{name}_low"], row[f"{name}_high"])


def points_text(row, name):
    """What our side scores more than the other where something comes of 6S."""
    mean, error = row.get(f"{name}_points"), row.get(f"{name}_points_error")
    return "too seldom to say" if mean is None or pd.isna(mean) else interval(mean, error, unit="points")


def keeping_words(without) -> str:
    """Whether the gain is the misère's; without: the row of an opener who never bids one later."""
    if without.more_than_natural >= -without.more_than_natural_error:
        return "not shown: as much is gained without ever bidding misère"
    if sign(without) > 0:
        return "depends: some is gained without it, since a 6S misleads opponents who believe it"
    return "confirmed: without the misère nothing is gained"


def risk_words(base) -> str:
    """Whether to be left in 6S is the risk."""
    if base.raised_low > base.six_spades_high:
        return "refuted: it is hardly ever left in; a partner who believes it and raises is the risk"
    return "not shown"


METHOD = """
**Method.** {hands:,} hands of the first caller on which `natural` passes, from {deals:,} deals (seed {seed},
Australian rules: misère only after a seven, who has passed is out). Both calls are made on the same deals,
so the gain is paired deal by deal; intervals are 95 %, from deals. The auction goes on by styles for points,
at no score, and each contract is worth what the quick calibrated model (sampled players' tricks given
heuristic playouts) makes of it. *Misère chance*: what the evaluation says of the ten cards, closed, before
the kitty.

- *partner knows better*: he hears the 6S as a pass, and expects of it what these hands do take.
- *opponents never bid misère* (or *never*): they are `no-misere`, as at most tables; partners are `natural`.
- *opener never bids misère*: the control that shows what the 6S gains by being believed alone.
- *misère at any time*: `misere.when = anytime` on the same hands; the opener could have called it at once.

**Where our players may be the reason.** Simulated opponents take a 6S for a spade hand, and nobody learns
that this opener is weak: at a table that knows his habit the misleading part of the gain is lost. Nor do our
players ever leave a six in to punish it. `natural` bids misère far more often than people do.
"""


def shown(table: pd.DataFrame) -> pd.DataFrame:
    """What the page shows."""
    rows = [
        row for _, row in table.iterrows() if row.table in (BASE, CLUB_KNOWS) or row.misere_chance == LIKELY
    ]
    return pd.DataFrame(
        {
            "table": [row.table for row in rows],
            "misère chance": [row.misere_chance for row in rows],
            "hands": [f"{row.hands:,}" for row in rows],
            "6S less pass": [interval(row.gain, row.gain_error) for row in rows],
            "his misère": [seen(row.misere) for row in rows],
            "made": [made_text(row, "misere") for row in rows],
            "his open misère": [seen(row.open_misere) for row in rows],
            "6S left in": [seen(row.six_spades) for row in rows],
            "made ": [made_text(row, "six_spades") for row in rows],
            "raised": [seen(row.raised) for row in rows],
        }
    )


def seen(share: float) -> str:
    """A share of the hands; the table has its interval."""
    return f"{100 * share:.1f} %" if share >= 0.0005 else "hardly ever"


def made_text(row, name: str) -> str:
    """How often something is made, with its interval."""
    made, error = row.get(f"{name}_made"), row.get(f"{name}_made_error")
    return "–" if made is None or pd.isna(made) else f"{100 * made:.1f} ± {100 * error:.1f} %"


TITLE = "Opening 6S on a weak hand, first seat"
FOOT = "Bars: 95 % intervals, from deals. Contracts by the quick calibrated model."
LOOKS = {
    BASE: ("#202020", "D", "-"),
    CLUB_KNOWS: ("#007A5A", "*", "-"),
    WITHOUT: ("#D55E00", "s", "--"),
    CONTROL: ("#00598F", "o", ":"),
}


def chart(table: pd.DataFrame) -> Figure:
    """The gain by the chance of a misère, at four tables."""
    with panels(TITLE, FOOT) as (figure, (axes,)):
        for place, (arm, (color, marker, line)) in enumerate(LOOKS.items()):
            rows = [(at, row_of(table, arm, band)) for at, band in enumerate(BANDS)]
            rows = [(at + 0.06 * (place - 1.5), row) for at, row in rows if row is not None]
            axes.errorbar(
                [at for at, _ in rows],
                [row.gain for _, row in rows],
                yerr=[row.gain_error for _, row in rows],
                color=color,
                marker=marker,
                linestyle=line,
                capsize=2,
                label=arm,
            )
        axes.axhline(0, color=LIGHT.mark, linewidth=0.8)
        axes.set_xticks(range(len(BANDS)), BANDS)
        axes.set_xlabel("Chance to make a closed misère, before the kitty")
        axes.set_ylabel("6S less a pass, points a hand")
        axes.legend(frameon=False)
    return figure


def study(small: bool) -> Study:
    """Return the study."""
    deals = SMALL if small else DEALS
    table = measured(deals).round(4)
    whole = row_of(table, BASE, ALL)
    return Study(
        title="Opening six spades to keep misère open",
        question="What does opening 6S bring the first caller of a weak hand, more than a pass?",
        findings=findings(table),
        method=METHOD.format(hands=int(whole.hands), deals=deals, seed=SEED),
        table=table,
        shown=shown(table),
        chart=chart(table),
        made_from={"seed": SEED, "deals": deals, "rules": "australian", "styles": [NATURAL, NO_MISERE]},
    )


if __name__ == "__main__":
    run(__file__, study)
