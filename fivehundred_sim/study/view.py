"""What the player on turn may know of a hand in play, and nothing else."""

from collections.abc import Mapping
from typing import NamedTuple

from fivehundred_sim.cards import JOKER, NO_TRUMP, Bid, CardError, format_card, parse_hand
from fivehundred_sim.game.given import GivenCards, cards_text
from fivehundred_sim.game.moves import Played
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of


class View(NamedTuple):
    """The public facts of a hand, and the cards that one player sees beside.

    Attributes
    ----------
    bid : the contract, None without one
    contractor : his seat; without a contract the seat on turn
    seat : the seat on turn, a dummy's too
    cards : the cards held now by each seat whose cards the player sees, his own among them
    thrown : what he threw himself, if he is the contractor and it is told
    record : the cards played so far
    leader : who led to the first trick
    length : the number of tricks
    led : suits led before the first trick (in endings)
    partner : whom everybody knows to play with a five-handed contractor, None for nobody
    called : the code of the card whose holder is his partner, None without one
    partnered : whether such a contractor has a partner, known or not
    nominations : suits of jokers, by joker; announced: who gave them, by joker
    """

    rules: Rules
    bid: Bid | None
    contractor: int
    seat: int
    cards: Mapping[int, tuple[int, ...]]
    thrown: tuple[int, ...]
    record: tuple[Played, ...]
    leader: int
    length: int
    led: frozenset[int]
    partner: int | None
    called: int | None
    partnered: bool
    nominations: Mapping[int, int]
    announced: Mapping[int, int]

    @property
    def played(self) -> frozenset[int]:
        """The cards played so far."""
        return frozenset(record.card for record in self.record)

    @property
    def leads(self) -> bool:
        """Whether the next card is a lead."""
        return not self.record or self.record[-1].winner is not None

    @property
    def sees_contractor(self) -> bool:
        """Whether the contractor's cards are open to this player, or are his own."""
        return self.contractor in self.cards


def view_of(play: Play, discards: GivenCards | None = None) -> View:
    """Return what the player knows who chooses the next card; for a dummy that is the contractor.

    discards: what the contractor threw, text, codes or words; used only where he chooses. The hand must not
    be over. Raises CardError for discards that cannot be read or are in play.
    """
    seat, chooser = play.turn, play.chooser
    assert seat is not None, "the hand is over"
    assert chooser is not None
    told = discards if chooser == play.contractor else None
    return View(
        rules=play.rules,
        bid=play.bid,
        contractor=seat if play.contractor is None else play.contractor,
        seat=seat,
        cards={other: play.hands[other] for other in {seat, chooser, *play.seen}},
        thrown=() if told is None else _thrown(play, told),
        record=play.history,
        leader=play.history[0].seat if play.history else play.leader,
        length=len(play.hands[seat]) + sum(record.seat == seat for record in play.history),
        led=_led_before(play),
        partner=play.known_partner,
        called=play.called,
        partnered=play.partner is not None,
        nominations=dict(play.nominations),
        announced={joker: _holder(play, joker) for joker in play.nominations},
    )


def _thrown(play: Play, given: GivenCards) -> tuple[int, ...]:
    """Return the contractor's discards. Raises CardError for cards that he still has or has played."""
    cards = pack(play.rules)
    thrown = parse_hand(cards_text(given, cards, "discards"), cards, None)
    contractor = play.contractor
    in_play = {record.card for record in play.history}
    in_play |= set(play.hands[contractor]) if contractor is not None else set()
    faults = [f'"{format_card(card, cards)}" is in play' for card in thrown if card in in_play]
    if faults:
        raise CardError("discards: " + "; ".join(faults))
    return thrown


def _led_before(play: Play) -> frozenset[int]:
    """Return the suits led before these tricks, those left out that have been led again since.

    With a trump suit the law does not look at them.
    """
    if play.bid is not None and play.bid.denomination < NO_TRUMP:
        return frozenset()
    leads: dict[int, tuple[int, int | None]] = {}
    for record in play.history:
        leads.setdefault(record.trick, (record.card, record.named))
    again = set()
    for card, named in leads.values():
        nominated = play.nominations.get(card)
        again.add(named if nominated is None and card >= JOKER else nominated)
        again.add(suit_of(play.rules, card, NO_TRUMP))
    return frozenset(play.suits_led - again)


def _holder(play: Play, joker: int) -> int:
    """Return who announced the suit of a joker: he who held it before the first lead."""
    for record in play.history:
        if record.card == joker:
            return record.seat
    return next(seat for seat, hand in enumerate(play.hands) if joker in hand)
