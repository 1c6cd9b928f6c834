"""Charts inside a page: one SVG whose colours are variables, so that it turns dark with the page.

A chart is drawn on light paper, and each of its colours becomes a variable with its match on dark paper. A
chart with colours in between, or with a picture in it, is drawn on both and the style sheet shows one. Names
inside an SVG are made short and the page's own, so that several stand in one page without meaning each
other's parts.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from fivehundred_sim.report import chart as drawing
from fivehundred_sim.report.chart_theme import DARK, LIGHT, Theme
from fivehundred_sim.report.html.page import Chart

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOR = re.compile(r"(#[0-9a-f]{6})\b")
_REFERENCE = re.compile(r'(?:xlink:href="#|url\(#)([^")]+)')
_ID = re.compile(r'\bid="([^"]+)"')
# What a page has no use for: the prolog, the title (the label says it), metadata (the page has the
# manifest), a style that would hold for the whole page, and comments.
_NEEDLESS = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<title>.*?</title>|<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->",
    re.DOTALL,
)
_PICTURE = "<image"
_EMPTY = re.compile(r"<g/>|<defs>\s*</defs>|<g>\s*</g>")
# Marks of the program that draws; `style` is what the removed style sheet said.
_HEAD = re.compile(r'<svg[^>]*?width="[^"]*" height="[^"]*" viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def inline(draw: Callable[[Theme], "Figure"], label: str, name: str = "chart") -> Chart:
    """Return the chart that `draw` makes, for a page; `name` is its own among the charts of the page."""
    light = _drawn(draw(LIGHT), name, label)
    if _PICTURE not in light and set(_COLOR.findall(light)) <= set(DARK_OF):
        return Chart(Markup(_with_variables(light, name)), label)
    dark = _drawn(draw(DARK), f"{name}-dark", label)
    return Chart(Markup(f'<div class="on-light">{light}</div><div class="on-dark">{dark}</div>'), label)


def _drawn(figure: "Figure", name: str, label: str) -> str:
    """Return a figure as an SVG element that scales, with names of parts in the order of their use."""
    text = _NEEDLESS.sub("", drawing.render(figure, "svg", "").decode())
    used = {part: f"{name}-{place}" for place, part in enumerate(dict.fromkeys(_REFERENCE.findall(text)))}
    text = _ID.sub(lambda found: f'id="{used[found[1]]}"' if found[1] in used else "", text)
    text = _REFERENCE.sub(lambda found: found[0].replace(found[1], used[found[1]]), text)
    text = re.sub(r"\s+", " ", text).replace(" >", ">").replace(" />", "/>").replace("> <", "><")
    while (shorter := _EMPTY.sub("", text)) != text:
        text = shorter
    head = (
        r'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        rf' viewBox="0 0 \1 \2" role="img" aria-label="{escape(label)}">'
    )
    return _HEAD.sub(head, text).strip()


def _with_variables(svg: str, name: str) -> str:
    """Return an SVG with its colours as variables, and before it what they are on either paper."""
    names = {color: f"--{name}-{place}" for place, color in enumerate(dict.fromkeys(_COLOR.findall(svg)))}
    light = ";".join(f"{variable}:{color}" for color, variable in names.items())
    dark = ";".join(f"{variable}:{DARK_OF[color]}" for color, variable in names.items())
    style = f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f"<style>{style}</style>" + _COLOR.sub(lambda found: f"var({names[found[1]]})", svg)


def _colors(theme: Theme) -> list[str]:
    """Return the colours of a theme, the same parts in the same places for every theme."""
    parts = (theme.paper, theme.ink, theme.soft, theme.grid, theme.mark, theme.levels, theme.asked)
    models = (theme.models[name].color for name in sorted(theme.models))
    return [color.lower() for color in (*parts, *models, theme.other.color)]


# A colour of light charts and what stands for it in dark ones.
DARK_OF = dict(zip(_colors(LIGHT), _colors(DARK), strict=True))
