"""Whether a cap of 490 on points for tricks, or winning only on a contract, lengthens games, and by how much.

    python scripts/study_09_caps.py [--small] [--to FOLDER]

The same games under several sets of rules, from a house in which tricks alone may win: the same deals, luck
and first dealer, so that lengths are compared game by game. Bidders of two styles bid for points, and to the
score; value iteration adds the length it expects.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pandas as pd
from study_parts.studied_games import both_ways, equity_for, expected_hands, play
from studying import Finding, Study, interval, panels, run

from fivehundred_sim.report.chart_theme import LIGHT, SMALL_SIZE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding import exchanged
from fivehundred_sim.study.bidding.games import ENDINGS
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.compare.measures import LONG_GAME
from fivehundred_sim.study.estimate import FEW, wilson
from fivehundred_sim.study.run import default_jobs

SEED = 609
GAMES, SMALL_GAMES = 20_000, 100  # bid for points
SCORED, SMALL_SCORED = 10_000, 20  # bid to the score
PAIRS, SMALL_PAIRS = 3_000, 10  # of two styles, sides exchanged
FREE = {"match.must_win_on_contract": "false"}
TRICKS, CAP, MUST, BOTH = "tricks may win", "cap of 490", "must win on a contract", "both"
FREEZE, CAP_400 = "none from 490 on", "cap of 400"
SETS = {
    TRICKS: FREE,
    CAP: {**FREE, "scoring.trick_cap": "490"},
    FREEZE: {**FREE, "scoring.trick_cap": "490", "scoring.cap_kind": "freeze"},
    CAP_400: {**FREE, "scoring.trick_cap": "400"},
    MUST: {},
    BOTH: {"scoring.trick_cap": "490"},
}
QUICK = (TRICKS, MUST)  # whose equity is kept in files
MATCHES = (TRICKS, CAP, MUST, BOTH)
NATURAL, NO_MISERE, OTHERS = "natural", "no-misere", ("cautious", "bold")
AGAINST = " against natural"
POINTS, SCORE, EXPECTED = "for points", "to the score", "expected"
NOTICED = 0.05  # hands: one in twenty games is a hand longer
TABLES = [(style, bidding) for style in (NATURAL, NO_MISERE) for bidding in (POINTS, SCORE)]


def rows_of(style, bidding, found):
    """The rows of games under several sets of rules; found: by set, float64 arrays by what is counted."""
    rows, first, must = [], found[TRICKS], found[MUST]
    for label, counted in found.items():
        row = {"bidders": style, "bidding": bidding, "rules": label, "games": len(counted["hands"])}
        row |= figure("hands", counted["hands"])
        if label != TRICKS:
            row |= difference("more", counted["hands"] - first["hands"], LONG_GAME)
        if label == BOTH:
            row |= difference("over_must", counted["hands"] - must["hands"], LONG_GAME)
        base = {} if label == TRICKS else first
        if AGAINST in style:
            row |= figure("won", counted["won"], base.get("won"))
        row |= figure("first_dealer", counted["first"], base.get("first"))
        for name in ENDINGS:
            row |= figure(name, counted[f"end.{name}"], base.get(f"end.{name}"))
        rows.append(row)
    return rows


def figure(name, values, base=None):
    """A mean with half its 95 % interval; with a base also how much more that is, game by game."""
    found = exchanged.interval(values)
    row = {name: found.mean, f"{name}_error": found.mean - found.low}
    if np.isin(values, (0.0, 1.0)).all():
        low, high = wilson(values.sum(), len(values))
        row[f"{name}_error"] = float(max(high - found.mean, found.mean - low))
    return row if base is None else row | difference(f"{name}_more", values - base, 1.0)


def difference(name, values, swing):
    """A mean difference with half its 95 % interval; swing: what one hardly ever seen may come to."""
    found, moved, n = exchanged.interval(values), int((values != 0).sum()), len(values)
    error = found.mean - found.low
    if moved < FEW:
        error = max(error, float(wilson(moved, n)[1] - moved / n) * swing)
    return {name: found.mean, f"{name}_error": error}


def counts(small):
    """How many games bid for points, to the score, and pairs of games of two styles."""
    return (SMALL_GAMES, SMALL_SCORED, SMALL_PAIRS) if small else (GAMES, SCORED, PAIRS)


def games_for_points(rules, seats, games, label):
    """Games bid for points under a set of rules."""
    return play(rules[label], seats, games, SEED)


def games_to_the_score(rules, seats, games, label):
    """Games bid to the score under a set of rules."""
    return play(rules[label], seats, games, SEED, equity_for(rules[label], rules[MUST]))


def matched_games(rules, styles, pairs, label):
    """Pairs of games of two styles, bid to the score, under a set of rules."""
    return both_ways(rules[label], *styles, pairs, SEED, equity_for(rules[label], rules[MUST]))


def under(labels, play):
    """What `play(label)` finds under each set of rules, on all processors this may use."""
    with ThreadPoolExecutor(default_jobs()) as executor:
        return dict(zip(labels, executor.map(play, labels), strict=True))


def measured(small):
    """All rows."""
    rules = {label: load_rules("australian", changes) for label, changes in SETS.items()}
    games, to_score, pairs = counts(small)
    scored, matched = (QUICK, QUICK) if small else (tuple(SETS), MATCHES)
    rows = []
    for name in (NATURAL, NO_MISERE):
        style = load_style(name)
        seats = [style] * rules[MUST].table.players
        rows += rows_of(name, POINTS, under(rules, partial(games_for_points, rules, seats, games)))
        rows += rows_of(name, SCORE, under(scored, partial(games_to_the_score, rules, seats, to_score)))
    for name in OTHERS:
        styles = load_style(name), load_style(NATURAL)
        found = under(matched, partial(matched_games, rules, styles, pairs))
        rows += rows_of(name + AGAINST, SCORE, found)
    for label in scored:
        hands = expected_hands(rules[label], rules[MUST])
        rows.append({"bidders": "best appetite", "bidding": EXPECTED, "rules": label, "hands": hands})
    return pd.DataFrame(rows)


# --- what it says -------------------------------------------------------------------------------------------


def row_of(table, bidders, bidding, label):
    """A row, None where it was not counted."""
    mine = table[(table.bidders == bidders) & (table.bidding == bidding) & (table.rules == label)]
    return None if mine.empty else mine.iloc[0]


def text(row, name, unit="", scale=1, digits=2):
    """A figure with its interval."""
    if row is None or pd.isna(row[name]):
        return "not counted"
    return interval(scale * row[name], scale * row[f"{name}_error"], digits, unit)


def sign(row, name):
    """1 where a figure is surely above zero, -1 where it is below, else 0; None where it was not counted."""
    if row is None or pd.isna(row[name]):
        return None
    if abs(row[name]) <= row[f"{name}_error"]:
        return 0
    return 1 if row[name] > 0 else -1


def verdict(rows, name):
    """What several rows say of a claim that something is more."""
    signs = {sign(row, name) for row in rows} - {None}
    return {1: "confirmed", -1: "refuted", 0: "not shown"}[signs.pop()] if len(signs) == 1 else "depends"


def lengthens(table, label, claim):
    """Whether a rule lengthens games."""
    rows = {each: row_of(table, *each, label) for each in TABLES}
    figures = "; ".join(
        f"{style}, {bidding}: {text(row, 'more')} hands ({row.hands - row.more:.1f} without)"
        for (style, bidding), row in rows.items()
        if row is not None
    )
    words = []
    for bidding in (POINTS, SCORE):
        mine = {each: row for each, row in rows.items() if each[1] == bidding and row is not None}
        if not mine:
            continue
        parts = [100 * row.more / (row.hands - row.more) for row in mine.values()]
        size = f" ({min(parts):+.1f} to {max(parts):+.1f} % of a game)".replace("-", "−")
        words.append(f"bid {bidding}: {verdict(mine.values(), 'more')}{size}")
    return Finding(claim, "claim 19", figures, "; ".join(words))


def findings(table):
    """The claims and what became of them."""
    both = {each: row_of(table, *each, BOTH) for each in TABLES}
    free = {each: row_of(table, *each, TRICKS) for each in TABLES}
    must = {each: row_of(table, *each, MUST) for each in TABLES}
    matches = {name: row_of(table, name + AGAINST, SCORE, MUST) for name in OTHERS}
    expected = table[table.bidding == EXPECTED].set_index("rules").hands
    return [
        lengthens(table, MUST, "to win only on a contract lengthens games"),
        lengthens(table, CAP, "a cap of 490 on points for tricks lengthens games"),
        Finding(
            "with both rules games are longer than with one",
            "claim 19",
            "; ".join(
                f"{style}, {bidding}: {text(row, 'over_must', digits=3)} hands more than {MUST} alone"
                for (style, bidding), row in both.items()
                if row is not None
            ),
            both_words(both),
        ),
        Finding(
            "without these rules games are won by tricks against contracts",
            "players who introduced them",
            "; ".join(
                f"{style}, {bidding}: {text(row, 'tricks', '%', 100, 1).removeprefix('+')} of games, and the"
                f" loser goes out backwards in {text(row, 'floor', '%', 100, 1).removeprefix('+')}"
                f" ({text(must[style, bidding], 'floor_more', '%', 100, 1)} where a contract must win)"
                for (style, bidding), row in free.items()
                if row is not None
            ),
            "confirmed, but few"
            if max(row.tricks for row in free.values() if row is not None) < 0.2
            else "confirmed",
        ),
        Finding(
            "to win only on a contract helps bold bidders",
            "the reason for it",
            "; ".join(
                f"{name} against natural wins {text(row, 'won', '%', 100, 1).removeprefix('+')} of games,"
                f" {text(row, 'won_more', '%', 100, 1)} more than where tricks may win"
                for name, row in matches.items()
            ),
            bold_words(matches),
        ),
        Finding(
            "games are longer where a contract must win, as value iteration sees it",
            "ours, both sides choosing the best appetite at every score",
            "; ".join(f"{label}: {hands:.2f} hands" for label, hands in expected.items())
            + " (exact for the chances of hands as they were simulated)",
            "confirmed: longer" if expected[MUST] > expected[TRICKS] else "refuted",
        ),
    ]


def both_words(rows):
    """Whether a cap adds anything to winning on a contract that anybody would notice."""
    most = max(row.over_must + row.over_must_error for row in rows.values() if row is not None)
    return f"refuted: at most {most:.2f} hands" if most < NOTICED else verdict(rows.values(), "over_must")


def bold_words(matches):
    """Whether the rule shifts games from cautious to bold bidders."""
    cautious, bold = (sign(matches[name], "won_more") for name in OTHERS)
    if (cautious, bold) == (0, 0):
        return "not shown: no difference to be seen"
    return "confirmed" if cautious <= 0 <= bold else "refuted" if bold <= 0 <= cautious else "depends"


METHOD = """
**Method.** Australian rules with `match.must_win_on_contract = false` (*{tricks}*) are the base; *{must}*
is the Australian game itself; *{cap}*: points for tricks stop at 490 until the side makes a contract;
*{freeze}*: all count below 490, none from there on. {games:,} games a row bid for points, {to_score:,} bid to
the score, {pairs:,} pairs of games of two styles with the sides exchanged (seed {seed}): the same deals, the
same luck with tricks and the same first dealer under every set, so lengths are compared game by game; 95 %
intervals are from games, or pairs. Contracts are played by the quick calibrated model.

- *natural* bids open misère in a quarter of the deals, which ends games at once, won or lost: they are short.
  *no-misere* is nearer to most tables.
- *for points*: bidders do not look at the score, and go on bidding high when any six would win the game.
  *to the score*: a contract is worth the chance to win the game that it leaves, under the rules in force.
- *{expected}*: from simulated hands ({deals} deals for each pair of five appetites, of `natural`), without an
  interval; the rest is arithmetic.

**Where our players may be the reason.** Simulated defenders bid rather than wait for tens, and play no
differently for a last ten points that would win; a table that sits at 480 and waits gains more by tricks.
"""


def shown(table):
    """What the page shows."""
    rows = [row for _, row in table.iterrows()]
    plain = [
        text(row, "hands").removeprefix("+") if pd.notna(row.hands_error) else f"{row.hands:.2f}"
        for row in rows
    ]
    return pd.DataFrame(
        {
            "bidders": [row.bidders for row in rows],
            "bidding": [row.bidding for row in rows],
            "rules": [row.rules for row in rows],
            "hands": plain,
            "more": ["" if pd.isna(row.more) else text(row, "more") for row in rows],
            "won on a contract": [per_cent(row, "contract") for row in rows],
            "by tricks": [per_cent(row, "tricks") for row in rows],
            "loser at the floor": [per_cent(row, "floor") for row in rows],
            "named first wins": [per_cent(row, "won") for row in rows],
        }
    )


def per_cent(row, name):
    """A share with its interval; empty where it was not counted, none where it was never seen."""
    if pd.isna(row[name]):
        return ""
    return text(row, name, "%", 100, 1).removeprefix("+") if row[name] else "none"


TITLE = "Do caps lengthen games?"
FOOT = "Bars: 95 % intervals of the difference, game by game. In brackets: hands where tricks may win."
LOOKS = dict(
    zip(TABLES, (("#202020", "D"), ("#00598F", "o"), ("#D55E00", "s"), ("#007A5A", "^")), strict=True)
)


def chart(table):
    """Hands more than where tricks may win, by rules, bidders and bidding."""
    labels = [label for label in SETS if label != TRICKS][::-1]
    with panels(TITLE, FOOT) as (figure, (axes,)):
        for place, (each, (color, marker)) in enumerate(LOOKS.items()):
            rows = [
                (at + 0.15 * (1.5 - place), row_of(table, *each, label)) for at, label in enumerate(labels)
            ]
            rows = [(at, row) for at, row in rows if row is not None]
            base = row_of(table, *each, TRICKS)
            axes.errorbar(
                [row.more for _, row in rows],
                [at for at, _ in rows],
                xerr=[row.more_error for _, row in rows],
                color=color,
                marker=marker,
                linestyle="none",
                capsize=2,
                label=f"{each[0]}, {each[1]} ({base.hands:.1f} hands)",
            )
        axes.axvline(0, color=LIGHT.mark, linewidth=0.8)
        axes.set_yticks(range(len(labels)), labels)
        axes.set_xlabel("Hands more than where tricks may win")
        axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1), ncols=2, frameon=False, fontsize=SMALL_SIZE)
    return figure


def study(small):
    """Return the study."""
    table = measured(small).round(4)
    games, to_score, pairs = counts(small)
    names = {"tricks": TRICKS, "must": MUST, "cap": CAP, "freeze": FREEZE, "expected": EXPECTED}
    return Study(
        title="Caps, winning on a contract, and the length of games",
        question="How many more hands does a game take where tricks alone cannot win it?",
        findings=findings(table),
        method=METHOD.format(games=games, to_score=to_score, pairs=pairs, seed=SEED, deals="20,000", **names),
        table=table,
        shown=shown(table),
        chart=chart(table),
        made_from={
            "seed": SEED,
            "games": games,
            "games_to_the_score": to_score,
            "pairs_of_two_styles": pairs,
            "rules": {label: {"base": "australian", **changes} for label, changes in SETS.items()},
        },
    )


if __name__ == "__main__":
    run(__file__, study)
