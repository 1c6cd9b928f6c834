"""Conditions as people write them: `PLACE: TERM, TERM, …`, read with faults that name the word.

A place is a seat's number, `kitty`, or `any` for some seat. A term says how many cards of a kind lie there
(`S>=5`, `trumps(H) 4-6`, `aces=2`), what the suits are long together (`shape 5-3-2-0`, `voids>=1`,
`longest<=4`), or which cards are held (`JK`, `has AH KH`) and which are not (`!JD`, `not AH KH`). The page
for users is docs/deals.md.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fivehundred_sim.cards import (
    DENOMINATIONS,
    JACK,
    JOKER,
    RANKS,
    SUITS,
    CardError,
    format_card,
    parse_card,
    parse_suit,
)
from fivehundred_sim.rules.packs import suit_of
from fivehundred_sim.study.deals.condition import (
    ANY_LENGTH,
    Condition,
    ConditionError,
    Layout,
    Lengths,
    Limit,
    Place,
    merged,
    wanted_twice,
)

ANY_SEAT = "any"
RANK_WORDS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}
TERMS = (
    "a suit as S>=5, trumps(H)>=5, tops(H)>=2, aces, kings, queens, jacks, jokers, voids or longest with a"
    " number, shape 5-3-2-0, or cards as JK, !AH"
)
_SYMBOLS = dict(zip("♠♣♦♥♤♧♢♡", SUITS * 2, strict=True))
# A name, perhaps a denomination in brackets, and after a sign or a space how many.
_COUNT = re.compile(r"([a-z]+|[♠♣♦♥♤♧♢♡])(?:\s*\(([^()]*)\))?(?=[\s<>=≥≤]|$)\s*(.*)", re.IGNORECASE)
_AMOUNT = re.compile(r"(>=|<=|==|=|>|<|≥|≤)?\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3})|(\+))?")
_SHAPE = re.compile(r"(?:\d{1,2}|x)(?:\s*[-–]\s*(?:\d{1,2}|x)){3}", re.IGNORECASE)
_HELD = re.compile(r"(has|not)\s+(.+)|(!\s*)?(.+)", re.IGNORECASE)


class Asked(NamedTuple):
    """Conditions on places, one each and in their order; and what some seat must hold, for each seat."""

    conditions: tuple[Condition, ...]
    anyone: tuple[Condition, ...] = ()


def parse_conditions(texts: Sequence[str], layout: Layout) -> Asked:
    """Return what `texts` ask.

    Raises ConditionError for the first word that is not understood, for what no hand can hold, for cards that
    must lie in two places, and for more than one condition on any seat.
    """
    by_place: list[Condition] = []
    anyone: tuple[Condition, ...] = ()
    for text in texts:
        head, colon, rest = text.partition(":")
        if not colon:
            raise ConditionError(
                f'condition "{text}" says no place (expected as "0: S>=5, JK", "kitty: JK" or "any: H>=8")'
            )
        if head.strip().lower() != ANY_SEAT:
            by_place.append(_condition(_place_number(head.strip(), layout), rest, layout))
            continue
        if anyone:
            raise ConditionError(f'"{text}": only one condition may be for any seat (put its terms together)')
        anyone = tuple(_condition(seat, rest, layout) for seat in range(layout.players))
    conditions = merged(by_place)
    for card, place, other in wanted_twice(conditions):
        raise ConditionError(
            f"{format_card(layout.pack[card], layout.pack)} cannot lie in two places: {place} and {other}"
        )
    return Asked(conditions, anyone)


def _condition(number: int, rest: str, layout: Layout) -> Condition:
    place = layout.places[number]
    limits: list[Limit] = []
    lengths: list[Lengths] = []
    for word in rest.split(","):
        term = _term(" ".join(word.split()), place, layout)
        if isinstance(term, Limit):
            limits.append(term)
        else:
            lengths.append(term)
    return Condition(number, place, tuple(limits), tuple(lengths))


def _place_number(word: str, layout: Layout) -> int:
    seats = layout.players
    if word.lower() == "kitty":
        if not layout.kitty:
            raise ConditionError(
                f'"{word}": these rules have no kitty (expected a seat from 0 to {seats - 1})'
            )
        return seats
    if word not in map(str, range(seats)):
        raise ConditionError(f'"{word}" is not a place (expected a seat from 0 to {seats - 1}, kitty or any)')
    return int(word)


def _term(word: str, place: Place, layout: Layout) -> Limit | Lengths:
    if not word:
        raise ConditionError(f"a term of {place.name} is empty (expected {TERMS})")
    if word.lower().startswith("shape"):
        return _shape(word, place, layout)
    found = _COUNT.fullmatch(word)
    if found is None or found[1].lower() in ("has", "not"):
        return _cards(word, layout)
    name, inside, amount = found[1].lower(), found[2], found[3]
    name = _SYMBOLS.get(name, name)
    if name in ("voids", "longest") and inside is None:
        most = len(SUITS) if name == "voids" else place.size
        low, high = _range(word, amount, most, place)
        return Lengths(word, "voids" if name == "voids" else "longest", low, high)
    cards = _set(word, name, inside, layout)
    if cards is None:
        if inside is not None or re.search(r"[<>=≥≤()]", word) or _AMOUNT.fullmatch(amount):
            raise ConditionError(f'"{word}" is not a term (expected {TERMS})')
        return _cards(word, layout)
    low, high = _range(word, amount, min(len(cards), place.size), place)
    return Limit(word, cards, low, high)


def _set(word: str, name: str, inside: str | None, layout: Layout) -> frozenset[int] | None:
    """Return the pack indices of what is counted, None for a name that counts nothing."""
    if name in ("trumps", "tops"):
        suit = _trump_suit(word, name, inside)
        trumps = {card for card in layout.pack if suit_of(layout.rules, card, suit) == suit}
        if name == "trumps":
            return _places_of(trumps, layout)
        bowers = (suit * 16 + JACK, (suit ^ 1) * 16 + JACK)
        return _places_of(
            (card for card in trumps if card >= JOKER or card in bowers or card & 15 == RANKS.index("A")),
            layout,
        )
    if inside is not None:
        return None
    if name.upper() in SUITS and len(name) == 1:
        suit = SUITS.index(name.upper())
        return _places_of((card for card in layout.pack if card < JOKER and card >> 4 == suit), layout)
    if name == "jokers":
        return _places_of((card for card in layout.pack if card >= JOKER), layout)
    if name in RANK_WORDS:
        rank = RANKS.index(RANK_WORDS[name])
        return _places_of((card for card in layout.pack if card < JOKER and card & 15 == rank), layout)
    return None


def _trump_suit(word: str, name: str, inside: str | None) -> int:
    if inside is None:
        raise ConditionError(f'"{word}" names no trump suit (expected as {name}(H)>=2)')
    try:
        return parse_suit(inside)
    except CardError:
        expected = ", ".join(DENOMINATIONS[:-1])
        raise ConditionError(
            f'"{inside}" in "{word}" is not a trump suit (expected one of {expected})'
        ) from None


def _places_of(cards: Iterable[int], layout: Layout) -> frozenset[int]:
    return frozenset(layout.pack.index(card) for card in cards)


def _range(word: str, amount: str, most: int, place: Place) -> tuple[int, int]:
    """Return at least and at most how many `amount` says: `>=5`, `5+`, `2-4`, `=3` or `3`."""
    found = _AMOUNT.fullmatch(amount.strip())
    if found is None or (found[1] and (found[3] or found[4])):
        name = word[: len(word) - len(amount)].strip()
        raise ConditionError(f'"{word}" says no number (expected as {name}>=2, {name}=2 or {name} 2-4)')
    sign, number = found[1] or "=", int(found[2])
    low = {">": number + 1, "<": 0, "<=": 0, "≤": 0}.get(sign, number)
    high = {"<": number - 1, ">": most, ">=": most, "≥": most}.get(sign, number)
    if found[3] or found[4]:
        high = int(found[3]) if found[3] else most
    if low > most:
        raise ConditionError(f'"{word}" cannot be: {place.name} has at most {most}')
    if low > high:
        raise ConditionError(f'"{word}" cannot be: there is no number from {low} to {high}')
    return low, min(high, most)


def _shape(word: str, place: Place, layout: Layout) -> Lengths:
    text = word[len("shape") :].strip()
    if _SHAPE.fullmatch(text) is None:
        raise ConditionError(
            f'"{word}" is not a shape (expected the lengths of the four suits, as shape 5-3-2-0, x for any)'
        )
    lengths = [ANY_LENGTH if part.strip().lower() == "x" else int(part) for part in re.split(r"[-–]", text)]
    total, known = sum(length for length in lengths if length != ANY_LENGTH), ANY_LENGTH not in lengths
    jokers = layout.rules.pack.jokers
    if total > place.size or (known and total < place.size - jokers):
        room = f"{place.size - jokers} to {place.size}" if jokers else str(place.size)
        raise ConditionError(
            f'"{word}" cannot be: its lengths add up to {total}, expected {room} (jokers belong to no suit)'
        )
    return Lengths(word, "shape", shape=tuple(lengths))


def _cards(word: str, layout: Layout) -> Limit:
    """Return a term that names cards: all held, or none of them."""
    found = _HELD.fullmatch(word)
    assert found is not None  # a term is never empty
    none = bool(found[3]) or (found[1] or "").lower() == "not"
    names = (found[2] or found[4]).split()
    cards = []
    for name in names:
        try:
            cards.append(parse_card(name, layout.pack))
        except CardError as error:
            known = re.search(r"\d|[<>=()]", name) is None and len(name) > len("JK")
            raise ConditionError(
                f'"{name}" is not a term (expected {TERMS})' if known else str(error)
            ) from None
    held = _places_of(cards, layout)
    return Limit(word, held, 0, 0) if none else Limit(word, held, len(held), len(held))
