"""Answers as files, by suffix: .json .csv .parquet .md .html .png .svg.

A file appears whole or not at all: it is written beside its place and moved there. A file that exists is
replaced, as `-o` of most tools does. JSON, Parquet, HTML, PNG and SVG carry the manifest; CSV and Markdown
have no place for it (Markdown states the assumptions).
"""

import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from fivehundred_sim.report import text
from fivehundred_sim.study.advice import Advice, frame_of
from fivehundred_sim.study.whole_files import replace_whole


class OutputError(ValueError):
    """An output that cannot be written; the message is one sentence that names the file."""


def check_outputs(paths: Iterable[str | Path], answers: int = 1) -> None:
    """Raise OutputError for the first output that could not be written, before any work is done.

    `answers` is how many answers each file will hold; a chart shows one hand.
    """
    for path in map(Path, paths):
        suffix = path.suffix.lower()
        if suffix not in _SUFFIXES:
            raise OutputError(f'cannot write "{path}": expected a name that ends in {", ".join(_SUFFIXES)}')
        if answers > 1 and suffix in _CHARTS:
            raise OutputError(f'cannot write "{path}": a chart shows one hand, not {answers}')
        check_place(path)


def check_place(path: Path) -> None:
    """Raise OutputError if there is no place for a file of any kind."""
    folder = path.parent
    if not folder.is_dir():
        raise OutputError(f'cannot write "{path}": there is no folder "{folder}"')
    if not os.access(folder, os.W_OK) or path.is_dir():
        reason = "it is a folder" if path.is_dir() else f'the folder "{folder}" may not be written to'
        raise OutputError(f'cannot write "{path}": {reason}')


def write(answer: Advice | Sequence[Advice], path: str | Path, theme: str = "light") -> None:
    """Write one answer, or several, to `path` in the format of its suffix. Raises OutputError.

    `theme` is that of charts: a name in `chart.THEMES`.
    """
    answers = [answer] if isinstance(answer, Advice) else list(answer)
    target = Path(path)
    check_outputs([target], len(answers))
    suffix = target.suffix.lower()
    if suffix in _CHARTS:
        content = _chart(answers[0], suffix[1:], theme)
    else:
        content = _TABLES[suffix](answer if isinstance(answer, Advice) else answers)
    replace(target, content)


def replace(target: Path, content: bytes) -> None:
    """Put `content` into the place of `target` in one step. Raises OutputError if the disk will not."""
    try:
        replace_whole(target, content)
    except OSError as error:
        raise OutputError(f'cannot write "{target}": {error.strerror or error}') from error


def _json(answer: Advice | list[Advice]) -> bytes:
    return text.to_json(answer).encode()


def _csv(answer: Advice | list[Advice]) -> bytes:
    return text.to_csv(answer).encode()


def _markdown(answer: Advice | list[Advice]) -> bytes:
    from fivehundred_sim.report.markdown import to_markdown

    return to_markdown(answer).encode()


def _html(answer: Advice | list[Advice]) -> bytes:
    from fivehundred_sim.report.html.advise import to_html

    return to_html(answer).encode()


def _parquet(answer: Advice | list[Advice]) -> bytes:
    # The manifest travels in the frame's `attrs`, which pandas keeps in the file's metadata.
    buffer = io.BytesIO()
    frame_of([answer] if isinstance(answer, Advice) else answer).to_parquet(buffer, index=False)
    return buffer.getvalue()


def _chart(advice: Advice, kind: str, theme: str) -> bytes:
    from fivehundred_sim.report import chart

    manifest = json.dumps(advice.manifest.to_json_dict(), sort_keys=True)
    return chart.render(chart.overview(advice, chart.THEMES[theme]), kind, manifest)


_TABLES: dict[str, Callable[[Advice | list[Advice]], bytes]] = {
    ".json": _json,
    ".csv": _csv,
    ".parquet": _parquet,
    ".md": _markdown,
    ".html": _html,
}
_CHARTS = (".png", ".svg")
_SUFFIXES = (*_TABLES, *_CHARTS)
