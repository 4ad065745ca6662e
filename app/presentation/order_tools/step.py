"""Effects of a click: the closed union that views act on."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.order import Order
from adjudicator.verdict import Verdict
from app.presentation.order_tools.stage import NOTHING_PICKED, AnswerChoice, PowerOrder, Question, Questioned, Stage


@dataclass(frozen=True, slots=True)
class Picked:
    """Pick that needs more; the stage tells the rest."""

    stage: Stage


@dataclass(frozen=True, slots=True)
class Ordered:
    """Orders are complete; they go into the game together, as one undo step."""

    orders: tuple[PowerOrder, ...]
    stage: Stage = NOTHING_PICKED


@dataclass(frozen=True, slots=True)
class Cleared:
    """The order of the unit, or the build, in *province* is taken back."""

    power: str
    province: str
    """``WAIVE`` where it is a waived build that is taken back."""
    stage: Stage = NOTHING_PICKED


@dataclass(frozen=True, slots=True)
class AnswerNeeded:
    """One more answer is needed."""

    stage: Questioned

    @property
    def question(self) -> Question:
        """Question that is open."""
        return self.stage.question

    @property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The answers, the usual one first."""
        return self.stage.choices


@dataclass(frozen=True, slots=True)
class Refused:
    """The click leads nowhere, and why; what was picked stays picked."""

    verdict: Verdict
    order: Order | None
    """The order it would have been, where it came to one."""

    stage: Stage


@dataclass(frozen=True, slots=True)
class Pointed:
    """The keyboard's cursor went to *province*."""

    province: str
    stage: Stage


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A step back; nothing was ordered."""

    stage: Stage


ToolStep = Picked | Ordered | Cleared | AnswerNeeded | Refused | Pointed | Cancelled
