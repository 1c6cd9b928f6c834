"""The contractor's partner of a five-handed hand: the holder of a card he calls, or a player he names.

Sources: pagat.com, "500", for the called card, never a joker or a bower; "Bicycle" rules for naming a player.
In misère the contractor is alone.
"""

from collections.abc import Sequence

from fivehundred_sim.cards import JACK, JOKER, NO_TRUMP, Bid, format_card, parse_card
from fivehundred_sim.game.given import given_seat
from fivehundred_sim.game.moves import PlayError
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of


def callable_cards(rules: Rules, bid: Bid) -> tuple[int, ...]:
    """Return the cards of the pack that a contractor may call, whoever holds them; none in misère."""
    if rules.table.sides != "call_card" or bid.is_misere:
        return ()
    return tuple(card for card in pack(rules) if _why_not_callable(rules, bid, card) is None)


def called_card(
    rules: Rules, bid: Bid | None, contractor: int | None, hands: Sequence[Sequence[int]], called: str | int
) -> tuple[int, int]:
    """Return the code of the called card and the seat that holds it.

    Raises PlayError with the reason if it may not be called, CardError if it is no card of the pack.
    """
    contract = _verified_contract(rules, bid, "call_card", "no card can be called")
    cards = pack(rules)
    card = parse_card(called, cards) if isinstance(called, str) else int(called)
    word = format_card(card, cards)
    reason = _why_not_callable(rules, contract, card)
    holder = next((seat for seat, hand in enumerate(hands) if card in hand), None)
    if reason is None and holder is None:
        reason = "no other player holds it"
    if reason is None and holder == contractor:
        reason = f"the contractor, seat {contractor}, holds it himself"
    if reason is not None or holder is None:
        raise PlayError(f'"{word}" cannot be called: {reason}')
    return card, holder


def named_partner(rules: Rules, bid: Bid | None, contractor: int | None, partner: int) -> int:
    """Return the seat of the player whom the contractor names. Raises PlayError if he may not."""
    _verified_contract(rules, bid, "name_player", "no partner can be named")
    seat = given_seat(rules, partner, "partner")
    if seat == contractor:
        raise PlayError(f"the partner is seat {seat}, the contractor himself")
    return seat


def _verified_contract(rules: Rules, bid: Bid | None, sides: str, refusal: str) -> Bid:
    """Return the contract. Raises PlayError if partners are not found so, or not in this contract."""
    if rules.table.sides != sides:
        raise PlayError(f"{refusal} in these rules (table.sides is {rules.table.sides})")
    if bid is None:
        raise PlayError(f"{refusal}: this hand has no contract")
    if bid.is_misere:
        raise PlayError(f"{refusal}: in misère the contractor is alone")
    return bid


def _why_not_callable(rules: Rules, bid: Bid, card: int) -> str | None:
    """Return why `partner.card` keeps a card from being called, None if it does not."""
    if card >= JOKER:
        return "it is a joker"
    trump = bid.denomination < NO_TRUMP and suit_of(rules, card, bid.denomination) == bid.denomination
    if rules.partner.card == "no_bower" and trump and card & 15 == JACK:
        return "it is a bower (partner.card is no_bower)"
    if rules.partner.card == "no_trump" and trump:
        return "it is a trump (partner.card is no_trump)"
    return None
