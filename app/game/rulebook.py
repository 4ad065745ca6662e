"""The adjudicator's functions as the game calls them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Protocol, cast

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict


class Adjudicate(Protocol):
    """``adjudicator.adjudicate.adjudicate``, or what wraps it, such as the hooks of a game."""

    def __call__(self, variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]], /) -> Resolution:
        """What becomes of the orders, and the next position."""
        ...


class _CheckOrder(Protocol):
    def __call__(self, variant: Variant, position: Position, power: str, order: Order, /) -> Verdict: ...


class ReadingError(Protocol):
    """Why a line could not be read."""

    @property
    def suggestions(self) -> tuple[str, ...]: ...


class Reading(Protocol):
    """What a line was read as."""

    @property
    def order(self) -> Order | None: ...
    @property
    def power(self) -> str | None: ...
    @property
    def error(self) -> ReadingError | None: ...


class _ReadOrder(Protocol):
    def __call__(self, variant: Variant, position: Position, text: str, power: str | None = None) -> Reading: ...


@lru_cache(maxsize=8)
def _function(module: str, name: str) -> object:
    return cast("object", getattr(import_module(module), name))


def adjudicate(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> Resolution:
    """What becomes of the orders of a phase."""
    return cast("Adjudicate", _function("adjudicator.adjudicate", "adjudicate"))(variant, position, orders_by_power)


def check_order(variant: Variant, position: Position, power: str, order: Order) -> Verdict:
    """Whether *power* may give *order* in *position*, and if not, why not."""
    return cast("_CheckOrder", _function("adjudicator.check", "check_order"))(variant, position, power, order)


def read_order(variant: Variant, position: Position, text: str, power: str | None = None) -> Reading:
    """What *text* says, read tolerantly. Never raises."""
    return cast("_ReadOrder", _function("adjudicator.notation", "read_order"))(variant, position, text, power)
