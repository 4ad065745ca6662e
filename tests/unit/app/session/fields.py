"""Every field of every value that a game is made of, found by walking through it."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping

from app.game.record import Game


def values_by_field(game: Game) -> dict[str, list[str]]:
    """``Turn.press`` and its like to the text of all that stands there, in the sequence in which it is met."""
    found: dict[str, list[str]] = defaultdict(list)
    _walk(game, found)
    return found


def _walk(value: object, found: dict[str, list[str]]) -> None:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            inner = getattr(value, field.name)
            found[f"{type(value).__name__}.{field.name}"].append(_text(inner))
            if field.name != "variant":
                _walk(inner, found)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _walk(key, found)
            _walk(inner, found)
    elif isinstance(value, tuple | frozenset):
        for inner in value:
            _walk(inner, found)


def _text(value: object) -> str:
    """The same for equal values: sets have no sequence of their own."""
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)
