"""View of the game for one power. Hooks can only take away; where one fails, a power sees its own units alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.order import Convoy, Move, Order, Support
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import LEGAL, Refusal, Verdict
from app.game.record import Cursor, Game, OrderLine, Turn, ordered_place
from app.hooks.asking_hooks import HookQuestions, Log, board_part, position_part, results_part, target_of, unit_table
from app.hooks.host import HookHost, Plain
from variants.hooks.contracts import Point

_LOST = frozenset({Result.DISLODGED, Result.DESTROYED})
_OF_LOSS = frozenset({ReasonKind.DISLODGED_BY, ReasonKind.NO_RETREAT})
_OF_CONVOYS = frozenset({ReasonKind.CONVOY_BROKEN, ReasonKind.NO_FLEET_ORDERED, ReasonKind.PARADOX})
_OF_OTHERS = frozenset(
    {
        Refusal.NO_UNIT,
        Refusal.FOREIGN_UNIT,
        Refusal.WRONG_KIND,
        Refusal.COAST_IMPOSSIBLE,
        Refusal.NO_CONVOY_ROUTE,
        Refusal.ROUTE_BROKEN,
        Refusal.SUPPORTED_CANNOT_GO,
        Refusal.CANNOT_BE_CONVOYED,
        Refusal.NOT_DISLODGED,
    }
)
"""Refusals that depend on the units of others."""


def without_why(outcome: OrderOutcome, shown: AbstractSet[str]) -> OrderOutcome:
    """*outcome* of a power's own order; where how it failed depends on units that it does not see, without that.

    Args:
        shown: the provinces in which it sees a unit.
    """
    if Result.OK in outcome.results or _is_barred(outcome):
        return outcome
    match outcome.order:
        case Support(_, other) | Convoy(_, other) if other.location.province not in shown:
            failed = Result.VOID
        case Move() if any(each.kind in _OF_CONVOYS for each in outcome.reasons) or _refusals(outcome) & _OF_OTHERS:
            failed = Result.NO_CONVOY
        case _ if _refusals(outcome) & _OF_OTHERS and ordered_place(outcome.order) not in shown:
            return _of_no_unit(outcome)
        case _:
            return outcome
    if ordered_place(outcome.order) not in shown:
        return _of_no_unit(outcome)
    reasons = tuple(each for each in outcome.reasons if each.kind in _OF_LOSS)
    return outcome._replace(results=frozenset({failed}) | outcome.results & _LOST, reasons=reasons)


def line_without_why(line: OrderLine, outcome: OrderOutcome | None) -> OrderLine:
    """*line* without a verdict that reveals more than *outcome*, as its power sees it."""
    if line.verdict is None or line.verdict.refusal in (None, Refusal.BARRED) or outcome is None or _refusals(outcome):
        return line
    return replace(line, verdict=LEGAL)


def _of_no_unit(outcome: OrderOutcome) -> OrderOutcome:
    reasons = tuple(each._replace(verdict=None, province=None, by=()) for each in outcome.reasons if each.kind is ReasonKind.REFUSED)
    return outcome._replace(unit=None, results=frozenset({Result.ILLEGAL}), reasons=reasons)


def _refusals(outcome: OrderOutcome) -> set[Refusal]:
    return {each.verdict.refusal for each in outcome.reasons if each.verdict is not None and each.verdict.refusal is not None}


def _is_barred(outcome: OrderOutcome) -> bool:
    return Refusal.BARRED in _refusals(outcome)


@dataclass(frozen=True, slots=True)
class Seen:
    """A moment as one power may see it."""

    position: Position
    orders: Mapping[str, tuple[OrderLine, ...]]
    """Lines of the viewer alone, while the phase is open; afterwards those with a visible outcome as well."""

    resolution: Resolution | None
    hidden: frozenset[str] = frozenset()
    """Provinces of which the viewer knows nothing now; a centre among them may have any owner."""

    log: Log = ()


def is_limited(game: Game, cursor: Cursor) -> bool:
    """Return True if any hook at *cursor* limits the view of powers."""
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
    asking = HookQuestions(game, cursor, host)
    here = _View(game.variant, turn.position, turn.resolution, viewer)
    here.narrow(asking)
    resolution = turn.resolution
    if resolution is not None:
        after = _View(game.variant, resolution.next, None, viewer)
        after.narrow(asking)
        resolution = here.visible_resolution(resolution, after)
    return Seen(here.visible_position(), visible_orders(turn, viewer, resolution, here.hidden), resolution, here.hidden, asking.log)


def visible_orders(
    turn: Turn, viewer: str, resolution: Resolution | None, hidden: frozenset[str] = frozenset()
) -> Mapping[str, tuple[OrderLine, ...]]:
    """The lines of *turn* that *viewer* sees: its own, and others whose outcome is in *resolution*.

    Args:
        resolution: the part of the turn's resolution that the viewer sees; ``None`` while it is open, and then its own lines alone are.
        hidden: provinces out of sight, which no reason names.
    """
    outcomes = () if resolution is None else resolution.outcomes
    shown = {(each.power, str(each.order)) for each in outcomes if each.unit is not None}
    found: dict[str, tuple[OrderLine, ...]] = {}
    for power, lines in turn.orders.items():
        if power == viewer:
            own = {} if resolution is None else {str(each.order): each for each in (*outcomes, *resolution.refused) if each.power == viewer}
            safe = (line_without_why(line, own.get(str(line.order))) for line in lines)
            found[power] = tuple(_safe_line(line, hidden) for line in safe)
        elif resolution is not None:
            kept = tuple(line for line in lines if line.order is not None and (power, str(line.order)) in shown)
            if kept:
                found[power] = kept
    return MappingProxyType(found)


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

    def narrow(self, asking: HookQuestions) -> None:
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

    def visible_position(self) -> Position:
        """The position with what is left."""
        return replace(
            self._position,
            units=self.units,
            dislodged=tuple(map(self._safe_dislodged, self.dislodged)),
            owners=MappingProxyType(dict(self.owners)),
            contested=self._position.contested - self.hidden,
            conditions=frozenset(each for each in self._position.conditions if self._may_know(each)),
            counters=MappingProxyType({name: number for name, number in self._position.counters.items() if self._may_count(name)}),
            unseen=self.hidden,
        )

    def _may_know(self, condition: str) -> bool:
        """Return True if the viewer may know of a condition: of an edge or a place in sight, or of what is its own.

        One that names neither is about the whole board, and may tell of any of it.
        """
        names = _names_in(condition)
        if places := names & self._variant.board.provinces.keys():
            return not places & self.hidden
        return self._is_own_matter(names) or self._sees_whole_board()

    def _may_count(self, counter: str) -> bool:
        """The same of a counter, which tells of centres: of those places whose owner is in sight.

        One for the whole board, such as the year of the last capture, also tells of years when less was in sight.
        """
        names = _names_in(counter)
        if places := names & self._variant.board.provinces.keys():
            return not places & self.hidden and all(self.owners.get(each) == self._position.owners.get(each) for each in places)
        return self._is_own_matter(names)

    def _is_own_matter(self, names: frozenset[str]) -> bool:
        powers = names & {power.upper() for power in self._variant.powers}
        return powers == {self._viewer.upper()}

    def _sees_whole_board(self) -> bool:
        return not self.hidden and self.units == self._position.units and self.owners == self._position.owners

    def visible_resolution(self, resolution: Resolution, after: _View) -> Resolution:
        """*resolution* as far as it is visible: no outcome and no reason names a unit or a place out of sight.

        The order of a unit in sight is hidden where it names a unit that is out of sight, or leads out of sight.
        """
        known = {*self.units, *(each.unit for each in self.dislodged), *(each.unit for each in self.outcomes if each.unit is not None)}
        pieces = {unit.piece for unit in known}
        told = (each for each in self.outcomes if self._is_own(each) or self._is_in_sight(each.order, pieces))
        outcomes = tuple(self._safe_outcome(each, known) for each in told)
        captures = tuple(each for each in resolution.captures if after.owners.get(each.province) == each.new)
        captures = tuple(
            each if each.old is None or self.owners.get(each.province) == each.old else replace(each, old=None) for each in captures
        )
        refused = tuple(self._safe_outcome(each, known) for each in resolution.refused if self._is_own(each))
        return replace(resolution, outcomes=outcomes, captures=captures, refused=refused, next=after.visible_position())

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

    def _is_in_sight(self, order: Order, pieces: set[Piece]) -> bool:
        """Return True if every unit and every place that *order* names is in sight."""
        match order:
            case Support(_, other) | Convoy(_, other):
                if other not in pieces:
                    return False
            case Move(_, _, _, route):
                if not set(route) <= {piece.location.province for piece in pieces}:
                    return False
            case _:
                pass
        target = target_of(order)
        return target is None or target.province not in self.hidden

    def _safe_outcome(self, outcome: OrderOutcome, known: set[Unit]) -> OrderOutcome:
        told = outcome.reasons if self._is_own(outcome) else (each for each in outcome.reasons if each.kind is not ReasonKind.REFUSED)
        reasons = tuple(self._safe(reason, known, outcome.order) for reason in told)
        safe = OrderOutcome(outcome.unit, outcome.power, outcome.order, outcome.given, outcome.results, reasons)
        if not self._is_own(outcome) or (self.units == self._position.units and not self.hidden):
            return safe
        return without_why(safe, {unit.province for unit in (*self.units, *(each.unit for each in self.dislodged))})

    def _safe(self, reason: Reason, known: set[Unit], order: Order) -> Reason:
        """*reason* without units out of sight, and without the strengths that would tell how many they are."""
        by = tuple(unit for unit in reason.by if unit in known)
        target = target_of(order)
        named = self.hidden - ({target.province} if target is not None else set())
        province = None if reason.province in named else reason.province
        against, strength = reason.against, reason.strength
        verdict = None if reason.verdict is None else _safe_verdict(reason.verdict, named)
        if by != reason.by or province != reason.province or reason.province in self.hidden:
            against, strength = None, None
        return Reason(reason.kind, reason.rule, strength, against, province, by, verdict)

    def _only_own(self) -> None:
        self.units = tuple(unit for unit in self.units if unit.power == self._viewer)
        self.dislodged = tuple(each for each in self.dislodged if each.unit.power == self._viewer)
        self.outcomes = tuple(each for each in self.outcomes if each.power == self._viewer)
        self.owners = {code: owner for code, owner in self.owners.items() if owner == self._viewer}
        own = {*self.owners, *(unit.province for unit in self.units)}
        self.hidden |= frozenset(self._variant.board.provinces) - own

    def _safe_dislodged(self, each: DislodgedUnit) -> DislodgedUnit:
        """A dislodged unit's own power knows where its attacker came from, since it may not retreat there; others where all is in sight.

        Who sees a part of the board may see the attacker now, or another unit that came in behind it, and did not see where it stood.
        """
        return each if each.unit.power == self._viewer or self._sees_whole_board() else replace(each, attacker_origin="")


_NAME = re.compile(r"[A-Z0-9_]+")


def _names_in(words: str) -> frozenset[str]:
    """The codes that may stand in a condition or the name of a counter, however a hook writes them: ``closed PAR - BUR``, ``par-bur``."""
    return frozenset(_NAME.findall(words.upper()))


def _safe_line(line: OrderLine, hidden: frozenset[str]) -> OrderLine:
    verdict = None if line.verdict is None else _safe_verdict(line.verdict, hidden)
    return line if verdict is line.verdict else replace(line, verdict=verdict)


def _safe_verdict(verdict: Verdict, hidden: frozenset[str]) -> Verdict:
    """*verdict* without the places that it is about, where one of them is out of sight."""
    return replace(verdict, places=()) if any(place.partition("/")[0] in hidden for place in verdict.places) else verdict


def _key(unit: Unit) -> tuple[object, ...]:
    table = unit_table(unit)
    return (table["at"], table["power"])


def _outcome_key(outcome: OrderOutcome) -> tuple[object, ...] | None:
    return None if outcome.unit is None else _key(outcome.unit)


def _keys(tables: Sequence[Plain]) -> frozenset[tuple[object, ...]]:
    return frozenset((each.get("at"), each.get("power")) for each in tables if isinstance(each, dict))
