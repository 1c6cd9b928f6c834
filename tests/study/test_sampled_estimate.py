"""Two-level estimates and budgets of time: unbiased, the same for any number of workers, and well spent."""

from dataclasses import replace

import numpy as np
import pytest
from fake_sampled import install, tricks_of

from fivehundred_sim import advise, load_rules
from fivehundred_sim.kernels.paired import paired_tricks
from fivehundred_sim.study import budget, run
from fivehundred_sim.study.calibrated import Calibrated, column
from fivehundred_sim.study.contracts import contracts_of
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.sampled import Games, Sampled

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
RULES = load_rules("australian")
CONTRACTS = {contract.bid: contract for contract in contracts_of(RULES)}


@pytest.fixture
def calls(monkeypatch):
    monkeypatch.setitem(run.ENGINES, "sampled", replace(run.SAMPLED, deals=12))
    return install(monkeypatch)


def test_the_bid_asked_about_is_played_on_the_first_deals(calls):
    advice = advise(HAND, "8H", engines="sampled")
    assert sorted(calls)[1:] == [(deal, 1, 3, 8) for deal in range(12)]  # the first call compiles
    assert advice.engines == ("calibrated", "sampled")
    assert [row.bid for row in advice.contracts if row.engine == "sampled"] == ["8H"]
    row = advice.asked.rows[0]
    assert (row.engine, row.sampled, row.solved, row.deals) == ("sampled", 12, run.CALIBRATED.asked, 10_000)
    assert advice.asked.engine == "sampled"
    assert advice.engine == "calibrated"
    assert dict(advice.manifest.engines[1].games) == {"8H": 12}
    beside = advice.row("calibrated", "8H")
    assert row.p_make_high - row.p_make_low > beside.p_make_high - beside.p_make_low
    assert advice.to_json_dict()["asked"]["models"][0]["engine"] == "sampled"


def test_without_a_bid_the_best_of_each_denomination_is_played(calls):
    advice = advise(HAND, engines="sampled", deals=4)
    played = [row.bid for row in advice.contracts if row.engine == "sampled"]
    assert len(played) == 7
    for bid in played:
        strain = CONTRACTS[bid].strain
        same = [each for each in CONTRACTS.values() if each.strain == strain]
        best = max(same, key=lambda each: advice.row("calibrated", each.bid).mean_points)
        assert bid == best.bid
    assert len(calls) == 7 * 5


def test_workers_change_nothing_and_more_deals_go_on_where_fewer_stopped(calls):
    one, three = (advise(HAND, "8H", engines="sampled", jobs=jobs) for jobs in (1, 3))
    assert one.to_json_dict() == three.to_json_dict()
    assert calls


def test_a_precision_plays_on_until_it_is_reached(calls):
    advice = advise(HAND, "9H", engines="sampled", precision=0.1)
    assert advice.precision_reached is True
    row = advice.asked.rows[0]
    assert row.sampled > 12
    assert (row.p_make_high - row.p_make_low) / 2 <= 0.1


def test_tables_that_sampled_players_do_not_know_are_refused():
    with pytest.raises(QuestionError, match=r"sampled.*heuristic or double-dummy"):
        advise("AS KS QS JS 10S 9S 8S 7S 6S 5S", engines="sampled", rules="american", deals=1)


def test_the_two_level_estimate_is_unbiased_for_a_hand_whose_answer_is_known():
    """The hand's answer is the fake players' mean over 6,000 deals; 150 estimates rest on 10 of each 40."""
    contract = CONTRACTS["7H"]
    bit, play = (task := _task()).lanes.bit, task.lanes.play
    deals = 6_000
    pairs = paired_tricks(bit, play, task.hand, task.unseen, task.seed, 0, deals, 1 << 3)[3]
    sampled = np.array([tricks_of(pair, 1, deal, 3) for deal, pair in enumerate(pairs)])
    truth = np.mean(sampled >= 7)
    found, said = [], []
    for start in range(0, deals, 40):
        block, games = pairs[start : start + 40], sampled[start : start + 10]
        others = np.delete(pairs[:, 0], np.arange(start, start + 40))
        played, paired = np.zeros((15, 11), np.int64), np.zeros((15, 2, 11, 11), np.int64)
        played[3] = np.bincount(others, minlength=11) + np.bincount(block[:, 0], minlength=11)
        np.add.at(paired[3], (np.arange(40) % 2, block[:, 0], block[:, 1]), 1)
        reading = Sampled(
            Calibrated(task, played, paired), {"7H": Games(np.column_stack([block[:10], games]))}
        )
        mean = reading.mean(contract, column(contract.made))
        found.append(mean.mean[0])
        said.append(mean.variance[0])
    error = np.std(found) / np.sqrt(len(found))
    assert abs(np.mean(found) - truth) < 3 * error
    plain = np.std([np.mean(sampled[start : start + 10] >= 7) for start in range(0, deals, 40)])
    assert np.std(found) < 0.85 * plain
    assert 0.7 * np.var(found) < np.mean(said) < 1.6 * np.var(found)


def _task():
    hand = np.array([i for i, card in enumerate(_pack()) if card in _held()])
    return run.Task(RULES, hand, np.setdiff1d(np.arange(43), hand), 1)


def _pack():
    from fivehundred_sim.rules.packs import pack

    return pack(RULES)


def _held():
    from fivehundred_sim.cards import parse_hand

    return set(parse_hand(HAND))


def test_games_that_all_go_as_predicted_leave_some_doubt(calls):
    row = advise("JK JH JD AH KH 9H 5H AS KS 7C", "6H", engines="sampled", deals=8).asked.rows[0]
    assert not row.certain
    assert 0.5 < row.p_make_low < row.p_make
    assert calls


@pytest.mark.parametrize("engines", ["sampled", None, "heuristic"])
def test_a_budget_is_kept_and_spent(engines, monkeypatch):
    install(monkeypatch, delay=0.02)
    ticks = []
    advice = advise(HAND, "8H", engines=engines, budget=2.0, progress=lambda *step: ticks.append(step))
    row = advice.asked.rows[0]
    assert advice.manifest.budget == 2.0
    assert any("budget" in note for note in advice.notes)
    assert row.deals > 500
    if engines == "sampled":
        assert row.sampled >= 4
        assert row.solved >= 2 * row.sampled
    done = [step for step, _ in ticks]
    assert done == sorted(done)
    assert ticks[-1][0] == ticks[-1][1]


@pytest.mark.parametrize(("bid", "kinds"), [(None, {True, False}), ("8H", {False}), ("M", {True})])
def test_the_clock_starts_when_the_kernels_of_every_kind_are_there(calls, bid, kinds):
    """Asked for no deals, sampled players only compile; suits and misères have kernels of their own."""
    advise(HAND, bid, engines="sampled", budget=1.0)
    deals = [n for _, n, _, _ in calls]
    before = calls[: deals.index(1)]
    assert {strain > 4 for _, n, strain, _ in before if n == 0} == kinds


def test_time_goes_where_it_narrows_most():
    """Two kinds of deals: one a hundred times dearer, with the larger part of the variance."""
    parts = {"cheap": 1.0, "dear": 100.0}
    spent = {"cheap": 0, "dear": 0}

    def arm(name, seconds):
        def more(n):
            spent[name] += n

        made = budget.Arm(lambda: spent[name], more, 1)
        made.seconds = seconds
        spent[name] = 10
        return made

    arms = {"cheap": arm("cheap", 0.001), "dear": arm("dear", 0.1)}
    for _ in range(2_000):
        gains = budget.gains({name: parts[name] / spent[name] for name in arms}, arms)
        spent[max(gains, key=gains.get)] += 1
    # Neyman: numbers of deals as the root of variance over cost, here 1 to 1.
    assert spent["dear"] == pytest.approx(spent["cheap"], rel=0.05)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"budget": 0.5}, ["budget 0.5", "1 to 86400"]),
        ({"budget": 5.0, "deals": 10}, ["deals 10", "budget 5.0", "exclude"]),
        ({"budget": float("nan")}, ["budget nan"]),
    ],
)
def test_budgets_that_cannot_be_kept_say_why(options, words):
    with pytest.raises(QuestionError) as error:
        advise(HAND, "8H", **options)
    assert all(word in str(error.value) for word in words)
