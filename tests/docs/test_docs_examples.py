"""Every example of every document runs, and shows what the program answers."""

from pathlib import Path

import pytest
from docs_examples import pages, run_page
from docs_pages import examples

PAGES = pages()
LONG = [page for page in PAGES if any(example.long for example in examples(page.read_text("utf-8")))]


def name(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples_run(page: Path) -> None:
    faults = run_page(page.read_text("utf-8"), page.name).faults
    assert not faults, "\n".join([*faults, f"Outputs are written by: scripts/update_docs.py {page.name}"])


@pytest.mark.long
@pytest.mark.parametrize("page", LONG, ids=name)
def test_long_examples_run(page: Path) -> None:
    faults = run_page(page.read_text("utf-8"), page.name, long=True).faults
    assert not faults, "\n".join(faults)
