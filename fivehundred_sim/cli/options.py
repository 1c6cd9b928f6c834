"""The options that commands share, as annotated types, with the checks of their values.

Every check raises `typer.BadParameter` with a message that names the word and says what was expected.
"""

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivehundred_sim.cli.errors import UsageError

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules

SEED_MAX = 2**63 - 1
DEALS_MAX = 10**9
PRECISION_RANGE = (0.0005, 0.25)
JOBS_AUTO = 0  # the value of `--jobs auto`
ENGINES = ("calibrated", "sampled", "heuristic", "double-dummy")
BUDGET_RANGE = (1.0, 86_400.0)  # seconds
FORMATS = ("table", "json", "csv", "markdown")
PAGE_FORMATS = (*FORMATS, "html")  # of the commands whose answers are pages too
COLORS = ("auto", "always", "never")
THEMES = ("light", "dark")
GROUPINGS = ("strength", "tops", "shape", "pooled", "honours")  # of the hands of a bidding table


def whole(low: int, high: int, also: str = "") -> Callable[[Any], int]:
    """Return a parser of whole numbers from `low` to `high`; `also` names what else the option takes."""

    def parse(value: Any) -> int:
        text = str(value).strip()
        number = int(text) if re.fullmatch(r"[+-]?\d{1,25}", text) else None
        if number is None or not low <= number <= high:
            raise typer.BadParameter(f"{text!r} is not a whole number from {low} to {high}{also}")
        return number

    return parse


def jobs(value: Any) -> int:
    """Return a number of threads, JOBS_AUTO for the word auto."""
    if str(value).strip().lower() == "auto":
        return JOBS_AUTO
    return whole(1, 1024, " or auto")(value) if value != JOBS_AUTO else JOBS_AUTO


def _precision(value: Any) -> float:
    low, high = PRECISION_RANGE
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise typer.BadParameter(
            f"{value!r} is not a fraction from {low} to {high} (the half-width of the interval wanted)"
        )
    return number


def _budget(value: Any) -> float:
    low, high = BUDGET_RANGE
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise typer.BadParameter(f"{value!r} is not a number of seconds from {low:g} to {high:g}")
    return number


def score(value: Any) -> tuple[int, int]:
    """Return both sides' scores of a word like 220:340."""
    text = str(value).replace("−", "-")  # as answers print it
    found = re.fullmatch(r"\s*([+-]?\d{1,6})\s*:\s*([+-]?\d{1,6})\s*", text)
    if found is None:
        raise typer.BadParameter(f"{value!r} is not a score (expected yours and theirs, as 220:340)")
    return int(found[1]), int(found[2])


def _seat(value: Any) -> int:
    """Return a seat's number."""
    return whole(0, 5, " (a seat, clockwise from 0)")(value)


def _word(choices: tuple[str, ...]) -> Callable[[Any], str]:
    """Return a parser that takes one of `choices`, whatever its case."""

    def parse(value: Any) -> str:
        text = str(value).strip().lower()
        if text not in choices:
            raise typer.BadParameter(f"{value!r} is not one of {', '.join(choices)}")
        return text

    return parse


def _starts(choices: tuple[str, ...]) -> Callable[[str], list[str]]:
    """Return a completion over fixed words."""
    return lambda incomplete: [word for word in choices if word.startswith(incomplete.lower())]


def complete_presets(incomplete: str) -> list[str]:
    """Return the presets that a word may become."""
    from fivehundred_sim.rules.load import preset_names

    return [name for name in preset_names() if name.startswith(incomplete)]


def _complete_bids(context: typer.Context, incomplete: str) -> list[str]:
    """Return the bids that a word may become, by the rules given before it; none if those have faults."""
    from fivehundred_sim.cards import format_bid
    from fivehundred_sim.rules.ladder import bids
    from fivehundred_sim.rules.load import DEFAULT
    from fivehundred_sim.rules.model import RulesError

    try:
        rules = chosen_rules(context.params.get("rules") or DEFAULT, context.params.get("settings"))
    except (RulesError, UsageError):
        return []
    words = [format_bid(bid) for bid in bids(rules)]
    return [word for word in words if word.startswith(incomplete.upper())]


def complete_styles(incomplete: str) -> list[str]:
    """Return the bidding styles that a word may become."""
    from fivehundred_sim.study.bidding.styles import style_names

    return [name for name in style_names() if name.startswith(incomplete.lower())]


RulesName = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME|FILE.toml",
        help="House rules: a preset (`rules list`) or your own file.",
        autocompletion=complete_presets,
    ),
]
RuleSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change one rule (`rules show` lists the keys); repeatable."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="INT", parser=whole(0, SEED_MAX), help="Same seed, same answer.")
]
IdleSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="INT",
        parser=whole(0, SEED_MAX),
        help="Changes nothing: nothing here is random. Scripts may give it to every command.",
        show_default=False,
    ),
]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals",
        metavar="N",
        parser=whole(1, DEALS_MAX),
        help="Deals for each player model.",
        show_default=False,
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="P",
        parser=_precision,
        help="Deal until the interval of the asked bid's rate is this narrow (half-width, 0.0005 to 0.25);"
        " without --bid that of every contract, which takes long.",
        show_default=False,
    ),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        parser=_budget,
        help="Spend so much time, where it narrows that interval most; the deals reached depend on the"
        " machine.",
        show_default=False,
    ),
]
Engines = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        metavar="|".join((*ENGINES, "all")),
        parser=_word((*ENGINES, "all")),
        help="Who plays the cards; repeatable.  [default: all that are quick at this table; sampled is not]",
        autocompletion=_starts((*ENGINES, "all")),
    ),
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        metavar="N|auto",
        parser=jobs,
        help="Worker threads; the answer does not depend on it.  [default: auto]",
        show_default=False,
    ),
]


def _format_option(formats: tuple[str, ...]) -> Any:
    return typer.Option(
        "--format",
        metavar="|".join(formats),
        parser=_word(formats),
        help="Form of the result on stdout.  [default: table]",
        autocompletion=_starts(formats),
    )


Format = Annotated[str | None, _format_option(FORMATS)]
PageFormat = Annotated[str | None, _format_option(PAGE_FORMATS)]
RulesFormat = Annotated[str | None, _format_option(("table", "json"))]  # the table is TOML
AsJson = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
AsHtml = Annotated[bool, typer.Option("--html", help="Short for --format html: a page for a browser.")]
Outputs = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Also write the result to FILE, by its suffix; repeatable."
    ),
]
PageOutputs = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Also write to FILE, by suffix (.html: a page); repeatable."
    ),
]
Theme = Annotated[
    str,
    typer.Option(
        "--theme",
        metavar="|".join(THEMES),
        parser=_word(THEMES),
        help="Colours of charts (-o FILE.svg or .png).",
        autocompletion=_starts(THEMES),
    ),
]
Groupings = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="|".join(GROUPINGS),
        parser=_word(GROUPINGS),
        help="Which rows JSON, CSV and Parquet have; repeatable; `shape` alone makes a page of suit lengths."
        "  [default: all]",
        autocompletion=_starts(GROUPINGS),
    ),
]
Input = Annotated[
    str | None,
    typer.Option(
        "--input", metavar="FILE", help="Many at once: one a line, CSV with a header, or Parquet; - is stdin."
    ),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No progress and no notes on stderr.")]
Color = Annotated[
    str,
    typer.Option(
        "--color",
        metavar="|".join(COLORS),
        parser=_word(COLORS),
        help="Colour in the table; NO_COLOR is obeyed.",
        autocompletion=_starts(COLORS),
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Plain letters instead of suit signs and block glyphs.")]
BidWord = Annotated[
    str | None,
    typer.Option(
        "--bid",
        metavar="BID",
        help="The bid you are thinking of: 8H, 7NT, M, OM, 8H/sk.",
        autocompletion=_complete_bids,
    ),
]
ContractWord = Annotated[
    str | None,
    typer.Option(
        "--contract",
        metavar="BID",
        help="The contract played: 8H, 7NT, M, OM.",
        autocompletion=_complete_bids,
    ),
]


def chosen_format(form: str | None, as_json: bool, as_html: bool = False) -> str:
    """Return the form of the result; `--json`, `--html` and another `--format` exclude each other."""
    asked = {"json": "--json"} if as_json else {}
    asked |= {"html": "--html"} if as_html else {}
    if form is not None:
        asked.setdefault(form, f"--format {form}")
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked.values())} exclude each other")
    return next(iter(asked), "table")


def chosen_engines(engines: list[str] | None) -> tuple[str, ...] | None:
    """Return the player models asked for, each once, in the order shown; None where nobody asked.

    Which ones are `all` depends on the rules.
    """
    if not engines:
        return None
    asked = set(engines)
    return ("all",) if "all" in asked else tuple(name for name in ENGINES if name in asked)


def chosen_rules(name: str, settings: list[str] | None) -> "Rules":
    """Return the rules in force: a preset or file, then the `--set` changes in their order."""
    from fivehundred_sim.rules.load import load_rules

    return load_rules(name, overrides(settings))


def overrides(settings: list[str] | None) -> dict[str, str]:
    """Return the `--set` changes by their keys."""
    found: dict[str, str] = {}
    for setting in settings or []:
        key, equals, text = setting.partition("=")
        if not equals or not key.strip() or not text.strip():
            raise UsageError(
                f"--set {setting!r} is not of the form key=value, for example misere.when=anytime"
            )
        found[key.strip()] = text.strip()
    return found


def _style_option(name: str, text: str) -> Any:
    return typer.Option(
        name,
        metavar="NAME|FILE.toml",
        help=text,
        autocompletion=complete_styles,
        show_default=False,
    )


Auction = Annotated[
    str | None,
    typer.Option(
        "--auction",
        metavar="CALLS",
        help='The calls so far, from the seat after the dealer: "P 7S", or "". Every call is compared then,'
        " passing too.",
        show_default=False,
    ),
]
Score = Annotated[
    str | None,
    typer.Option(
        "--score",
        metavar="US:THEM",
        parser=score,
        help="The score; then calls are ranked by the chance to win the game.",
        show_default=False,
    ),
]
Dealer = Annotated[
    int | None,
    typer.Option(
        "--dealer",
        metavar="SEAT",
        parser=_seat,
        help="Who deals, a seat clockwise from 0.  [default: the last one, so that seat 0 calls first]",
        show_default=False,
    ),
]
Seat = Annotated[
    int | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        parser=_seat,
        help="Where you sit.  [default: the seat whose turn it is]",
        show_default=False,
    ),
]
OwnStyle = Annotated[str | None, _style_option("--style", "How you bid on: `match --list` names the styles.")]
PartnerStyle = Annotated[str | None, _style_option("--partner", "How your partner bids.  [default: natural]")]
OpponentsStyle = Annotated[
    str | None, _style_option("--opponents", "How the others bid.  [default: natural]")
]
