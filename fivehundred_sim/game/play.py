"""The play of one hand: who is on turn, which cards are legal and why not, who wins, what is decided.

The rules are pagat.com's ("500") with the options of the model. A deal of k cards is a hand of k tricks that
has just begun. Without a trump suit the joker has no suit of its own, unless the contractor nominated one
before the first lead: it follows only when its holder is void of the suit led, it names a suit when it is
led, and it beats every card.
"""

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fivehundred_sim.cards import (
    NO_TRUMP,
    OPEN_MISERE,
    SUIT_NAMES,
    SUITS,
    Bid,
    CardError,
    Deal,
    effective_suit,
    format_card,
    parse_bid,
    parse_card,
    parse_deal,
    parse_suit,
    sort_hand,
)
from fivehundred_sim.game.given import GivenCards, GivenRules, cards_text, given_rules
from fivehundred_sim.game.trick import NO_SUIT, suit_in_play, trick_winner
from fivehundred_sim.rules.ladder import rank
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.scoring import is_made


class PlayError(ValueError):
    """A card that may not be played now, or a hand that cannot be played; the message says why."""


class Move(NamedTuple):
    """A card to play; `named` is the suit that a joker without a suit names when it is led."""

    card: int
    named: int | None = None

    def __str__(self) -> str:
        word = format_card(self.card)
        return word if self.named is None else f"{word}={SUITS[self.named]}"


class Played(NamedTuple):
    """The record of a card played: `trick` counts from 0, `winner` is set by the last card of a trick."""

    seat: int
    card: int
    named: int | None
    trick: int
    winner: int | None


class Play:
    """The play of a hand, from the contractor's first lead (after exchange and nomination) to the last trick.

    Parameters
    ----------
    rules : Rules, or the name of a preset or file
    hands : hands by seat, each text, card codes or card words, or a Deal, whose kitty is not looked at; one
        equal number of cards, 1 to 10
    bid : the contract, text or Bid
    contractor : seat
    nominate : suit the contractor gives the joker before the first lead, as text or 0–3
    led : suits led in this hand before these cards, as text such as "SH" or as 0–3 (for endings)
    leader : seat that leads first, the contractor by default

    Raises CardError or BidError for what cannot be read or does not exist in these rules, PlayError for the
    rest.
    """

    def __init__(
        self,
        rules: GivenRules,
        hands: Deal | Iterable[GivenCards],
        bid: str | Bid,
        contractor: int,
        *,
        nominate: str | int | None = None,
        led: str | Iterable[int] = (),
        leader: int | None = None,
    ) -> None:
        self.rules = rules = given_rules(rules)
        self.bid = parse_bid(bid) if isinstance(bid, str) else bid
        rank(rules, self.bid)  # raises for a bid this house does not have
        self._hands = _read_hands(rules, hands)
        self._denomination = min(self.bid.denomination, NO_TRUMP)
        self.contractor = _seat(contractor, "contractor")
        partner = (contractor + 2) % 4
        self._idle = partner if self.bid.is_misere else None  # the partner who lays his cards down
        self.leader = self.contractor if leader is None else _seat(leader, "leader")
        if self.leader == self._idle:
            raise PlayError(f"seat {self.leader} cannot lead: the contractor's partner sits out a misère")
        self.nominated = None if nominate is None else self._verified_nomination(nominate)
        self._turn = self.leader
        self._length = len(self._hands[0])
        self._suits_led = {_suit(suit) for suit in led}
        self._tricks = [0, 0, 0, 0]
        self._trick: list[Move] = []
        self.history: tuple[Played, ...] = ()

    # --- what everybody sees --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether all tricks have been played."""
        return sum(self._tricks) == self._length

    @property
    def turn(self) -> int | None:
        """The seat to play, None once the hand is over."""
        return None if self.over else self._turn

    @property
    def tricks(self) -> tuple[int, ...]:
        """The tricks taken so far, by seat."""
        return tuple(self._tricks)

    @property
    def contractor_tricks(self) -> int:
        """The tricks of the contractor's side so far."""
        return self._tricks[self.contractor] + self._tricks[(self.contractor + 2) % 4]

    @property
    def trick(self) -> tuple[Move, ...]:
        """The cards of the trick on the table, in the order played, `leader` first."""
        return tuple(self._trick)

    @property
    def suit_led(self) -> int | None:
        """The suit that the trick on the table must follow, None before a lead."""
        return self._lead_suit(self._trick[0]) if self._trick else None

    @property
    def suits_led(self) -> frozenset[int]:
        """The suits led so far in this hand; a joker led counts as the suit it named."""
        return frozenset(self._suits_led)

    @property
    def made(self) -> bool | None:
        """Whether the contract is made, as soon as that is certain; None while it is open.

        Counts the tricks of this play alone: an ending of fewer cards than the level is never made.
        """
        taken, left = self.contractor_tricks, self._length - sum(self._tricks)
        outcomes = {is_made(self.bid, taken), is_made(self.bid, taken + left)}
        return outcomes.pop() if len(outcomes) == 1 else None

    @property
    def decided(self) -> bool:
        """Whether the rest of the play can no longer change if the contract is made; overtricks may."""
        return self.made is not None

    @property
    def exposed(self) -> tuple[int, ...] | None:
        """The contractor's cards while they lie open in an open misère, None otherwise."""
        if self.bid.denomination != OPEN_MISERE:
            return None
        waits = self.rules.open_misere.exposed == "after_trick_1" and sum(self._tricks) == 0
        return None if waits else self.hands[self.contractor]

    # --- what only players see ------------------------------------------------------------------------------

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards still held, by seat."""
        return tuple(tuple(hand) for hand in self._hands)

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat on turn, in display order; none once over."""
        if self.over:
            return ()
        hand = sort_hand(self._hands[self._turn])
        if not self._trick:
            return tuple(move for card in hand for move in self._leads(card, hand))
        led = self.suit_led
        follow = [card for card in hand if self._suit_of(card) == led]
        if not follow and self._joker_forced(hand):
            follow = [card for card in hand if self._suit_of(card) == NO_SUIT]
        return tuple(Move(card) for card in follow or hand)

    def legal(self) -> list[str]:
        """Return the legal cards as words; a joker that must name a suit appears as `JK=S`, `JK=C`, …."""
        return [str(move) for move in self.moves()]

    # --- verify, can, do ------------------------------------------------------------------------------------

    def verify_play(self, move: str | Move) -> Move:
        """Return the move that is meant. Raises PlayError with the reason if it may not be played now."""
        meant = move if isinstance(move, Move) else _read_move(move)
        reason = None if meant in self.moves() else self._reason(meant)
        if reason is not None:
            raise PlayError(f'"{meant}" cannot be played: {reason}')
        return meant

    def can_play(self, move: str | Move) -> bool:
        """Return whether the seat on turn may play this."""
        try:
            self.verify_play(move)
        except PlayError:
            return False
        return True

    def play(self, move: str | Move) -> Played:
        """Play a card for the seat on turn and return its record. Raises PlayError with the reason."""
        meant = self.verify_play(move)
        seat = self._turn
        self._hands[seat].remove(meant.card)
        self._trick.append(meant)
        number = sum(self._tricks)
        winner = None
        if len(self._trick) == len(self._seats_from(self.leader)):
            winner = self._finish_trick()
        else:
            self._turn = self._seats_from(seat)[1]
        record = Played(seat, meant.card, meant.named, number, winner)
        self.history += (record,)
        return record

    def copy(self) -> "Play":
        """Return an independent copy, to try moves on."""
        other = copy.copy(self)
        other._hands = [list(hand) for hand in self._hands]
        other._suits_led = set(self._suits_led)
        other._tricks = list(self._tricks)
        other._trick = list(self._trick)
        return other

    # --- the law --------------------------------------------------------------------------------------------

    def _suit_of(self, card: int) -> int:
        return suit_in_play(card, self._denomination, self.nominated)

    def _lead_suit(self, move: Move) -> int:
        return self._suit_of(move.card) if move.named is None else move.named

    def _seats_from(self, seat: int) -> list[int]:
        """Return the playing seats in clockwise order, from `seat` on."""
        clockwise = [(seat + step) % 4 for step in range(4)]
        return [other for other in clockwise if other != self._idle]

    def _finish_trick(self) -> int:
        """Give the full trick to its winner, who leads next."""
        led = self._lead_suit(self._trick[0])
        cards = [move.card for move in self._trick]
        winner = self._seats_from(self.leader)[trick_winner(cards, led, self._denomination, self.nominated)]
        self._suits_led.add(led)
        self._tricks[winner] += 1
        self._trick = []
        self.leader = self._turn = winner
        return winner

    def _leads(self, card: int, hand: Sequence[int]) -> Iterator[Move]:
        """Yield the ways to lead a card: one, or for a joker without a suit one for each suit it may name."""
        if self._suit_of(card) != NO_SUIT:
            yield Move(card)
            return
        for suit in range(4):
            if self._may_name(suit, hand):
                yield Move(card, suit)

    def _may_name(self, suit: int, hand: Sequence[int]) -> bool:
        """Whether a joker may be led as `suit`; to the last trick it always may (the suit is immaterial)."""
        rule = self.rules.joker.lead
        return len(hand) == 1 or rule == "any_suit" or (rule == "unled_suit" and suit not in self._suits_led)

    def _joker_forced(self, hand: Sequence[int]) -> bool:
        """Whether a player void of the suit led must play the joker he holds (misère, any player)."""
        forced = self.bid.is_misere and self.rules.joker.misere_forced
        return forced and any(self._suit_of(card) == NO_SUIT for card in hand)

    def _reason(self, move: Move) -> str:
        """Return why a move that is not legal is not."""
        if self.over:
            return "the hand is over"
        hand = self._hands[self._turn]
        if move.card not in hand:
            return f"seat {self._turn} does not hold it"
        suitless = self._suit_of(move.card) == NO_SUIT
        if move.named is not None and (self._trick or not suitless):
            return "a suit is named only when a joker without a suit is led"
        if self.suit_led is not None:
            suit = SUIT_NAMES[self.suit_led]
            if any(self._suit_of(card) == self.suit_led for card in hand):
                return f"seat {self._turn} must follow {suit}"
            return f"in misère seat {self._turn}, void of {suit}, must play the joker"
        may_name = [SUITS[suit] for suit in range(4) if self._may_name(suit, hand)]
        if not may_name:
            return "the joker may be led only to the last trick" + (
                ", as every suit has been led" if self.rules.joker.lead == "unled_suit" else ""
            )
        if move.named is None:
            return f"a joker that is led must name a suit ({', '.join(f'JK={suit}' for suit in may_name)})"
        return f"{SUIT_NAMES[move.named]} were led already (it may name {', '.join(may_name)})"

    def _verified_nomination(self, nominate: str | int) -> int:
        suit = _suit(nominate)
        jokers = [card for card in self._hands[self.contractor] if effective_suit(card, NO_TRUMP) == NO_SUIT]
        if self._denomination < NO_TRUMP:
            raise PlayError("the joker cannot be nominated: it is a trump in this contract")
        if self.rules.joker.nominate == "none":
            raise PlayError("the joker cannot be nominated in these rules (joker.nominate is none)")
        if not jokers:
            raise PlayError(
                f"the joker cannot be nominated: the contractor, seat {self.contractor}, does not hold it"
            )
        return suit


def replay(
    rules: GivenRules,
    hands: Deal | Iterable[GivenCards],
    bid: str | Bid,
    contractor: int,
    cards: Sequence[int],
    named: Sequence[int],
    nominate: str | int | None = None,
) -> Play:
    """Return the play after recorded cards, each checked against the law.

    `cards` are card codes in the order played, `named[i]` the suit named when card i is a joker led without a
    suit, otherwise -1. `nominate` may be -1 for none. The record may stop before the last trick. Raises
    PlayError that gives the place of the first illegal card and the reason.
    """
    if len(cards) != len(named):
        raise PlayError(f"{len(cards)} cards but {len(named)} named suits")
    play = Play(rules, hands, bid, contractor, nominate=None if nominate == -1 else nominate)
    for place, (card, suit) in enumerate(zip(cards, named, strict=True)):
        seat = play.turn
        try:
            play.play(Move(int(card), None if suit < 0 else int(suit)))
        except (PlayError, CardError) as error:
            raise PlayError(f"card {place + 1} of {len(cards)} (seat {seat}): {error}") from None
    return play


def _read_hands(rules: Rules, hands: Deal | Iterable[GivenCards]) -> list[list[int]]:
    """Return the hands as lists of codes; what was given is checked as text, so that faults read alike."""
    cards = pack(rules)
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise PlayError(
            f"expected {rules.table.players} hands or a Deal, not an object of type {type(hands).__name__}"
            + (" (parse_deal reads the text of a deal)" if isinstance(hands, str) else "")
        )
    given: Iterable[GivenCards] = hands.hands if isinstance(hands, Deal) else hands
    texts = [cards_text(hand, cards, f"seat {seat}") for seat, hand in enumerate(given)]
    for seat, text in enumerate(texts):
        if "|" in text:
            raise PlayError(f'seat {seat}: "|" stands between hands, not in one')
    return [list(hand) for hand in parse_deal(" | ".join(texts), cards, rules.table.players).hands]


def _read_move(text: str) -> Move:
    """Return the move of a word: a card, or `JK=S` for a joker that names a suit."""
    if not isinstance(text, str):
        raise TypeError(f"expected a card word or a Move, not {type(text).__name__}")
    word, sign, suit = text.partition("=")
    try:
        return Move(parse_card(word), parse_suit(suit) if sign else None)
    except CardError as error:
        raise PlayError(str(error)) from None


def _suit(suit: str | int) -> int:
    if isinstance(suit, str):
        return parse_suit(suit)
    if suit not in range(4):
        raise PlayError(f"{suit} is not a suit (0 to 3, or S, C, D, H)")
    return int(suit)


def _seat(seat: int, who: str) -> int:
    if seat not in range(4):
        raise PlayError(f"the {who} is seat {seat}, expected 0 to 3")
    return int(seat)
