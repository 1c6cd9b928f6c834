"""The play of one hand: who is on turn, which cards are legal and why not, who wins, what is decided.

The rules are pagat.com's ("500") with the options of the model, read as docs/rulings.md says. A deal of k
cards is a hand of k tricks that has just begun. `law` and `joker` hold the law of the cards, `table` the
course of the tricks; here is who plays, and what lies open.
"""

from collections.abc import Iterable, Sequence

from fivehundred_sim.cards import DOUBLE_MISERE, Bid, CardError, Deal
from fivehundred_sim.game.given import GivenCards, GivenRules, given_hands, given_rules, given_suit
from fivehundred_sim.game.law import Law
from fivehundred_sim.game.moves import Move, Played, PlayError
from fivehundred_sim.game.nomination import GivenNomination, nominated_by, nominations
from fivehundred_sim.game.opening import (
    first_leader,
    given_contract,
    players,
    side_of_contract,
    verify_kind,
)
from fivehundred_sim.game.partner import called_card, named_partner
from fivehundred_sim.game.table import Table

__all__ = ["Move", "Play", "PlayError", "Played", "replay"]


class Play(Table):
    """The play of a hand, from the first lead (after exchange and nomination) to the last trick.

    Parameters
    ----------
    rules : Rules, or the name of a preset or file
    hands : hands by seat, each text, card codes or card words, or a Deal, whose kitty is not looked at; one
        equal number of cards, 1 to 10
    bid : the contract, text or Bid; None for the hand without a contract that is played when all have passed
    contractor : seat; None without a contract
    nominate : suit given to jokers before the first lead, as text or 0–3, or `BJ=D RJ=S` for jokers in two
        hands, or suits by joker (`nomination`)
    led : suits led in this hand before these cards, as text such as "SH" or as 0–3 (for endings)
    leader : seat that leads first; by default the contractor or, by `play.first_lead` or without a contract,
        the first player left of the dealer
    dealer : seat, by default the last
    called : card word or code that a five-handed contractor calls, its holder being his partner
    partner : seat that a five-handed contractor names; with neither he is alone

    `nominations` are the suits of jokers by joker, `nominated` that of the contractor's jokers (None: he gave
    none). In the five-handed game `partner` is the contractor's partner in truth, `known_partner` what the
    table knows, `called` the code of the called card.

    Raises CardError or BidError for what cannot be read or does not exist in these rules, PlayError for the
    rest.
    """

    def __init__(
        self,
        rules: GivenRules,
        hands: Deal | Iterable[GivenCards],
        bid: str | Bid | None,
        contractor: int | None,
        *,
        nominate: GivenNomination | None = None,
        led: str | Iterable[int] = (),
        leader: int | None = None,
        dealer: int | None = None,
        called: str | int | None = None,
        partner: int | None = None,
    ) -> None:
        rules = given_rules(rules)
        verify_kind(rules, piles=False)
        contract, contractor = given_contract(rules, bid, contractor)
        cards = given_hands(rules, hands)
        self.called: int | None = None
        self.partner: int | None = None
        if called is not None:
            self.called, self.partner = called_card(rules, contract, contractor, cards, called)
        if partner is not None:
            self.partner = named_partner(rules, contract, contractor, partner)
        self._playing = players(rules, contract, contractor)
        first = first_leader(rules, self._playing, contractor, leader, dealer)
        holdings = {seat: cards[seat] for seat in self._playing}
        self.nominations = nominations(rules, contract, contractor, holdings, nominate)
        super().__init__(
            rules,
            contract,
            contractor,
            Law(rules, contract, self.nominations),
            side_of_contract(rules, contract, contractor, self.partner),
            cards,
            len(cards[0]),
            first,
            {given_suit(suit) for suit in led},
        )
        self.nominated = nominated_by(self.nominations, holdings, contractor)

    # --- what everybody sees --------------------------------------------------------------------------------

    @property
    def known_partner(self) -> int | None:
        """The contractor's partner of a five-handed hand as far as the table knows.

        A called partner is known once the card has been played, or at once by `partner.reveal`.
        """
        if self.called is None or self.rules.partner.reveal == "at_once":
            return self.partner
        return self.partner if any(record.card == self.called for record in self.history) else None

    @property
    def dummy(self) -> int | None:
        """The partner whose cards lie open from the start and are played by the contractor, None without one.

        In misère with `misere.plays = "both_hands"`, but not in a double misère, which both play concealed.
        """
        if self.bid is None or not self.bid.is_misere or self.bid.denomination == DOUBLE_MISERE:
            return None
        return self.side[1] if len(self.side) > 1 else None

    @property
    def seen(self) -> tuple[int, ...]:
        """The seats whose cards lie open to everybody now: an open misère's contractor, and a dummy."""
        opened = () if self.exposed is None or self.contractor is None else (self.contractor,)
        return opened if self.dummy is None else (*opened, self.dummy)

    @property
    def chooser(self) -> int | None:
        """The seat that chooses the card to play: that on turn, but the contractor for a dummy."""
        turn = self.turn
        return self.contractor if turn is not None and turn == self.dummy else turn

    def _places_from(self, first: int) -> list[int]:
        """Return the playing seats in clockwise order, from `first` on."""
        place = self._playing.index(first)
        return [*self._playing[place:], *self._playing[:place]]


def replay(
    rules: GivenRules,
    hands: Deal | Iterable[GivenCards],
    bid: str | Bid | None,
    contractor: int | None,
    cards: Sequence[int],
    named: Sequence[int],
    nominate: GivenNomination | None = None,
    *,
    leader: int | None = None,
    dealer: int | None = None,
    called: str | int | None = None,
    partner: int | None = None,
) -> Play:
    """Return the play after recorded cards, each checked against the law; arguments as for `Play`.

    `cards` are card codes in the order played, `named[i]` the suit named when card i is a joker led without a
    suit, otherwise -1. `nominate` may be -1 for none. The record may stop before the last trick. Raises
    PlayError that gives the place of the first illegal card and the reason.
    """
    if len(cards) != len(named):
        raise PlayError(f"{len(cards)} cards but {len(named)} named suits")
    play = Play(
        rules,
        hands,
        bid,
        contractor,
        nominate=None if nominate == -1 else nominate,
        leader=leader,
        dealer=dealer,
        called=called,
        partner=partner,
    )
    for place, (card, suit) in enumerate(zip(cards, named, strict=True)):
        seat = play.turn
        try:
            play.play(Move(int(card), None if suit < 0 else int(suit)))
        except (PlayError, CardError) as error:
            raise PlayError(f"card {place + 1} of {len(cards)} (seat {seat}): {error}") from None
    return play
