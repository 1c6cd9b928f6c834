"""The site builds without a warning: no link of any page leads nowhere, and no page is left out."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Told by MyST and Sphinx, as warnings, for links to missing pages and headings.
WANTED = ("index", "commands", "rules", "columns", "changelog", "results/studies/02-kitty")

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("myst_nb") is None,
    reason="the extra `docs` is not installed: the site is not built",
)


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "site")],
        env=os.environ | {"FIVEHUNDRED_DOCS_EXECUTE": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in WANTED:
        page = (tmp_path / "site" / f"{name}.html").read_text("utf-8")
        assert "<h1>" in page
    # Nothing is fetched from elsewhere when the site is read.
    front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert 'src="http' not in front
    assert 'rel="stylesheet" href="http' not in front


def test_links_of_the_repository_become_links_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_site"))
    from outside import repository_path, with_site_links

    assert repository_path("changelog.md") == "CHANGELOG.md"
    text = (
        "[a](deals.md#columns), [b](../README.md), [c](../CHANGELOG.md), [d](../scripts/saving.py),\n"
        "`[e](../x.md)`, [f](https://example.org), [results/losses.csv](../results/losses.csv)\n\n"
        "```\n[g](../README.md)\n```\n"
    )
    assert with_site_links(text, "players.md") == (
        "[a](deals.md#columns), [b](index.md), [c](changelog.md), d (`scripts/saving.py`),\n"
        "`[e](../x.md)`, [f](https://example.org), `results/losses.csv`\n\n"
        "```\n[g](../README.md)\n```\n"
    )
    assert with_site_links("[a](docs/deals.md)", "changelog.md") == "[a](deals.md)"
