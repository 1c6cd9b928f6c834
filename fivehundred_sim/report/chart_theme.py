"""How charts look, on light and on dark paper: colours, type, and the look of each player model.

Models differ in marker, line and fill as well as in colour, and in lightness, so that a chart reads in grey
print and for colour-blind readers. The colours are those of Okabe and Ito, darker or lighter for contrast.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Look:
    """How one player model is drawn, the same in every chart; `filled` fills its markers and bars."""

    color: str
    marker: str
    line: Literal["-", "--", ":"]
    filled: bool


@dataclass(frozen=True)
class Theme:
    """One style of charts: paper, inks, the shades behind panels, and how the models are drawn."""

    name: str
    paper: str
    ink: str
    soft: str
    grid: str
    mark: str
    levels: str
    asked: str
    models: Mapping[str, Look]
    other: Look

    def look(self, engine: str) -> Look:
        """Return how a player model is drawn."""
        return self.models.get(engine, self.other)


LIGHT = Theme(
    name="light",
    paper="#FFFFFF",
    ink="#202020",
    soft="#505050",
    grid="#E4E4E4",
    mark="#8A8A8A",
    levels="#F3F4F6",
    asked="#F7EBC8",
    models={
        "calibrated": Look("#202020", "D", "-", filled=True),
        "sampled": Look("#007A5A", "*", "-", filled=False),
        "heuristic": Look("#00598F", "o", "-", filled=True),
        "double-dummy": Look("#D55E00", "s", "--", filled=False),
    },
    other=Look("#404040", "^", ":", filled=False),
)
DARK = Theme(
    name="dark",
    paper="#0D1117",
    ink="#F0F3F6",
    soft="#B4BCC6",
    grid="#2A313A",
    mark="#8A939E",
    levels="#171D26",
    asked="#3A3420",
    models={
        "calibrated": Look("#F0F3F6", "D", "-", filled=True),
        "sampled": Look("#3FD0A4", "*", "-", filled=False),
        "heuristic": Look("#56B4E9", "o", "-", filled=True),
        "double-dummy": Look("#FFC266", "s", "--", filled=False),
    },
    other=Look("#D0D0D0", "^", ":", filled=False),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
TITLE_SIZE, TEXT_SIZE, TICK_SIZE, SMALL_SIZE = 13, 11, 10, 9


def settings(theme: Theme) -> dict[Any, Any]:
    """Return matplotlib's settings for a theme; they also keep the bytes of an SVG the same."""
    return {
        "font.family": "DejaVu Sans",
        "font.size": TEXT_SIZE,
        "text.color": theme.ink,
        "axes.facecolor": theme.paper,
        "axes.edgecolor": theme.mark,
        "axes.labelcolor": theme.soft,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "figure.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "hatch.linewidth": 0.8,
        "xtick.color": theme.soft,
        "ytick.color": theme.soft,
        "xtick.labelsize": TICK_SIZE,
        "ytick.labelsize": TICK_SIZE,
        "svg.hashsalt": "fivehundred-sim",
        "svg.fonttype": "path",
    }
