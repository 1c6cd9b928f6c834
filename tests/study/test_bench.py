"""`bench`: what is measured is real work, checked, and every figure follows from what was measured."""

import dataclasses

import numpy as np
import pytest

from fivehundred_sim import load_rules
from fivehundred_sim.cards import JOKER, NO_TRUMP, Bid, Deal
from fivehundred_sim.kernels.tally import dealt_counts
from fivehundred_sim.study import bench as module
from fivehundred_sim.study.bench import Row, bench
from fivehundred_sim.study.bench_measures import LOW, Batch, Bench, Measure
from fivehundred_sim.study.peer import Peer, PeerError
from fivehundred_sim.study.solve import solve

RULES = load_rules("australian")
NAMES = [
    "deals dealt",
    "playouts",
    "values, suit",
    "values, best suit after the exchange",
    "values, no-trump without joker",
    "values, no-trump with joker",
    "yes or no, 7 tricks in a suit",
    "misères, low hands",
    "every card of 6-card endings, suit",
    "sampled deals, 16 worlds",
]


def batches(rules=RULES, peer=None):
    return {measure.name: measure.batch for measure in Bench(rules, 3, peer).measures()}


def test_dealing_is_fair_and_counts_every_card():
    counts = dealt_counts(43, 4, 10, 1, 0, 4_000)
    assert counts.shape == (5, 43)
    assert (counts.sum(axis=0) == 4_000).all()
    assert list(counts.sum(axis=1)) == [40_000] * 4 + [12_000]
    expected = np.array([4_000 * 10 / 43] * 4 + [4_000 * 3 / 43])[:, None]
    assert (((counts - expected) ** 2 / expected).sum(axis=0) < 30).all()  # chi-square, 4 degrees of freedom
    parts = dealt_counts(43, 4, 10, 1, 0, 1_500) + dealt_counts(43, 4, 10, 1, 1_500, 2_500)
    assert (parts == counts).all()


def test_every_measure_answers_and_checks_itself():
    for name, batch_of in batches().items():
        batch = batch_of(2)
        answers = batch.ours()
        assert batch.fault(answers) is None, name
        assert answers == batch.ours()
        assert batch.peer is None
        # Fresh deals every time, and the same ones for the same number.
        assert batch_of(2).ours() == answers
        assert name == "deals dealt" or name == "playouts" or len(answers) == batch.number
        assert batch_of(3).ours() != answers or name.startswith(("mis", "yes", "sampled"))
    assert list(batches()) == NAMES


def test_wrong_answers_are_noticed():
    found = batches()
    dealt = found["deals dealt"](1)
    assert "twice" in dealt.fault((0, *dealt.ours()[1:]))
    played = found["playouts"](1)
    first, *rest = played.ours()
    assert "lost" in played.fault((first + 1, *rest))
    asked = found["yes or no, 7 tricks in a suit"](1)
    answers = asked.ours()
    assert "yes or no" in asked.fault((1 - answers[0], *answers[1:]))


def test_positions_are_what_their_names_say():
    positions = Bench(RULES, 3, None)
    low = positions._low_hand(5)
    above = sum(card >= JOKER or card % 16 > 7 for card in low.hands[0])
    assert above <= LOW
    without, joker = positions._without_joker(5), positions._with_joker(5)
    assert without.strain == joker.strain == NO_TRUMP
    assert without.is_bridge
    assert not joker.is_bridge
    assert JOKER not in {card for hand in without.hands for card in hand}
    for place in range(30):
        assert JOKER in {card for hand in positions._with_joker(place).hands for card in hand}
    # The same values as `solve` finds by the deal.
    best = positions._best_suit(4)
    assert best.ready().value(7) == solve(Deal(best.hands, ()), Bid(10, best.strain), 0, line=False).tricks


def test_a_short_run_has_a_row_for_every_measure_and_number_of_threads():
    told = []
    found = bench(seconds=0.5, rounds=2, jobs=2, progress=lambda done, total: told.append((done, total)))
    assert [row.measure for row in found.rows] == [name for name in NAMES for _ in range(2)]
    assert [row.threads for row in found.rows] == [1, 2] * len(NAMES)
    assert found.faults == ()
    assert told == [(done, 2 * len(NAMES)) for done in range(1, 2 * len(NAMES) + 1)]
    for row in found.rows:
        assert 0 < row.per_second_low <= row.per_second <= row.per_second_high
        assert (row.scaling is None) == (row.threads == 1)
        assert row.peer is row.peer_ratio is None
    answer = found.to_json_dict()
    assert {"measure", "per_second", "peer_ratio"} <= set(answer["rows"][0])
    assert answer["rules"]["name"] == "australian"


def test_another_table_is_measured_by_the_general_solver():
    found = batches(load_rules("howstuffworks", {"misere.when": "anytime"}))
    four_handed = ["values, best suit after the exchange", *NAMES[-2:]]
    assert [name for name in NAMES if name not in found] == four_handed
    for name in (
        "values, suit",
        "values, no-trump with joker",
        "yes or no, 7 tricks in a suit",
        "misères, low hands",
    ):
        batch = found[name](0)
        assert batch.fault(batch.ours()) is None


def stopped_clock():
    """A clock that stands at `now[0]`, and work that moves it on."""
    now = [0.0]

    def work(seconds, answers):
        def answer():
            now[0] += seconds
            return answers

        return answer

    return now, work


def test_figures_follow_from_the_times(monkeypatch):
    now, work = stopped_clock()
    monkeypatch.setattr(module.time, "thread_time", lambda: now[0])
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])

    class Fake:
        def __init__(self, *_):
            pass

        def measures(self):
            def batch(number):
                return Batch(10, work(0.5, (number,)), work(1.5, (number if number != 4 else -1,)))

            return [Measure("values", batch)]

    monkeypatch.setattr(module, "Bench", Fake)
    monkeypatch.setattr(module, "Peer", type("P", (), {"name": "DDS", "__init__": lambda self, _: None}))
    monkeypatch.setattr(module, "load_peer", lambda: None)  # it need not be installed
    found = bench(seconds=12, rounds=3, jobs=1, peer=True)
    (row,) = found.rows
    expected = Row("values", 1, 60, 20, 20, 20, None, "DDS", 20 / 3, 3, 3, 3, None)
    assert dataclasses.asdict(row) == pytest.approx(dataclasses.asdict(expected))
    assert found.faults == ("values: 1 of 10 answers differ from the peer's",)


def test_a_peer_that_is_not_there_is_one_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "endplay", None)
    with pytest.raises(PeerError, match="not installed"):
        bench(peer=True)


@pytest.fixture(scope="module")
def peer():
    pytest.importorskip("endplay._dds", reason="the outside solver needs the extra 'oracle' (endplay)")
    return Peer(2)


def test_the_peer_gives_our_answers_on_our_deals(peer):
    compared = 0
    for name, batch_of in batches(peer=peer).items():
        batch = batch_of(7)
        if batch.peer is not None:
            assert batch.peer() == batch.ours(), name
            compared += 1
    assert compared == 5


def test_the_peer_scores_every_card_of_an_ending(peer):
    hands = np.array([0b11, 0b1100, 0b110000, 0b11000000], np.uint64)  # one suit, the leader's lowest
    assert peer.scores(peer.board(hands, 0, False)) == (0, 0)
    assert peer.value(peer.board(hands, 3, False)) == 2


def test_the_peer_cannot_play_other_tables():
    with pytest.raises(PeerError, match="four-handed"):
        bench(rules="six-handed", peer=True, seconds=0.5)
