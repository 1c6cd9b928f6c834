"""What a question must be able to do to be run in chunks, anywhere, in any order."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

Counts = Mapping[str, NDArray[np.int64]]


class Plan(Protocol):
    """A question that deals answer: a frozen dataclass that pickles, since it travels to other machines.

    kind: the name of the command that asks. deals: how many in all. chunk: deals of one unit of work, about
    a fifth of a second on one core; it decides what is lost at most, never what is found.
    """

    kind: ClassVar[str]

    @property
    def deals(self) -> int:
        """How many deals in all."""

    @property
    def chunk(self) -> int:
        """Deals of one unit of work."""

    def question(self) -> dict[str, Any]:
        """Return, as plain JSON values, all that decides the counts besides the program's versions."""

    def warm(self) -> None:
        """Load (or compile) every kernel that `count` needs."""

    def count(self, first: int, n: int) -> Counts:
        """Return the counts of deals `first` to `first + n - 1`, int64 arrays by name.

        Shapes do not depend on the deals, and counts of two ranges add up to those of both together.
        """
