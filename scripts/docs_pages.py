"""The examples of a document: what its code fences hold, in order, and where.

A page is Markdown. Fences of these languages are examples, all others are only shown (tests/docs runs them):

- bash: commands, whose output is not shown; console: commands after `$ ` with their output below;
- python, and a text fence directly after one: what it prints;
- `{code-block} LANGUAGE` with a `:caption: NAME`, or any fence directly after `<!-- file: NAME -->`: a file
  of that name. `<!-- file: NAME`, lines, `-->` is a file that the page does not show.

`<!-- long -->` directly before a fence says that its commands are too dear for every run.
"""

import re
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt

Kind = Literal["bash", "console", "python", "text", "file"]
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->\s*\Z", re.S)
_FILE = re.compile(r"file:\s*(\S+)(?:\n(.*))?\Z", re.S)
_DIRECTIVE = re.compile(r"\{code-block\}\s*(\S*)")
_OPTION = re.compile(r":([\w-]+):[ \t]*(.*)\n?")


@dataclass(frozen=True)
class Example:
    """One fence: its kind, what it holds, and the lines of the page (from 0) that its body takes."""

    kind: Kind
    body: str
    first: int
    end: int
    long: bool = False
    name: str = ""  # of a file

    @property
    def line(self) -> int:
        """The number, from 1, of the body's first line."""
        return self.first + 1


def examples(page: str) -> list[Example]:
    """Return the examples of a page, in order. A text fence is one only directly after a python fence."""
    found: list[Example] = []
    comment, after_python = "", False
    for token in MarkdownIt("commonmark").parse(page):
        if token.type == "html_block":
            said = _COMMENT.match(token.content)
            comment, after_python = (said[1] if said else ""), False
            hidden = _FILE.match(comment)
            if hidden and hidden[2] is not None and token.map:
                found.append(
                    Example("file", hidden[2].rstrip() + "\n", token.map[0] + 1, token.map[1], name=hidden[1])
                )
                comment = ""
            continue
        example = _example(token.info, token.content, token.map, comment) if token.type == "fence" else None
        if example is not None and (example.kind != "text" or after_python):
            found.append(example)
        after_python = example is not None and example.kind == "python"
        comment = ""
    return found


def _example(info: str, body: str, lines: list[int] | None, comment: str) -> Example | None:
    """Return what a fence is an example of, None for one that is only shown."""
    assert lines is not None
    place = (lines[0] + 1, lines[1] - 1)
    named, directive = _FILE.match(comment), _DIRECTIVE.match(info)
    if named:
        return Example("file", body, *place, name=named[1])
    if directive:
        options: dict[str, str] = {}
        while option := _OPTION.match(body):
            options[option[1]] = option[2].strip()
            body = body[option.end() :]
        name = options.get("caption", "")
        return Example("file", body.removeprefix("\n"), *place, name=name) if name else None
    word = info.split(maxsplit=1)[0] if info.strip() else ""
    for kind in ("bash", "console", "python", "text"):
        if word == kind:
            return Example(kind, body, *place, long=comment == "long")
    return None


def with_bodies(page: str, bodies: list[tuple[Example, str]]) -> str:
    """Return the page with other bodies in those fences."""
    lines = page.splitlines(keepends=True)
    for example, body in sorted(bodies, key=lambda item: -item[0].first):
        fence = lines[example.first - 1]
        indent = fence[: len(fence) - len(fence.lstrip())]
        new = [indent + line if line.strip() else line for line in body.splitlines(keepends=True)]
        lines[example.first : example.end] = new
    return "".join(lines)
