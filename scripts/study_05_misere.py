"""Misère and open misère by gaps, high cards and joker, by player model, and three published rules for it.

    python scripts/study_05_misere.py [--small] [--to FOLDER]

A gap (M07) is a card that is not held, lower than the highest held of its suit; a hand counts by the suit
with most. High cards (M09) are those above the nine, the joker two. All of ten cards, before the kitty.
Hands of a class are drawn uniformly, however rare the class; all models judge the same deals of them.
"""

from functools import cache

import numpy as np
import pandas as pd
from study_parts.misere_hands import GAPS, HIGH, RULE, RULES, RULES_OF_THUMB, SEED, classes, counted, house
from study_parts.studied_hands import judged, thought_of
from studying import Finding, Study, interval, mean_and_half, panels, rate_text, run, spread

from fivehundred_sim.cards import HAND_SIZE, MISERE, OPEN_MISERE, parse_hand
from fivehundred_sim.kernels.sampled.chunks import sampled_games
from fivehundred_sim.report.chart_theme import LIGHT
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.contracts import contracts_of
from fivehundred_sim.study.estimate import rate
from fivehundred_sim.study.sampled import WORLDS

QUICK = "heuristic", "calibrated", "double-dummy"
MODELS = (*QUICK, "sampled")
STRAINS = {"misère": MISERE, "open misère": OPEN_MISERE}
M02 = "JK 6S AC 7C 6C 6D 5D 6H 5H 4H"
GAPS_OF_MODELS = {  # the first less the second
    "calibrated less heuristic": ("calibrated", "heuristic"),
    "double-dummy less heuristic": ("double-dummy", "heuristic"),
}


@cache
def contract(strain):
    return next(each for each in contracts_of(RULES) if each.strain == strain)


def hand_row(hand, number, played, solved, games):
    """One hand: the make rate of both misères by the quick models, and one game by sampled players if asked.

    Best play is what it makes beyond heuristic players on the deals solved, added to what these make on all.
    """
    first = number * 20_000
    found = judged(house(), hand, SEED, first, 1 << MISERE | 1 << OPEN_MISERE, played, solved)
    row = {}
    for name, strain in STRAINS.items():
        made = found.pairs[strain] == 0
        row[name, "heuristic"] = found.counts[strain, 0] / played
        row[name, "calibrated"] = found.model.estimate(contract(strain)).p_make
        row[name, "double-dummy"] = row[name, "heuristic"] + made[:, 1].mean() - made[:, 0].mean()
        if games:
            lanes, unseen = house().task.lanes, np.setdiff1d(np.arange(house().cards), hand)
            points = np.array([contract(strain).value] + [-contract(strain).value] * HAND_SIZE, np.int64)
            deal = (lanes.bit, lanes.play, hand, unseen, SEED, first, 1)
            row[name, "sampled"] = float(sampled_games(*deal, strain, points, 0, WORLDS)[0] == 0)
            row[name, "heuristic game"], row[name, "double-dummy game"] = made[0].astype(float)
    return row


def rows_of(kind, name, joker, frame, deals):
    """The rows of a class: each misère's make rate by model, with the gaps between the models.

    deals: how many a hand were solved; where all came out alike they say how wide the interval is.
    """
    rows = []
    for misere in STRAINS:
        row = {"kind": kind, "name": name, "contract": misere, "hands": len(frame)}
        row["joker"] = None if kind == RULE else joker
        part, alike = frame[misere], rate(0, len(frame) * deals).high
        for model in QUICK:
            row[model], row[f"{model} error"] = mean_and_half(part[model], alike)
        for gap, (more, less) in GAPS_OF_MODELS.items():
            row[gap], row[f"{gap} error"] = mean_and_half(part[more] - part[less], alike)
        row["over half"] = (part.calibrated > 0.5).mean()
        if "sampled" in part and part.sampled.notna().sum() > 1:
            row |= beside_sampled(part[part.sampled.notna()])
        rows.append(row)
    return rows


def beside_sampled(part):
    """What sampled players made, one game a hand, and the gaps to it: on the same deals, or of the hand."""
    found = rate(int(part.sampled.sum()), len(part))
    row = {"games": len(part), "sampled": found.rate, "sampled low": found.low, "sampled high": found.high}
    columns = {"heuristic": "heuristic game", "calibrated": "calibrated", "double-dummy": "double-dummy game"}
    for model, column in columns.items():
        gap = mean_and_half(part[column] - part.sampled, alike=rate(0, len(part)).high)
        row[f"{model} less sampled"], row[f"{model} less sampled error"] = gap
    return row


def open_or_closed(frame, name):
    """By how many points open misère beats the closed one on the same hands, calibrated."""
    chances = {name: frame[name, "calibrated"] for name in STRAINS}
    worth = {name: contract(strain).value * (2 * chances[name] - 1) for name, strain in STRAINS.items()}
    apart = worth["open misère"] - worth["misère"]
    mean, half = mean_and_half(apart)
    return {
        "kind": "open less closed",
        "name": name,
        "joker": False,
        "hands": len(frame),
        "points": mean,
        "points error": half,
    }


def measured(each, ruled, played, solved, sampled):
    """All rows. Sampled players play the first `sampled` hands of each class by gaps without joker, once."""
    asked = []
    for key, hands in classes(each, ruled):
        number = sampled if key[0] == GAPS and not key[2] else 0
        asked += [(key, hand, place < number) for place, hand in enumerate(hands)]
    work = lambda i, n: hand_row(asked[i][1], i, played, solved, int(asked[i][2]))  # noqa: E731
    found = pd.DataFrame(spread(work, len(asked), 1))
    found.columns = pd.MultiIndex.from_tuples(found.columns)
    keys = pd.Series([key for key, *_ in asked])
    rows = []
    for key in dict.fromkeys(keys):
        mine = found[keys == key]
        rows += rows_of(*key, mine, solved)
    whole = found[[key[0] == GAPS and not key[2] for key in keys]]
    rows += rows_of(GAPS, "all", False, whole[whole["misère", "sampled"].notna()], solved)
    for gaps in (0, 1, 2):
        mine = found[keys == (GAPS, gaps, False)]
        rows.append(open_or_closed(mine, gaps))
    return pd.DataFrame(rows)


def indices_of(text):
    """Pack indices of a hand as text."""
    return np.array([pack(RULES).index(card) for card in parse_hand(text)], np.int64)


def one_hand(played, solved):
    """The rows of the hand M02, with the intervals of its deals."""
    hand, rows = np.sort(indices_of(M02)), []
    found = judged(house(), hand, SEED + 2, 0, 1 << MISERE | 1 << OPEN_MISERE, played, solved)
    for name, strain in STRAINS.items():
        made = int((found.pairs[strain][:, 1] == 0).sum())
        calibrated = found.model.estimate(contract(strain))
        rates = {
            "heuristic": rate(int(found.counts[strain, 0]), played),
            "calibrated": (calibrated.p_make, calibrated.p_make_low, calibrated.p_make_high),
            "double-dummy": rate(made, solved),
        }
        row = {"kind": "hand", "name": M02, "joker": True, "contract": name, "hands": 1}
        for model, (middle, low, high) in rates.items():
            row |= {model: middle, f"{model} error": (high - low) / 2}
        rows.append(row)
    return rows


def acceptance(drawn):
    """Of random hands: the share each rule bids, and how many of those worth bidding it finds."""
    hands = house().deals(SEED + 1, 0, drawn)[:, :HAND_SIZE]
    gaps, lengths, high, joker = counted(hands)
    rows = []
    for (name, misere), bids in RULES_OF_THUMB.items():
        worth = thought_of(house(), hands, (STRAINS[misere],)).points > 0
        told = np.array([bids(*each) for each in zip(gaps, lengths, high, joker, strict=True)])
        bid, hit = rate(int(told.sum()), drawn), rate(int((told & worth).sum()), max(int(worth.sum()), 1))
        row = {
            "kind": "bids",
            "name": name,
            "contract": misere,
            "hands": drawn,
            "worth bidding": worth.mean(),
        }
        row |= {"share": bid.rate, "share low": bid.low, "share high": bid.high}
        rows.append(row | {"found": hit.rate, "found low": hit.low, "found high": hit.high})
    return rows


def at(table, **wanted):
    chosen = table
    for name, value in wanted.items():
        chosen = chosen[chosen[name] == value]
    return chosen.iloc[0]


def percent(row, model):
    return f"{100 * row[model]:.1f} ± {100 * row[f'{model} error']:.1f} %"


def findings_of(table):
    found = []
    for name, misere in RULES_OF_THUMB:
        row, bids = (
            at(table, kind=RULE, name=name, contract=misere),
            at(table, kind="bids", name=name, contract=misere),
        )
        figure = ", ".join(f"{model} {percent(row, model)}" for model in QUICK)
        figure += f"; it bids {rate_text(bids.share, bids['share low'], bids['share high'], 3)} of hands and"
        figure += f" {rate_text(bids.found, bids['found low'], bids['found high'], 0)} of those worth it"
        good = row.calibrated - row["calibrated error"] > 0.5
        bad = row.calibrated + row["calibrated error"] < 0.5
        timid = bids["found high"] < 0.5
        verdict = "refuted: it loses points" if bad else "not shown: about even"
        if good:
            verdict = (
                "safe, but it passes most hands that are worth it"
                if timid
                else "confirmed: it pays on average"
            )
        source = {"M07": "a public site's bot", "M08": "an open engine", "M09": "a public program"}[name[:3]]
        found.append(Finding(f"{misere}: bid with {name[5:]} ({name[:3]})", source, figure, verdict))
    found += [joker_finding(table), m02_finding(table)]
    row = at(table, kind="open less closed", name=1)
    verdict = (
        "confirmed"
        if row.points > row["points error"]
        else "refuted"
        if row.points < -row["points error"]
        else "not shown"
    )
    figure = interval(row.points, row["points error"], 0, "points a hand") + ", calibrated"
    found.append(
        Finding(
            "with one gap in the worst suit open misère beats the closed one", "claim 12", figure, verdict
        )
    )
    for misere in STRAINS:
        row = at(table, kind=GAPS, name="all", contract=misere)
        for model in QUICK:
            name = f"{model} less sampled"
            figure = (
                interval(100 * row[name], 100 * row[f"{name} error"], 1, "points")
                + f" of make rate, {row.games:.0f} games"
            )
            off, half = abs(row[name]), row[f"{name} error"]
            verdict = "confirmed" if off + half < 0.05 else "refuted" if off - half > 0.05 else "not shown"
            found.append(
                Finding(
                    f"{model} chances are within 5 points of sampled play: {misere}",
                    "docs/players.md",
                    figure,
                    verdict,
                )
            )
    return found


def joker_finding(table):
    """What the joker costs on hands of few gaps: the same classes with it and without."""
    pairs = [
        at(table, kind=GAPS, name=gaps, joker=joker, contract="misère")
        for gaps in (2, 3)
        for joker in (False, True)
    ]
    off = (pairs[1].calibrated - pairs[0].calibrated + pairs[3].calibrated - pairs[2].calibrated) / 2
    half = np.sqrt(sum(each["calibrated error"] ** 2 for each in pairs)) / 2
    made = (pairs[1].calibrated + pairs[3].calibrated) / 2
    error = np.hypot(pairs[1]["calibrated error"], pairs[3]["calibrated error"]) / 2
    figure = f"at two and three gaps {100 * made:.0f} ± {100 * error:.0f} % are made with it, calibrated: "
    figure += f"{interval(100 * off, 100 * half, 0, 'points')} against none"
    verdict = "confirmed" if made + error < 0.5 else "not shown"
    if made - error > 0.5:
        verdict = "refuted: it is thrown, or named low, and the hand still pays"
    return Finding("never misère with the joker (M06)", "a public site's bot", figure, verdict)


def m02_finding(table):
    rows = [at(table, kind="hand", contract=name) for name in STRAINS]
    parts = [
        f"{row.contract}: " + ", ".join(f"{model} {percent(row, model)}" for model in QUICK) for row in rows
    ]
    over = [rows[0][model] > 0.5 for model in QUICK]
    verdict = "depends on the players" if any(over) else "refuted: it fails more often than not"
    if all(over):
        verdict = "confirmed"
    claim = f"misère with {M02}, to throw joker and ace (M02)"
    return Finding(claim, "an open engine's test", "; ".join(parts), verdict)


def shown_of(table):
    rows = []
    for row in table[table.kind.isin([GAPS, HIGH])].to_dict("records"):
        cells = {"hands with": f"{row['kind']}: {row['name']}", "joker": "yes" if row["joker"] else "no"}
        cells |= {"contract": row["contract"], "hands": row["hands"]}
        cells |= {model: percent(row, model) for model in QUICK}
        for name in GAPS_OF_MODELS:
            cells[name] = interval(100 * row[name], 100 * row[f"{name} error"], 1)
        known = row["games"] > 0
        cells["sampled"] = (
            rate_text(row["sampled"], row["sampled low"], row["sampled high"], 0) if known else ""
        )
        cells["games"] = f"{row['games']:.0f}" if known else ""
        name = "heuristic less sampled"
        cells[name] = interval(100 * row[name], 100 * row[f"{name} error"], 0, "points") if known else ""
        rows.append(cells)
    return pd.DataFrame(rows)


def chart_of(table):
    foot = (
        "Uniform hands of each class, ten cards before the kitty, without the joker "
        "(dotted: with it, calibrated). 95 % intervals by hands."
    )
    with panels("Misère made, by the gaps of the worst suit and by high cards", foot, 4, 4.6) as (
        figure,
        axes,
    ):
        kinds = [(kind, name) for kind in (GAPS, HIGH) for name in STRAINS]
        for axis, (kind, misere) in zip(axes, kinds, strict=True):
            rows = table[(table.kind == kind) & (table.contract == misere) & (table.name != "all")]
            for model in MODELS:
                look, own = LIGHT.look(model), rows[(rows.joker == False) & rows[model].notna()]  # noqa: E712
                if own.empty:
                    continue
                if model == "sampled":
                    low, high = own["sampled low"], own["sampled high"]
                else:
                    low, high = own[model] - own[f"{model} error"], own[model] + own[f"{model} error"]
                style = {
                    "color": look.color,
                    "marker": look.marker,
                    "linestyle": look.line if model != "sampled" else "none",
                }
                error = 100 * np.clip(np.stack([own[model] - low, high - own[model]]), 0, None)
                fill = look.color if look.filled else LIGHT.paper
                axis.errorbar(
                    own.name.astype(int),
                    100 * own[model],
                    yerr=error,
                    label=model,
                    capsize=2,
                    markersize=5,
                    markerfacecolor=fill,
                    **style,
                )
            own = rows[rows.joker == True]  # noqa: E712
            axis.plot(
                own.name.astype(int), 100 * own.calibrated, ":", color=LIGHT.ink, label="with the joker"
            )
            axis.axhline(50, color=LIGHT.mark, linewidth=1)
            axis.set_title(misere, size=10)
            axis.set_xlabel(kind)
        axes[0].set_ylabel("made, %")
        axes[0].set_ylim(0, 103)
        axes[0].legend(frameon=False, fontsize=8)
    return figure


METHOD = """
**How.** Australian rules: misère 250, open misère 500, defenders score nothing, so a bid pays where it is
made more than half the time. {each} hands a class, {ruled} a rule, drawn uniformly among all hands of the
class (stream {seed}); each is judged on {played:,} deals by the heuristic players, the first {solved} of
them solved, and by the calibrated estimate that rests on both; double-dummy is what best play with all
hands open makes beyond the heuristic players on the deals solved, added to what these make on all. Sampled
players (each card judged on {worlds} deals that fit what its player knows) play one game of the first
{sampled} hands of each class by gaps without the joker; gaps to them are paired on that very deal, with the
calibrated chance of the hand. Intervals take hands (games for sampled players, Wilson's) as independent
units.

**The rules** are judged on hands that each of them bids, and on {drawn:,} random hands: what share it bids,
and what share it finds of the hands worth bidding (expected points above zero by the evaluation of the ten
cards). M07 is quoted with an error: the bottom card itself is not credited, so that its open misère is even
rarer than here. A gap is worse in a long hand than in a short one, and two gaps in each suit are worse than
three in one: no rule that looks at the worst suit alone, or at high cards alone, can tell these apart,
which is why hands of one class differ so much.
"""


def study(small):
    each, ruled, played, solved, sampled, drawn = (
        (3, 3, 200, 10, 2, 4_000) if small else (70, 160, 2_000, 100, 60, 400_000)
    )
    rows = [*one_hand(10 * played, 10 * solved), *acceptance(drawn)]
    table = pd.concat([measured(each, ruled, played, solved, sampled), pd.DataFrame(rows)], ignore_index=True)
    numbers = {
        "each": each,
        "ruled": ruled,
        "played": played,
        "solved": solved,
        "sampled": sampled,
        "drawn": drawn,
    }
    return Study(
        title="Misère by gaps, high cards and joker",
        question="How often is a misère made, by gaps and high cards, and do the published rules for it pay?",
        findings=findings_of(table),
        method=METHOD.format(worlds=WORLDS, seed=SEED, **numbers),
        table=table.round(6),
        shown=shown_of(table),
        chart=chart_of(table),
        made_from={"rules": RULES.name, "seed": SEED, "worlds": WORLDS, **numbers},
    )


if __name__ == "__main__":
    run(__file__, study)
