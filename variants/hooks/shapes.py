"""The shapes that answers must have, as values that check and describe themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Check = Callable[[object, str], str | None]
"""Says what is wrong with a value at a place, or ``None``."""


MOST_PARTS = 2_500
"""Parts of one list or table. A board of 350 provinces with every step named both ways has some 2,000."""


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """What a value must be."""

    words: str
    """For people: ``text``, ``list of units``."""

    check: Check


def _of_type(kind: type, words: str) -> AnswerShape:
    def check(value: object, where: str) -> str | None:
        right = type(value) is kind
        return None if right else f"{where} is {_called(value)}; expected {words}"

    return AnswerShape(words, check)


def _anything(_value: object, _where: str) -> str | None:
    return None


_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _text(value: object, where: str) -> str | None:
    """Text that can stand in a game file and on a terminal: no control characters but line ends and tabs."""
    if not isinstance(value, str):
        return f"{where} is {_called(value)}; expected text"
    found = _UNPRINTABLE.search(value)
    return None if found is None else f"{where} holds the control character {found[0]!r}; expected text that can be printed"


ANYTHING = AnswerShape("anything plain", _anything)
TEXT = AnswerShape("text", _text)
FLAG = _of_type(bool, "True or False")
NUMBER = _of_type(int, "a whole number")


def nothing_or(shape: AnswerShape) -> AnswerShape:
    """*shape*, or ``None``."""
    return AnswerShape(f"{shape.words} or None", lambda value, where: None if value is None else shape.check(value, where))


def matching(pattern: str, words: str) -> AnswerShape:
    """A text of a form."""
    compiled = re.compile(pattern)

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, str):
            return f"{where} is {_called(value)}; expected {words}"
        return None if compiled.fullmatch(value) else f"{where} is {value[:40]!r}; expected {words}"

    return AnswerShape(words, check)


def list_of(shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A list of at most *most* parts, which all have *shape*."""

    called = words or f"a list, each part {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, list):
            return f"{where} is {_called(value)}; expected {called}"
        if len(value) > most:
            return f"{where} has {len(value)} parts; at most {most} are taken"
        return next((fault for index, each in enumerate(value) if (fault := shape.check(each, f"{where}[{index}]")) is not None), None)

    return AnswerShape(called, check)


def table_of(key: AnswerShape, shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A table of at most *most* entries, whose keys and values have these shapes."""

    called = words or f"a table of {key.words} to {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, dict):
            return f"{where} is {_called(value)}; expected {called}"
        if len(value) > most:
            return f"{where} has {len(value)} entries; at most {most} are taken"
        for name, each in value.items():
            fault = key.check(name, f"a key of {where}") or shape.check(each, f"{where}[{name!r:.40}]")
            if fault is not None:
                return fault
        return None

    return AnswerShape(called, check)


@dataclass(frozen=True, slots=True)
class Fields:
    """A table with named fields."""

    required: Mapping[str, AnswerShape] = field(default_factory=dict)
    optional: Mapping[str, AnswerShape] = field(default_factory=dict)
    words: str = ""
    open: bool = False
    """Whether other fields are passed over instead of refused: what was given may be handed back as it is."""

    def check(self, value: object, where: str) -> str | None:
        """What is wrong with *value*, or ``None``."""
        if not isinstance(value, dict):
            return f"{where} is {_called(value)}; expected {self.words or 'a table'}"
        known = {**self.required, **self.optional}
        for name in self.required:
            if name not in value:
                return f"{where} has no {name!r}; expected {self.words or 'it'}"
        for name, each in value.items():
            if name not in known:
                if self.open:
                    continue
                return f"{where} has a field {str(name)[:40]!r} that means nothing here; expected {', '.join(known)}"
            fault = known[name].check(each, f"{where}[{name!r}]")
            if fault is not None:
                return fault
        return None

    def shape(self) -> AnswerShape:
        """As a shape, for parts of lists."""
        return AnswerShape(self.words or "a table", self.check)


def _called(value: object) -> str:
    if value is None:
        return "None"
    return {bool: "True or False", int: "a number", str: "text", list: "a list", dict: "a table"}.get(type(value), type(value).__name__)
