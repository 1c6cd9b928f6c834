"""Answers as text for programs and pages: JSON, CSV, Markdown."""

import csv
import io
import json
from collections.abc import Sequence

from fivehundred_sim.report import words
from fivehundred_sim.report.words import ASCII, UNICODE, Glyphs
from fivehundred_sim.study.advice import Advice, ContractEstimate, many_to_json_dict


def to_json(answer: Advice | Sequence[Advice]) -> str:
    """Return one JSON object: the answer, or with several the answers in a list. Every number is finite."""
    value = answer.to_json_dict() if isinstance(answer, Advice) else many_to_json_dict(list(answer))
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def to_csv(answer: Advice | Sequence[Advice]) -> str:
    """Return CSV, one row a hand, player model and bid; what is undefined is empty.

    CSV has no place for the manifest: JSON and Parquet carry it.
    """
    answers = [answer] if isinstance(answer, Advice) else answer
    records = [record for each in answers for record in each.records()]
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def to_markdown(answer: Advice | Sequence[Advice], *, ascii_only: bool = False) -> str:
    """Return Markdown: the answer in sentences, the table of contracts, what it rests on."""
    answers = [answer] if isinstance(answer, Advice) else answer
    glyphs = ASCII if ascii_only else UNICODE
    return "\n".join(_section(advice, glyphs) for advice in answers)


def _section(advice: Advice, glyphs: Glyphs) -> str:
    hand = " ".join(glyphs.card(card) for card in advice.hand)
    asked = f": {glyphs.bid(advice.asked.bid)}?" if advice.asked else ""
    lines = [f"## {hand}{asked}", ""]
    for sentence in words.verdict_sentences(advice, glyphs):
        lines += [sentence, ""]
    lines += [*_table(advice, glyphs), "", *_tricks_table(advice, glyphs), ""]
    sides = words.sides_note(advice.contracts, glyphs)
    lines += [f"- {note}" for note in (sides, *words.notes(advice, glyphs)) if note]
    return "\n".join(lines) + "\n"


def _table(advice: Advice, glyphs: Glyphs) -> list[str]:
    """One row a bid, the player models side by side."""
    headings, aligns = ["bid", "value"], [":--", "--:"]
    for engine in advice.engines:
        headings += [f"{engine}: chance % (95 %)", "points", "us", "them"]
        aligns += ["--:"] * 4
    if len(advice.engines) > 1:
        headings.append("model uncertainty (chance)")
        aligns.append("--:")
    lines = [_row(headings), _row(aligns)]
    for bid in sorted(advice.bids, key=lambda bid: words.DENOMINATIONS.index(words.denomination(bid))):
        rows = [advice.row(engine, bid) for engine in advice.engines]
        cells = [_bid_cell(advice, bid, glyphs), str(rows[0].value)]
        for row in rows:
            cells += _cells(row, glyphs)
        if len(rows) > 1:
            cells.append(words.chance_gap(rows[0], rows[1], glyphs))
        lines.append(_row(cells))
    return lines


def _tricks_table(advice: Advice, glyphs: Glyphs) -> list[str]:
    """One row a denomination: the distribution of tricks and its mean."""
    headings, aligns = ["denomination"], [":--"]
    for engine in advice.engines:
        headings += [f"{engine}: tricks 0{glyphs.dash}10", "mean tricks"]
        aligns += [":--", "--:"]
    lines = [_row(headings), _row(aligns)]
    for denomination in words.DENOMINATIONS:
        bid = next((bid for bid in advice.bids if words.denomination(bid) == denomination), None)
        if bid is not None and denomination != "misère":
            cells = [words.heading(bid, glyphs)]
            for engine in advice.engines:
                row = advice.row(engine, bid)
                cells += [f"`{words.spark(row, glyphs)}`", words.tricks(row, glyphs)]
            lines.append(_row(cells))
    return lines


def _bid_cell(advice: Advice, bid: str, glyphs: Glyphs) -> str:
    word = glyphs.bid(bid)
    if advice.asked is not None and advice.asked.bid == bid:
        word = f"**{word}** (asked)"
    return f"{word} (most points)" if bid == advice.best else word


def _cells(row: ContractEstimate, glyphs: Glyphs) -> list[str]:
    value, interval = words.percent(row, glyphs)
    ours, theirs = (words.signed(mean, glyphs) for mean in (row.mean_ours, row.mean_theirs))
    return [f"{value} ({interval})", words.points(row, glyphs), ours, theirs]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
