"""Resolution of a phase: the outcome of each order, with the reason as data, and the next position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from adjudicator.caching import HasCache, finish, maker, remember
from adjudicator.order import Hold, Order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.verdict import Verdict


class Result(StrEnum):
    """Result of an order. Several can hold at once: a support may be cut and its unit dislodged."""

    OK = "ok"
    """Success: the unit stood, moved, gave its support, carried, retreated, was built, removed."""
    BOUNCE = "bounce"
    """The move did not prevail."""
    NO_CONVOY = "no convoy"
    """The move had no intact chain of convoying fleets."""
    CUT = "cut"
    """The support was broken by an attack."""
    DISRUPTED = "disrupted"
    """The convoy was broken: its fleet was dislodged, or it is part of a paradox."""
    VOID = "void"
    """Legal, but it matches nothing that was ordered."""
    ILLEGAL = "illegal"
    """Never possible here; the unit holds."""
    DISLODGED = "dislodged"
    """The unit was dislodged."""
    DESTROYED = "destroyed"
    """The unit was dislodged, or had to retreat, and had nowhere to go; or a retreat failed."""


class ReasonKind(StrEnum):
    """Kind of reason for the result of an order. The view words these."""

    UNOPPOSED = "unopposed"
    PREVAILED = "prevailed"
    """Its strength beat the strength against it."""
    BOUNCED_OFF_UNIT = "bounced off unit"
    """A unit that stays holds with at least the same strength."""
    BOUNCED_OFF_MOVE = "bounced off move"
    """Another move to the same province is at least as strong."""
    LOST_HEAD_TO_HEAD = "lost head to head"
    OWN_UNIT_IN_THE_WAY = "own unit in the way"
    """A power does not dislodge its own unit."""
    OWN_SUPPORT_NOT_COUNTED = "own support not counted"
    """A support against the supporter's own unit adds nothing to a dislodgement."""
    ROTATION = "rotation"
    """All units of a circle move on together."""
    CUT_BY = "cut by"
    SUPPORT_GIVEN = "support given"
    SUPPORT_UNMATCHED = "support unmatched"
    """The supported unit was ordered something else, or is not there."""
    CONVOY_UNMATCHED = "convoy unmatched"
    CONVOY_BROKEN = "convoy broken"
    """A fleet of every possible chain was dislodged."""
    NO_FLEET_ORDERED = "no fleet ordered"
    """No chain of fleets was ordered to carry it."""
    PARADOX = "paradox"
    """Part of a convoy paradox; settled by the rule named (Szykman: the convoying fleets hold)."""
    DISLODGED_BY = "dislodged by"
    NO_RETREAT = "no retreat"
    RETREAT_CONFLICT = "retreat conflict"
    """Another unit retreats to the same province."""
    NOT_ORDERED = "not ordered"
    """No order was given: the unit holds, the dislodged unit disbands, the build is waived."""
    DEFAULT_LIST = "default list"
    """No order was given; the list that the power gave in advance made it."""
    CIVIL_DISORDER = "civil disorder"
    """Removed by rule, since too few removals were ordered."""
    REFUSED = "refused"
    """The order is illegal; see the verdict."""


class Reason(NamedTuple):
    """One cause of a result. A tuple underneath, since every phase makes dozens."""

    kind: ReasonKind

    rule: str
    """Source of the rule: a DATC section or case (``4.A.2``, ``6.E.4``) or a rulebook heading."""

    strength: float | None = None
    """The order's own strength, where strengths were compared: a whole number, or halves where borders weaken."""

    against: float | None = None
    """The strength that stood against it."""

    province: str | None = None
    """Province in which it happened."""

    by: tuple[Unit, ...] = ()
    """The units that did it."""

    verdict: Verdict | None = None
    """For a refused order: why it is illegal."""


class OrderOutcome(NamedTuple):
    """Outcome of one order. A tuple underneath, since every phase makes dozens."""

    unit: Unit | None
    """The unit before the phase; for a build the unit built; ``None`` for a waive."""

    power: str
    """Power that gave the order."""

    order: Order
    """Order as it was carried out; a unit without an order holds (or disbands)."""

    given: bool
    """False where there was no such order and the rules filled it in."""

    results: frozenset[Result]
    reasons: tuple[Reason, ...]

    @property
    def succeeded(self) -> bool:
        """True if the order was carried out."""
        return Result.OK in self.results

    @property
    def just_stood(self) -> bool:
        """True if the unit had no order and was not touched."""
        return not self.given and isinstance(self.order, Hold) and self.results == {Result.OK}


@dataclass(frozen=True, slots=True)
class Capture:
    """A supply centre that changed hands."""

    province: str
    old: str | None
    new: str


@dataclass(frozen=True, slots=True)
class Ending:
    """Ending of a game: one winner is a solo, several a draw, none means abandoned."""

    winners: tuple[str, ...]
    reason: str
    """``centres``, ``draw``, ``concession``, ``year limit``, ``last year``, ``no captures`` or a hook's own words."""


class Explains(Protocol):
    """Explanation of a decided phase, which can still give the outcomes."""

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One for each unit and adjustment."""
        ...


@dataclass(frozen=True, slots=True)
class Resolution(HasCache):
    """Resolution of a phase.

    ``outcomes`` may be worded only at the first look at them; to their readers they have always been there.
    """

    outcomes: tuple[OrderOutcome, ...]
    """One for each unit and adjustment, sorted by power and by location."""

    refused: tuple[OrderOutcome, ...]
    """Orders that were given and could not be used, with their verdict: foreign units, second orders, wrong phase."""

    captures: tuple[Capture, ...]
    skipped: tuple[Phase, ...]
    """Retreat and adjustment phases without anything to order, which were passed over."""

    next: Position
    ending: Ending | None = None
    """Set when this phase ended the game."""

    def __getattr__(self, name: str) -> tuple[OrderOutcome, ...]:
        """The outcomes, when they are first asked for. Only an unset field gets here."""
        if name != "outcomes":
            raise AttributeError(name)
        explanation: Explains | None = self.cached
        if explanation is None:  # Another thread was here in between.
            return object.__getattribute__(self, "outcomes")  # type: ignore[no-any-return]
        outcomes = explanation.outcomes()
        finish(self, "outcomes", outcomes)
        remember(self, None)
        return outcomes

    def outcome_of(self, province: str) -> OrderOutcome | None:
        """The outcome of the unit that stood (or was built) in *province*."""
        return next((each for each in self.outcomes if each.unit is not None and each.unit.province == province), None)


def resolution_explained_by(
    explanation: Explains,
    refused: tuple[OrderOutcome, ...],
    captures: tuple[Capture, ...],
    skipped: tuple[Phase, ...],
    following: Position,
    ending: Ending | None,
) -> Resolution:
    """A resolution whose outcomes *explanation* tells when they are asked for."""
    return _explained(refused, captures, skipped, following, ending, explanation)


_explained = maker(Resolution, "refused", "captures", "skipped", "next", "ending", "cached")
