"""The installed command as a process: what only a real process shows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
COMMAND = Path(sys.executable).with_name("fivehundred")


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    words = [str(COMMAND), *args]
    return subprocess.run(
        words, capture_output=True, text=True, env=os.environ | environment, timeout=300, check=False
    )


def test_the_module_is_the_command() -> None:
    module = subprocess.run(
        [sys.executable, "-m", "fivehundred_sim", "--help"], capture_output=True, text=True, check=True
    )
    assert module.stdout == run("--help").stdout
    assert module.stdout.startswith("Usage: fivehundred ")


def test_ctrl_c_while_the_program_loads_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    from fivehundred_sim import __main__
    from fivehundred_sim.cli.errors import ExitCode

    class Pressed:
        """Finds no module: somebody presses Ctrl-C while the command is looked for."""

        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "fivehundred_sim.cli.main":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "fivehundred_sim.cli.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Pressed, *sys.meta_path])
    with pytest.raises(SystemExit) as left:
        __main__.run()
    assert left.value.code == __main__.INTERRUPTED == ExitCode.INTERRUPTED


def test_result_and_notes_go_their_own_ways() -> None:
    good = run("advise", HAND, "--deals", "5", "--engine", "heuristic", "-q")
    assert (good.returncode, good.stderr) == (0, "")
    assert "8♥" in good.stdout
    bad = run("advise", "JK JD", "--bid", "8H")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == 'Error: hand "JK JD": 2 cards, expected 10.\n'
    assert run("rules", "show", "--rules", "nowhere").returncode == 2


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [str(COMMAND), "rules", "show"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_an_output_that_cannot_print_suits_gets_letters() -> None:
    question = ("advise", HAND, "--bid", "8H", "--deals", "5", "--engine", "heuristic")
    shown = run(*question, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert shown.stdout.isascii()
    assert "8H" in shown.stdout.splitlines()[0]
    for encoding in ("latin-1", "cp1252", "cp437"):
        shown = run("odds", HAND, PYTHONIOENCODING=encoding)
        assert shown.returncode == 0
        assert shown.stdout.isascii()


def test_colour_is_off_when_told_so_or_unknown() -> None:
    question = ("advise", HAND, "--bid", "8H", "--deals", "5", "--engine", "heuristic")
    plain = run(*question)
    assert "\x1b" not in plain.stdout
    for options, environment in (
        (("--color", "never"), {"FORCE_COLOR": "1"}),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}),
        ((), {"TERM": "dumb"}),
    ):
        assert run(*question, *options, **environment).stdout == plain.stdout
    data = run("solve", "5S | 6S | 7S | 8S", "--json", PYTHONIOENCODING="ascii")
    assert json.loads(data.stdout)["tricks"]["S"] == [0, 1, 0, 1]


def test_a_warm_kernel_cache_is_not_announced() -> None:
    question = ("solve", "5S | 6S | 7S | 8S", "--contract", "6S", "--declarer", "3")
    first, second = run(*question), run(*question)
    assert first.stderr == "" or first.stderr.startswith("Compiling kernels for this machine, once: about ")
    assert second.stderr == ""
    assert second.stdout == first.stdout


def test_bad_cards_are_found_before_anything_is_compiled(tmp_path: Path) -> None:
    assert "ompil" not in run("advise", "JK JD", FIVEHUNDRED_CACHE_DIR=str(tmp_path)).stderr
    assert list(tmp_path.iterdir()) == []


def test_shells_complete_presets_bids_and_words() -> None:
    def completed(words: str) -> list[str]:
        asked = {"_FIVEHUNDRED_COMPLETE": "complete_bash", "COMP_WORDS": words}
        return run(**asked, COMP_CWORD=str(len(words.split(" ")) - 1)).stdout.split()

    assert completed("fivehundred so") == ["solve"]
    assert completed("fivehundred rules show --rules au") == ["australian"]
    assert completed("fivehundred rules diff new") == ["new-zealand"]
    assert completed("fivehundred advise x --bid 9") == ["9S", "9C", "9D", "9H", "9NT"]
    assert completed("fivehundred advise x --rules gamerules --bid 10H") == ["10H", "10H/sk"]
    assert completed("fivehundred advise x --set misere.when=off --bid M") == []
    assert completed("fivehundred advise x --rules nowhere --bid 9") == []
    assert completed("fivehundred advise x --engine d") == ["double-dummy"]
    # Typer asks which shell has started it, so one has to; the last command keeps it from stepping aside.
    shell = ["bash", "-c", f"'{COMMAND}' --show-completion; true"]
    shown = subprocess.run(shell, capture_output=True, text=True, timeout=300, check=True)
    assert "complete_bash" in shown.stdout


def test_a_pipe_gets_the_whole_table() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [str(COMMAND), "advise", HAND, "--bid", "8H", "--deals", "5"]
    piped = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=True)
    head = next(line for line in piped.stdout.splitlines() if line.startswith("bid"))
    assert head.split().count("us") == head.split().count("them") == 1  # of the calibrated players
    assert head.count("chance %") == 3
