"""Touches of a person, as values: the view reports the touch, never its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from adjudicator.order import Order

if TYPE_CHECKING:
    from app.presentation.order_tools.stage import AnswerChoice


@dataclass(frozen=True, slots=True)
class ProvinceArea:
    """The ground of a province, away from any symbol."""

    province: str
    coast: str | None = None
    """The coast, where one was clicked expressly; then it is not asked for."""


@dataclass(frozen=True, slots=True)
class UnitTouch:
    """The symbol of the unit in a province."""

    province: str
    dislodged: bool = False
    """True if it is the symbol of a dislodged unit."""

    again: bool = False
    """The second click of a double click: turns the support of a move into the support of a hold."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The drawn order of a unit."""

    power: str
    order: Order


@dataclass(frozen=True, slots=True)
class Wanted:
    """An order taken whole, from the menu of legal orders."""

    power: str
    order: Order


@dataclass(frozen=True, slots=True)
class ChoiceTouch:
    """One of the choices of the question that stands open."""

    choice: AnswerChoice


class ToolKey(StrEnum):
    """Keys that write orders."""

    HOLD = "H"
    SUPPORT = "S"
    CONVOY = "C"
    MOVE = "M"
    DISBAND = "D"
    WAIVE = "W"
    ENTER = "Enter"
    BACKSPACE = "Backspace"
    ESCAPE = "Esc"
    UP = "Up"
    DOWN = "Down"
    LEFT = "Left"
    RIGHT = "Right"


Touch = ProvinceArea | UnitTouch | Arrow | Wanted | ChoiceTouch | ToolKey
