"""The shapes that answers must have, as values that check and describe themselves.

What they are called stands in English in the contracts, and goes through the catalogue where a fault names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from languages import mark, tr

Check = Callable[[object, str], str | None]
"""Says what is wrong with a value at a place, or ``None``."""


MOST_PARTS = 2_500
"""Parts of one list or table. A board of 350 provinces with every step named both ways has some 2,000."""


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """Shape of a value."""

    words: str
    """For people: ``text``, ``list of units``."""

    check: Check

    inside: tuple[AnswerShape, ...] = ()
    """Shapes of its parts."""

    def all_words(self) -> Iterator[str]:
        """Its words and those of its parts, for the catalogue."""
        yield self.words
        for each in self.inside:
            yield from each.all_words()


def _of_type(kind: type, words: str) -> AnswerShape:
    def check(value: object, where: str) -> str | None:
        right = type(value) is kind
        return None if right else _strange(where, value, words)

    return AnswerShape(words, check)


def _anything(_value: object, _where: str) -> str | None:
    return None


_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _text(value: object, where: str) -> str | None:
    """Text that can stand in a game file and on a terminal: no control characters but line ends and tabs."""
    if not isinstance(value, str):
        return _strange(where, value, "text")
    found = _UNPRINTABLE.search(value)
    if found is None:
        return None
    return tr("{where} holds the control character {character!r}; expected text that can be printed", where=where, character=found[0])


ANYTHING = AnswerShape("anything plain", _anything)
TEXT = AnswerShape("text", _text)
FLAG = _of_type(bool, "True or False")
NUMBER = _of_type(int, "a whole number")


def nothing_or(shape: AnswerShape) -> AnswerShape:
    """*shape*, or ``None``."""
    return AnswerShape(f"{shape.words} or None", lambda value, where: None if value is None else shape.check(value, where), (shape,))


def matching(pattern: str, words: str) -> AnswerShape:
    """A text of a form."""
    compiled = re.compile(pattern)

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, str):
            return _strange(where, value, words)
        return None if compiled.fullmatch(value) else _unexpected(where, repr(value[:40]), words)

    return AnswerShape(words, check)


def list_of(shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A list of at most *most* parts, which all have *shape*."""

    called = words or f"a list, each part {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, list):
            return _strange(where, value, called)
        if len(value) > most:
            return tr("{where} has {count} parts; at most {most} are taken", where=where, count=len(value), most=most)
        return next((fault for index, each in enumerate(value) if (fault := shape.check(each, f"{where}[{index}]")) is not None), None)

    return AnswerShape(called, check, (shape,))


def table_of(key: AnswerShape, shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A table of at most *most* entries, whose keys and values have these shapes."""

    called = words or f"a table of {key.words} to {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, dict):
            return _strange(where, value, called)
        if len(value) > most:
            return tr("{where} has {count} entries; at most {most} are taken", where=where, count=len(value), most=most)
        for name, each in value.items():
            if key.check(name, where) is not None:
                return key.check(name, tr("a key of {where}", where=where))
            fault = shape.check(each, f"{where}[{name!r:.40}]")
            if fault is not None:
                return fault
        return None

    return AnswerShape(called, check, (key, shape))


@dataclass(frozen=True, slots=True)
class Fields:
    """A table with named fields."""

    required: Mapping[str, AnswerShape] = field(default_factory=dict)
    optional: Mapping[str, AnswerShape] = field(default_factory=dict)
    words: str = ""
    open: bool = False
    """True if other fields are passed over instead of refused: the argument may be handed back unchanged."""

    def check(self, value: object, where: str) -> str | None:
        """Return the fault of *value*, or ``None``."""
        if not isinstance(value, dict):
            return _strange(where, value, self.words or "a table")
        known = {**self.required, **self.optional}
        for name in self.required:
            if name not in value:
                if self.words:
                    return tr("{where} has no {name!r}; expected {expected}", where=where, name=name, expected=tr(self.words))
                return tr("{where} has no {name!r}", where=where, name=name)
        for name, each in value.items():
            if name not in known:
                if self.open:
                    continue
                return tr(
                    "{where} has a field {name!r} that means nothing here; expected {known}",
                    where=where,
                    name=str(name)[:40],
                    known=", ".join(known),
                )
            fault = known[name].check(each, f"{where}[{name!r}]")
            if fault is not None:
                return fault
        return None

    def shape(self) -> AnswerShape:
        """Return the fields as a shape, for parts of lists."""
        return AnswerShape(self.words or "a table", self.check, (*self.required.values(), *self.optional.values()))


_CALLED: Mapping[type, str] = {
    bool: mark("True or False"),
    int: mark("a number"),
    str: mark("text"),
    list: mark("a list"),
    dict: mark("a table"),
}


def _strange(where: str, value: object, words: str) -> str:
    """Words for a *value* of another type than *words* name."""
    called = _CALLED.get(type(value))
    kind = "None" if value is None else type(value).__name__ if called is None else tr(called)
    return _unexpected(where, kind, words)


def _unexpected(where: str, found: str, words: str) -> str:
    return tr("{where} is {found}; expected {expected}", where=where, found=found, expected=tr(words))
