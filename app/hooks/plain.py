"""Check of a hook's answer as data: plain values only, counted while they are walked.

A small result can stand for a huge one, since a value may hold another many times over: so every visit counts, not every object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]

MOST_NODES = 40_000
"""Values in one answer, each visit counted. A world of 350 provinces in full view has some 8,000."""

DEEPEST = 12
"""Lists and tables inside one another."""

MOST_CHARACTERS = 400_000
"""Limit of all texts and keys together."""

LARGEST_NUMBER = 2**53
"""Whole numbers stay below what any reader of JSON keeps exactly."""


class NotPlainError(ValueError):
    """A value that is not plain data, or too much of it. ``str()`` says what and where."""


@dataclass(slots=True)
class _Budget:
    nodes: int = MOST_NODES
    characters: int = MOST_CHARACTERS

    def spend(self, where: str, characters: int = 0) -> None:
        self.nodes -= 1
        self.characters -= characters
        if self.nodes < 0:
            raise NotPlainError(f"the answer holds more than {MOST_NODES} values")
        if self.characters < 0:
            raise NotPlainError(f"{where}: the answer holds more than {MOST_CHARACTERS} characters")


def plain(value: object) -> Plain:
    """A copy of *value* that is plain: nothing, truth, whole numbers, texts, lists, and tables with texts as keys. Tuples become lists.

    Raises:
        NotPlainError: it holds something else (fractions too), is nested deeper than 12, or is too large.
    """
    return _plain(value, _Budget(), "answer", 0)


def _plain(value: object, budget: _Budget, where: str, depth: int) -> Plain:
    kind = type(value)
    if kind is str:
        assert isinstance(value, str)
        budget.spend(where, len(value))
        return _text(value, where)
    budget.spend(where)
    if value is None or kind is bool:
        assert value is None or isinstance(value, bool)
        return value
    if kind is int:
        assert isinstance(value, int)
        if abs(value) > LARGEST_NUMBER:
            raise NotPlainError(f"{where}: the number is too large")
        return value
    if kind is float:
        raise NotPlainError(f"{where}: a number with a fraction; only whole numbers are the same on every machine")
    if depth >= DEEPEST:
        raise NotPlainError(f"{where[:60]}: nested deeper than {DEEPEST}")
    if isinstance(value, list | tuple) and kind in (list, tuple):
        return [_plain(each, budget, f"{where}[{index}]", depth + 1) for index, each in enumerate(value)]
    if isinstance(value, dict) and kind is dict:
        return dict(_entries(value, budget, where, depth))
    raise NotPlainError(f"{where}: {kind.__name__} is no plain data")


def _entries(table: dict[object, object], budget: _Budget, where: str, depth: int) -> Iterator[tuple[str, Plain]]:
    for key, value in table.items():
        if type(key) is not str or not isinstance(key, str):
            raise NotPlainError(f"{where}: a key is {type(key).__name__}, and only texts are keys")
        budget.spend(where, len(key))
        yield _text(key, where), _plain(value, budget, f"{where}.{key[:30]}", depth + 1)


def _text(text: str, where: str) -> str:
    if any(0xD800 <= ord(mark) <= 0xDFFF for mark in text) if not text.isascii() else False:
        raise NotPlainError(f"{where}: a text that is no Unicode")
    return text
