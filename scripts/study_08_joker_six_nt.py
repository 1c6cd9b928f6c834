"""What it gains or costs to show the joker by six no-trump, and the lowest ace by a six bid.

    python scripts/study_08_joker_six_nt.py [--small] [--to FOLDER]

The same deals are bid by a side with the convention and without, everything else natural; partner understands
it. The joker's 6NT is tried with gates of 0 to 3 more top tricks, against opponents who conclude nothing from
it, who conclude what it says, and who never bid a misère. Contracts are played by the quick calibrated model.
"""

import numpy as np
import pandas as pd
from study_parts.studied_signals import ANY_CARD, NO_GATE, a_hand, bid_out, in_blocks, per_case, shown, tables
from studying import Finding, Study, interval, panels, run

from fivehundred_sim.report.chart_theme import LIGHT, SMALL_SIZE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.signals import fit_signals
from fivehundred_sim.study.bidding.styles import load_style

SEED = 608
DEALS, SMALL = 120_000, 2_000
LEAST = 30  # cases of a row
NATURAL, NO_MISERE, ACES = "natural", "no-misere", "aces-up-the-line"
SHIPPED_GATE = 3  # top tricks that the package's `joker-six-nt` asks, the joker one of them
GATES = (1, 2, 3, 4)
DEAF, HEAR, CLUB = "natural", "natural, who conclude from it", "no-misere"
EVERY = "all"
ANEW, ANEW_SEED = "natural, learnt anew", 501  # the control: what calls mean, fitted to other deals
MOST_TOPS = 5  # top tricks with a row of their own; with the joker and two suits of five there may be more


def joker_style(gate):
    """The style that shows the joker by 6NT from so many top tricks."""
    style = load_style("joker-six-nt")
    return style if gate == style.joker_gate else style.model_copy(update={"joker_gate": gate})


def arms_of(small):
    """The conventions tried, as (name, gate, style, opponents)."""
    gates = (SHIPPED_GATE,) if small else GATES
    found = [
        (f"joker by 6NT, {gate - 1} more", gate, joker_style(gate), opponents)
        for gate in gates
        for opponents in (DEAF, HEAR, CLUB)
    ]
    return found + [(ACES, ANY_CARD, load_style(ACES), opponents) for opponents in (DEAF, CLUB)]


def measured(deals, small):
    """All rows, and the `Shown` of every arm."""
    house, arms = house_of(load_rules("australian")), arms_of(small)
    natural, shy = load_style(NATURAL), load_style(NO_MISERE)
    again = natural.model_copy(update={"name": ANEW})
    heard = None if small else fit_signals(house, natural, seed=ANEW_SEED)
    base = {DEAF: tables(house, natural, natural), CLUB: tables(house, natural, shy)}
    seats = [
        tables(house, style, shy if opponents == CLUB else natural, style if opponents == HEAR else None)
        for _, _, style, opponents in arms
    ]
    if not small:
        arms += [(ANEW, NO_GATE, again, opponents) for opponents in (DEAF, CLUB)]
        seats += [tables(house, again, each, heard=heard) for each in (natural, shy)]

    def block(first, n):
        dealt, dealers = house.deals(SEED, first, n), np.arange(first, first + n) % house.players
        without = {name: bid_out(house, bidders, dealt, dealers) for name, bidders in base.items()}
        without[HEAR] = without[DEAF]
        return [
            shown(house, dealt, bid_out(house, bidders, dealt, dealers), without[opponents], gate)
            for (_, gate, _, opponents), bidders in zip(arms, seats, strict=True)
        ]

    found = in_blocks(block, deals)
    by_arm = {(name, opponents): each for (name, _, _, opponents), each in zip(arms, found, strict=True)}
    rows = []
    for (name, gate, _, opponents), each in zip(arms, found, strict=True):
        deaf = by_arm[name, DEAF] if opponents == HEAR else None
        rows += rows_of(name, opponents, each, deaf, by_tops=gate == GATES[0] and not small)
    return pd.DataFrame(rows)


def rows_of(name, opponents, found, deaf, by_tops):
    """The rows of an arm: of all its cases, and by the top tricks of the hand that shows.

    deaf: the same arm against opponents who conclude nothing, to which it is compared.
    """
    groups = {EVERY: found.applied}
    if by_tops:
        groups |= {str(tops): found.applied & (found.tops == tops) for tops in range(1, MOST_TOPS)}
        groups[f"{MOST_TOPS} or more"] = found.applied & (found.tops >= MOST_TOPS)
    rows = []
    for tops, cases in groups.items():
        if cases.sum() < LEAST and tops != EVERY:
            continue
        row = {"convention": name, "opponents": opponents, "top_tricks": tops, "deals": found.gains.shape[1]}
        if tops == EVERY:
            row["a_hand"], row["a_hand_error"] = a_hand(found.gains)
            row["elsewhere"], row["elsewhere_error"] = a_hand(found.gains * ~found.applied)
        row["cases"] = int(cases.sum())
        row["share"], row["share_error"] = per_case(cases, np.ones(cases.shape, bool))
        if cases.sum() < LEAST:
            rows.append(row)
            continue
        row["a_case"], row["a_case_error"] = per_case(found.gains, cases)
        row["left_in"], row["left_in_error"] = per_case(found.left, cases)
        row["failed"], row["failed_error"] = per_case(found.left * (1 - found.made), cases)
        left = cases & found.left
        if left.sum() >= LEAST:
            row["left_in_made"], row["left_in_made_error"] = per_case(found.made, left)
            row["left_in_gain"], row["left_in_gain_error"] = per_case(found.gains, left)
        if deaf is not None:
            row["heard"], row["heard_error"] = a_hand(found.gains - deaf.gains)
            row["heard_a_case"], row["heard_a_case_error"] = per_case(found.gains - deaf.gains, cases)
        rows.append(row)
    return rows


# --- what it says -------------------------------------------------------------------------------------------


def row_of(table, convention, opponents, tops=EVERY):
    """A row, None where there were too few cases."""
    mine = table[(table.convention == convention) & (table.opponents == opponents)]
    mine = mine[mine.top_tricks == tops]
    return None if mine.empty else mine.iloc[0]


def text(row, name, unit="", scale=1, digits=1):
    """A figure of a row with its interval."""
    if row is None or pd.isna(row.get(name, np.nan)):
        return "too few cases"
    return interval(scale * row[name], scale * row[f"{name}_error"], digits, unit)


def share(row, name):
    """A share of a row with its interval, without a sign."""
    found = text(row, name, "%", 100)
    return found.removeprefix("+")


def sign(row, name):
    """1 where a figure is surely above zero, -1 where it is below, else 0."""
    if row is None or pd.isna(row.get(name, np.nan)) or abs(row[name]) <= row[f"{name}_error"]:
        return 0
    return 1 if row[name] > 0 else -1


def verdict(rows, name):
    """What rows by opponents say of a claim that something gains."""
    signs = {opponents: sign(row, name) for opponents, row in rows.items()}
    words = {1: "confirmed", -1: "refuted", 0: "not shown"}
    if len(set(signs.values())) == 1:
        return words[next(iter(signs.values()))]
    each = "; ".join(f"{words[found]} against {opponents}" for opponents, found in signs.items())
    return f"depends: {each}"


def findings(table):
    """The claims and what became of them."""
    shipped = f"joker by 6NT, {SHIPPED_GATE - 1} more"
    main = {opponents: row_of(table, shipped, opponents) for opponents in (DEAF, HEAR, CLUB)}
    aces = {opponents: row_of(table, ACES, opponents) for opponents in (DEAF, CLUB)}
    return [
        Finding(
            "showing the joker by 6NT pays (two more top tricks)",
            "everyday Australian bidding (C1)",
            "; ".join(
                f"against {opponents}: {text(row, 'a_hand')} points a hand, {text(row, 'a_case')} where it"
                " changes the first call"
                for opponents, row in main.items()
            ),
            verdict(main, "a_hand"),
        ),
        gates_finding(table),
        Finding(
            "6NT is left in and costs 120",
            "its critics",
            f"left in on {share(main[DEAF], 'left_in')} of the cases, and fails on"
            f" {share(main[DEAF], 'failed')} of all; where it is left in the difference from natural bidding"
            f" on the same deals is {text(main[DEAF], 'left_in_gain')} points",
            left_words(main[DEAF]),
        ),
        Finding(
            "it helps the opponents",
            "its critics (claim 14)",
            f"who conclude from it gain {text(turned(main[HEAR], 'heard'), 'heard')} points a hand by that,"
            f" {text(turned(main[HEAR], 'heard_a_case'), 'heard_a_case')} a case",
            {-1: "confirmed", 0: "not shown", 1: "refuted"}[sign(main[HEAR], "heard")]
            + ", as far as simulated opponents listen",
        ),
        Finding(
            "aces up the line beat natural bidding",
            "a strategy site (C3, claim 15)",
            "; ".join(
                f"against {opponents}: {text(row, 'a_hand')} points a hand, {text(row, 'a_case')} a case"
                for opponents, row in aces.items()
            ),
            verdict(aces, "a_hand") + "; the published system's later rounds are unknown to us",
        ),
    ]


def turned(row, name):
    """A row with one figure as the opponents see it."""
    if row is None:
        return None
    found = row.copy()
    found[name] = -row[name]
    return found


def gates_finding(table):
    """How strong a hand must be to show the joker."""
    lowest = f"joker by 6NT, {GATES[0] - 1} more"
    tops = [*map(str, range(1, MOST_TOPS)), f"{MOST_TOPS} or more"]
    rows = {each: row_of(table, lowest, DEAF, each) for each in tops}
    gates = {gate: row_of(table, f"joker by 6NT, {gate - 1} more", DEAF) for gate in GATES}
    figures = ", ".join(
        f"{gate - 1} more: {text(row, 'a_hand')}" for gate, row in gates.items() if row is not None
    )
    cases = ", ".join(f"{each}: {text(row, 'a_case')}" for each, row in rows.items() if row is not None)
    return Finding(
        "a hand needs two more top tricks to show the joker (three, the joker one of them)",
        "a public program's gate (C1, claim 14)",
        f"against natural, points a hand by gate: {figures}"
        + (f"; a case by top tricks, the joker always shown: {cases}" if cases else ""),
        gate_words(rows),
    )


def gate_words(rows):
    """Whether hands gain by showing from the gate on; rows by top tricks, low to high."""
    gain, lose = ([tops for tops, row in rows.items() if sign(row, "a_case") == each] for each in (1, -1))
    if not gain:
        return "not shown"
    words = f"it gains with {', '.join(gain)} top tricks" + (
        f", loses with {', '.join(lose)}" if lose else ""
    )
    return ("confirmed: " if gain[0] == str(SHIPPED_GATE) else "refuted: ") + words


def left_words(row):
    """Whether a 6NT that is left in is a cost."""
    found = sign(row, "left_in_gain")
    if found < 0 and row.left_in_made > 0.5:
        return "depends: it costs, but not by failing: natural bidding finds better contracts there"
    return {-1: "confirmed", 0: "not shown", 1: "refuted: to be left there costs nothing on average"}[found]


METHOD = """
**Method.** {deals:,} deals (seed {seed}, Australian rules), each at two tables, the convention with side 0
and with side 1; on the same deals the side bids `natural` instead, so gains are paired. 95 % intervals are
from deals. A *case* is a deal and side whose auction first differs by a first call that shows a card; *a
hand* is the mean over all deals. Bidding is for points, at no score, and each contract is worth what the
quick calibrated model (sampled players' tricks given heuristic playouts) makes of it. What each style's
calls mean to partner is fitted to auctions of that style among itself, for each gate anew; so *elsewhere*,
where nothing is shown, auctions differ too: who shows no joker has none, and two fits differ by chance. How
much by chance says *{anew}*: natural bidding whose partners learnt from other deals.

- Opponents *natural* know that the 6NT shows a joker, so they do not take it for no-trump, but conclude
  nothing from it: among themselves nobody shows one.
- *natural, who conclude from it*: the same, with the weight that the convention's own players give to a joker
  in an opponent's hand. Without one shown they bid as the others do.
- *no-misere*: opponents who never bid a misère, as at most tables.
- *top tricks*: joker, and in each suit the cards from the ace down without a gap.

**Where our players may be the reason.** Simulated partners draw a sum of tricks from the joker, not a plan
for the hand, and opponents likewise; who overhears may lead and defend better, which playouts do not model. A
gain of a point or less a hand is smaller than what people's habits change.
"""


def page_table(table):
    """What the page shows."""
    rows = [row for _, row in table.iterrows()]
    return pd.DataFrame(
        {
            "convention": [row.convention for row in rows],
            "opponents": [row.opponents for row in rows],
            "top tricks": [row.top_tricks for row in rows],
            "points a hand": [text(row, "a_hand") if row.top_tricks == EVERY else "" for row in rows],
            "elsewhere": [text(row, "elsewhere") if row.top_tricks == EVERY else "" for row in rows],
            "cases": [f"{row.cases:,} ({100 * row.share:.1f} %)" for row in rows],
            "points a case": [text(row, "a_case") for row in rows],
            "left in": [share(row, "left_in") for row in rows],
            "made there": [share(row, "left_in_made") for row in rows],
        }
    )


TITLE = "Showing the joker by 6NT, or aces up the line: more than natural bidding"
FOOT = "Bars: 95 % intervals, from deals. Colours: the opponents. Contracts by the quick calibrated model."
LOOKS = {DEAF: ("#202020", "D", 0.18), HEAR: ("#D55E00", "s", 0.0), CLUB: ("#007A5A", "o", -0.18)}


def chart(table):
    """Points a hand by convention and opponents, and points a case by top tricks."""
    with panels(TITLE, FOOT, number=2, share_y=False) as (figure, (hands, cases)):
        names = list(dict.fromkeys(table.convention))[::-1]
        for opponents, (color, marker, lift) in LOOKS.items():
            rows = [(names.index(name) + lift, row_of(table, name, opponents)) for name in names]
            rows = [(at, row) for at, row in rows if row is not None]
            hands.errorbar(
                [row.a_hand for _, row in rows],
                [at for at, _ in rows],
                xerr=[row.a_hand_error for _, row in rows],
                color=color,
                marker=marker,
                linestyle="none",
                capsize=2,
                label=opponents,
            )
        hands.set_yticks(range(len(names)), names)
        hands.axvline(0, color=LIGHT.mark, linewidth=0.8)
        hands.set_xlabel("More than natural, points a hand")
        hands.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=SMALL_SIZE)
        by_tops = table[(table.top_tricks != EVERY) & (table.opponents == DEAF)]
        cases.errorbar(
            range(len(by_tops)),
            by_tops.a_case,
            yerr=by_tops.a_case_error,
            color="#202020",
            marker="D",
            capsize=2,
        )
        cases.set_xticks(range(len(by_tops)), [tops.replace(" or more", "+") for tops in by_tops.top_tricks])
        cases.set_title("Joker always shown, against natural", fontsize=SMALL_SIZE, color=LIGHT.soft)
        cases.axhline(0, color=LIGHT.mark, linewidth=0.8)
        cases.set_xlabel("Top tricks of the hand that shows")
        cases.set_ylabel("Points a case")
    return figure


def study(small):
    """Return the study."""
    deals = SMALL if small else DEALS
    table = measured(deals, small).round(4)
    return Study(
        title="Showing the joker by six no-trump",
        question="What does showing the joker by 6NT, or aces up the line, bring more than natural bidding?",
        findings=findings(table),
        method=METHOD.format(deals=deals, seed=SEED, anew=ANEW),
        table=table,
        shown=page_table(table),
        chart=chart(table),
        made_from={"seed": SEED, "deals": deals, "rules": "australian", "tables": 2},
    )


if __name__ == "__main__":
    run(__file__, study)
