"""A release is refused from a dirty tree and with an unfinished changelog."""

import subprocess
from datetime import date
from pathlib import Path

import pytest
from release_check import changelog_faults, faults, readme_faults, version_of

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 12, 1)
FINISHED = "# Changelog\n\n## [1.2.0] - 2026-11-30\n\n### Added\n\n- A thing that people see.\n"


def told(text, version="1.2.0"):
    return list(changelog_faults(text, version, TODAY))


def test_a_finished_changelog_is_taken():
    assert told(FINISHED) == []
    assert told(FINISHED.replace("## [1.2.0]", "## [Unreleased]\n\n## [1.2.0]")) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (FINISHED.replace("1.2.0", "1.1.0"), "no section [1.2.0]"),
        (
            FINISHED.replace("## [1.2.0]", "## [1.3.0] - 2026-11-30\n\n- New.\n\n## [1.2.0]"),
            "begins with [1.3.0]",
        ),
        (FINISHED.replace("## [1.2.0]", "## [Unreleased]\n\n- New.\n\n## [1.2.0]"), "[Unreleased]"),
        (FINISHED.replace(" - 2026-11-30", " - not released yet"), "has no date"),
        (FINISHED.replace("2026-11-30", "2026-13-30"), "has no date"),
        (FINISHED.replace("2026-11-30", "2026-12-02"), "a date to come"),
        (FINISHED.replace("- A thing that people see.", ""), "says nothing"),
        (FINISHED.replace("that people see", "TODO"), "'TODO'"),
    ],
)
def test_an_unfinished_changelog_is_refused(text, word):
    assert any(word in fault for fault in told(text)), told(text)


@pytest.fixture
def tree(tmp_path):
    """A small repository that could be released."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(FINISHED)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@x", *words], cwd=folder, check=True)


def commit(folder):
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "m")


def test_a_clean_tree_is_taken_and_a_dirty_one_refused(tree):
    assert list(faults(tree, TODAY)) == []
    (tree / "left.txt").write_text("over")
    (fault,) = faults(tree, TODAY)
    assert fault == "the tree is not clean: left.txt"


def test_a_version_is_released_once(tree):
    git(tree, "tag", "v1.2.0")
    assert list(faults(tree, TODAY)) == []
    (tree / "more.txt").write_text("work")
    commit(tree)
    (fault,) = faults(tree, TODAY)
    assert fault.startswith("the tag v1.2.0 exists and is another commit")


def test_a_readme_that_shows_another_answer_is_refused():
    assert list(readme_faults(lambda: 0)) == []
    assert "update_readme" in next(iter(readme_faults(lambda: 1)))


def test_the_version_stands_in_one_place():
    """The package asks its metadata, and no file of it says the version once more."""
    from fivehundred_sim import __version__

    version = version_of(ROOT)
    assert __version__ == version
    sources = [
        *(ROOT / "fivehundred_sim").rglob("*.py"),
        *(ROOT / "scripts").glob("*.py"),
        ROOT / "docs" / "conf.py",
    ]
    assert not [path for path in sources if path.exists() and f'"{version}"' in path.read_text("utf-8")]
