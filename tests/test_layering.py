"""The rooms of docs/architecture.md: who may import whom, and what must stay light."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import fivehundred_sim

PACKAGE = Path(fivehundred_sim.__file__).parent
ROOMS = {"cards", "rules", "game", "kernels", "study", "report", "cli"}
MAY_IMPORT = {
    "cards": set(),
    "rules": {"cards"},
    "game": {"cards", "rules"},
    "kernels": set(),
    "study": {"cards", "rules", "game", "kernels"},
    "report": {"study", "cards"},
    "cli": ROOMS,
    "__main__": {"cli"},
    "__init__": ROOMS,
}
# Heavy or special libraries and the rooms that may use them.
LIBRARIES = {
    "numba": {"kernels"},
    "llvmlite": {"kernels"},
    "pydantic": {"rules", "study"},  # a style is read as rules are
    "pandas": {"study"},
    "matplotlib": {"report"},
    "rich": {"report", "cli"},
    "jinja2": {"report"},
    "markupsafe": {"report"},
    "typer": {"cli"},
    "scipy": set(),
    "statsmodels": set(),
    "endplay": {"study"},  # the peer of `bench --peer`
    "distributed": {"study"},  # `study.runs.cluster` alone, see below
}
HEAVY = ("numba", "pandas", "matplotlib", "scipy", "pyarrow")


def room_of(path):
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(path):
    """Yield the dotted names that a module imports anywhere, with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} uses a relative import"
            if node.module == "fivehundred_sim":
                yield from ((f"fivehundred_sim.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield node.module or "", node.lineno


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_only_what_stands_below_them(path):
    room = room_of(path)
    for name, line in imports(path):
        top, *below = name.split(".")
        if top == "fivehundred_sim" and below:
            other = below[0]
            allowed = other == room or other in MAY_IMPORT[room] or other not in ROOMS
            assert allowed, f"line {line}: {room} may not import {other}"
        elif top in LIBRARIES:
            # The cache folder of compiled kernels is numba's setting; the command line may ask for it.
            asks_for_cache = room == "cli" and top == "numba"
            assert room in LIBRARIES[top] or asks_for_cache, f"line {line}: {room} may not import {top}"


def test_one_place_knows_dask():
    """Whoever runs a plan elsewhere than on Dask must not need it."""
    users = {path for path in MODULES if any(name.startswith("distributed") for name, _ in imports(path))}
    assert users == {PACKAGE / "study" / "runs" / "cluster.py"}


def test_one_room_makes_pages():
    """Templates are for HTML alone; what every medium shares must not need them."""
    makers = {
        path.parent for path in MODULES if {"jinja2", "markupsafe"} & {name for name, _ in imports(path)}
    }
    assert makers == {PACKAGE / "report" / "html"}


def test_every_room_is_known():
    assert {room_of(path) for path in MODULES} <= set(MAY_IMPORT)


def modules_after(code):
    """Return the names of the modules loaded after running `code` in a fresh interpreter."""
    report = "\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import fivehundred_sim; fivehundred_sim.__version__",
        "from fivehundred_sim import load_rules; load_rules('australian')",
        "from fivehundred_sim import Auction, Play, score_hand, parse_hand, parse_deal",
    ],
)
def test_importing_is_light(code):
    assert not modules_after(code) & set(HEAVY)


def test_help_is_light():
    code = (
        "import runpy, sys\n"
        "sys.argv = ['fivehundred', '--help']\n"
        "try:\n    runpy.run_module('fivehundred_sim', run_name='__main__')\n"
        "except SystemExit as end:\n    assert not end.code"
    )
    assert not modules_after(code) & set(HEAVY)


def test_advising_loads_no_library_that_only_files_need():
    loaded = modules_after("from fivehundred_sim import advise\nimport fivehundred_sim.report.terminal")
    assert not loaded & {"pandas", "matplotlib", "scipy", "pyarrow", "jinja2"}


def test_public_names_are_all_there():
    for name in fivehundred_sim.__all__:
        assert getattr(fivehundred_sim, name) is not None
    assert set(fivehundred_sim.__all__) <= set(dir(fivehundred_sim))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        fivehundred_sim.nothing  # noqa: B018
