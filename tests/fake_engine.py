"""A player model for tests: a pure function of (seed, deal, strain), so that its counts are known exactly."""

import hashlib
import threading
import time

import numpy as np

from fivehundred_sim.study.run import Engine


def tricks_of(seed, deal, strain):
    """Tricks of the contractor's side in one deal of the fake game; 0 or 1 in a misère."""
    digest = hashlib.blake2b(f"{seed} {deal} {strain}".encode(), digest_size=4).digest()
    word = int.from_bytes(digest, "big")
    return int(word % 1000 < 350) if strain >= 5 else min(10, 4 + strain // 2 + word % 5)


def make_engine(name="heuristic", chunk=7, deals=60, cap=400, bonus=0, delay=0.0, constant=None):
    """Return an engine over `tricks_of`: `bonus` adds tricks, `constant` fixes them, `delay` slows chunks."""
    lock = threading.Lock()
    calls = []

    def counter(bit_table, play, hand, unseen, seed, first, n, strains):
        assert bit_table.shape == (7, 43)
        assert bit_table.dtype == hand.dtype == unseen.dtype == np.int64
        assert len(hand) == 10
        assert len(unseen) == 33
        assert sorted([*hand.tolist(), *unseen.tolist()]) == list(range(43))
        with lock:
            calls.append((first, n, strains, threading.current_thread().name))
        if delay and first // chunk % 3 == 0:
            time.sleep(delay)
        counts = np.zeros((7, 11), np.int64)
        for strain in range(7):
            if strains >> strain & 1:
                for deal in range(first, first + n):
                    tricks = tricks_of(seed, deal, strain) if constant is None else constant
                    tricks = min(1, tricks) if strain >= 5 else min(10, tricks + bonus)
                    counts[strain, tricks] += 1
        return counts

    engine = Engine(name=name, load=lambda: counter, chunk=chunk, deals=deals, cap=cap, leans=f"{name} leans")
    return engine, calls
