"""The runner of the documents' examples: what it runs, what it finds, what it makes small."""

from pathlib import Path

import pytest
from docs_counts import small
from docs_examples import run_page, told_anew
from docs_pages import examples

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"


def faults(page: str, long: bool = False) -> list[str]:
    return run_page(page, "page.md", long=long).faults


def test_the_kinds_of_examples() -> None:
    page = (
        "# Page\n\n```bash\necho 1\n```\n\n```text\nonly shown\n```\n\n<!-- long -->\n"
        "```python\nprint(1)\n```\n\n"
        "```text\n1\n```\n\n- item\n  ```console\n  $ echo 2\n  2\n  ```\n\n"
        "```{code-block} toml\n:caption: my.toml\n\nx = 1\n```\n\n"
        "```{code-block} toml\nx = 2\n```\n\n"
        "<!-- file: other.toml -->\n```toml\nx = 3\n```\n\n"
        "<!-- file: unseen.csv\na,b\n1,2\n-->\n\n```\nbare\n```\n"
    )
    found = [(each.kind, each.body, each.name, each.long) for each in examples(page)]
    assert found == [
        ("bash", "echo 1\n", "", False),
        ("python", "print(1)\n", "", True),
        ("text", "1\n", "", False),
        ("console", "$ echo 2\n2\n", "", False),
        ("file", "x = 1\n", "my.toml", False),
        ("file", "x = 3\n", "other.toml", False),
        ("file", "a,b\n1,2\n", "unseen.csv", False),
    ]
    lines = page.splitlines()
    assert lines[examples(page)[3].line - 1].strip() == "$ echo 2"


def test_a_page_shares_variables_files_and_names() -> None:
    page = (
        '```bash\nHAND="JK AH"  # two cards\necho "$HAND" | head -1 > cards.txt\n```\n\n'
        "```console\n$ cat cards.txt\nJK AH\n```\n\n"
        "```python\nhand = open('cards.txt').read()\n```\n\n```python\nprint(hand.split())\n```\n\n"
        "```text\n['JK', 'AH']\n```\n"
    )
    assert faults(page) == []
    assert not Path("cards.txt").exists()


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("```bash\nfivehundred odds JK\n```\n", "leaves with 2"),
        ("```bash\nfivehundred fly\n```\n", "fly"),
        ("```bash\nrm -rf x\n```\n", "'rm' is no command"),
        ('```bash\nfivehundred odds "$HAND"\n```\n', "sets $HAND"),
        ("<!-- long -->\n```bash\nfivehundred odds --fast\n```\n", "--fast"),
        ("<!-- long -->\n```bash\nfivehundred advise --deals many\n```\n", "many"),
        ("```python\n\n1 / 0\n```\n", 'page.md", line 3'),
        ("```console\n$ echo 1\n2\n```\n", "now it is\n$ echo 1\n1\n"),
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "now it is\n1\n"),
    ],
)
def test_faults_are_told(page: str, said: str) -> None:
    (fault,) = faults(page)
    assert fault.startswith("page.md:")
    assert said in fault


def test_what_needs_other_programs_is_not_run() -> None:
    page = "```bash\npip install x\nfivehundred table --scheduler tcp://127.0.0.1:1 --deals 10\n```\n"
    assert faults(page) == []
    assert len(faults(page.replace("--deals", "--many"))) == 1


def test_a_star_stands_for_files() -> None:
    page = "```bash\necho 1 > a.txt\necho 2 > b.txt\n```\n\n```console\n$ cat *.txt\n1\n2\n```\n"
    assert faults(page) == []


def test_long_examples_run_when_asked_for() -> None:
    page = "<!-- long -->\n```console\n$ fivehundred --version\nsomething else\n```\n"
    assert faults(page) == []
    assert len(faults(page, long=True)) == 1


def test_outputs_are_written_anew() -> None:
    page = (
        "Text\n\n- item\n\n  ```console\n  $ echo 1\n  old\n  ```\n\n"
        "```python\nprint(3)\n```\n\n```text\n```\n"
    )
    outcome = run_page(page, "page.md")
    assert outcome.text == page.replace("  old", "  1").replace("```text\n```", "```text\n3\n```")
    assert faults(outcome.text) == []


def test_errors_are_shown_as_a_terminal_shows_them() -> None:
    page = "```console\n$ fivehundred odds JK \\\n    XX\n```\n"
    text = run_page(page, "page.md").text
    assert text.startswith("```console\n$ fivehundred odds JK \\\n    XX\nError: ")
    assert faults(text) == []


def test_lines_left_out_stay_left_out() -> None:
    output = "head\na 1\nb 1\nc 1\ntail\n"
    assert told_anew("head\n...\ntail\n", output) == "head\n...\ntail\n"
    assert told_anew("head\n...\nb 2\n...\ntail 2\n", output) == "head\n...\nb 1\n...\ntail\n"
    assert told_anew("head\n...\n", output) == "head\n...\n"
    assert told_anew("...\nold\n", output) == "...\ntail\n"
    assert told_anew("head\n", output) == output


@pytest.mark.parametrize(
    ("written", "run"),
    [
        ("advise H", "advise H --deals 200"),
        ("advise H --deals 5000 --bid 8H", "advise H --deals 200 --bid 8H"),
        ("advise H --precision 0.005", "advise H --deals 200"),
        ("advise H --budget 30", "advise H --deals 200"),
        ("advise H --engine sampled --budget 30", "advise H --engine sampled --budget 2"),
        ("table --run big --deals 50", "table --run big --deals 50"),
        ("table --resume big", "table --resume big"),
        ("compare a b --games 400", "compare a b --games 20 --deals 200"),
        ("match a b", "match a b --games 20 --deals 200"),
        ("match --list", "match --list"),
        ("match --all", "match --all --deals 200"),
        ("deal -n 1000", "deal -n 200"),
        ("deal --deals 1000 --solve", "deal --deals 10 --solve"),
        ("count", "count --deals 2000"),
        ("equity --score 0:0", "equity --score 0:0"),
        ("equity --rules new-zealand", "equity --rules new-zealand --deals 200"),
        ("bench --rounds 20 --peer", "bench --peer --seconds 0.5 --rounds 1"),
        ("rules show", "rules show"),
        ("table --help", "table --help"),
    ],
)
def test_counts_are_made_small(written: str, run: str) -> None:
    assert small(written.split()) == run.split()
