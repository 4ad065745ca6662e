"""The window's look: colours from ``resources/looks``, the bundled fonts, one style sheet."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.map.fonts import FontFamily, load_fonts

LOOKS = Path(__file__).resolve().parents[2] / "resources" / "looks"
BODY_POINTS = 10.0
"""Size of running text in points, before the person's own choice of scale."""


class LookError(Exception):
    """A look file is missing or lacks a colour; says which."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours of the window, as ``#rrggbb``, keyed as the look file names them."""

    name: str
    dark: bool
    colours: tuple[tuple[str, str], ...]

    def colour(self, key: str) -> QColor:
        """The colour under *key*.

        Raises:
            KeyError: the look has no such key.
        """
        return QColor(dict(self.colours)[key])


@cache
def look_names() -> tuple[str, ...]:
    """Every look there is, sorted."""
    return tuple(sorted(file.stem for file in LOOKS.glob("*.toml")))


@cache
def read_look(name: str) -> Look:
    """The look called *name*; the parchment one where there is none of that name."""
    file = LOOKS / f"{name}.toml"
    if not file.is_file():
        file = LOOKS / "parchment.toml"
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LookError(f"{file}: {error}") from error
    colours = tuple((key, value) for key, value in table.items() if isinstance(value, str))
    return Look(file.stem, bool(table.get("dark", False)), colours)


def style_sheet(look: Look) -> str:
    """The window's style sheet in *look*.

    Raises:
        LookError: the style sheet asks for a colour that the look does not have.
    """
    template = Template((LOOKS / "window.qss").read_text(encoding="utf-8"))
    try:
        return template.substitute(dict(look.colours), body=FontFamily.INTERFACE.value, display=FontFamily.MAP.value)
    except KeyError as error:
        raise LookError(f"{look.name}: no colour {error}") from error


def palette(look: Look) -> QPalette:
    """The palette for what no style sheet reaches: disabled text, links, native painting."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: "window",
        QPalette.ColorRole.Base: "panel",
        QPalette.ColorRole.AlternateBase: "sunken",
        QPalette.ColorRole.Text: "text",
        QPalette.ColorRole.WindowText: "text",
        QPalette.ColorRole.ButtonText: "text",
        QPalette.ColorRole.Button: "raised",
        QPalette.ColorRole.ToolTipBase: "raised",
        QPalette.ColorRole.ToolTipText: "text",
        QPalette.ColorRole.Highlight: "accent",
        QPalette.ColorRole.HighlightedText: "accent_text",
        QPalette.ColorRole.Link: "accent",
        QPalette.ColorRole.PlaceholderText: "text_faint",
    }
    for role, key in roles.items():
        made.setColor(role, look.colour(key))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, look.colour("text_faint"))
    return made


def apply_look(application: QApplication, look: Look) -> None:
    """Dress every window of *application* in *look*."""
    load_fonts()
    application.setStyle("Fusion")
    application.setPalette(palette(look))
    font = application.font()
    font.setFamilies([FontFamily.INTERFACE.value])
    font.setPointSizeF(BODY_POINTS)
    application.setFont(font)
    application.setStyleSheet(style_sheet(look))
