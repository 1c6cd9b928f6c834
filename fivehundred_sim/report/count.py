"""A count for the table as one would print it: two cards, how the bids fare, and other counts beside it."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console

from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_grid, print_item, print_text
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.count_answer import (
    BIDDING,
    NO_TRUMP_NAME,
    OURS,
    SUITS_NAME,
    Card,
    TableCount,
    Worth,
)
from fivehundred_sim.study.count_measure import Accuracy, BidMade, Points

# What each thing is called on a card; bowers, ace, king and queen are trumps that count once more.
SUIT_WORDS = {
    "trump": "each trump, joker and bowers too",
    "joker": "more for the joker",
    "second_joker": "more for the second joker",
    "right_bower": "more for the right bower",
    "left_bower": "more for the left bower",
    "ace": "more for the ace of trumps",
    "king": "more for the king of trumps",
    "queen": "more for the queen of trumps",
    "side_ace": "each side ace",
    "side_king": "each side king with another card",
    "void": "each void, with four trumps",
    "singleton": "each singleton, with four trumps",
}
NO_TRUMP_WORDS = {
    "joker": "the joker",
    "second_joker": "the second joker",
    "ace": "each ace",
    "king_with_ace": "each king beside its ace",
    "guarded_king": "each other king with another card",
    "queen": "each queen under ace or king",
    "long_card": "each card past four under ace or king",
    "open_suit": "each suit without a stopper",
}
WORDS = {SUITS_NAME: SUIT_WORDS, NO_TRUMP_NAME: NO_TRUMP_WORDS}
TITLES = {
    SUITS_NAME: "In a suit",
    NO_TRUMP_NAME: "In no-trump, with a joker and an ace, or with three aces",
}
COUNT_WORDS = {
    "trick-bot": "T-BOT tricks",
    "mcg46": "MCG46 points",
    "hen": "HEN fractions",
    "zh": "ZH sum",
    "ari": "ARI",
    "patrick": "Patrick",
    "unrounded": "it, unrounded",
}
_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


class Table(NamedTuple):
    """A table before it has a medium: what stands above it, its headings, which lean left, and its lines."""

    title: str
    headings: Sequence[str]
    left: frozenset[str]
    lines: Sequence[Sequence[str]]


# --- figures ------------------------------------------------------------------------------------------------


def tricks(number: float, glyphs: Glyphs) -> str:
    """Return a number of tricks as it is added up: 3½, ¾, −¼; in decimals where quarters cannot say it."""
    sign = glyphs.minus if number < 0 else ""
    whole, quarters = divmod(abs(number) * 4, 4)
    if glyphs is ASCII or quarters != int(quarters):
        return f"{sign}{abs(number):g}"
    return f"{sign}{int(whole) if whole or not quarters else ''}{_QUARTERS[int(quarters)]}"


def signed(number: float, places: int, glyphs: Glyphs) -> str:
    """Return a number with its sign: +0.65, −10.5; zero has none."""
    text = f"{abs(number):.{places}f}"
    if not float(text):
        return text
    return f"{glyphs.minus if number < 0 else '+'}{text}"


def fitted(worth: Worth, glyphs: Glyphs) -> str:
    """Return what was fitted, with its error: 0.48 ± 0.02."""
    text = f"{worth.exact:.2f} {glyphs.plus_minus} {worth.error:.2f}"
    return text.replace("-", glyphs.minus)


# --- sentences ----------------------------------------------------------------------------------------------


def opening(answer: TableCount, glyphs: Glyphs) -> str:
    """Return what the count is, in a sentence."""
    return (
        "Tricks that your side takes if you are the contractor, counted from your ten cards before the"
        f" kitty. {bidding_rule(answer, glyphs)}"
    )


def bidding_rule(answer: TableCount, glyphs: Glyphs) -> str:
    """Return how to bid by it."""
    margin = answer.margin
    if margin == 0:
        return "Bid what you count, without the fraction."
    verb = "Take off" if margin > 0 else "Add"
    return f"{verb} {tricks(abs(margin), glyphs)} and bid what is left, without the fraction."


def left_out(card: Card) -> str:
    """Return what is not worth counting, empty if everything is."""
    words = [WORDS[card.contract][worth.name] for worth in card.worths if worth.rounded == 0]
    return f"Not worth counting: {'; '.join(words)}." if words else ""


def meanings(answer: TableCount, glyphs: Glyphs) -> list[str]:
    """Return what the words and figures mean."""
    his = "; partner's cards are part of it" if answer.partners else ""
    return [
        "Kitty: the tricks that picking it up brings, measured on the same deals without the exchange."
        f" The rest makes the sum come out right on average{his}.",
        f"Error: root mean square of count {glyphs.minus} tricks over single deals; most of it is cards that"
        f" nobody sees. Bias: count {glyphs.minus} tricks on average. Within 1: deals at most one trick from"
        " the count in whole tricks. Hand: error against the mean of each hand over all deals. Ours there:"
        " the error of this count on the hands that the other has a number for (told).",
        "Points: ours minus theirs a hand if the count's best bid is played, 0 for a pass; nobody else bids."
        f" {_sentence_of(OURS)} keeps back the margin above, the others bid as published. Tuned: each keeps"
        " back (or adds) what brought it most points on the deals that this count was fitted to.",
    ]


def basis(answer: TableCount) -> str:
    """Return what the numbers rest on."""
    made = answer.manifest
    deals = made.engines[0].deals
    return (
        f"Heuristic players, {deals:,} deals in each denomination to fit and as many fresh ones to measure,"
        f" ten a hand. Suits: the suit with most trumps of a random hand. Seed {made.seed}, rules"
        f" {rules_label(answer)} ({made.rules_hash[:8]})."
    )


def _sentence_of(name: str) -> str:
    return f"{name[0].upper()}{name[1:]}"


# --- tables -------------------------------------------------------------------------------------------------


def card_table(card: Card, partners: bool, glyphs: Glyphs) -> Table:
    """Return one card: what is counted, in the units of the table, and as it was fitted."""
    rest = Worth("rest", card.partner, card.start.exact - card.kitty.exact, card.start.error)
    starts = (("the kitty", card.kitty), ("partner and the rest" if partners else "the rest", rest))
    lines = [(name, tricks(worth.rounded, glyphs), fitted(worth, glyphs)) for name, worth in starts]
    words = WORDS[card.contract]
    lines += [
        (words[worth.name], tricks(worth.rounded, glyphs), fitted(worth, glyphs))
        for worth in card.worths
        if worth.rounded != 0
    ]
    return Table(TITLES[card.contract], ("count", "tricks", "fitted"), frozenset({"count"}), lines)


def bids_table(answer: TableCount, glyphs: Glyphs) -> Table:
    """Return how the bids by this count fare."""

    def line(row: BidMade) -> Sequence[str]:
        share = f"{100 * row.share:.1f}" if row.share >= 0.0005 else "<0.1"
        points = f"{row.points:.0f}".replace("-", glyphs.minus)
        return str(row.level), share, f"{row.tricks:.1f}", f"{100 * row.made:.0f}", points

    headings = ("bid", "hands %", "tricks", "made %", "points")
    return Table("What becomes of its bids", headings, frozenset(), [*map(line, answer.bids)])


def accuracy_table(answer: TableCount, glyphs: Glyphs) -> Table:
    """Return how far the counts of tricks are off: in the suit that a hand would bid, and in no-trump."""

    def line(row: Accuracy) -> Sequence[str]:
        return (
            count_words(row.count),
            row.contract,
            f"{100 * row.share:.0f}",
            f"{row.rmse:.2f}",
            signed(row.bias, 2, glyphs),
            f"{100 * row.within_one:.0f}",
            f"{row.hand_error:.2f}",
            f"{row.rmse_ours:.2f}",
        )

    headings = ("count", "in", "told %", "error", "bias", "within 1 %", "hand", "ours there")
    lines = [line(row) for row in answer.accuracy if row.hands == BIDDING]
    return Table("How far off, in tricks", headings, frozenset({"count", "in"}), lines)


def points_table(answer: TableCount, glyphs: Glyphs) -> Table:
    """Return the points of bidding by each count, as published and tuned."""

    def line(row: Points, tuned: Points) -> Sequence[str]:
        return (
            count_words(row.count),
            f"{100 * row.bids:.0f}",
            f"{row.points:.1f}".replace("-", glyphs.minus),
            apart(row, glyphs),
            tricks(-tuned.margin, glyphs),
            apart(tuned, glyphs),
        )

    lines = [line(*rows) for rows in zip(answer.points, answer.tuned, strict=True)]
    headings = ("count", "bids %", "points", "to this count", "tuned by", "to it then")
    return Table("Points a hand of bidding by it", headings, frozenset({"count"}), lines)


def apart(row: Points, glyphs: Glyphs) -> str:
    """Return a difference in points with its 95 % half-width, empty for the count compared with."""
    if row.count == OURS:
        return ""
    return f"{signed(row.difference, 1, glyphs)} {glyphs.plus_minus} {(row.high - row.low) / 2:.1f}"


def count_words(name: str) -> str:
    """Return a count's name for a table."""
    return COUNT_WORDS.get(name, name)


def tables(answer: TableCount, glyphs: Glyphs) -> list[tuple[Table, str]]:
    """Return the tables in their order, each with what is said below it."""
    cards = [(card_table(card, answer.partners, glyphs), left_out(card)) for card in answer.cards]
    rest = [bids_table(answer, glyphs), accuracy_table(answer, glyphs), points_table(answer, glyphs)]
    return [*cards, *((table, "") for table in rest)]


# --- a terminal ---------------------------------------------------------------------------------------------


def print_count(answer: TableCount, console: Console, *, ascii_only: bool = False) -> None:
    """Print the cards, how they fare, and what the figures mean."""
    glyphs = glyphs_of(console, ascii_only)
    print_text(console, (f"A count for the table, {rules_label(answer)} rules", "bold"))
    print_text(console, opening(answer, glyphs))
    for table, below in tables(answer, glyphs):
        console.print()
        print_text(console, table.title)
        grid = Grid(table.headings, frozenset(table.headings) - table.left, 2)
        grid.lines += [(cells, cells[0] == OURS) for cells in table.lines]
        print_grid(grid, console, glyphs)
        if below:
            print_text(console, below)
    console.print()
    for meaning in meanings(answer, glyphs):
        print_item(console, meaning)
    print_text(console, basis(answer))


# --- text and files -----------------------------------------------------------------------------------------


def render(answer: TableCount, form: str, *, ascii_only: bool = False) -> str:
    """Return the answer as text: `json`, `csv` or `markdown`."""
    if form == "json":
        return records.to_json(answer.to_json_dict())
    if form == "markdown":
        return _page(answer, ASCII if ascii_only else UNICODE)
    return records.to_csv(answer.records())


def write(answer: TableCount, path: str) -> None:
    """Write the answer to `path` in the form of its suffix. Raises OutputError."""

    def content(form: str) -> str | bytes:
        if form != "parquet":
            return render(answer, form)
        about = {key: answer.to_json_dict()[key] for key in ("schema", "rules", "manifest")}
        return records.to_parquet(answer.records(), about)

    records.write(path, content)


def _page(answer: TableCount, glyphs: Glyphs) -> str:
    """Return the answer as Markdown, for a page or a forum."""
    parts = [f"## A count for the table, {rules_label(answer)} rules", opening(answer, glyphs)]
    for table, below in tables(answer, glyphs):
        right = frozenset(table.headings) - table.left
        shown = records.markdown_table(table.headings, table.lines, right).rstrip()
        parts += [f"**{table.title}**", shown, *([below] if below else [])]
    parts.append("\n".join(f"- {meaning}" for meaning in meanings(answer, glyphs)))
    return "\n\n".join([*parts, basis(answer)]) + "\n"
