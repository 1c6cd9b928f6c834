"""Bo Haglund's DDS (packed in endplay) as a peer for suit contracts and for no-trump without the joker.

A Five Hundred suit contract is a bridge ending: the trump suit, with bowers and joker, is one suit of at most
13 cards, the other suits have at most 11. Lanes map to DDS suits, heights to ranks from 2 upwards.
"""

import numpy as np
import pytest

_dds = pytest.importorskip("endplay._dds", reason="the outside solver needs the extra 'oracle' (endplay)")
_dds.SetMaxThreads(2)
_SUIT_OF_LANE = (1, 2, 3, 0)  # lane 3, the trumps, plays spades
VALUE, EVERY_CARD = 1, 3  # DDS's `solutions`


def board(hands, leader, trump):
    """A question for `ask`; `hands` uint64[4] lane words by seat without a suitless joker."""
    out = _dds.deal()
    out.trump = 0 if trump else 4
    out.first = leader
    used = int(np.bitwise_or.reduce(hands))
    for lane, suit in enumerate(_SUIT_OF_LANE):
        bits = [b for b in range(16 * lane, 16 * lane + 15) if used >> b & 1]
        for seat in range(4):
            out.remainCards[seat][suit] = sum(
                1 << (2 + place) for place, b in enumerate(bits) if int(hands[seat]) >> b & 1
            )
    return out


def ask(question, target=-1, solutions=VALUE, thread=0):
    """DDS's own answer to a board: for a target the score of the first card is -1 if it is out of reach."""
    out = _dds.futureTricks()
    _dds.SolveBoard(question, target, solutions, 1, out, thread)  # raises on an error
    return out


def tricks(hands, leader, trump):
    """Tricks of the leader's side."""
    return ask(board(hands, leader, trump)).score[0]


def every_card(hands, leader, trump):
    """Tricks of the leader's side after each card of the leader, by lane bit."""
    out = ask(board(hands, leader, trump), solutions=EVERY_CARD)
    used, scores = int(np.bitwise_or.reduce(hands)), {}
    for i in range(out.cards):
        lane = _SUIT_OF_LANE.index(out.suit[i])
        bits = [b for b in range(16 * lane, 16 * lane + 15) if used >> b & 1]
        for rank in range(2, 15):
            if rank == out.rank[i] or out.equals[i] >> rank & 1:
                scores[bits[rank - 2]] = out.score[i]
    return scores
