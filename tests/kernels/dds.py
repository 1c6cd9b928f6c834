"""Bo Haglund's DDS (packed in endplay) as a peer for suit contracts and for no-trump without the joker.

A Five Hundred suit contract is a bridge ending: the trump suit, with bowers and joker, is one suit of at most
13 cards, the other suits have at most 11. Lanes map to DDS suits, heights to ranks from 2 upwards.
"""

import numpy as np
import pytest

_dds = pytest.importorskip("endplay._dds", reason="the outside solver needs the extra 'oracle' (endplay)")
_dds.SetMaxThreads(1)
_SUIT_OF_LANE = (1, 2, 3, 0)  # lane 3, the trumps, plays spades


def tricks(hands, leader, trump):
    """Tricks of the leader's side; `hands` uint64[4] lane words by seat without a suitless joker."""
    board = _dds.deal()
    board.trump = 0 if trump else 4
    board.first = leader
    used = int(np.bitwise_or.reduce(hands))
    for lane, suit in enumerate(_SUIT_OF_LANE):
        bits = [b for b in range(16 * lane, 16 * lane + 15) if used >> b & 1]
        for seat in range(4):
            board.remainCards[seat][suit] = sum(
                1 << (2 + place) for place, b in enumerate(bits) if int(hands[seat]) >> b & 1
            )
    out = _dds.futureTricks()
    _dds.SolveBoard(board, -1, 1, 1, out, 0)  # raises on an error
    return out.score[0]
