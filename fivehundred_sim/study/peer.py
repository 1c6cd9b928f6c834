"""Bo Haglund's double-dummy solver DDS, packed in endplay, as a peer to be measured and checked against.

A Five Hundred contract of four hands is a bridge ending: the trump suit, with bowers and joker, is one suit
of at most 13 cards, the others have at most 11; in no-trump it is one as long as the joker is out of play.
endplay is loaded only when a peer is made, and only for its ctypes layer.
"""

import itertools
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SUIT_OF_LANE = (1, 2, 3, 0)  # lane 3, the trumps, plays spades
_SPADES, _NO_TRUMP = 0, 4
_LOWEST = 2  # the rank, and the bit, of the lowest card of a suit
_ANY_TARGET, _MOST = -1, 1
_ONE_CARD, _EVERY_CARD = 1, 3


class PeerError(ValueError):
    """There is no peer here; the message is one sentence."""


def load_peer() -> Any:
    """Return DDS as endplay's ctypes layer has it. Raises PeerError where it is not installed."""
    try:
        from endplay import _dds
    except ImportError as error:
        raise PeerError(
            "the peer DDS comes with endplay, which is not installed (pip install endplay)"
        ) from error
    return _dds


class Peer:
    """DDS for `threads` threads, each with a table of its own. Raises PeerError where it is not installed."""

    name = "DDS"

    def __init__(self, threads: int) -> None:
        self._dds = load_peer()
        self._dds.SetMaxThreads(threads)
        self._numbers = itertools.cycle(range(threads))
        self._own = threading.local()

    def board(self, hands: NDArray[np.uint64], leader: int, trump: bool) -> Any:
        """Return a position between tricks as DDS takes it.

        `hands` uint64 (4,) in lanes by seat, one number of cards each, no joker without a suit among them.
        """
        board = self._dds.deal()
        board.trump = _SPADES if trump else _NO_TRUMP
        board.first = leader
        used = int(np.bitwise_or.reduce(hands))
        for lane, suit in enumerate(_SUIT_OF_LANE):
            bits = [bit for bit in range(16 * lane, 16 * lane + 15) if used >> bit & 1]
            for seat, hand in enumerate(hands):
                board.remainCards[seat][suit] = sum(
                    1 << (_LOWEST + place) for place, bit in enumerate(bits) if int(hand) >> bit & 1
                )
        return board

    def value(self, board: Any) -> int:
        """Return the tricks of the leader's side."""
        return int(self._solved(board, _ANY_TARGET, _ONE_CARD).score[0])

    def reaches(self, board: Any, need: int) -> bool:
        """Return whether the leader's side can take `need` tricks, at least one."""
        return int(self._solved(board, need, _ONE_CARD).score[0]) >= need

    def scores(self, board: Any) -> tuple[int, ...]:
        """Return the tricks of the leader's side after every card that may be led, in ascending order.

        DDS names one of several equal cards and lists the others with it; each of them counts here.
        """
        found = self._solved(board, _ANY_TARGET, _EVERY_CARD)
        scores = []
        for place in range(found.cards):
            equal = int(found.equals[place]).bit_count()
            scores += [int(found.score[place])] * (1 + equal)
        return tuple(sorted(scores))

    def _solved(self, board: Any, target: int, solutions: int) -> Any:
        found = self._dds.futureTricks()
        self._dds.SolveBoard(board, target, solutions, _MOST, found, self._thread)  # raises on an error
        return found

    @property
    def _thread(self) -> int:
        """The number of this thread's table; the main thread, which waits while others run, has the first."""
        if threading.current_thread() is threading.main_thread():
            return 0
        number: int | None = getattr(self._own, "number", None)
        if number is None:
            number = self._own.number = next(self._numbers)
        return number
