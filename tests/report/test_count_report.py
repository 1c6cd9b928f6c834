"""A count on a terminal and as Markdown: nothing cut at any width, quarters as people write them."""

import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_terminal import assert_golden, printed

from fivehundred_sim import load_rules
from fivehundred_sim.report.count import bidding_rule, left_out, print_count, render, signed, tricks, write
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.rules.load import rules_hash
from fivehundred_sim.study import manifest
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


def card(contract, start, kitty, **worths):
    found = (Worth(name, float(number), number + 0.03, 0.02) for name, number in worths.items())
    return Card(
        contract,
        Worth("start", float(start), start - 0.1, 0.06),
        Worth("kitty", float(kitty), 0.98, 0.01),
        tuple(found),
        500,
    )


def accuracy(name, contract, bias):
    return Accuracy(
        name, contract, BIDDING, 5000, 0.88, 1.7 + abs(bias) / 2, bias, 0.6, 0.2 + abs(bias), 1.64
    )


def points(name, margin, difference):
    return Points(name, margin, 0.5, 33 + difference, difference, difference - 1, difference + 1)


def made_from(rules):
    record = manifest.EngineRecord("heuristic", 100_000, 100_000, 200)
    about = {
        "rules_name": rules.name,
        "rules_hash": rules_hash(rules),
        "rules": rules.model_dump(mode="json"),
    }
    return manifest.Manifest(
        schema_version=1,
        rules_changes=(),
        seed=1,
        precision=None,
        budget=None,
        engines=(record,),
        complete=True,
        **about,
        **manifest.versions(),
    )


@pytest.fixture(scope="module")
def answer():
    counts = (OURS, "unrounded", "trick-bot", "mcg46", "hen", "zh", "ari", "patrick")
    return TableCount(
        suits=card(
            SUITS_NAME,
            3.5,
            1,
            trump=0.5,
            joker=0.75,
            right_bower=0.5,
            ace=0.25,
            king=0,
            side_king=0.25,
            void=0,
        ),
        no_trump=card(NO_TRUMP_NAME, 5, 0.75, joker=1.25, ace=0.5, long_card=0.75, open_suit=-0.25),
        margin=0.5,
        accuracy=tuple(
            accuracy(name, kind, -0.7) for kind in (SUITS_NAME, NO_TRUMP_NAME) for name in counts[:3]
        ),
        bids=(BidMade(6, 0.441, 6.81, 0.774, 17.5), BidMade(10, 0.0004, 9.9, 0.95, -311.1)),
        points=tuple(points(name, 0.0, -12.0 * k) for k, name in enumerate(counts)),
        tuned=tuple(points(name, k / 4 - 1, -1.0 * k) for k, name in enumerate(counts)),
        partners=True,
        manifest=made_from(load_rules()),
    )


def shown(answer, width, **options):
    return printed(answer, width, show=print_count, **options)


@pytest.mark.parametrize("width", [60, 80])
def test_the_count_looks_as_it_did(answer, width):
    assert_golden(f"count_{width}.txt", shown(answer, width))


def test_the_count_in_ascii_and_markdown_looks_as_it_did(answer):
    assert_golden("count_ascii.txt", shown(answer, 80, encoding="ascii"))
    assert_golden("count.md", render(answer, "markdown"))
    assert render(answer, "markdown", ascii_only=True).isascii()


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_nothing_is_cut(answer, width):
    text = shown(answer, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for words in ("partner and the rest", "each trump, joker and bowers too", "T-BOT tricks", "Patrick"):
        assert words in " ".join(text.split())


def test_numbers_are_said_as_people_add_them_up():
    quarters = [tricks(number, UNICODE) for number in (0, 0.25, 0.5, 0.75, 1, 3.5, -0.25, -1.75)]
    assert quarters == ["0", "¼", "½", "¾", "1", "3½", "−¼", "−1¾"]
    assert [tricks(number, UNICODE) for number in (0.3, -1.2)] == ["0.3", "−1.2"]
    assert [tricks(number, ASCII) for number in (3.5, -0.25)] == ["3.5", "-0.25"]
    assert [signed(number, 1, UNICODE) for number in (0.04, 1.25, -10.5, -0.04)] == [
        "0.0",
        "+1.2",
        "−10.5",
        "0.0",
    ]


def test_sentences_follow_the_answer(answer):
    assert bidding_rule(answer, UNICODE) == "Take off ½ and bid what is left, without the fraction."
    assert bidding_rule(replace(answer, margin=-0.25), UNICODE).startswith("Add ¼ and bid")
    assert bidding_rule(replace(answer, margin=0.0), UNICODE) == "Bid what you count, without the fraction."
    dropped = "Not worth counting: more for the king of trumps; each void, with four trumps."
    assert left_out(answer.suits) == dropped
    assert left_out(answer.no_trump) == ""
    alone = shown(replace(answer, partners=False), 80)
    assert "partner and the rest" not in alone
    assert "partner's cards" not in alone


def test_files_hold_the_same_rows(answer, tmp_path):
    for suffix in (".json", ".csv", ".md", ".parquet"):
        write(answer, str(tmp_path / f"count{suffix}"))
    assert json.loads((tmp_path / "count.json").read_text("utf-8"))["margin"] == 0.5
    rows = list(csv.DictReader(io.StringIO((tmp_path / "count.csv").read_text("utf-8"))))
    frame = pd.read_parquet(tmp_path / "count.parquet")
    assert len(rows) == len(frame) == len(answer.records())
    joker = frame[(frame.about == "worth") & (frame.contract == SUITS_NAME) & (frame.name == "joker")]
    assert joker.rounded.tolist() == [0.75]
    about = json.loads(pq.read_schema(tmp_path / "count.parquet").metadata[b"fivehundred"])
    assert about["schema"] == "fivehundred.count/1"
