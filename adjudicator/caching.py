"""Caches: all that this package does for speed and not for the reader, in one place.

Three things, each with its reason:

- A frozen value has one hidden slot for what follows from it (``HasCache``): the tables of a board, the numbers of an order.
  An adjudication takes a tenth of a millisecond with them, and several without.
- A table holds what higher modules compute from it (``MadeOnce``), so that a lower module need not know a higher one.
- A named tuple is made out of all its fields at once (``new_tuple``), which takes half the time of its own constructor.

Types cannot follow values through a hidden slot; its readers state the type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

new_tuple = tuple.__new__
"""Makes a named tuple out of all its fields at once: ``new_tuple(Reason, (kind, rule, ...))``."""


class HasCache:
    """Gives a frozen value one slot that is no part of it: not compared, not printed, not pickled, not copied.

    The slot is unset until ``remember`` fills it; its value can always be computed again.
    """

    __slots__ = ("cached",)

    cached: Any


_fill = HasCache.__dict__["cached"].__set__


def remember(value: HasCache, what: object) -> None:
    """Fill the slot of a value that is frozen to everyone else."""
    _fill(value, what)


class MadeOnce:
    """Base of a value from which others are made, each once, when first asked for."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[object, Any] = {}

    def once(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the value that *make* makes of these arguments; the same every time, so that they must not differ from time to time."""
        try:
            return self._made[make]  # type: ignore[no-any-return]
        except KeyError:
            made = self._made[make] = make(*args, **kwargs)
            return made


def maker(kind: type[T], *names: str) -> Callable[..., T]:
    """A function that makes a frozen value with slots out of the fields of those names, in this sequence, as they are.

    Fields that are left out stay unset, for the value's ``__getattr__`` to work out.
    """
    words = {"kind": kind, "Open": type(f"Open{kind.__name__}", kind.__bases__, {"__slots__": kind.__dict__["__slots__"]})}
    setting = "; ".join(f"value.{name} = {name}" for name in names)
    # Set field by field in a class with the same slots that is not frozen, which then becomes the frozen one: through the descriptors of
    # the frozen class it takes twice as long.
    text = f"def make({', '.join(names)}): value = Open(); {setting}; value.__class__ = kind; return value"
    exec(text, words)  # noqa: S102 - the names are our own
    make: Callable[..., T] = words["make"]
    return make


def finish(value: object, name: str, field: object) -> None:
    """Set a field that ``maker`` left open."""
    object.__setattr__(value, name, field)


def field_values(value: object) -> dict[str, object]:
    """The fields of a value by name, as they are pickled: read-only mappings as plain ones."""
    found = {each.name: getattr(value, each.name) for each in fields(value)}  # type: ignore[arg-type]
    return {name: dict(each) if isinstance(each, MappingProxyType) else each for name, each in found.items()}


def rebuilt(kind: type[T], named: Mapping[str, object]) -> T:
    """The value that ``field_values`` took apart, its mappings read-only again."""
    return kind(**{name: MappingProxyType(each) if isinstance(each, dict) else each for name, each in named.items()})
