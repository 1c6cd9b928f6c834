"""Where the heuristic players lose tricks: 5,000 deals, valued by the solver before and after every card.

    python scripts/measure_losses.py [deals] [label]

Writes results/losses.csv (tricks lost by kind of decision, for contractor, partner and defenders),
results/leads.csv (what they lead) and results/seat0.csv (tricks, make rates, correlation with double-dummy),
with manifests.
Rows of other labels stay, so that players before and after a change stand side by side.

"Seat-0 deals": seat 0 takes the kitty, contracts in the suit with most effective trumps (ties by the top
ones), throws three cards by the policy and leads. No-trump: hands that would bid it (populations.py). A loss
is a double-dummy loss: tricks that the side can no longer take against best play with all hands open. Nobody
who sees one hand can avoid them all, so a kind with many losses is a place to look, not yet a mistake.
"""

import sys
from collections import Counter, defaultdict

import numpy as np
import pandas as pd
from populations import NO_TRUMP, SUITS, find_deals
from saving import merged, save

from fivehundred_sim.kernels._cache import KERNEL_HASH
from fivehundred_sim.kernels._jit import kernel
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.position import card_losses
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

RULES = "australian"
SEED = 11
CODE = encode(load_rules(RULES))
CONTRACTS = {"best suit": SUITS, "no-trump": NO_TRUMP}
RANDOM_CONTRACTOR, RANDOM_DEFENDERS = 1, 2
SIDES = ("contractor", "defenders", "partner", "defenders")  # by seat
PLACES = ("lead", "second hand", "third hand", "fourth hand")
_LANE, _JOKER = 0x7FFF, 1 << 63
_TRUMP_LANE = _LANE << 48


@kernel()
def play_deals(bit, play, policies, orders, strains, hands, tricks, records):
    """Exchange and play out each deal; fill the hands before the first lead, tricks and records."""
    scratch, values = new_scratch(), np.empty(DISCARD_WORDS, np.int64)
    for i in range(strains.shape[0]):
        strain, order = strains[i], orders[i]
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[i, seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[i, 0], thrown, lane = exchange(strain, hands[i, 0], kitty, full, play.nominate, values)
        scratch[-1] = np.uint64(i + 1)
        tricks[i] = play_out(
            strain, hands[i], np.int64(0), thrown, lane, full, play, policies, scratch, records[i]
        )


@kernel()
def value_cards(strains, hands, lead_rule, table, records, solved, losses, better):
    """Fill the double-dummy tricks of each deal, what each card cost, and which cards cost nothing."""
    for i in range(strains.shape[0]):
        trump = np.int64(strains[i] < 4)
        solved[i] = card_losses(table, hands[i], trump, lead_rule, records[i], losses[i], better[i])


class Played:
    """Deals played out and valued: arrays by deal (see `play_deals` and `card_losses`)."""

    def __init__(self, population, deals, policies=0, seed=SEED):
        self.orders = np.zeros((deals, len(CODE.pack)), np.int64)
        self.strains = np.zeros(deals, np.int64)
        find_deals(CODE.bit, population, -1, seed, self.orders, self.strains)
        self.hands = np.zeros((deals, 4), np.uint64)
        self.tricks = np.zeros(deals, np.int64)
        self.records = np.zeros((deals, 40, 3), np.int64)
        self.policies = policies
        play_deals(
            CODE.bit, CODE.play, policies, self.orders, self.strains, self.hands, self.tricks, self.records
        )

    def value(self):
        """Solve every position of every deal; returns self."""
        deals = len(self.tricks)
        self.solved = np.zeros(deals, np.int64)
        self.losses = np.zeros((deals, 40), np.int64)
        self.better = np.zeros((deals, 40), np.uint64)
        table = new_table()
        value_cards(
            self.strains,
            self.hands,
            CODE.play.lead,
            table,
            self.records,
            self.solved,
            self.losses,
            self.better,
        )
        return self

    def lost(self, seats):
        """Mean tricks a deal lost by some seats."""
        of_them = np.isin(self.records[:, :, 0], seats)
        return float((np.maximum(self.losses, 0) * of_them).sum() / len(self.tricks))


class Table:
    """One deal on its way: who holds what, and how the running trick stands."""

    def __init__(self, hands, trumps):
        self.hands = [int(hand) for hand in hands]
        self.trumps = trumps

    def begin(self, lane):
        self.led, self.best, self.winner = lane, 0, -1
        self.strong = lane | self.trumps | _JOKER

    def play(self, seat, card):
        if card & self.strong > self.best:
            self.best, self.winner = card & self.strong, seat
        self.hands[seat] &= ~card

    def kind(self, position, seat, card):
        """Name the decision that `card` of `seat` would be, `position` cards lying on the table."""
        what = self._lead(seat, card) if position == 0 else self._follow(seat, card)
        return f"{PLACES[position]}: {what}"

    def _lead(self, seat, card):
        lane = lane_of(card)
        mine = self.hands[seat] & lane
        out = lane & (sum(self.hands) & ~self.hands[seat])
        if card == _JOKER:
            return "joker"
        if card & self.trumps:
            return "master trump" if card > out else "lower trump"
        if card > out:
            return "winner"
        return "singleton" if mine == card else "plain suit"

    def _follow(self, seat, card):
        partner = self.winner >= 0 and (self.winner ^ seat) & 1 == 0
        wins = card & self.strong > self.best
        what = "follow" if card & self.led else "ruff" if card & self.trumps else "discard"
        trumps = " (trumps)" if self.led & self.trumps and what == "follow" else ""
        how = ("over partner" if wins else "under partner") if partner else ("high" if wins else "low")
        return f"{what}{trumps}" if what == "discard" else f"{what} {how}{trumps}"


def lane_of(card):
    """The lane of a one-bit word as a mask."""
    return _LANE << ((card.bit_length() - 1) & 48)


def grouped(played):
    """Count decisions and lost tricks by (side, kind), and by what would have kept them."""
    decisions, lost, instead = Counter(), Counter(), defaultdict(Counter)
    for deal in range(len(played.tricks)):
        trumps = _TRUMP_LANE if played.strains[deal] < 4 else _JOKER
        table = Table(played.hands[deal], trumps)
        for place in range(40):
            seat, bit, named = (int(value) for value in played.records[deal, place])
            card, loss = 1 << bit, int(played.losses[deal, place])
            if place % 4 == 0:
                table.begin(lane_of(card) if named < 0 else _LANE << (16 * named))
            if loss >= 0:
                key = SIDES[seat], table.kind(place % 4, seat, card)
                decisions[key] += 1
                lost[key] += loss
                kinds = {
                    table.kind(place % 4, seat, other) for other in bits(int(played.better[deal, place]))
                }
                for kind in kinds:
                    instead[key][kind] += loss / len(kinds)
            table.play(seat, card)
    return decisions, lost, instead


def bits(word):
    """The one-bit words of a word."""
    while word:
        yield word & -word
        word &= word - 1


def loss_rows(name, played, label):
    """The rows of results/losses.csv for one contract, the costliest kinds first."""
    deals = len(played.tricks)
    decisions, lost, instead = grouped(played)
    for (side, kind), count in sorted(decisions.items(), key=lambda item: (item[0][0], -lost[item[0]])):
        better = instead[side, kind].most_common(1)
        yield {
            "players": label,
            "contract": name,
            "side": side,
            "kind": kind,
            "decisions_a_deal": round(count / deals, 3),
            "lost_a_deal": round(lost[side, kind] / deals, 4),
            "lost_a_decision": round(lost[side, kind] / count, 4),
            "mostly_better": better[0][0] if better else "",
            "share_better": round(better[0][1] / lost[side, kind], 2) if better else None,
        }


def lead_rows(name, played, label):
    """The rows of results/leads.csv for one contract: what each side leads, by trick, as shares."""
    led = defaultdict(Counter)
    for deal in range(len(played.tricks)):
        table = Table(played.hands[deal], _TRUMP_LANE if played.strains[deal] < 4 else _JOKER)
        for place in range(40):
            seat, bit, named = (int(value) for value in played.records[deal, place])
            if place % 4 == 0:
                table.begin(lane_of(1 << bit) if named < 0 else _LANE << (16 * named))
                led[SIDES[seat], place // 4 + 1][table.kind(0, seat, 1 << bit)] += 1
            table.play(seat, 1 << bit)
    for side, trick in sorted(led):
        total = led[side, trick].total()
        shares = {kind.removeprefix("lead: "): round(n / total, 3) for kind, n in led[side, trick].items()}
        row = {"players": label, "contract": name, "side": side, "trick": trick}
        yield row | {"leads_a_deal": round(total / len(played.tricks), 3), **shares}


def half_width(values):
    """Half of the 95 % interval of a mean."""
    return 1.96 * values.std() / len(values) ** 0.5


def summary(name, population, played, label):
    """The row of results/seat0.csv for one contract."""
    tricks, solved = played.tricks, played.solved
    row = {
        "players": label,
        "kernels": KERNEL_HASH,
        "contract": name,
        "deals": len(tricks),
        "contractor_tricks": tricks.mean(),
        "defenders_tricks": 10 - tricks.mean(),
        "double_dummy": solved.mean(),
        "gap": (solved - tricks).mean(),
        "gap_95": half_width(solved - tricks),
        "correlation": np.corrcoef(tricks, solved)[0, 1],
        "lost_by_contractor": played.lost([0]),
        "lost_by_partner": played.lost([2]),
        "lost_by_defenders": played.lost([1, 3]),
    }
    for level in range(6, 10):
        row |= {f"makes_{level}": (tricks >= level).mean(), f"solved_makes_{level}": (solved >= level).mean()}
    for who, policies in (("contractor", RANDOM_CONTRACTOR), ("defenders", RANDOM_DEFENDERS)):
        change = Played(population, len(tricks), policies).tricks - tricks
        row |= {f"random_{who}": change.mean(), f"random_{who}_95": half_width(change)}
    return row


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    label = sys.argv[2] if len(sys.argv) > 2 else "now"
    rows, summaries, leads = [], [], []
    for name, population in CONTRACTS.items():
        played = Played(population, deals).value()
        rows += loss_rows(name, played, label)
        leads += lead_rows(name, played, label)
        summaries.append(summary(name, population, played, label))
    made_from = {"deals": deals, "seed": SEED, "rules": RULES}
    frame = pd.DataFrame(rows)
    save(merged(frame[frame.lost_a_deal > 0.002], "losses", "players"), "losses", __file__, **made_from)
    save(merged(pd.DataFrame(leads), "leads", "players"), "leads", __file__, **made_from)
    save(merged(pd.DataFrame(summaries).round(3), "seat0", "players"), "seat0", __file__, **made_from)


if __name__ == "__main__":
    main()
