"""The look of the application: palette, fonts, one style sheet over the colours of a look."""

from __future__ import annotations

import re
from string import Template

from PySide6.QtGui import QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.presentation.window_colours import ThemeError
from app.qt.map.fonts import FontFamily, load_fonts
from app.qt.widgets.look import BODY_POINTS, LOOKS, Look
from languages import tr


def display_type(points: float) -> str:
    """The declarations of a style sheet for words in the font of headings; what stands above capitals or below the line has room."""
    room = "padding-top: 0.25em; padding-bottom: 0.05em; qproperty-indent: 0;"
    return f"font-family: '{FontFamily.MAP.value}'; font-size: {points:.1f}pt; {room}"


_POINTS, _PIXELS = re.compile(r"(\d+)pt"), re.compile(r"(\d+)dp")


def style_sheet(look: Look, scale: float = 1.0) -> str:
    """The window's style sheet in *look*, with words *scale* times as large as usual.

    Raises:
        ThemeError: the style sheet asks for a colour that the look does not have.
    """
    text = (LOOKS / "window.qss").read_text(encoding="utf-8")
    text = _PIXELS.sub(lambda found: f"{round(int(found[1]) * max(1.0, scale))}px", text)
    template = Template(_POINTS.sub(lambda found: f"{int(found[1]) * scale:g}pt", text))
    try:
        return template.substitute(
            dict(look.colours),
            body=FontFamily.INTERFACE.value,
            fixed=QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(),
            display=FontFamily.MAP.value,
            looks=LOOKS.as_posix(),
            tick="dark" if look.dark else "light",
        )
    except KeyError as error:
        raise ThemeError(tr("{look}: no colour {error}", look=look.name, error=error)) from error


def palette(look: Look) -> QPalette:
    """The colours that every widget has by itself: plain words, links, native painting.

    A rule of the style sheet for every widget would say the same once more, and have Qt give each a palette of its own.
    """
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
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText, look.colour("text_faint"))
    return made


_APPLIED = "look"
"""Property of the application for the look of its windows; it polishes every widget again even where nothing differs."""


def apply_look(application: QApplication, look: Look, scale: float = 1.0) -> None:
    """Show every window of *application* in *look*, with words *scale* times as large as usual."""
    if application.property(_APPLIED) == (look, scale):
        return
    load_fonts()
    if not application.styleSheet():  # once: it polishes every widget again, as the style sheet does
        application.setStyle("Fusion")
    application.setPalette(palette(look))
    font = application.font()
    font.setFamilies([FontFamily.INTERFACE.value])
    font.setPointSizeF(BODY_POINTS * scale)
    application.setFont(font)
    application.setStyleSheet(style_sheet(look, scale))
    application.setProperty(_APPLIED, (look, scale))
