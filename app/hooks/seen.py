"""What one power is shown. Hooks can only take away; where one fails, a power is shown what is its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, Resolution
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant import Variant
from app.game.record import Cursor, Game, OrderLine, Turn
from app.hooks.asking import Asking
from app.hooks.context import board_part, position_part, results_part, unit_table
from app.hooks.log import Log
from app.hooks.plain import Plain
from app.hooks.worker import HookHost
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class Seen:
    """A moment as one power may see it."""

    position: Position
    orders: Mapping[str, tuple[OrderLine, ...]]
    """While the phase is open, the viewer's own; afterwards those whose outcome is shown besides."""

    resolution: Resolution | None
    hidden: frozenset[str] = frozenset()
    """Provinces of which the viewer knows nothing now; a centre among them may have any owner."""

    log: Log = ()


def is_limited(game: Game, cursor: Cursor) -> bool:
    """Whether any hook at *cursor* limits what powers are shown."""
    return bool(game.hooks) and any(
        "results" in hook.points or "def on_results" in hook.source for hook in game.hooks if hook.name in game.hooks_at(cursor)
    )


def seen_by(game: Game, cursor: Cursor, viewer: str | None, host: HookHost) -> Seen:
    """The turn at *cursor* as *viewer* may see it.

    Args:
        viewer: a power; ``None`` sees everything: the game master, or everybody after the end.
    """
    turn = game.turn(cursor)
    if viewer is None or not is_limited(game, cursor):
        return Seen(turn.position, turn.orders, turn.resolution)
    asking = Asking(game, cursor, host)
    here = _View(game.variant, turn.position, turn.resolution, viewer)
    here.narrow(asking)
    resolution = turn.resolution
    if resolution is not None:
        after = _View(game.variant, resolution.next, None, viewer)
        after.narrow(asking)
        resolution = here.shown(resolution, after)
    return Seen(here.shown_position(), _orders(turn, viewer, here.outcomes), resolution, here.hidden, asking.log)


class _View:
    """One position, growing smaller with each answer."""

    def __init__(self, variant: Variant, position: Position, resolution: Resolution | None, viewer: str) -> None:
        self._variant = variant
        self._position = position
        self._viewer = viewer
        self.units: tuple[Unit, ...] = position.units
        self.dislodged: tuple[DislodgedUnit, ...] = position.dislodged
        self.owners: dict[str, str] = dict(position.owners)
        self.outcomes: tuple[OrderOutcome, ...] = () if resolution is None else resolution.outcomes
        self.hidden: frozenset[str] = frozenset()

    def narrow(self, asking: Asking) -> None:
        """Ask every hook in turn, each about what the one before left."""
        for running in asking.attached.at(Point.RESULTS):
            moment = replace(self._position, units=self.units, dislodged=self.dislodged, owners=self.owners)
            extra = {
                "viewer": self._viewer,
                "results": results_part(self.outcomes),
                **position_part(self._variant, moment),
                **board_part(self._variant),
            }
            answer = asking.ask(running, Point.RESULTS, self._variant, self._position, extra, self._viewer)
            if answer is None:
                self._only_own()
            else:
                self._keep(answer)

    def shown_position(self) -> Position:
        """The position with what is left."""
        places = {unit.province for unit in self.units}
        return replace(
            self._position,
            units=self.units,
            dislodged=tuple(self._safe_dislodged(each, places) for each in self.dislodged),
            owners=MappingProxyType(dict(self.owners)),
            contested=self._position.contested - self.hidden,
        )

    def shown(self, resolution: Resolution, after: _View) -> Resolution:
        """*resolution* with what is left: no outcome and no reason names a unit that is not shown."""
        known = {*self.units, *(each.unit for each in self.dislodged), *(each.unit for each in self.outcomes if each.unit is not None)}
        outcomes = tuple(_safe_outcome(each, known) for each in self.outcomes)
        captures = tuple(each for each in resolution.captures if after.owners.get(each.province) == each.new)
        captures = tuple(
            each if each.old is None or self.owners.get(each.province) == each.old else replace(each, old=None) for each in captures
        )
        refused = tuple(each for each in resolution.refused if each.power == self._viewer)
        return replace(resolution, outcomes=outcomes, captures=captures, refused=refused, next=after.shown_position())

    def _keep(self, answer: Mapping[str, Plain]) -> None:
        units = answer.get("units")
        if isinstance(units, list):
            named = _keys(units)
            self.units = tuple(unit for unit in self.units if _key(unit) in named or unit.power == self._viewer)
        dislodged = answer.get("dislodged", [] if "units" in answer else None)
        if isinstance(dislodged, list):
            named = _keys(dislodged)
            self.dislodged = tuple(each for each in self.dislodged if _key(each.unit) in named or each.unit.power == self._viewer)
        results = answer.get("results")
        if isinstance(results, list) or isinstance(units, list):
            named = _keys(results) if isinstance(results, list) else frozenset(map(_key, self.units))
            self.outcomes = tuple(each for each in self.outcomes if self._is_own(each) or _outcome_key(each) in named)
        centres = answer.get("centres")
        if isinstance(centres, dict):
            self.owners = {code: owner for code, owner in self.owners.items() if centres.get(code) == owner}
        hidden = answer.get("hidden")
        if isinstance(hidden, list):
            self.hidden |= {str(code) for code in hidden if code in self._variant.board.provinces}

    def _is_own(self, outcome: OrderOutcome) -> bool:
        return outcome.power == self._viewer

    def _only_own(self) -> None:
        self.units = tuple(unit for unit in self.units if unit.power == self._viewer)
        self.dislodged = tuple(each for each in self.dislodged if each.unit.power == self._viewer)
        self.outcomes = tuple(each for each in self.outcomes if each.power == self._viewer)
        self.owners = {code: owner for code, owner in self.owners.items() if owner == self._viewer}
        own = {*self.owners, *(unit.province for unit in self.units)}
        self.hidden = frozenset(self._variant.board.provinces) - own

    def _safe_dislodged(self, each: DislodgedUnit, places: set[str]) -> DislodgedUnit:
        """A dislodged unit's own power knows where its attacker came from, since it may not retreat there; others only if it is shown."""
        return each if each.unit.power == self._viewer or each.attacker_origin in places else replace(each, attacker_origin="")


def _orders(turn: Turn, viewer: str, outcomes: Sequence[OrderOutcome]) -> Mapping[str, tuple[OrderLine, ...]]:
    """The viewer's own lines, and of others those whose outcome is shown."""
    shown = {(each.power, str(each.order)) for each in outcomes if each.unit is not None}
    found: dict[str, tuple[OrderLine, ...]] = {}
    for power, lines in turn.orders.items():
        if power == viewer:
            found[power] = lines
        elif turn.resolution is not None:
            kept = tuple(line for line in lines if line.order is not None and (power, str(line.order)) in shown)
            if kept:
                found[power] = kept
    return MappingProxyType(found)


def _safe_outcome(outcome: OrderOutcome, known: set[Unit]) -> OrderOutcome:
    reasons = tuple(_safe(reason, known) for reason in outcome.reasons)
    return OrderOutcome(outcome.unit, outcome.power, outcome.order, outcome.given, outcome.results, reasons)


def _safe(reason: Reason, known: set[Unit]) -> Reason:
    by = tuple(unit for unit in reason.by if unit in known)
    return Reason(reason.kind, reason.rule, reason.strength, reason.against, reason.province, by, reason.verdict)


def _key(unit: Unit) -> tuple[object, ...]:
    table = unit_table(unit)
    return (table["at"], table["power"])


def _outcome_key(outcome: OrderOutcome) -> tuple[object, ...] | None:
    return None if outcome.unit is None else _key(outcome.unit)


def _keys(tables: Sequence[Plain]) -> frozenset[tuple[object, ...]]:
    return frozenset((each.get("at"), each.get("power")) for each in tables if isinstance(each, dict))
