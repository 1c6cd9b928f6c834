import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from fake_engine import make_engine
from matplotlib.colors import to_rgb

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


def test_models_differ_in_marker_line_and_lightness_and_are_named(advice):
    figure = chart.make_rates(advice)
    lines = [container[0] for container in figure.axes[0].containers]
    assert len({line.get_marker() for line in lines}) == 2
    assert len({line.get_linestyle() for line in lines}) == 2
    grey = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in (to_rgb(line.get_color()) for line in lines)]
    assert abs(grey[0] - grey[1]) > 0.05
    (legend,) = figure.legends
    assert [each.get_text() for each in legend.get_texts()][:2] == ["heuristic", "double-dummy"]


def test_a_model_looks_the_same_alone(advice):
    alone = chart.make_rates(advise(HAND, engines=make_engine("double-dummy")[0]))
    together = chart.make_rates(advice)
    markers = [figure.axes[0].containers[-1][0].get_marker() for figure in (alone, together)]
    assert markers[0] == markers[1]


def test_the_bid_asked_about_is_marked_with_its_rates(advice):
    axes = panels(chart.make_rates(advice))
    texts = {name: [text.get_text() for text in panel.texts] for name, panel in axes.items()}
    assert texts["♥ hearts"][0] == "8♥?"
    assert len(texts["♥ hearts"]) == 3
    assert all(text.endswith(" %") for text in texts["♥ hearts"][1:])
    assert not any(texts[name] for name in texts if name != "♥ hearts")


def test_the_grey_marks_stand_where_points_turn_from_loss_to_gain(advice):
    for row in advice.contracts:
        needed = chart._break_even(row)
        assert (row.p_make > needed) == (row.mean_points > 0)
    certain = advise(HAND, engines=make_engine(constant=7)[0])
    # 7H with seven tricks brings 200 - 30 when made and -200 - 30 when not.
    assert chart._break_even(certain.row("heuristic", "7H")) == pytest.approx(230 / 400)


def test_the_figure_says_hand_deals_and_what_points_mean(advice):
    figure = chart.make_rates(advice)
    assert figure.get_suptitle() == "JK  J♦  K♥  9♥  5♥  A♠  8♠  7♣  6♣  5♦"
    assert "not against passing" in figure.get_supxlabel()
    assert "60 heuristic" in figure.get_supxlabel()


def test_rules_without_misere_have_no_panel_for_it():
    rules = load_rules("australian", {"misere.when": "off"})
    figure = chart.make_rates(advise(HAND, rules=rules, engines=make_engine()[0]))
    assert "misère" not in panels(figure)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_rendering_twice_gives_the_same_bytes(advice, kind):
    one, two = (chart.render(chart.make_rates(advice), kind, "{}") for _ in range(2))
    assert one == two


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
