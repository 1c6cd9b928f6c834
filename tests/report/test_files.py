import csv
import io
import json
import os
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pandas as pd
import pytest
from fake_engine import make_engine

from fivehundred_sim import advise
from fivehundred_sim.report import files, text
from fivehundred_sim.report.markdown import to_markdown

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
OTHER = "JK JH JD AH KH QH 10H 9H 8H 7H"
SUFFIXES = (".json", ".csv", ".parquet", ".md", ".html", ".png", ".svg")


@pytest.fixture(scope="module")
def advice():
    return advise(HAND, "8H", engines=(make_engine()[0], make_engine("double-dummy", bonus=1)[0]))


@pytest.fixture(scope="module")
def answers(advice):
    return [advice, advise(OTHER, engines=make_engine()[0])]


def test_json_is_one_object_of_the_answer(advice, answers):
    assert json.loads(text.to_json(advice)) == advice.to_json_dict()
    assert "line" not in advice.to_json_dict()
    many = json.loads(text.to_json(answers))
    assert many["schema"] == "fivehundred.advise-many/1"
    assert many["answers"] == [answer.to_json_dict() for answer in answers]


def test_csv_has_a_row_a_hand_engine_and_bid(advice, answers):
    rows = list(csv.DictReader(io.StringIO(text.to_csv(answers))))
    assert len(rows) == 54 + 27
    assert [row["hand"] for row in rows[53:55]] == [HAND, OTHER]
    for row, estimate in zip(rows, advice.contracts, strict=False):
        assert (row["engine"], row["bid"]) == (estimate.engine, estimate.bid)
        assert float(row["p_make"]) == estimate.p_make
        assert [int(row[f"tricks_{t}"]) for t in range(11)] == list(estimate.tricks)
        assert (row["mean_tricks"] == "") == (estimate.bid in ("M", "OM"))


def test_rows_of_many_say_their_line_and_the_bid_asked_about(answers, tmp_path):
    numbered = [replace(answer, line=line) for answer, line in zip(answers, (2, 5), strict=True)]
    rows = list(csv.DictReader(io.StringIO(text.to_csv(numbered))))
    assert list(rows[0])[:5] == ["line", "hand", "asked", "engine", "bid"]
    assert {(row["line"], row["hand"], row["asked"]) for row in rows} == {("2", HAND, "8H"), ("5", OTHER, "")}
    assert [answer["line"] for answer in json.loads(text.to_json(numbered))["answers"]] == [2, 5]
    files.write(numbered, tmp_path / "many.parquet")
    frame = pd.read_parquet(tmp_path / "many.parquet")
    assert list(frame.columns) == list(rows[0])
    assert frame["line"].tolist() == [int(row["line"]) for row in rows]
    assert frame["asked"].dropna().unique().tolist() == ["8H"]


def test_markdown_has_the_answer_the_tables_and_the_assumptions(advice):
    lines = to_markdown(advice).splitlines()
    assert lines[0] == "## JK J♦ K♥ 9♥ 5♥ A♠ 8♠ 7♣ 6♣ 5♦: 8♥?"
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 27 + 2 + 5
    assert len({line.count("|") for line in table[:29]}) == 1
    assert any(line.startswith("| **8♥** (asked)") for line in table)
    assert "not against passing" in lines[-4]
    assert "Assumptions" in lines[-1]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_come_whole_with_the_same_bytes_each_time(tmp_path, advice, suffix):
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix.upper()}"
    one.write_text("an older file is replaced")
    files.write(advice, one)
    files.write(advice, two)
    assert one.read_bytes() == two.read_bytes()
    assert len(one.read_bytes()) > 1_000
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([one.name, two.name])
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert one.stat().st_mode & 0o777 == 0o666 & ~mask


def test_the_manifest_travels_with_files_that_have_a_place_for_it(tmp_path, advice):
    manifest = advice.manifest.to_json_dict()
    for suffix in SUFFIXES:
        files.write(advice, tmp_path / f"a{suffix}")
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["manifest"] == manifest
    frame = pd.read_parquet(tmp_path / "a.parquet")
    assert frame.attrs["manifest"] == manifest
    assert frame["bid"].cat.ordered
    pd.testing.assert_frame_equal(frame, advice.frame())
    svg = ElementTree.parse(tmp_path / "a.svg").getroot()
    described = [element.text for element in svg.iter("{http://purl.org/dc/elements/1.1/}description")]
    assert [json.loads(each) for each in described] == [manifest]
    png = (tmp_path / "a.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert advice.manifest.rules_hash.encode() in png


@pytest.mark.parametrize("suffix", [".json", ".csv", ".parquet", ".md", ".html"])
def test_many_answers_fit_into_tables(tmp_path, answers, suffix):
    path = tmp_path / f"many{suffix}"
    files.write(answers, path)
    content = pd.read_parquet(path).to_csv() if suffix == ".parquet" else path.read_text("utf-8")
    words = {".md": ("8♥", "♥K95"), ".html": ("8♥", "♥K95")}.get(suffix, ("8H", "10NT"))
    assert all(word in re.sub("</?span[^>]*>", "", content) for word in words)


def test_charts_come_in_both_themes(tmp_path, advice):
    light, plain, dark = (tmp_path / f"{name}.svg" for name in ("light", "plain", "dark"))
    files.write(advice, light, theme="light")
    files.write(advice, plain)
    files.write(advice, dark, theme="dark")
    assert light.read_bytes() == plain.read_bytes() != dark.read_bytes()


@pytest.mark.parametrize(
    ("name", "count", "reason"),
    [
        ("answer.xls", 1, r"\.json, \.csv, \.parquet, \.md, \.html, \.png, \.svg"),
        ("answer", 1, "expected a name that ends in"),
        ("chart.svg", 2, "one hand, not 2"),
        ("nowhere/answer.json", 1, "no folder"),
        ("folder.json", 1, "it is a folder"),
    ],
)
def test_outputs_that_cannot_be_written_are_refused_before_any_work(tmp_path, name, count, reason):
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(files.OutputError, match=reason) as error:
        files.check_outputs([tmp_path / "fine.csv", tmp_path / name], count)
    assert name in str(error.value)
    assert "\n" not in str(error.value)
    assert isinstance(error.value, ValueError)


def test_a_failed_write_leaves_the_older_file_and_nothing_else(tmp_path, advice, monkeypatch):
    target = tmp_path / "answer.json"
    target.write_text("older")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(files.OutputError, match="No space left on device"):
        files.write(advice, target)
    assert target.read_text() == "older"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_may_not_be_written_to_is_refused(tmp_path, advice, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere, so ask for the refusal
    with pytest.raises(files.OutputError, match="may not be written to"):
        files.write(advice, tmp_path / "answer.json")
