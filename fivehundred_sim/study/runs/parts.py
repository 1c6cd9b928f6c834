"""A finished chunk: its counts without the zeros, and the same as a Parquet file that proves it is whole."""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.study.runs.plan import Counts

Ints = NDArray[np.int64]
_ABOUT = b"fivehundred"


class DamagedPartError(ValueError):
    """A part that cannot be read, or is not what was written; the message says why."""


@dataclass(frozen=True)
class Part:
    """Counts of deals `first` to `first + n - 1`: of each array its shape, and the cells that are not zero.

    cells: int64, places in the array laid flat; values: int64, what stands there.
    """

    first: int
    n: int
    shapes: Mapping[str, tuple[int, ...]]
    cells: Mapping[str, Ints]
    values: Mapping[str, Ints]

    def add_to(self, total: dict[str, Ints]) -> None:
        """Add the counts to `total`, which gets the arrays that it lacks."""
        for name, shape in self.shapes.items():
            if name not in total:
                total[name] = np.zeros(shape, np.int64)
            total[name].reshape(-1)[self.cells[name]] += self.values[name]


def part_of(first: int, n: int, counts: Counts) -> Part:
    """Return the part of a chunk."""
    cells = {name: np.flatnonzero(array) for name, array in counts.items()}
    values = {name: array.reshape(-1)[cells[name]] for name, array in counts.items()}
    return Part(first, n, {name: array.shape for name, array in counts.items()}, cells, values)


def to_parquet(part: Part) -> bytes:
    """Return a part as Parquet: columns array, cell, value; its range, shapes and digest in the metadata."""
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    names = list(part.shapes)
    content = pa.table(
        {
            "array": pa.array(np.repeat(names, [len(part.cells[name]) for name in names]), pa.string()),
            "cell": _joined([part.cells[name] for name in names]),
            "value": _joined([part.values[name] for name in names]),
        }
    )
    about = {
        "first": part.first,
        "n": part.n,
        "shapes": {name: list(shape) for name, shape in part.shapes.items()},
        "digest": _digest(part),
    }
    buffer = io.BytesIO()
    metadata = {_ABOUT: json.dumps(about)}
    parquet.write_table(content.replace_schema_metadata(metadata), buffer, compression="zstd")
    return buffer.getvalue()


def read(path: Path) -> Part:
    """Return the part in a file. Raises DamagedPartError."""
    from pyarrow import ArrowException, parquet

    try:
        content = parquet.read_table(path)
        about = json.loads(content.schema.metadata[_ABOUT])
        arrays, cells, values = (content[name].to_numpy() for name in ("array", "cell", "value"))
        shapes = {name: tuple(shape) for name, shape in about["shapes"].items()}
        mine = {name: arrays == name for name in shapes}
        part = Part(
            about["first"],
            about["n"],
            shapes,
            {name: cells[mine[name]] for name in shapes},
            {name: values[mine[name]] for name in shapes},
        )
        whole = _digest(part) == about["digest"]
    except (ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise DamagedPartError(" ".join(str(error).split()) or type(error).__name__) from error
    if not whole:
        raise DamagedPartError("its counts are not those that were written")
    return part


def _joined(arrays: list[Ints]) -> Ints:
    return np.concatenate([*arrays, np.empty(0, np.int64)])


def _digest(part: Part) -> str:
    """Return a digest of everything in a part."""
    found = hashlib.sha256(repr((part.first, part.n, sorted(part.shapes.items()))).encode())
    for name in sorted(part.shapes):
        found.update(np.ascontiguousarray(part.cells[name], np.int64).tobytes())
        found.update(np.ascontiguousarray(part.values[name], np.int64).tobytes())
    return found.hexdigest()
