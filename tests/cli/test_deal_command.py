"""The command `deal`: lines, columns, files and faults."""

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from test_bad_input import assert_one_sentence
from test_commands import answer_of, run

from fivehundred_sim.cards import format_deal, parse_deal
from fivehundred_sim.cli import deal as command
from fivehundred_sim.report import deal as report
from fivehundred_sim.rules.load import load_rules, rules_hash
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.deals import data, joint
from fivehundred_sim.study.deals.data import DataSet
from fivehundred_sim.study.deals.dealer import dealer_of, deals_where

RULES = load_rules("australian")
STRONG = ("--where", "0: trumps(H)>=5, JK", "--where", "2: aces>=2")


def lines_of(*args: str) -> list[str]:
    return run("deal", *args).stdout.splitlines()


def test_a_line_a_deal_and_how_rare_it_is() -> None:
    result = run("deal", "-n", "5", *STRONG)
    deals = deals_where(RULES, ["0: trumps(H)>=5, JK", "2: aces>=2"], 5)
    assert result.stdout.splitlines() == [format_deal(deal, pack(RULES)) for deal in deals]
    chance = float(dealer_of(RULES, ["0: trumps(H)>=5, JK", "2: aces>=2"]).chance)
    assert result.stderr == f"One deal in {1 / chance:.3g} fits ({100 * chance:.3g} %, exact).\n"
    assert run("deal", "-n", "5", *STRONG, "-q").stderr == ""
    assert run("deal").stderr == ""
    assert len(lines_of()) == 10


def test_rejection_is_told() -> None:
    told = run("deal", "-n", "50", "--where", "any: H>=4").stderr
    assert told.startswith(
        "One deal in 1.35 fits (74.3 %, exact); what some seat must hold was met by rejection:"
    )
    assert told.endswith(" tries fitted.\n")


def test_a_chance_that_cannot_be_counted_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint, "MOST_VECTORS", 3)
    told = run("deal", "-n", "100", "--where", "0: S>=4").stderr
    assert told.startswith("One deal in about ")
    assert "; what seat 0 must hold was met by rejection: 100 of " in told


def test_solve_reads_the_lines_again() -> None:
    lines = run("deal", "-n", "3", "--seed", "7").stdout
    solved = answer_of("solve", "--input", "-", "--contract", "7H", "--declarer", "1", "--json", stdin=lines)
    assert [each["deal"] for each in solved["answers"]] == lines.splitlines()
    rows = run("deal", "-n", "3", "--seed", "7", "--format", "csv").stdout
    again = run("solve", "--input", "-", "--contract", "7H", "--declarer", "1", stdin=rows).stdout
    found = list(csv.DictReader(io.StringIO(again)))
    assert [int(row["tricks"]) for row in found] == [each["tricks"] for each in solved["answers"]]
    assert [row["number"] for row in found] == ["0", "1", "2"]


def test_first_goes_on_where_another_ended() -> None:
    assert lines_of("-n", "6", *STRONG)[2:] == lines_of("-n", "4", "--first", "2", *STRONG)
    assert lines_of("-n", "2", "--seed", "2") != lines_of("-n", "2")


def test_forms_hold_the_same_rows() -> None:
    asked = ("deal", "-n", "4", "--play", "--jobs", "1", "-q")
    shown = run(*asked).stdout
    assert shown == run(*asked, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert list(rows[0])[:4] == ["number", "seed", "deal", "play_S_0"]
    answer = answer_of(*asked, "--json")
    assert answer["schema"] == "fivehundred.deal/1"
    assert (answer["exact"], answer["complete"], answer["chance"]) == (True, True, 1.0)
    assert [row["deal"] for row in answer["rows"]] == [row["deal"] for row in rows]
    assert [row["play_NT_3"] for row in answer["rows"]] == [int(row["play_NT_3"]) for row in rows]
    assert {type(row["play_M_0"]) for row in answer["rows"]} == {bool}
    assert run(*asked, "--format", "markdown").stdout.count("\n") == 6


def test_outputs_are_written_by_suffix(tmp_path: Path) -> None:
    paths = [tmp_path / f"deals.{suffix}" for suffix in ("txt", "csv", "json", "md", "parquet")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    result = run("deal", "-n", "6", "--play", *STRONG, *outputs)
    assert result.stdout == ""
    assert paths[0].read_text().splitlines() == lines_of("-n", "6", *STRONG)
    assert paths[1].read_text() == run("deal", "-n", "6", "--play", *STRONG).stdout
    assert json.loads(paths[2].read_text())["manifest"]["where"] == [STRONG[1], STRONG[3]]
    frame = pq.read_table(paths[4])
    assert frame.column("deal").to_pylist() == paths[0].read_text().splitlines()
    assert str(frame.schema.field("play_H_0").type) == "int8"
    assert str(frame.schema.field("play_OM_3").type) == "bool"
    made = json.loads(frame.schema.metadata[b"fivehundred"])
    assert made["rules_hash"] == rules_hash(RULES)
    assert (made["seed"], made["where"], made["play"], made["complete"]) == (1, [*STRONG[1::2]], True, True)
    assert made["stream_scheme"] == "splitmix64-v1"
    solved = run("solve", "--input", str(paths[4]), "--contract", "7H", "--declarer", "0").stdout
    assert len(solved.splitlines()) == 7
    both = run("deal", "-n", "6", *STRONG, "-o", str(paths[0]), "--format", "table").stdout
    assert both == paths[0].read_text()


def test_row_groups_hold_all_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data, "CHUNK", 2)
    monkeypatch.setattr(report, "ROW_GROUP", 4)
    path = tmp_path / "deals.parquet"
    run("deal", "-n", "11", "-o", str(path))
    file = pq.ParquetFile(path)
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [4, 4, 3]
    assert file.read().column("deal").to_pylist() == lines_of("-n", "11")
    assert file.read().column("number").to_pylist() == list(range(11))


def test_two_players_leave_a_dead_hand() -> None:
    rows = answer_of("deal", "-n", "2", "--rules", "two-handed", "--json")["rows"]
    cards = pack(load_rules("two-handed"))
    for row in rows:
        dealt = parse_deal(row["deal"], cards, 2)
        held = [*dealt.hands[0], *dealt.hands[1], *dealt.kitty, *parse_deal(row["dead"], cards, 1).hands[0]]
        assert sorted(held) == list(cards)


def test_interrupted_work_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data, "CHUNK", 3)
    whole = data.blocks

    def interrupted(asked, jobs, bar):
        yield from list(whole(asked, jobs, bar))[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr(data, "blocks", interrupted)
    path = tmp_path / "deals.json"
    asked = ("deal", "-n", "10", "-o", str(path), "--format", "table")
    result = run(*asked, code=130)
    assert result.stdout.splitlines() == [format_deal(deal, pack(RULES)) for deal in deals_where(n=6)]
    assert result.stderr == "Interrupted: 6 of 10 deals are there.\n"
    kept = json.loads(path.read_text())
    assert [row["deal"] for row in kept["rows"]] == result.stdout.splitlines()
    assert (kept["complete"], kept["manifest"]["deals"]) == (False, 6)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--where", "0: JK, shape 5-3-2-0"], "a joker belongs to no suit of a shape"),
        (["--where", "S>=5"], "says no place"),
        (["--where", "0: JK", "--where", "kitty: JK"], "JK cannot lie in two places: seat 0 and the kitty"),
        (["-n", "0"], "'0' is not a whole number from 1 to 10000000"),
        (["--first", "-1"], "'-1' is not a whole number"),
        (["--solve", "--format", "table"], "--format table has no place for results"),
        (["--json", "--format", "csv"], "--json and --format csv exclude each other"),
        (["-o", "deals.svg"], "expected a name that ends in .txt, .csv, .parquet, .json, .md"),
        (["-o", "nowhere/deals.csv"], 'there is no folder "nowhere"'),
        (["--rules", "two-handed-tables"], "table piles"),
    ],
)
def test_faults_are_one_sentence(words: list[str], message: str) -> None:
    result = run("deal", *words, code=2)
    assert_one_sentence(result)
    assert message in result.stderr


def test_only_kernels_that_are_needed_are_waited_for() -> None:
    def needed(name: str = "australian", **wanted: bool) -> set[str]:
        return set(command._kernels(DataSet(dealer_of(load_rules(name)), **wanted)))

    assert needed() == {"deal_where"}
    assert needed(play=True) == {"deal_where", "bidding.deals.lanes_tricks"}
    assert needed(solve=True) == {"deal_where", "solver", "misere"}
    assert needed("six-handed", play=True) == {"deal_where", "bidding.wide_deals"}
    assert needed("six-handed", solve=True) == {
        "deal_where",
        "dense.solve.dense_value",
        "dense.solve.dense_makes",
    }


def test_the_help_has_examples_that_fit_a_terminal() -> None:
    told = run("deal", "--help").stdout
    assert "fivehundred deal" in told.split("Examples:\n")[1]
    assert max(map(len, told.splitlines())) <= 80
