"""Exact chances as a kitchen table wants them: a few sentences and one table; and as text for programs."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from rich.console import Console

from fivehundred_sim.cards import DENOMINATIONS, JOKER, NO_TRUMP, RED_JOKER, SUITS
from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_item, print_text, print_widest
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs, heading
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.chances import Dealing, Group, Spread
from fivehundred_sim.study.odds import Odds, SuitOdds, Walk, many_to_json_dict

MOST = 5  # trumps with partner that have a column of their own; more of them share the last
ACES_TITLE = "Aces you lack"
WALK_TITLE = "Do your aces walk?"
_FOUND_LATER = (
    "call_card",
    "name_player",
)  # table.sides where a contractor finds his partner after the auction
_COUNTED = {2: "both", 3: "all three", 4: "all four"}
# How many distributions of trumps a table shows (see `trump_columns`) and the spaces between its columns.
_LAYOUTS = ((0, 2), (0, 1), (1, 2), (1, 1), (2, 2), (2, 1))


# --- figures and sentences ----------------------------------------------------------------------------------


def figure(chance: Fraction) -> str:
    """Return a chance in per cent with one decimal; 0 and 100 only where it is exactly that."""
    if chance in (0, 1):
        return f"{100 * chance}"
    text = f"{float(100 * chance):.1f}"
    return {"0.0": "<0.1", "100.0": ">99.9"}.get(text, text)


def percent(chance: Fraction) -> str:
    """Return a chance in running text: "30.3 %"."""
    return f"{figure(chance)} %"


def _partner(dealing: Dealing) -> str:
    return "partner" if dealing.partners == 1 else "partners"


def _others(odds: Odds) -> str:
    """Return who the others are: no opponents yet in a game where one of them may become a partner."""
    if odds.manifest.rules["table"]["sides"] in _FOUND_LATER:
        return "other players"
    return "opponent" if odds.dealing.opponents == 1 else "opponents"


def where_sentence(odds: Odds) -> str:
    """Return where any one card is that the hand lacks, the joker first of all: it is what is asked."""
    jokers = [card for card in odds.dealing.pack if card >= JOKER]
    place, dealing = odds.any_card, odds.dealing
    parts = []
    if place.partner is not None:
        each = f" ({percent(place.each_hand)} each)" if dealing.partners > 1 else ""
        parts.append(f"{_partner(dealing)} {percent(place.partner)}{each}")
    each = f" ({percent(place.each_hand)} each)" if dealing.opponents > 1 else ""
    parts.append(f"{_others(odds)} {percent(place.opponents)}{each}")
    parts.append(f"kitty {percent(place.kitty)}")
    if place.dead:
        parts.append(f"out of play {percent(place.dead)}")
    return f"{_subject(odds, jokers)}: {', '.join(parts)}."


def _subject(odds: Odds, jokers: Sequence[int]) -> str:
    """Return whose whereabouts are told, after what the hand has of the jokers."""
    names = (
        {jokers[0]: "the joker"}
        if len(jokers) == 1
        else {JOKER: "the black joker", RED_JOKER: "the red joker"}
    )
    held = " and ".join(names[card] for card in jokers if card in odds.hand)
    lacked = " and ".join(names[card] for card in jokers if card not in odds.hand)
    start = f"You hold {held}. " if held else ""
    if not lacked:
        return f"{start}Every card you lack"
    return f"{start}{lacked[0].upper()}{lacked[1:]}, like every card you lack"


def group_sentence(group: Group, odds: Odds, glyphs: Glyphs) -> str:
    """Return where several missing cards are: "J♠ J♣: at least one with partner 52.1 %, …"."""
    cards = " ".join(glyphs.card(odds.word(card)) for card in group.cards)
    count, partner = len(group.cards), group.partner_any
    if partner is None:
        if count == 1:
            return f"{cards}: kitty {percent(group.kitty_any)}."
        return f"{cards}: at least one in the kitty {percent(group.kitty_any)}."
    whose = _partner(odds.dealing)
    parts = f"{percent(partner)}, {'' if count == 1 else 'in the '}kitty {percent(group.kitty_any)}"
    if count == 1:
        return f"{cards}: {whose} {parts}, either {percent(group.ours_any)}."
    everything = _COUNTED.get(count, f"all {count}")
    return (
        f"{cards}: at least one with {whose} {parts}, in either {percent(group.ours_any)};"
        f" {everything} of them there {percent(group.ours_all)}."
    )


def top_sentences(odds: Odds, glyphs: Glyphs) -> list[str]:
    """Return where the missing jokers and bowers are, a sentence for each colour of trumps."""
    sentences = []
    for row in odds.trumps[:NO_TRUMP:2]:  # both suits of a colour have the same two bowers
        suits = [glyphs.suits.get(SUITS[s], SUITS[s]) for s in (row.denomination, row.denomination ^ 1)]
        where = f", {group_sentence(row.top, odds, glyphs)}" if row.top.cards else ": none."
        sentences.append(f"{' or '.join(suits)} trumps{where}")
    return sentences


def _top_title(odds: Odds) -> str:
    """Return what the sentences about the highest trumps are about."""
    jokers = sum(card >= JOKER for card in odds.dealing.pack)
    return f"{('Bowers', 'Joker and bowers', 'Jokers and bowers')[jokers]} you lack"


def walk_sentences(odds: Odds, glyphs: Glyphs) -> list[str]:
    """Return, for each ace held and each king behind it, how often all opponents follow."""
    sentences = []
    for row in odds.walks:
        letter = SUITS[row.suit]
        if row.winners:
            sentences.append(f"{glyphs.card('A' + letter)}: {_follows(row, 1, glyphs)}")
        if row.winners > 1:
            sentences.append(f"{glyphs.card('K' + letter)} after it: {_follows(row, 2, glyphs)}")
    return sentences


def _follows(row: SuitOdds, rounds: int, glyphs: Glyphs) -> str:
    def chance(walk: Walk) -> str:
        return percent(walk.both_follow if rounds == 1 else walk.both_follow_twice)

    mate = SUITS[row.mate]
    return f"{chance(row.natural)}, with {glyphs.suits.get(mate, mate)} trumps {chance(row.as_mate)}."


def walk_note(odds: Odds) -> str:
    """Return what walking means here."""
    number = odds.dealing.opponents
    who = {1: "the", 2: "both"}.get(number, f"all {number}")
    who += f" {_others(odds)} {'has' if number == 1 else 'have'}"
    floats = any(row.natural.cards - row.as_mate.cards > 1 for row in odds.walks)
    four = " and a floating four are trumps" if floats else " is a trump"
    return (
        f"The chance that {who} a card of the suit (for a king: two), as dealt. With trumps of the same"
        f" colour the suit is shorter: its jack{four}."
    )


BOWER_NOTE = "A jack is right bower in its own suit and left bower in the other suit of its colour."


def basis(odds: Odds) -> str:
    """Return what the numbers rest on."""
    return (
        f"Exact, before the kitty is picked up: every way to deal the {odds.dealing.unseen} cards you do not"
        " see is equally likely, whatever the others called."
        f" Rules {rules_label(odds)} ({odds.manifest.rules_hash[:8]})."
    )


# --- the table of trumps ------------------------------------------------------------------------------------


def trump_columns(odds: Odds, glyphs: Glyphs, detail: int = 0) -> dict[tuple[str, str], list[str]]:
    """Return the cells by heading (upper and lower line), a row a suit.

    `detail` 0 is everything, 1 without partner's distribution, 2 without the kitty's.
    """
    rows = odds.trumps[:NO_TRUMP]
    columns = {
        ("", "trumps"): [heading(DENOMINATIONS[row.denomination], glyphs) for row in rows],
        ("you", "hold"): [str(row.held) for row in rows],
        ("", "out"): [str(len(row.out.cards)) for row in rows],
        ("kitty", "any"): [figure(row.out.kitty_any) for row in rows],
    }
    if detail < 2:
        columns |= _spread_columns([row.out.kitty for row in rows], "kitty")
    partners = [row.out.partner for row in rows if row.out.partner is not None]
    if partners:
        means = [row.out.partner_mean or Fraction(0) for row in rows]
        whose = _partner(odds.dealing)
        columns[whose, "mean"] = [f"{float(mean):.2f}" for mean in means]
        if detail < 1:
            columns |= _spread_columns(partners, whose)
        else:
            columns[whose, "none"] = [figure(spread[0]) for spread in partners]
    return columns


def _spread_columns(spreads: Sequence[Spread], place: str) -> dict[tuple[str, str], list[str]]:
    """Return a column for each number of cards, the last for that number and more."""
    last = min(len(spreads[0]) - 1, MOST)
    more = "+" if len(spreads[0]) - 1 > last else ""
    columns = {(place, f"{number}"): [figure(spread[number]) for spread in spreads] for number in range(last)}
    columns[place, f"{last}{more}"] = [figure(sum(spread[last:], Fraction(0))) for spread in spreads]
    return columns


def _table_title(odds: Odds) -> str:
    partner = f" and with {_partner(odds.dealing)}" if odds.dealing.partners else ""
    return f"Trumps you lack, in the kitty{partner}"


def _title(odds: Odds, glyphs: Glyphs) -> str:
    """Return the hand, after the line of the input that asked about it."""
    hand = glyphs.hand(odds.word(card) for card in odds.hand)
    return hand if odds.line is None else f"Line {odds.line}: {hand}"


# --- a terminal ---------------------------------------------------------------------------------------------


def print_odds(answers: Sequence[Odds], console: Console, *, ascii_only: bool = False) -> None:
    """Print the chances for each hand in turn, then what they all rest on."""
    glyphs = glyphs_of(console, ascii_only)
    for odds in answers:
        _print_chances(odds, console, glyphs)
    print_text(console, basis(answers[0]))


def _print_chances(odds: Odds, console: Console, glyphs: Glyphs) -> None:
    print_text(console, ("Hand: " if odds.line is None else "") + _title(odds, glyphs))
    print_text(console, where_sentence(odds))
    console.print()
    print_text(console, f"{_table_title(odds)} (chances in %)")
    print_widest(_LAYOUTS, partial(_trump_grid, odds, glyphs), console, glyphs)
    for title, lines, note in _lists(odds, glyphs):
        console.print()
        print_text(console, title)
        for line in lines:
            print_item(console, line)
        if note:
            print_text(console, note)
    console.print()


def _trump_grid(odds: Odds, glyphs: Glyphs, layout: tuple[int, int]) -> Grid:
    detail, gap = layout
    columns = trump_columns(odds, glyphs, detail)
    headings, above = [], ""
    for upper, lower in columns:
        # A place stands above the first of its columns only.
        headings.append(lower if upper in ("", above) else f"{upper}\n{lower}")
        above = upper
    grid = Grid(headings, frozenset(headings) - {"trumps"}, gap)
    grid.lines += [(cells, False) for cells in zip(*columns.values(), strict=True)]
    return grid


def _lists(odds: Odds, glyphs: Glyphs) -> list[tuple[str, list[str], str]]:
    """Return (title, lines, note) of what is told in sentences."""
    aces = [group_sentence(odds.aces, odds, glyphs)] if odds.aces.cards else ["none."]
    lists = [(_top_title(odds), top_sentences(odds, glyphs), BOWER_NOTE), (ACES_TITLE, aces, "")]
    walks = walk_sentences(odds, glyphs)
    return [*lists, (WALK_TITLE, walks, walk_note(odds))] if walks else lists


# --- text and files -----------------------------------------------------------------------------------------


def render(answers: Sequence[Odds], form: str, *, many: bool, ascii_only: bool = False) -> str:
    """Return answers as text: `json`, `csv` or `markdown`; `many` makes JSON a list even of one."""
    if form == "json":
        return records.to_json(many_to_json_dict(answers) if many else answers[0].to_json_dict())
    if form == "markdown":
        glyphs = ASCII if ascii_only else UNICODE
        return "\n".join(_section(odds, glyphs) for odds in answers)
    return records.to_csv([record for odds in answers for record in odds.records()])


def write(answers: Sequence[Odds], path: str, *, many: bool) -> None:
    """Write answers to `path` in the form of its suffix. Raises OutputError."""

    def content(form: str) -> str | bytes:
        if form != "parquet":
            return render(answers, form, many=many)
        about = {key: answers[0].to_json_dict()[key] for key in ("schema", "rules", "manifest")}
        return records.to_parquet([record for odds in answers for record in odds.records()], about)

    records.write(path, content)


def _section(odds: Odds, glyphs: Glyphs) -> str:
    """Return one answer as Markdown, for a page or a forum."""
    columns = trump_columns(odds, glyphs)
    headings = [f"{upper} {lower}".strip() for upper, lower in columns]
    table = records.markdown_table(headings, zip(*columns.values(), strict=True), headings[1:])
    parts = [
        f"## {_title(odds, glyphs)}",
        where_sentence(odds),
        f"{_table_title(odds)} (chances in %):",
        table.rstrip(),
    ]
    for title, lines, note in _lists(odds, glyphs):
        parts += [f"**{title}**", "\n".join(f"- {line}" for line in lines), *([note] if note else [])]
    return "\n\n".join([*parts, basis(odds)]) + "\n"
