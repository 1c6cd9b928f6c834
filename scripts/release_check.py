"""Say whether this tree can be released: clean, its changelog finished, the README true.

    python scripts/release_check.py

Prints a sentence for each fault and exits with 1 if there is one.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## \[(?P<name>[^\]]+)\](?P<rest>.*)$", re.M)
DATED = re.compile(r" - (\d{4}-\d{2}-\d{2})$")
UNFINISHED = re.compile(r"\b(TODO|TBD|FIXME|XXX|not released yet)\b", re.I)


def version_of(root: Path) -> str:
    """Return the version: pyproject.toml is the one place that says it."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def changelog_faults(text: str, version: str, today: date) -> Iterator[str]:
    """Yield what is not finished in a changelog (Keep a Changelog) for the release of `version` on a day."""
    sections = {
        found["name"]: (found["rest"], body)
        for found, body in zip(HEADING.finditer(text), HEADING.split(text)[3::3], strict=True)
    }
    if sections.get("Unreleased", ("", ""))[1].strip():
        yield "CHANGELOG.md has entries under [Unreleased]: move them to the version that is released"
    if version not in sections:
        yield f"CHANGELOG.md has no section [{version}], the version in pyproject.toml"
        return
    newest = next(name for name in sections if name != "Unreleased")
    if newest != version:
        yield f"CHANGELOG.md begins with [{newest}], but pyproject.toml says {version}"
    rest, body = sections[version]
    yield from _section_faults(version, rest, body, today)


def _section_faults(version: str, rest: str, body: str, today: date) -> Iterator[str]:
    """Yield what is not finished in the section of a version."""
    dated = DATED.match(rest)
    try:
        day = date.fromisoformat(dated[1]) if dated else None
    except ValueError:
        day = None
    if day is None:
        yield f"CHANGELOG.md: [{version}]{rest} has no date (expected [{version}] - YYYY-MM-DD)"
    elif day > today:
        yield f"CHANGELOG.md: [{version}] has a date to come, {day}"
    if not re.search(r"^- \S", body, re.M):
        yield f"CHANGELOG.md: [{version}] says nothing"
    for word in sorted({found[0] for found in UNFINISHED.finditer(rest + body)}):
        yield f"CHANGELOG.md: [{version}] is not finished: {word!r}"


def tree_faults(root: Path, version: str) -> Iterator[str]:
    """Yield what git has against a release."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout

    if changed := git("status", "--porcelain").splitlines():
        yield f"the tree is not clean: {', '.join(line[3:] for line in changed[:5])}" + (
            f" and {len(changed) - 5} more" if len(changed) > 5 else ""
        )
    tag = f"v{version}"
    if git("tag", "--list", tag).strip() and git("rev-list", "-1", tag) != git("rev-parse", "HEAD"):
        yield f"the tag {tag} exists and is another commit: choose a new version in pyproject.toml"


def faults(root: Path, today: date) -> Iterator[str]:
    """Yield every fault of a tree as a sentence."""
    version = version_of(root)
    yield from tree_faults(root, version)
    yield from changelog_faults((root / "CHANGELOG.md").read_text("utf-8"), version, today)


def readme_faults(check: Callable[[], int]) -> Iterator[str]:
    """Yield whether the README shows another answer than the program gives; `check` returns 0 if not."""
    if check():
        yield "README.md does not show what the program answers: run scripts/update_readme.py"


def main() -> int:
    """Check this tree; returns the exit code."""
    version = version_of(ROOT)
    command = [sys.executable, str(ROOT / "scripts" / "update_readme.py"), "--check"]
    found = [
        *faults(ROOT, datetime.now(UTC).date()),
        *readme_faults(lambda: subprocess.run(command, check=False).returncode),
    ]
    for fault in found:
        print(f"{fault}.")
    if not found:
        print(f"{version} can be released.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
