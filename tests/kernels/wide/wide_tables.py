"""Tables of all sizes with options drawn at random, and their deals as the general kernels see them."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.game.moves import Move
from fivehundred_sim.game.play import Play
from fivehundred_sim.kernels.wide.one import play_deal
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import JOKER_SETS, RulesError, options
from fivehundred_sim.rules.packs import kitties
from fivehundred_sim.rules.scoring import hand_points, score_hand
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.rules.wide import denomination_of, encode_wide, strain_of, strain_table, table_row

BOTH_RANDOM, HEURISTIC = 3, 0
TABLES = {
    "2": {"table.players": 2, "table.sides": "alone"},
    "2, 24 cards": {
        "table.players": 2,
        "table.sides": "alone",
        "pack.kind": "24",
        "pack.jokers": 0,
        "pack.kitty": 4,
    },
    "3": {"table.players": 3, "table.sides": "alone"},
    "4": {},
    "4, floating fours": {"pack.floating_four": True},
    "4, 45 cards": {"pack.kitty": 5},
    "4, two jokers": {"pack.kitty": 6, "pack.jokers": 2},
    "4, no joker": {"pack.kitty": 2, "pack.jokers": 0},
    "5, card called": {"table.players": 5, "table.sides": "call_card"},
    "5, player named": {"table.players": 5, "table.sides": "name_player"},
    "5, alone": {"table.players": 5, "table.sides": "alone", "pack.kitty": 4, "pack.jokers": 2},
    "6": {"table.players": 6, "table.sides": "3v3"},
    "6, two jokers": {"table.players": 6, "table.sides": "3v3", "pack.kitty": 6, "pack.jokers": 2},
    "6, pairs": {"table.players": 6, "table.sides": "2v2v2", "pack.kitty": 5},
}
ALL_CALLS = {
    "misere.when": "anytime",
    "blind_misere.value": 500,
    "bar_nullo.value": 500,
    "sans_kitty.allowed": True,
}
BIDS = (
    "8S",
    "8C",
    "8D",
    "8H",
    "8NT",
    "M",
    "OM",
    "BM",
    "DM",
    "BN",
    "8S/sk",
    "8C/sk",
    "8D/sk",
    "8H/sk",
    "8NT/sk",
)
PAIRS = ("pairs", "2v2v2")
CHANGED = (
    "open_misere.exposed",
    "misere.defender_points",
    "partner.card",
    "partner.reveal",
    "partner.share",
    "scoring.schedule",
    "scoring.slam_250",
    "scoring.defender_points",
    "scoring.failed_value_to_opponents",
)


class WideTable:
    """One house: its rules and what the kernels take of them."""

    def __init__(self, overrides, preset="australian"):
        self.rules = load_rules(preset, overrides)
        self.code = encode_wide(self.rules)
        self.place, self.strains, self.row = self.code.place, strain_table(self.code), table_row(self.code)
        self.players = self.rules.table.players
        self.cards = np.array(self.code.pack)
        self.bids = tuple(bid for bid in map(parse_bid, BIDS) if bid in bids(self.rules))

    def shuffled(self, rng):
        """Hands by seat relative to the contractor (pack indices), and the kitty."""
        order = rng.permutation(len(self.cards))
        dealt = 10 * self.players
        return order[:dealt].reshape(self.players, 10), order[dealt : dealt + self.code.kitty]

    def play(self, bid, hands, kitty, policies, stream):
        strain = strain_of(bid)
        return play_deal(
            self.place, self.strains, self.row, strain, hands, kitty, policies=policies, stream=stream
        )

    def codes(self, indices):
        return tuple(int(self.cards[i]) for i in sorted(indices))

    def referee(self, bid, hands, kitty, deal, contractor):
        """The referee with the deal as the kernels exchanged it, the contractor at an absolute seat."""
        taken = kitty if self.strains[strain_of(bid)][4] else ()
        held = [set(map(int, hand)) for hand in hands]
        held[0] |= set(map(int, taken))
        held[0] -= set(deal.thrown)
        named = {
            int(self.cards[i]): lane
            for hand, lane in zip(held, deal.nominated, strict=True)
            for i in hand
            if lane >= 0 and self.cards[i] >= 64
        }
        seats = [self.codes(held[(seat - contractor) % self.players]) for seat in range(self.players)]
        return Play(
            self.rules,
            seats,
            bid,
            contractor,
            nominate=named or None,
            leader=contractor,
            called=int(self.cards[deal.called]) if deal.called >= 0 and deal.partner >= 0 else None,
            partner=(contractor + deal.partner) % self.players if deal.called < 0 <= deal.partner else None,
        )

    def moves_of(self, played, leading):
        """What the kernel held legal at a card, as the referee's moves."""
        found = set()
        for i in played.legal:
            suitless = self.place[4][i] >= 128 and i in self.free_jokers
            names = played.nameable if leading and suitless and self.rules.joker.lead_binds else (None,)
            found |= {Move(int(self.cards[i]), name) for name in names}
        return found

    def follow_referee(self, bid, hands, kitty, deal, contractor):
        """Hold every card against the referee: who is on turn, all that is legal, and the tricks."""
        play = self.referee(bid, hands, kitty, deal, contractor)
        trumps = denomination_of(strain_of(bid)) < 4
        self.free_jokers = {
            i
            for i, card in enumerate(self.cards)
            if card >= 64 and not trumps and card not in play.nominations
        }
        for played in deal.cards:
            assert play.turn == (played.seat + contractor) % self.players
            assert set(play.moves()) == self.moves_of(played, not play.trick)
            play.play(Move(int(self.cards[played.card]), None if played.named < 0 else played.named))
        stopped = bid.is_misere and self.rules.misere.defender_points == "none" and deal.tricks == 1
        assert play.over or (stopped and not play.trick)
        assert play.contractor_tricks == deal.tricks
        if len(hands[0]) == 10:
            self.same_points(bid, deal, play, contractor)
        return play

    def same_points(self, bid, deal, play, contractor):
        """Hold the points of the kernel's tricks, ours and the mean of theirs, against those by side."""
        partner = play.partner
        points = score_hand(self.rules, bid, contractor, play.tricks, partner)
        ours, theirs = hand_points(self.rules, bid, deal.tricks, partnered=partner is not None)
        sides = {side_of(self.rules, seat) for seat in play.side}
        assert {points[side] for side in sides} == {ours}
        others = [gain for side, gain in enumerate(points) if side not in sides]
        stopped = not play.over and bid.is_misere
        assert stopped or sum(others) == pytest.approx(theirs * len(others))
        assert not stopped or set(others) == {theirs}


def random_overrides(rng):
    """Options drawn at random that rules accept: a table, a pack, a joker set with single keys changed."""
    while True:
        table = TABLES[list(TABLES)[rng.integers(len(TABLES))]]
        chosen = dict(table) | ALL_CALLS
        if "pack.kind" not in chosen and rng.random() < 0.3:
            chosen |= {"pack.jokers": int(rng.integers(3))}
            try:
                given = kitties(load_rules("australian", chosen | {"pack.kitty": 3}))
            except RulesError:
                given = (3, 4, 5, 6)
            chosen["pack.kitty"] = int(rng.choice([kitty for kitty in given if 0 <= kitty <= 6] or [3]))
        chosen["joker.set"] = str(rng.choice(list(JOKER_SETS)))
        for key, values in options().items():
            if key.startswith("joker.") and key != "joker.set" and rng.random() < 0.25:
                chosen[key] = values[rng.integers(len(values))]
        for key in CHANGED:
            chosen[key] = options()[key][rng.integers(len(options()[key]))]
        if chosen.get("table.sides", "pairs") in PAIRS:
            chosen["double_misere.value"] = 500
            chosen["misere.plays"] = str(rng.choice(options()["misere.plays"]))
        try:
            load_rules("australian", chosen)
        except RulesError:
            continue
        return chosen


def random_bid(table, rng):
    """A bid of the house, those in which a joker has no suit more often."""
    free = [bid for bid in table.bids if denomination_of(strain_of(bid)) >= 4]
    offered = free if rng.random() < 0.8 else table.bids
    return offered[rng.integers(len(offered))]
