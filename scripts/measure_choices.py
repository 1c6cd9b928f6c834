"""Which cards of the heuristic players lose against sampled play, kind by kind, on equal positions.

    python scripts/measure_choices.py [deals] [label] [seed]

Heuristic players play deals: any deal in its best suit ("seat-0 deals", see measure_losses.py), and hands
that would bid no-trump. At some decisions with a choice their card is put beside the one that sampled players
find from the same knowledge in 16 worlds, once for the contract (levels 7, 8 and 9 in turn) and once for
tricks. Where they differ, both are judged on 48 other worlds, so that luck in choosing does not count: solved
with all hands open, and played on by the heuristic players. Neither judge is the truth: the first puts
decisions off, the second trusts the others to play as they do.

Writes results/choices.csv: by strain, side, place and kind of the heuristic card, how often they differ and
what the heuristic card loses to its side a deal, in tricks (beside the card for tricks) and in contracts made
(beside the card for the contract). Rows of other labels stay.
"""

import sys

import numpy as np
import pandas as pd
from measure_losses import CODE, PLACES, RULES, Table
from populations import NO_TRUMP, SUITS, find_deals
from saving import merged, save

from fivehundred_sim.kernels._cache import KERNEL_HASH
from fivehundred_sim.kernels._jit import apart, kernel, load, popcount, store
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.knowledge import HANDS, TRICKS, lane_mask
from fivehundred_sim.kernels.lanes import JOKER, ONE, ZERO
from fivehundred_sim.kernels.sampled.belief import deal_worlds
from fivehundred_sim.kernels.sampled.choose import (
    UNJUDGED,
    best_place,
    claim,
    heuristic_card,
    place_of,
    score_world,
    worth,
)
from fivehundred_sim.kernels.sampled.room import new_room
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    DISCARDS,
    GAME_WORDS,
    LANE_LED,
    ON_TABLE,
    begin,
    lay,
    legal_cards,
    new_game,
    on_turn,
)
from fivehundred_sim.kernels.solver_scores import JOKER_LEADS, SCORES
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.kernels.stream import below, mix, next_word, stream_start

SEED = 61
CHOOSING, JUDGING = 16, 48
ASKED = 75  # of a thousand decisions, those looked at
CONTRACTS = {"best suit": SUITS, "no-trump": NO_TRUMP}
ROLES = ("contractor", "defender behind him", "partner", "defender before him")
# Columns of what is kept of a decision, then of its judgement: what the heuristic card loses to the card for
# the contract and to the card for tricks, each by solving (tricks, made) and by play (tricks, made).
SEAT, PLACE, MINE, CONTRACT, TRICK, DEAL = range(6)
COLUMNS, LOSSES = 6, 8
LOST = {"tricks_solved": 4, "tricks_played": 6, "made_solved": 1, "made_played": 3}
ROOM = 200_000
_deal_worlds, _heuristic_card, _score_world = map(apart, (deal_worlds, heuristic_card, score_world))


@kernel()
def draw(base, seat, strain, play, worlds, stream, room):
    """Deal worlds into `room` as the seat may imagine them; return how many."""
    room.rng[0] = mix(stream)
    return _deal_worlds(
        base, seat, strain, play.nominate, play.misere_forced, worlds, room.rng,
        room.ways, room.values, room.worlds,
    )  # fmt: skip


@kernel()
def score(base, seat, strain, play, w, table, guess, room):
    """Fill `room.scores` with what each legal card brings in a world; return the best, to guess the next."""
    trump = np.int64(strain < 4)
    world = room.worlds[w]
    return _score_world(base, seat, trump, play.lead, world, table, guess, room.scores, room.on_table)


@kernel()
def choose(base, seat, strain, play, legal, n, need, points, table, room, favourite, totals):
    """Return the places of the best card for the contract and of the best one for tricks over `n` worlds."""
    on_lead, tricks = load(base, ON_TABLE) == ZERO, np.int64(load(base, TRICKS))
    sign = np.int64(1) if seat & 1 == 0 else np.int64(-1)
    totals[:] = UNJUDGED
    guess = popcount(load(base, HANDS + seat)) // 2
    for w in range(n):
        guess = score(base, seat, strain, play, w, table, guess, room)
        for place in range(SCORES):
            card = JOKER if place >= JOKER_LEADS else ONE << np.uint64(place)
            if room.scores[place] < 0 or card & legal == ZERO or (card == JOKER and on_lead and place == 63):
                continue
            for aim in range(2):
                so_far = np.int64(0) if totals[aim, place] == UNJUDGED else totals[aim, place]
                taken = tricks + room.scores[place]
                value = worth(taken, need, points) if aim == 0 else taken
                totals[aim, place] = so_far + sign * value
    first = best_place(totals[0], favourite)
    return first, best_place(totals[1], favourite)


@kernel()
def played_on(base, trial, strain, seat, place, lane, world, play, room):
    """Return the contractor's tricks when the card at a place is played in a world and heuristics go on."""
    for i in range(GAME_WORDS):
        store(trial, i, load(base, i))
    for s in range(4):
        store(trial, HANDS + s, world[s])
    store(trial, DISCARDS, world[4])
    card = JOKER if place >= JOKER_LEADS else ONE << np.uint64(place)
    if load(base, ON_TABLE) == ZERO:
        lane = lane_mask(place - JOKER_LEADS if place >= JOKER_LEADS else place >> 4)
    while True:
        lay(trial, strain, seat, card, lane, play)
        seat = on_turn(trial, strain)
        legal = legal_cards(trial, seat, strain, play)
        if legal == ZERO:
            return np.int64(load(trial, TRICKS))
        card, lane = legal, load(trial, LANE_LED)
        if legal & (legal - ONE) or load(trial, ON_TABLE) == ZERO:
            card, lane = _heuristic_card(trial, seat, legal, play.lead)


@kernel()
def judge(base, seat, strain, play, places, lane, n, need, table, room, lost):
    """Fill `lost` with what the first of three places loses to the two others a world, for its side."""
    tricks = np.int64(load(base, TRICKS))
    sign = 1.0 if seat & 1 == 0 else -1.0
    trial = np.uint64(room.trial.ctypes.data)
    lost[:] = 0.0
    guess = popcount(load(base, HANDS + seat)) // 2
    for w in range(n):
        guess = score(base, seat, strain, play, w, table, guess, room)
        solved = tricks + room.scores[places[0]]
        taken = played_on(base, trial, strain, seat, places[0], lane, room.worlds[w], play, room)
        for aim in range(2):
            other = places[1 + aim]
            if other == places[0]:
                continue
            best = tricks + room.scores[other]
            lost[4 * aim] += sign * (best - solved)
            lost[4 * aim + 1] += sign * (np.int64(best >= need) - np.int64(solved >= need))
            best = played_on(base, trial, strain, seat, other, lane, room.worlds[w], play, room)
            lost[4 * aim + 2] += sign * (best - taken)
            lost[4 * aim + 3] += sign * (np.int64(best >= need) - np.int64(taken >= need))
    lost /= n


@kernel()
def look_at_deals(bit, play, orders, strains, asked, points, seed, room, table, kept, words, losses):
    """Play deals and fill what is kept of the decisions looked at; return how many they are.

    words: uint64 (ROOM, 7): the four hands, the lane led, the winning card and who played it.
    """
    game, hands, values = new_game(), np.empty(4, np.uint64), np.empty(DISCARD_WORDS, np.int64)
    base, totals = np.uint64(game.ctypes.data), np.zeros((2, SCORES), np.int64)
    places, found = np.zeros(3, np.int64), 0
    for i in range(strains.shape[0]):
        strain, order = strains[i], orders[i]
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[0], thrown, nominated = exchange(strain, hands[0], kitty, full, play.nominate, values)
        begin(base, strain, hands, thrown, nominated, full, play)
        state, need = stream_start(seed + 1, i), np.int64(7 + i % 3)
        while load(base, HANDS + on_turn(base, strain)):
            seat = on_turn(base, strain)
            legal, on_lead = legal_cards(base, seat, strain, play), load(base, ON_TABLE) == ZERO
            card, lane = _heuristic_card(base, seat, legal, play.lead)
            state, word = next_word(state)
            if legal & (legal - ONE) and below(word, 1000) < asked:
                sure = claim(base, seat, np.int64(strain < 4), legal, need)
                n = draw(base, seat, strain, play, CHOOSING, word, room)
                places[0] = place_of(card, lane, on_lead)
                places[1], places[2] = choose(
                    base, seat, strain, play, sure if sure else legal, n, need, points[need], table, room,
                    places[0], totals,
                )  # fmt: skip
                kept[found, SEAT], kept[found, PLACE] = seat, np.int64(load(base, ON_TABLE))
                kept[found, MINE : TRICK + 1] = places
                kept[found, DEAL] = i
                for s in range(4):
                    words[found, s] = load(base, HANDS + s)
                words[found, 4], words[found, 5] = load(base, LANE_LED), load(base, BEST)
                words[found, 6] = load(base, BEST_SEAT)
                losses[found] = 0.0
                if places[1] != places[0] or places[2] != places[0]:
                    n = draw(base, seat, strain, play, JUDGING, mix(word + ONE), room)
                    judge(base, seat, strain, play, places, lane, n, need, table, room, losses[found])
                found += 1
            lay(base, strain, seat, card, lane, play)
    return found


def points_by_level(no_trump):
    """What tricks are worth by level, int64 (11, 11): contracts count, then a little for each trick."""
    made = np.arange(11)[None, :] >= np.arange(11)[:, None]
    return np.where(made, 1, -1) * (300 if no_trump else 200) + np.arange(11)[None, :]


def decisions(population, deals, seed):
    """The decisions looked at in some deals, one a row, with the words of their positions."""
    orders, strains = np.zeros((deals, len(CODE.pack)), np.int64), np.zeros(deals, np.int64)
    find_deals(CODE.bit, population, -1, seed, orders, strains)
    kept, words = np.zeros((ROOM, COLUMNS), np.int64), np.zeros((ROOM, 7), np.uint64)
    losses = np.zeros((ROOM, LOSSES))
    points = points_by_level(population == NO_TRUMP)
    found = look_at_deals(
        CODE.bit, CODE.play, orders, strains, ASKED, points, seed, new_room(JUDGING), new_table(), kept,
        words, losses,
    )  # fmt: skip
    return kept[:found], words[:found], losses[:found]


def kind_of(row, words, place):
    """The kind of decision that the card at a place would be."""
    trumps = 1 << 63 if row["contract"] == "no-trump" else 0x7FFF << 48
    table = Table(words[:4], trumps)
    table.begin(int(words[4]))
    if row["place"]:
        table.best, table.winner = int(words[5]), int(words[6])
    card = 1 << min(int(place), 63)
    return table.kind(row["place"], row["seat"], card).split(": ")[1]


def frame_of(name, kept, words, losses):
    """One decision a row, with its kind."""
    rows = []
    for what, held, lost in zip(kept.tolist(), words.tolist(), losses.tolist(), strict=True):
        row = {"contract": name, "seat": what[SEAT], "place": what[PLACE], "deal": what[DEAL]}
        row |= {"kind": kind_of(row, held, what[MINE]), "instead": kind_of(row, held, what[TRICK])}
        row |= {"mine": what[MINE], "trick_card": what[TRICK]}
        rows.append(row | {f"lost_{i}": value for i, value in enumerate(lost)})
    return pd.DataFrame(rows)


def table_of(frame, deals, label):
    """The rows of results/choices.csv: kinds by what they lose a deal, the dearest first, and each side."""
    frame["role"] = [ROLES[seat] for seat in frame.seat]
    keys = ["contract", "role", "place", "kind"]
    groups = [((name, role, "all", "all"), part) for (name, role), part in frame.groupby(keys[:2])]
    groups += [((*key[:2], PLACES[key[2]], key[3]), part) for key, part in frame.groupby(keys)]
    rows = []
    for key, part in groups:
        differ = part.mine != part.trick_card
        row = {"players": label, **dict(zip(keys, key, strict=True)), "decisions": len(part)}
        row |= {"differ": differ.mean(), "mostly": part[differ].instead.mode()[0] if differ.any() else ""}
        for column, at in LOST.items():
            lost = part[f"lost_{at}"] * (1000 / ASKED / deals)
            row |= {column: lost.sum(), column + "_95": 1.96 * (lost**2).sum() ** 0.5}
        rows.append(row)
    found = pd.DataFrame(rows)
    found = found[(found.tricks_solved.abs() + found.tricks_played.abs() > 0.004) | (found.kind == "all")]
    return found.sort_values(["contract", "role", "tricks_solved"], ascending=[True, True, False]).round(4)


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000
    label = sys.argv[2] if len(sys.argv) > 2 else "now"
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else SEED
    parts = []
    for name, population in CONTRACTS.items():
        frame = frame_of(name, *decisions(population, deals, seed))
        parts.append(table_of(frame, deals, label))
    made_from = {"deals": deals, "seed": seed, "rules": RULES, "asked": ASKED / 1000}
    made_from |= {"worlds_to_choose": CHOOSING, "worlds_to_judge": JUDGING, "kernels": KERNEL_HASH}
    save(merged(pd.concat(parts), "choices", "players"), "choices", __file__, **made_from)


if __name__ == "__main__":
    main()
