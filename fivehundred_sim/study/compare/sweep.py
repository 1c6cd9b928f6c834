"""One option of a house swept over several values: a set of rules for each."""

from collections.abc import Mapping
from typing import NamedTuple

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.compare.compare import Sweep
from fivehundred_sim.study.question import QuestionError


class Swept(NamedTuple):
    """The sets of rules of a sweep, what they are called, and the sweep itself."""

    rules: tuple[Rules, ...]
    labels: tuple[str, ...]
    sweep: Sweep


def swept(base: str, overrides: Mapping[str, str], option: str) -> Swept:
    """Return a set of rules for each value of an option such as "misere.value=210,230,250".

    base: a preset or file, with overrides on top. Raises QuestionError for another form, fewer than two
    values or one given twice, and RulesError for what the house cannot be.
    """
    key, equals, text = option.partition("=")
    key, words = key.strip(), [word.strip() for word in text.split(",")]
    if not equals or not key or not all(words):
        raise QuestionError(
            f"--option {option!r} is not of the form key=value,value,…, for example misere.value=210,230,250"
        )
    if len(words) < 2:
        raise QuestionError(f"--option {option!r} has one value: expected two or more, with commas between")
    repeated = sorted({word for word in words if words.count(word) > 1})
    if repeated:
        raise QuestionError(f"--option {option!r} names {', '.join(repeated)} twice")
    if key in overrides:
        raise QuestionError(f"--option and --set both give {key} a value")
    rules = tuple(load_rules(base, {**overrides, key: word}) for word in words)
    labels = tuple(f"{key}={word}" for word in words)
    return Swept(
        rules,
        labels,
        Sweep(key, tuple(_value(each, key, word) for each, word in zip(rules, words, strict=True))),
    )


def _value(rules: Rules, key: str, word: str) -> object:
    """Return the value that an option has; of a set of options such as joker.set its name."""
    table, _, option = key.partition(".")
    return getattr(getattr(rules, table, None), option, word)
