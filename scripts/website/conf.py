"""Configuration of the generator; see ``docs/decisions/0150-the-site-is-made-by-sphinx.md``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from entente import __version__
from scripts.website.looks import DAY, NIGHT, variables

project = "Entente"
release = __version__
html_title = f"Entente {__version__}"
html_short_title = "Entente"
language = "en"
root_doc = "index"
extensions = ["myst_parser"]  # html_static_path and html_favicon are given on the command line, with what was put together for this build
myst_heading_anchors = 6
nitpicky = True
show_authors = False
highlight_language = "text"
html_theme = "furo"
html_css_files = ["fonts.css", "entente.css"]
html_js_files = ["pictures.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {
    "light_logo": "entente.svg",
    "dark_logo": "entente.svg",
    "light_css_variables": {**variables(DAY), "font-stack": "Inter, system-ui, sans-serif"},
    "dark_css_variables": variables(NIGHT),
}
pygments_style = "friendly"
pygments_dark_style = "native"
