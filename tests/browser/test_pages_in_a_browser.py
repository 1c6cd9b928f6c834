"""Pages opened in a headless Chromium: they work, fit the screen and the paper, and fetch nothing.

Needs the extra `browser` (playwright) and a Chromium: on the path, or named by FIVEHUNDRED_CHROMIUM.
"""

import os
import re
import shutil

import pytest
from page_answers import KINDS, answer, page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra: browser)")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("FIVEHUNDRED_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason=f"no Chromium: expected {', '.join(CHROMIUMS)} or FIVEHUNDRED_CHROMIUM"
)
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
# How far the page, and the running text on it, reach to the right.
REACH = """() => Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("p, h1, li")].map((words) => words.getBoundingClientRect().right))"""
CLICK_ALL = """() => {
    for (const button of document.querySelectorAll("th[data-column] button")) button.click();
    return [document.querySelectorAll("th[data-column]").length,
            document.querySelectorAll("th[aria-sort]").length,
            document.querySelectorAll("table.sorts").length];
}"""
LOOK = """() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    charts: [...document.querySelectorAll("figure svg")].filter((svg) => svg.getClientRects().length)
        .map((svg) => getComputedStyle(svg.querySelector("path")).fill),
})"""
WHITE = "rgb(255, 255, 255)"


class Tab:
    """A tab of the browser in which pages are opened one after another, and what they said and asked for."""

    def __init__(self, browser, folder):
        self.folder, self.complaints, self.asked = folder, [], []
        self.page = browser.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, kind, width=1280):
        self.complaints.clear()
        self.asked.clear()
        self.page.emulate_media(media="null", color_scheme="light")
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.goto((self.folder / f"{kind}.html").as_uri())
        return self.page

    def keys(self, column):
        """Return what a column of the first table is sorted by, row by row; None for nothing."""
        rows = self.page.locator("table.sorts").first.locator("tbody tr.line")
        words = rows.evaluate_all(f"rows => rows.map(row => row.cells[{column}].dataset.sort ?? null)")
        return [None if word is None else float(word) for word in words]

    def heading(self, column):
        return self.page.locator(f"th[data-column='{column}']").first

    def click(self, column):
        self.heading(column).locator("button").click()


@pytest.fixture(scope="module")
def only_tab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for kind in KINDS:
        (folder / f"{kind}.html").write_text(page(kind), encoding="utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        yield Tab(browser, folder)
        browser.close()


@pytest.fixture
def tab(only_tab):
    """Give the tab; afterwards the page has not complained, nor asked for anything but itself."""
    yield only_tab
    assert only_tab.complaints == []
    # A picture inside the page is a request of its own to Chromium, which it answers itself.
    asked = [url for url in only_tab.asked if not url.startswith("data:image/png;")]
    assert asked == [only_tab.page.url]


@pytest.mark.parametrize("kind", KINDS)
def test_pages_open_fit_narrow_screens_and_sort(kind, tab):
    shown = tab.open(kind, width=1280)
    assert shown.locator("tbody tr").count() > 0
    assert shown.title()
    assert shown.evaluate(REACH) <= 1280
    shown.set_viewport_size({"width": 360, "height": 800})
    assert shown.evaluate(REACH) <= 360
    buttons, sorted_by, tables = shown.evaluate(CLICK_ALL)
    assert sorted_by == tables
    assert (buttons > 0) == (tables > 0) == (kind not in ("equity", "table", "card"))


def test_headings_sort_by_numbers_and_turn_back(tab):
    shown = tab.open("advise")
    before = tab.keys(2)
    assert len(before) == len(answer("advise").bids)
    first = shown.locator("table.sorts").first.locator("tbody tr.line th").first
    tab.click(2)
    assert tab.heading(2).get_attribute("aria-sort") == "descending"
    assert tab.keys(2) == sorted(before, reverse=True)
    assert first.inner_text().startswith("6NT")  # ">99" is more than "91"
    tab.click(2)
    assert tab.heading(2).get_attribute("aria-sort") == "ascending"
    assert tab.keys(2) == sorted(before)
    tab.click(2)
    assert tab.heading(2).get_attribute("aria-sort") is None
    assert tab.keys(2) == before
    tab.click(0)  # bids, by the ladder
    assert tab.keys(0) == list(range(len(before)))
    names = shown.locator("table.sorts").first.locator("tbody tr.line th").all_inner_texts()
    assert [name.split()[0] for name in names[:5]] == ["6♠", "6♣", "6♦", "6♥", "6NT"]


def test_the_keyboard_sorts_too(tab):
    shown = tab.open("match")
    tab.heading(1).locator("button").focus()
    shown.keyboard.press("Enter")
    assert tab.keys(1) == sorted(tab.keys(1), reverse=True)
    shown.keyboard.press("Space")
    assert tab.keys(1) == sorted(tab.keys(1))
    assert shown.evaluate("document.activeElement.closest('th').ariaSort") == "ascending"
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.closest('th').dataset.column") == "2"


def test_what_has_nothing_to_be_sorted_by_comes_last(tab):
    tab.open("hands")
    for _ in range(2):
        tab.click(4)
        assert tab.keys(4)[-1] is None
        assert None not in tab.keys(4)[:-1]


def test_measures_stay_below_their_headings(tab):
    shown = tab.open("compare")
    order = "bodies => bodies.map(body => [...body.rows].map(row => row.cells[0].innerText))"
    bodies = shown.locator("table.sorts").first.locator("tbody")
    before = bodies.evaluate_all(order)
    for _ in range(2):
        tab.click(3)
        after = bodies.evaluate_all(order)
        assert after != before
        assert [body[0] for body in after] == [body[0] for body in before]
        assert [sorted(body) for body in after] == [sorted(body) for body in before]


@pytest.mark.parametrize(("kind", "number"), [("advise", 1), ("equity", 1), ("match", 0)])
def test_pages_and_charts_are_dark_where_the_reader_is_but_not_on_paper(kind, number, tab):
    shown = tab.open(kind)
    assert shown.evaluate(LOOK) == {"paper": WHITE, "charts": [WHITE] * number}
    shown.emulate_media(color_scheme="dark")
    look = shown.evaluate(LOOK)
    assert max(map(int, re.findall(r"\d+", look["paper"]))) < 40
    assert look["charts"] == [look["paper"]] * number
    shown.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate(LOOK) == {"paper": WHITE, "charts": [WHITE] * number}


@pytest.mark.parametrize(
    ("kind", "most"), [("advise", 2), ("calls", 2), ("table", 2), ("compare", 2), ("card", 1)]
)
def test_prints_are_short(kind, most, tab):
    printed = tab.open(kind).pdf(prefer_css_page_size=True, print_background=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= most
