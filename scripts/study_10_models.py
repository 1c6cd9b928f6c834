"""How far apart the player models are, by level and denomination, and what that means for the answer.

    python scripts/study_10_models.py [--small] [--to FOLDER]

Random hands are sorted by the contract that the evaluation of their ten cards likes best (nobody else
bidding); of each level and denomination as many are judged: heuristic play, best play with all hands open,
and the calibrated estimate, on the same deals. Games of sampled players: results/calibration_games.npz.
"""

from functools import cache

import numpy as np
import pandas as pd
from calibration_games import KEPT, load
from measure_calibration import SEEDS, predicted
from study_parts.studied_hands import PASS, judged, thought_of
from studying import Finding, Study, interval, mean_and_half, panels, rate_text, run, spread, stratified

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.report.chart_theme import LIGHT
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.contracts import contracts_of, estimate_contract
from fivehundred_sim.study.estimate import rate

RULES, SEED, CHUNK = load_rules("australian"), 610, 100_000
NAMES = "S", "C", "D", "H", "NT"
LEVELS = range(6, 11)
MODELS = "heuristic", "calibrated", "double-dummy"
GAPS = {  # the gap between two models: the first less the second
    "double-dummy less heuristic": ("double-dummy", "heuristic"),
    "calibrated less heuristic": ("calibrated", "heuristic"),
    "double-dummy less calibrated": ("double-dummy", "calibrated"),
}
LEAST = 2  # hands of a row


@cache
def house():
    return house_of(RULES)


@cache
def contracts():
    """The contracts by (level, strain), suits and no-trump."""
    return {(each.level, each.strain): each for each in contracts_of(RULES) if each.strain <= NO_TRUMP}


def thoughts(first, n):
    """Hands of random deals and the cell each would bid, level and strain; (0, 0) for a pass."""
    hands = house().deals(SEED, first, n)[:, :HAND_SIZE]
    call = thought_of(house(), hands).call
    cells = np.where((call == PASS)[:, None], 0, house().bidding.table[call, :2])
    return hands.astype(np.int8), cells.astype(np.int8)


def chosen(drawn, each):
    """The first `each` hands of every cell, and how many hands of each cell were drawn."""
    parts = spread(thoughts, drawn, CHUNK)
    hands, cells = (np.concatenate([part[k] for part in parts]) for k in range(2))
    found, shares = [], {}
    for level in LEVELS:
        for strain in range(NO_TRUMP + 1):
            mine = np.flatnonzero((cells[:, 0] == level) & (cells[:, 1] == strain))
            shares[level, strain] = len(mine) / drawn
            if len(mine) >= LEAST:
                found += [
                    (level, strain, int(number), hands[number].astype(np.int64)) for number in mine[:each]
                ]
    return found, shares


def best_of(points):
    """The level with most points, 0 for a pass; points: by level."""
    best = int(np.argmax(points))
    return LEVELS[best] if points[best] > 0 else 0


def outcomes_of(contract, found, half=slice(None)):
    """Make rate and points of a contract by best play, from the deals solved.

    What best play takes beyond heuristic players on the same deals is added to what these take on all deals.
    """
    h, d = found.pairs[contract.strain][half].T
    counts = found.counts[contract.strain]
    rates = []
    for values in (np.array(contract.made, float), np.array(contract.gain)):
        rates.append(counts @ values / counts.sum() + (values[d] - values[h]).mean())
    return rates


def row_of(question, played, solved):
    """One hand by all models: make rates of its contract, best level in its denomination, points by level."""
    level, strain, number, hand = question
    found = judged(house(), hand, SEED + 1, number * 20_000, 1 << strain, played, solved)
    row = {"level": level, "strain": strain, "number": number}
    points = {name: [] for name in (*MODELS, "even", "odd")}
    for each in LEVELS:
        contract = contracts()[each, strain]
        rows = [estimate_contract(contract, found.counts, ""), found.model.estimate(contract)]
        both = [(row.p_make, row.mean_points) for row in rows]
        both += [
            outcomes_of(contract, found, half) for half in (slice(None), slice(0, None, 2), slice(1, None, 2))
        ]
        for name, (chance, gain) in zip(points, both, strict=True):
            points[name].append(gain)
            if each == level and name in MODELS:
                row[name] = chance
    best = {name: best_of(values) for name, values in points.items()}
    row |= {f"best {name}": value for name, value in best.items()}
    worth = dict(zip(LEVELS, points["calibrated"], strict=True)) | {0: 0.0}
    for name in ("heuristic", "double-dummy"):
        row[f"lost by {name}"] = worth[best["calibrated"]] - worth[best[name]]
    return row


def cell_row(kind, denomination, level, frame):
    """The row of some hands: each model's make rate, the gaps, and how often the best level differs."""
    row = {"kind": kind, "denomination": denomination, "level": level, "hands": len(frame)}
    for model in MODELS:
        row[model], row[f"{model} error"] = mean_and_half(frame[model])
    for name, (more, less) in GAPS.items():
        row[name], row[f"{name} error"] = mean_and_half(frame[more] - frame[less])
    return row


def rows_of(frame):
    """The rows by denomination and level, and by level over all suits, of hands that would bid them."""
    rows = []
    for (level, strain), part in frame.groupby(["level", "strain"]):
        if len(part) >= LEAST:
            rows.append(cell_row("would bid it", NAMES[strain], level, part))
    for level, part in frame[frame.strain < NO_TRUMP].groupby("level"):
        if len(part) >= LEAST:
            rows.append(cell_row("would bid it", "suits", level, part))
    return rows


def answers_of(frame, shares):
    """What the choice of model means: how often the best level differs, and what that costs."""
    pairs = [
        ("heuristic", "calibrated"),
        ("double-dummy", "calibrated"),
        ("heuristic", "double-dummy"),
        ("even", "odd"),
    ]
    groups = {"all": frame, "suits": frame[frame.strain < NO_TRUMP], "NT": frame[frame.strain == NO_TRUMP]}
    rows = []
    for name, part in groups.items():
        if len(part) < LEAST:
            continue
        for one, other in pairs:
            differs = (part[f"best {one}"] != part[f"best {other}"]).astype(float)
            row = {
                "kind": "best level differs",
                "denomination": name,
                "between": f"{one}, {other}",
                "hands": len(part),
            }
            row["share"], row["share error"] = stratified(differs, [part.level, part.strain], shares)
            if f"lost by {one}" in part and other == "calibrated":
                row["points"], row["points error"] = stratified(
                    part[f"lost by {one}"], [part.level, part.strain], shares
                )
                higher = (part[f"best {one}"] > part[f"best {other}"]).astype(float)
                row["higher"], row["higher error"] = stratified(higher, [part.level, part.strain], shares)
            rows.append(row)
    return rows


def sampled_rows(games):
    """The models against sampled players, one game a hand, where the level is best in its denomination."""
    hands, strains, levels = games["hand"].astype(np.int64), games["strain"], games["level"]
    would = np.zeros(len(hands), bool)
    for strain in range(NO_TRUMP + 1):
        mine = strains == strain
        call = thought_of(house(), hands[mine], (strain,)).call
        would[mine] = house().bidding.table[call, 0] == levels[mine]
    would &= strains <= NO_TRUMP
    chances = np.full(len(hands), np.nan)
    for i in np.flatnonzero(would & np.isin(games["seed"], SEEDS)):  # the fit has not seen these
        chances[i] = predicted({key: games[key][i] for key in games})[1]
    frame = pd.DataFrame(
        {key: games[key][would] for key in ("strain", "level", "heuristic", "solved", "sampled")}
    )
    made = {key: (frame[key] >= frame.level).astype(float) for key in ("heuristic", "solved", "sampled")}
    frame = frame.assign(**made, calibrated=chances[would])
    groups = [
        ("suits", "all", frame[frame.strain < NO_TRUMP]),
        ("NT", "all", frame[frame.strain == NO_TRUMP]),
    ]
    for level in LEVELS:
        at = frame[frame.level == level]
        groups += [("suits", level, at[at.strain < NO_TRUMP]), ("NT", level, at[at.strain == NO_TRUMP])]
    rows = []
    for denomination, level, part in groups:
        if len(part) < 30:
            continue
        row = {"kind": "against sampled", "denomination": denomination, "level": level, "hands": len(part)}
        found = rate(int(part.sampled.sum()), len(part))
        row |= {"sampled": found.rate, "sampled low": found.low, "sampled high": found.high}
        for model, column in (
            ("heuristic", "heuristic"),
            ("calibrated", "calibrated"),
            ("double-dummy", "solved"),
        ):
            known = part[part[column].notna()]
            row[model], row[f"{model} games"] = known[column].mean(), len(known)
            gap = mean_and_half(known[column] - known.sampled, alike=rate(0, len(known)).high)
            row[f"{model} less sampled"], row[f"{model} less sampled error"] = gap
        rows.append(row)
    return rows


def points_text(row, name):
    """A gap in points of make rate."""
    return interval(100 * row[name], 100 * row[f"{name} error"], 1, "points")


def at(table, **wanted):
    """The row that has these values, None if there is none."""
    chosen = table
    for name, value in wanted.items():
        chosen = chosen[chosen[name] == value]
    return chosen.iloc[0] if len(chosen) else None


def within(row, name, bound):
    """A verdict on "less than `bound` points of make rate apart"."""
    value, half = 100 * abs(row[name]), 100 * row[f"{name} error"]
    return "confirmed" if value + half < bound else "refuted" if value - half > bound else "not shown"


def findings_of(table):
    found = []
    dummy = "double-dummy less heuristic"
    for denomination in ("suits", "NT"):
        for level in (7, 8, 9):
            row = at(table, kind="would bid it", denomination=denomination, level=level)
            if row is None:
                continue
            where = "a suit" if denomination == "suits" else "no-trump"
            claim = f"best play with all hands open says what players make: {level} in {where}"
            rates = (
                f"double-dummy {100 * row['double-dummy']:.0f} %, heuristic {100 * row['heuristic']:.0f} %"
            )
            apart = row[dummy] - row[f"{dummy} error"] > 0
            verdict = f"refuted: it says {100 * row[dummy]:.0f} points more" if apart else "not shown"
            found.append(
                Finding(claim, "double-dummy analysis", f"{rates}: {points_text(row, dummy)}", verdict)
            )
    for denomination in ("suits", "NT"):
        row = at(table, kind="against sampled", denomination=denomination, level="all")
        if row is None:
            continue
        for model in ("heuristic", "calibrated", "double-dummy"):
            name = f"{model} less sampled"
            claim = f"{model} chances are within 3 points of sampled players' ({denomination})"
            figure = f"{points_text(row, name)}, {row[f'{model} games']:,.0f} games"
            found.append(Finding(claim, "docs/players.md", figure, within(row, name, 3)))
    for one in ("heuristic, calibrated", "double-dummy, calibrated"):
        row = at(table, kind="best level differs", denomination="all", between=one)
        differ = interval(100 * row.share, 100 * row["share error"], 0, "%").lstrip("+")
        cost = interval(row.points, row["points error"], 1, "points").lstrip("+")
        figure = f"{differ} of hands that would bid differ, at a cost of {cost} a hand"
        less = 100 * (row.share + row["share error"]) < 5
        verdict = "confirmed" if less else "refuted, but it costs little" if row.points < 5 else "refuted"
        found.append(
            Finding(
                f"the best level is the same whichever model one asks ({one})", "asked here", figure, verdict
            )
        )
    return found


def shown_of(table):
    rows = []
    for row in table[table.kind == "would bid it"].to_dict("records"):
        cells = {"denomination": row["denomination"], "level": row["level"], "hands": row["hands"]}
        cells |= {model: f"{100 * row[model]:.0f} ± {100 * row[f'{model} error']:.0f} %" for model in MODELS}
        cells |= {name: points_text(row, name) for name in GAPS}
        rows.append(cells)
    return pd.DataFrame(rows)


def extra_tables(table):
    """Two more tables of the page, as Markdown."""
    from fivehundred_sim.report.records import markdown_table

    lines = []
    for row in table[table.kind == "against sampled"].to_dict("records"):
        gaps = [points_text(row, f"{model} less sampled") for model in MODELS]
        rates = rate_text(row["sampled"], row["sampled low"], row["sampled high"], 0)
        lines.append((row["denomination"], row["level"], row["hands"], rates, *gaps))
    first = markdown_table(
        ["denomination", "level", "games", "sampled", *(f"{m} less sampled" for m in MODELS)], lines
    )
    lines = []
    for row in table[table.kind == "best level differs"].to_dict("records"):
        share = interval(100 * row["share"], 100 * row["share error"], 1, "%")
        known = not np.isnan(row["points"])
        more = interval(100 * row["higher"], 100 * row["higher error"], 1, "%") if known else ""
        cost = interval(row["points"], row["points error"], 1) if known else ""
        lines.append((row["denomination"], row["between"], row["hands"], share, more, cost))
    head = [
        "denomination",
        "models",
        "hands",
        "best level differs",
        "the first bids higher",
        "points it costs a hand",
    ]
    return first, markdown_table(head, lines)


def chart_of(table):
    foot = "Hands whose best contract this is, judged on the same deals; 95 % intervals by hands."
    with panels("Make rate of the bid by player model", foot, 2) as (figure, axes):
        for axis, denomination, title in zip(axes, ("suits", "NT"), ("suits", "no-trump"), strict=True):
            rows = table[(table.kind == "would bid it") & (table.denomination == denomination)]
            for shift, model in zip((-0.12, 0, 0.12), MODELS, strict=True):
                look = LIGHT.look(model)
                style = {"color": look.color, "marker": look.marker, "linestyle": look.line, "capsize": 3}
                fill = look.color if look.filled else LIGHT.paper
                places = rows.level.astype(float) + shift
                error = 100 * rows[f"{model} error"]
                axis.errorbar(
                    places, 100 * rows[model], yerr=error, label=model, markerfacecolor=fill, **style
                )
            axis.set_title(title, size=10)
            axis.set_xticks(list(LEVELS))
            axis.set_xlabel("level bid")
        axes[0].set_ylabel("made, %")
        axes[0].legend(frameon=False, fontsize=9)
    return figure


METHOD = """
**Against sampled players** (each card the best of sixteen solved deals that fit what the player knows):
games kept in results/calibration_games.npz, those where the level is the evaluation's best in that
denomination; heuristic play and best play of the very same deal, and the calibrated chance of the hand,
that on the games that its fit has not seen (nearly half). Pairs of one game each, so their intervals are
wide.

{sampled}

**What it means for the answer**: the level (or pass) with the most expected points in the denomination, by
each model, for hands that would bid, as often as they come; what following the first model costs, in the
calibrated one's points. "even, odd" are the even and the odd of the solved deals, fifty each: so much
differs by chance alone, and the cost holds some of it too. But chance would send best play to a lower level
as often as to a higher one, and where it differs from the calibrated estimate it nearly always goes higher.

{answers}

**How.** Australian rules, {drawn:,} random hands of stream {seed}; of each level and denomination the first
{each} whose best contract by the table's evaluation it is, nobody else bidding (hands that pass are left
out). A hand is judged on {played:,} deals played by the heuristic players and the first {solved} of them
solved; the calibrated estimate rests on both, as in `fivehundred advise`. Intervals take hands as
independent units, gaps are paired hand by hand, best play is what it takes beyond the heuristic players on
the solved deals, added to what they take on all. "suits" has as many hands of each suit. Level 10 is worth
its points only where it is nearly certain, so its rows are few hands of a kind.
"""


def step(number, wanted):
    """Which of so many rows to take: every one, or every so many-th for about as many as wanted."""
    return 1 if wanted is None else max(number // wanted, 1)


def study(small):
    drawn, each, played, solved, games = (
        (60_000, 3, 300, 20, 1_500) if small else (3_000_000, 60, 10_000, 100, None)
    )
    questions, shares = chosen(drawn, each)
    frame = pd.DataFrame(spread(lambda i, n: row_of(questions[i], played, solved), len(questions), 1))
    every = load(KEPT)
    kept = {key: values[:: step(len(values), games)] for key, values in every.items()}
    table = pd.DataFrame(rows_of(frame) + answers_of(frame, shares) + sampled_rows(kept))
    sampled, answers = extra_tables(table)
    numbers = {"drawn": drawn, "each": each, "played": played, "solved": solved}
    return Study(
        title="How far apart the player models are",
        question="How far apart are the player models by level and denomination; does the answer hang on it?",
        findings=findings_of(table),
        method=METHOD.format(sampled=sampled, answers=answers, seed=SEED, **numbers),
        table=table.round(4),
        shown=shown_of(table),
        chart=chart_of(table),
        made_from={"rules": RULES.name, "seed": SEED, **numbers, "games": "results/calibration_games.npz"},
    )


if __name__ == "__main__":
    run(__file__, study)
