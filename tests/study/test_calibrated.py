"""The calibrated estimate: certainties stay certain, predictions are ordered, and equal questions agree."""

from dataclasses import replace

import numpy as np
import pytest

from fivehundred_sim import advise, load_rules
from fivehundred_sim.study import calibration, run
from fivehundred_sim.study.advise import advise as full_advise
from fivehundred_sim.study.calibrated import Calibrated, column
from fivehundred_sim.study.contracts import contracts_of

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
RULES = load_rules("australian")
CONTRACTS = {contract.bid: contract for contract in contracts_of(RULES)}


@pytest.fixture(scope="module")
def advice():
    return advise(HAND, "8H", deals=60)


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("JK JH JD AH KH QH 10H 9H 8H 7H", "10H"),
        ("JK AS KS QS JS 10S 9S 8S 7S 6S", "10NT"),
        ("JK JH JD AH KH QH 10H AS KS 4D", "9H"),
    ],
)
def test_contracts_that_cannot_fail_are_certain(hand, bid):
    advice = advise(hand, bid, deals=10)
    row = advice.asked.rows[0]
    assert (row.engine, row.certain, row.model_error) == ("calibrated", True, 0.0)
    assert (row.p_make, row.p_make_low, row.p_make_high) == (1.0, 1.0, 1.0)
    assert sum(row.tricks[: CONTRACTS[bid].level]) == 0
    assert row.mean_points_low <= row.mean_points
    assert row.value - 10 <= row.mean_points <= row.value + 1e-9
    assert advice.asked.verdict == "yes"
    assert advice.asked.models_agree is True


def test_the_lowest_hand_nearly_always_makes_open_misere():
    row = advise("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H", "OM", deals=60).asked.rows[0]
    assert not row.certain  # both defenders may be void in the first lead
    assert row.p_make > 0.85


def test_it_is_the_primary_answer_and_raw_models_stand_beside_it(advice):
    assert advice.engines == ("calibrated", "heuristic", "double-dummy")
    assert (advice.engine, advice.asked.engine) == ("calibrated", "calibrated")
    raw = advise(HAND, "8H", engines=("heuristic", "double-dummy"), deals=60)
    assert raw.contracts == tuple(row for row in advice.contracts if row.engine != "calibrated")


def test_rows_hold_together(advice):
    for row in (row for row in advice.contracts if row.engine == "calibrated"):
        contract = CONTRACTS[row.bid]
        shares = np.array(row.tricks)
        assert shares.sum() == pytest.approx(1)
        assert (shares >= 0).all()
        assert row.p_make == pytest.approx(shares[: len(contract.made)] @ np.array(contract.made))
        assert row.mean_points == pytest.approx(shares[: len(contract.gain)] @ np.array(contract.gain))
        assert row.mean_ours - row.mean_theirs == pytest.approx(row.mean_points)
        assert row.p_make_low <= row.p_make <= row.p_make_high
        assert row.mean_points_low <= row.mean_points <= row.mean_points_high
        assert (row.made, row.deals, row.solved, row.sampled) == (None, 60, 60, None)
        assert 0 < row.model_error < 0.3
        if contract.counts_tricks:
            assert row.mean_tricks == pytest.approx(shares @ np.arange(11))
    for suit in "SCDH":
        chances = [advice.row("calibrated", f"{level}{suit}").p_make for level in range(6, 11)]
        assert chances == sorted(chances, reverse=True)


def test_workers_and_what_stands_beside_it_change_nothing():
    answers = [
        advise(HAND, "8H", engines=engines, deals=30, jobs=jobs)
        for engines, jobs in ((None, 1), (None, 3), (("calibrated", "heuristic"), 2))
    ]
    rows = [[row for row in answer.contracts if row.engine == "calibrated"] for answer in answers]
    assert rows[0] == rows[1] == rows[2]
    # Alone it rests on the usual number of cheap deals, however few are solved.
    alone = advise(HAND, "8H", engines="calibrated", deals=30).asked.rows[0]
    assert (alone.deals, alone.solved) == (run.HEURISTIC.deals, 30)


def test_the_bid_asked_about_has_more_deals_solved():
    advice = full_advise(HAND, "M", engines="calibrated")
    assert {row.solved for row in advice.contracts if row.bid != "M"} == {run.CALIBRATED.deals}
    assert advice.asked.rows[0].solved == run.CALIBRATED.asked
    record = advice.manifest.engines[0]
    assert (record.deals, record.solved, record.solved_asked) == (10_000, 100, run.CALIBRATED.asked)


def test_a_precision_is_reached_by_solving_more():
    advice = full_advise(HAND, "8H", engines="calibrated", precision=0.03)
    row = advice.asked.rows[0]
    assert advice.precision_reached is True
    assert (row.p_make_high - row.p_make_low) / 2 <= 0.03
    assert row.solved > run.CALIBRATED.deals
    assert advice.row("calibrated", "8S").solved == run.CALIBRATED.deals


def reading(seed):
    """Invented counts of a hand: rules of thumb on 4,000 deals, best play on 60 of them."""
    rng = np.random.default_rng(seed)
    cards = np.arange(43)
    task = run.Task(RULES, cards[:10], cards[10:], 1)
    h = rng.binomial(10, 0.7, 4_000)
    d = np.minimum(10, h[:60] + rng.binomial(2, 0.3, 60))
    played, paired = np.zeros((15, 11), np.int64), np.zeros((15, 2, 11, 11), np.int64)
    for strain in range(5):
        played[strain] = np.bincount(h, minlength=11)
        np.add.at(paired[strain], (np.arange(60) % 2, h[:60], d), 1)
    return Calibrated(task, played, paired)


def test_more_deals_correct_the_few_and_the_error_falls():
    model = reading(3)
    contract = CONTRACTS["7C"]
    worth = model.predicted(contract).worth(column(contract.made))
    found = model.mean(contract, worth)
    few = replace(model, played=model.paired.sum(axis=(1, 3)), _predicted=model._predicted)
    plain = few.mean(contract, worth)
    weights = model.paired[contract.strain].sum(axis=0)
    assert plain.mean[0] == pytest.approx((weights * worth[..., 0]).sum() / weights.sum())
    assert found.variance[0] < 0.6 * plain.variance[0]
    assert found.own[0] < found.variance[0]


def test_a_difference_within_a_denomination_is_paired():
    model = reading(4)
    seven, eight = CONTRACTS["7C"], CONTRACTS["8C"]
    apart = model.apart(seven, eight)
    rows = [model.estimate(contract) for contract in (seven, eight)]
    assert apart.mean == pytest.approx(rows[0].mean_points - rows[1].mean_points, abs=3)
    assert apart.low < apart.mean < apart.high
    errors = [row.mean_points_high - row.mean_points for row in rows]
    assert apart.high - apart.mean < sum(errors)


def test_what_the_calibration_looks_at():
    cards = [0 * 16 + 14]  # the king of spades
    assert calibration.holding_of(cards, 0, RULES) == (0, 1, False, 0, False)
    from fivehundred_sim.cards import parse_hand

    hand = parse_hand(HAND)
    assert calibration.holding_of(hand, 3, RULES) == (1, 5, True, 1, True)
    assert calibration.holding_of(hand, 4, RULES)[2:] == (True, 1, False)
    assert calibration.class_of(4, True) != calibration.class_of(4, False)
    assert np.allclose(calibration.log_odds(np.zeros(11, np.int64)), 0)


def test_the_shipped_fit_fits_the_columns():
    ones = np.ones(11, np.int64)
    hand = calibration.Holding(2, 6, True, 1, False)
    for kind, fit in enumerate(calibration.fits()):
        level = 0 if kind >= calibration.CLOSED else 8
        columns = calibration.design(kind, hand, ones, ones, level).shape[-1]
        assert fit.coefficients.shape == (columns,)
        assert fit.covariance.shape == (columns, columns)
        assert np.linalg.eigvalsh(fit.covariance).min() > -1e-9
        assert np.allclose(fit.beside.sum(axis=1), 1)
