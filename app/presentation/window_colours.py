"""The colours of the window: the table ``[window]`` of a theme's file, which is read on its own.

The first picture on the screen needs nothing else of a theme, and the library that reads TOML takes longer to load than that picture to
paint. So this one table keeps to plain lines, ``key = "#rrggbb"``, and is read here line by line, for the whole theme as well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from languages import labelled, tr
from resources import resource

THEMES = resource("themes")
SUFFIX = ".toml"
USUAL_THEME = "parchment"
LARGEST = 200_000
"""Characters of a theme's file."""

KEYS = (
    *("window", "panel", "raised", "sunken", "line", "line_strong", "text", "text_soft", "text_faint"),
    *("accent", "accent_text", "accent_soft", "hover", "selection"),
    *("good", "notice", "notice_soft", "warning", "warning_soft", "bad", "bad_soft", "chrome", "chrome_text", "chrome_soft"),
)
"""Names of the colours that the window needs of a theme."""

_HEX = frozenset("0123456789abcdefABCDEF")


class ThemeError(ValueError):
    """A theme cannot be used; the message names the file, and every field that is missing or wrong with what was expected."""


class WindowColours(NamedTuple):
    """Colours of the window, as ``#rrggbb``."""

    theme: str
    dark: bool
    colours: tuple[tuple[str, str], ...]


def theme_ids() -> tuple[str, ...]:
    """Every theme there is, parchment first: each is one file."""
    found = sorted(path.stem for path in THEMES.glob(f"*{SUFFIX}"))
    return tuple(sorted(found, key=lambda each: each != USUAL_THEME))


def theme_file(theme_id: str) -> Path:
    """The file of a theme, which may not be there."""
    return THEMES / f"{theme_id}{SUFFIX}"


def theme_text(theme_id: str) -> str:
    """Return the text of the file of a theme.

    Raises:
        ThemeError: there is none of that id, or its file cannot be read.
    """
    if theme_id not in theme_ids():
        raise ThemeError(tr("no theme is called {theme_id!r}; there are {theme_ids}", theme_id=theme_id, theme_ids=", ".join(theme_ids())))
    try:
        text = theme_file(theme_id).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ThemeError(labelled(f"{theme_id}{SUFFIX}", error)) from error
    return text


@cache
def window_colours(theme_id: str) -> WindowColours:
    """The window's colours in the theme of that id.

    Raises:
        ThemeError: there is none, or its table cannot be used.
    """
    colours, faults = read_window_table(theme_text(theme_id), theme_id)
    if faults:
        raise ThemeError("\n".join(faults))
    return colours


def read_window_table(text: str, theme_id: str) -> tuple[WindowColours, tuple[str, ...]]:
    """The table ``[window]`` of the theme file *text*, and everything that is wrong with it, a sentence each."""
    file = f"{theme_id}{SUFFIX}"
    if len(text) > LARGEST:
        return WindowColours(theme_id, False, ()), (tr("{file}: longer than {largest} characters", file=file, largest=LARGEST),)
    table: str | None = ""
    is_dark = False
    found: dict[str, str] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if words.startswith("["):
            table = words.partition("#")[0].strip()
        elif table == "" and words.partition("#")[0].replace(" ", "") == "dark=true":
            is_dark = True
        elif table == "[window]" and words and not words.startswith("#"):
            key, _, value = (each.strip() for each in words.partition("="))
            colour = value[1:8]
            rest = value[9:].strip()
            is_quoted = len(value) > 8 and value[0] == value[8] and value[0] in "\"'" and (not rest or rest.startswith("#"))
            if key in found:
                faults.append(tr("{file}, line {number}: window.{key} stands there twice", file=file, number=number, key=key))
            elif not (is_quoted and colour[0] == "#" and _HEX.issuperset(colour[1:])):
                faults.append(
                    tr(
                        '{file}, line {number}: window.{key}: expected a colour such as "#efe4c9" and nothing else on the line',
                        file=file,
                        number=number,
                        key=key,
                    )
                )
            found[key] = colour
    faults.extend(tr("{file}: window.{key}: expected a colour such as #efe4c9", file=file, key=key) for key in KEYS if key not in found)
    return WindowColours(theme_id, is_dark, tuple(found.items())), tuple(faults)
