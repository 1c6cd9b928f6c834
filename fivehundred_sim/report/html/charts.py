"""Charts inside a page: one SVG whose colours are variables, so that it turns dark with the page.

Each chart is drawn twice, on light and on dark paper. Where the two differ in colours alone, one is kept and
each pair of colours becomes a variable; else both are kept and the style sheet shows one. Names inside an SVG
are made short and the page's own, so that several stand in one page without meaning each other's parts.
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
_EMPTY = re.compile(r"<g/>|<defs>\s*</defs>|<g>\s*</g>")
# Marks of the program that draws; `style` is what the removed style sheet said.
_HEAD = re.compile(r'<svg[^>]*?width="[^"]*" height="[^"]*" viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def inline(draw: Callable[[Theme], "Figure"], label: str, name: str = "chart") -> Chart:
    """Return the chart that `draw` makes, for a page; `name` is its own among the charts of the page."""
    light, dark = (_drawn(draw(theme), name, label) for theme in (LIGHT, DARK))
    both = _two_coloured(light, dark, name)
    if both is None:
        both = f'<div class="on-light">{light}</div><div class="on-dark">{_renamed(dark, name)}</div>'
    return Chart(Markup(both), label)


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


def _two_coloured(light: str, dark: str, name: str) -> str | None:
    """Return one SVG for both papers, None where they differ in more than colours."""
    one, other = _COLOR.split(light), _COLOR.split(dark)
    if one[::2] != other[::2]:
        return None
    pairs = list(dict.fromkeys(zip(one[1::2], other[1::2], strict=True)))
    names = {pair: f"--{name}-{place}" for place, pair in enumerate(pairs)}
    one[1::2] = [f"var({names[pair]})" for pair in zip(one[1::2], other[1::2], strict=True)]
    papers = ["".join(f"{names[pair]}:{pair[place]};" for pair in pairs).rstrip(";") for place in (0, 1)]
    style = f":root{{{papers[0]}}}@media screen and (prefers-color-scheme:dark){{:root{{{papers[1]}}}}}"
    return f"<style>{style}</style>{''.join(one)}"


def _renamed(svg: str, name: str) -> str:
    """Return an SVG with names other than those of its light twin."""
    return re.sub(rf'((?:id="|href="#|url\(#){name})-', r"\1-dark-", svg)
