"""Bids, cards and signs as readers see them: in symbols, or in ASCII where an encoding has none."""

from collections.abc import Iterable
from dataclasses import dataclass

from fivehundred_sim.cards import parse_card, sort_hand

DENOMINATIONS = ("S", "C", "D", "H", "NT", "misère")
SANS_KITTY = "/sk"  # ends a bid without the kitty
_MISERES = ("M", "OM", "BM", "DM", "BN")
NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no-trump", "misère": "misère"}


@dataclass(frozen=True)
class Glyphs:
    """The characters beyond ASCII, or what stands for them where an encoding cannot print them."""

    suits: dict[str, str]
    bars: str
    dash: str
    plus_minus: str
    minus: str
    none: str
    asked: str
    best: str
    tie: str
    rule: str

    def bid(self, bid: str) -> str:
        """Return a bid with its suit as the symbol: 8♥."""
        level, denomination = split_bid(bid)
        kitty = SANS_KITTY if without_kitty(bid) else ""
        return f"{level}{self.suits[denomination]}{kitty}" if denomination in self.suits else bid

    def card(self, word: str) -> str:
        """Return a card word with its suit as the symbol: K♥."""
        return word[:-1] + self.suits[word[-1]] if word[-1] in self.suits else word

    def hand(self, words: Iterable[str]) -> str:
        """Return a hand card by card, as given: JK K♥ 9♥ A♠."""
        return " ".join(self.card(word) for word in words)

    def grouped_hand(self, words: Iterable[str]) -> str:
        """Return a hand by suits, high to low, as players write it: JK ♠A ♥K9; in ASCII JK S:A H:K9."""
        cards = {parse_card(word): word for word in words}
        groups: dict[str, list[str]] = {}
        for word in (cards[card] for card in sort_hand(cards)):
            rank, suit = (word[:-1], word[-1]) if word[-1] in NAMES else ("", word)
            groups.setdefault(suit, []).append(rank)
        return " ".join(self._group(suit, ranks) for suit, ranks in groups.items())

    def _group(self, suit: str, ranks: list[str]) -> str:
        """Return a suit and its ranks, or a joker; next to 11, 12 or 13 the ranks need commas to be read."""
        if not any(ranks):
            return suit
        comma = "," if {"11", "12", "13"} & set(ranks) else ""
        return self.suits.get(suit, f"{suit}:") + comma.join(ranks)

    def text(self, text: str) -> str:
        """Return running text in these characters."""
        if self is UNICODE:
            return text
        for sign, plain in _PLAIN.items():
            text = text.replace(sign, plain)
        return text


UNICODE = Glyphs(
    suits={"S": "♠", "C": "♣", "D": "♦", "H": "♥"},
    bars=" ▁▂▃▄▅▆▇█",
    dash="–",
    plus_minus="±",
    minus="−",
    none="—",
    asked="▶",
    best="★",
    tie="☆",
    rule="─",
)
ASCII = Glyphs(
    suits={},
    bars=".123456789",
    dash="-",
    plus_minus="+/-",
    minus="-",
    none="-",
    asked=">",
    best="*",
    tie="=",
    rule="-",
)
_PLAIN = {"−": "-", "–": "-", "—": "-", "±": "+/-", "è": "e", "▶": ">", "★": "*", "☆": "=", "…": "..."}


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the richest glyphs that an encoding can print."""
    sample = "".join(UNICODE.suits.values()) + UNICODE.bars + "–±−—▶★☆─"
    try:
        sample.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def split_bid(bid: str) -> tuple[str, str]:
    """Return (level, denomination) of a bid's text, with or without the kitty; a misère has no level."""
    word = bid.removesuffix(SANS_KITTY)
    if word in _MISERES:
        return "", "misère"
    level = word.rstrip("SCDHNT")
    return level, word[len(level) :]


def without_kitty(bid: str) -> bool:
    """Return whether this is a suit or no-trump bid without the kitty."""
    return bid.endswith(SANS_KITTY)


def denomination(bid: str) -> str:
    """Return the denomination of a bid's text: S C D H NT, or misère for the whole misère family."""
    return split_bid(bid)[1]


def heading(bid: str, glyphs: Glyphs) -> str:
    """Return the name of a bid's denomination, with its symbol: "♥ hearts", or "♥ no kitty"."""
    letter = denomination(bid)
    if without_kitty(bid):
        return f"{glyphs.suits.get(letter, letter)} no kitty"
    return f"{glyphs.suits[letter]} {NAMES[letter]}" if letter in glyphs.suits else NAMES[letter]
