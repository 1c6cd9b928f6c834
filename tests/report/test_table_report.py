"""Bidding tables as a page, as files and as charts."""

import io
import json
import re

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_terminal import printed

from fivehundred_sim.report import chart, records
from fivehundred_sim.report.files import OutputError
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.report.table import notes, print_table, render, write
from fivehundred_sim.report.table_chart import table_chart
from fivehundred_sim.report.table_page import (
    by_strength,
    level_cell,
    misere_cell,
    page,
    shape_page,
    widest_error,
)
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.table.plan import plan_of
from fivehundred_sim.study.table.table import FEW_HANDS, Table


def table_of(name, deals):
    plan = plan_of(load_rules(name), seed=3, deals=deals)
    return Table(plan, plan.count(0, deals))


@pytest.fixture(scope="module")
def table():
    return table_of("australian", 6000)


@pytest.fixture(scope="module")
def two_jokers():
    return table_of("quebec", 1500)


def level_row(level, pays="yes", chance=0.62):
    return {"best_level": level, "pays": pays, f"p_make_{level}": chance}


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (level_row(7), "7 62"),
        (level_row(10, "close", 0.584), "10? 58"),
        (level_row(8, chance=0.9999), "8 >99"),
        (level_row(0, "no"), "—"),
        (level_row(0, "close"), "—?"),
    ],
)
def test_cells_of_levels(row, text):
    assert level_cell(row, UNICODE) == text


@pytest.mark.parametrize(("pays", "text"), [("yes", "62"), ("close", "62?"), ("no", "(62)")])
def test_cells_of_miseres(pays, text):
    assert misere_cell({"p_make": 0.62, "pays": pays}) == text


def test_top_cards_are_ordered_by_strength():
    rows = [{"tops": word} for word in ("J", "-", "R L A", "J R", "A", "L")]
    assert by_strength(rows) == ["-", "A", "L", "R L A", "J", "J R"]
    both = [{"tops": word} for word in ("BJ", "BJ RJ", "RJ A", "R L", "RJ")]
    assert by_strength(both) == ["R L", "RJ", "RJ A", "BJ", "BJ RJ"]


def test_the_page_fits_a_sheet_of_paper(table, two_jokers):
    for answer in (table, two_jokers):
        lines = printed(answer, show=print_table).splitlines()
        assert len(lines) <= 60
        assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("width", [40, 60, 80])
def test_narrow_terminals_lose_nothing(table, width):
    text = printed(table, width, show=print_table)
    for part in page(table, UNICODE, side_by_side=1):
        for cells, _ in part.grid.lines:
            assert all(word in text for cell in cells for word in cell.split())


def test_ascii_is_ascii(table):
    assert printed(table, encoding="ascii", show=print_table).isascii()
    assert render(table, "markdown", ascii_only=True).isascii()


def test_the_page_shows_the_cells_with_enough_hands(table):
    parts = page(table, UNICODE)
    assert all(row["n"] >= FEW_HANDS for part in parts for row in part.rows)
    block = table.blocks("pooled")[0]
    row = next(row for row in table.rows("pooled", block) if (row["tops"], row["trumps"]) == ("J R", 5))
    grid = parts[0].grid
    line = next(cells for cells, _ in grid.lines if cells[0] == "J R")
    assert line[grid.headings.index("♠♣ 5")] == level_cell(row, UNICODE)


def test_the_notes_tell_what_pays_means_and_how_good_the_chances_are(table):
    parts = page(table, UNICODE)
    text = " ".join(notes(table, parts, UNICODE))
    assert "against scoring nothing" in text
    assert "advise --auction" in text
    assert "6,000 random deals" in text
    assert "seed 3" in text
    widest = max(
        max(row[f"{name}_high"] - row[name], row[name] - row[f"{name}_low"])
        for part in parts
        for row in part.rows
        for name in ["p_make" if "p_make" in row else f"p_make_{row['best_level']}"]
        if name in row
    )
    assert widest * 100 <= widest_error(parts) < widest * 100 + 1


def test_a_page_of_suit_lengths(table):
    text = printed(table, show=lambda answer, console: print_table(answer, console, ("shape",)))
    assert "Trumps and the side suits" in text
    assert len(text.splitlines()) <= 60
    grids = shape_page(table, UNICODE)
    assert [grid.headings[1:] for _, grid, _ in grids] == [["♠", "♣", "♦", "♥"], ["NT", "M", "OM"]]
    shapes = [cells[0] for cells, _ in grids[0].grid.lines]
    assert "5:3-2-0" in shapes
    assert "0:4-3-3" not in shapes  # nothing pays without trumps
    assert "Suits alike" not in text
    assert render(table, "markdown", ["shape"]).count("| --- |") == 2


def test_a_house_without_misere_says_nothing_of_it(two_jokers):
    text = printed(two_jokers, show=print_table)
    assert "Gaps" not in text
    assert "BJ RJ" in text
    assert "heuristic players" in text


def test_markdown_has_every_grid(table):
    text = render(table, "markdown")
    assert text.count("| --- |") == len(page(table, UNICODE))
    assert text.startswith("**Bid this with that")
    assert "| J R |" in text


def test_csv_and_parquet_are_the_frame(table, tmp_path):
    frame = table.frame(["shape"])
    read = pd.read_csv(io.StringIO(render(table, "csv", ["shape"])))
    assert list(read.columns) == list(frame.columns)
    assert read.n.tolist() == frame.n.tolist()
    assert read["shape"].tolist() == frame["shape"].tolist()
    path = tmp_path / "table.parquet"
    write(table, path, ["shape"])
    assert pd.read_parquet(path).equals(frame)
    about = json.loads(pq.read_schema(path).metadata[b"fivehundred"])
    assert about["schema"] == "fivehundred.table/1"
    assert about["manifest"]["seed"] == 3


def test_json_is_the_answer(table, tmp_path):
    path = tmp_path / "table.json"
    write(table, path, ["honours"])
    assert path.read_text() == records.to_json(table.to_json_dict(["honours"]))


def test_charts_are_the_same_each_time_and_carry_the_manifest(table, tmp_path):
    paths = tmp_path / "one.svg", tmp_path / "two.svg"
    for path in paths:
        write(table, path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert b"kernel_hash" in first
    png = tmp_path / "table.png"
    write(table, png, theme="dark")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("theme", chart.THEMES.values(), ids=chart.THEMES)
def test_a_panel_a_level_and_bands_around_lines(table, theme):
    figure = table_chart(table, theme)
    titles = [axes.get_title() for axes in figure.axes]
    assert titles.count("8") == 5  # lines and maps of black and of red suits, and no-trump
    assert titles[-2:] == ["by gaps", "by cards above the nine"]
    lines = figure.axes[titles.index("8")]
    assert len(lines.get_lines()) == len(lines.collections) == 4  # none to three top cards
    drawn = {line.get_label(): line.get_ydata() for line in lines.get_lines()}
    assert drawn["3"][-1] > drawn["0"][-1]


def test_a_chart_of_two_jokers_names_both(two_jokers):
    figure = table_chart(two_jokers)
    words = {text.get_text() for axes in figure.axes for text in axes.get_yticklabels()}
    assert {"BJ", "RJ", "BJRJ"} <= words
    assert not any("gaps" in axes.get_title() for axes in figure.axes)


def test_an_unwritable_place_is_told(table, tmp_path):
    with pytest.raises(OutputError, match="no folder"):
        write(table, tmp_path / "nowhere" / "table.csv")
    with pytest.raises(OutputError, match=re.escape(".csv")):
        write(table, tmp_path / "table.xlsx")


def test_signs_of_suits_follow_the_glyphs(table):
    assert page(table, ASCII)[0].grid.headings[1].startswith("SC ")
