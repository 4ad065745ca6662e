"""Verdict on an order: legal, or the kind of reason that it is not, which the view words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Refusal(StrEnum):
    """Reason that an order is not legal."""

    WRONG_PHASE = "wrong phase"
    NO_UNIT = "no unit"
    FOREIGN_UNIT = "foreign unit"
    UNKNOWN_PLACE = "unknown place"
    UNKNOWN_POWER = "unknown power"
    SAME_PROVINCE = "same province"
    NOT_ADJACENT = "not adjacent"
    """The unit cannot get there by itself."""
    WRONG_TERRAIN = "wrong terrain"
    """Its kind never stands there: a fleet inland, an army at sea."""
    NO_CONVOY_ROUTE = "no convoy route"
    """No chain of fleets on the board could carry the army there."""
    ROUTE_BROKEN = "route broken"
    """The named route of a convoy does not hold together: no fleet there, or the next place does not touch it (DATC 4.A.6 b)."""
    ROUTE_NEEDED = "route needed"
    """The rules want the route of a convoy to be named (DATC 4.A.6 c)."""
    WRONG_KIND = "wrong kind"
    """An army is named where a fleet stands, or the reverse, and the rules are strict about it."""
    COAST_NEEDED = "coast needed"
    COAST_IMPOSSIBLE = "coast impossible"
    CANNOT_CONVOY = "cannot convoy"
    """Unit that cannot convoy, or cannot convoy from its place."""
    CANNOT_BE_CONVOYED = "cannot be convoyed"
    CANNOT_SUPPORT_THERE = "cannot support there"
    """The supporter could not move to the province itself."""
    SUPPORTED_CANNOT_GO = "supported cannot go"
    NOT_DISLODGED = "not dislodged"
    RETREAT_OCCUPIED = "retreat occupied"
    RETREAT_CONTESTED = "retreat contested"
    RETREAT_TO_ATTACKER = "retreat to attacker"
    NOT_A_CENTRE = "not a centre"
    NOT_HOME = "not a home centre"
    CENTRE_NOT_OWNED = "centre not owned"
    SITE_OCCUPIED = "site occupied"
    NO_BUILDS_LEFT = "no builds left"
    NO_REMOVALS_LEFT = "no removals left"
    UNIT_ORDERED_TWICE = "unit ordered twice"
    BORDER_CLOSED = "border closed"
    """An edge that is shut in this season, or to this power."""
    BARRED = "barred"
    """A rule of this game's own forbids it here and now."""
    GAME_OVER = "game over"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal, or why not. True in a boolean context when legal.

    >>> bool(LEGAL)
    True
    >>> verdict = Verdict(Refusal.NOT_ADJACENT, ("MUN",))
    >>> bool(verdict), verdict.refusal.value
    (False, 'not adjacent')
    """

    refusal: Refusal | None = None

    places: tuple[str, ...] = ()
    """Locations that the refusal is about, most telling first: where a convoy lacks a fleet, which coasts are possible."""

    by: str = ""
    """The name of the rule that bars it, where that is the refusal."""

    def __bool__(self) -> bool:
        return self.refusal is None


LEGAL = Verdict()
