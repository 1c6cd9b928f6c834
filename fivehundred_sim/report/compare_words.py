"""House rules compared, in words: what each measure is called, the plain answer, and what it rests on."""

from collections.abc import Sequence

from fivehundred_sim.report.figures import decimals
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.report.match import plus_minus
from fivehundred_sim.study.bidding.exchanged import Interval
from fivehundred_sim.study.compare.compare import Against, Comparison
from fivehundred_sim.study.compare.moments import Compared

FEW_POINTS = 20.0  # levels and tricks are fewer, so that their decimals say something
MOST_SAID = 3  # differences that the first sentence names
STRAIN_WORDS = ("suits", "suits", "suits", "suits", "no-trump", "misère", "open misère")
ALL_STRAINS = len(STRAIN_WORDS)

# The measures of the first table, by heading; shares are in per cent.
ROWS = {
    "Contracts": {
        "contracts.bid": "deals that somebody bids, %",
        "suit.bid": "suit contracts, % of deals",
        "no-trump.bid": "no-trump, % of deals",
        "misère.bid": "misère, % of deals",
        "open misère.bid": "open misère, % of deals",
        "level": "level, misères left out",
        "tricks": "tricks taken there",
        "contracts.rate": "contracts made, %",
        "dealer.bid": "contracts of the dealer's side, %",
    },
    "Points": {
        "points.dealer": "dealer's side, a deal",
        "points.others": "other sides, a deal",
        "points.contractor": "contractor's side, a contract",
        "points.defenders": "its opponents, a contract",
    },
    "Best contract of a hand": {
        "best.pass": "pass, % of hands",
        "best.level 6": "six, %",
        "best.level 7": "seven, %",
        "best.level 8": "eight, %",
        "best.level 9": "nine, %",
        "best.level 10": "ten, %",
        "best.misère": "a misère, %",
    },
    "Games": {
        "game.hands": "hands to finish one",
        "game.first dealer": "won by the first dealer's side, %",
        "game.points.winner": "winner's points at the end",
        "game.points.loser": "loser's points at the end",
        "game.end.contract": "won by a contract made, %",
        "game.end.floor": "lost at the floor, %",
        "game.end.tricks": "won by points for tricks, %",
        "game.end.nobody": "without a winner, %",
        "game.end.unfinished": "not over within 200 deals, %",
    },
}
HAND_HEADING = "Hands that should now …"
CHANGES = {
    "hand.higher": "bid higher in the same denomination",
    "hand.lower": "bid lower",
    "hand.elsewhere": "bid another denomination",
    "hand.now_bids": "bid instead of passing",
    "hand.now_passes": "pass instead of bidding",
}
EXAMPLE_WORDS = {
    "higher": "Higher",
    "lower": "Lower",
    "elsewhere": "Elsewhere",
    "now_bids": "Bids now",
    "now_passes": "Passes now",
}
# What the first sentence says of a difference, in the order of its choice: more, less, unit of the figure.
_SAID = {
    "game.hands": ("games are {} hands longer", "games are {} hands shorter", 1.0),
    "contracts.rate": ("{} more contracts in 100 are made", "{} fewer contracts in 100 are made", 0.01),
    "level": ("contracts stand {} levels higher", "contracts stand {} levels lower", 1.0),
    "misère.bid": ("misère is bid in {} more deals of 100", "misère is bid in {} fewer deals of 100", 0.01),
    "open misère.bid": (
        "open misère is bid in {} more deals of 100",
        "open misère is bid in {} fewer deals of 100",
        0.01,
    ),
    "contracts.bid": (
        "somebody bids in {} more deals of 100",
        "somebody bids in {} fewer deals of 100",
        0.01,
    ),
    "points.contractor": ("a contract brings {} points more", "a contract brings {} points less", 1.0),
    "game.first dealer": (
        "the first dealer's side wins {} more games of 100",
        "the first dealer's side wins {} fewer games of 100",
        0.01,
    ),
}


def unit_of(row: Compared) -> float:
    """Return what a figure is shown in: 0.01 for shares, which are shown in per cent."""
    return 0.01 if row.measure.unit == "share" else 1.0


def value(figure: float | None, row: Compared, glyphs: Glyphs) -> str:
    """Return a figure with the decimals that the error of its difference has.

    Where too few deals give no error, one of a share, two of a level or a number of tricks, none of points.
    """
    if figure is None:
        return glyphs.none
    unit = unit_of(row)
    error = 0.0 if row.low is None or row.high is None else (row.high - row.low) / 2 / unit
    small = 1 if unit < 1 else 2 if abs(figure) < FEW_POINTS else 0
    places = decimals(error) if error else small
    return f"{figure / unit:.{places}f}".replace("-", glyphs.minus)


def difference(row: Compared, glyphs: Glyphs) -> str:
    """Return a difference with its sign and error: "+2.9 ± 0.4"; 0 where both must be equal."""
    if row.verdict == "same":
        return "0"
    if row.diff is None or row.low is None or row.high is None:
        return glyphs.none
    text = plus_minus(Interval(row.diff, row.low, row.high), 0.0, glyphs, unit_of(row))
    return text if text.startswith((glyphs.minus, "0 ")) else f"+{text}"


# --- sentences ----------------------------------------------------------------------------------------------


def answer_sentences(answer: Comparison, glyphs: Glyphs) -> list[str]:
    """Return the plain answer: of a sweep how the last value differs from the first, else each set."""
    others = answer.others[-1:] if answer.sweep else answer.others
    return [_sentence(answer, other, glyphs) for other in others]


def _sentence(answer: Comparison, other: Against, glyphs: Glyphs) -> str:
    first = answer.labels[0]
    if answer.sweep:
        first = first.removeprefix(f"{answer.sweep.key}=")
    if other.same:
        return f"{other.label} plays exactly as {first}: nothing differs."
    said = [text for key in _SAID if (text := _said(other.row(key), glyphs))][:MOST_SAID]
    changed = changed_share(other)
    if changed:
        said.append(f"{percent(changed)} % of hands have another best contract")
    if not said:
        return f"{other.label} and {first} are too close to call in all that is counted here."
    return f"Under {other.label} instead of {first}, {_and(said)}."


def _said(row: Compared | None, glyphs: Glyphs) -> str:
    """Return a difference in words; nothing where it is too close to call."""
    if row is None or row.verdict not in ("more", "less"):
        return ""
    more, less, unit = _SAID[row.measure.key]
    diff, low, high = row.diff or 0.0, row.low or 0.0, row.high or 0.0
    if diff > 0:
        return more.format(plus_minus(Interval(diff, low, high), 0.0, glyphs, unit))
    return less.format(plus_minus(Interval(-diff, -high, -low), 0.0, glyphs, unit))


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def percent(share: float) -> str:
    """Return a share in per cent with a decimal; only what never happens is 0."""
    return "<0.1" if 0 < share < 0.0005 else f"{100 * share:.1f}"


def changed_share(other: Against) -> float:
    """Return the share of hands whose best contract is another one; 0 where packs differ."""
    rows = [other.row(key) for key in CHANGES]
    return sum(row.diff or 0.0 for row in rows if row is not None)


def changes_sentence(answer: Comparison, other: Against, glyphs: Glyphs) -> str:
    """Return what hands should do otherwise: "Of the same hands 3.1 % (2.9–3.4) should bid higher, …"."""
    rows = {key: other.row(key) for key in CHANGES}
    seen = [(CHANGES[key], row) for key, row in rows.items() if row is not None and row.diff]
    if not seen:
        return ""
    said = [f"{share_words(row, glyphs)} {words}" for words, row in seen]
    return (
        f"Of the first callers' hands, by what contracts are worth on average under {other.label}, these"
        f" should do otherwise than under {answer.labels[0]}: {_and(said)}."
    )


def share_words(row: Compared, glyphs: Glyphs, unit: str = " %") -> str:
    """Return the share of hands that change: "1.2 % (1.0–1.3)"."""
    bounds = f"{percent(row.low or 0.0)}{glyphs.dash}{percent(row.high or 0.0)}"
    return f"{percent(row.diff or 0.0)}{unit} ({bounds})"


# --- what it rests on ---------------------------------------------------------------------------------------


def notes(answer: Comparison, shown: int) -> list[str]:
    """Return what stands below the tables, sentence by sentence. shown: how many differences are."""
    lines = [_multiplicity(shown), _shuffles(answer), _learning(answer), _play(answer)]
    return [line for line in (*lines, *answer.why_no_games, _games(answer), basis(answer)) if line]


def _multiplicity(shown: int) -> str:
    return (
        f"{shown} differences are shown, each with its own 95 % interval. One in twenty such intervals"
        " misses, so that one small difference among many proves nothing."
    )


def _shuffles(answer: Comparison) -> str:
    apart = [other.label for other in answer.others if not other.shuffles]
    alike = [other.label for other in answer.others if other.shuffles]
    first = answer.labels[0]
    parts = []
    if alike:
        whose = f"{_and([first, *alike])} are" if apart else "All sets are"
        parts.append(f"{whose} dealt the same shuffles, so differences are paired deal by deal.")
    if apart:
        has, share = ("has", "shares") if len(apart) == 1 else ("have", "share")
        parts.append(
            f"{_and(apart)} {has} another pack and {share} only the seeds: differences from {first} are known"
            " less well, and no hand can be compared with itself."
        )
    return " ".join(parts)


def _learning(answer: Comparison) -> str:
    """Return what learning adds that no interval holds (scripts/measure_learning.py, learning.csv)."""
    if not answer.style.fitted or not any(other.learnt_apart for other in answer.others):
        return ""
    return (
        "What calls say is learnt in every house by itself, which intervals leave out: learnt from other"
        " deals, differences moved by up to 0.8 deals of 100 (no-trump), 0.02 levels and 1 point where the"
        " auction was another, by a tenth of that where only a value was."
    )


def _play(answer: Comparison) -> str:
    """Return who plays the contracts, the same in every set."""
    if not answer.calibrated:
        return "Contracts are played by rules of thumb under every set of rules."
    if len(answer.calibrated) == ALL_STRAINS:
        return "Contracts fare as with sampled players, by the quick calibration."
    by_thumb = [word for strain, word in enumerate(STRAIN_WORDS) if strain not in answer.calibrated]
    return (
        "Contracts fare as with sampled players, by the quick calibration, but by rules of thumb under every"
        f" set in {_and(list(dict.fromkeys(by_thumb)))}, where it does not hold for all of them."
    )


def _games(answer: Comparison) -> str:
    counted = any(other.row("game.hands") for other in answer.others)
    return "In games everybody bids for points, whatever the score." if counted and answer.games else ""


def basis(answer: Comparison) -> str:
    """Return what the figures rest on."""
    hashes = [entry["hash"][:8] for entry in answer.manifest()["rules"]]
    sets = ", ".join(f"{label} ({mark})" for label, mark in zip(answer.labels, hashes, strict=True))
    games = f" and {answer.games:,} games" if answer.games else ""
    return (
        f"Assumptions: {sets}; seed {answer.seed}, {answer.deals:,} deals{games} under each; all bid in the"
        f" style {answer.style.name}; caps on points for tricks count in games alone."
    )
