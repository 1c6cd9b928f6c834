"""Write the reference pages, docs/commands.md, docs/rules.md and docs/columns.md, from the program itself.

    .venv/bin/python scripts/write_reference.py [--check]

With --check nothing is written, and the exit code is 1 where a page is not as it would be written.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from reference import columns, commands, rules

DOCS = Path(__file__).parents[1] / "docs"
PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands.page,
    "rules.md": rules.page,
    "columns.md": columns.page,
}


def stale() -> dict[Path, str]:
    """Return the pages that are not as they would be written, with what they should hold."""
    found = {DOCS / name: page() for name, page in PAGES.items()}
    return {
        path: text for path, text in found.items() if not path.exists() or path.read_text("utf-8") != text
    }


def main() -> int:
    """Write or check the pages; returns the exit code."""
    check = "--check" in sys.argv[1:]
    pages = stale()
    for path, text in pages.items():
        print(path)
        if not check:
            path.write_text(text, "utf-8")
    return int(check and bool(pages))


if __name__ == "__main__":
    sys.exit(main())
