"""Run the documents' examples and write their outputs, as they are now, into the pages.

    .venv/bin/python scripts/update_docs.py [--check] [--long] [PAGE.md ...]

Without pages: the README and all of docs. Outputs are those below the commands of console blocks, and in
text blocks directly after Python. With --check nothing is written. --long runs also what is marked
`<!-- long -->`. The exit code is 1 where an example fails (or, with --check, shows another output), and each
such place is told.
"""

import argparse
import sys
from pathlib import Path

from docs_examples import pages, run_page


def main() -> int:
    """Update or check the pages; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the outputs of the documents' examples anew.")
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE.md")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--long", action="store_true", help="run also what is marked long")
    asked = parser.parse_args()
    failed = False
    for page in asked.pages or pages():
        text = page.read_text("utf-8")
        outcome = run_page(text, page.name, long=asked.long)
        if not asked.check and outcome.text != text:
            page.write_text(outcome.text, "utf-8")
            print(f"{page}: outputs written anew")
            outcome = run_page(outcome.text, page.name, long=asked.long)  # what still fails is a fault
        for fault in outcome.faults:
            failed = True
            print(fault, file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
