"""A hidden place on a value for what was worked out from it once."""

from __future__ import annotations

from dataclasses import fields
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")


class Compiled:
    """Gives a frozen value one slot that is no part of it: not compared, not printed, not pickled, not copied.

    The slot is unset until somebody fills it with ``remember``; what it holds can always be worked out again.
    """

    __slots__ = ("compiled",)

    compiled: object


_fill = Compiled.__dict__["compiled"].__set__


def remember(value: Compiled, what: object) -> None:
    """Fill the slot of a value that is frozen to everyone else."""
    _fill(value, what)


def thawed(value: object) -> dict[str, object]:
    """The fields of a value by name, as they are pickled: read-only mappings as plain ones."""
    found = {each.name: getattr(value, each.name) for each in fields(value)}  # type: ignore[arg-type]
    return {name: dict(each) if isinstance(each, MappingProxyType) else each for name, each in found.items()}


def frozen_again(kind: type[T], named: dict[str, object]) -> T:
    """The value that ``thawed`` took apart, its mappings read-only again."""
    return kind(**{name: MappingProxyType(each) if isinstance(each, dict) else each for name, each in named.items()})
