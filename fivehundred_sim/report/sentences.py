"""The answer in words: the plain sentences that open it, how to read the figures, and what they rest on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivehundred_sim.report.figures import points, spoken_percent
from fivehundred_sim.report.glyphs import UNICODE, Glyphs, heading, without_kitty
from fivehundred_sim.report.groups import hides_some
from fivehundred_sim.study.advice import Advice, ContractEstimate, Verdict

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.equity import Equity
    from fivehundred_sim.study.bidding.league import League
    from fivehundred_sim.study.bidding.match import Match
    from fivehundred_sim.study.count_answer import TableCount
    from fivehundred_sim.study.odds import Odds
    from fivehundred_sim.study.table.table import Table

# What can be said of a contract that is played.
VERDICTS: dict[Verdict, str] = {
    "yes": "brings points",
    "no": "costs points",
    "close": "is too close to call",
}
# How the players play, for someone who has never heard of player models.
PLAY = {
    "calibrated": "with good play",
    "sampled": "in games of good players",
    "heuristic": "by rules of thumb",
    "double-dummy": "with perfect play",
}
_NUMBERS = ("two", "three", "four", "five", "six")  # players
MOST_NAMED = 4  # bids or changed rules that one sentence names


def opening(advice: Advice, glyphs: Glyphs) -> tuple[str, str]:
    """Return the answer in words: the first sentence, then what it rests on and what would be better."""
    first, rest = _about_asked(advice, glyphs) if advice.asked else _about_best(advice, glyphs)
    rest += _other_best(advice, glyphs)
    return glyphs.text(first), glyphs.text(rest)


def _about_asked(advice: Advice, glyphs: Glyphs) -> tuple[str, str]:
    assert advice.asked is not None
    row, *others = advice.asked.rows
    name, worth = glyphs.bid(row.bid), points(row, glyphs)
    if row.verdict == "close":
        first = f"{name} {VERDICTS['close']} ({worth} points a deal if played)"
    else:
        first = f"{_sentence(row.verdict)}, {name} {VERDICTS[row.verdict]} if played ({worth} a deal)"
    if advice.asked.models_agree is False:
        first += ", but " + " and ".join(
            f"{_play(other)} it {VERDICTS[other.verdict]} ({points(other, glyphs)})"
            for other in others
            if other.verdict != row.verdict
        )
    rest = f"It makes {_chances(advice, advice.asked.rows, glyphs)}; {_compared(advice, glyphs)}."
    return f"{first}.", rest


def _play(row: ContractEstimate) -> str:
    return PLAY.get(row.engine, f"with {row.engine} players")


def _chances(advice: Advice, rows: Sequence[ContractEstimate], glyphs: Glyphs) -> str:
    """Return how often a contract makes: "about 55 times in 100 (54–56) if …, 70 (60–78) with …"."""
    row, *others = rows
    if row.certain:
        return "always, whatever the others hold and do"
    value, interval = spoken_percent(row, glyphs)
    times = "time" if value.lstrip("<>") == "1" else "times"
    parts = [f"{_said(value, 'about ')} {times} in 100 ({interval}) {_if_played(advice, row)}"]
    for other in others:
        value, interval = spoken_percent(other, glyphs)
        parts.append(f"{_said(value)} ({interval}) {_play(other)}")
    return ", ".join(parts)


def _if_played(advice: Advice, row: ContractEstimate) -> str:
    number = _NUMBERS[advice.players - 2]
    return f"if the {number} play {_play(row)}" if row.engine == "heuristic" else _play(row)


def _said(value: str, plain: str = "") -> str:
    """Return a printed chance as it is spoken: "<4" is "less than 4"."""
    signs = {"<": "less than ", ">": "more than "}
    return signs[value[0]] + value[1:] if value[0] in signs else plain + value


def _compared(advice: Advice, glyphs: Glyphs) -> str:
    """Return how the bid asked about stands to the one that brings most (primary model)."""
    assert advice.asked is not None
    best = advice.row(advice.engine, advice.best)
    name = glyphs.bid(best.bid)
    if advice.asked.bid == best.bid:
        if advice.ties:
            return f"too close to call with {_listed(advice.ties, glyphs)}, no other contract brings more"
        return "no other contract " + ("brings more" if best.mean_points > 0 else "costs less")
    if advice.asked.bid in advice.ties:
        return f"too close to call with {name}, the best ({points(best, glyphs)} a deal)"
    return f"{name} {'brings more' if best.mean_points > 0 else 'costs less'}: {points(best, glyphs)} a deal"


def _about_best(advice: Advice, glyphs: Glyphs) -> tuple[str, str]:
    """Return the answer when no bid was asked about: the contract that brings most."""
    rows = [row for row in advice.contracts if row.bid == advice.best]
    best = rows[0]
    name, worth = glyphs.bid(best.bid), f"{points(best, glyphs)} a deal"
    verdicts = {row.verdict for row in advice.contracts if row.engine == advice.engine}
    ties = f", too close to call with {_listed(advice.ties, glyphs)}" if advice.ties else ""
    if "yes" in verdicts:
        first = f"{name} brings the most points if played: {worth}{ties}."
    elif "close" in verdicts:
        first = f"No contract clearly brings points if played; {name} comes nearest: {worth}{ties}."
    else:
        first = f"Every contract costs points if played; {name} the least: {worth}{ties}."
    return first, f"It makes {_chances(advice, rows, glyphs)}."


def _other_best(advice: Advice, glyphs: Glyphs) -> str:
    """Return what the other models would rather have, where that is another contract."""
    text = ""
    for engine in advice.engines:
        row = max((row for row in advice.contracts if row.engine == engine), key=lambda r: r.mean_points)
        if engine not in (advice.engine, "sampled") and row.bid != advice.best:
            most = "brings most" if row.mean_points > 0 else "costs least"
            text += f" {_sentence(_play(row))} {glyphs.bid(row.bid)} {most}: {points(row, glyphs)} a deal."
    return text


def _listed(bids: Sequence[str], glyphs: Glyphs) -> str:
    """Return bids in words: "7♥, 7NT and 2 more"."""
    names = [glyphs.bid(bid) for bid in bids[:MOST_NAMED]]
    if len(bids) > MOST_NAMED:
        names.append(f"{len(bids) - MOST_NAMED} more")
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def how_to_read(advice: Advice, glyphs: Glyphs) -> str:
    """Return what points, intervals and the gap are, in any table."""
    return glyphs.text(
        ". ".join(
            [
                *(_POINTS, _INTERVALS, *_gap_read(advice), *_sides_read(advice.contracts)),
                *([_NO_KITTY] if hides_some(advice) else []),
            ]
        )
        + "."
    )


def legend(advice: Advice, glyphs: Glyphs, *, stacked: bool = False) -> list[str]:
    """Return how to read the table of contracts, a line each for signs, bars, points and gap.

    `stacked` if models are marked with their first letters.
    """
    signs = [f"{glyphs.best} most points"]
    if advice.asked is not None:
        signs.insert(0, f"{glyphs.asked} asked about")
    if advice.ties:
        signs.append(f"{glyphs.tie} too close to call with it")
    models = [", ".join(f"{engine[0]} {engine}" for engine in advice.engines)] if stacked else []
    bars = f"Bars: how often 0{glyphs.dash}10 tricks, then their mean"
    lines = [
        [*models, ", ".join(signs)],
        [bars, _INTERVALS],
        [_POINTS, *_sides_read(advice.contracts)],
        _gap_read(advice),
        [_NO_KITTY] if hides_some(advice) else [],
    ]
    return [glyphs.text(". ".join(line) + ".") for line in lines if line]


_NO_KITTY = "Bids without the kitty (/sk) stand here where they are no worse; --json has all"
_POINTS, _INTERVALS = "Points: ours minus theirs a deal", "Intervals: 95 %"


def _gap_read(advice: Advice) -> list[str]:
    if len(advice.engines) != 2:
        return []
    first, second = advice.engines
    return [f"Gap: model uncertainty, {second} minus {first}"]


def _range_read(advice: Advice) -> list[str]:
    if len(advice.engines) < 3:
        return []
    return [f"Gap: model uncertainty, from the lowest to the highest of {', '.join(advice.engines)}"]


def legend_many(answers: Sequence[Advice], glyphs: Glyphs) -> str:
    """Return how to read the table of many answers."""
    advice = answers[0]
    shown = [each.row(each.engine, each.best) for each in answers]
    shown += [each.asked.rows[0] for each in answers if each.asked]
    parts = [
        f"Figures of the {advice.engine} players",
        _POINTS,
        _INTERVALS,
        *_gap_read(advice),
        *_range_read(advice),
        *_sides_read(shown),
    ]
    if any(each.asked is not None and each.asked.models_agree is False for each in answers):
        parts.append("Two answers: " + "/".join(advice.engines))
    if any(each.ties for each in answers):
        parts.append(f"{glyphs.tie} too close to call with other contracts")
    return glyphs.text(". ".join(parts) + ".")


def _sides_read(rows: Sequence[ContractEstimate]) -> list[str]:
    """Return what "+520 −75/+0" means if points are printed so for one of the rows."""
    uneven = any("/+" in points(row, UNICODE) for row in rows)
    return ["p −a/+b: from a below p to b above it"] if uneven else []


def notes(advice: Advice, glyphs: Glyphs) -> list[str]:
    """Return the notes, a line each, then the assumptions, a line too where the terminal is wide enough."""
    sentences = [
        glyphs.text(_sentence(note) + ".") for note in (*advice.notes, *_model_error(advice, glyphs))
    ]
    if advice.precision_reached is False:
        sentences.insert(0, f"The precision asked for ({advice.manifest.precision}) was not reached.")
    return [*sentences, assumptions(advice, glyphs)]


def _model_error(advice: Advice, glyphs: Glyphs) -> list[str]:
    """Return what a calibration may be off by, for the contract that the answer is about."""
    row = advice.find("calibrated", advice.asked.bid if advice.asked else advice.best)
    if row is None or not row.model_error:
        return []
    error = f"{glyphs.plus_minus}{max(100 * row.model_error, 0.1):.1f}"
    return [
        f"beside the interval, the calibration itself may be off by {error} in 100 for {glyphs.bid(row.bid)}"
    ]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def assumptions(advice: Advice, glyphs: Glyphs) -> str:
    """Return what the answer rests on: rules, seed, deals, and what is taken for granted."""
    several = "; them: the average opposing side" if advice.opposing_sides > 1 else ""
    kitty = " (but in /sk)" if any(map(without_kitty, advice.bids)) else ""
    return glyphs.text(
        f"Assumptions: rules {rules_label(advice)} ({advice.manifest.rules_hash[:8]}), seed {advice.seed},"
        f" {deals_label(advice, glyphs)} deals; you take the kitty{kitty} and lead; other cards"
        f" random{several}."
    )


def rules_label(answer: "Advice | Odds | Equity | TableCount | Match | League | Table") -> str:
    """Return the rules by name and what was changed in them: "australian with misere.value=210"."""
    changes = answer.manifest.rules_changes
    shown = ", ".join(changes[:MOST_NAMED])
    left = len(changes) - MOST_NAMED
    more = f" and {left} more change{'s' if left > 1 else ''}" if left > 0 else ""
    return f"{answer.manifest.rules_name} with {shown}{more}" if changes else answer.manifest.rules_name


def deals_label(advice: Advice, glyphs: Glyphs) -> str:
    """Return the deals of each model; the denomination asked about may have more.

    What a calibrated model rests on is named where it is not shown beside it.
    """
    shown = {engine.name for engine in advice.manifest.engines}
    parts = []
    for engine in advice.manifest.engines:
        if engine.games is not None:
            parts += [f"{n:,} {engine.name} in {glyphs.bid(bid)}" for bid, n in engine.games.items()]
        elif engine.solved is None:
            parts.append(_deals(advice, engine.name, engine.deals, engine.deals_asked, glyphs))
        else:
            if "heuristic" not in shown:
                parts.append(_deals(advice, "heuristic", engine.deals, engine.deals_asked, glyphs))
            if "double-dummy" not in shown:
                asked = engine.solved if engine.solved_asked is None else engine.solved_asked
                parts.append(_deals(advice, "double-dummy", engine.solved, asked, glyphs))
    return " + ".join(parts)


def _deals(advice: Advice, name: str, deals: int, asked: int, glyphs: Glyphs) -> str:
    text = f"{deals:,} {name}"
    if asked != deals and advice.asked is not None:
        text += f" ({asked:,} in {heading(advice.asked.bid, glyphs)})"
    return text
