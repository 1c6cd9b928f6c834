"""The data set: results are the solver's and the players', whatever the chunks and threads."""

import json

import numpy as np
import pytest

from fivehundred_sim.cards import DENOMINATIONS, Deal
from fivehundred_sim.rules.load import load_rules, rules_hash
from fivehundred_sim.study.bidding.hand_deals import player
from fivehundred_sim.study.deals import data
from fivehundred_sim.study.deals.data import DataSet, blocks, manifest_of
from fivehundred_sim.study.deals.dealer import deal_of, dealer_of
from fivehundred_sim.study.solve import solve


def table_of(asked, jobs=1):
    """Return (rows, columns, tries) of all blocks."""
    parts = list(blocks(asked, jobs))
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    return np.concatenate([part.rows for part in parts]), columns, sum(part.tries for part in parts)


def data_set(name="australian", where=(), **options):
    return DataSet(dealer_of(load_rules(name), where), tuple(where), **options)


def test_results_do_not_depend_on_chunks_or_threads(monkeypatch):
    asked = data_set(where=["any: trumps(H)>=6"], deals=50, play=True, seed=4, first=11)
    rows, columns, tries = table_of(asked)
    for chunk, jobs in ((1, 2), (7, 1), (1000, 2)):
        monkeypatch.setattr(data, "CHUNK_PLAYED", chunk)
        others, same, again = table_of(asked, jobs)
        assert (others == rows).all()
        assert again == tries
        assert all((same[name] == columns[name]).all() for name in columns)
    later = table_of(data_set(where=["any: trumps(H)>=6"], deals=9, seed=4, first=52))[0]
    assert (later == rows[41:]).all()


def test_progress_counts_deals(monkeypatch):
    monkeypatch.setattr(data, "CHUNK", 4)
    told = []
    list(blocks(data_set(deals=10), 1, lambda done, total: told.append((done, total))))
    assert told == [(4, 10), (8, 10), (10, 10)]


@pytest.mark.parametrize("name", ["australian", "two-handed", "five-handed"])
def test_played_columns_are_single_contracts(name):
    asked = data_set(name, deals=4, play=True)
    rows, columns, _ = table_of(asked)
    play = player(asked.rules)
    strains = {word: strain for strain, word in enumerate((*DENOMINATIONS, "M", "OM"))}
    players = asked.rules.table.players
    miseres = {"M", "OM"} if name != "two-handed" else set()
    assert {column.split("_")[1] for column in columns} == {*DENOMINATIONS} | miseres
    assert len(columns) == players * (5 + len(miseres))
    for column, values in columns.items():
        _, word, seat = column.split("_")
        for deal, value in enumerate(values):
            (tricks,) = play(
                rows[deal : deal + 1].astype(np.int64), np.array([[0, int(seat), strains[word]]])
            )
            assert value == (tricks if word in DENOMINATIONS else tricks == 0)


def test_solved_columns_are_the_solvers_answers():
    asked = data_set(deals=3, solve=True, where=["0: trumps(S)>=5"])
    rows, columns, _ = table_of(asked, jobs=2)
    assert len(columns) == 24
    for number, row in enumerate(rows.astype(np.int64)):
        hands = deal_of(row, asked.layout).hands
        solved = solve(Deal(hands, ()), rules=asked.rules)
        for word, tricks in solved.tricks.items():
            assert [columns[f"solve_{word}_{seat}"][number] for seat in range(4)] == list(tricks)
        assert [columns[f"solve_M_{seat}"][number] for seat in range(4)] == list(solved.misere)


def test_the_manifest_says_what_was_asked_and_how_rare_it_is():
    asked = data_set(where=["0: JK"], deals=10, seed=3)
    made = manifest_of(asked, 10, 10).to_json_dict()
    assert made == json.loads(json.dumps(made))
    assert made["rules_hash"] == rules_hash(asked.rules)
    assert (made["seed"], made["first"], made["deals"], made["where"]) == (3, 0, 10, ["0: JK"])
    assert made["chance"] == pytest.approx(10 / 43)
    assert made["loose"] == []
    assert made["complete"]
    some = manifest_of(data_set(where=["any: H>=4"], deals=10), 6, 8).to_json_dict()
    assert some["loose"] == ["some seat"]
    assert some["tries"] == 8
    assert some["chance_exact"]
    assert not some["complete"]
