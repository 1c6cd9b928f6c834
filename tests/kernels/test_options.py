"""The options of leads and follows: what is listed for the fit is what is chosen from in play."""

import numpy as np
import pytest
from fitting import FEATURES, add_decision, no_sums, solved

from fivehundred_sim.kernels import follows, leads, misere_defenders
from fivehundred_sim.kernels.certain import keeping_leads
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.judgement import JUDGEMENT_TABLE
from fivehundred_sim.kernels.knowledge import EXPOSED, FULL, LED, PLAYED, TRUMP, VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import JOKER, LANE_3
from fivehundred_sim.kernels.misere_judgement import MISERE_TABLE
from fivehundred_sim.kernels.options import OPTION_WORDS
from fivehundred_sim.kernels.players import follow, lead
from fivehundred_sim.kernels.playout import new_scratch
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
MISERE = 5
NOTHING = np.uint64(0)
ROOM = 16  # options of one decision, at most


def bits(word):
    return [1 << place for place in range(64) if int(word) >> place & 1]


class Position:
    """A public state drawn at random, and a player in it; some could not come up, all must be safe."""

    def __init__(self, rng, strain):
        self.words = new_scratch()
        self.words[FULL] = pack_mask(CODE.bit[strain])
        self.words[TRUMP] = LANE_3 if strain < 4 else JOKER
        cards = [np.uint64(card) for card in bits(self.words[FULL])]
        rng.shuffle(cards)
        self.hand = np.uint64(sum(cards[: int(rng.integers(2, 11))]))
        out = [card for card in cards if not card & self.hand]
        self.words[PLAYED] = np.uint64(sum(out[: int(rng.integers(1, 28))]))
        for word in (VOID, LED):
            for seat in range(4):
                self.words[word + seat] = np.uint64(lane_mask(int(rng.integers(4))) * (rng.random() < 0.3))
        self.room = np.zeros(ROOM * OPTION_WORDS, np.uint64)
        self.public, self.at = (np.uint64(a.ctypes.data) for a in (self.words, self.room))

    def listed(self, end):
        count = (int(end) - int(self.at)) // (8 * OPTION_WORDS)
        return self.room.reshape(ROOM, OPTION_WORDS)[:count].copy()


def best_by_the_table(options, table=JUDGEMENT_TABLE):
    """The first option with the highest sum of table entries, in numpy."""
    places = options[:, 1:].astype(np.int64)
    assert places.min() >= 0
    assert places.max() < len(table)
    return options[table[places].astype(np.int64).sum(axis=1).argmax(), 0]


@pytest.mark.parametrize("strain", [0, 2, 4])
def test_the_lead_is_the_option_that_the_table_likes_best(strain):
    rng = np.random.default_rng(strain)
    several = 0
    for _ in range(300):
        here, seat = Position(rng, strain), int(rng.integers(4))
        legal = here.hand
        if seat == 0:  # the contractor considers nothing that makes a certain contract uncertain
            rest = np.uint64(unseen(here.hand, NOTHING, here.public))
            legal = np.uint64(keeping_leads(here.hand, here.hand, rest, here.words[TRUMP], 0))
        listed = here.listed(
            leads.lead_options(seat, here.hand, legal, NOTHING, here.public, NOTHING, here.at)
        )
        assert all(int(card) & int(here.hand) for card in listed[:, 0])
        rows = listed[:, 1:].astype(np.int64) // leads.ROW_PLACES
        assert (rows == (seat if strain < 4 else seat + 4)).all()
        expected = best_by_the_table(listed)
        assert lead(seat, here.hand, here.hand, NOTHING, here.public) == expected
        several += len(listed) > 2
    assert several > 100


@pytest.mark.parametrize("strain", [0, 2, 4])
def test_the_card_played_is_the_option_that_the_table_likes_best(strain):
    rng = np.random.default_rng(10 + strain)
    judged = void = 0
    for _ in range(600):
        here, seat, position = Position(rng, strain), int(rng.integers(4)), int(rng.integers(1, 4))
        lane = np.uint64(lane_mask(int(rng.integers(4))))
        on_table = [np.uint64(card) for card in bits(here.words[PLAYED] & lane)]
        if not on_table:
            continue
        legal = here.hand & lane if here.hand & lane else here.hand
        best, by = on_table[-1], (seat - int(rng.integers(1, position + 1))) % 4
        end = follows.follow_options(
            seat, here.hand, legal, NOTHING, here.public, lane, best, by, position, NOTHING, here.at
        )
        listed = here.listed(end)
        card = follow(seat, here.hand, legal, NOTHING, here.public, lane, best, by, position)
        assert int(card) & int(legal)
        if len(listed):
            assert card == best_by_the_table(listed)
            kinds = (listed[:, 1:].astype(np.int64) - leads.LEAD_PLACES) // follows.DECISION_PLACES
            assert len(set(kinds.ravel().tolist())) == 1
        judged += len(listed) > 1
        void += legal == here.hand
    assert judged > 100
    assert void > 30


def test_the_fit_finds_what_features_are_worth():
    """Decisions whose options bring a known sum: the differences between options come back."""
    rng = np.random.default_rng(3)
    places = 24
    worth = rng.normal(size=places)
    sums = no_sums(1, places)
    blocks = np.arange(FEATURES) * (places // FEATURES)
    for _ in range(20_000):
        chosen = blocks + rng.integers(places // FEATURES, size=(3, FEATURES))
        options = np.zeros((3, OPTION_WORDS), np.uint64)
        options[:, 1:] = 100 + chosen
        brought = worth[chosen].sum(axis=1) + rng.normal()  # what all options share must not matter
        add_decision(np.uint64(options.ctypes.data), 3, brought, 100, sums[0][0], sums[1][0])
    found = solved([sums]).reshape(FEATURES, -1) / 1000
    known = worth.reshape(FEATURES, -1)
    difference = (found - found.mean(axis=1, keepdims=True)) - (known - known.mean(axis=1, keepdims=True))
    assert np.abs(difference).max() < 0.05


@pytest.mark.parametrize("shown", [False, True], ids=["closed", "open"])
def test_a_misere_defender_plays_what_the_table_likes_best(shown):
    rng = np.random.default_rng(30 + shown)
    judged = 0
    for _ in range(400):
        here, seat = Position(rng, MISERE), int(rng.choice([1, 3]))
        out = here.words[FULL] & ~(here.hand | here.words[PLAYED])
        here.words[EXPOSED] = np.uint64(sum(bits(out)[::3])) if shown else NOTHING
        if shown and not here.words[EXPOSED]:
            continue
        lane = np.uint64(lane_mask(int(rng.integers(4))))
        legal = here.hand & lane if here.hand & lane else here.hand
        on_table = [np.uint64(card) for card in bits(here.words[PLAYED] & lane)]
        if not on_table:
            continue
        # the contractor's card lies there and is beaten, or he is still to play
        trick = (lane, on_table[-1], 4 - seat, 2 if seat == 3 else 1)
        rest = np.uint64(unseen(here.hand, NOTHING, here.public))
        end = misere_defenders.follow_offers(
            seat, here.hand, legal, rest, here.public, *trick, NOTHING, here.at
        )
        listed = here.listed(end)
        card = misere_defenders.defender_follows(seat, here.hand, legal, rest, here.public, *trick)
        assert int(card) & int(legal)
        if len(listed) > 1:
            assert card == best_by_the_table(listed, MISERE_TABLE)
            judged += 1
        end = misere_defenders.lead_offers(seat, here.hand, here.hand, rest, here.public, NOTHING, here.at)
        listed = here.listed(end)
        card = misere_defenders.defender_leads(seat, here.hand, here.hand, rest, here.public)
        assert int(card) & int(here.hand)
        if len(listed) and not shown:  # against an open hand a sure catch goes first
            assert card == best_by_the_table(listed, MISERE_TABLE)
    assert judged > 80
