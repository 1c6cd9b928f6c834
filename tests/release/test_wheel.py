"""What people install is whole, and answers where nothing but its dependencies is installed."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with sdist and wheel, the wheel made from the sdist as `make dist` makes them."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def elsewhere(built, tmp_path_factory):
    """The commands of an empty environment with the wheel and what it depends on, nothing else."""
    place = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", place)
    commands = place / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    quick = ("--quiet", "--no-compile", "--disable-pip-version-check")
    run(commands / "python", "-m", "pip", "install", *quick, wheel)
    return commands


def inside(command, folder, *words):
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1"}
    return run(command, *words, cwd=folder, env=environment)


def test_wheel_and_sdist_are_whole(built):
    """Every file that git knows of the package is in both; the tests and studies are in the sdist alone."""
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    version = PROJECT["version"]
    assert wheel.name == f"fivehundred_sim-{version}-py3-none-any.whl"
    known = set(run("git", "ls-files", "fivehundred_sim", cwd=ROOT).split())
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        about = packed.read(f"fivehundred_sim-{version}.dist-info/METADATA").decode()
    assert known <= names
    assert {name.split("/")[0] for name in names} == {
        "fivehundred_sim",
        f"fivehundred_sim-{version}.dist-info",
    }
    assert f"Version: {version}\n" in about
    assert "Requires-Python: >=3.11" in about
    with tarfile.open(sdist) as packed:
        parts = {name.split("/", 1)[-1] for name in packed.getnames()}
    assert known | {"README.md", "CHANGELOG.md", "LICENSE", "tests/conftest.py", "pyproject.toml"} <= parts


def test_the_wheel_answers_the_first_question_beside_its_dependencies_alone(elsewhere, tmp_path):
    installed = run(
        elsewhere / "python", "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"
    )
    names = {line.split("==")[0].lower().replace("_", "-") for line in installed.split()}
    needed = {re.split(r"[<>=\[]", each)[0] for each in PROJECT["dependencies"]}
    assert needed <= names
    assert not names & {"pytest", "scipy", "sphinx", "endplay", "distributed", "playwright"}
    command = elsewhere / "fivehundred"
    assert inside(command, tmp_path, "--version") == f"fivehundred {PROJECT['version']}\n"
    answer = inside(command, tmp_path, "advise", HAND, "--bid", "8H", "-o", "report.html", "-o", "chart.svg")
    readme = (ROOT / "README.md").read_text("utf-8")
    said = answer.split("\n\n")[0]
    assert said.startswith("Yes, 8♥")
    assert said in readme
    assert "<svg" in (tmp_path / "chart.svg").read_text("utf-8")
    assert "brings points if played" in (tmp_path / "report.html").read_text("utf-8")
