"""A run's directory: run.json says what is asked, parts/ holds the chunks that are done, a file each.

Files appear whole or not at all, under names that say which deals they hold, so that whatever ends a run
(Ctrl-C, a kill, a full disk) leaves finished parts and nothing else. Nothing in them depends on time, workers
or the order in which chunks came back: a run that was resumed ends with the same bytes as one that was not.
Two processes that run in one directory write the same parts twice, which does no harm.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivehundred_sim.study.manifest import versions
from fivehundred_sim.study.run import spans
from fivehundred_sim.study.runs import parts
from fivehundred_sim.study.runs.errors import RunError
from fivehundred_sim.study.runs.parts import DamagedPartError, Part
from fivehundred_sim.study.runs.plan import Plan
from fivehundred_sim.study.whole_files import SCRAP, replace_whole

SCHEMA = "fivehundred.run/1"
ABOUT = "run.json"
MOST_NAMED = 5  # differences
VERSIONS = ("package_version", "kernel_hash", "stream_scheme")


def program() -> dict[str, str]:
    """Return the versions that decide counts."""
    known = versions()
    return {name: known[name] for name in VERSIONS}


@dataclass(frozen=True)
class Folder:
    """A run's directory, with what its run.json says.

    asked: how the question was put, the options of a command line, for whoever goes on with it.
    """

    path: Path
    kind: str
    question: Mapping[str, Any]
    versions: Mapping[str, str]
    chunk: int
    complete: bool
    asked: Mapping[str, Any]

    def chunks(self) -> Iterator[range]:
        """Return the ranges of deals, one a part."""
        return spans(0, self.question["deals"], self.chunk)

    def done(self) -> Iterator[Part]:
        """Yield the parts that are there. Raises RunError for one that is damaged or of other deals."""
        for chunk in self.chunks():
            path = self._part(chunk)
            if not path.exists():
                continue
            try:
                part = parts.read(path)
            except DamagedPartError as error:
                raise RunError(self._damaged(path, str(error))) from error
            if (part.first, part.n) != (chunk.start, len(chunk)):
                held = f"deals {part.first} to {part.first + part.n - 1}"
                raise RunError(self._damaged(path, f"it holds {held}"))
            yield part

    def add(self, part: Part) -> None:
        """Write a part. Raises RunError where it cannot be written; the parts before stay."""
        path = self._part(range(part.first, part.first + part.n))
        self._write(path, parts.to_parquet(part))

    def finish(self) -> None:
        """Say that all parts are there."""
        self._write(self.path / ABOUT, _to_json({**self._about(), "complete": True}))

    def check(self, plan: Plan) -> None:
        """Raise RunError, naming the differences, where the run is of another question or program."""
        there: dict[str, Any] = {"kind": self.kind, **self.question, "version": dict(self.versions)}
        here: dict[str, Any] = {"kind": plan.kind, **_plain(plan.question()), "version": program()}
        found = list(differences(there, here))
        if found:
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise RunError(
                f'the run in "{self.path}" cannot go on with this: {"; ".join(found[:MOST_NAMED])}{more}'
            )

    def _part(self, chunk: range) -> Path:
        return self.path / "parts" / f"{chunk.start:012d}.parquet"

    def _damaged(self, path: Path, reason: str) -> str:
        others = sum(1 for _ in path.parent.glob("*.parquet")) - 1
        return (
            f'"{path}" is damaged ({reason}): delete that file and resume, its deals are then counted again'
            f" and the other {others} parts stay"
        )

    def _about(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "kind": self.kind,
            "question": self.question,
            "versions": self.versions,
            "chunk": self.chunk,
            "complete": self.complete,
            "asked": self.asked,
        }

    def _write(self, path: Path, content: bytes) -> None:
        try:
            path.parent.mkdir(exist_ok=True)
            replace_whole(path, content)
        except OSError as error:
            kept = sum(1 for _ in (self.path / "parts").glob("*.parquet"))
            total = sum(1 for _ in self.chunks())
            raise RunError(
                f'cannot write to the run "{self.path}": {error.strerror or error}; {kept} of {total} parts'
                f" are kept, and --resume {self.path} goes on from there"
            ) from error


def create(path: Path, plan: Plan, asked: Mapping[str, Any]) -> Folder:
    """Return a new run's directory. Raises RunError where there is a run already, or none can be made."""
    if (path / ABOUT).exists():
        raise RunError(f'there is a run in "{path}" already: --resume {path} goes on with it')
    if path.is_dir() and any(entry.suffix != SCRAP for entry in path.iterdir()):
        raise RunError(f'"{path}" is not empty: expected a new or empty folder for the run')
    folder = Folder(path, plan.kind, _plain(plan.question()), program(), plan.chunk, False, _plain(asked))
    try:
        path.mkdir(parents=True, exist_ok=True)
        replace_whole(path / ABOUT, _to_json(folder._about()))
    except OSError as error:
        raise RunError(f'cannot make a run in "{path}": {error.strerror or error}') from error
    return folder


def existing(path: Path) -> Folder:
    """Return the run in a directory. Raises RunError where there is none that can be read."""
    try:
        about = json.loads((path / ABOUT).read_text("utf-8"))
        if about["schema"] != SCHEMA:
            raise RunError(f'"{path / ABOUT}" is of the form {about["schema"]!r}, expected {SCHEMA!r}')
        names = ("kind", "question", "versions", "chunk", "complete", "asked")
        return Folder(path, *(about[name] for name in names))
    except FileNotFoundError:
        raise RunError(f'there is no run in "{path}" (no {ABOUT})') from None
    except OSError as error:
        raise RunError(f'cannot read "{path / ABOUT}": {error.strerror or error}') from error
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise RunError(f'"{path / ABOUT}" is damaged: it does not say what the run is') from error


def differences(there: object, here: object, where: str = "") -> Iterator[str]:
    """Yield where two questions differ, in words, by dotted keys: there first, then here."""
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for key in [*there, *(key for key in here if key not in there)]:
            inner = f"{where}.{key}" if where else str(key)
            yield from differences(there.get(key), here.get(key), inner)
    elif there != here:
        yield f"{where} is {json.dumps(there)} there and {json.dumps(here)} here"


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return what JSON makes of a mapping, so that it equals what is read again."""
    plain: dict[str, Any] = json.loads(json.dumps(value))
    return plain


def _to_json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
