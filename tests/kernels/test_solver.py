"""The double-dummy solver against solved deals, brute force, and itself under harmless changes."""

import csv
from pathlib import Path

import brute
import numpy as np
import pytest
from lane_hands import CODE, lane_words, random_hands

from fivehundred_sim.cards import HEARTS, JACK, JOKER, effective_suit, parse_bid, parse_deal
from fivehundred_sim.kernels.solver import relative_hands, solve_tricks
from fivehundred_sim.kernels.solver_sure import bounds_in_no_trump
from fivehundred_sim.kernels.solver_table import NODES, new_table

ORACLE = Path(__file__).parents[1] / "data" / "double_dummy_4p43.csv"
UNLED = 1


def solve(hands, leader, strain, *, lead_rule=UNLED, led=0, nominated=-1, guess=5, table=None):
    table = new_table() if table is None else table
    words = lane_words(hands, strain, nominated)
    return int(solve_tricks(table, words, leader, int(strain < 4), lead_rule, led, len(hands[0]), guess))


def brute_cards(hands, strain, nominated=-1):
    """Card codes as brute.py wants them: effective suit * 100 + height."""

    def one(card):
        if card == JOKER:
            return (
                (strain * 100 if strain < 4 else nominated * 100) + 99
                if strain < 4 or nominated >= 0
                else brute.JOKER
            )
        suit = effective_suit(card, strain)
        height = card % 16
        if suit == strain and height == JACK:
            height = 98 if card // 16 == strain else 97
        return suit * 100 + height

    return np.array([[one(card) for card in hand] for hand in hands])


def oracle_rows():
    with ORACLE.open() as file:
        for row in csv.DictReader(file):
            yield (
                parse_deal(row["deal"]).hands,
                parse_bid(row["contract"]).denomination,
                int(row["declarer"]),
                int(row["tricks"]),
            )


def test_equals_every_solved_deal():
    table = new_table()
    rows = list(oracle_rows())
    assert len(rows) == 1000
    wrong = [
        i
        for i, (hands, strain, seat, tricks) in enumerate(rows)
        if solve(hands, seat, strain, table=table) != tricks
    ]
    assert wrong == []


def check_endings(seed, n, sizes=(2, 3, 4, 5), strains=(0, 1, 2, 3, 4)):
    rng = np.random.default_rng(seed)
    table = new_table()
    joker_deals = 0
    for _ in range(n):
        k = int(rng.choice(sizes))
        strain = int(rng.choice(strains))
        hands = random_hands(rng, 4, k, int(rng.integers(4)) if strain == 4 and rng.random() < 0.8 else None)
        leader, lead_rule = int(rng.integers(4)), int(rng.integers(3))
        led = int(rng.integers(16)) if lead_rule == UNLED else 0
        nominated = int(rng.integers(4)) if strain == 4 and rng.random() < 0.3 else -1
        joker_deals += strain == 4 and nominated < 0 and any(JOKER in hand for hand in hands)
        expected = brute.tricks(
            brute_cards(hands, strain, nominated), strain if strain < 4 else -1, leader, lead_rule, led
        )
        found = solve(
            hands,
            leader,
            strain,
            lead_rule=lead_rule,
            led=led,
            nominated=nominated,
            guess=k // 2,
            table=table,
        )
        assert found == expected, (hands, leader, strain, lead_rule, led, nominated)
    assert joker_deals > n // 20


def test_equals_brute_force_on_endings():
    check_endings(seed=11, n=500)


@pytest.mark.long
def test_equals_brute_force_on_many_endings():
    check_endings(seed=12, n=30_000)


@pytest.mark.long
def test_equals_brute_force_in_no_trump_with_six_and_seven_cards():
    """DDS knows no joker, so the larger no-trump endings with it have only brute force as a check."""
    check_endings(seed=13, n=300, sizes=(6,), strains=(4,))
    check_endings(seed=14, n=10, sizes=(7,), strains=(4,))


def check_against_dds(seed, n, sizes):
    dds = pytest.importorskip("dds", reason="the outside solver needs the extra 'oracle' (endplay)")
    rng = np.random.default_rng(seed)
    table = new_table()
    for _ in range(n):
        k, strain = int(rng.choice(sizes)), int(rng.integers(5))
        hands = random_hands(rng, 4, k)
        leader, nominated = int(rng.integers(4)), -1
        if strain == 4 and any(JOKER in hand for hand in hands):
            # DDS knows no joker without a suit (brute force checks those); named as a suit it is a top card
            nominated = int(rng.integers(4))
        expected = dds.tricks(lane_words(hands, strain, nominated), leader, strain < 4)
        found = solve(hands, leader, strain, nominated=nominated, table=table)
        assert found == expected, (hands, leader, strain, nominated)


def test_equals_dds_on_fresh_deals():
    check_against_dds(seed=21, n=500, sizes=[10])
    check_against_dds(seed=23, n=200, sizes=[6, 7, 8, 9])


@pytest.mark.long
def test_equals_dds_on_many_fresh_deals():
    check_against_dds(seed=22, n=20_000, sizes=[10])
    check_against_dds(seed=24, n=5_000, sizes=[5, 6, 7, 8, 9])


def test_answer_does_not_depend_on_guess_or_warm_table():
    rng = np.random.default_rng(31)
    warm = new_table()
    for _ in range(40):
        hands = random_hands(rng, 4, 9, 1)
        strain, leader = int(rng.integers(5)), int(rng.integers(4))
        answers = {solve(hands, leader, strain, guess=g, table=warm) for g in (0, 3, 9)}
        assert answers == {solve(hands, leader, strain)}


def test_full_table_starts_anew_and_stays_right():
    """A hard no-trump deal fills the table more than once when it is entered with a nearly full one."""
    from fivehundred_sim.kernels import solver_table as tt

    rng = np.random.default_rng(32)
    table = new_table()
    for _ in range(5):
        hands = random_hands(rng, 4, 10, 0)
        expected = solve(hands, 0, 4)
        solve(hands, 0, 4, table=table)
        assert int(table[NODES]) > 0
        base = np.uint64(table.ctypes.data)
        # pretend that the pool is full just before the search starts over
        table[tt.USED] = np.uint64(10**6)
        tt.forget(base)
        assert int(table[tt.USED]) == 1
        assert solve(hands, 0, 4, table=table) == expected


def test_sides_share_the_tricks_of_a_cashed_out_ending():
    """Whoever leads the last trick, the two sides' tricks add up to one."""
    rng = np.random.default_rng(33)
    for _ in range(200):
        hands = random_hands(rng, 4, 1, int(rng.integers(4)))
        strain, leader = int(rng.integers(5)), int(rng.integers(4))
        expected = brute.tricks(brute_cards(hands, strain), strain if strain < 4 else -1, leader)
        assert solve(hands, leader, strain, guess=1) == expected


def test_swapping_plain_suits_changes_nothing():
    """Spades and clubs trade places in a red contract (the pack treats them alike there)."""
    rng = np.random.default_rng(34)
    swap = {0: 1, 1: 0, 2: 2, 3: 3}
    for _ in range(30):
        hands = random_hands(rng, 4, 10)
        mirrored = [[c if c >= JOKER else swap[c // 16] * 16 + c % 16 for c in hand] for hand in hands]
        assert solve(hands, 0, HEARTS) == solve(mirrored, 0, HEARTS)


def test_a_higher_trump_never_hurts():
    """Exchange a contractor's trump for the next higher one held by a defender: never fewer tricks."""
    rng = np.random.default_rng(35)
    order = [3 * 16 + r for r in range(16)]
    for _ in range(60):
        hands = random_hands(rng, 4, 8)
        before = solve(hands, 0, HEARTS)
        mine = [c for c in hands[0] if c in order and c % 16 != JACK]
        theirs = [(s, c) for s in (1, 3) for c in hands[s] if c in order and c % 16 != JACK]
        pairs = [(m, s, t) for m in mine for s, t in theirs if t > m]
        if not pairs:
            continue
        m, s, t = pairs[0]
        hands[0][hands[0].index(m)] = t
        hands[s][hands[s].index(t)] = m
        assert solve(hands, 0, HEARTS) >= before


def test_suits_of_no_trump_are_alike():
    rng = np.random.default_rng(36)
    for _ in range(20):
        words = lane_words(random_hands(rng, 4, 9, int(rng.integers(4))), 4)
        order = rng.permutation(4)
        swapped = []
        for word in words:
            lanes = [int(word) >> 16 * int(lane) & 0x7FFF for lane in order]
            swapped.append(sum(lane << 16 * i for i, lane in enumerate(lanes)) | int(word) >> 63 << 63)
        answers = {
            int(solve_tricks(new_table(), np.array(w, np.uint64), 0, 0, UNLED, 0, 9, 5))
            for w in (words, swapped)
        }
        assert len(answers) == 1


def test_seats_have_no_names():
    """Turning the table, with the leader, changes nothing; the other side's tricks are what is left."""
    rng = np.random.default_rng(37)
    for _ in range(20):
        strain, leader = int(rng.integers(5)), int(rng.integers(4))
        hands = random_hands(rng, 4, 9, 2)
        turned = [hands[(seat - 1) % 4] for seat in range(4)]
        assert solve(hands, leader, strain) == solve(turned, (leader + 1) % 4, strain)


def test_bounds_without_search_never_contradict_brute_force():
    """In no-trump, where they argue most: with the joker on each side, and without."""
    rng = np.random.default_rng(38)
    settled = np.zeros((2, 2), int)
    asked = 0
    for _ in range(1500):
        k, joker = int(rng.integers(2, 5)), rng.random() < 0.6
        hands = random_hands(rng, 4, k, int(rng.integers(4)) if joker else None)
        expected = brute.tricks(brute_cards(hands, 4), -1, 0, UNLED)
        base = lane_words(hands, 4)
        compact_hands = relative_hands(base, 0)
        for need in range(1, k + 1):
            verdict, _ = bounds_in_no_trump(*(np.uint64(h) for h in compact_hands), k, need)
            asked += 1
            if verdict >= 0:
                assert verdict == int(expected >= need), (hands, need)
                settled[int(any(JOKER in hand for hand in hands)), verdict] += 1
    assert settled.sum() > asked // 2
    assert settled.min() > 100


# Positions searched: integers of the code alone, so the same on every machine. Times are not tested.
NODES_OF = {"suit": 67_394, "contractor": 58_259, "no-trump": 35_065, "joker": 47_177}


@pytest.mark.parametrize("population", NODES_OF)
def test_no_more_positions_are_searched_than_before(population):
    """60 fixed deals each; 2 % of room, so that a change that merely reorders equals need not touch this."""
    rng, table, nodes = np.random.default_rng(39), new_table(), 0
    for i in range(60):
        strain = 4 if population in ("no-trump", "joker") else i % 4
        hands = random_hands(rng, 4, 10, i // 4 % 4 if population == "joker" else None)
        if population == "no-trump":
            hands = [[c if c != JOKER else -1 for c in hand] for hand in hands]
            spare = [c for c in CODE.pack if c != JOKER and not any(c in hand for hand in hands)]
            hands = [[c if c >= 0 else spare[0] for c in hand] for hand in hands]
        if population == "contractor":
            spare = [c for c in CODE.pack if not any(c in hand for hand in hands)]
            trumps_first = sorted(
                hands[0] + spare, key=lambda c: (effective_suit(c, strain) != strain, -(c % 16))
            )
            hands[0] = trumps_first[:10]
        solve(hands, 0, strain, table=table)
        nodes += int(table[NODES])
    assert nodes <= NODES_OF[population] * 1.02
