"""`solve`: what a deal is worth with all hands open and best play on both sides.

A deal of k cards a hand is a hand of k tricks that has just begun: no suit has been led, the contractor
leads, the k-th trick is the last one, and in no-trump and misère the contractor may still name the suit of a
joker that he holds, where the rules let him; he names what is best for him. No cards are exchanged: the kitty
is out of play. `Start` describes positions that have not just begun.

`tricks` are those of the contractor's side. A misère ends at the first trick its contractor takes, so that
its `tricks` is 0 (made) or 1 (failed).
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from fivehundred_sim.cards import (
    DENOMINATIONS,
    DOUBLE_MISERE,
    HAND_SIZE,
    MISERE,
    SUITS,
    Bid,
    Deal,
    format_bid,
    format_card,
    format_deal,
    format_hand,
)
from fivehundred_sim.game.moves import PlayError, format_move
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.load import load_rules, rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, sides
from fivehundred_sim.study.best_line import best_line, is_lost
from fivehundred_sim.study.card_values import card_values, standing_of
from fivehundred_sim.study.par import Makeable, Par, best_contracts, par
from fivehundred_sim.study.solve_cards import CardScore, score_cards
from fivehundred_sim.study.solve_question import (
    NO_SUIT,
    Asked,
    Question,
    SolveError,
    Start,
    check_all_cards,
    jokers_of,
    nominations,
    resolve_question,
)
from fivehundred_sim.study.values import Evaluator, House, evaluator_of, leaders_values, solved_strain

__all__ = [
    "NO_SUIT",
    "Asked",
    "CardScore",
    "Makeable",
    "Par",
    "Question",
    "SolveError",
    "Solved",
    "SolvedContract",
    "SolvedDeal",
    "Start",
    "check_all_cards",
    "hand_words",
    "many_to_json_dict",
    "resolve_question",
    "solve",
    "solve_many",
    "strains_of",
]

Progress = Callable[[int, int], None]

SCHEMA = "fivehundred.solve/1"
SCHEMA_MANY = "fivehundred.solve-many/1"


@dataclass(frozen=True)
class SolvedContract:
    """One contract on one deal with all hands open.

    `side` are the seats that play it, the contractor first. `nominations` are the jokers that were given a
    suit (0-3), by joker; `line` is a line of best play, (seat, card word) in the order of play, empty where
    it was not asked for. `played` are the cards that had been played from the deal, in the same form. Where
    every card was to be scored, `turn` is the seat on turn and `cards` are its legal cards, best first.
    """

    question: Question
    side: tuple[int, ...]
    pack: tuple[int, ...]
    rules_name: str
    rules_digest: str
    tricks: int
    makes: bool
    nominations: tuple[tuple[int, int], ...] = ()
    line: tuple[tuple[int, str], ...] = ()
    played: tuple[tuple[int, str], ...] = ()
    turn: int | None = None
    cards: tuple[CardScore, ...] | None = None

    @property
    def deal(self) -> Deal:
        """The deal that was solved."""
        return self.question.deal

    @property
    def bid(self) -> str:
        """The contract as text."""
        return format_bid(self.question.bid)

    @property
    def nominate(self) -> int | None:
        """The suit (0-3) that the contractor names for his jokers, None where he names none."""
        own = self.deal.hands[self.question.contractor]
        return next((suit for joker, suit in self.nominations if joker in own), None)

    @property
    def nominated(self) -> str | None:
        """The letter of the suit that the contractor names for his jokers."""
        return None if self.nominate is None else SUITS[self.nominate]

    @property
    def leader(self) -> int:
        """The seat that leads first."""
        return self.question.leader

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `solve --contract … --json` prints."""
        return {
            "schema": SCHEMA,
            "deal": format_deal(self.deal, self.pack, sort=False),
            "rules": {"name": self.rules_name, "hash": self.rules_digest},
            "contract": self.bid,
            "declarer": self.question.contractor,
            "partner": self.question.partner,
            "leader": self.leader,
            "led": [SUITS[suit] for suit in self.question.start.led],
            "nominate": self.nominated,
            "nominations": {format_card(joker, self.pack): SUITS[suit] for joker, suit in self.nominations},
            "played": [word for _, word in self.played],
            "tricks": self.tricks,
            "makes": self.makes,
            "line": [word for _, word in self.line],
            "line_seats": [seat for seat, _ in self.line],
            "turn": self.turn,
            "cards": None if self.cards is None else [asdict(score) for score in self.cards],
        }


@dataclass(frozen=True)
class SolvedDeal:
    """Every denomination and contractor: `tricks[denomination][seat]`, and whether `misere[seat]` makes.

    A misère that the rules do not play is None. `alone` where a contractor could have found a partner, and
    is taken to play without. Of a whole deal of ten cards a hand also the `best` contract that each seat
    makes and, between two `sides` (lasting ones, by seats), `par`.
    """

    deal: Deal
    pack: tuple[int, ...]
    rules_name: str
    rules_digest: str
    tricks: dict[str, tuple[int, ...]]
    misere: tuple[bool, ...] | None
    double_misere: tuple[bool, ...] | None = None
    alone: bool = False
    sides: tuple[tuple[int, ...], ...] = ()
    best: tuple[Makeable | None, ...] | None = None
    par: Par | None = None

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `solve --json` prints without a contract."""
        return {
            "schema": SCHEMA,
            "deal": format_deal(self.deal, self.pack, sort=False),
            "rules": {"name": self.rules_name, "hash": self.rules_digest},
            "tricks": {denomination: list(seats) for denomination, seats in self.tricks.items()},
            "misere": None if self.misere is None else list(self.misere),
            "double_misere": None if self.double_misere is None else list(self.double_misere),
            "sides": [list(seats) for seats in self.sides],
            "best": None if self.best is None else [each and asdict(each) for each in self.best],
            "par": self.par and asdict(self.par),
        }


Solved = SolvedContract | SolvedDeal


def hand_words(solved: Solved) -> list[tuple[str, list[str]]]:
    """Return (whose, card words in display order) of each hand and of a kitty that was given."""
    deal = solved.deal
    parts = [(f"seat {seat}", hand) for seat, hand in enumerate(deal.hands)]
    if deal.kitty:
        parts.append(("kitty", deal.kitty))
    return [(name, format_hand(cards, solved.pack).split()) for name, cards in parts]


def many_to_json_dict(answers: Sequence[Solved], complete: bool = True) -> dict[str, Any]:
    """Return the object that `solve --input FILE --json` prints, answers in the order of the questions.

    Work that was interrupted is not `complete`: later questions have no answer.
    """
    found = [solved.to_json_dict() for solved in answers]
    return {"schema": SCHEMA_MANY, "complete": complete, "answers": found}


# --- answers ------------------------------------------------------------------------------------------------


Settled = tuple[int, Evaluator]  # the value of a question, with the jokers nominated that lead to it


def _best_nomination(question: Question, house: House) -> Settled:
    """Return the value of a question where every holder of a joker nominates what is best for his side."""
    return _nominated(question, house, nominations(question, house.rules), {}, None)


def _nominated(
    question: Question,
    house: House,
    choices: list[tuple[int, tuple[int | None, ...]]],
    chosen: dict[int, int],
    guess: int | None,
) -> Settled:
    """Return what comes of the nominations still to make, in their order, after those `chosen`."""
    deal, bid, contractor, start, partner = question
    if not choices:
        evaluator = evaluator_of(house, bid, contractor, partner, chosen)
        if question.played:
            return _standing_value(question.play(house.rules, chosen), evaluator), evaluator
        led = sum(1 << suit for suit in set(start.led))
        return evaluator.value(deal.hands, question.leader, led, guess=guess), evaluator
    (seat, suits), *rest = choices
    best: Settled | None = None
    impossible: PlayError | None = None
    for suit in suits:
        own = {} if suit is None else dict.fromkeys(jokers_of(deal.hands[seat]), suit)
        try:
            found = _nominated(question, house, rest, chosen | own, best[0] if best else guess)
        except PlayError as error:  # the cards played since could not be, had the joker been named so
            impossible = error
            continue
        ours = seat in found[1].side
        if best is None or (found[0] > best[0] if ours else found[0] < best[0]):
            best = found
    if best is None:  # there is always one way to nominate, be it not to name a suit
        assert impossible is not None
        raise impossible
    return best


def _standing_value(play: Play, evaluator: Evaluator) -> int:
    """Return the tricks of the contractor's side in all, its past ones included; in misère 1 for none."""
    if play.over or is_lost(play):
        return int(not play.contractor_tricks) if evaluator.bid.is_misere else play.contractor_tricks
    values = card_values(evaluator, standing_of(play), play.moves())
    best = max(values) if play.turn in evaluator.side else min(values)
    return best if evaluator.bid.is_misere else play.contractor_tricks + best


def _answer(question: Asked, house: House, line: bool, all_cards: bool) -> Solved:
    if isinstance(question, Deal):
        return _every_contract(question, house)
    value, evaluator = _best_nomination(question, house)
    bid, play = question.bid, question.play(house.rules, evaluator.nominations)
    played = tuple(
        (record.seat, format_move(move, house.pack))
        for record, move in zip(play.history, question.played, strict=True)
    )
    return SolvedContract(
        question=question,
        side=evaluator.side,
        pack=house.pack,
        rules_name=house.rules.name,
        rules_digest=rules_hash(house.rules),
        tricks=1 - value if bid.is_misere else value,
        makes=bool(value) if bid.is_misere else value >= bid.level,
        nominations=tuple(evaluator.nominations.items()),
        played=played,
        turn=play.turn if all_cards else None,
        cards=score_cards(play, evaluator) if all_cards else None,
        line=best_line(play, evaluator) if line else (),  # the last: it plays on
    )


def strains_of(question: Asked, rules: Rules) -> set[int]:
    """Return the strains that an answer solves (`rules.wide`)."""
    if isinstance(question, Question):
        return {solved_strain(question.bid)}
    miseres = (MISERE, DOUBLE_MISERE)
    return {*range(len(DENOMINATIONS)), *(strain for strain in miseres if Bid(0, strain) in bids(rules))}


def _every_contract(deal: Deal, house: House) -> SolvedDeal:
    def values(denomination: int) -> tuple[int, ...]:
        bid = Bid(0 if denomination >= MISERE else 10, denomination)  # the level changes no value
        questions = [Question(deal, bid, seat) for seat in range(len(deal.hands))]
        if not any(nominations(question, house.rules) for question in questions):
            together = leaders_values(house, deal.hands, bid)
            if together is not None:
                return together
        return tuple(_best_nomination(question, house)[0] for question in questions)

    played = [strain for strain in (MISERE, DOUBLE_MISERE) if Bid(0, strain) in bids(house.rules)]
    found = {strain: values(strain) for strain in (*range(len(DENOMINATIONS)), *played)}
    makes = {strain: tuple(map(bool, found[strain])) for strain in played}
    taken = found | {strain: tuple(1 - value for value in found[strain]) for strain in played}
    whole = len(deal.hands[0]) == HAND_SIZE
    return SolvedDeal(
        deal=deal,
        pack=house.pack,
        rules_name=house.rules.name,
        rules_digest=rules_hash(house.rules),
        tricks={name: found[denomination] for denomination, name in enumerate(DENOMINATIONS)},
        misere=makes.get(MISERE),
        double_misere=makes.get(DOUBLE_MISERE),
        alone=house.rules.table.sides in HAND_PARTNERSHIPS,
        sides=sides(house.rules),
        best=best_contracts(house.rules, taken) if whole else None,
        par=par(house.rules, taken) if whole else None,
    )


def solve(
    deal: str | Deal,
    contract: str | Bid | None = None,
    declarer: int | None = None,
    *,
    rules: str | Rules = "australian",
    start: Start | None = None,
    partner: int | None = None,
    called: str | int | None = None,
    line: bool = True,
    all_cards: bool = False,
) -> Solved:
    """Return the double-dummy result of one contract, or of every denomination and contractor.

    Parameters
    ----------
    deal : `h0 | h1 | h2 | h3 | kitty` as text (as many hands as players), or a `Deal`; hands of one equal
        number of cards, 1 to 10.
    contract, declarer : the contract played and its contractor's seat; without both, every one is solved.
    rules : a preset's name, a path of a rules file, or rules already loaded.
    start : how the play stands, for a contract whose play has not just begun.
    partner, called : a five-handed contractor's partner, by seat or by the card called; with neither he is
        alone.
    line : whether a line of best play is wanted with a contract.
    all_cards : whether every legal card of the seat on turn is scored, with a contract (`solve_cards` takes a
        play in progress).

    Raises CardError, BidError, PlayError, RulesError, QuestionError or SolveError (all ValueError) with one
    sentence.
    """
    house = House(load_rules(rules) if isinstance(rules, str) else rules)
    question = resolve_question(
        deal, contract, declarer, start, partner=partner, called=called, rules=house.rules
    )
    if all_cards:
        check_all_cards(question, house.rules)
    return _answer(question, house, line, all_cards)


def solve_many(
    questions: Sequence[Asked],
    *,
    rules: Rules,
    line: bool = False,
    all_cards: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Solved]:
    """Return an iterator of the answers to checked questions, in their order.

    `jobs` worker threads share the work (None: one a processor); `progress` is called as (done, total).
    Whoever stops early has all answers up to there. Raises SolveError where every card is to be scored and
    there is none.
    """
    if all_cards:
        for question in questions:
            check_all_cards(question, rules)
    return _answers(questions, House(rules), line, all_cards, jobs, progress)


def _answers(
    questions: Sequence[Asked],
    house: House,
    line: bool,
    all_cards: bool,
    jobs: int | None,
    progress: Progress | None,
) -> Iterator[Solved]:
    from fivehundred_sim.study.run import default_jobs

    def answer(question: Asked) -> Solved:
        return _answer(question, house, line, all_cards)

    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="solve") as executor:
        # Leaving early (a fault, Ctrl-C) makes `map` cancel what has not been started.
        for done, answered in enumerate(executor.map(answer, questions), 1):
            if progress is not None:
                progress(done, len(questions))
            yield answered
