"""Sampled games for the calibration: who asks what, one game each, and what the quick models say of it.

    python scripts/calibration_games.py FOLDER [--seed 1] [--first 0] [--games 1000] [--jobs 2] [--only NT]
    python scripts/calibration_games.py FOLDER --keep
    python scripts/calibration_games.py --recount [--jobs 2]

The games in force are kept in results/calibration_games.npz (--keep writes it): an hour and a half of play.
When the heuristic players change, --recount has both quick models judge the kept games anew, a quarter of an
hour. What sampled players took stays: they lean on heuristic ones only for ties, for candidates of a discard
and for what a contractor may have thrown.

Question `i` of a seed is a hand, a strain and a level, and depends on (seed, i) alone. The strains and levels
come in turn (each misère twice), so every cell has as many games; the hands are such as somebody would ask
this about: of a number of random hands the one whose heuristic chance is nearest to a chance drawn at random.
Where random hands are too weak for a bid, hands are drawn with a liking for the cards it needs.

Each question is then played once by sampled players, on a deal that the quick models did not see, and both
quick models play and solve that deal too. Rows are kept complete, so that a fit may be changed without new
games. FOLDER gets a file for every 50 questions; files that are there are not made again, so that a run may
be cut short, or split among processes by --first. With --only NT just the questions in no-trump are played,
the classes with the most to learn and the fewest games.
"""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from saving import RESULTS

from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.paired import paired_tricks
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.contracts import contracts_of

RULES = load_rules("australian")
CODE = encode(RULES)
CARDS = len(CODE.pack)
WORLDS = 16
KEPT = RESULTS / "calibration_games.npz"
PLAYED, SOLVED = 10_000, 100  # deals by heuristic players and double-dummy, as `advise` has them
GAME = PLAYED  # the number of the deal that is played: the first one that the counts do not hold
CHUNK = 50
LEVELS = range(6, 11)
CELLS = [(strain, level) for strain in range(NO_TRUMP + 1) for level in LEVELS]
CELLS += [(MISERE, 0), (OPEN_MISERE, 0)] * 2
PEEKS, NATURAL, TRIES = 200, 80, 240  # deals that judge a hand; hands drawn without a liking, and with
NEAR = 0.04  # near enough to the chance wanted
LIKING = 1.5  # the strongest liking, in units of `strength`


def contract_of(strain, level):
    """The contract of a cell as `advise` plays it."""
    return next(
        each
        for each in contracts_of(RULES)
        if each.strain == strain and (strain >= MISERE or int(each.bid.rstrip("SCDHNT")) == level)
    )


def strength(strain):
    """How much each card of the pack helps a contract, for drawing hands that could bid it."""
    bits = CODE.bit[strain]
    height = bits % 16 / 13
    if strain >= MISERE:
        return np.where(bits == 63, -4.0, -2.5 * height)
    if strain == NO_TRUMP:
        return np.where(bits == 63, 2.0, 1.5 * height)
    return np.where(bits >= 48, 1.0 + height, np.where(height > 0.6, 0.8 * height, 0.0))


def chance_of(hand, strain, level, seed):
    """The heuristic chance of a contract on a few deals."""
    counts = played(hand, strain, seed, 0, PEEKS)
    return counts[0] / PEEKS if strain >= MISERE else counts[level:].sum() / PEEKS


def unseen_by(hand):
    """The pack indices of the cards not held."""
    return np.setdiff1d(np.arange(CARDS), hand)


def played(hand, strain, seed, first, n):
    """The tricks of heuristic players in some deals, int64 (11,)."""
    return heuristic_counts(CODE.bit, CODE.play, hand, unseen_by(hand), seed, first, n, 1 << strain)[strain]


def question_of(seed, number):
    """The hand (pack indices), strain and level of a question."""
    strain, level = CELLS[number % len(CELLS)]
    rng = np.random.default_rng([seed, number])
    wanted = rng.random()
    liked = strength(strain)
    nearest, best = 2.0, None
    for attempt in range(TRIES):
        liking = 0.0 if attempt < NATURAL else rng.uniform(0, LIKING)
        hand = np.sort(np.argsort(rng.gumbel(size=CARDS) + liking * liked)[-10:])
        gap = abs(chance_of(hand, strain, level, int(rng.integers(2**62))) - wanted)
        if gap < nearest:
            nearest, best = gap, hand
        if gap < NEAR:
            break
    return best, strain, level


def game_of(seed, number, worlds):
    """One row: the question, what the quick models say of the hand and of the deal, and the game's tricks."""
    from fivehundred_sim.kernels.sampled.chunks import sampled_games

    hand, strain, level = question_of(seed, number)
    contract = contract_of(strain, level)
    asked = (CODE.bit, CODE.play, hand, unseen_by(hand), seed * 1_000_003 + number)
    pairs = paired_tricks(*asked, 0, SOLVED, 1 << strain)[strain]
    deal = paired_tricks(*asked, GAME, 1, 1 << strain)[strain, 0]
    points = np.zeros(11, np.int64)
    points[: len(contract.gain)] = np.rint(contract.gain)
    points[len(contract.gain) :] = points[len(contract.gain) - 1]
    start = time.thread_time()
    tricks = sampled_games(*asked, GAME, 1, strain, points, level, worlds)[0]
    return {
        "number": number,
        "hand": hand.astype(np.int8),
        "strain": strain,
        "level": level,
        "counts": played(hand, strain, asked[-1], 0, PLAYED).astype(np.int32),
        "pairs": pairs.astype(np.int8),
        "heuristic": deal[0],
        "solved": deal[1],
        "sampled": tricks,
        "seconds": time.thread_time() - start,
    }


def make_file(folder, seed, chunk, worlds, strains):
    """Play the games of one file in some strains, unless it is there."""
    path = folder / f"games-{seed}-{chunk:05}.npz"
    if not path.exists():
        numbers = range(chunk * CHUNK, (chunk + 1) * CHUNK)
        asked = [number for number in numbers if CELLS[number % len(CELLS)][0] in strains]
        rows = [game_of(seed, number, worlds) for number in asked]
        part = path.with_suffix(f".{os.getpid()}.part.npz")
        np.savez_compressed(part, **{key: np.array([row[key] for row in rows]) for key in rows[0]})
        os.replace(part, path)
    return path


def counted_again(row):
    """What the quick models, as they are now, say of a kept game: its counts, pairs and own deal."""
    hand, strain = row["hand"].astype(np.int64), int(row["strain"])
    stream = int(row["seed"]) * 1_000_003 + int(row["number"])
    asked = (CODE.bit, CODE.play, hand, unseen_by(hand), stream)
    deal = paired_tricks(*asked, GAME, 1, 1 << strain)[strain, 0]
    return {
        "counts": played(hand, strain, stream, 0, PLAYED),
        "pairs": paired_tricks(*asked, 0, SOLVED, 1 << strain)[strain],
        "heuristic": deal[0],
        "solved": deal[1],
    }


def recount(jobs):
    """Write the kept games with the quick models' figures as these are now."""
    games = load(KEPT)
    rows = [
        {key: games[key][i] for key in ("hand", "strain", "seed", "number")}
        for i in range(len(games["seed"]))
    ]
    with ThreadPoolExecutor(jobs) as executor:
        found = list(executor.map(counted_again, rows))
    for key in found[0]:
        games[key] = np.array([each[key] for each in found]).astype(games[key].dtype)
    np.savez_compressed(KEPT, **games)
    print(f"{len(rows)} games in {KEPT}")


def load(path, seed=None):
    """All games in a folder or a kept file (of one seed), a dict of arrays with a row a game, by number."""
    path = Path(path)
    if path.is_file():
        kept = np.load(path)
        mine = np.ones(len(kept["seed"]), bool) if seed is None else kept["seed"] == seed
        return {key: kept[key][mine] for key in kept.files}
    names = sorted(path.glob(f"games-{'*' if seed is None else seed}-?????.npz"))
    files = [{**np.load(name), "seed": int(name.name.split("-")[1])} for name in names]
    for file in files:
        file["seed"] = np.full(len(file["number"]), file["seed"])
    return {key: np.concatenate([file[key] for file in files]) for key in files[0]}


def keep(folder):
    """Write all games of a folder to results/, without the time they took."""
    games = load(folder)
    np.savez_compressed(KEPT, **{key: values for key, values in games.items() if key != "seconds"})
    print(f"{len(games['number'])} games in {KEPT}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--only", choices=["NT"])
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--recount", action="store_true")
    asked = parser.parse_args()
    if asked.recount:
        recount(asked.jobs)
        return
    if asked.folder is None:
        parser.error("FOLDER is missing: expected one for the games, or --recount")
    asked.folder.mkdir(parents=True, exist_ok=True)
    chunks = range(asked.first // CHUNK, (asked.first + asked.games) // CHUNK)
    if asked.keep:
        keep(asked.folder)
        return
    strains = {NO_TRUMP} if asked.only else set(range(OPEN_MISERE + 1))
    start = time.monotonic()
    with ThreadPoolExecutor(asked.jobs) as executor:
        made = executor.map(
            lambda chunk: make_file(asked.folder, asked.seed, chunk, asked.worlds, strains), chunks
        )
        for done, path in enumerate(made, 1):
            print(f"{path.name}: {done} of {len(chunks)}, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
