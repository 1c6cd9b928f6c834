"""Kernels that are not compiled yet: found out, told, and waited for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fivehundred_sim.cli import compilation
from fivehundred_sim.kernels import _cache


def test_what_is_not_in_the_cache_is_missing(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("FIVEHUNDRED_CACHE_DIR", str(tmp_path))
    needed = {"solver": 20, "dense.solve.dense_makes": 10}
    assert compilation.missing(needed) == needed
    _compiled("solver_table.py", "solver_table.start")
    _compiled("solver.py", "solver_table.start")
    assert compilation.missing(needed) == needed
    _compiled("solver.py", "solver.solve_tricks")
    assert compilation.missing(needed) == {"dense.solve.dense_makes": 10}
    _compiled("dense/solve.py", "solve.dense_value")
    assert compilation.missing(needed) == {"dense.solve.dense_makes": 10}
    _compiled("dense/solve.py", "solve.dense_makes")
    assert compilation.missing(needed) == {}


def _compiled(module, kernel):
    """Leave what numba leaves of a compiled kernel."""
    folder = _cache.cache_folder(Path(_cache.__file__).parent / module) / "kernels_0a"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{kernel}-1.py311.nbi").touch()


def test_every_kernel_that_a_command_waits_for_exists():
    """A name that nothing compiles would be announced for ever; one without a module cannot be looked for."""
    kernels = Path(_cache.__file__).parent
    for path in Path(compilation.__file__).parent.glob("*.py"):
        for name in re.findall(r'"([a-z_.]+)": \d+', path.read_text("utf-8")):
            place = kernels.joinpath(*name.split("."))
            module = place.with_suffix(".py")
            inside = place.parent.with_suffix(".py")
            found = module.exists() or f"def {place.name}(" in inside.read_text("utf-8")
            assert found, f"{path.name}: {name}"


def test_only_a_wait_is_announced(capsys):
    compilation.announce(0, quiet=False)
    compilation.announce(30, quiet=True)
    assert capsys.readouterr().err == ""
    compilation.announce(30, quiet=False)
    assert capsys.readouterr().err == "Compiling kernels for this machine, once: about 30 s.\n"


def test_the_second_process_is_silent_and_waited_for(tmp_path, capfd):
    made = tmp_path / "solved.csv"
    with compilation.in_second_process("solve", "5S | 6S | 7S | 8S", "-o", str(made)):
        pass
    assert made.read_text().startswith("deal,")
    with compilation.in_second_process("no-such-command"):
        pass
    assert capfd.readouterr() == ("", "")


def test_a_fault_does_not_wait_for_the_second_process(tmp_path):
    made = tmp_path / "solved.csv"
    with (
        pytest.raises(KeyboardInterrupt),
        compilation.in_second_process("solve", "5S | 6S | 7S | 8S", "-o", str(made)),
    ):
        raise KeyboardInterrupt
    assert not made.exists()


@pytest.mark.long
def test_two_engines_are_compiled_side_by_side_from_a_cold_cache(tmp_path):
    command = Path(sys.executable).with_name("fivehundred")
    words = [str(command), "advise", "JK JD KH 9H 5H AS 8S 7C 6C 5D", "--deals", "5", "--json"]
    cold = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    cold["FIVEHUNDRED_CACHE_DIR"] = str(tmp_path)
    first = subprocess.run(words, capture_output=True, text=True, check=True, env=cold)
    assert first.stderr.startswith("Compiling kernels for this machine, once: about ")
    second = subprocess.run(words, capture_output=True, text=True, check=True, env=cold)
    assert second.stderr == ""
    assert json.loads(second.stdout) == json.loads(first.stdout)


def test_numba_is_loaded_without_scipy_and_scipy_stays_usable() -> None:
    code = (
        "import sys\n"
        "from fivehundred_sim.cli.compilation import without_scipy\n"
        "with without_scipy():\n"
        "    import numba\n"
        "    assert numba.njit(lambda x: x + 1)(1) == 2\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "import scipy.linalg\n"
        "assert scipy.linalg.norm([3, 4]) == 5\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
