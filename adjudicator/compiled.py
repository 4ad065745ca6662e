"""A hidden place on a value for what was worked out from it once."""

from __future__ import annotations


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
