"""Cards, hands, deals and bids: small ints and tuples inside, text outside.

A card is `suit * 16 + rank` with suits S C D H = 0 1 2 3 and ranks `2 … 10 11 12 13 J Q K A` = 0 … 15; the
joker (black joker in a pack with two) is 64, the red joker 65. A code means the same card in every pack.

Every `parse_…` has a `format_…` that it reads back. Parsing is generous in form (case, `10` or `T`, ♠ ♣ ♦ ♥,
commas, grouped hands `JK H:K95 D:J5 S:A8 C:-`) and strict in content: the error is one sentence that names
every fault.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

SUITS = "SCDH"
SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")
SUIT_SYMBOLS = "♠♣♦♥"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)
NO_TRUMP, MISERE, OPEN_MISERE, BLIND_MISERE, DOUBLE_MISERE, BAR_NULLO, PASS = range(4, 11)
DENOMINATIONS = ("S", "C", "D", "H", "NT")
JACK = 12
JOKER = 64
RED_JOKER = 65
HAND_SIZE = 10
MIN_LEVEL, MAX_LEVEL = 6, 10

_SPECIAL_BIDS = {
    "M": MISERE,
    "OM": OPEN_MISERE,
    "BM": BLIND_MISERE,
    "DM": DOUBLE_MISERE,
    "BN": BAR_NULLO,
    "P": PASS,
}
_SPECIAL_NAMES = {denomination: name for name, denomination in _SPECIAL_BIDS.items()}
_BID_HINTS = {"PASS": "P", "MIS": "M", "MISERE": "M", "MISÈRE": "M", "NULLO": "M", "OPEN": "OM"}
_BID_HINTS |= {"OPEN MISERE": "OM", "OPEN MISÈRE": "OM"}
_DISPLAY_ORDER = (SPADES, HEARTS, CLUBS, DIAMONDS)  # colours alternate, so neighbouring suits never blur

_RANK = "10|11|12|13|[2-9TJQKA]"
_CARD_PATTERN = re.compile(f"({_RANK})([{SUITS}])")
_TURNED_PATTERN = re.compile(f"([{SUITS}])({_RANK})")  # suit first, as in HK
_RANK_PATTERN = re.compile(_RANK)
_RANKS_PATTERN = re.compile(f"(?:{_RANK})+")
_GROUP_PATTERN = re.compile(f"([{SUITS}]):(.*)")
_WORD_PATTERN = re.compile(r"([\s,]*)([^\s,]+)")
_BID_PATTERN = re.compile(r"([0-9]+)(S|C|D|H|NT|N)")
_TURNED_BID_PATTERN = re.compile(r"(S|C|D|H|NT|N)([0-9]+)")
# A bid as it is said at the table: 8 hearts, 7 no trumps.
_SPOKEN_BID_PATTERN = re.compile(r"([0-9]+)[ -]*(S|C|D|H|N)(?:PADE|LUB|IAMOND|EART|T|O[ -]?TRUMP)?S?")
_NOTHING = ("-", "–", "—")
_JOKERS = {"JK": JOKER, "BJ": JOKER, "RJ": RED_JOKER}
# Suit symbols, black or white, become letters; the selectors that choose between text and emoji form vanish.
_SYMBOLS = str.maketrans(dict(zip("♠♣♦♥♤♧♢♡", SUITS * 2, strict=True)) | {"\ufe0e": None, "\ufe0f": None})


class CardError(ValueError):
    """A card, hand or deal that cannot be; the message names every fault."""


class BidError(ValueError):
    """A bid that cannot be, or that may not be called now; the message says why."""


class Deal(NamedTuple):
    """Everybody's cards: `hands` by seat, clockwise from seat 0, and the `kitty` (empty where not given)."""

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]


class Bid(NamedTuple):
    """A call: level 6–10 in denomination 0–4, or level 0 and a special denomination (5 misère … 10 pass)."""

    level: int
    denomination: int
    sans_kitty: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether this call is a pass."""
        return self.denomination == PASS

    @property
    def is_misere(self) -> bool:
        """Whether this bid undertakes to take no trick."""
        return MISERE <= self.denomination < PASS

    def __str__(self) -> str:
        return format_bid(self)


# --- single cards -------------------------------------------------------------------------------------------


def printed_suit(card: int) -> int:
    """Return the suit on the card's face, 0–3, or 4 for a joker."""
    return 4 if card >= JOKER else card >> 4


def effective_suit(card: int, denomination: int) -> int:
    """Return the suit a card belongs to in play, 0–3, or 4 for a joker without a suit.

    With a trump suit the joker and the left bower (the jack of the other suit of the same colour) are trumps
    for all purposes; in no-trump and misère (`denomination` from 4 on) there are none (pagat.com, "500").
    """
    suit = printed_suit(card)
    if denomination >= NO_TRUMP:
        return suit
    left_bower = suit == denomination ^ 1 and card & 15 == JACK
    return denomination if suit == 4 or left_bower else suit


def format_card(card: int, pack: Collection[int] | None = None) -> str:
    """Return the word of a card; code 64 is `BJ` where `pack` holds two jokers and `JK` otherwise.

    Raises CardError for an int that is no card.
    """
    if card == JOKER:
        return "BJ" if pack is not None and RED_JOKER in pack else "JK"
    if card == RED_JOKER:
        return "RJ"
    if not 0 <= card < JOKER:
        raise CardError(f"{card} is not the code of a card (0 to 63, 64 and 65 for jokers)")
    return RANKS[card & 15] + SUITS[card >> 4]


def parse_card(text: str, pack: Collection[int] | None = None) -> int:
    """Return the code of one card word; with a `pack`, the card must be in it.

    Raises CardError with the word and what was expected.
    """
    words = _read_words(_only_text(text), pack)
    faults = _word_faults(words)
    if faults:
        raise CardError("; ".join(faults))
    cards = [card for word in words for card in word.cards]
    if len(cards) != 1:
        raise CardError(f'"{_quote(text)}" is {_count(len(cards))}, expected one')
    return cards[0]


# --- hands --------------------------------------------------------------------------------------------------


def parse_hand(
    text: str, pack: Collection[int] | None = None, size: int | None = HAND_SIZE
) -> tuple[int, ...]:
    """Return the cards of a hand, in the order of the text.

    Words are separated by spaces or commas. A group `H:K95`, `H:K,9,5` or `H: K 9 5` is a suit and its ranks,
    `H:-` a void. Inside a group `10` (or `T`), `11`, `12` and `13` are single ranks, which is never ambiguous
    because no rank is called 1. A `JK` joined to its group by the colon or a bare comma means jack and king;
    on its own it is the joker.

    Raises CardError that names every unknown word, card that is not in `pack`, card held twice, and a number
    of cards other than `size` (None: any number).
    """
    words = _read_words(_only_text(text), pack)
    faults = _word_faults(words) + _repeated([card for word in words for card in word.cards], pack)
    number = sum(word.number for word in words)
    if size is not None and number != size:
        faults.append(f"{_count(number)}, expected {size}")
    if faults:
        raise CardError(f'hand "{_quote(text)}": ' + "; ".join(faults))
    return tuple(card for word in words for card in word.cards)


def format_hand(cards: Iterable[int], pack: Collection[int] | None = None, *, sort: bool = True) -> str:
    """Return a hand as card words, in display order (see `sort_hand`) or, if not `sort`, as given."""
    return " ".join(format_card(card, pack) for card in (sort_hand(cards) if sort else cards))


def sort_hand(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the cards in display order: black joker, red joker, then S H C D with each suit high to low."""

    def place(card: int) -> tuple[int, int]:
        return (-1, card) if card >= JOKER else (_DISPLAY_ORDER.index(card >> 4), -card)

    return tuple(sorted(cards, key=place))


# --- deals --------------------------------------------------------------------------------------------------


def parse_deal(text: str, pack: Collection[int] | None = None, hands: int = 4) -> Deal:
    """Return the deal of a line `h0 | h1 | h2 | h3 | kitty`; the kitty may be empty or missing.

    Hands hold one equal number of cards from 1 to 10. Raises CardError that names every fault and its seat.
    """
    parts = _only_text(text).split("|")
    if not hands <= len(parts) <= hands + 1:
        raise CardError(
            f'deal "{_quote(text)}": {len(parts)} {"part" if len(parts) == 1 else "parts"} between "|", '
            f"expected {hands} hands and perhaps a kitty"
        )
    read = [_read_words(part, pack) for part in parts]
    places = [f"seat {seat}" for seat in range(hands)] + ["kitty"]
    faults = [
        f"{place}: {fault}"
        for place, words in zip(places, read, strict=False)
        for fault in _word_faults(words)
    ]
    numbers = [sum(word.number for word in words) for words in read]
    faults += _size_faults(numbers[:hands])
    room = len(pack) - hands * HAND_SIZE if pack is not None else None
    if room is not None and sum(numbers[hands:]) > room:
        faults.append(f"{_count(numbers[hands])} in the kitty, expected at most {room}")
    cards = [tuple(card for word in words for card in word.cards) for words in read]
    faults += _repeated([card for part in cards for card in part], pack)
    if faults:
        raise CardError(f'deal "{_quote(text)}": ' + "; ".join(faults))
    return Deal(tuple(cards[:hands]), cards[hands] if len(cards) > hands else ())


def format_deal(deal: Deal, pack: Collection[int] | None = None, *, sort: bool = True) -> str:
    """Return a deal as one line `h0 | h1 | h2 | h3 | kitty`, the last part left out where it is empty."""
    parts = deal.hands + ((deal.kitty,) if deal.kitty else ())
    return " | ".join(format_hand(part, pack, sort=sort) for part in parts)


# --- bids ---------------------------------------------------------------------------------------------------


def parse_bid(text: str) -> Bid:
    """Return a call: `8H`, `7NT` or `7N`, `M`, `OM`, `BM`, `DM`, `BN`, `P`; `8H/sk` is without the kitty.

    Only the form is checked here, not whether a house has that bid. Raises BidError with the word and what
    was expected.
    """
    word = _only_text(text).translate(_SYMBOLS).strip().upper()
    main, slash, suffix = word.partition("/")
    quoted = f'"{_quote(text)}"'
    if slash and suffix != "SK":
        raise BidError(f'{quoted} is not a bid (after "/" only sk, without the kitty, is known)')
    if main in _SPECIAL_BIDS:
        if slash:
            raise BidError(
                f"{quoted} is not a bid (only suit and no-trump bids take /sk; misère without kitty is BN)"
            )
        return Bid(0, _SPECIAL_BIDS[main])
    match = _BID_PATTERN.fullmatch(main)
    if not match:
        raise BidError(f"{quoted} is not a bid ({_bid_hint(main)})")
    level = int(match[1]) if len(match[1]) < 4 else 0
    if not MIN_LEVEL <= level <= MAX_LEVEL:
        raise BidError(f"{quoted} is not a bid (the level must be {MIN_LEVEL} to {MAX_LEVEL})")
    return Bid(level, NO_TRUMP if match[2].startswith("N") else SUITS.index(match[2]), bool(slash))


def format_bid(bid: Bid) -> str:
    """Return the text of a call, such as `8H`, `7NT`, `OM`, `P` or `8H/sk`.

    Raises BidError for a tuple that is no call.
    """
    level, denomination, sans_kitty = bid
    if level == 0 and denomination in _SPECIAL_NAMES and not sans_kitty:
        return _SPECIAL_NAMES[denomination]
    if not (MIN_LEVEL <= level <= MAX_LEVEL and 0 <= denomination <= NO_TRUMP):
        raise BidError(f"level {level} in denomination {denomination} is not a bid")
    return f"{level}{DENOMINATIONS[denomination]}" + ("/sk" if sans_kitty else "")


def parse_suit(text: str) -> int:
    """Return the suit 0–3 of `S`, `C`, `D`, `H` or a suit symbol. Raises CardError with the word."""
    word = _only_text(text).translate(_SYMBOLS).strip().upper()
    if len(word) != 1 or word not in SUITS:
        raise CardError(f'"{_quote(text)}" is not a suit (expected S, C, D or H)')
    return SUITS.index(word)


# --- reading words ------------------------------------------------------------------------------------------


class _Word(NamedTuple):
    """One word of a hand: the cards it stands for and its faults."""

    cards: tuple[int, ...]
    faults: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many cards the writer meant: a faulty word counts as one card a fault."""
        return len(self.cards) + len(self.faults)


def _only_text(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"expected text, not {type(text).__name__}")
    return text


def _quote(text: str, longest: int = 80) -> str:
    """Return text fit for the middle of a sentence: one line, printable, not too long."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _count(number: int) -> str:
    return "no cards" if number == 0 else "1 card" if number == 1 else f"{number} cards"


def _rank_code(name: str) -> int:
    return RANKS.index("10" if name == "T" else name)


def _read_words(text: str, pack: Collection[int] | None) -> list[_Word]:
    """Return the words of a hand, each with its cards and faults."""
    words: list[_Word] = []
    group: int | None = None  # the suit whose ranks follow
    opened = False  # the last word was a bare "H:"
    for match in _WORD_PATTERN.finditer(text.translate(_SYMBOLS)):
        separator, raw = match.groups()
        word = raw.upper()
        start = _GROUP_PATTERN.fullmatch(word)
        if start:
            group = SUITS.index(start[1])
            opened = not start[2]
            if start[2] and start[2] not in _NOTHING:
                words.append(_read_group(group, start[2], raw, pack))
            continue
        if opened and word == "JK":
            words.append(
                _Word((), ('"JK" after a bare suit may be the joker or jack and king (put a joker first)',))
            )
        elif group is not None and _RANKS_PATTERN.fullmatch(word) and (word != "JK" or separator == ","):
            words.append(_read_group(group, word, raw, pack))
        elif not (opened and word in _NOTHING):
            words.append(_read_word(word, raw, pack))
            group = None
        opened = False
    return words


def _read_group(suit: int, ranks: str, raw: str, pack: Collection[int] | None) -> _Word:
    """Return the cards of the ranks of one suit."""
    cards: list[int] = []
    faults: list[str] = []
    place = 0
    while place < len(ranks):
        match = _RANK_PATTERN.match(ranks, place)
        if match is None:
            faults.append(
                f'"{_quote(ranks[place])}" in "{_quote(raw)}" is not a rank (expected A K Q J 10 9 8 …)'
            )
            place += 1
            continue
        place = match.end()
        card = 16 * suit + _rank_code(match[0])
        fault = _not_in_pack(RANKS[card & 15] + SUITS[suit], card, pack)
        if fault:
            faults.append(fault)
        else:
            cards.append(card)
    return _Word(tuple(cards), tuple(faults))


def _read_word(word: str, raw: str, pack: Collection[int] | None) -> _Word:
    """Return the card of one ungrouped word, or its fault."""
    match = _CARD_PATTERN.fullmatch(word)
    card = 16 * SUITS.index(match[2]) + _rank_code(match[1]) if match else _JOKERS.get(word)
    if card is None:
        return _Word((), (f'"{_quote(raw)}" is not a card ({_card_hint(word, pack)})',))
    fault = _not_in_pack(word, card, pack)
    return _Word((), (fault,)) if fault else _Word((card,))


def _card_hint(word: str, pack: Collection[int] | None) -> str:
    """Return what to write instead of a word that is no card."""
    turned = _TURNED_PATTERN.fullmatch(word)
    if turned:
        return f"did you mean {turned[2]}{turned[1]}?"
    if _RANK_PATTERN.fullmatch(word):
        return f"its suit is missing, as in {word}H"
    if word in ("JOKER", "JO", "JKR"):
        return "did you mean JK?"
    jokers = "BJ or RJ" if pack is not None and RED_JOKER in pack else "or JK"
    return f"expected rank then suit, such as 10H, {jokers}"


def _not_in_pack(word: str, card: int, pack: Collection[int] | None) -> str | None:
    """Return why this card is not in the pack, None if it is."""
    if pack is None:
        return None
    if card >= JOKER:
        jokers = [joker for joker in (JOKER, RED_JOKER) if joker in pack]
        if len(jokers) == 2:
            return f'"{word}" is not in this pack of two jokers (write BJ or RJ)' if word == "JK" else None
        if len(jokers) == 1 and word == "JK":
            return None
        return f'"{word}" is not in this pack ({"its one joker is JK" if jokers else "it has no joker"})'
    if card in pack:
        return None
    suit = [other for other in pack if other >> 4 == card >> 4]
    lowest = (
        f": its lowest in {SUIT_NAMES[card >> 4]} is the {RANKS[min(suit) & 15]}"
        if suit and card < min(suit)
        else ""
    )
    return f'"{word}" is not in this pack of {len(pack)} cards{lowest}'


def _word_faults(words: Iterable[_Word]) -> list[str]:
    """Return the different faults of words, in their order."""
    return list(dict.fromkeys(fault for word in words for fault in word.faults))


def _repeated(cards: Iterable[int], pack: Collection[int] | None) -> list[str]:
    """Return a fault for each card that is there more than once."""
    return [
        f'"{format_card(card, pack)}" is there {"twice" if number == 2 else f"{number} times"}'
        for card, number in Counter(cards).items()
        if number > 1
    ]


def _size_faults(numbers: Sequence[int]) -> list[str]:
    """Return a fault if hands are not one equal number of cards from 1 to 10."""
    if len(set(numbers)) == 1 and 1 <= numbers[0] <= HAND_SIZE:
        return []
    listed = ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"
    return [f"hands of {listed} cards, expected one equal number from 1 to {HAND_SIZE}"]


def _bid_hint(word: str) -> str:
    """Return what to write instead of a word that is no bid."""
    if word in _BID_HINTS:
        return f"did you mean {_BID_HINTS[word]}?"
    turned = _TURNED_BID_PATTERN.fullmatch(word)
    if turned:
        return f"did you mean {turned[2]}{turned[1]}?"
    spoken = _SPOKEN_BID_PATTERN.fullmatch(word)
    if spoken:
        return f"did you mean {spoken[1]}{'NT' if spoken[2] == 'N' else spoken[2]}?"
    if word.isdecimal():
        return f"its denomination is missing, as in {word if MIN_LEVEL <= int(word[:4]) <= MAX_LEVEL else 8}H"
    return f"expected level {MIN_LEVEL} to {MAX_LEVEL} then S, C, D, H or NT, such as 8H, or M, OM, P"
