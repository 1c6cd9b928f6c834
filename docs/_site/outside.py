"""A Sphinx extension: the site holds pages that do not lie in docs, and no link leads out of it.

Copied before the pages are read, into folders that git ignores: `notebooks/*.py`, `results/` (the studies and
the pictures), the changelog and how to contribute. In every page links are read as they are meant in the
repository: to a page of the site they lead there, to the README to the front page, and to other files they
become their plain names, since the site has no repository beside it. It also reads the notebooks.
"""

import posixpath
import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
COPIED = ("notebooks/*.py", "results/studies/*.*", "results/*.svg")
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}  # repository: site
FRONT = {"README.md": "index.md", "docs": "index.md", "results/studies": "studies.md"}
# A link or picture outside code: [text](target), with its exclamation mark.
_LINK = re.compile(r"(?P<code>`+[^`]*`+)|(?P<mark>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
# Pages that no page of the repository needs to list, by the page of the site that does.
_LISTED = {"studies": "\n```{toctree}\n:hidden:\n:glob:\n\nresults/studies/*\n```\n"}
_FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2`*\s*$", re.M | re.S)


_FIGURES = "%matplotlib inline\n%config InlineBackend.figure_formats = ['svg']"


def copy_files(app: Sphinx, config: Any = None) -> None:
    """Bring what lies outside docs into it; what is the same stays, so that a second build is quick."""
    wanted = {DOCS / name: ROOT / source for source, name in PAGES.items()}
    for pattern in COPIED:
        wanted |= {DOCS / path.relative_to(ROOT): path for path in ROOT.glob(pattern)}
    for folder in ("notebooks", "results"):
        for path in (DOCS / folder).rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()
    for path, source in wanted.items():
        if not path.exists() or path.read_bytes() != source.read_bytes():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)


def repository_path(page: str) -> str:
    """Return where a page of the site (relative to docs) lies in the repository."""
    home = {site: source for source, site in PAGES.items()}.get(page)
    if home is not None:
        return home
    return page if page.startswith(("notebooks/", "results/")) else f"docs/{page}"


def site_path(path: str) -> str | None:
    """Return the path in docs of a file of the repository, None for one that the site does not have."""
    if path in FRONT:
        return FRONT[path]
    name = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else path)
    copied = path.startswith("docs/") or path in PAGES or any(Path(path).match(each) for each in COPIED)
    return name if copied and (ROOT / path).exists() else None


def with_site_links(text: str, page: str) -> str:
    """Return the text of a page with the links of the repository as links of the site."""
    here = posixpath.dirname(repository_path(page))

    def told(found: re.Match[str]) -> str:
        if found["code"] or re.match(r"[a-z]+:|#", found["target"]):
            return found[0]
        target, sharp, anchor = found["target"].partition("#")
        path = posixpath.normpath(posixpath.join(here, target))
        place = site_path(path)
        if place is None:
            # Within docs a page that is not there is a fault, which MyST tells.
            return found[0] if path.startswith("docs/") else _plain(found["text"], path)
        link = posixpath.relpath(place, posixpath.dirname(page) or ".")
        return f"{found['mark']}[{found['text']}]({link}{sharp}{anchor})"

    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(told, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, _LINK.sub(told, text[end:])])


def _plain(text: str, path: str) -> str:
    """Return the words of a link to a file that the site does not have, with its name."""
    return f"`{path}`" if text.strip("`") == path else f"{text} (`{path}`)"


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    path = Path(app.env.doc2path(name))
    if path.suffix == ".md":
        source[0] = with_site_links(source[0], path.relative_to(DOCS).as_posix()) + _LISTED.get(name, "")


def read_notebook(text: str) -> Any:
    """Return the notebook of a percent-format source.

    It is named as Python, which its cells do not say unrun, and a first cell that the page does not show
    makes figures pictures, sharp ones.
    """
    import jupytext
    from nbformat.v4 import new_code_cell

    notebook = jupytext.reads(text, fmt="py:percent")
    notebook.cells.insert(0, new_code_cell(_FIGURES, metadata={"tags": ["remove-cell"]}))
    notebook.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    notebook.metadata["language_info"] = {"name": "python", "pygments_lexer": "python"}
    return notebook


def setup(app: Sphinx) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("config-inited", copy_files)
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
