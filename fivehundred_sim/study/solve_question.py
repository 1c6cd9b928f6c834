"""Questions about deals with open hands, checked: the contract, who plays it, and how the play stands."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from fivehundred_sim.cards import (
    JOKER,
    NO_TRUMP,
    SUITS,
    Bid,
    CardError,
    Deal,
    format_bid,
    format_card,
    format_deal,
    parse_bid,
    parse_deal,
    parse_hand,
)
from fivehundred_sim.game.moves import Move, PlayError, read_move
from fivehundred_sim.game.partner import called_card
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.ladder import rank
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, partners_of, playing_seats
from fivehundred_sim.study.question import check_table

NO_SUIT = -1


class SolveError(ValueError):
    """The question about a deal cannot be answered as asked; the message is one sentence."""


class Start(NamedTuple):
    """How the play stands when it is not a hand that has just begun.

    `leader` leads the first trick (None: the contractor); `led` are the suits that have been led before;
    `nominate` is the suit (0-3) of the joker that the contractor has named or will name, `NO_SUIT` for none,
    None for whatever is best for him, while it is still his to choose. `played` are the cards played from
    this deal since, in order, as text ("QS 4S", a joker that names a suit as JK=S), words or moves; those of
    one trick that is not full may be missing from the hands.
    """

    leader: int | None = None
    led: tuple[int, ...] = ()
    nominate: int | None = None
    played: str | tuple[str | Move, ...] = ()


JUST_BEGUN = Start()


class Question(NamedTuple):
    """One contract on one deal; `partner` is whom a five-handed contractor has found, None when alone."""

    deal: Deal
    bid: Bid
    contractor: int
    start: Start = JUST_BEGUN
    partner: int | None = None

    @property
    def leader(self) -> int:
        """The seat that leads first."""
        return self.contractor if self.start.leader is None else self.start.leader

    @property
    def played(self) -> tuple[Move, ...]:
        """The cards played since, as moves."""
        return tuple(move for move in self.start.played if isinstance(move, Move))

    def play(self, rules: Rules, nominations: Mapping[int, int]) -> Play:
        """Return the play as it stands, jokers having been nominated so.

        Raises PlayError for a card among those played that could not be.
        """
        play = Play(
            rules if self.partner is None else _partner_by_seat(rules),
            self.deal.hands,
            self.bid,
            self.contractor,
            nominate=dict(nominations) or None,
            led=self.start.led,
            leader=self.leader,
            partner=self.partner,
        )
        for number, move in enumerate(self.played, 1):
            seat = play.turn
            try:
                play.play(move)
            except PlayError as error:
                raise PlayError(f"card {number} of those played (seat {seat}): {error}") from None
        return play


def _partner_by_seat(rules: Rules) -> Rules:
    """Return the rules with partners who are named: a question says who the partner is, not by which card."""
    return rules.model_copy(update={"table": rules.table.model_copy(update={"sides": "name_player"})})


Asked = Question | Deal  # a bare deal asks for every denomination and contractor


def resolve_question(
    deal: str | Deal,
    contract: str | Bid | None,
    declarer: int | None,
    start: Start | None = None,
    *,
    partner: int | None = None,
    called: str | int | None = None,
    rules: Rules,
) -> Asked:
    """Return a checked question; `called` is the card by which a five-handed contractor finds his partner.

    Raises CardError, BidError, PlayError, QuestionError or SolveError naming what is wrong with it.
    """
    check_table(rules)
    if contract is None and declarer is None:
        if start is not None or partner is not None or called is not None:
            raise SolveError(
                "a start other than a hand just begun, or a partner, needs a contract and declarer"
            )
        return _resolve_deal(deal, rules)
    if contract is None or declarer is None:
        raise SolveError("contract and declarer belong together: give both or neither")
    bid = parse_bid(contract) if isinstance(contract, str) else contract
    rank(rules, bid)
    start = start or JUST_BEGUN
    for name, seat in (("declarer", declarer), ("leader", start.leader), ("partner", partner)):
        if seat is not None and seat not in range(rules.table.players):
            raise SolveError(f"{name} {seat}: expected a seat from 0 to {rules.table.players - 1}")
    _check_leader(rules, bid, declarer, start.leader)
    moves = _moves(rules, start.played)
    order = playing_seats(rules, bid, declarer)
    first = order.index(declarer if start.leader is None else start.leader)
    cards = _resolve_deal(deal, rules, dict(zip((*order[first:], *order[:first]), moves, strict=False)))
    start = start._replace(played=moves)
    if start.nominate is not None and start.nominate != NO_SUIT:
        _check_nomination(rules, cards, bid, declarer, start.nominate)
    if called is not None:
        if partner is not None:
            raise SolveError(
                "a called card and a partner exclude each other: the card's holder is the partner"
            )
        partner = called_card(rules, bid, declarer, cards.hands, called)[1]
    elif partner is not None:
        _check_partner(rules, bid, declarer, partner)
    question = Question(cards, bid, declarer, start, partner)
    _check_played(question, rules)
    return question


def _moves(rules: Rules, played: str | Iterable[str | Move]) -> tuple[Move, ...]:
    words = played.replace(",", " ").split() if isinstance(played, str) else played
    return tuple(move if isinstance(move, Move) else read_move(move, pack(rules)) for move in words)


def _resolve_deal(deal: str | Deal, rules: Rules, on_table: Mapping[int, Move] | None = None) -> Deal:
    """Return the checked hands; cards `on_table`, by seat, that the hands lack are put back into them."""
    # A deal given as codes is checked as its text would be.
    cards = pack(rules)
    text = deal if isinstance(deal, str) else format_deal(deal, cards, sort=False)
    parts, seats = text.split("|"), rules.table.players
    if on_table and len(parts) >= seats:
        numbers = [_number_of(part, cards) for part in parts[:seats]]
        if len(set(numbers)) > 1 and len(on_table) < seats:
            for seat, move in on_table.items():
                parts[seat] = f"{parts[seat].strip()} {format_card(move.card, cards)} "
    return parse_deal("|".join(parts), cards, seats)


def _number_of(part: str, cards: tuple[int, ...]) -> int:
    """Return the number of cards of one hand, -1 for a hand with faults, which are told elsewhere."""
    try:
        return len(parse_hand(part, cards, None)) if part.strip() else 0
    except CardError:
        return -1


def _check_leader(rules: Rules, bid: Bid, contractor: int, leader: int | None) -> None:
    if leader is not None and leader not in playing_seats(rules, bid, contractor):
        partner = "partner does" if len(partners_of(rules, contractor)) == 1 else "partners do"
        raise SolveError(f"leader {leader}: the contractor's {partner} not play in {format_bid(bid)}")


def _check_partner(rules: Rules, bid: Bid, contractor: int, partner: int) -> None:
    sides = rules.table.sides
    if sides not in HAND_PARTNERSHIPS:
        raise SolveError(f"partner {partner}: no contractor finds a partner where table.sides is {sides}")
    if bid.is_misere:
        raise SolveError(f"partner {partner}: the contractor of {format_bid(bid)} plays alone")
    if partner == contractor:
        raise SolveError(f"partner {partner}: that is the contractor himself")


def _check_nomination(rules: Rules, deal: Deal, bid: Bid, contractor: int, suit: int) -> None:
    if suit not in range(4):
        raise SolveError(f"nominate {suit}: expected a suit from 0 to 3, or {NO_SUIT} for none")
    word = SUITS[suit]
    if bid.denomination < NO_TRUMP:
        raise SolveError(f"nominate {word}: in {format_bid(bid)} the joker is a trump and names no suit")
    if not _nominates(rules, bid):
        raise SolveError(f"nominate {word}: these rules have no nomination of the joker (joker.nominate)")
    if not jokers_of(deal.hands[contractor]):
        raise SolveError(f"nominate {word}: the contractor, seat {contractor}, does not hold the joker")


def _check_played(question: Question, rules: Rules) -> None:
    """Raise PlayError if no nomination would have let the cards be played that were."""
    if not question.played:
        return
    choices = nominations(question, rules)
    faults = []
    for suits in product(*(suits for _, suits in choices)):
        named = {
            joker: suit
            for (seat, _), suit in zip(choices, suits, strict=True)
            for joker in jokers_of(question.deal.hands[seat])
            if suit is not None
        }
        try:
            question.play(rules, named)
        except PlayError as error:
            faults.append(error)
        else:
            return
    raise faults[0]


def check_all_cards(question: Asked, rules: Rules) -> None:
    """Raise SolveError for a question in which there is no card to score."""
    if isinstance(question, Deal):
        raise SolveError("to score every card takes a contract and declarer")
    seats = len(playing_seats(rules, question.bid, question.contractor))
    if len(question.played) == seats * len(question.deal.hands[0]):
        raise SolveError("every card has been played: there is none to score")


def jokers_of(hand: Iterable[int]) -> tuple[int, ...]:
    """Return the jokers of a hand."""
    return tuple(card for card in hand if card >= JOKER)


def _nominates(rules: Rules, bid: Bid) -> bool:
    """Return whether jokers are given suits in this contract (docs/rulings.md, "Nomination")."""
    low = bid.is_misere and rules.joker.misere_rank == "low"
    return bid.denomination >= NO_TRUMP and rules.joker.nominate != "none" and not low


def nominations(question: Question, rules: Rules) -> list[tuple[int, tuple[int | None, ...]]]:
    """Return who may give his jokers a suit, clockwise from the contractor, and the suits he chooses among.

    None is to name no suit, which only the contractor may do, where the rules leave it to him. Once a suit
    has been led, or somebody else leads, his time to name one is over.
    """
    deal, bid, contractor, start, _ = question
    if not _nominates(rules, bid):
        return []
    given = None if start.nominate is None else (None if start.nominate == NO_SUIT else start.nominate,)
    if rules.joker.nominate == "contractor_optional":
        begun = bool(start.led or start.played) or start.leader not in (None, contractor)
        free: tuple[int | None, ...] = (None,) if begun else (None, 0, 1, 2, 3)
        return [(contractor, given or free)] if jokers_of(deal.hands[contractor]) else []
    holders = [seat for seat in playing_seats(rules, bid, contractor) if jokers_of(deal.hands[seat])]
    must = (0, 1, 2, 3)
    return [(seat, given if given and seat == contractor else must) for seat in holders]
