"""Compare the four-handed Australian kernels with those of another commit, interleaved in one run.

    python scripts/measure_against.py COMMIT [rounds]

Each tree's kernels run in a process of their own, one waiting while the other works: playouts of one hand in
every suit, in no-trump and in misère, and double-dummy values of random suit deals, the same deals on both
sides. A round is a fraction of a second of each; the ratio of a round compares neighbours in time, and the
table gives the median ratio and the middle half of them. The counts of both trees are compared too. Writes
results/against.csv with its manifest.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
# name: strains (bit mask), deals a round
TASKS = {
    "playout, suits": (0b0001111, 20_000),
    "playout, no-trump": (0b0010000, 40_000),
    "playout, misère": (0b1100000, 20_000),
    "double-dummy, suits": (0b0001111, 40),
    "double-dummy, no-trump": (0b0010000, 60),
    "double-dummy, misère": (0b0100000, 3_000),
}
SEED = 5


def child():
    """Answer each line (task, first deal) with the seconds taken and a sum over the counts."""
    import numpy as np

    from fivehundred_sim import load_rules, parse_hand
    from fivehundred_sim.kernels.chunks_double_dummy import double_dummy_counts
    from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
    from fivehundred_sim.rules.code import encode

    code = encode(load_rules("australian"))
    held = parse_hand(HAND)
    hand = np.array([i for i, card in enumerate(code.pack) if card in held], np.int64)
    unseen = np.array([i for i, card in enumerate(code.pack) if card not in held], np.int64)
    weights = np.arange(77, dtype=np.int64).reshape(7, 11) + 1
    for count in (heuristic_counts, double_dummy_counts):
        count(code.bit, code.play, hand, unseen, SEED, 0, 1, 127)
    print("ready", flush=True)
    for line in sys.stdin:
        task, first = line.rstrip("\n").split("\t")
        strains, deals = TASKS[task]
        count = heuristic_counts if task.startswith("playout") else double_dummy_counts
        start = time.process_time()  # other processes may share the machine
        counts = count(code.bit, code.play, hand, unseen, SEED, int(first), deals, strains)
        seconds = time.process_time() - start
        print(seconds, int((counts * weights).sum()), flush=True)


def started(tree):
    """Return a process that runs `child` with the package of a tree, once it is ready."""
    process = subprocess.Popen(
        [sys.executable, __file__, "--child"],
        env=os.environ | {"PYTHONPATH": str(tree)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n", f"the kernels of {tree} did not start"
    return process


def asked(process, task, first):
    process.stdin.write(f"{task}\t{first}\n")
    process.stdin.flush()
    seconds, total = process.stdout.readline().split()
    return float(seconds), int(total)


def compare(commit, rounds):
    import numpy as np
    import pandas as pd

    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(other), commit], cwd=ROOT, check=True)
        try:
            here, there = started(ROOT), started(other)
            rows = []
            for task, (_, deals) in TASKS.items():
                ratios, ours, equal = [], [], True
                for turn in range(rounds):
                    order = (here, there) if turn % 2 else (there, here)
                    answers = {process: asked(process, task, turn * deals) for process in order}
                    ratios.append(answers[here][0] / answers[there][0])
                    ours.append(deals / answers[here][0])
                    equal &= answers[here][1] == answers[there][1]
                low, middle, high = np.percentile(ratios, (25, 50, 75))
                rows.append((task, rounds, np.median(ours), middle, low, high, equal))
            for process in (here, there):
                process.stdin.close()
                process.wait()
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=ROOT, check=True)
    columns = ("task", "rounds", "deals_per_second", "time_ratio", "ratio_q1", "ratio_q3", "same_counts")
    return pd.DataFrame(rows, columns=columns).round(3)


def main():
    from saving import save

    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python scripts/measure_against.py COMMIT [rounds]")
    commit, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 31
    save(compare(commit, rounds), "against", __file__, commit=commit, seed=SEED, hand=HAND)


if __name__ == "__main__":
    child() if "--child" in sys.argv else main()
