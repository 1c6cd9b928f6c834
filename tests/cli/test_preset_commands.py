"""The commands under every preset, as a player types them: forms, widths, and words that fit the table."""

import json
import re

import pytest
from typer.testing import CliRunner

from fivehundred_sim import load_rules
from fivehundred_sim.cards import format_hand
from fivehundred_sim.cli.main import app
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.load import preset_names
from fivehundred_sim.rules.packs import pack

PILES = "two-handed-tables"
SIMULATED = [name for name in preset_names() if name != PILES]
FEW = ("--deals", "12", "--engine", "heuristic", "-q")
every_preset = pytest.mark.parametrize("name", SIMULATED)


def run(*args, code=0, **environment):
    result = CliRunner().invoke(app, list(args), env=environment)
    assert result.exit_code == code, result.output
    return result


def hand_of(name):
    """Every so-manieth card of the pack, from the top: a joker, and all suits."""
    cards = pack(load_rules(name))
    return format_hand(cards[:: -(len(cards) // 10)][:10], cards, sort=False)


@every_preset
@pytest.mark.parametrize("columns", [80, 120])
def test_advise_fits_the_terminal_and_shows_what_the_house_bids(name, columns):
    text = run("advise", hand_of(name), "--rules", name, *FEW, COLUMNS=str(columns)).stdout
    assert max(map(len, text.splitlines())) <= columns
    assert f"rules {name} (" in " ".join(text.split())
    number = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[load_rules(name).table.players]
    assert f"if the {number} play" in " ".join(text.split())
    assert bool(re.search("^.{3}M  ", text, re.MULTILINE)) == any(
        str(bid) == "M" for bid in bids(load_rules(name))
    )
    assert ("average opposing side" in " ".join(text.split())) == (
        name in ("five-handed", "six-handed-pairs", "howstuffworks", "hoyle-1909")
    )


@every_preset
def test_advise_in_ascii_is_ascii_and_its_json_has_every_row(name):
    asked = str(bids(load_rules(name))[3])
    plain = run("advise", hand_of(name), "--rules", name, "--bid", asked, "--ascii", *FEW).stdout
    assert plain.isascii()
    answer = json.loads(run("advise", hand_of(name), "--rules", name, *FEW, "--json").stdout)
    assert [row["bid"] for row in answer["contracts"]] == [
        str(bid) for bid in bids(load_rules(name)) if str(bid) != "BM"
    ]
    assert answer["rules"]["name"] == name


@every_preset
def test_odds_add_up_and_name_whom_there_is(name):
    rules = load_rules(name)
    answer = json.loads(run("odds", hand_of(name), "--rules", name, "--json").stdout)
    place, dealing = answer["any_card"], answer["dealing"]
    assert (place["partner"] or 0) + place["opponents"] + place["kitty"] + place["dead"] == pytest.approx(1)
    assert dealing["partners"] + dealing["opponents"] == rules.table.players - 1
    assert (place["partner"] is None) == (rules.table.sides in ("alone", "call_card"))
    for columns in ("80", "120"):
        text = run("odds", hand_of(name), "--rules", name, COLUMNS=columns).stdout
        assert max(map(len, text.splitlines())) <= int(columns)
        assert ("partner" in text) == (place["partner"] is not None)


@every_preset
def test_solve_answers_by_seat(name):
    rules = load_rules(name)
    cards = [card for card in pack(rules) if card < 64][::-2]
    seats = rules.table.players
    deal = " | ".join(format_hand(cards[seat : 2 * seats : seats], pack(rules)) for seat in range(seats))
    answer = json.loads(run("solve", deal, "--rules", name, "--json", "-q").stdout)
    assert all(len(tricks) == seats for tricks in answer["tricks"].values())
    assert (answer["misere"] is not None) == any(str(bid) == "M" for bid in bids(rules))
    line = run("solve", deal, "--rules", name, "--contract", "10H", "--declarer", str(seats - 1), "-q").stdout
    assert f"seat {seats - 1}" in line
    assert f"seat {seats}" not in line
    assert ("and partner take" in line) == (rules.table.sides in ("pairs", "2v2v2"))


@pytest.mark.parametrize("command", ["advise", "odds", "solve"])
def test_table_piles_are_refused_in_one_sentence(command):
    asked = "AS KS | QS JS" if command == "solve" else hand_of(PILES)
    result = run(command, asked, "--rules", PILES, code=2)
    assert result.stdout == ""
    assert "only the referee plays it" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_bids_without_the_kitty_are_shown_where_somebody_could_want_them():
    asked = ("advise", hand_of("gamerules"), "--rules", "gamerules", *FEW)
    text = run(*asked, "--bid", "7H/sk").stdout
    assert "♥ no kitty" in text
    assert "7♥/sk" in text.splitlines()[0]
    rows = re.findall(r"^.{3}\d+(?:.|NT)(/sk)? ", text, re.MULTILINE)
    assert 25 < len(rows) < 40
    assert "Bids without the kitty (/sk) stand here where they are no worse" in text
    assert "you take the kitty (but in /sk)" in " ".join(text.split())
    markdown = run(*asked, "--bid", "7H/sk", "--format", "markdown").stdout
    assert "**7♥/sk** (asked)" in markdown
    assert "♥ no kitty" in markdown


def test_a_partner_is_found_by_his_card_or_seat(tmp_path):
    deal = "AH 2C | KH 3C | QH AS | 10H 4C | 9H 5C"
    words = ("solve", deal, "--rules", "five-handed", "--contract", "6H", "--declarer", "0", "-q")
    called, named, alone = run(*words, "--call", "AS"), run(*words, "--partner", "2"), run(*words)
    assert called.stdout == named.stdout != alone.stdout
    assert "the contractor and partner take" in called.stdout
    assert "the contractor takes" in alone.stdout
    deals = tmp_path / "deals.csv"
    deals.write_text(f"deal,contract,declarer,partner\n{deal},6H,0,2\n{deal},6H,0,\n", encoding="utf-8")
    answers = run("solve", "--input", str(deals), "--rules", "five-handed", "-q").stdout.splitlines()
    assert [line.split(",")[-3:] for line in answers[1:]] == [["2", "2", "false"], ["", "1", "false"]]
    fault = run("solve", deal, "--rules", "five-handed", "--call", "AS", code=2)
    assert "need --contract and --declarer" in fault.stderr
    assert "alone, without a called partner" in run("solve", deal, "--rules", "five-handed", "-q").stdout


@pytest.mark.parametrize("name", ["gamerules", "quebec", "six-handed-pairs"])
def test_charts_of_other_ladders_are_written(name, tmp_path):
    path = tmp_path / "answer.svg"
    bid = str(bids(load_rules(name))[-3])
    run("advise", hand_of(name), "--rules", name, "--bid", bid, *FEW, "-o", str(path))
    assert "<svg" in path.read_text(encoding="utf-8")


def test_changes_to_a_preset_are_named_in_the_assumptions():
    text = run("advise", hand_of("quebec"), "--rules", "quebec", "--set", "misere.when=anytime", *FEW).stdout
    assert "rules quebec with misere.when=anytime (" in " ".join(text.split())


def test_five_and_six_players_get_no_solved_rows_unasked():
    text = run("advise", hand_of("six-handed"), "--rules", "six-handed", "--deals", "5", "-q").stdout
    assert "Double-dummy is left out: it solves such deals slowly; --engine all plays a few." in text
    assert "double-dummy deals" not in text
    asked = ("--engine", "double-dummy", "--deals", "1", "-q", "--json")
    answer = json.loads(run("advise", hand_of("six-handed"), "--rules", "six-handed", *asked).stdout)
    assert {(row["engine"], row["deals"]) for row in answer["contracts"]} == {("double-dummy", 1)}
    assert not any("left out" in note for note in answer["notes"])
