"""A match as text that players can read, and back.

    match: australian
    set: misere.when=anytime           a line for each rule that differs from the preset; may be missing
    base: australian                   only where `match` names no preset: what the rules differ from
    seed: 7
    dealer: 3                          who deals first

    deal 1, seat 3 deals
    seat 0: JK AS KS 9S 8S 7H 6C 5C KD 4D
    ...                                each seat; then `piles 0: 5S/KH ...` (face down/face up)
    kitty: QS JC 4H
    dead: ...                          the dead hand of two players
    calls: 0 7S, 1 P, 2 P, 3 P         seat and call; REDEAL, YES, NO where a redeal is proposed
    contract: 7S by seat 0             or `dealt again`, or `no contract`
    discard: 6C 5C 4D
    joker: 0 D                         the suit given to it, or `-`
    partner: AS                        card called or seat named in the five-handed game, or `-`
    trick 1: 0 JK, 1 5S, 2 6S, 3 10S; won by 0
    ...
    points: 140 30
    score: 140 30                      by side; or the next deal

    won: 0                             once it is over: the sides that have won, or `nobody`

What follows from the rest (contract, who wins a trick, points, scores) is written for the reader, and checked
when read. Reading replays every action through the referee, so a text that reads is a match by the rules.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import NamedTuple

from fivehundred_sim.cards import CardError, format_card, format_hand, parse_card, parse_hand
from fivehundred_sim.game.dealing import Dealt, verify_dealt
from fivehundred_sim.game.match import Match
from fivehundred_sim.game.one_deal import Action, OneDeal
from fivehundred_sim.game.piles import Pile
from fivehundred_sim.rules.faults import either
from fivehundred_sim.rules.load import DEFAULT, load_rules, preset_names, rule_changes
from fivehundred_sim.rules.model import Rules, RulesError
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.standing import Standing


class RecordError(ValueError):
    """A text that is no record of a match; the message names the line and what is wrong with it."""


# --- writing ------------------------------------------------------------------------------------------------


def written(match: Match) -> str:
    """Return a match as text, finished or not."""
    lines = ["match: " + " ".join(match.rules.name.split())]  # a name of several lines would not read back
    if match.rules.name not in preset_names():
        lines.append(f"base: {DEFAULT}")
    lines += [f"set: {change}" for change in rule_changes(match.rules)]
    lines += [f"seed: {match.seed}", f"dealer: {match.first_dealer}"]
    before = (0,) * len(match.scores)
    for number, deal in enumerate(match.deals):
        lines += ["", *_cards(number, deal), *_course(deal)]
        if number < len(match.standings):
            lines += _result(deal, before, match.standings[number])
            before = match.standings[number].scores
    if match.standing.over:
        lines += ["", f"won: {_numbers(match.winners) or 'nobody'}"]
    return "\n".join(lines) + "\n"


def _cards(number: int, deal: OneDeal) -> Iterator[str]:
    """Yield the lines that say who was dealt what."""
    cards, dealt = pack(deal.rules), deal.dealt
    yield f"deal {number + 1}, seat {deal.dealer} deals"
    for seat, hand in enumerate(dealt.hands):
        yield f"seat {seat}: {format_hand(hand, cards)}"
    for seat, own in enumerate(dealt.piles):
        yield f"piles {seat}: " + " ".join("/".join(format_card(c, cards) for c in pile) for pile in own)
    if dealt.kitty:
        yield f"kitty: {format_hand(dealt.kitty, cards)}"
    if dealt.dead:
        yield f"dead: {format_hand(dealt.dead, cards)}"


def _course(deal: OneDeal) -> Iterator[str]:
    """Yield the lines of what was done."""
    calls = [action for action in deal.actions if action.phase in ("auction", "redeal")]
    if calls:
        yield "calls: " + _said(calls)
    if deal.outcome is not None:
        yield f"contract: {_contract(deal)}"
    for action in deal.actions:
        if action.phase == "nominate":
            yield f"joker: {action.seat} {action.text}"
        elif action.phase in ("discard", "partner"):
            yield f"{action.phase}: {action.text}"
    if deal.play is None:
        return
    moves = [action for action in deal.actions if action.phase == "play"]
    records = zip(moves, deal.play.history, strict=True)
    for number, trick in groupby(records, key=lambda pair: pair[1].trick):
        pairs = list(trick)
        winner = pairs[-1][1].winner
        won = "" if winner is None else f"; won by {winner}"
        yield f"trick {number + 1}: " + _said(move for move, _ in pairs) + won


def _said(actions: Iterable[Action]) -> str:
    return ", ".join(f"{action.seat} {action.text}" for action in actions)


def _contract(deal: OneDeal) -> str:
    contract = deal.auction.contract
    if contract is not None:
        return f"{contract.bid} by seat {contract.seat}"
    return "no contract" if deal.outcome == "play_no_trump" else "dealt again"


def _result(deal: OneDeal, before: tuple[int, ...], standing: Standing) -> Iterator[str]:
    if deal.finished_hand is not None:
        gains = (after - old for after, old in zip(standing.scores, before, strict=True))
        yield f"points: {_numbers(gains)}"
        yield f"score: {_numbers(standing.scores)}"


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


# --- reading ------------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of the text: its number from 1, the word before the colon, and what follows."""

    number: int
    key: str
    value: str


_HEADER = ("match", "base", "set", "seed", "dealer")
_ACTIONS = ("calls", "discard", "joker", "partner", "trick")
_CARDS = ("seat", "piles", "kitty", "dead")


def read_match(text: str) -> Match:
    """Return the match that a text records. Raises RecordError as `Match.read` says."""
    lines = list(_lines(text))
    head = [line for line in lines if line.key in _HEADER]
    body = [line for line in lines if line.key not in _HEADER]
    match = _begun(head, body)
    for line in body:
        if line.key.split()[0] in _ACTIONS:
            _replay(match, line)
    _compare(text, match)
    return match


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that say something; the line of a deal has the key `deal N`."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        if line.startswith("deal "):
            key, colon, value = line.partition(",")
        known = key.split()[0] if key.split() else ""
        kinds = (*_HEADER, *_ACTIONS, *_CARDS, "deal", "contract", "points", "score", "won")
        if not colon or known not in kinds:
            raise RecordError(f'line {number}: "{line[:60]}" is not a line of a match (such as "calls: 0 P")')
        yield _Line(number, key.strip(), value.strip())


def _begun(head: list[_Line], body: list[_Line]) -> Match:
    """Return the match before its first call, with the cards of every deal that is recorded."""
    values = {line.key: line for line in head if line.key != "set"}
    for key in ("match", "seed", "dealer"):
        if key not in values:
            raise RecordError(f'line 1: the line "{key}: …" is missing')
    rules = _read_rules(values["match"], values.get("base"), [line for line in head if line.key == "set"])
    seed, dealer = _whole(values["seed"]), _whole(values["dealer"])
    deals = _deals(rules, body)
    with _at(values["dealer"].number):
        if not deals:
            raise RecordError(f"no deal is recorded (expected a line such as deal 1, seat {dealer} deals)")
        return Match(rules, seed, dealer, deals)


def _read_rules(name: _Line, base: _Line | None, changes: list[_Line]) -> Rules:
    """Return the rules of the head; a fault is that of the line which sets the key it is about."""
    source = base or name
    with _at(source.number):
        if source.value not in preset_names():  # a text from elsewhere opens no files
            raise RecordError(f'"{source.value}" is no preset (expected {either(preset_names())})')
    for line in changes:
        if "=" not in line.value:
            raise RecordError(
                f'line {line.number}: "{line.value}" sets nothing (such as misere.when=anytime)'
            )
    pairs = dict(line.value.split("=", 1) for line in changes)
    numbers = {line.value.split("=", 1)[0]: line.number for line in changes}
    try:
        return load_rules(source.value, pairs if base is None else {**pairs, "name": name.value})
    except RulesError as error:
        keys = (fault.partition(":")[0] for fault in error.faults)
        number = next((numbers[key] for key in keys if key in numbers), source.number)
        raise RecordError(f"line {number}: {error}") from None


def _deals(rules: Rules, body: list[_Line]) -> list[Dealt]:
    """Return the cards of each deal, verified to be dealt as these rules deal."""
    starts = [place for place, line in enumerate(body) if line.key.startswith("deal ")]
    if body and 0 not in starts:
        raise RecordError(
            f'line {body[0].number}: "{body[0].key}" before any deal (expected deal 1, seat … deals)'
        )
    found = []
    for start, end in pairwise([*starts, len(body)]):
        part = [line for line in body[start:end] if line.key.split()[0] in _CARDS]
        found.append(_read_cards(rules, body[start], part))
    return found


def _read_cards(rules: Rules, title: _Line, lines: list[_Line]) -> Dealt:
    cards = pack(rules)
    parts: dict[str, tuple[int, ...]] = {}
    piles: list[tuple[Pile, ...]] = []
    for line in lines:
        with _at(line.number):
            if line.key.startswith("piles "):
                words = line.value.split()
                piles.append(tuple(tuple(parse_card(c, cards) for c in word.split("/")) for word in words))
            else:
                parts[line.key] = parse_hand(line.value, cards, None)
    hands = tuple(parts.get(f"seat {seat}", ()) for seat in range(rules.table.players))
    dealt = Dealt(hands, parts.get("kitty", ()), parts.get("dead", ()), tuple(piles))
    with _at(title.number):
        verify_dealt(rules, dealt)
    return dealt


def _replay(match: Match, line: _Line) -> None:
    """Take the actions of a line, each by the seat that it names."""
    said = line.value.partition(";")[0]
    if line.key in ("discard", "partner"):
        steps: list[tuple[str | None, str]] = [(None, said)]
    else:
        steps = [_step(line, part) for part in said.split(",")]
    for seat, text in steps:
        with _at(line.number):
            if seat is not None and str(match.turn) != seat:
                raise CardError(f'seat {seat} is not on turn for "{text}" (seat {match.turn} is)')
            match.do(text)


def _step(line: _Line, part: str) -> tuple[str, str]:
    """Return seat and action of a part such as `0 7S`."""
    seat, space, text = part.strip().partition(" ")
    if not space or not seat.isdecimal():
        raise RecordError(
            f'line {line.number}: "{part.strip()}" is not a seat and what it did (such as 0 7S)'
        )
    return seat, text.strip()


def _compare(text: str, match: Match) -> None:
    """Raise RecordError at the first line that the match does not lead to."""
    given = [line.rstrip() for line in text.splitlines()]
    right = written(match).splitlines()
    for number in range(max(len(given), len(right))):
        mine = given[number] if number < len(given) else ""
        true = right[number] if number < len(right) else ""
        if mine != true:
            raise RecordError(f'line {number + 1}: "{mine}" does not follow, expected "{true}"')


def _whole(line: _Line) -> int:
    if not line.value.isdecimal():
        raise RecordError(f'line {line.number}: {line.key} "{line.value[:60]}" is not a whole number')
    with _at(line.number):
        return int(line.value)


@contextmanager
def _at(number: int) -> Iterator[None]:
    """Name the line in the message of any fault found inside."""
    try:
        yield
    except ValueError as error:
        raise RecordError(f"line {number}: {error}") from None
