"""Stages of a half-written order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.location import Location
from adjudicator.order import Order, Support
from adjudicator.unit import Piece, Unit

PowerOrder = tuple[str, Order]
"""An order and the power that gives it."""


class WantedOrder(StrEnum):
    """Use of the next click, when a key chose it beforehand."""

    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"


@dataclass(frozen=True, slots=True)
class Idle:
    """Stage without a pick."""

    last: tuple[str, Support] | None = None
    """The support that the click before ordered: a double click turns it into a support to hold."""


@dataclass(frozen=True, slots=True)
class UnitPicked:
    """A unit is picked; in a retreat phase a dislodged one."""

    unit: Unit
    wanted: WantedOrder | None = None


@dataclass(frozen=True, slots=True)
class Aimed:
    """A unit is picked and another one that it supports or carries; where to is open."""

    unit: Unit
    other: Unit
    wanted: WantedOrder | None = None


class QuestionKind(StrEnum):
    """Kind of question at the pointer."""

    COAST = "coast"
    ATTACK_OR_SUPPORT = "attack or support"
    CONVOY_OR_SUPPORT = "convoy or support"
    OVERWRITE = "overwrite"
    BUILD = "build"
    WHOSE_WAIVE = "whose waive"


@dataclass(frozen=True, slots=True)
class Question:
    """Question at the pointer, and its subject."""

    kind: QuestionKind
    province: str
    """Province that it is about."""

    overwritten: tuple[PowerOrder, ...] = ()
    """The present orders that would be lost."""


class ChoiceKind(StrEnum):
    """One answer."""

    COAST = "coast"
    ATTACK = "attack"
    SUPPORT = "support"
    SUPPORT_TO_HOLD = "support to hold"
    CONVOY = "convoy"
    OVERWRITE = "overwrite"
    KEEP = "keep"
    """Leave the present orders, order only what is free."""
    BUILD = "build"
    TAKE_BACK = "take back"
    """No build here after all."""
    WAIVE = "waive"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """An answer and where it leads: to orders, or to the next stage."""

    kind: ChoiceKind
    orders: tuple[PowerOrder, ...] = ()
    stage: Stage | None = None
    location: Location | None = None
    """The coast chosen, or the place built at."""

    piece: Piece | None = None
    """The piece that would be built."""

    power: str | None = None
    """Power that orders, where that is the question."""


@dataclass(frozen=True, slots=True)
class Questioned:
    """A question stands open; the first choice is the one that Enter takes."""

    question: Question
    choices: tuple[AnswerChoice, ...]
    behind: Stage
    """Stage to which Esc goes back."""


Stage = Idle | UnitPicked | Aimed | Questioned

NOTHING_PICKED = Idle()
