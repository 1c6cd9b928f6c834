"""Weak hands of the first caller, called two ways on the same deals: a pass, and six spades.

The auction goes on by styles, and the contract is played by the quick calibrated model; what 6S brings more
than a pass is paired deal by deal. `study_07_six_spades` asks and tells.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from fivehundred_sim.cards import MISERE, OPEN_MISERE, SPADES, Bid
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, STEP
from fivehundred_sim.kernels.bidding.hands import strengths_of
from fivehundred_sim.kernels.bidding.law import LIST, STATE_WORDS, start_auction
from fivehundred_sim.kernels.bidding.rollout import ends_of_calls
from fivehundred_sim.kernels.bidding.styles import OF_PARTNER, OWN, OWN_FEATURES, PARTNER_FEATURES
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
BLOCK = 10_000
DEALER, OPENER, PARTNER = 0, 1, 3  # seats
EDGES = (0.0, 0.3, 0.4, 0.5, 0.6, np.inf)  # of the chance to make a closed misère
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
CLUB_KNOWS = "partner knows, opponents never"
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
        row |= dict(zip(("share", "share_low", "share_high"), rate(int(mine.sum()), dealt), strict=True))
        row |= {"gain": gain.mean, "gain_error": gain.mean - gain.low}
        row |= {"more_than_natural": more.mean, "more_than_natural_error": more.mean - more.low}
        passing = exchanged.interval(found.points[mine, PASS_AT])
        row |= {"pass_points": passing.mean, "pass_points_error": passing.mean - passing.low}
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
