"""The measure of the choices beside sampled ones, on a few deals: scripts/measure_choices.py, seeded."""

import pytest
from measure_choices import ASKED, CONTRACTS, LOSSES, decisions, frame_of, table_of

DEALS = 40


@pytest.mark.long
@pytest.mark.parametrize("name", CONTRACTS)
def test_only_cards_that_differ_lose_and_few_do(name):
    kept, words, losses = decisions(CONTRACTS[name], DEALS, 3)
    frame = frame_of(name, kept, words, losses)
    lost = frame[[f"lost_{i}" for i in range(LOSSES)]].to_numpy()
    same = (frame.mine == frame.trick_card).to_numpy()
    assert len(frame) > 20 * DEALS * ASKED / 1000 / 2
    assert not lost[same][:, 4:].any()
    assert same.mean() > 0.5
    assert abs(lost).max() <= 10
    table = table_of(frame, DEALS, "now")
    sides = table[table.kind == "all"]
    assert sides.decisions.sum() == len(frame)
    assert set(table.role) == set(sides.role)
