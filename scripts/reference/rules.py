"""docs/rules.md: every option of a rules file and what each preset plays, read off model and presets."""

from importlib import resources
from itertools import takewhile
from typing import Any

from fivehundred_sim.rules.load import DEFAULT, differences, load_rules, preset_names
from fivehundred_sim.rules.model import (
    JOKER_SET_SOURCES,
    JOKER_SETS,
    Rules,
    bounds,
    descriptions,
    options,
    table_titles,
)

HEAD = """\
# Every rule

<!-- Written by scripts/write_reference.py from the model of the rules and the presets: do not edit. -->

A rules file names a preset as its `base` and says what your house does otherwise, as
[Your house's rules](house-rules.md) shows. This page has every option: what it decides, its values, and which
presets play each. What a value means exactly, where sources are silent or contradict each other, is in
[Rulings](rulings.md). Words in capitals, such as IOWA or HSW, are short names of [sources](#sources).

`fivehundred rules show NAME` prints a preset as a whole, `fivehundred rules diff A B` where two houses
differ, `fivehundred rules check FILE.toml` whether a file can be played.
"""
SOURCES = """\
## Sources

Short names used in the presets and on this page:

- GAMERULES: an Australian rule text of the pagat family.
- TRICKSTER, TRK: the help pages of a 500 site, with its menu of house rules.
- HSW: the three-player text of How Stuff Works. BIKE: the Bicycle rules.
- HOYLE09: Hoyle's Games Modernized, 1909.
- IOWA: intramural rules of Iowa State University. DEMO: team rules of a shareware program of the 1990s.
- MCGILL, ZPAG, QCAPP: Quebec, with two jokers. Score500: a score keeper.
- FRANCIS: a New Zealand strategy site. GILES, GARETH: open programs that play the game.
"""
# Where docs/rulings.md says more, by table.
RULINGS = {
    "auction": "auction",
    "misere": "the-misère-family",
    "open_misere": "the-misère-family",
    "blind_misere": "the-misère-family",
    "double_misere": "the-misère-family",
    "bar_nullo": "the-misère-family",
    "joker": "jokers-without-a-suit-no-trump-the-misère-family-the-hand-without-a-contract",
    "partner": "five-players",
    "pack": "table-piles-two-players",
    "scoring": "points-of-a-hand",
    "match": "the-game",
}


def page() -> str:
    """Return the text of docs/rules.md."""
    houses = {name: load_rules(name) for name in preset_names()}
    parts = [HEAD, "## The presets\n", *(_preset(name, houses) for name in _ordered(houses))]
    for table, title in table_titles().items():
        parts.append(_table(table, title, houses))
    return "\n".join([*parts, SOURCES]).rstrip() + "\n"


def _ordered(houses: dict[str, Rules]) -> list[str]:
    """Return the names by the number of players, four first and the default one before all."""
    return sorted(
        houses,
        key=lambda name: (name != DEFAULT, houses[name].table.players != 4, houses[name].table.players, name),
    )


def _preset(name: str, houses: dict[str, Rules]) -> str:
    text = (resources.files("fivehundred_sim.rules") / "presets" / f"{name}.toml").read_text("utf-8")
    head = [
        line.removeprefix("#").strip() for line in takewhile(lambda line: line[:1] == "#", text.splitlines())
    ]
    told = [f"`{line}`" if line.startswith("--set") else line for line in head if "A house file" not in line]
    about = " ".join(told)
    base = next((line.split('"')[1] for line in text.splitlines() if line.startswith("base")), None)
    lines = [f"### {name}", "", about, ""]
    if base is not None:
        changes = differences(houses[base], houses[name])
        told = [f"{key} = {_toml(new)}" for key, (_, new) in changes.items()]
        lines += ["```toml", f'base = "{base}"', *told, "```", ""]
    return "\n".join(lines)


def _table(table: str, title: str, houses: dict[str, Rules]) -> str:
    lines = [f"## {table}", "", title, ""]
    if table in RULINGS:
        lines = [f"## {table}", "", f"{title} More in [Rulings](rulings.md#{RULINGS[table]}).", ""]
    if table == "joker":
        lines += [_joker_sets()]
    for key, values in options().items():
        if key.partition(".")[0] == table and key != "joker.set":
            lines += [_option(key, values, houses)]
    return "\n".join(lines)


def _option(key: str, values: tuple[object, ...], houses: dict[str, Rules]) -> str:
    table, name = key.split(".")
    played: dict[object, list[str]] = {}
    for house in _ordered(houses):
        played.setdefault(getattr(getattr(houses[house], table), name), []).append(house)
    default = getattr(getattr(houses[DEFAULT], table), name)
    low_high = bounds().get(key)
    lines = [f"### {key}", "", descriptions()[key], ""]
    if low_high:
        lines[2] += f" A whole number from {_number(low_high[0])} to {_number(low_high[1])}."
        values = tuple(sorted(played, key=lambda value: value != default))  # type: ignore[arg-type]
    for value in values:
        label = f"- `{_value(value)}`" + (" (default)" if value == default else "")
        lines.append(f"{label}: {_who(played.get(value, []), len(houses))}")
    return "\n".join([*lines, ""])


def _who(names: list[str], of: int) -> str:
    if not names:
        return "no preset"
    if len(names) == of:
        return "all presets"
    return ", ".join(names) if len(names) <= of // 2 else f"the {len(names)} others"


def _joker_sets() -> str:
    keys = list(next(iter(JOKER_SETS.values())))
    lines = [
        "### joker.set",
        "",
        descriptions()["joker.set"],
        "",
        "| set | from | " + " | ".join(f"`{key}`" for key in keys) + " |",
        "|---" * (len(keys) + 2) + "|",
    ]
    for name, chosen in JOKER_SETS.items():
        cells = [f"`{_value(chosen[key])}`" for key in keys]
        lines.append(f"| `{name}` | {JOKER_SET_SOURCES[name]} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def _value(value: Any) -> str:
    """Return a value as a rules file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else _value(value)


def _number(value: int) -> str:
    return f"{value:,}".replace("-", "−")
