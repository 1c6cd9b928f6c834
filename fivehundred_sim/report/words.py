"""The words and figures that every medium shares: glyphs, rates, points, and the sentences of an answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from fivehundred_sim.study.advice import Advice, ContractEstimate, Verdict

if TYPE_CHECKING:
    from fivehundred_sim.study.odds import Odds

DENOMINATIONS = ("S", "C", "D", "H", "NT", "misère")
NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no-trump", "misère": "misère"}
VERDICTS: dict[Verdict, str] = {
    "yes": "yes",
    "no": "no",
    "close": "too close to call",
}
MOST_CHANGES = 4  # of the rules, named in one line
REASONS = {
    "yes": ", it brings points if it is played",
    "no": ", it costs points if it is played",
    "close": "",
}
LOPSIDED = 0.75  # an interval whose shorter side is below this part of the longer one is printed with both


@dataclass(frozen=True)
class Glyphs:
    """The characters beyond ASCII, or what stands for them where an encoding cannot print them."""

    suits: dict[str, str]
    bars: str
    dash: str
    plus_minus: str
    minus: str
    none: str
    asked: str
    best: str
    rule: str

    def bid(self, bid: str) -> str:
        """Return a bid with its suit as the symbol: 8♥."""
        level, denomination = split_bid(bid)
        return f"{level}{self.suits[denomination]}" if denomination in self.suits else bid

    def card(self, word: str) -> str:
        """Return a card word with its suit as the symbol: K♥."""
        return word[:-1] + self.suits[word[-1]] if word[-1] in self.suits else word

    def text(self, text: str) -> str:
        """Return running text in these characters."""
        if self is UNICODE:
            return text
        for sign, plain in _PLAIN.items():
            text = text.replace(sign, plain)
        return text


UNICODE = Glyphs(
    suits={"S": "♠", "C": "♣", "D": "♦", "H": "♥"},
    bars=" ▁▂▃▄▅▆▇█",
    dash="–",
    plus_minus="±",
    minus="−",
    none="—",
    asked="▶",
    best="★",
    rule="─",
)
ASCII = Glyphs(
    suits={},
    bars=".123456789",
    dash="-",
    plus_minus="+/-",
    minus="-",
    none="-",
    asked=">",
    best="*",
    rule="-",
)
_PLAIN = {"−": "-", "–": "-", "—": "-", "±": "+/-", "è": "e", "▶": ">", "★": "*", "…": "..."}


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the richest glyphs that an encoding can print."""
    sample = "".join(UNICODE.suits.values()) + UNICODE.bars + "–±−—▶★─"
    try:
        sample.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def split_bid(bid: str) -> tuple[str, str]:
    """Return (level, denomination) of a bid's text; a misère has no level."""
    if bid in ("M", "OM"):
        return "", "misère"
    level = bid.rstrip("SCDHNT")
    return level, bid[len(level) :]


def denomination(bid: str) -> str:
    """Return the denomination of a bid's text: S C D H NT, or misère for both misères."""
    return split_bid(bid)[1]


def decimals(error: float) -> int:
    """Return how many decimals show one significant digit of an error, 0 to 2."""
    return 2 if error <= 0 else min(2, max(0, -floor(log10(error))))


def percent(row: ContractEstimate, glyphs: Glyphs) -> tuple[str, str]:
    """Return (chance, interval) in per cent, such as ("54.3", "53.6–55.0").

    Digits follow the error. A rate that was never (or always) seen shows its bound, such as "<0.02": no
    chance is ever printed as 0 or 100, and no bound is unless it is exactly that.
    """
    low, high = 100 * row.p_make_low, 100 * row.p_make_high
    places = decimals((high - low) / 2)
    interval = f"{_bound(low, places)}{glyphs.dash}{_bound(high, places)}"
    if row.made == 0:
        return f"<{_bound(high, places)}", interval
    if row.made == row.deals:
        return f">{_bound(low, places)}", interval
    value = f"{100 * row.p_make:.{places}f}"
    smallest = 10**-places
    if float(value) == 0:
        value = f"<{smallest:.{places}f}"
    elif float(value) == 100:
        value = f">{100 - smallest:.{places}f}"
    return value, interval


def _bound(value: float, places: int) -> str:
    """Return a bound of an interval; only one that is exactly 0 or 100 is printed so, without decimals.

    Any other gets as many decimals more as show that it is neither: 0.0009, where two would be 0.00.
    """
    if value in (0, 100):
        return f"{value:.0f}"
    while float(text := f"{value:.{places}f}") in (0, 100):
        places += 1
    return text


def chance(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return the chance in running text: "54.3 % (53.6–55.0)"."""
    value, interval = percent(row, glyphs)
    return f"{value} % ({interval})"


def signed(value: float, glyphs: Glyphs) -> str:
    """Return points with their sign, rounded to whole points: "+44", "−12", "0"."""
    return _signed(round(value), 0, glyphs)


def _signed(units: int, places: int, glyphs: Glyphs) -> str:
    """Return a number of units of the last decimal with its sign; zero has none."""
    sign = glyphs.minus if units < 0 else "+" if units > 0 else ""
    return sign + _decimal(abs(units), places)


def _decimal(units: int, places: int) -> str:
    """Return a number of units of the last decimal: 46 with one decimal is "4.6"."""
    whole, rest = divmod(units, 10**places)
    return f"{whole}.{rest:0{places}}" if places else f"{whole}"


class _Points(NamedTuple):
    """Mean points as printed and how far their interval reaches down and up, in units of the last decimal."""

    mean: int
    below: int
    above: int
    places: int

    @property
    def covers_zero(self) -> bool:
        """Whether a reader would conclude that the mean may be zero."""
        return self.mean - self.below <= 0 <= self.mean + self.above


def _rounded_points(row: ContractEstimate) -> _Points:
    """Return the points in whole points, or with the fewest decimals that say what the verdict says.

    Fractions are exact, so enough decimals always exist.
    """
    mean = Fraction(row.mean_points)
    below, above = mean - Fraction(row.mean_points_low), Fraction(row.mean_points_high) - mean
    longer = max(below, above)
    close = row.verdict == "close"
    # One error for both sides is the longer: near zero it could hide what the shorter side shows.
    if min(below, above) >= LOPSIDED * longer and (mean - longer <= 0 <= mean + longer) == close:
        below = above = longer
    places = 0
    while (shown := _with_decimals(mean, below, above, places)).covers_zero != close:
        places += 1
    return shown


def _with_decimals(mean: Fraction, below: Fraction, above: Fraction, places: int) -> _Points:
    unit = 10**places
    return _Points(round(mean * unit), _round_up(below * unit), _round_up(above * unit), places)


def _round_up(length: Fraction) -> int:
    """Round up, but not for the sake of a floating-point error: 75.0000000001 is 75."""
    return ceil(round(length, 6))


def points(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return mean points with their error rounded up: "+44 ±3", or "+520 −75/+0" if the sides differ."""
    mean, below, above, places = _rounded_points(row)
    value = _signed(mean, places, glyphs)
    if below == above:
        return f"{value} {glyphs.plus_minus}{_decimal(below, places)}"
    return f"{value} {glyphs.minus}{_decimal(below, places)}/+{_decimal(above, places)}"


def sides_note(rows: Sequence[ContractEstimate], glyphs: Glyphs) -> str:
    """Return what "+520 −75/+0" means if points are printed so for one of the rows, else nothing."""
    if not any("/+" in points(row, UNICODE) for row in rows):
        return ""
    return glyphs.text("Points +p −a/+b: the interval reaches a below p and b above it.")


def spark(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return the distribution of 0 to 10 tricks as eleven glyphs; the highest bar is the commonest number.

    A number of tricks that happened at all is never blank. A misère has no distribution: a dash.
    """
    if row.is_misere:
        return glyphs.none
    peak = max(row.tricks)
    steps = len(glyphs.bars) - 1
    return "".join(glyphs.bars[ceil(steps * count / peak)] for count in row.tricks)


def tricks(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return mean tricks with their error: "7.44 ±0.02"; a dash in a misère."""
    if row.mean_tricks is None or row.tricks_error is None:
        return glyphs.none
    places = max(1, decimals(row.tricks_error))
    return f"{row.mean_tricks:.{places}f} {glyphs.plus_minus}{max(row.tricks_error, 10**-places):.{places}f}"


def tricks_gap(first: ContractEstimate, second: ContractEstimate, glyphs: Glyphs) -> str:
    """Return how many tricks more the second model takes than the first: "+0.5"; a dash in a misère."""
    if first.mean_tricks is None or second.mean_tricks is None:
        return glyphs.none
    gap = round(second.mean_tricks - first.mean_tricks, 1)
    return f"{glyphs.minus if gap < 0 else '+'}{abs(gap):.1f}"


def chance_gap(first: ContractEstimate, second: ContractEstimate, glyphs: Glyphs) -> str:
    """Return how much higher the second model's chance is than the first one's, in per cent: "+7"."""
    return signed(100 * (second.p_make - first.p_make), glyphs)


def heading(bid: str, glyphs: Glyphs) -> str:
    """Return the name of a bid's denomination, with its symbol: "♥ hearts"."""
    letter = denomination(bid)
    return f"{glyphs.suits[letter]} {NAMES[letter]}" if letter in glyphs.suits else NAMES[letter]


def verdict_sentences(advice: Advice, glyphs: Glyphs) -> list[str]:
    """Return the answer in sentences: about the bid asked, if one was, then the best contract."""
    sentences = _asked_sentences(advice, glyphs) if advice.asked else []
    return [glyphs.text(sentence) for sentence in (*sentences, _best_sentence(advice, glyphs))]


def _asked_sentences(advice: Advice, glyphs: Glyphs) -> list[str]:
    assert advice.asked is not None
    first, *others = advice.asked.rows
    bid = glyphs.bid(first.bid)
    opening = f"{bid}: {VERDICTS[advice.asked.verdict]}"
    if advice.asked.models_agree is False:
        opening += (
            f" for {first.engine} players, but {VERDICTS[others[0].verdict]} for {others[0].engine} ones"
        )
    else:
        opening += REASONS[advice.asked.verdict]
    sentences = [f"{opening}{_better_clause(advice, glyphs)}.", _model_sentence(first, glyphs)]
    for row in others:
        sentences.append(f"{_model_sentence(row, glyphs)} {_gap_clause(first, row, glyphs)}")
    return sentences


def _better_clause(advice: Advice, glyphs: Glyphs) -> str:
    """Return what to say when another contract clearly brings more than the one asked about."""
    assert advice.asked is not None
    best = advice.row(advice.engine, advice.best)
    if advice.asked.bid in (best.bid, *advice.ties):
        return ""
    return f"; {glyphs.bid(best.bid)} {'brings more' if best.mean_points > 0 else 'costs less'}"


def _model_sentence(row: ContractEstimate, glyphs: Glyphs) -> str:
    return (
        f"With {row.engine} players {glyphs.bid(row.bid)} is made in {chance(row, glyphs)} of {row.deals:,}"
        f" deals and brings {points(row, glyphs)} points a deal: {signed(row.mean_ours, glyphs)} for us,"
        f" {signed(row.mean_theirs, glyphs)} for them."
    )


def _gap_clause(first: ContractEstimate, second: ContractEstimate, glyphs: Glyphs) -> str:
    points_gap = signed(second.mean_points - first.mean_points, glyphs)
    return (
        f"Model uncertainty (the gap between them): {chance_gap(first, second, glyphs)} percentage points in"
        f" the chance, {points_gap} points a deal."
    )


def _best_sentence(advice: Advice, glyphs: Glyphs) -> str:
    best = advice.row(advice.engine, advice.best)
    sentence = (
        f"Most points if played: {glyphs.bid(best.bid)}, {points(best, glyphs)} with {best.engine} players"
    )
    if advice.ties:
        sentence += f" (too close to call with {', '.join(glyphs.bid(bid) for bid in advice.ties)})"
    for engine in advice.engines:
        if engine != advice.engine:
            row = max((r for r in advice.contracts if r.engine == engine), key=lambda r: r.mean_points)
            sentence += f"; {glyphs.bid(row.bid)}, {points(row, glyphs)} with {engine} ones"
    return sentence + "."


def assumptions(advice: Advice, glyphs: Glyphs) -> str:
    """Return what the answer rests on, in one line."""
    return glyphs.text(
        f"Assumptions: rules {rules_label(advice)} ({advice.manifest.rules_hash[:8]}); seed {advice.seed};"
        f" deals: {deals_label(advice, glyphs)}; the contractor picks up the kitty and leads; the others'"
        " cards fall at random, whatever they called."
    )


def rules_label(answer: "Advice | Odds") -> str:
    """Return the rules by name and what was changed in them: "australian with misere.value=210"."""
    changes = answer.manifest.rules_changes
    shown = ", ".join(changes[:MOST_CHANGES])
    more = f" and {len(changes) - MOST_CHANGES} more changes" if len(changes) > MOST_CHANGES else ""
    return f"{answer.manifest.rules_name} with {shown}{more}" if changes else answer.manifest.rules_name


def deals_label(advice: Advice, glyphs: Glyphs) -> str:
    """Return the deals of each model; a precision goal deals more for the denomination asked about."""
    parts = []
    for engine in advice.manifest.engines:
        text = f"{engine.deals:,} {engine.name}"
        if engine.deals_asked != engine.deals and advice.asked is not None:
            text += f" ({engine.deals_asked:,} in {heading(advice.asked.bid, glyphs)})"
        parts.append(text)
    return ", ".join(parts)


def legend(advice: Advice, glyphs: Glyphs) -> str:
    """Return how to read the table of contracts."""
    signs = f"{glyphs.best} most points"
    if advice.asked is not None:
        signs = f"{glyphs.asked} asked about, {signs}"
    text = (
        f"{signs}. Headings: how often 0{glyphs.dash}10 tricks were taken, and their mean; points: us minus"
        " them a deal; all with 95 % intervals."
    )
    if len(advice.engines) > 1:
        first, second = advice.engines[:2]
        text += f" Model uncertainty: {second} minus {first}, chance in per cent (headings: tricks)."
    return f"{glyphs.text(text)} {sides_note(advice.contracts, glyphs)}".rstrip()


def legend_many(answers: Sequence[Advice], glyphs: Glyphs) -> str:
    """Return how to read the table of many answers."""
    advice = answers[0]
    text = f"Answers, chances and points are those of {advice.engine} players."
    if len(advice.engines) > 1:
        first, second = advice.engines[:2]
        text += f" Model uncertainty: {second} minus {first}, chance in per cent."
    shown = [each.row(each.engine, each.best) for each in answers]
    shown += [each.asked.rows[0] for each in answers if each.asked]
    return f"{text} {sides_note(shown, glyphs)}".rstrip()


def notes(advice: Advice, glyphs: Glyphs) -> list[str]:
    """Return the notes as sentences, then the assumptions."""
    sentences = [glyphs.text(note[0].upper() + note[1:] + ".") for note in advice.notes]
    if advice.precision_reached is False:
        sentences.insert(0, f"The precision asked for ({advice.manifest.precision}) was not reached.")
    return [*sentences, assumptions(advice, glyphs)]
