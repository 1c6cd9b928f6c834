"""How long the kernels take to compile on a machine that has none: every part that a user can reach.

    python scripts/measure_compile.py [jobs]

Each part runs in a process of its own, as many at a time as there are processors (or `jobs`), as the commands
do it, what a first question needs first; all fill one empty cache, so that what a part has compiled another
one finds. Writes results/compile.csv: seconds of processor time by part, and the wall clock of them all.
Other load on the machine lengthens both.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LANES, OTHERS = "australian", "six-handed"
ALL_STRAINS, HEARTS, MISERE = 127, 3, 5


def task(rules):
    """A question about ten cards under some rules, as the engines get it."""
    import numpy as np

    from fivehundred_sim.rules.load import load_rules
    from fivehundred_sim.rules.packs import pack
    from fivehundred_sim.study.run import Task

    house = load_rules(rules)
    return Task(house, np.arange(10), np.arange(10, len(pack(house))), 1)


def heuristic():
    """Heuristic players, four hands: suits, no-trump, misères."""
    from fivehundred_sim.study.run import HEURISTIC

    HEURISTIC.load()(task(LANES), 0, 0, ALL_STRAINS)


def solver():
    """Double-dummy, four hands: suits, no-trump, misères."""
    from fivehundred_sim.study.run import DOUBLE_DUMMY

    DOUBLE_DUMMY.load()(task(LANES), 0, 0, ALL_STRAINS)


def sampled():
    """Sampled players, four hands: whole deals in a suit and in misère."""
    import numpy as np

    from fivehundred_sim.kernels.sampled.chunks import sampled_games

    asked, points = task(LANES), np.arange(11)
    for strain, need in ((HEARTS, 7), (MISERE, 0)):
        lanes = asked.lanes
        sampled_games(lanes.bit, lanes.play, asked.hand, asked.unseen, 1, 0, 1, strain, points, need, 2)


def general():
    """Heuristic players at any other table."""
    from fivehundred_sim.study.run import HEURISTIC

    HEURISTIC.load()(task(OTHERS), 0, 0, 1)


def general_solver():
    """Double-dummy at any other table."""
    from fivehundred_sim.study.run import DOUBLE_DUMMY

    DOUBLE_DUMMY.load()(task(OTHERS), 0, 0, 1)


def general_sampled():
    """Sampled players at any other table: one deal."""
    from fivehundred_sim.study.sampled_tables import sampled_deals

    asked = task(OTHERS)
    next(sampled_deals(asked.rules, asked.hand, asked.unseen, 1, 0, 1, HEARTS, 7, 1))


PARTS = {
    each.__name__: each for each in (heuristic, solver, general, general_solver, sampled, general_sampled)
}


def measured(part, cache):
    """The processor time of one part, compiled in a process of its own."""
    environment = os.environ | {"FIVEHUNDRED_CACHE_DIR": cache}
    environment.pop("NUMBA_CACHE_DIR", None)
    answer = subprocess.run(
        [sys.executable, __file__, "--part", part],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(answer.stdout)


def main():
    import pandas as pd
    from saving import save

    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(jobs) as pool:
        seconds = list(pool.map(lambda part: measured(part, cache), PARTS))
        elapsed = time.monotonic() - started
        megabytes = sum(each.stat().st_size for each in Path(cache).rglob("*") if each.is_file()) / 1e6
    rows = [
        *zip(PARTS, seconds, strict=True),
        ("all, processor time", sum(seconds)),
        ("all, wall clock", elapsed),
    ]
    frame = pd.DataFrame(rows, columns=["part", "seconds"]).round(1)
    save(frame, "compile", __file__, jobs=jobs, cache_megabytes=round(megabytes, 1))


if __name__ == "__main__":
    if "--part" in sys.argv:
        PARTS[sys.argv[-1]]()
        print(time.process_time())
    else:
        main()
