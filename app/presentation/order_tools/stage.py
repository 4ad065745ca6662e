"""Values of order entry: touches of a person, stages of a half-written order, and the effects of a click."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator import Location, Order, Piece, Support, Unit, Verdict

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
    is_offered: bool = False
    """True if the program picked it: a click on another own unit, or on itself, picks as if nothing were picked yet."""


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
