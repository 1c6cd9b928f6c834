"""What was worked out once and is kept: in the user's cache folder, by the kernels that it was made with.

Players who play otherwise leave other numbers, so no file of older kernels is ever read again.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np

from fivehundred_sim.kernels._cache import KERNEL_HASH, cache_root
from fivehundred_sim.study.whole_files import replace_whole


def folder(kind: str) -> Path:
    """Where files of a kind are kept."""
    return cache_root() / kind / KERNEL_HASH


def keep(path: Path, **arrays: "np.ndarray[Any, Any]") -> None:
    """Write arrays to an .npz file, which appears whole or not at all: several processes may write it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]  # numpy types these as flags
    replace_whole(path, buffer.getvalue())
