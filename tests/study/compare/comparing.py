"""What tests of comparisons share: sets of rules, plans, and counts without threads."""

from contextlib import contextmanager

import pytest

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.inference import first_weights
from fivehundred_sim.study.compare import houses
from fivehundred_sim.study.compare.compare import comparison
from fivehundred_sim.study.compare.plan import Compare, labels_of


def rules_of(*words):
    """Return rules by words such as "australian misere.value=210"."""
    found = []
    for word in words:
        name, *changes = word.split()
        found.append(load_rules(name, dict(change.split("=") for change in changes)))
    return tuple(found)


def plan_of(*words, **options):
    rules = rules_of(*words)
    return Compare(rules, labels_of([each.name for each in rules]), **options)


def counted(plan, chunk=None):
    """Return the sums of all counts of a plan, chunk by chunk in one thread."""
    total = {}
    for first in range(0, plan.deals, chunk or plan.deals):
        part = plan.count(first, min(chunk or plan.deals, plan.deals - first))
        total = {name: total.get(name, 0) + sums for name, sums in part.items()}
    return total


def compared_by(*words, **options):
    plan = plan_of(*words, **options)
    return comparison(plan, counted(plan))


@contextmanager
def unlearnt():
    """Let calls say what fitting starts from: learning would take most of the time."""
    houses.table_of.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(houses, "signals", lambda house, style: first_weights())
        yield
    houses.table_of.cache_clear()
