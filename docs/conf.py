"""The documents as a site: `sphinx-build -W --keep-going -b html docs build/docs`.

The pages are Markdown that is also read as it lies in the repository; what the site needs besides (notebooks,
studies, the changelog, links that lead out of docs) is done by `_site/outside.py`.

FIVEHUNDRED_DOCS_EXECUTE=0 leaves the notebooks' cells unrun; else every cell runs and a failing one fails the
build.
"""

import os
import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_site"))

project = "fivehundred-sim"
author = "fivehundred-sim developers"
copyright = f"2026, {author}"
version = release = installed("fivehundred-sim")
language = "en"
smartquotes = False  # options begin with two hyphens

extensions = ["myst_nb", "outside"]
exclude_patterns = ["_site", "conf.py"]
root_doc = "index"

myst_heading_anchors = 4
nb_custom_formats = {".py": "outside.read_notebook"}
nb_execution_mode = "off" if os.environ.get("FIVEHUNDRED_DOCS_EXECUTE") == "0" else "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 900  # seconds a cell: the first one may compile kernels
nb_execution_in_temp = True  # what a notebook writes stays out of the repository
nb_number_source_lines = False
nb_merge_streams = True

html_theme = "furo"
html_title = f"fivehundred-sim {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {
        "color-brand-primary": "#1a5fb4",
        "color-brand-content": "#1a5fb4",
        "font-stack": "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
        "font-stack--monospace": "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    },
    "dark_css_variables": {"color-brand-primary": "#8ab8f5", "color-brand-content": "#8ab8f5"},
}
