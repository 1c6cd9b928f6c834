import itertools
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from fake_engine import make_engine
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.container import BarContainer
from matplotlib.text import Text
from three_models import answer_of

from fivehundred_sim import __version__, advise, load_rules
from fivehundred_sim.report import chart

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"


@pytest.fixture(scope="module")
def advice():
    return advise(HAND, "8H", engines=(make_engine()[0], make_engine("double-dummy", bonus=1)[0]))


def panels(figure):
    return {axes.get_title(): axes for axes in figure.axes}


def test_every_rate_and_interval_is_drawn_where_it_belongs(advice):
    figure = chart.make_rates(advice)
    axes = panels(figure)
    assert list(axes) == ["♠ spades", "♣ clubs", "♦ diamonds", "♥ hearts", "no-trump", "misère"]
    hearts = axes["♥ hearts"]
    assert [label.get_text() for label in hearts.get_xticklabels()] == ["6", "7", "8", "9", "10"]
    assert len(hearts.containers) == 2
    for engine, (line, _, (bars,)) in zip(advice.engines, hearts.containers, strict=True):
        for level, x, y, bar in zip(
            range(6, 11), line.get_xdata(), line.get_ydata(), bars.get_segments(), strict=True
        ):
            row = advice.row(engine, f"{level}H")
            assert round(x) == level - 6
            assert y == pytest.approx(100 * row.p_make)
            assert bar[:, 1] == pytest.approx([100 * row.p_make_low, 100 * row.p_make_high])


@pytest.mark.parametrize("theme", chart.THEMES.values(), ids=list(chart.THEMES))
def test_models_differ_in_marker_line_and_lightness_and_are_named(advice, theme):
    figure = chart.make_rates(advice, theme)
    lines = [container[0] for container in figure.axes[0].containers]
    assert len({line.get_marker() for line in lines}) == 2
    assert len({line.get_linestyle() for line in lines}) == 2
    grey = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in (to_rgb(line.get_color()) for line in lines)]
    assert abs(grey[0] - grey[1]) > 0.15
    (legend,) = figure.legends
    assert [each.get_text() for each in legend.get_texts()][:2] == ["heuristic", "double-dummy"]


def test_a_model_looks_the_same_alone(advice):
    alone = chart.make_rates(advise(HAND, engines=make_engine("double-dummy")[0]))
    together = chart.make_rates(advice)
    markers = [figure.axes[0].containers[-1][0].get_marker() for figure in (alone, together)]
    assert markers[0] == markers[1]


def bars_of(panel):
    return [each for each in panel.containers if isinstance(each, BarContainer)]


def test_every_number_of_tricks_is_a_bar_a_model_with_its_interval(advice):
    axes = panels(chart.trick_distribution(advice))
    assert list(axes) == ["♠ spades", "♣ clubs", "♦ diamonds", "♥ hearts", "no-trump"]
    bars = bars_of(axes["♥ hearts"])
    whiskers = [each for each in axes["♥ hearts"].containers if not isinstance(each, BarContainer)]
    assert len(bars) == len(whiskers) == 2
    for engine, container, (_, _, (lines,)) in zip(advice.engines, bars, whiskers, strict=True):
        row = advice.row(engine, "8H")
        shares = [100 * count / row.deals for count in row.tricks]
        assert [bar.get_height() for bar in container] == pytest.approx(shares)
        assert [round(bar.get_x() + bar.get_width() / 2) for bar in container] == list(range(11))
        for line, share in zip(lines.get_segments(), [share for share in shares if share], strict=True):
            low, high = line[:, 1]
            assert 0 < low < share < high < 100


def test_bars_of_models_differ_in_fill_and_hatch(advice):
    filled, hatched = (next(iter(bars)) for bars in bars_of(chart.trick_distribution(advice).axes[0]))
    assert filled.get_hatch() is None
    assert hatched.get_hatch()
    assert filled.get_facecolor() != hatched.get_facecolor()


def test_the_levels_of_bids_are_shaded_and_those_that_make_the_bid_named(advice):
    axes = panels(chart.trick_distribution(advice))
    shades = {
        name: [patch.get_x() for patch in panel.patches if patch not in bars(panel)]
        for name, panel in axes.items()
    }
    assert shades["♠ spades"] == [5.5]
    assert shades["♥ hearts"] == [5.5, 7.5]
    assert [text.get_text() for text in axes["♥ hearts"].texts] == ["makes 8♥"]
    assert [label.get_text() for label in axes["♥ hearts"].get_xticklabels()] == [*"02467", "8", "9", "10"]


def bars(panel):
    return [bar for container in bars_of(panel) for bar in container]


def test_the_overview_shows_both_charts(advice):
    titles = [axes.get_title() for axes in chart.overview(advice).axes]
    assert titles == [
        *(axes.get_title() for axes in chart.make_rates(advice).axes),
        *(axes.get_title() for axes in chart.trick_distribution(advice).axes),
    ]


@pytest.mark.parametrize(("bid", "constant"), [("6S", 10), ("8H", None), ("10NT", 0), ("M", 10), ("OM", 0)])
def test_labels_stay_inside_the_picture_and_clear_of_each_other(bid, constant):
    engines = (make_engine(constant=constant)[0], make_engine("double-dummy", constant=constant)[0])
    assert_clear(chart.overview(advise(HAND, bid, engines=engines)))


@pytest.mark.parametrize("bid", ["8H", "7H", "10S"])
@pytest.mark.parametrize("sampled", [False, True])
def test_three_and_four_models_have_room(bid, sampled):
    for alone in (True, False):
        figure = chart.overview(answer_of(bid, sampled=sampled), alone=alone)
        assert_clear(figure)
        assert (figure._suptitle is not None) == alone


def assert_clear(figure):
    """All labels lie inside the picture, are big enough to read, and do not overlap."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)  # places the legend
    texts = [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
    shown = [text for text in texts if text.get_window_extent(renderer).width > 1]
    boxes = {text: text.get_window_extent(renderer).padded(-1) for text in shown}
    for text, box in boxes.items():
        assert 0 <= box.x0 < box.x1 <= figure.bbox.width, text
        assert 0 <= box.y0 < box.y1 <= figure.bbox.height, text
        assert text.get_fontsize() >= 9
    for one, other in itertools.combinations(boxes, 2):
        assert not boxes[one].overlaps(boxes[other]), (one, other)


@pytest.mark.parametrize("theme", chart.THEMES.values(), ids=list(chart.THEMES))
def test_ink_stands_out_from_the_paper(theme):
    inks = [theme.ink, theme.soft, *(look.color for look in (*theme.models.values(), theme.other))]
    for shade in (theme.paper, theme.levels):
        assert min(contrast(ink, shade) for ink in inks) > 3
    assert min(contrast(ink, theme.asked) for ink in inks) > 3


def contrast(one, other):
    """The contrast ratio of the web accessibility guidelines (WCAG 2.1)."""

    def luminance(color):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted([luminance(one), luminance(other)])
    return (bright + 0.05) / (dark + 0.05)


def test_the_bid_asked_about_is_marked_with_its_rates(advice):
    axes = panels(chart.make_rates(advice))
    texts = {name: [text.get_text() for text in panel.texts] for name, panel in axes.items()}
    assert texts["♥ hearts"][0] == "8♥?"
    assert len(texts["♥ hearts"]) == 3
    assert all(text.endswith(" %") for text in texts["♥ hearts"][1:])
    assert not any(texts[name] for name in texts if name != "♥ hearts")


def test_the_grey_marks_stand_where_points_turn_from_loss_to_gain(advice):
    for row in advice.contracts:
        assert (row.p_make > row.break_even) == (row.mean_points > 0)
    certain = advise(HAND, engines=make_engine(constant=7)[0])
    # 7H with seven tricks brings 200 - 30; that it never failed here leaves -200 - 40 for the narrowest way.
    assert certain.row("heuristic", "7H").break_even == pytest.approx(240 / 410)


def test_the_figure_says_hand_deals_and_what_points_mean(advice):
    figure = chart.make_rates(advice)
    assert figure.get_suptitle() == "JK  J♦  K♥  9♥  5♥  A♠  8♠  7♣  6♣  5♦"
    assert "not against passing" in figure.get_supxlabel()
    assert "60 heuristic" in figure.get_supxlabel()


def test_rules_without_misere_have_no_panel_for_it():
    rules = load_rules("australian", {"misere.when": "off"})
    figure = chart.make_rates(advise(HAND, rules=rules, engines=make_engine()[0]))
    assert "misère" not in panels(figure)
    assert len(chart.overview(advise(HAND, rules=rules, engines=make_engine()[0])).axes) == 10


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("theme", chart.THEMES.values(), ids=list(chart.THEMES))
def test_rendering_twice_gives_the_same_bytes_on_the_theme_s_paper(advice, kind, theme):
    one, two = (chart.render(chart.overview(advice, theme), kind, "{}") for _ in range(2))
    assert one == two
    if kind == "svg":
        assert f"fill: {theme.paper.lower()}" in one.decode()


def test_charts_name_the_program_that_made_them(advice):
    program = f"fivehundred-sim {__version__}"
    svg = ElementTree.fromstring(chart.render(chart.make_rates(advice), "svg", "{}"))
    dublin = "{http://purl.org/dc/elements/1.1/}"
    assert [each.text for each in svg.iterfind(f".//{dublin}creator//{dublin}title")] == [program]
    assert not list(svg.iter(f"{dublin}date"))
    png = chart.render(chart.make_rates(advice), "png", "{}")
    assert b"tEXtSoftware\0" + program.encode() in png


CHART_WITHOUT_PYPLOT = """
import sys
from fake_engine import make_engine
from fivehundred_sim import advise
from fivehundred_sim.report import chart
answer = advise("JK JD KH 9H 5H AS 8S 7C 6C 5D", "8H", engines=make_engine()[0])
chart.render(chart.make_rates(answer), "png", "{}")
assert "matplotlib.figure" in sys.modules
assert "matplotlib.pyplot" not in sys.modules
"""


def test_charts_need_no_pyplot():
    """In a process of its own: other tests may have imported pyplot."""
    tests = Path(__file__).parents[1]
    subprocess.run([sys.executable, "-c", CHART_WITHOUT_PYPLOT], check=True, cwd=tests)
