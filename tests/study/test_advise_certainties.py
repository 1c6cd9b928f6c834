"""Real kernels under `advise`: certainties come out certain, and the number of workers changes nothing."""

import pytest

from fivehundred_sim import advise

BOTH = ("heuristic", "double-dummy")
ALL = ("calibrated", *BOTH)


@pytest.mark.parametrize(
    ("hand", "bid"),
    [("JK JH JD AH KH QH 10H 9H 8H 7H", "10H"), ("JK AS KS QS JS 10S 9S 8S 7S 6S", "10NT")],
)
def test_ten_top_tricks_always_make_ten(hand, bid):
    advice = advise(hand, bid, deals=60)
    assert [row.engine for row in advice.asked.rows] == list(ALL)
    for row in advice.asked.rows:
        calibrated = row.engine == "calibrated"
        assert row.deals == 60
        assert row.made == (None if calibrated else 60)
        assert row.tricks == (0,) * 10 + (1.0 if calibrated else 60,)
        assert row.p_make == 1
        assert row.p_make_low > 0.9
        assert row.mean_points_low <= row.mean_points == row.value
        assert calibrated or row.mean_points_low < row.value
    assert advice.best == bid
    assert (advice.asked.verdict, advice.asked.models_agree) == ("yes", True)


def test_a_hand_with_the_top_trumps_and_side_aces_practically_always_makes_eight():
    advice = advise("JK JH JD AH KH 9H 5H AS KS 7C", "8H", deals=300)
    assert all(row.p_make > 0.98 for row in advice.asked.rows)


def test_the_lowest_hand_never_loses_open_misere_double_dummy():
    advice = advise("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H", "OM", engines="double-dummy", deals=60)
    row = advice.asked.rows[0]
    assert row.made == row.deals == 60
    assert row.p_make_low > 0.9
    assert advice.asked.verdict == "yes"


def test_real_counts_do_not_depend_on_the_number_of_workers():
    hand = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
    one, three = (advise(hand, "8H", deals=45, jobs=jobs).to_json_dict() for jobs in (1, 3))
    assert one == three
    assert {row["engine"] for row in one["contracts"]} == set(ALL)


@pytest.mark.parametrize("engine", ALL)
def test_a_trump_for_a_plain_low_card_never_hurts(engine):
    weaker = advise("JK JD KH 9H 5H AS 8S 7C 6C 5D", "8H", engines=engine, deals=100).asked.rows[0]
    better = advise("JK JD KH 9H 5H AS 8S 7C 6C 8H", "8H", engines=engine, deals=100).asked.rows[0]
    assert better.p_make_high >= weaker.p_make_low
    assert better.mean_tricks > weaker.mean_tricks
