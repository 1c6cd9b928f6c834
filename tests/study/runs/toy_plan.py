"""A plan without cards: its counts say which deals they come from, and it can be slow, or fail."""

import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np


@dataclass(frozen=True)
class ToyPlan:
    """Deals numbered by themselves; `seconds` of each deal, `fails_at` a deal that raises."""

    kind: ClassVar[str] = "toy"
    deals: int = 1000
    chunk: int = 50
    seed: int = 1
    seconds: float = 0.0
    fails_at: int = -1

    def question(self):
        return {"rules": {"misere": {"value": 250}}, "seed": self.seed, "deals": self.deals}

    def warm(self):
        pass

    def count(self, first, n):
        if first <= self.fails_at < first + n:
            raise RuntimeError("broke")
        time.sleep(self.seconds * n)
        numbers = np.arange(first, first + n) * self.seed
        sums = np.zeros((2, 3), np.int64)
        sums[0, 1], sums[1, 2] = numbers.sum(), -(numbers**2).sum()
        return {"tricks": np.bincount(numbers % 11, minlength=11), "sums": sums}


def whole(plan):
    """What a run of the plan must come to."""
    return plan.count(0, plan.deals)


def same(found, expected):
    return found.keys() == expected.keys() and all((found[name] == expected[name]).all() for name in found)


def contents(folder):
    """Every file of a directory by name, with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
