"""A player model for tests: a pure function of (seed, deal, strain), so that its counts are known exactly."""

import hashlib
import threading
import time

import numpy as np

from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.run import Engine


def tricks_of(seed, deal, strain):
    """Tricks of the contractor's side in one deal of the fake game; 0 or 1 in a misère."""
    digest = hashlib.blake2b(f"{seed} {deal} {strain}".encode(), digest_size=4).digest()
    word = int.from_bytes(digest, "big")
    return int(word % 1000 < 350) if 5 <= strain < 10 else min(10, 4 + strain // 2 + word % 5)


def make_engine(name="heuristic", chunk=7, deals=60, cap=400, bonus=0, delay=0.0, constant=None):
    """Return an engine over `tricks_of`: `bonus` adds tricks, `constant` fixes them, `delay` slows chunks."""
    lock = threading.Lock()
    calls = []

    def counter(task, first, n, strains):
        assert task.hand.dtype == task.unseen.dtype == np.int64
        assert len(task.hand) == 10
        cards = len(pack(task.rules))
        assert sorted([*task.hand.tolist(), *task.unseen.tolist()]) == list(range(cards))
        with lock:
            calls.append((first, n, strains, threading.current_thread().name))
        if delay and first // chunk % 3 == 0:
            time.sleep(delay)
        counts = np.zeros((15, 11), np.int64)
        for strain in range(15):
            if strains >> strain & 1:
                for deal in range(first, first + n):
                    tricks = tricks_of(task.seed, deal, strain) if constant is None else constant
                    tricks = min(1, tricks) if 5 <= strain < 10 else min(10, tricks + bonus)
                    counts[strain, tricks] += 1
        return counts

    engine = Engine(name=name, load=lambda: counter, chunk=chunk, deals=deals, cap=cap, leans=f"{name} leans")
    return engine, calls
