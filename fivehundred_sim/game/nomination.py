"""The nomination: jokers are given a suit before the first lead (docs/rulings.md: who may, who must).

A nominated joker is an ordinary card of its suit, above the ace (pagat.com, "500").
"""

from collections.abc import Mapping, Sequence

from fivehundred_sim.cards import JOKER, NO_TRUMP, Bid, CardError, format_card, parse_card
from fivehundred_sim.game.given import given_suit
from fivehundred_sim.game.moves import PlayError
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack

GivenNomination = str | int | Mapping[int, int]  # one suit, or `BJ=D RJ=S`, or suits by joker


def nominations(
    rules: Rules,
    bid: Bid | None,
    contractor: int | None,
    holdings: Mapping[int, Sequence[int]],
    nominate: GivenNomination | None,
) -> dict[int, int]:
    """Return the suits given to jokers, by joker; `holdings` are the cards of the seats that play.

    One suit stands for all the jokers of their one holder. Raises PlayError for jokers that may not be
    nominated, and for jokers that must be and are not.
    """
    why_not = _why_not(rules, bid)
    mandatory = rules.joker.nominate == "holder_mandatory"
    if nominate is None and (why_not or not mandatory):
        return {}
    if why_not:
        raise PlayError(f"the joker cannot be nominated: {why_not}")
    holders = {
        card: seat
        for seat, hand in holdings.items()
        for card in hand
        if card >= JOKER and (mandatory or seat == contractor)
    }
    if nominate is None:
        _verify_nobody_must(rules, holders)
        return {}
    if not holders:
        nobody = "no player holds it" if mandatory else f"the contractor, seat {contractor}, does not hold it"
        raise PlayError(f"the joker cannot be nominated: {nobody}")
    return _verified(rules, holders, nominate)


def _verify_nobody_must(rules: Rules, holders: Mapping[int, int]) -> None:
    """Raise PlayError if there is a holder, who must nominate."""
    if holders:
        joker, seat = next(iter(holders.items()))
        word = format_card(joker, pack(rules))
        raise PlayError(f"seat {seat} must give {word} a suit (joker.nominate is holder_mandatory)")


def nominated_by(
    given: Mapping[int, int], holdings: Mapping[int, Sequence[int]], seat: int | None
) -> int | None:
    """Return the suit that a seat gave its jokers, None if it gave none."""
    own = holdings[seat] if seat is not None else ()
    return next((suit for joker, suit in given.items() if joker in own), None)


def _why_not(rules: Rules, bid: Bid | None) -> str | None:
    """Return why no joker is nominated in this contract (None: the hand without one), None if it may be."""
    if bid is None:
        return "this hand has no contract"
    if bid.denomination < NO_TRUMP:
        return "it is a trump in this contract"
    if rules.joker.nominate == "none":
        return "not in these rules (joker.nominate is none)"
    if bid.is_misere and rules.joker.misere_rank == "low":
        return "not in misère in these rules (joker.misere_rank is low)"
    return None


def _verified(rules: Rules, holders: Mapping[int, int], nominate: GivenNomination) -> dict[int, int]:
    """Return the suit of each joker held. Raises PlayError unless each has one, and each hand but one."""
    given = _read(rules, holders, nominate)
    words = {joker: format_card(joker, pack(rules)) for joker in (*holders, *given)}
    for joker in given:
        if joker not in holders:
            raise PlayError(f"{words[joker]} cannot be nominated: it is not held by one who may nominate it")
    for joker in holders:
        if joker not in given:
            raise PlayError(f"{words[joker]} was given no suit (name each joker, such as BJ=D RJ=S)")
    if len(set(holders.values())) < len(set(given.values())):
        raise PlayError("two jokers in one hand get one suit")
    return given


def _read(rules: Rules, holders: Mapping[int, int], nominate: GivenNomination) -> dict[int, int]:
    """Return the suits as they were given, by joker."""
    if isinstance(nominate, Mapping):
        return {int(joker): given_suit(suit) for joker, suit in nominate.items()}
    if isinstance(nominate, str) and "=" in nominate:
        return dict(_read_pair(rules, word) for word in nominate.split())
    if len(set(holders.values())) > 1:
        raise PlayError("two players hold a joker: name each, such as BJ=D RJ=S")
    return dict.fromkeys(holders, given_suit(nominate))


def _read_pair(rules: Rules, word: str) -> tuple[int, int]:
    """Return joker and suit of a word such as `BJ=D`."""
    name, sign, suit = word.partition("=")
    try:
        joker = parse_card(name, pack(rules))
        if joker < JOKER or not sign:
            raise CardError(f'"{word}" nominates no joker (expected a joker and a suit, such as BJ=D)')
        return joker, given_suit(suit)
    except CardError as error:
        raise PlayError(str(error)) from None
