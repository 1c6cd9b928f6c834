"""Reading inputs, and the progress bar."""

import io
import sys

import pytest

from fivehundred_sim.cli import screen
from fivehundred_sim.cli.errors import UsageError


def test_a_header_makes_it_csv(tmp_path):
    path = tmp_path / "hands.csv"
    path.write_text('\ufeffId, Hand ,bid\n# remark\n\n1,"JK,JD",8H\n', encoding="utf-8")
    table = screen.read_table(str(path), "hand")
    assert table.header == ["id", "hand", "bid"]
    assert [row.fields for row in table.rows] == [{"id": "1", "hand": "JK,JD", "bid": "8H"}]
    assert table.rows[0].place == f"line 4 of {path}"


def test_lines_without_a_header_are_taken_whole(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("JK,JD\n  KH 9H \n")
    table = screen.read_table(str(path), "hand")
    assert table.header is None
    assert [row.fields["hand"] for row in table.rows] == ["JK,JD", "KH 9H"]


def test_faults_in_a_row_name_its_place():
    def no_bid(_row):
        raise ValueError("seven is no bid")

    with pytest.raises(UsageError, match=r"^line 3 of hands\.csv: seven is no bid$"):
        screen.each_row([screen.Row(3, "hands.csv", {})], no_bid)
    with pytest.raises(UsageError, match=r"^row 3 of h\.parquet: seven is no bid; and 1 more row at fault$"):
        screen.each_row([screen.Row(number, "h.parquet", {}, "row") for number in (3, 4)], no_bid)
    with pytest.raises(ValueError, match=r"^seven is no bid$"):
        screen.each_row([screen.Row(None, "", {})], no_bid)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_waits_a_second_and_needs_a_terminal(monkeypatch):
    now = 100.0
    monkeypatch.setattr(screen.time, "monotonic", lambda: now)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with screen.progress_bar("dealing", quiet=False) as bar:
        bar(1, 10)
        assert terminal.getvalue() == ""
        now += 1.5
        bar(5, 10)
        bar.label = "hand 3 of 200"
        bar(7, 10)
    assert "dealing" in terminal.getvalue()
    assert "hand 3 of 200" in terminal.getvalue()
    for stream, quiet in ((io.StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        with screen.progress_bar("dealing", quiet=quiet) as bar:
            now += 10
            bar(5, 10)
        assert stream.getvalue() == ""
