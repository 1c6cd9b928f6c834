"""Random positions of random houses in the wide layout, for tests of the general solver."""

from typing import NamedTuple

import numpy as np

from fivehundred_sim.cards import DOUBLE_MISERE, JOKER, MISERE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import options
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS
from fivehundred_sim.rules.wide import LANE_BITS, NOMINATED, encode_wide, strain_table

TABLES = {
    2: ("alone",),
    3: ("alone",),
    4: ("pairs",),
    5: ("call_card", "name_player", "alone"),
    6: ("3v3", "2v2v2"),
}
# How many cards that are no jokers the packs hold, by players (rules.packs).
SUIT_CARDS = {2: (32,), 3: (32,), 4: (42, 44), 5: (52,), 6: (60, 62, 64)}


class House(NamedTuple):
    """A house, and what kernels need of it."""

    rules: object
    code: object
    rows: np.ndarray


class Position(NamedTuple):
    """A position at the start of a trick, as `dense_value` takes it, and each seat's places of cards."""

    hands: np.ndarray
    places: list
    strain: int
    side: int
    playing: int
    leader: int
    led: int
    renounced: np.ndarray


def house(overrides):
    """The house of these rules; `overrides` go on top of the Australian ones."""
    rules = load_rules("australian", overrides)
    code = encode_wide(rules)
    return House(rules, code, strain_table(code))


def random_house(rng, players):
    """A house with this many players, any pack and any law of jokers."""
    keys = [key for key in options() if key.startswith("joker.") and key != "joker.set"]
    chosen = {key: options()[key][rng.integers(len(options()[key]))] for key in keys}
    jokers, floating = int(rng.choice((1, 2, 2))), bool(players == 4 and rng.random() < 0.3)
    suit_cards = 42 if floating else int(rng.choice(SUIT_CARDS[players]))
    chosen |= {
        "table.players": players,
        "table.sides": str(rng.choice(TABLES[players])),
        "pack.jokers": jokers,
        "pack.kitty": suit_cards + jokers - 10 * max(players, 3),
        "pack.floating_four": floating,
        "misere.plays": "both_hands" if players == 4 and rng.random() < 0.5 else "own_hand",
    }
    return house(chosen)


def words_of(code, places):
    """Hands in the wide layout from places of cards."""
    hands = np.zeros((len(places), 5), np.uint64)
    for seat, held in enumerate(places):
        for place in held:
            hands[seat, place // LANE_BITS] |= np.uint64(1 << (place % LANE_BITS))
    return hands


def random_position(rng, found, k, strain, crowded=0.5):
    """A position of `k` cards a seat; `crowded` is how often the cards come from two suits and jokers."""
    code, row = found.code, found.rows[strain]
    players = code.players
    side, playing = int(row[1]), int(row[2])
    if found.rules.table.sides in HAND_PARTNERSHIPS and strain < MISERE:
        side |= 1 << int(rng.integers(1, players)) if rng.random() < 0.8 else 0
    cards = [int(place) for place in code.place[strain]]
    jokers = [int(place) for place, card in zip(code.place[strain], code.pack, strict=True) if card >= JOKER]
    seats = [seat for seat in range(players) if (playing >> seat) & 1]
    rng.shuffle(cards)
    if rng.random() < crowded:
        lanes = rng.permutation(4)[: int(rng.integers(2, 4))]
        cards = sorted(cards, key=lambda place: place // LANE_BITS not in lanes)
    if rng.random() < 0.8:
        cards = [*jokers, *(place for place in cards if place not in jokers)]
    dealt = cards[: k * len(seats)]
    rng.shuffle(dealt)
    if strain >= 4 and rng.random() < 0.15:
        dealt = nominated(rng, dealt)
    if strain >= MISERE and rng.random() < 0.6:
        dealt = sorted(dealt, key=lambda place: (place >= 4 * LANE_BITS, place % LANE_BITS))
        rest = dealt[k:]
        rng.shuffle(rest)
        dealt = [*dealt[:k], *rest]
    places = [[] for _ in range(players)]
    for i, seat in enumerate(seats):
        places[seat] = dealt[i * k : (i + 1) * k]
    return Position(
        words_of(code, places),
        places,
        strain,
        side,
        playing,
        int(rng.choice(seats)),
        int(rng.integers(16)) if rng.random() < 0.6 else 0,
        rng.integers(16, size=players) if rng.random() < 0.6 else np.zeros(players, np.int64),
    )


def nominated(rng, cards):
    """The same cards with the jokers given a suit, the black above the red."""
    lane = int(rng.integers(4))
    return [
        place if place < 4 * LANE_BITS else lane * LANE_BITS + NOMINATED + place % LANE_BITS
        for place in cards
    ]


def strains_of(found):
    """The strains that this house can play: double misère needs one lasting partner."""
    one_partner = found.rules.table.sides in ("pairs", "2v2v2")
    return [strain for strain in range(10) if strain != DOUBLE_MISERE or one_partner]
