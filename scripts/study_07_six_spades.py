"""Opening six spades on a weak hand, so as not to be out of the auction once misère may be called.

    python scripts/study_07_six_spades.py [--small] [--to FOLDER]

Australian rules: a closed misère may be called once somebody has bid seven, and who has passed is out. Hands
of the first caller on which `natural` passes, by their chance to make a misère, are called both ways on the
same deals, pass and 6S; then the auction goes on by styles, and the contract is played by the quick
calibrated model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure
from studying import Finding, Study, interval, rate_text, run

from fivehundred_sim.cards import MISERE, OPEN_MISERE, SPADES, Bid
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, STEP
from fivehundred_sim.kernels.bidding.hands import strengths_of
from fivehundred_sim.kernels.bidding.law import LIST, STATE_WORDS, start_auction
from fivehundred_sim.kernels.bidding.rollout import ends_of_calls
from fivehundred_sim.kernels.bidding.styles import OF_PARTNER, OWN, OWN_FEATURES, PARTNER_FEATURES
from fivehundred_sim.report.chart_theme import LIGHT, settings
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding import exchanged
from fivehundred_sim.study.bidding.house import Bidders, House, all_alike, house_of, seated
from fivehundred_sim.study.bidding.match import points_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.estimate import rate

SEED = 607
DEALS, SMALL, BLOCK = 400_000, 4_000, 10_000
DEALER, OPENER, PARTNER = 0, 1, 3  # seats
EDGES = (0.0, 0.3, 0.4, 0.5, 0.6, 1.0)  # of the chance to make a closed misère
BANDS = ("under 30 %", "30 to 40 %", "40 to 50 %", "50 to 60 %", "60 % or more")
ALL, LIKELY = "all weak hands", "30 % or more"
SIX_SPADES = Bid(6, SPADES)
PASS_AT, SIX_AT = 0, 1  # the candidates
LEAST = 30  # hands of a row
NATURAL, NO_MISERE = "natural", "no-misere"
ANYTIME = {"misere.when": "anytime"}


@dataclass(frozen=True)
class Arm:
    """Who sits around the table: how each bids on, and under which changes of the Australian rules.

    partner: "natural", or "knows", who hears the 6S as a pass and counts on nothing in it. call: what is
    called instead of a pass.
    """

    name: str
    opener: str = NATURAL
    partner: str = NATURAL
    opponents: str = NATURAL
    anytime: bool = False
    call: Bid = SIX_SPADES


BASE = "all natural"
KNOWS = "partner knows better"
CLUB = "opponents never bid misère"
CLUB_KNOWS = "both of these"
TABLES = BASE, KNOWS, CLUB, CLUB_KNOWS
WITHOUT = "opener never bids misère"
CONTROL = "misère at any time"
AT_ONCE = "the same, misère at once"
ARMS = (
    Arm(BASE),
    Arm(KNOWS, partner="knows"),
    Arm(CLUB, opponents=NO_MISERE),
    Arm(CLUB_KNOWS, partner="knows", opponents=NO_MISERE),
    Arm(WITHOUT, opener=NO_MISERE),
    Arm(CONTROL, anytime=True),
    Arm(AT_ONCE, anytime=True, call=Bid(0, MISERE)),
)


@dataclass(frozen=True)
class Hands:
    """Weak hands of the first caller: deals int64 (n, cards), chances to make a misère float64 (n,)."""

    house: House
    deals: np.ndarray
    chances: np.ndarray

    @cached_property
    def bands(self):
        """The bands of the hands, bool by name."""
        found = {
            name: (self.chances >= low) & (self.chances < high)
            for name, low, high in zip(BANDS, EDGES, EDGES[1:], strict=False)
        }
        return found | {LIKELY: self.chances >= EDGES[1], ALL: np.ones(len(self.chances), bool)}


def weak_hands(house, number):
    """The hands of the first caller on which `natural` passes, among so many deals."""
    natural = load_style(NATURAL)
    bidders = all_alike(house, natural, signals(house, natural))
    misere = house.bidding.calls.index(Bid(0, MISERE))
    made = house.worth(house.points)[-1, misere]
    deals, chances = [], []
    for first in range(0, number, BLOCK):
        dealt = house.deals(SEED, first, min(BLOCK, number - first))
        dealers = np.full(len(dealt), DEALER)
        strengths = strengths_of(dealt, dealers + OPENER, house.evaluation.code, house.evaluation.weights)
        index, row = strengths[:, house.bidding.table[misere, 1]].T
        place = np.clip(np.rint((index - LOW) / STEP), 0, BINS - 1).astype(int)
        states = np.empty((len(dealt), STATE_WORDS), np.int64)
        house.auctions(bidders, dealers, dealt, states)
        weak = states[:, LIST + 1] == 0
        deals.append(dealt[weak])
        chances.append(made[row.astype(int), place][weak])
    return Hands(house, np.concatenate(deals), np.concatenate(chances))


def knowing(hands, weights):
    """The weights of a partner who hears the opener's bid as a pass, and knows what 6S will take.

    Its tricks are fitted to what these very hands take in 6S, by the partner's own expectation in spades.
    """
    house, n = hands.house, len(hands.deals)
    weights = weights.copy()
    for kind in range(2):
        own = weights[OWN + kind * OWN_FEATURES : OWN + (kind + 1) * OWN_FEATURES]
        own[[1, 3]] = own[5]  # his suit, and another of his, mean what a pass means
        own[[2, 4, 15, 16, 18]] = 0.0
    asked = np.stack([np.arange(n), np.full(n, OPENER), np.full(n, SPADES)], axis=1)
    tricks, _ = house.tricks(hands.deals, asked)
    look = house.evaluation.code, house.evaluation.weights
    index = strengths_of(hands.deals, np.full(n, PARTNER), *look)[:, SPADES, 0]
    slope, constant = np.polyfit(index, tricks, 1)
    standing = weights[OF_PARTNER : OF_PARTNER + PARTNER_FEATURES]
    standing[:] = 0.0
    standing[[0, 2]] = constant, slope
    return weights


def bidders_of(hands: Hands, arm: Arm) -> Bidders:
    """The bidders of an arm."""
    house, natural = hands.house, load_style(NATURAL)
    aware = natural.model_copy(update={"name": "natural, knows"})
    styles = [load_style(arm.opponents)] * house.players
    styles[OPENER] = load_style(arm.opener)
    styles[PARTNER] = aware if arm.partner == "knows" else natural
    heard = {style: signals(house, style) for style in styles if style != aware}
    if aware in styles:
        heard[aware] = knowing(hands, signals(house, natural))
    return seated(house, styles, [heard[style] for style in styles])


@dataclass(frozen=True)
class Ended:
    """How hands end after each candidate: calls, seats, points ours less theirs, chances made, all (n, 2)."""

    calls: np.ndarray
    seats: np.ndarray
    points: np.ndarray
    made: np.ndarray


def ended(hands, bidders, call):
    """How each hand ends after a pass and after another call, as a rule 6S."""
    house, n = hands.house, len(hands.deals)
    table, options = house.bidding.table, house.bidding.options
    before = np.empty(STATE_WORDS, np.int64)
    start_auction(options, np.int64(DEALER), before)
    candidates = np.array([0, house.bidding.calls.index(call)])
    strengths = np.empty((n, house.players, STRAINS, 2))
    look = house.evaluation.code, house.evaluation.weights
    around = hands.deals, *look, *bidders.arguments(), strengths
    ends = ends_of_calls(table, options, before, candidates, *around)
    side = side_of(house.rules, OPENER)
    points, made = np.empty((n, 2)), np.empty((n, 2))
    for at in (PASS_AT, SIX_AT):
        calls, seats = ends[:, at].T
        worths = strengths[np.arange(n), seats, np.maximum(table[calls, 1], 0)]
        found = points_of(house, hands.deals, np.ascontiguousarray(ends[:, at]), worths, side)
        points[:, at], made[:, at] = found
    return Ended(ends[:, :, 0], ends[:, :, 1], points, made)


def rows_of(hands, arm, found, base, dealt):
    """The rows of an arm: what 6S brings more than a pass, by the chance of a misère, and how it ends.

    found, base: `Ended` of the arm, and of that in which all are natural.
    """
    table = hands.house.bidding.table
    denomination = table[found.calls[:, SIX_AT], 2]
    level = table[found.calls[:, SIX_AT], 0]
    ours = found.seats[:, SIX_AT] % 2 == OPENER % 2
    own = found.seats[:, SIX_AT] == OPENER
    left = own & (found.calls[:, SIX_AT] == hands.house.bidding.calls.index(SIX_SPADES))
    events = {
        "misere": own & (denomination == MISERE),
        "open_misere": own & (denomination == OPEN_MISERE),
        "six_spades": left,
        "raised": ours & (denomination == SPADES) & (level > 6),
    }
    rows = []
    for band, mine in hands.bands.items():
        if mine.sum() < LEAST:
            continue
        gains, as_natural = (
            (each.points[:, SIX_AT] - each.points[:, PASS_AT])[mine] for each in (found, base)
        )
        gain, more = exchanged.interval(gains), exchanged.interval(gains - as_natural)
        row = {"table": arm.name, "misere_chance": band, "hands": int(mine.sum())}
        row |= {"share": mine.sum() / dealt, "gain": gain.mean, "gain_error": gain.mean - gain.low}
        row |= {"more_than_natural": more.mean, "more_than_natural_error": more.mean - more.low}
        row |= {"pass_points": found.points[mine, PASS_AT].mean()}
        for name, happens in events.items():
            row |= event(name, happens[mine], found.made[mine, SIX_AT], found.points[mine, SIX_AT])
        rows.append(row)
    return rows


def event(name, happens, made, points):
    """How often something comes of 6S, with its interval, and how often it is made, at how many points."""
    share = rate(int(happens.sum()), len(happens))
    row = dict(zip((name, f"{name}_low", f"{name}_high"), share, strict=True))
    if happens.sum() >= LEAST:
        makes = exchanged.interval(made[happens])
        row |= {f"{name}_made": makes.mean, f"{name}_made_error": makes.mean - makes.low}
        scored = exchanged.interval(points[happens])
        row |= {f"{name}_points": scored.mean, f"{name}_points_error": scored.mean - scored.low}
    return row


def measured(number: int) -> pd.DataFrame:
    """All rows."""
    hands = weak_hands(house_of(load_rules("australian")), number)
    anytime = Hands(house_of(load_rules("australian", ANYTIME)), hands.deals, hands.chances)
    rows, base = [], None
    for arm in ARMS:
        at_table = anytime if arm.anytime else hands
        found = ended(at_table, bidders_of(at_table, arm), arm.call)
        base = base or found
        rows += rows_of(at_table, arm, found, base, number)
    return pd.DataFrame(rows)


# --- what it says -------------------------------------------------------------------------------------------


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
            f"{verdict([at(arm) for arm in TABLES])}, as all our tables bid",
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
            f" {points_text(base, 'six_spades')}; raised by his side on {share_text(base, 'raised')}, where that"
            f" scores {points_text(base, 'raised')}; with a partner who knows better raised on"
            f" {share_text(at(KNOWS), 'raised')}",
            risk_words(base),
        ),
        Finding(
            "it is needed only where misère waits for a seven bid",
            "the reason given for it",
            f"where misère may be called at any time 6S brings {gain_text(at(CONTROL))} more than a pass, a"
            f" misère at once {gain_text(at(AT_ONCE))}",
            "refuted: who has passed is out there too" if sign(at(CONTROL)) > 0 else "not shown",
        ),
    ]


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
        return "partly: some is gained without it, since a 6S misleads opponents who believe it"
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
- *opponents never bid misère*: they are `no-misere`, as at most tables; partners are `natural`.
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
            "his misère": [f"{100 * row.misere:.1f} %" for row in rows],
            "made": [made_text(row, "misere") for row in rows],
            "his open misère": [f"{100 * row.open_misere:.1f} %" for row in rows],
            "6S left in": [f"{100 * row.six_spades:.1f} %" for row in rows],
            "made ": [made_text(row, "six_spades") for row in rows],
            "raised": [f"{100 * row.raised:.1f} %" for row in rows],
        }
    )


def made_text(row, name: str) -> str:
    """How often something is made, with its interval."""
    made, error = row.get(f"{name}_made"), row.get(f"{name}_made_error")
    return "–" if made is None or pd.isna(made) else f"{100 * made:.0f} ± {100 * error:.0f} %"


LOOKS = {
    BASE: ("#202020", "D", "-"),
    CLUB_KNOWS: ("#007A5A", "*", "-"),
    WITHOUT: ("#D55E00", "s", "--"),
    CONTROL: ("#00598F", "o", ":"),
}


def chart(table: pd.DataFrame) -> Figure:
    """The gain by the chance of a misère, at four tables."""
    with rc_context(settings(LIGHT)):
        figure = Figure(figsize=(7.2, 4.2), layout="constrained")
        axes = figure.add_subplot()
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
        axes.set_title("Opening 6S on a weak hand, first seat", loc="left")
        axes.grid(axis="y", color=LIGHT.grid)
        axes.legend(frameon=False)
    return figure


def study(small: bool) -> Study:
    """Return the study."""
    deals = SMALL if small else DEALS
    table = measured(deals)
    whole = row_of(table, BASE, ALL)
    return Study(
        title="Opening six spades to keep misère open",
        question="What does opening 6S bring the first caller of a weak hand, more than a pass?",
        findings=findings(table),
        method=METHOD.format(hands=int(whole.hands), deals=deals, seed=SEED),
        table=table.round(4),
        shown=shown(table),
        chart=chart(table),
        made_from={"seed": SEED, "deals": deals, "rules": "australian", "styles": [NATURAL, NO_MISERE]},
    )


if __name__ == "__main__":
    run(__file__, study)
