"""The site's look: the colours of the program's own themes as a style sheet, and its fonts cut down to what pages need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.presentation.window_colours import window_colours
from resources import resource

DAY, NIGHT = "parchment", "night"
FACES = (
    ("Inter-Regular.otf", "Inter", 400, "normal"),
    ("Inter-Italic.otf", "Inter", 400, "italic"),
    ("Inter-Bold.otf", "Inter", 700, "normal"),
    ("texgyrepagella-bold.otf", "Pagella", 700, "normal"),
)
"""File, family, weight, style."""
_LETTERS = "U+0020-017F,U+2010-2027,U+2032,U+2033,U+20AC,U+2190-2193,U+2212,U+2248,U+2264,U+2265"
"""Characters of the pages: Latin, quotation marks, dashes, arrows."""
_VARIABLES = {
    "color-foreground-primary": "text",
    "color-foreground-secondary": "text_soft",
    "color-foreground-muted": "text_soft",
    "color-foreground-border": "line_strong",
    "color-background-primary": "panel",
    "color-background-secondary": "window",
    "color-background-hover": "hover",
    "color-background-border": "line",
    "color-background-item": "line",
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
    "color-brand-visited": "accent",
    "color-sidebar-background": "window",
    "color-sidebar-background-border": "line",
    "color-sidebar-link-text--top-level": "text",
    "color-sidebar-caption-text": "text_soft",
    "color-sidebar-item-background--hover": "hover",
    "color-code-background": "sunken",
    "color-code-foreground": "text",
    "color-inline-code-background": "sunken",
    "color-table-header-background": "sunken",
    "color-table-border": "line",
    "color-highlight-on-target": "selection",
}
"""The theme's names of colours, by what they stand for in a window of ours."""


def variables(theme: str) -> dict[str, str]:
    """The generator's names of colours with those of one of our themes."""
    ours = dict(window_colours(theme).colours)
    return {name: ours[key] for name, key in _VARIABLES.items()}


def write_fonts(folder: Path) -> None:
    """Cut the fonts down into *folder*, with the style sheet that names them."""
    rules = []
    for file, family, weight, style in FACES:
        target = folder / f"{Path(file).stem.casefold()}.woff2"
        command = [sys.executable, "-m", "fontTools.subset", str(resource("fonts") / file), f"--unicodes={_LETTERS}"]
        flags = ["--flavor=woff2", "--layout-features=kern,liga,calt,tnum", f"--output-file={target}"]
        subprocess.run([*command, *flags], check=True, stderr=subprocess.DEVNULL)  # noqa: S603 - a tool of the group docs
        rules.append(
            f"@font-face {{ font-family: {family}; font-weight: {weight}; font-style: {style}; font-display: swap;"
            f' src: url("{target.name}") format("woff2"); }}'
        )
    (folder / "fonts.css").write_text("\n".join([*rules, ""]), encoding="utf-8")
