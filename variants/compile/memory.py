"""Memory of what was worked out for single shapes, so that a drawing that is saved again costs what changed in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import shapely

Kept = TypeVar("Kept")

_ROUNDS = 2
"""Compilations in which something may go unused before it is forgotten."""


class Memory:
    """Results of steps of a compilation, by all that they were worked out from. For one thread at a time.

    What is remembered is the same as what would be worked out again; nothing of it is ever changed by its receivers.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], tuple[int, object]] = {}
        self._marks: dict[int, tuple[int, shapely.Geometry, bytes]] = {}
        """Marks of shapes by their identity; each shape is held, so that no other gets its identity."""
        self._round = 0

    def begin(self) -> None:
        """Begin another compilation, and forget what the last ones did not ask for."""
        self._round += 1
        old = self._round - _ROUNDS
        self._kept = {key: each for key, each in self._kept.items() if each[0] >= old}
        self._marks = {key: each for key, each in self._marks.items() if each[0] >= old}

    def find(self, key: tuple[object, ...]) -> object | None:
        """The value noted under *key*; ``None`` for nothing."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept[key] = (self._round, found[1])
        return found[1]

    def note(self, key: tuple[object, ...], value: object) -> None:
        """Remember *value*, which is not ``None``, under *key*: the name of a step and all that it depends on."""
        self._kept[key] = (self._round, value)

    def get(self, key: tuple[object, ...], make: Callable[[], Kept]) -> Kept:
        """The value noted under *key*, else the one that *make* makes, noted from now on."""
        found = self.find(key)
        if found is None:
            found = make()
            self.note(key, found)
        return cast("Kept", found)

    def marks(self, shapes: Sequence[shapely.Geometry]) -> list[bytes]:
        """:func:`marks_of` the *shapes*, each worked out once."""
        new = [each for each in shapes if id(each) not in self._marks]
        found = {id(each): (self._round, each, mark) for each, mark in zip(new, marks_of(new), strict=True)}
        self._marks |= found
        return [self._marks[id(each)][2] for each in shapes]


def marks_of(shapes: Sequence[shapely.Geometry]) -> list[bytes]:
    """A mark for each of the *shapes*: the same for the same points in the same order, and for no others."""
    return [hashlib.blake2b(each, digest_size=16).digest() for each in shapely.to_wkb(list(shapes))]
