"""docs/commands.md: every command with its arguments and options, read off the Typer program."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from fivehundred_sim.cli.errors import PROGRAM, ExitCode
from fivehundred_sim.cli.main import app

DOCS = Path(__file__).parents[2] / "docs"
HEAD = """\
# Every command

<!-- Written by scripts/write_reference.py from the program itself: do not edit. -->

`fivehundred COMMAND --help` says the same in the terminal. The result goes to stdout; progress, notes and
faults go to stderr. Cards are rank then suit: `10H` or `TH`, `JK` the joker; bids are `8H`, `7NT`, `M`
(misère), `OM` (open misère). Seats count clockwise from 0. What the columns of CSV and Parquet and the
fields of JSON mean is in [Every column](columns.md), what the rules' keys mean in [Every rule](rules.md).

<!-- file: hands.csv
hand,bid
JK JD KH 9H 5H AS 8S 7C 6C 5D,8H
JK AH KH QH 10H AS KS 8C 7C 5D,9H
-->

<!-- file: deals.csv
deal,contract,declarer
JK AH | 5S 6S | KH QH | 7S 8S,8H,0
-->

<!-- file: deals.txt
JK AH | 5S 6S | KH QH | 7S 8S
-->

<!-- file: my-house.toml
base = "australian"
misere.when = "anytime"
-->

<!-- file: mine.toml
base = "australian"
misere.value = 230
-->

<!-- file: houses/ours.toml
base = "american"
misere.value = 230
-->

<!-- file: my-style.toml
about = "no misères below 30 points more"
misere_margin = 30.0
-->

The examples below may be run as they stand, from files such as `hands.csv` (columns `hand` and `bid`) and a
deal with all hands in sight, as this one of five cards each:

```bash
DEAL="JK AH KH 9C 8D | 5S 7S 9H 10C JD | QS 8S 7H 6C 5D | 6S KS QH 9D KC"
```
"""
EXIT_CODES = {
    ExitCode.DONE: "done",
    ExitCode.UNEXPECTED: "an unexpected error, which is worth a bug report (`fivehundred --debug COMMAND …`"
    " shows where)",
    ExitCode.USAGE: "bad arguments, cards, bids or files; one sentence on stderr says what was expected",
    ExitCode.RULES: "a rules file that cannot be played, all its faults named",
    ExitCode.PRECISION: "the precision asked for was not reached; the result is written all the same",
    ExitCode.VERIFICATION: "a check failed: `bench` found a wrong answer",
    ExitCode.INTERRUPTED: "Ctrl-C; what `deal`, `solve` and long runs had done is kept",
}
ENVIRONMENT = {
    "FIVEHUNDRED_CACHE_DIR": "where compiled kernels, what was learnt about rules and styles, and unnamed"
    " runs are kept, instead of the user's cache folder",
    "NO_COLOR": "if set to anything, no colours (`--color always` beats it)",
    "COLUMNS": "how wide the terminal is; otherwise a pipe or file counts as 120 columns",
    "NUMBA_CACHE_DIR": "where numba keeps compiled kernels: set by you, it is left alone",
}
_PLAIN_CODE = re.compile(
    r"(?<![\w.])(--[a-z][\w-]*(?: (?:json|html))?|-o(?: FILE)?(?:\.\w+)?"
    r"|[\w/-]+\.(?:md|toml|csv|svg|png|parquet))(?!\w)"
)
TAIL = """\
## Exit codes

{codes}

## Environment variables

{variables}
"""


def page() -> str:
    """Return the text of docs/commands.md."""
    commands = list(_walk(get_command(app), PROGRAM))
    shared = _shared(commands)
    parts = [HEAD, _list(commands), _shared_section(shared)]
    parts += [_section(name, command, shared) for name, command in commands if not _is_group(command)]
    codes = "\n".join(f"- `{code.value}`: {EXIT_CODES[code]}" for code in ExitCode)
    variables = "\n".join(f"- `{name}`: {text}" for name, text in ENVIRONMENT.items())
    root = _section(PROGRAM, get_command(app), {}, title="Options of the program itself")
    return "\n".join([*parts, root, TAIL.format(codes=codes, variables=variables)])


def names() -> list[str]:
    """Return the words of every command, `rules show` as one."""
    return [
        name.removeprefix(PROGRAM).strip()
        for name, command in _walk(get_command(app), PROGRAM)
        if not _is_group(command)
    ]


def option_words() -> dict[str, list[str]]:
    """Return the option words of every command, `--help` not among them."""
    return {
        name: [word for option in _options(command) for word in (*option.opts, *option.secondary_opts)]
        for name, command in _walk(get_command(app), PROGRAM)
    }


def _walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    yield name, command
    for word, sub in getattr(command, "commands", {}).items():
        yield from _walk(sub, f"{name} {word}")


def _is_group(command: Any) -> bool:
    return hasattr(command, "commands")


def _options(command: Any) -> list[Any]:
    return [each for each in command.params if each.param_type_name == "option" and not each.hidden]


def _arguments(command: Any) -> list[Any]:
    return [each for each in command.params if each.param_type_name == "argument" and not each.hidden]


def _shared(commands: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return, by their line, the options that at least three commands have in the same words.

    Of an option that commands describe in several ways, the commonest is shared.
    """
    counts: dict[str, list[Any]] = {}
    for _, command in commands:
        for option in _options(command):
            counts.setdefault(_option(option), []).append(option)
    shared = {line: options[0] for line, options in counts.items() if len(options) >= 3}
    often: dict[str, str] = {}
    for line, option in shared.items():
        word = option.opts[-1]
        if word not in often or len(counts[line]) > len(counts[often[word]]):
            often[word] = line
    return {line: option for line, option in shared.items() if often[option.opts[-1]] == line}


def _list(commands: list[tuple[str, Any]]) -> str:
    lines = ["| command | what it does |", "|---|---|"]
    for name, command in commands:
        if not _is_group(command):
            anchor = name.replace(" ", "-")
            lines.append(f"| [`{name}`](#{anchor}) | {_paragraphs(command.help)[0]} |")
    return "\n".join(lines) + "\n"


def _shared_section(shared: dict[str, Any]) -> str:
    head = "## Options that many commands have\n\nThe sections below name them at their end.\n"
    return "\n".join([head, *shared]) + "\n"


def _section(name: str, command: Any, shared: dict[str, Any], title: str = "") -> str:
    lines = [f"## {title or name}", ""]
    first, *others = _paragraphs(command.help)
    if not title:
        lines += ["```text", _usage(name, command), "```", "", first, ""]
        lines += [part for each in others for part in (each, "")]
    arguments = [_argument(each) for each in _arguments(command)]
    own = [_option(each) for each in _options(command) if _option(each) not in shared]
    if arguments or own:
        lines += [*arguments, *own, ""]
    common = [f"`{each.opts[-1]}`" for each in _options(command) if _option(each) in shared]
    if common:
        lines += [f"[Also](#options-that-many-commands-have): {', '.join(common)}.", ""]
    return "\n".join(lines)


def _usage(name: str, command: Any) -> str:
    arguments = [_metavar(each) for each in _arguments(command)]
    return " ".join([name, "[OPTIONS]", *arguments])


def _metavar(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    dots = "..." if argument.nargs == -1 and "..." not in name else ""
    return name + dots if argument.required or name.startswith("[") else f"[{name}]{dots}"


def _argument(argument: Any) -> str:
    return f"- `{_metavar(argument)}`: {_sentence(argument.help or 'A rules file or preset.')}"


def _option(option: Any) -> str:
    words = ", ".join(f"`{word}`" for word in option.opts)
    if not option.is_flag:
        words = words[:-1] + f" {option.metavar}`"
    text = re.sub(r"\s*\[default: (.*)\]", r" Default: \1.", option.help or "")
    shown = option.default not in (None, False, (), []) and option.show_default and "Default: " not in text
    return f"- {words}: {_sentence(text)}" + (f" Default: {option.default}." if shown else "")


def _title(page: str) -> str:
    """Return the heading of a page of docs."""
    return (DOCS / page).read_text("utf-8").partition("\n")[0].removeprefix("# ")


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return _as_code(text if text.endswith((".", ")")) else text + ".")


def _paragraphs(text: str) -> list[str]:
    """Return a help text as Markdown paragraphs; its examples as a bash block."""
    found = []
    for part in re.split(r"\n\s*\n", (text or "").strip()):
        lines = [line for line in part.replace("\b", "").splitlines() if line.strip()]
        if lines and lines[0].strip() == "Examples:":
            commands = "\n".join(line.strip() for line in lines[1:])
            found.append(f"<!-- long -->\n```bash\n{commands}\n```")
        elif lines:
            found.append(_as_code(" ".join(line.strip() for line in lines)))
    return found


def _as_code(text: str) -> str:
    """Return plain text with its options and file names as code, and pages of docs as links."""
    text = re.sub(r"docs/([\w-]+\.md)", lambda found: f"[{_title(found[1])}]({found[1]})", text)
    parts = re.split(r"(`[^`]*`|\]\([^)]*\))", text)
    return "".join(part if part.startswith(("`", "](")) else _PLAIN_CODE.sub(r"`\1`", part) for part in parts)
