"""`advise` with an auction: the calls in every form, and what is wrong with a question about one."""

import json

import pytest
from typer.testing import CliRunner

from fivehundred_sim.cli.main import app

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
QUICK = ("--deals", "20", "--engine", "heuristic", "-q")
CALL_KEYS = {"call", "mean_points", "p_win", "diff", "diff_low", "diff_high", "p_ours", "p_made", "p_set"}


def run(*args):
    return CliRunner().invoke(app, ["advise", *args], env={"COLUMNS": "100", "NO_COLOR": "1"})


def answer(*args):
    result = run(HAND, *QUICK, "--json", *args)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_json_holds_every_legal_call_the_best_first():
    found = answer("--bid", "8H", "--auction", "P 7S")
    calls = [row["call"] for row in found["calls"]]
    assert found["best"] == calls[0]
    assert sorted(calls) == sorted(set(calls))
    assert "P" in calls
    assert "7C" in calls
    assert "7S" not in calls
    assert "6NT" not in calls
    assert all(set(row) >= CALL_KEYS for row in found["calls"])
    best = found["calls"][0]
    assert (best["diff"], best["diff_low"], best["diff_high"]) == (0, 0, 0)
    means = [row["mean_points"] for row in found["calls"] if not row["bluff"]]
    assert means == sorted(means, reverse=True)
    assert all(row["p_win"] is None for row in found["calls"])
    assert found["asked"]["bid"] == "8H"
    assert found["asked"]["verdict"] in ("yes", "no", "close")
    assert found["asked"]["played"]["bid"] == "8H"
    rest = found["calls_rest_on"]
    assert (rest["auction"], rest["seat"], rest["dealer"], rest["ranked_by"]) == (["P", "7S"], 2, 3, "points")


def test_without_an_auction_there_are_no_calls():
    found = answer("--bid", "8H")
    assert found["calls"] == []
    assert "calls_rest_on" not in found


def test_the_calls_come_first_and_then_the_contracts():
    result = run(HAND, *QUICK, "--auction", "P 7S")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith(("Bid ", "Pass", "Too close to call"))
    table = next(i for i, line in enumerate(lines) if line.startswith("call "))
    contracts = next(i for i, line in enumerate(lines) if line.startswith("Hand:"))
    assert table < contracts
    assert any("everybody bids on in the style natural" in line for line in lines)


def test_styles_are_named_in_the_answer():
    found = answer("--auction", "", "--style", "bold", "--partner", "joker-six-nt", "--opponents", "zh")
    assert found["calls_rest_on"]["styles"] == {"own": "bold", "partner": "joker-six-nt", "opponents": "zh"}
    assert found["calls_rest_on"]["fit"] == "all"


def test_passing_can_be_asked_about():
    found = answer("--bid", "P", "--auction", "P 7S")
    assert found["asked"]["bid"] == "P"
    assert found["asked"]["played"] is None


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--auction", "P 7S 6H"], ["call 3", "6H", "not higher than 7S"]),
        (["--auction", "P 8X"], ["call 2", "8X"]),
        (["--auction", "P P P P"], ["over"]),
        (["--auction", "P 7S", "--seat", "1"], ["seat 1", "seat 2"]),
        (["--auction", "", "--dealer", "5"], ["dealer 5", "0 to 3"]),
        (["--auction", "P 7S", "--bid", "6H"], ["6H"]),
        (["--score", "220"], ["220", "220:340"]),
        (["--score", "600:0", "--set", "match.must_win_on_contract=false"], ["600"]),
        (["--score", "0:0", "--rules", "howstuffworks"], ["two sides"]),
        (["--style", "wild"], ["wild", "natural"]),
        (["--opponents", "nowhere.toml"], ["nowhere.toml", "does not exist"]),
        (["--auction", "P 7S", "--input", "hands.csv"], ["--input"]),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_a_sentence(args, words):
    hand = (
        []
        if "--input" in args
        else [HAND if "howstuffworks" not in args else "JK JD KH 9H 7H AS 8S 7C 8C 7D"]
    )
    result = run(*hand, *args)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in " ".join(result.stderr.split())


def test_a_style_file_with_faults_names_them(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = ""\nabout = 3\nmargin = "much"\nconvention = ["joker-six-nt"]\ncount = "zz"\n'
        'joker_gate = 2.5\nloss_weight = 11\nconventions = ["six", "inkles", "seven"]\nxyz = 1\n'
    )
    result = run(HAND, "--style", str(path))
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert said.startswith(f'Error: style "{path}": ')
    for fault in (
        'name: "" is not allowed (expected text of 1 to 40 characters); ',
        "about: 3 is not allowed (expected text); ",
        'margin: "much" is not allowed (expected a number from -500 to 500); ',
        "loss_weight: 11 is not allowed (expected a number from 0.1 to 10); ",
        "joker_gate: 2.5 is not allowed (expected a whole number from 0 to 10); ",
        'count: "zz" is not allowed (expected fitted, trick-bot, ',
        'conventions: "six" is not allowed (expected a list of joker-six-nt, aces-up-the-line or inkles); ',
        'conventions: "seven" is not allowed',
        "convention: unknown setting (did you mean conventions?); ",
        "xyz: unknown setting (expected name, about, count, ",
    ):
        assert fault in said
    path.write_bytes(b"\xff")
    assert "not UTF-8 text" in run(HAND, "--style", str(path)).stderr
    path.write_text("margin = ")
    assert "not valid TOML" in run(HAND, "--style", str(path)).stderr


def test_a_style_of_ones_own(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('about = "ours"\nmargin = 10.0\n')
    assert answer("--auction", "", "--opponents", str(path))["calls_rest_on"]["styles"]["opponents"] == "club"
