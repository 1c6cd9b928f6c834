"""Deals of unseen cards that fit, each as likely: so many cards to each receiver, some kinds barred to some.

The deals are counted, not tried. Cards that the same receivers may hold are one kind, receivers that may hold
the same kinds one group; `ways` sums over how many cards of each kind go to each group. A share of n cards of
one kind counts n!-fold less: the number of ways to choose which cards they are (a multinomial coefficient,
its common factor left out). `draw` takes the shares one by one with these weights, then shuffles.
"""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Int, Ints, Real, Word, kernel
from fivehundred_sim.kernels.stream import below, next_word

NOBODY = np.int64(6)  # the receiver of cards that no hand in play holds; 0–5 are the seats
RECEIVERS = 7
CLASSES = 6  # the five lanes, and the card that a five-handed contractor has called

# Places in a plan: numbers of kinds, groups and states; of each kind its cards and the mask of groups that
# may hold it; of each group its room and its step in the number of a state; the kind of each class and the
# group of each receiver, -1 for none.
KINDS, GROUPS, STATES = 0, 1, 2
SIZE, ALLOWED, ROOM, STEP, KIND_OF, GROUP_OF = 3, 9, 15, 22, 29, 35
PLAN = 42

_MOST = 64
INVERSE = np.ones(_MOST)  # of the factorials
for _n in range(1, _MOST):
    INVERSE[_n] = INVERSE[_n - 1] / _n
_UNIT = 2.0**-53
_11 = np.uint64(11)


@kernel()
def make_plan(counts: Ints, allowed: Ints, room: Ints) -> Ints:
    """Return the plan (int64) of the deals that fit.

    counts, allowed: int64 (CLASSES,), the cards of each class and the mask of receivers that may hold them.
    room: int64 (RECEIVERS,), how many cards each takes, as many together as there are cards.
    """
    plan = np.full(PLAN, -1, np.int64)
    receivers = np.int64(0)
    for receiver in range(RECEIVERS):
        if room[receiver] > 0:
            receivers |= np.int64(1) << receiver
    kinds = _find_kinds(plan, counts, allowed, receivers)
    _find_groups(plan, allowed, room, kinds)
    return plan


@kernel()
def _find_kinds(plan: Ints, counts: Ints, allowed: Ints, receivers: Int) -> Int:
    """Write the kinds: classes with cards that the same receivers may hold. Returns how many."""
    kinds: Int = np.int64(0)
    plan[SIZE : SIZE + CLASSES] = 0
    for new in range(CLASSES):
        if counts[new] == 0:
            continue
        kind = kinds
        for old in range(new):
            if plan[KIND_OF + old] >= 0 and (allowed[old] ^ allowed[new]) & receivers == 0:
                kind = plan[KIND_OF + old]
        plan[KIND_OF + new] = kind
        plan[SIZE + kind] += counts[new]
        kinds = max(kinds, kind + 1)
    plan[KINDS] = kinds
    return kinds


@kernel()
def _kinds_for(plan: Ints, allowed: Ints, receiver: Int) -> Int:
    """Return the mask of the kinds that a receiver may hold."""
    mask = np.int64(0)
    for card_class in range(CLASSES):
        if plan[KIND_OF + card_class] >= 0 and (allowed[card_class] >> receiver) & 1:
            mask |= np.int64(1) << plan[KIND_OF + card_class]
    return mask


@kernel()
def _find_groups(plan: Ints, allowed: Ints, room: Ints, kinds: Int) -> None:
    """Write the groups: receivers with room that may hold the same kinds."""
    groups: Int = np.int64(0)
    states: Int = np.int64(1)
    plan[ROOM : ROOM + RECEIVERS] = 0
    plan[ALLOWED : ALLOWED + CLASSES] = 0
    for new in range(RECEIVERS):
        if room[new] == 0:
            continue
        group, mask = groups, _kinds_for(plan, allowed, np.int64(new))
        for old in range(new):
            if plan[GROUP_OF + old] >= 0 and _kinds_for(plan, allowed, np.int64(old)) == mask:
                group = plan[GROUP_OF + old]
        plan[GROUP_OF + new] = group
        plan[ROOM + group] += room[new]
        groups = max(groups, group + 1)
        for kind in range(kinds):
            if (mask >> kind) & 1:
                plan[ALLOWED + kind] |= np.int64(1) << group
    for group in range(groups):
        plan[STEP + group] = states
        states *= plan[ROOM + group] + 1
    plan[GROUPS], plan[STATES] = groups, states


@kernel()
def new_memo(plan: Ints) -> NDArray[np.float64]:
    """Return an empty memory for `ways` (float64)."""
    return np.full(plan[KINDS] * plan[STATES], -1.0)


@kernel()
def whole(plan: Ints) -> Int:
    """Return the number of the state in which no card has been dealt."""
    return plan[STATES] - 1


@kernel("float64(int64[::1], float64[::1], int64, int64, int64, int64)")
def ways(plan: Ints, memo: NDArray[np.float64], kind: Int, group: Int, left: Int, state: Int) -> Real:
    """Return the weight of all ways to deal `left` cards of a kind to the groups from `group` on.

    And the later kinds after it. A state numbers the room left in each group; it is 0 once nothing is left.
    """
    if group == plan[GROUPS]:
        if left > 0:
            return 0.0
        kind += 1
        if kind == plan[KINDS]:
            return 1.0
        group, left = np.int64(0), plan[SIZE + kind]
    place = kind * plan[STATES] + state
    if group == 0 and memo[place] >= 0.0:
        return memo[place]
    step = plan[STEP + group]
    room = state // step % (plan[ROOM + group] + 1)
    most = min(left, room) if (plan[ALLOWED + kind] >> group) & 1 else np.int64(0)
    least = room if kind + 1 == plan[KINDS] else np.int64(0)  # the last kind fills what is left
    total = 0.0
    for n in range(least, most + 1):
        total += INVERSE[n] * ways(plan, memo, kind, group + 1, left - n, state - n * step)
    if group == 0:
        memo[place] = total
    return total


@kernel()
def number_of_ways(plan: Ints, memo: NDArray[np.float64]) -> Real:
    """Return the weight of all deals that fit, 0.0 only if none does."""
    if plan[KINDS] == 0:
        return 1.0
    return ways(plan, memo, np.int64(0), np.int64(0), plan[SIZE], whole(plan))


@kernel()
def draw_share(
    plan: Ints, memo: NDArray[np.float64], kind: Int, group: Int, left: Int, state: Int, random: Word
) -> Int:
    """Return how many of `left` cards of a kind a group gets, by weight; `random` is a random word."""
    total = ways(plan, memo, kind, group, left, state)
    target = np.float64(random >> _11) * _UNIT * total
    step = plan[STEP + group]
    room = state // step % (plan[ROOM + group] + 1)
    most = min(left, room) if (plan[ALLOWED + kind] >> group) & 1 else np.int64(0)
    chosen = np.int64(0)
    for n in range(most + 1):
        weight = INVERSE[n] * ways(plan, memo, kind, group + 1, left - n, state - n * step)
        if weight > 0.0:
            chosen = np.int64(n)
            if target < weight:
                break
        target -= weight
    return chosen


@kernel()
def shuffle_part(cards: Ints, first: Int, last: Int, stream: Word) -> Word:
    """Shuffle `cards[first:last]` in place; returns the new state of the stream."""
    for i in range(first, last - 1):
        stream, word = next_word(stream)
        j = i + below(word, last - i)
        cards[i], cards[j] = cards[j], cards[i]
    return stream


@kernel()
def draw(
    plan: Ints,
    memo: NDArray[np.float64],
    cards: Ints,
    classes: Ints,
    room: Ints,
    stream: Word,
    receivers: Ints,
) -> Word:
    """Deal all cards, each deal that fits as likely; returns the new state of the stream (uint64).

    cards, classes: int64 (n,), any numbers, and the class of each; `room` as for the plan. `receivers`
    int64 (n,), overwritten: who gets each card. There must be a deal that fits.
    """
    n = cards.shape[0]
    pools = np.full(n, -1, np.int64)  # the group's cards, as indices into `cards`, group after group
    ends = np.zeros(RECEIVERS, np.int64)
    for group in range(1, plan[GROUPS]):
        ends[group] = ends[group - 1] + plan[ROOM + group - 1]
    state, order = whole(plan), np.empty(n, np.int64)
    for kind in range(plan[KINDS]):
        left = np.int64(0)
        for i in range(n):
            if plan[KIND_OF + classes[i]] == kind:
                order[left] = i
                left += 1
        stream = shuffle_part(order, np.int64(0), left, stream)
        for group in range(plan[GROUPS]):
            stream, word = next_word(stream)
            share = draw_share(plan, memo, np.int64(kind), np.int64(group), left, state, word)
            for _ in range(share):
                left -= 1
                pools[ends[group]] = order[left]
                ends[group] += 1
            state -= share * plan[STEP + group]
    first = np.int64(0)
    for group in range(plan[GROUPS]):
        stream = shuffle_part(pools, first, ends[group], stream)
        for receiver in range(RECEIVERS):
            if plan[GROUP_OF + receiver] == group:
                for i in range(first, first + room[receiver]):
                    receivers[pools[i]] = receiver
                first += room[receiver]
    return stream
