"""The command `compare`: streams, forms, files and faults. A published count bids, which learns nothing."""

import csv
import io
import json
from pathlib import Path

import pytest
from test_bad_input import assert_one_sentence
from test_commands import answer_of, no_chart, run

from fivehundred_sim.cli import compare as command
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.compare.compare import comparison
from fivehundred_sim.study.compare.plan import Compare

FEW = ("--deals", "60", "--style", "zh", "-q")
GAMERULES = ("australian", "gamerules")


def test_the_answer_is_a_sentence_tables_and_what_they_rest_on() -> None:
    result = run("compare", "australian", "american", *FEW, "--games", "5")
    lines = result.stdout.splitlines()
    assert "american" in lines[0]
    assert "hands to finish one" in result.stdout
    assert "60 deals and 5 games under each; all bid in the style zh" in " ".join(result.stdout.split())
    assert result.stderr == ""


def test_json_is_what_the_library_answers() -> None:
    rules = tuple(map(load_rules, GAMERULES))
    plan = Compare(rules, GAMERULES, deals=60, games=3, seed=4, style=load_style("zh"))
    found = comparison(plan, plan.count(0, 60))
    answer = answer_of("compare", *GAMERULES, *FEW, "--games", "3", "--seed", "4", "--jobs", "2", "--json")
    assert answer == json.loads(json.dumps(found.to_json_dict()))


def test_rules_may_be_files_and_settings_hold_for_all(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "australian"\n[match]\nfloor = -250\n')
    words = ("compare", "australian", str(path), *FEW, "--games", "20", "--set", "match.target=300", "--json")
    answer = answer_of(*words)
    assert [each["label"] for each in answer["rules"]] == ["australian", "mine"]
    assert all(each["rules"]["match"]["target"] == 300 for each in answer["manifest"]["rules"])
    rows = {row["measure"]: row for row in answer["rows"]}
    assert rows["contracts.rate"]["verdict"] == "same"
    assert rows["game.hands"]["verdict"] != "same"


def test_a_set_against_itself_is_told_apart_by_letters() -> None:
    result = run("compare", "australian", "australian", *FEW)
    assert result.stdout.startswith("australian (B) plays exactly as australian (A): nothing differs.\n")
    answer = answer_of("compare", "australian", "australian", *FEW, "--json")
    assert {row["diff"] for row in answer["rows"]} <= {0, None}
    assert answer["same"] == {"australian (B)": True}


def test_an_option_is_swept() -> None:
    option = ("--option", "misere.value=210,230,250")
    answer = answer_of("compare", *option, *FEW, "--games", "0", "--json")
    assert answer["option"] == {"key": "misere.value", "values": [210, 230, 250]}
    assert [each["label"] for each in answer["rules"]] == [
        "misere.value=210",
        "misere.value=230",
        "misere.value=250",
    ]
    assert {row["rules"] for row in answer["rows"]} == {"misere.value=230", "misere.value=250"}


def test_outputs_are_written_by_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivehundred_sim.report.html.charts.inline", no_chart)
    paths = [
        tmp_path / f"compared.{suffix}" for suffix in ("json", "csv", "md", "parquet", "svg", "png", "html")
    ]
    outputs = [word for path in paths for word in ("-o", str(path))]
    shown = run("compare", *GAMERULES, *FEW, "--format", "csv", *outputs).stdout
    assert paths[1].read_text() == shown
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert {row["rules"] for row in rows} == {"gamerules"}
    assert all(path.stat().st_size > 500 for path in paths)
    assert json.loads(paths[0].read_text())["first"] == "australian"
    assert "<h1>What changes from australian to gamerules?</h1>" in paths[6].read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which sets of rules? (none given"),
        (["australian"], "which sets of rules? (1 given"),
        (["australian", "nowhere"], 'there is no preset "nowhere"'),
        (["australian", "missing.toml"], "does not exist"),
        (["australian", "two-handed-tables"], "table piles"),
        (["australian", "american", "--option", "misere.value=210,230"], "--option changes one set of rules"),
        (["australian", "--option", "misere.value=210"], "has one value"),
        (["australian", "--option", "misere.value=210,220"], "220 is not allowed"),
        (["australian", "--option", "nothing=1,2"], "nothing"),
        (["australian", "american", "--style", "nobody"], 'style "nobody"'),
        (["australian", "american", "--deals", "1"], "'1' is not a whole number from 2"),
        (["australian", "american", "--deals", "10", "--games", "11"], "11 games with 10 deals"),
        (["australian", "american", "--set", "misere"], "is not of the form key=value"),
        (["australian", "american", "-o", "answer.txt"], "expected a name that ends in"),
    ],
)
def test_faults_are_one_sentence(words: list[str], message: str) -> None:
    result = run("compare", *words, code=2)
    assert_one_sentence(result)
    assert message in result.stderr


def test_an_invalid_rules_file_is_its_own_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('base = "australian"\n[misere]\nvalue = 1\n')
    assert "misere.value" in run("compare", "australian", str(path), code=3).stderr


def test_only_kernels_that_are_needed_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[set[str]] = []
    monkeypatch.setattr(command.compilation, "missing", lambda needed: asked.append(set(needed)) or {})
    run("compare", *GAMERULES, *FEW)
    run("compare", "australian", "new-zealand", *FEW)
    everywhere = {"bidding.auction", "bidding.deals", "bidding.hands"}
    assert asked == [everywhere, everywhere | {"bidding.wide_deals"}]
