"""The colours of the window, from ``resources/looks``."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor

from resources import resource

LOOKS = resource("looks")


class LookError(Exception):
    """A look file is missing or lacks a colour; says which."""


class Look(NamedTuple):
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
    return tuple(sorted(file.stem for file in LOOKS.glob("*.json")))


@cache
def read_look(name: str) -> Look:
    """The look called *name*; the parchment one where there is none of that name."""
    file = LOOKS / f"{name}.json"
    if not file.is_file():
        file = LOOKS / "parchment.json"
    try:
        table: object = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LookError(f"{file}: {error}") from error
    if not isinstance(table, dict):
        raise LookError(f"{file}: it holds no colours")
    colours = tuple((str(key), value) for key, value in table.items() if isinstance(value, str) and value.startswith("#"))
    return Look(file.stem, table.get("dark") is True, colours)
