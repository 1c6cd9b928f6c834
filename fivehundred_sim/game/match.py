"""A match: whole games, call by call and card by card, until somebody has won.

    match = Match("australian", seed=7)
    while match.phase != "over":
        match.do(choose(match.legal()))
    match.scores, match.winners, match.export()

The kinds of action are those of `one_deal`; `record` holds the form of the exported text.
"""

from collections.abc import Iterable, Sequence

from fivehundred_sim.cards import format_card
from fivehundred_sim.game.dealing import Dealt, deal_cards, shuffled, verify_dealt, verify_pack
from fivehundred_sim.game.given import GivenRules, given_rules
from fivehundred_sim.game.one_deal import Action, ActionError, OneDeal, Phase
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.standing import Standing, after_hand, start


class Match:
    """A match by the rules of a house.

    Parameters
    ----------
    rules : Rules, or the name of a preset or file
    seed : shuffles every deal that is not given, a whole number from 0 on; equal seeds deal equal cards
    dealer : who deals first, by default the last seat, so that seat 0 calls first
    deals : the first deals, each the whole pack as card codes in the order dealt (`dealing.deal_cards`), or
        a `Dealt`

    `deals` are the deals so far, the last one being played; `standings` those after each of them. Raises
    ValueError for another seed, a dealer who is not at the table, and deals that these rules cannot deal.
    """

    def __init__(
        self,
        rules: GivenRules = "australian",
        seed: int = 1,
        dealer: int | None = None,
        deals: Iterable[Sequence[int] | Dealt] = (),
    ) -> None:
        self.rules = given_rules(rules)
        if seed < 0:
            raise ValueError(f"seed {seed}: expected a whole number from 0 on")
        self.seed = int(seed)
        players = self.rules.table.players
        self.first_dealer = players - 1 if dealer is None else dealer
        if self.first_dealer not in range(players):
            raise ValueError(f"dealer {dealer} does not sit at the table (seats 0 to {players - 1})")
        self._given = tuple(deals)
        for given in self._given:  # all now: a fault found between two hands would leave the match torn
            if isinstance(given, Dealt):
                verify_dealt(self.rules, given)
            else:
                verify_pack(self.rules, given)
        self.standings: tuple[Standing, ...] = ()
        self.deals: tuple[OneDeal, ...] = ()
        self._deal(self.first_dealer)

    # --- where it stands ------------------------------------------------------------------------------------

    @property
    def deal(self) -> OneDeal:
        """The deal being played, or the last one."""
        return self.deals[-1]

    @property
    def standing(self) -> Standing:
        """The scores after the last deal that has been played."""
        return self.standings[-1] if self.standings else start(self.rules)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side, that of seat 0 first."""
        return self.standing.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won; none while the match goes on, and where it ends without a winner."""
        return self.standing.winners

    @property
    def phase(self) -> Phase:
        """Of which kind the next action is; `over` once the match is."""
        return "over" if self.standing.over else self.deal.phase

    @property
    def turn(self) -> int | None:
        """The seat to act, None once the match is over."""
        return None if self.standing.over else self.deal.turn

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat holds now, as words; with the kitty while the seat discards."""
        if seat not in range(self.rules.table.players):
            raise ValueError(f"there is no seat {seat} (0 to {self.rules.table.players - 1})")
        cards = pack(self.rules)
        return tuple(format_card(card, cards) for card in self.deal.hands[seat])

    # --- actions --------------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the actions open now; while somebody discards, the cards that he may choose from."""
        return [] if self.standing.over else self.deal.legal()

    def verify_do(self, text: str) -> str:
        """Return the one form of an action. Raises ValueError with the reason if it may not be taken now."""
        if self.standing.over:
            raise ActionError(f'"{text}" comes too late: the match is over')
        return self.deal.verify_do(text)

    def can_do(self, text: str) -> bool:
        """Return whether the seat on turn may take this action."""
        try:
            self.verify_do(text)
        except ValueError:
            return False
        return True

    def do(self, text: str) -> Action:
        """Take an action for the seat on turn and return its record. Raises ValueError with the reason.

        The last card of a hand scores it, and the next cards are dealt.
        """
        self.verify_do(text)
        record = self.deal.do(text)
        if self.deal.phase == "over":
            self._score()
        return record

    def export(self) -> str:
        """Return the match as text, which `read` reads back; given cards not yet dealt are no part of it."""
        from fivehundred_sim.game.record import written  # not at the top: a record is made of matches

        return written(self)

    @staticmethod
    def read(text: str) -> "Match":
        """Return the match of an exported text, every action verified.

        Raises RecordError (a ValueError) that names the line and what is wrong with it.
        """
        from fivehundred_sim.game.record import read_match

        return read_match(text)

    # --- from deal to deal ----------------------------------------------------------------------------------

    def _score(self) -> None:
        """Count the deal that is over, and deal again unless the match is."""
        played = self.deal.finished_hand
        standing = self.standing if played is None else after_hand(self.rules, self.standing, played)
        self.standings += (standing,)
        if not standing.over:
            same = self.deal.outcome == "redeal_same"
            self._deal((self.deal.dealer + (0 if same else 1)) % self.rules.table.players)

    def _deal(self, dealer: int) -> None:
        number = len(self.deals)
        if number < len(self._given):
            given = self._given[number]
            dealt = given if isinstance(given, Dealt) else deal_cards(self.rules, given, dealer)
        else:
            dealt = deal_cards(self.rules, shuffled(self.rules, self.seed, number + 1), dealer)
        self.deals += (OneDeal(self.rules, dealt, dealer),)
