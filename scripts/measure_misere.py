"""Measure misère: how often it is made by heuristic and by sampled players, and by which cards it is lost.

    python scripts/measure_misere.py [deals] [label]

Writes results/misere.csv and results/misere_losses.csv with manifests. Rows of other labels stay, so a run
of an earlier commit ("before") can stand beside the present one; only the present one plays sampled players.

Deals: seat 0 takes the kitty, throws three cards by the policy and is contractor. "low": at most four of his
thirteen cards above the nine, joker included. "n gaps": low hands by the gaps of the ten cards kept; the gaps
of a suit are the cards out below one of its cards beyond those he holds below it himself, at the worst card
of the suit. "biddable": four gaps at most. Sampled players: kernels/sampled; WORLDS worlds a card.

Losses: cards after which best play with all hands open would end otherwise than before. Not all are errors,
since the other hands are hidden from whoever plays them. docs/players.md quotes the results.
"""

import sys
import time

import numba
import numpy as np
import pandas as pd
from saving import RESULTS, save

from fivehundred_sim.kernels._jit import load, popcount
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.knowledge import HANDS, TRICKS, lane_mask
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit
from fivehundred_sim.kernels.misere import new_misere_table, play_by
from fivehundred_sim.kernels.sampled.belief import low_enough
from fivehundred_sim.kernels.sampled.misere import choose_misere_card, heuristic_misere_card, made_by_search
from fivehundred_sim.kernels.sampled.room import new_room
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    LANE_LED,
    ON_TABLE,
    SHOWN,
    begin,
    lay,
    legal_cards,
    new_game,
    on_turn,
)
from fivehundred_sim.kernels.stream import mix
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

RULES, SEED, WORLDS = "australian", 11, 32
CODE = encode(load_rules(RULES))
CONTRACTS = {"misère": 5, "open misère": 6}
HEURISTIC, SAMPLED = 0, 1
PLAYERS = "heuristic", "sampled"
BIDDABLE = 4  # gaps
AFTER = "after"
BEFORE = "b361a99"  # the commit whose players the rows labelled "before" show
KINDS = (
    "contractor leads to the first trick",
    "contractor ducks, more than one way",
    "contractor ducks, one way",
    "contractor must go over",
    "contractor discards",
    "defender leads to trick 2",
    "defender leads to tricks 3 and 4",
    "defender leads later",
    "defender before the contractor, may stay under",
    "defender before the contractor, must go over",
    "defender under the contractor's winning card",
    "defender after the contractor, trick not his",
    "defender discards",
)


@numba.njit
def gaps_of(kept, thrown, full):
    """Gaps of a hand: in each suit, of its worst card, cards out below beyond own cards below; summed."""
    gaps = 0
    for lane in range(4):
        mine, out = kept & lane_mask(lane), full & lane_mask(lane) & ~(kept | thrown)
        covered = worst = 0
        while mine:
            card = low_bit(mine)
            mine ^= card
            worst = max(worst, popcount(out & (card - ONE)) - covered)
            covered += 1
        gaps += worst
    return gaps


@numba.njit
def kind_of(base, seat, legal):
    """Which of KINDS a decision is."""
    placed, lane, best = np.int64(load(base, ON_TABLE)), load(base, LANE_LED), load(base, BEST)
    if seat == 0:
        if placed == 0:
            return 0
        if legal & lane == ZERO:
            return 4
        ways = popcount(legal & (best - ONE))
        return 1 if ways > 1 else 3 - ways
    if placed == 0:
        trick = popcount(load(base, SHOWN))
        return 5 if trick <= 1 else (6 if trick <= 3 else 7)
    if legal & lane == ZERO:
        return 12
    if load(base, BEST_SEAT) == ZERO:
        return 10
    if seat == 1 or placed == 2:
        return 11
    return 8 if legal & (best - ONE) else 9


@numba.njit
def judge(base, seat, legal, card, table, hands, counts):
    """Whether it was made with all hands open before this card; counts the decision."""
    for i in range(4):
        hands[i] = load(base, HANDS + i)
    keeps = made_by_search(base, seat, hands, table)
    made = keeps != ZERO if seat == 0 else keeps == legal
    if counts.shape[0] and legal & (legal - ONE):
        kind = kind_of(base, seat, legal)
        counts[kind, 0] += 1
        counts[kind, 1] += 1 if made != (keeps & card != ZERO) else 0
    return made


@numba.njit
def play_deal(base, strain, play, contractor, defenders, worlds, stream, table, room, hands, counts):
    """(lost, lost with all hands open): one deal from the first lead; `counts` filled unless empty."""
    solved = -1
    while load(base, TRICKS) == ZERO and load(base, HANDS + on_turn(base, strain)) != ZERO:
        seat = on_turn(base, strain)
        legal = legal_cards(base, seat, strain, play)
        if (contractor if seat == 0 else defenders) == HEURISTIC:
            card, lane = heuristic_misere_card(base, seat, legal, play.lead)
        else:
            card, lane = choose_misere_card(base, strain, play, worlds, stream, table, room)
        if counts.shape[0] or solved < 0:
            made = judge(base, seat, legal, card, table, hands, counts)
            if solved < 0:
                solved = 0 if made else 1
        lay(base, strain, seat, card, lane, play)
    return np.int64(load(base, TRICKS)), solved


@numba.njit(nogil=True)
def play_population(bit, play, seed, strain, most_gaps, players, worlds, table, game, room, out, counts):
    """Fill `out` with (lost, lost with all hands open, gaps) of low hands of at most so many gaps."""
    pack = np.arange(bit.shape[1])
    order = np.empty_like(pack)
    hands, seen = np.empty(4, np.uint64), np.empty(4, np.uint64)
    values = np.empty(DISCARD_WORDS, np.int64)
    base, table_base = np.uint64(game.ctypes.data), np.uint64(table.ctypes.data)
    full = pack_mask(bit[strain])
    play_by(table_base, play.misere_forced, play.lead)
    deal = found = 0
    while found < out.shape[0]:
        shuffle(seed, deal, pack, order)
        deal += 1
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        if not low_enough(hands[0] | kitty, full):
            continue
        hands[0], thrown, lane = exchange(np.int64(5), hands[0], kitty, full, play.nominate, values)
        gaps = gaps_of(hands[0], thrown, full)
        if gaps > most_gaps:
            continue
        begin(base, strain, hands, thrown, lane, full, play)
        stream = mix(np.uint64(deal))
        lost, solved = play_deal(
            base, strain, play, players[0], players[1], worlds, stream, table_base, room, seen, counts
        )
        out[found, 0], out[found, 1], out[found, 2] = lost, solved, gaps
        found += 1


def deals_played(
    contract, deals, contractor, defenders, *, most_gaps=99, seed=SEED, worlds=WORLDS, judged=True
):
    """(int64 (deals, 3) as in play_population, counts of decisions and of outcomes turned by kind)."""
    out, counts = np.zeros((deals, 3), np.int64), np.zeros((len(KINDS) if judged else 0, 2), np.int64)
    players = np.array([contractor, defenders])
    strain = np.int64(CONTRACTS[contract])
    memory = new_misere_table(), new_game(), new_room(worlds)
    play_population(CODE.bit, CODE.play, seed, strain, most_gaps, players, worlds, *memory, out, counts)
    return out, counts


def row(label, contract, hands, contractor, defenders, lost):
    """One row: the share of misères made and half its 95 % interval."""
    made = 1 - lost
    return {
        "label": label,
        "contract": contract,
        "hands": hands,
        "contractor": contractor,
        "defenders": defenders,
        "deals": len(made),
        "made": made.mean(),
        "made_95": 1.96 * made.std() / len(made) ** 0.5 if len(made) else np.nan,
    }


def measure(label, contract, deals, players):
    """Rows of made shares, and rows of losses, of one contract."""
    rows, losses = [], []
    for hands, most_gaps in (("low", 99), ("biddable", BIDDABLE)):
        for contractor in players:
            for defenders in players:
                start = time.time()
                out, counts = deals_played(
                    contract, deals, contractor, defenders, most_gaps=most_gaps, judged=hands == "low"
                )
                names = PLAYERS[contractor], PLAYERS[defenders]
                rows.append(row(label, contract, hands, *names, out[:, 0]))
                print(rows[-1], f"{time.time() - start:.0f} s", flush=True)
                if contractor == defenders == HEURISTIC:
                    rows.append(row(label, contract, hands, "all hands open", "all hands open", out[:, 1]))
                if hands == "low" and contractor == HEURISTIC:
                    losses += [
                        {"label": label, "contract": contract, "defenders": names[1], "decision": kind,
                         "decisions_a_deal": n / deals, "losses_a_deal": turned / deals}
                        for kind, (n, turned) in zip(KINDS, counts, strict=True)
                    ]  # fmt: skip
    many = deals_played(contract, 20 * deals, HEURISTIC, HEURISTIC, judged=False)[0]
    for gaps in range(8):
        of = many[many[:, 2] == gaps]
        rows.append(row(label, contract, f"{gaps} gaps", *("heuristic",) * 2, of[:, 0]))
        rows.append(row(label, contract, f"{gaps} gaps", *("all hands open",) * 2, of[:, 1]))
    return rows, losses


def keep(rows, name, label, **made_from):
    """Save rows under a label beside those of other labels."""
    path = RESULTS / f"{name}.csv"
    frame = pd.DataFrame(rows).round(4)
    if path.exists():
        old = pd.read_csv(path)
        frame = pd.concat([old[old.label != label], frame])
    save(frame, name, __file__, **made_from)


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    label = sys.argv[2] if len(sys.argv) > 2 else AFTER
    players = (HEURISTIC, SAMPLED) if label == AFTER else (HEURISTIC,)
    parts = [measure(label, contract, deals, players) for contract in CONTRACTS]
    # "before" are the kernels of BEFORE with today's script and search
    made_from = {
        "before": BEFORE,
        "deals": deals,
        "seed": SEED,
        "rules": RULES,
        "worlds": WORLDS,
        "biddable_gaps": BIDDABLE,
    }
    keep([line for rows, _ in parts for line in rows], "misere", label, **made_from)
    keep([line for _, losses in parts for line in losses], "misere_losses", label, **made_from)


if __name__ == "__main__":
    main()
