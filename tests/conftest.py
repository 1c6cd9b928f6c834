"""What all tests share: a terminal without habits, hypothesis that repeats itself, kernels compiled once."""

import importlib
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A first example may compile a kernel, so time is no fault; derandomised: a failure is everybody's failure.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the terminal's width and take away what turns colours or terminal mode on or off."""
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "GITHUB_ACTIONS",
        "PY_COLORS",
        "TERM",
        "COLORTERM",
        "_TYPER_FORCE_DISABLE_TERMINAL",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")


TESTS = Path(__file__).parent
# Groups of modules that compile when they are loaded, as far as possible from each other at both ends.
COMPILING = ("", "sampled", "bidding", "table", "wide", "wide_sampled", "brute twins", "dense")


def pytest_configure(config: pytest.Config) -> None:
    """Let two workers that run the whole suite compile different kernels first, then find each other's.

    Collecting loads all kernels in one order: from an empty cache both workers would compile each of them.
    """
    worker = getattr(config, "workerinput", {}).get("workerid")
    if worker is not None and [Path(each).resolve() for each in config.args] == [TESTS]:
        for group in COMPILING if int(worker.removeprefix("gw")) % 2 == 0 else COMPILING[::-1]:
            for name in _modules(group):
                importlib.import_module(name)


def _modules(group: str) -> list[str]:
    """Return the modules of a group by name, in a fixed order."""
    if group == "brute twins":
        for path in (TESTS / "kernels" / "brute.py", TESTS / "kernels" / "dense" / "brute_every_rule.py"):
            sys.path.insert(0, str(path.parent))
        return ["brute", "brute_every_rule"]
    kernels = TESTS.parent / "fivehundred_sim" / "kernels" / group
    package = ".".join(["fivehundred_sim", "kernels", *([group] if group else [])])
    return [f"{package}.{path.stem}" for path in sorted(kernels.glob("*.py")) if path.stem != "__init__"]
