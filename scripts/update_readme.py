"""Run the README's question and put its real output and chart back into the README.

    .venv/bin/python scripts/update_readme.py [--check]

Writes README.md (the block between the two `demo` comments), results/demo.svg and, for dark pages,
results/demo-dark.svg. With --check it writes nothing and says, by its exit code, whether the README shows
what the program answers now.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CHART = ROOT / "results" / "demo.svg"
DARK_CHART = ROOT / "results" / "demo-dark.svg"
QUESTION = ["advise", "JK JD KH 9H 5H AS 8S 7C 6C 5D", "--bid", "8H"]
SHOWN = f'$ fivehundred {QUESTION[0]} "{QUESTION[1]}" {QUESTION[2]} {QUESTION[3]}'
WIDTH = "100"
BLOCK = re.compile(r"(<!-- demo -->\n).*?(<!-- /demo -->\n)", re.DOTALL)


def ask(*extra: str) -> str:
    """Return what the program prints for the question, in a terminal of WIDTH columns."""
    environment = {**os.environ, "COLUMNS": WIDTH, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "fivehundred_sim", *QUESTION, *extra]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=environment).stdout


def shown_part(output: str) -> str:
    """Return the README's part of the output: the answer, and the table's rows for hearts and no-trump."""
    lines = output.splitlines()
    head = lines[: next(i for i, line in enumerate(lines) if "─" in line) + 1]
    start = next(i for i, line in enumerate(lines) if line.startswith("♥"))
    end = next(i for i, line in enumerate(lines) if i > start and not line.strip())
    kept = [line.rstrip() for line in [*head, "...", *lines[start:end]]]
    return "\n".join([SHOWN, *kept])


def rendered(readme: str, output: str) -> str:
    """Return the README's text with the program's output in its place."""
    block = f"```\n{shown_part(output)}\n```\n"
    text, found = BLOCK.subn(lambda match: match[1] + block + match[2], readme)
    assert found == 1, "README.md has no demo block"
    return text


def main() -> int:
    """Update or check the README; returns the exit code."""
    if "--check" in sys.argv[1:]:
        readme = README.read_text("utf-8")
        return int(rendered(readme, ask()) != readme)
    with tempfile.TemporaryDirectory() as folder:
        light, dark = Path(folder) / "light.svg", Path(folder) / "dark.svg"
        new = rendered(README.read_text("utf-8"), ask("-o", str(light)))
        ask("-o", str(dark), "--theme", "dark")
        README.write_text(new, "utf-8")
        CHART.parent.mkdir(exist_ok=True)
        CHART.write_bytes(light.read_bytes())
        DARK_CHART.write_bytes(dark.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
