"""Every combination of the seven joker keys, at every table, against a twin of the law (`joker_twin`)."""

import itertools
import random

import pytest
from joker_twin import JOKERS, SUITS, Twin

from fivehundred_sim.cards import format_card
from fivehundred_sim.game import Play
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.model import options
from fivehundred_sim.rules.packs import pack

KEYS = ("nominate", "follow", "misere_forced", "lead", "lead_binds", "renounced_worthless", "misere_rank")
VALUES = [options()[f"joker.{key}"] for key in KEYS]
# Players and sides, pack, and the seats that sit out a misère, counted from the contractor.
TABLES = [
    ({"table.players": 2, "table.sides": "alone"}, ()),
    ({"table.players": 3, "table.sides": "alone"}, ()),
    ({}, (2,)),
    ({"pack.kitty": 6, "pack.jokers": 2}, (2,)),
    ({"pack.kitty": 4, "pack.jokers": 2, "misere.plays": "both_hands"}, ()),
    ({"table.players": 5, "table.sides": "call_card"}, ()),
    ({"table.players": 6, "table.sides": "3v3", "pack.kitty": 6, "pack.jokers": 2}, (2, 4)),
    ({"table.players": 6, "table.sides": "2v2v2", "pack.kitty": 6, "pack.jokers": 2}, (3,)),
]
CONTRACTS = ["7NT", "M", None]


def random_hands(rng, rules):
    """Hands of equal size that hold every joker of the pack."""
    cards = [format_card(card, pack(rules)) for card in pack(rules)]
    players, size = rules.table.players, rng.choice([2, 3, 4, 5, 10])
    jokers = [card for card in cards if card in JOKERS]
    rest = [card for card in cards if card not in JOKERS]
    dealt = jokers + rng.sample(rest, players * size - len(jokers))
    rng.shuffle(dealt)
    return [dealt[seat * size : (seat + 1) * size] for seat in range(players)]


def random_nomination(rng, joker, misere, hands, playing, contractor):
    """Suits by joker such as the house allows, or demands."""
    if joker.nominate == "none" or (misere and joker.misere_rank == "low"):
        return {}
    by_hand = [[card for card in hands[seat] if card in JOKERS] for seat in playing]
    if joker.nominate == "contractor_optional":
        by_hand = [by_hand[playing.index(contractor)]] if rng.random() < 0.6 else []
    return {card: suit for held in by_hand for suit in [rng.choice(SUITS)] for card in held}


def play_beside_the_twin(rng, rules, out, bid):
    hands, contractor = random_hands(rng, rules), rng.randrange(rules.table.players)
    players, misere = rules.table.players, bid == "M"
    absent = {(contractor + step) % players for step in out} if misere else set()
    playing = [seat for seat in range(players) if seat not in absent]
    leader = contractor if bid else rng.randrange(players)
    turned = playing.index(leader)
    given = random_nomination(rng, rules.joker, misere, hands, playing, contractor) if bid else {}
    text = " ".join(f"{card}={suit}" for card, suit in given.items()) or None
    play = Play(rules, hands, bid, contractor if bid else None, nominate=text, leader=leader)
    twin = Twin(rules.joker, misere, hands, playing[turned:] + playing[:turned], given)
    while not play.over:
        legal = play.legal()
        assert play.turn == twin.turn
        assert legal, "nobody ever lacks a legal card"
        assert len(legal) == len(set(legal))
        assert set(legal) == twin.legal()
        jokers = [word for word in legal if word[:2] in JOKERS]
        word = rng.choice(jokers if jokers and rng.random() < 0.3 else legal)
        play.play(word)
        twin.play(word)
        assert list(play.tricks) == twin.tricks
    assert all(len(play.hands[seat]) == 0 for seat in playing)
    assert sum(play.tricks) == len(hands[0])


@pytest.mark.parametrize(("table", "out"), TABLES, ids=lambda value: str(value)[:70])
@pytest.mark.parametrize("every", [len(TABLES), pytest.param(1, marks=pytest.mark.long)])
def test_every_combination_of_joker_options_agrees_with_the_twin(table, out, every):
    """Each combination at one table, in turn; `make test-long` has each at every table."""
    base = load_rules("australian", table | {"auction.all_pass": "play_no_trump"})
    rng = random.Random(str(table))
    mine = TABLES.index((table, out)) % every
    for values in itertools.islice(itertools.product(*VALUES), mine, None, every):
        joker = base.joker.model_copy(update=dict(zip(KEYS, values, strict=True)))
        rules = base.model_copy(update={"joker": joker})
        play_beside_the_twin(rng, rules, out, rng.choice(CONTRACTS))
