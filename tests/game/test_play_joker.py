"""The joker without a trump suit: leading, following, nomination, under every option set."""

import itertools
import random

import pytest

from fivehundred_sim.cards import JOKER, SUITS, format_card, parse_card, parse_hand
from fivehundred_sim.game import Play, PlayError, replay
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

SETS = ["pagat", "pagat_noprenom", "hsw", "last"]
THREE = ["JK 9H 8H", "5S KC 9C", "6S 7S 8S", "9S 10S QS"]


def start(hands, bid, contractor=0, joker="pagat", **kwargs):
    return Play(load_rules("australian", {"joker.set": joker}), hands, bid, contractor, **kwargs)


def run(play, words):
    for word in words.split():
        play.play(word)
    return play


def test_a_led_joker_names_a_suit_that_binds():
    play = start(THREE, "7NT")
    assert play.legal() == ["JK=S", "JK=C", "JK=D", "JK=H", "9H", "8H"]
    with pytest.raises(PlayError, match=r"a joker that is led must name a suit \(JK=S, JK=C, JK=D, JK=H\)"):
        play.play("JK")
    record = play.play("jk=♠")
    assert (record.card, record.named) == (JOKER, 0)
    assert play.legal() == ["5S"]
    with pytest.raises(PlayError, match="seat 1 must follow spades"):
        play.play("KC")
    assert run(play, "5S 6S 9S").tricks == (1, 0, 0, 0)
    assert play.suits_led == {0}


def test_pagat_leads_only_an_unled_suit_or_to_the_last_trick():
    play = start(THREE, "7NT", led="SC♦")
    assert play.legal() == ["JK=H", "9H", "8H"]
    with pytest.raises(PlayError, match=r"spades were led already \(it may name H\)"):
        play.play("JK=S")
    play = start(THREE, "7NT", led="SCDH")
    assert play.legal() == ["9H", "8H"]
    with pytest.raises(
        PlayError, match="the joker may be led only to the last trick, as every suit has been led"
    ):
        play.play("JK=S")
    assert start(["JK", "5S", "6S", "9S"], "7NT", led="SCDH").legal() == ["JK=S", "JK=C", "JK=D", "JK=H"]


def test_suits_led_are_remembered():
    play = run(start(["JK AH 8S", "5S 9H 9C", "6S 7S 7H", "9S 10S 10H"], "7NT"), "AH 9H 7H 10H")
    assert play.legal() == ["JK=S", "JK=C", "JK=D", "8S"]


def test_other_sets_of_leads():
    assert start(THREE, "7NT", joker="hsw", led="SCDH").legal()[:4] == ["JK=S", "JK=C", "JK=D", "JK=H"]
    play = start(THREE, "7NT", joker="last")
    assert play.legal() == ["9H", "8H"]
    with pytest.raises(PlayError, match=r"the joker may be led only to the last trick$"):
        play.play("JK=S")


@pytest.mark.parametrize("joker", SETS)
def test_following_only_when_void(joker):
    play = run(start(["9H 8C", "JK 5H", "6H 6S", "7S 7H"], "7NT", joker=joker), "9H")
    assert play.legal() == ["5H"]
    play = run(start(["9H 8C", "JK 5S", "6H 6S", "7S 7H"], "7NT", joker=joker), "9H")
    assert play.legal() == ["JK", "5S"], "in no-trump a void player may keep it"
    run(play, "JK 6H 7H")
    assert play.tricks == (0, 1, 0, 0)


@pytest.mark.parametrize(
    ("joker", "forced"), [("pagat", True), ("pagat_noprenom", True), ("last", True), ("hsw", False)]
)
def test_a_void_player_in_misere(joker, forced):
    defender = run(start(["9H 8C", "JK 5S", "6H 6S", "7S 7H"], "M", joker=joker), "9H")
    assert defender.legal() == (["JK"] if forced else ["JK", "5S"])
    if forced:
        with pytest.raises(PlayError, match="in misère seat 1, void of hearts, must play the joker"):
            defender.play("5S")
    contractor = run(start(["JK 8C", "9H 5S", "6H 6S", "7S 7H"], "M", joker=joker, leader=1), "9H 7H")
    assert contractor.legal() == (["JK"] if forced else ["JK", "8C"])


def test_a_joker_thrown_in_misere_takes_the_trick():
    play = run(start(["4H 5S", "JK 6S", "9D 9C", "5H 7S"], "M"), "4H JK 5H")
    assert play.tricks == (0, 1, 0, 0)


def test_nominated_joker():
    play = start(["JK 5D 8C", "9D 5S 5C", "AD 6S 6C", "7S 7D 7C"], "7NT", nominate="D")
    assert play.nominated == 2
    assert play.legal() == ["JK", "8C", "5D"]
    run(play, "JK 9D")
    assert play.legal() == ["AD"]
    run(play, "AD 7D")
    assert play.tricks == (1, 0, 0, 0), "it ranks above the ace"

    void = run(start(["JK 8C", "AC 5S", "9C 6S", "10C 7S"], "7NT", nominate="♦", leader=1), "AC 9C 10C")
    assert void.legal() == ["8C"], "not void of clubs"
    void = run(start(["JK 8S", "5C 5S", "9C 6S", "6C 7S"], "M", nominate=2, leader=1), "5C 6C")
    assert void.legal() == ["JK", "8S"], "a nominated joker is never forced"
    run(void, "JK")
    assert void.tricks == (0, 0, 0, 1), "on another suit it loses"

    only = run(start(["JK 8C", "5D 5S", "9C 6S", "6D 7S"], "7NT", nominate="D", leader=1), "5D 9C 6D")
    assert only.legal() == ["JK"], "it must follow its suit"


def test_who_may_nominate_when():
    for args, kwargs, reason in [
        ((THREE, "7NT", 1), {}, "the contractor, seat 1, does not hold it"),
        ((THREE, "7H", 0), {}, "it is a trump in this contract"),
        ((THREE, "7NT", 0), {"joker": "hsw"}, r"in these rules \(joker.nominate is none\)"),
        ((THREE, "M", 0), {"joker": "pagat_noprenom"}, "in these rules"),
    ]:
        with pytest.raises(PlayError, match=reason):
            start(*args, nominate="D", **kwargs)
    assert start(THREE, "OM", 0, joker="last", nominate=3).nominated == 3
    with pytest.raises(PlayError, match="4 is not a suit"):
        start(THREE, "7NT", 0, nominate=4)


# --- a naive twin of the law, in card words ---


class NaiveTable:
    """What the rules text says, told once more with strings and sets."""

    def __init__(self, hands, misere, contractor, option, nominated, leader):
        self.hands = [[format_card(card) for card in hand] for hand in hands]
        self.misere, self.option, self.nominated, self.turn = misere, option, nominated, leader
        self.out = (contractor + 2) % 4 if misere else None
        self.led, self.table = set(), []

    def suit(self, word):
        return self.nominated if word == "JK" else word[-1]

    def legal(self):
        hand = self.hands[self.turn]
        if self.table:
            follow = [word for word in hand if self.suit(word) == self.called]
            if follow:
                return set(follow)
            forced = self.misere and self.option.misere_forced and "JK" in hand and not self.nominated
            return {"JK"} if forced else set(hand)
        names = {"any_suit": set(SUITS), "unled_suit": set(SUITS) - self.led, "last_trick_only": set()}
        free = {f"JK={suit}" for suit in (SUITS if len(hand) == 1 else names[self.option.lead])}
        if "JK" not in hand or self.nominated:
            return set(hand)
        return {word for word in hand if word != "JK"} | free

    def play(self, word):
        card, _, named = word.partition("=")
        self.hands[self.turn].remove(card)
        if not self.table:
            self.called = named or self.suit(card)
            self.led.add(self.called)
        self.table.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        self.turn += self.turn == self.out
        self.turn %= 4
        if len(self.table) == (3 if self.misere else 4):
            self.turn = max(self.table, key=lambda played: self.power(played[1]))[0]
            self.table = []

    def power(self, card):
        if self.suit(card) is None:
            return 100
        order = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK"]
        return order.index(card if card == "JK" else card[:-1]) + 1 if self.suit(card) == self.called else 0


@pytest.mark.parametrize("joker", SETS)
def test_the_referee_agrees_with_a_naive_twin(joker):
    rules = load_rules("australian", {"joker.set": joker})
    cards, rng = list(pack(rules)), random.Random(joker)
    nominations = [None, *SUITS] if rules.joker.nominate != "none" else [None]
    for bid, _ in itertools.product(["7NT", "M"], range(50)):
        rng.shuffle(cards)
        size, contractor = rng.randint(2, 10), rng.randrange(4)
        hands = [cards[10 * s : 10 * s + size] for s in range(4)]
        if not any(JOKER in hand for hand in hands):
            hands[rng.randrange(4)][0] = JOKER
        nominated = rng.choice(nominations) if JOKER in hands[contractor] else None
        play = Play(rules, hands, bid, contractor, nominate=nominated)
        naive = NaiveTable(hands, bid == "M", contractor, rules.joker, nominated, contractor)
        while not play.over:
            assert play.turn == naive.turn
            legal = play.legal()
            assert set(legal) == naive.legal()
            assert len(legal) == len(set(legal))
            word = rng.choice(legal)
            play.play(word)
            naive.play(word)


# --- replaying records ---


def test_replay_of_a_record():
    rules = load_rules()
    cards = [*parse_hand("JK 5S 6S 9S 9H KC 7S 10S", size=8)]
    named = [0, -1, -1, -1, -1, -1, -1, -1]
    play = replay(rules, THREE, "7NT", 0, cards, named, nominate=-1)
    assert play.tricks == (2, 0, 0, 0)
    assert not play.over
    with pytest.raises(
        PlayError, match=r"card 2 of 2 \(seat 1\): \"KC\" cannot be played: seat 1 must follow spades"
    ):
        replay(rules, THREE, "7NT", 0, [JOKER, parse_card("KC")], [0, -1])
    with pytest.raises(
        PlayError, match=r"card 1 of 1 \(seat 0\): \"JK\" cannot be played: a joker that is led"
    ):
        replay(rules, THREE, "7NT", 0, [JOKER], [-1])
    with pytest.raises(PlayError, match="2 cards but 1 named suits"):
        replay(rules, THREE, "7NT", 0, cards[:2], named[:1])
    nominated = replay(rules, THREE, "7NT", 0, [JOKER], [-1], nominate=3)
    assert nominated.suit_led == 3


def test_every_playout_replays_to_itself():
    rng = random.Random(2)
    rules = load_rules()
    cards = list(pack(rules))
    for bid in ["6S", "7D", "8NT", "OM"] * 10:
        rng.shuffle(cards)
        hands = [cards[10 * s : 10 * s + 10] for s in range(4)]
        play = Play(rules, hands, bid, 1)
        while not play.over:
            play.play(rng.choice(play.moves()))
        named = [-1 if record.named is None else record.named for record in play.history]
        again = replay(rules, hands, bid, 1, [record.card for record in play.history], named)
        assert again.history == play.history
        assert again.tricks == play.tricks
