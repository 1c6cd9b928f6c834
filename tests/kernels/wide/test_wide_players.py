"""What players at other tables do and cannot see: no peeking, card sense, and better than chance."""

import numpy as np
import pytest
from wide_tables import ALL_CALLS, TABLES, WideTable

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.kernels.wide.chunks import wide_counts
from fivehundred_sim.rules.wide import strain_of

SOME = ("2", "3", "4, two jokers", "5, card called", "6", "6, pairs")
some_tables = pytest.mark.parametrize("name", SOME)
CONTRACTOR_RANDOM, OTHERS_RANDOM = 1, 2


def told(deal, at):
    """What was played before a card."""
    return [(card.seat, card.card, card.named) for card in deal.cards[:at]]


def swapped(table, hands, kitty, deal, at, rng):
    """The deal with two cards exchanged that the player at `at` has not seen; None if they lie together."""
    gone = {card.card for card in deal.cards[:at]}
    me = deal.cards[at].seat
    order = np.concatenate([hands.ravel(), kitty])
    hidden = [i for i, card in enumerate(order) if card not in gone and not 10 * me <= i < 10 * me + 10]
    a, b = rng.choice(hidden, 2, replace=False)
    if a // 10 == b // 10:
        return None
    order[a], order[b] = order[b], order[a]
    return order[: hands.size].reshape(hands.shape), order[hands.size :]


@some_tables
@pytest.mark.parametrize("text", ["8S/sk", "8NT/sk", "BN"])
def test_hidden_cards_do_not_change_a_choice(name, text):
    """Bids without the kitty, so that nobody's hand changes before the play.

    In the five-handed game the card called moves too: who is partner must show in nobody's play but his own.
    """
    table, bid = WideTable({**TABLES[name], **ALL_CALLS}), parse_bid(text)
    rng = np.random.default_rng(len(name))
    compared = 0
    while compared < 40:
        hands, kitty = table.shuffled(rng)
        deal = table.play(bid, hands, kitty, 0, 1)
        at = int(rng.integers(len(deal.cards)))
        other = swapped(table, hands, kitty, deal, at, rng)
        if other is None:
            continue
        again = table.play(bid, *other, 0, 1)
        if (again.nominated, again.called) != (deal.nominated, deal.called):
            continue  # what was announced
        if len(again.cards) <= at or told(again, at) != told(deal, at):
            continue  # somebody else, who may see these cards, chose otherwise before
        assert told(again, at + 1) == told(deal, at + 1)
        compared += 1


def tricks_of(table, deal, bid, players):
    """Yield each trick as (seat, place in the strain, legal places) in the order played, suit cards only."""
    places = table.place[strain_of(bid)]
    for first in range(0, len(deal.cards) - players + 1, players):
        trick = deal.cards[first : first + players]
        yield [
            (card.seat, int(places[card.card]), sorted(int(places[i]) for i in card.legal)) for card in trick
        ]


def best_of(cards, trumps):
    """The place of the card that wins among (seat, place, …), the first led; and its seat."""
    led = cards[0][1] // 32
    order = {led: 1, 3: 2} if trumps else {led: 1}
    return max(cards, key=lambda card: (order.get(card[1] // 32, 0), card[1]))


@pytest.mark.parametrize(("name", "team"), [("3", {0}), ("6", {0, 2, 4}), ("6, pairs", {0, 3}), ("2", {0})])
def test_the_last_hand_takes_a_trick_cheaply_and_leaves_it_to_partner(name, team):
    table, bid = WideTable(TABLES[name]), parse_bid("8H")
    rng = np.random.default_rng(11)
    seen = [0, 0]
    for _ in range(60):
        deal = table.play(bid, *table.shuffled(rng), 0, 1)
        for trick in tricks_of(table, deal, bid, table.players):
            seat, place, legal = trick[-1]
            best = best_of(trick[:-1], trumps=True)
            led = trick[0][1] // 32
            if legal[0] // 32 != led:
                continue
            ours = (best[0] in team) == (seat in team)
            winners = [at for at in legal if best[1] // 32 == led and at > best[1]]
            expected = winners[0] if winners and not ours else legal[0]
            assert place == expected
            seen[ours] += 1
    assert seen[False] > 80
    assert seen[True] > 80 or table.players == 2


@some_tables
def test_a_misere_contractor_follows_with_the_highest_card_that_loses(name):
    table, bid = WideTable({**TABLES[name], **ALL_CALLS, "joker.set": "hsw"}), parse_bid("M")
    rng = np.random.default_rng(12)
    players = bin(table.strains[strain_of(bid)][2]).count("1")
    seen = 0
    for _ in range(60):
        deal = table.play(bid, *table.shuffled(rng), 0, 1)
        for trick in tricks_of(table, deal, bid, players):
            before = [card for card in trick[: [seat for seat, *_ in trick].index(0)] if card[1] < 128]
            mine = next(card for card in trick if card[0] == 0)
            if not before or len(before) < trick.index(mine) or mine[2][0] // 32 != trick[0][1] // 32:
                continue
            best = best_of(before, trumps=False)[1]
            under = [at for at in mine[2] if at < best]
            assert mine[1] == (under[-1] if under else mine[2][0])
            seen += 1
    assert seen > 50


def mean_tricks(table, strain, policies):
    rng = np.random.default_rng(2)
    total = 0.0
    for _ in range(30):
        order = rng.permutation(len(table.cards))
        counts = wide_counts(
            table.place, table.strains, table.row, order[:10].copy(), order[10:].copy(), 1, 0, 100,
            1 << strain, policies,
        )[strain]  # fmt: skip
        assert counts.sum() == 100
        total += (counts * np.arange(11)).sum() / 3000
    return total


@some_tables
@pytest.mark.parametrize("text", ["8D", "8NT", "M", "OM"])
def test_heuristic_players_beat_random_ones(name, text):
    """On three thousand deals, by at least 0.7 tricks, or one misère in twelve, on either side."""
    table = WideTable(TABLES[name])
    bid = parse_bid(text)
    both = mean_tricks(table, strain_of(bid), 0)
    against_random = mean_tricks(table, strain_of(bid), OTHERS_RANDOM)
    by_random = mean_tricks(table, strain_of(bid), CONTRACTOR_RANDOM)
    if bid.is_misere:
        assert against_random + 0.08 < both < by_random - 0.08
    else:
        assert by_random + 0.7 < both < against_random - 0.7
