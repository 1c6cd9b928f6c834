"""`solve`: what a deal is worth with all hands open and best play on both sides.

A deal of k cards a hand is a hand of k tricks that has just begun: no suit has been led, the contractor
leads, the k-th trick is the last one, and in no-trump and misère the contractor may still name the suit of a
joker that he holds, where the rules let him; he names what is best for him. No cards are exchanged: the kitty
is out of play. `Start` describes positions that have not just begun.

`tricks` are those of the contractor's side. A misère ends at the first trick its contractor takes, so that
its `tricks` is 0 (made) or 1 (failed).
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import (
    DENOMINATIONS,
    JOKER,
    MISERE,
    NO_TRUMP,
    SUITS,
    Bid,
    Deal,
    format_bid,
    format_deal,
    format_hand,
    parse_bid,
    parse_deal,
)
from fivehundred_sim.rules.code import KernelRules, encode
from fivehundred_sim.rules.ladder import rank
from fivehundred_sim.rules.load import load_rules, rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.best_line import best_line

Progress = Callable[[int, int], None]
Hands = tuple[tuple[int, ...], ...]

SCHEMA = "fivehundred.solve/1"
SCHEMA_MANY = "fivehundred.solve-many/1"
SEATS = range(4)
_NOMINATED = 14  # lane bit of a joker that has been named as a suit, above the ace (docs/architecture.md)


class SolveError(ValueError):
    """The question about a deal cannot be answered as asked; the message is one sentence."""


class Start(NamedTuple):
    """How the play stands when it is not a hand that has just begun.

    `leader` leads the first trick (None: the contractor); `led` are the suits that have been led before;
    `nominate` is the suit (0-3) of the joker that the contractor has named or will name, `NO_SUIT` for none,
    None for whatever is best for him, while it is still his to choose.
    """

    leader: int | None = None
    led: tuple[int, ...] = ()
    nominate: int | None = None


NO_SUIT = -1
JUST_BEGUN = Start()


class Question(NamedTuple):
    """One contract on one deal."""

    deal: Deal
    bid: Bid
    contractor: int
    start: Start = JUST_BEGUN


Asked = Question | Deal  # a bare deal asks for every denomination and contractor


class Memory:
    """The solvers' tables, made when first needed; one a thread, kept from question to question."""

    @cached_property
    def tricks(self) -> NDArray[np.uint64]:
        """The table of the suit and no-trump solver."""
        from fivehundred_sim.kernels.solver_table import new_table

        return new_table()

    @cached_property
    def misere(self) -> NDArray[np.uint64]:
        """The table of the misère solver."""
        from fivehundred_sim.kernels.misere import new_misere_table

        return new_misere_table()


@dataclass(frozen=True)
class Evaluator:
    """Exact values of positions between tricks in one contract, for the contractor.

    `nominated` is the suit that his joker belongs to, None when it has none.
    """

    code: KernelRules
    bid: Bid
    contractor: int
    nominated: int | None
    memory: Memory

    @cached_property
    def _bit_of(self) -> dict[int, int]:
        row = self.code.bit[min(self.bid.denomination, MISERE)]
        bits = {card: int(bit) for card, bit in zip(self.code.pack, row, strict=True)}
        if self.bid.denomination >= NO_TRUMP and self.nominated is not None:
            bits[JOKER] = 16 * self.nominated + _NOMINATED
        return bits

    def value(self, hands: Hands, leader: int, led: int, guess: int | None = None) -> int:
        """Return the tricks that the contractor's side still takes; in misère 1 if he takes none, else 0.

        `led` is the bit mask of the suits already led. Hands hold one equal number of cards.
        """
        words = [sum(1 << self._bit_of[card] for card in hand) for hand in hands]
        if self.bid.is_misere:
            return self._misere_made(words, leader, led)
        k = len(hands[leader])
        if k == 0:
            return 0
        return self._tricks(words, leader, led, k, k * 2 // 3 if guess is None else guess)

    def _tricks(self, words: list[int], leader: int, led: int, k: int, guess: int) -> int:
        from fivehundred_sim.kernels.solver import solve_tricks

        trump = int(self.bid.denomination < NO_TRUMP)
        ours = (leader - self.contractor) % 2 == 0
        first = guess if ours else k - guess
        lanes = np.array(words, np.uint64)
        taken = int(
            solve_tricks(self.memory.tricks, lanes, leader, trump, self.code.play.lead, led, k, first)
        )
        return taken if ours else k - taken

    def _misere_made(self, words: list[int], leader: int, led: int) -> int:
        from fivehundred_sim.kernels.misere import misere_makes

        seats = [(self.contractor + step) % 4 for step in (0, 1, 3)]
        lanes = np.array([words[seat] for seat in seats], np.uint64)
        play = self.code.play
        first = seats.index(leader)
        return int(misere_makes(self.memory.misere, lanes, first, play.misere_forced, play.lead, led))


@dataclass(frozen=True)
class SolvedContract:
    """One contract on one deal with all hands open.

    `nominate` is the suit (0-3) that the contractor names for his joker, None where he names none; `line` is
    a line of best play, (seat, card word) in the order of play, empty where it was not asked for.
    """

    question: Question
    rules_name: str
    rules_digest: str
    tricks: int
    makes: bool
    nominate: int | None
    line: tuple[tuple[int, str], ...] = ()

    @property
    def deal(self) -> Deal:
        """The deal that was solved."""
        return self.question.deal

    @property
    def bid(self) -> str:
        """The contract as text."""
        return format_bid(self.question.bid)

    @property
    def nominated(self) -> str | None:
        """The letter of the suit that the contractor names for his joker."""
        return None if self.nominate is None else SUITS[self.nominate]

    @property
    def leader(self) -> int:
        """The seat that leads first."""
        leader = self.question.start.leader
        return self.question.contractor if leader is None else leader

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `solve --contract … --json` prints."""
        return {
            "schema": SCHEMA,
            "deal": format_deal(self.deal, sort=False),
            "rules": {"name": self.rules_name, "hash": self.rules_digest},
            "contract": self.bid,
            "declarer": self.question.contractor,
            "leader": self.leader,
            "led": [SUITS[suit] for suit in self.question.start.led],
            "nominate": self.nominated,
            "tricks": self.tricks,
            "makes": self.makes,
            "line": [word for _, word in self.line],
            "line_seats": [seat for seat, _ in self.line],
        }


@dataclass(frozen=True)
class SolvedDeal:
    """Every denomination and contractor: `tricks[denomination][seat]`, and whether `misere[seat]` makes."""

    deal: Deal
    rules_name: str
    rules_digest: str
    tricks: dict[str, tuple[int, ...]]
    misere: tuple[bool, ...]

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `solve --json` prints without a contract."""
        return {
            "schema": SCHEMA,
            "deal": format_deal(self.deal, sort=False),
            "rules": {"name": self.rules_name, "hash": self.rules_digest},
            "tricks": {denomination: list(seats) for denomination, seats in self.tricks.items()},
            "misere": list(self.misere),
        }


Solved = SolvedContract | SolvedDeal


def hand_words(deal: Deal) -> list[tuple[str, list[str]]]:
    """Return (whose, card words in display order) of each hand and of a kitty that was given."""
    parts = [(f"seat {seat}", hand) for seat, hand in enumerate(deal.hands)]
    if deal.kitty:
        parts.append(("kitty", deal.kitty))
    return [(name, format_hand(cards).split()) for name, cards in parts]


def many_to_json_dict(answers: Sequence[Solved]) -> dict[str, Any]:
    """Return the object that `solve --input FILE --json` prints, answers in the order of the questions."""
    return {"schema": SCHEMA_MANY, "answers": [solved.to_json_dict() for solved in answers]}


# --- questions ----------------------------------------------------------------------------------------------


def _resolve_rules(rules: str | Rules) -> Rules:
    return load_rules(rules) if isinstance(rules, str) else rules


def _resolve_deal(deal: str | Deal, rules: Rules) -> Deal:
    # A deal given as codes is checked as its text would be.
    return parse_deal(deal if isinstance(deal, str) else format_deal(deal, sort=False), pack(rules))


def resolve_question(
    deal: str | Deal,
    contract: str | Bid | None,
    declarer: int | None,
    start: Start | None = None,
    *,
    rules: Rules,
) -> Asked:
    """Return a checked question. Raises CardError, BidError or SolveError naming what is wrong with it."""
    cards = _resolve_deal(deal, rules)
    if contract is None and declarer is None:
        if start is not None:
            raise SolveError("a start other than a hand just begun needs a contract and its declarer")
        return cards
    if contract is None or declarer is None:
        raise SolveError("contract and declarer belong together: give both or neither")
    bid = parse_bid(contract) if isinstance(contract, str) else contract
    rank(rules, bid)
    start = start or JUST_BEGUN
    for name, seat in (("declarer", declarer), ("leader", start.leader)):
        if seat is not None and seat not in SEATS:
            raise SolveError(f"{name} {seat}: expected a seat from 0 to 3")
    if bid.is_misere and start.leader == (declarer + 2) % 4:
        raise SolveError(
            f"leader {start.leader}: the contractor's partner does not play in {format_bid(bid)}"
        )
    if start.nominate is not None and start.nominate != NO_SUIT:
        _check_nomination(rules, cards, bid, declarer, start.nominate)
    return Question(cards, bid, declarer, start)


def _check_nomination(rules: Rules, deal: Deal, bid: Bid, contractor: int, suit: int) -> None:
    if suit not in range(4):
        raise SolveError(f"nominate {suit}: expected a suit from 0 to 3, or {NO_SUIT} for none")
    word = SUITS[suit]
    if bid.denomination < NO_TRUMP:
        raise SolveError(f"nominate {word}: in {format_bid(bid)} the joker is a trump and names no suit")
    if rules.joker.nominate == "none":
        raise SolveError(f"nominate {word}: these rules have no nomination of the joker (joker.nominate)")
    if JOKER not in deal.hands[contractor]:
        raise SolveError(f"nominate {word}: the contractor, seat {contractor}, does not hold the joker")


def _nominations(question: Question, rules: Rules) -> tuple[int | None, ...]:
    """Return the suits among which the contractor may choose for his joker; None is to name no suit.

    Once a suit has been led, or somebody else leads, the time to name one is over.
    """
    start = question.start
    if start.nominate is not None:
        return (None if start.nominate == NO_SUIT else start.nominate,)
    begun = bool(start.led) or start.leader not in (None, question.contractor)
    holds = question.bid.denomination >= NO_TRUMP and JOKER in question.deal.hands[question.contractor]
    if not holds or begun or rules.joker.nominate == "none":
        return (None,)
    return (None, 0, 1, 2, 3)


# --- answers ------------------------------------------------------------------------------------------------


def _best_nomination(
    question: Question, rules: Rules, code: KernelRules, memory: Memory
) -> tuple[int, Evaluator]:
    """Return (value, evaluator) of the nomination that is best for the contractor."""
    deal, bid, contractor, start = question
    leader = contractor if start.leader is None else start.leader
    led = sum(1 << suit for suit in set(start.led))
    best: tuple[int, Evaluator] | None = None
    for suit in _nominations(question, rules):
        evaluator = Evaluator(code, bid, contractor, suit, memory)
        value = evaluator.value(deal.hands, leader, led, best[0] if best else None)
        if best is None or value > best[0]:
            best = value, evaluator
    assert best is not None  # there is always one way, not to name a suit
    return best


def _answer(question: Asked, rules: Rules, code: KernelRules, memory: Memory, line: bool) -> Solved:
    if isinstance(question, Deal):
        return _every_contract(question, rules, code, memory)
    value, evaluator = _best_nomination(question, rules, code, memory)
    bid = question.bid
    return SolvedContract(
        question=question,
        rules_name=rules.name,
        rules_digest=rules_hash(rules),
        tricks=1 - value if bid.is_misere else value,
        makes=bool(value) if bid.is_misere else value >= bid.level,
        nominate=evaluator.nominated,
        line=best_line(question, rules, evaluator, value) if line else (),
    )


def _every_contract(deal: Deal, rules: Rules, code: KernelRules, memory: Memory) -> SolvedDeal:
    def values(denomination: int) -> tuple[int, ...]:
        bid = Bid(0 if denomination >= MISERE else 10, denomination)  # the level changes no value
        questions = (Question(deal, bid, seat) for seat in SEATS)
        return tuple(_best_nomination(question, rules, code, memory)[0] for question in questions)

    return SolvedDeal(
        deal=deal,
        rules_name=rules.name,
        rules_digest=rules_hash(rules),
        tricks={name: values(denomination) for denomination, name in enumerate(DENOMINATIONS)},
        misere=tuple(bool(value) for value in values(MISERE)),
    )


def solve(
    deal: str | Deal,
    contract: str | Bid | None = None,
    declarer: int | None = None,
    *,
    rules: str | Rules = "australian",
    start: Start | None = None,
    line: bool = True,
) -> Solved:
    """Return the double-dummy result of one contract, or of every denomination and contractor.

    Parameters
    ----------
    deal : `h0 | h1 | h2 | h3 | kitty` as text, or a `Deal`; hands of one equal number of cards, 1 to 10.
    contract, declarer : the contract played and its contractor's seat; without both, every one is solved.
    rules : a preset's name, a path of a rules file, or rules already loaded.
    start : how the play stands, for a contract whose play has not just begun.
    line : whether a line of best play is wanted with a contract.

    Raises CardError, BidError, RulesError or SolveError (all ValueError) with one sentence.
    """
    house = _resolve_rules(rules)
    question = resolve_question(deal, contract, declarer, start, rules=house)
    return _answer(question, house, encode(house), Memory(), line)


def solve_many(
    questions: Sequence[Asked],
    *,
    rules: Rules,
    line: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Solved]:
    """Yield the answers to checked questions, in their order.

    `jobs` worker threads share the work (None: one a processor); `progress` is called as (done, total).
    """
    from fivehundred_sim.study.run import default_jobs

    code = encode(rules)
    own = threading.local()

    def answer(question: Asked) -> Solved:
        if not hasattr(own, "memory"):
            own.memory = Memory()
        return _answer(question, rules, code, own.memory, line)

    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="solve") as executor:
        # Leaving early (a fault, Ctrl-C) makes `map` cancel what has not been started.
        for done, answered in enumerate(executor.map(answer, questions), 1):
            if progress is not None:
                progress(done, len(questions))
            yield answered
