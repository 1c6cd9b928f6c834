"""Files that appear whole or not at all, whatever ends the writing and whoever writes beside it."""

import os
import tempfile
from pathlib import Path

SCRAP = ".new"  # how a file's name ends until it is whole; a kill may leave one


def replace_whole(path: Path, content: bytes) -> None:
    """Put `content` into the place of a file in one step. Raises OSError, and leaves nothing behind then."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=SCRAP)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        # mkstemp makes files that only their owner may read; give what an ordinary open() would.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
