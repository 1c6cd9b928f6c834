"""Bidding styles as data: what a TOML file says, and the row of numbers that kernels take.

A style is how somebody chooses his calls; conventions are in it by name or not at all. The package's own
styles lie in `styles/`, one file each; a user's are files of the same form.
"""

import os
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fivehundred_sim.study.bidding.style_faults import meant, style_faults
from fivehundred_sim.study.question import QuestionError

FOLDER = Path(__file__).with_name("styles")
DEFAULT = "natural"
OWN_FILE = "a file ending in .toml"
COUNTS = ("trick-bot", "mcg46", "hen", "zh", "ari", "patrick")  # published counts, as the kernels number them
Convention = Literal["joker-six-nt", "aces-up-the-line", "inkles"]


class Style(BaseModel):
    """How a player chooses his calls."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field(min_length=1, max_length=40, description="What the style is called.")
    about: str = Field(default="", description="A line that says what it does.")
    count: Literal["fitted", "trick-bot", "mcg46", "hen", "zh", "ari", "patrick"] = Field(
        default="fitted",
        description="How a hand is valued: by the evaluation fitted to the rules in force, or by a published"
        " count, which then bids as high as it counts.",
    )
    margin: float = Field(
        default=0.0,
        ge=-500,
        le=500,
        description="Points that a bid must bring more than passing; below 0 a bid may bring less.",
    )
    loss_weight: float = Field(
        default=1.0,
        ge=0.1,
        le=10,
        description="How much a point lost in a contract of one's own counts beside a point won.",
    )
    least_chance: float = Field(
        default=0.45,
        ge=0,
        le=0.95,
        description="The chance to make its contract that a bid must have, even to keep others from theirs.",
    )
    misere_margin: float = Field(
        default=0.0,
        ge=0,
        le=1000,
        description="Points that a misère must bring more than any other bid; 1000: never bid.",
    )
    trust: float = Field(
        default=1.0, ge=0, le=2, description="How much of what the others' calls mean is believed (0: none)."
    )
    conventions: tuple[Convention, ...] = Field(
        default=(),
        strict=False,
        description="joker-six-nt: the first call of a hand with the joker is 6NT, while a partner has yet to"
        " speak; aces-up-the-line: the first call shows the lowest ace; inkles: six bids of the American"
        " auction's first two callers signal a suit, or the joker by 6NT.",
    )
    joker_gate: int = Field(
        default=3, ge=0, le=10, description="Top tricks in no-trump that the joker's 6NT asks for."
    )
    inkle_from: float = Field(
        default=5.0, ge=0, le=10, description="Tricks to expect in a suit for an inkle of it."
    )

    @property
    def fitted(self) -> bool:
        """Whether it judges by the fitted evaluation."""
        return self.count == "fitted"


class StyleRows(NamedTuple):
    """Styles as kernels take them: float64 (n, 10), see `kernels.bidding.styles`, and their loss weights."""

    rows: NDArray[np.float64]
    loss_weights: tuple[float, ...]


def style_names() -> tuple[str, ...]:
    """Return the names of the package's own styles, the default one first."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(names, key=lambda name: name != DEFAULT))


def load_style(name: str | os.PathLike[str] | Style) -> Style:
    """Return a style by name, or from a TOML file. Raises QuestionError naming what is wrong."""
    if isinstance(name, Style):
        return name
    word = os.fspath(name)
    if word.lower() in style_names():
        return _shipped(word.lower())
    path = Path(word)
    if path.suffix.lower() != ".toml":
        raise QuestionError(f'there is no style "{word}" ({meant(word, [*style_names(), OWN_FILE])})')
    try:
        return _read(path)
    except FileNotFoundError:
        raise QuestionError(f'style file "{word}" does not exist') from None
    except OSError as error:
        raise QuestionError(f'style "{word}": the file cannot be read ({error.strerror})') from None


@cache
def _shipped(name: str) -> Style:
    return _read(FOLDER / f"{name}.toml")


def _read(path: Path) -> Style:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
        return Style.model_validate({"name": path.stem, **found})
    except UnicodeDecodeError:
        raise QuestionError(f'style "{path}": not UTF-8 text') from None
    except tomllib.TOMLDecodeError as error:
        raise QuestionError(f'style "{path}": not valid TOML ({error})') from None
    except ValidationError as error:
        faults = style_faults(error, Style.model_json_schema()["properties"])
        raise QuestionError(f'style "{path}": {faults}') from None


def rows_of(styles: tuple[Style, ...]) -> StyleRows:
    """Return styles as kernels take them."""
    rows = np.array(
        [
            [
                0 if style.fitted else 1 + COUNTS.index(style.count),
                style.margin,
                "joker-six-nt" in style.conventions,
                "aces-up-the-line" in style.conventions,
                "inkles" in style.conventions,
                style.joker_gate,
                style.inkle_from,
                style.trust,
                style.misere_margin,
                style.least_chance,
            ]
            for style in styles
        ],
        np.float64,
    )
    return StyleRows(rows, tuple(style.loss_weight for style in styles))


@dataclass(frozen=True)
class Manners:
    """How everybody bids: oneself from here on, partners, opponents."""

    own: Style
    partner: Style
    opponents: Style


def manners_of(
    own: str | Style | None, partner: str | Style | None, opponents: str | Style | None
) -> Manners:
    """Return styles by name or file, `natural` where none is given. Raises QuestionError."""
    return Manners(*(load_style(DEFAULT if each is None else each) for each in (own, partner, opponents)))
