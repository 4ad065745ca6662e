"""Builds, retreats and orders that are allowed where hooks limit them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.location import Location
from adjudicator.order import Build, Order, Retreat
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Piece
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict
from app.game.options import variant_with, with_any_owned_site
from app.game.record import Cursor, Game
from app.hooks.asking_hooks import HookQuestions, board_part, position_part
from app.hooks.hook_log import Log
from app.hooks.host import HookHost
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class Site:
    """Site of a build, and the kinds of unit that may be built there."""

    location: Location
    kinds: tuple[str, ...]


class HookedRules:
    """The rules at a moment of a game, with what its hooks allow and forbid. Answers are asked for once and kept.

    Without hooks that take part it says what the adjudicator says.
    """

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, asking: HookQuestions | None = None) -> None:
        position = game.turn(cursor).position
        self.whole: Position = replace(position, barred={}) if position.barred else position
        """The position without what hooks bar."""
        self.plain: Variant = variant_with(game.variant, game.rules_at(cursor))
        """The variant with its rule options, without hooks."""
        self._asking = asking if asking is not None else HookQuestions(game, cursor, host)
        self._builds = self._asking.attached.has(Point.BUILD)
        self._retreats = self._asking.attached.has(Point.RETREAT)
        self.variant: Variant = with_any_owned_site(self.plain) if self._builds else self.plain
        """The variant to adjudicate with: builds on any owned centre where a hook picks the sites."""
        self._barred: Position | None = None

    @property
    def log(self) -> Log:
        """Log of the hooks so far."""
        return self._asking.log

    @property
    def position(self) -> Position:
        """The position with every retreat and build barred that the hooks leave no room for, so that all uses of the rules follow the
        hooks. The very same position where they say nothing.
        """
        if self._barred is None:
            bars = self._bars()
            self._barred = replace(self.whole, barred=MappingProxyType(bars)) if bars else self.whole
        return self._barred

    def build_sites(self, power: str) -> tuple[Site, ...]:
        """Return the sites where *power* may build now, in the board's sequence; empty outside an adjustment phase."""
        if self.whole.phase.kind is not PhaseKind.ADJUSTMENT or power not in self.plain.powers:
            return ()
        kinds: dict[Location, list[str]] = {}
        for piece in _builds(self.variant, self.position, power):
            kinds.setdefault(piece.location, []).append(piece.kind)
        return tuple(Site(location, tuple(letters)) for location, letters in kinds.items())

    def retreats(self, power: str) -> Mapping[str, frozenset[str]]:
        """Province of each dislodged unit of *power* to the places it may retreat to, as text."""
        return {at: frozenset(places) for at, places in _ways(self.plain, self.position, power).items()}

    def legal_orders(self, location: Location | str) -> Sequence[Order]:
        """The orders that can be given for *location*."""
        return legal_orders(self.variant, self.position, location)

    def check_order(self, power: str, order: Order) -> Verdict:
        """Return the verdict on *order* of *power*."""
        return check_order(self.variant, self.position, power, order)

    def _bars(self) -> dict[str, str]:
        """Return the bars of all powers, with the hook that leaves no room for each."""
        bars: dict[str, str] = {}
        kind = self.whole.phase.kind
        for power in self.plain.powers:
            if kind is PhaseKind.ADJUSTMENT and self._builds:
                bars.update(self._barred_builds(power))
            elif kind is PhaseKind.RETREAT and self._retreats:
                bars.update(self._barred_retreats(power))
        return bars

    def _barred_builds(self, power: str) -> dict[str, str]:
        """Each hook names the sites that are open, and the kinds: of all empty centres of the power, but for what one before it closed."""
        possible = _builds(self.variant, self.whole, power)
        if not possible:
            return {}
        open_ones = _builds(self.plain, self.whole, power)
        closed: dict[Piece, str] = {}
        last = ""
        for running in self._asking.attached.at(Point.BUILD):
            extra = {
                "power": power,
                "builds": adjustment(self.variant, self.whole, power),
                "sites": _tables(open_ones),
                **position_part(self.plain, self.whole),
                **board_part(self.plain),
            }
            answer = self._asking.ask(running, Point.BUILD, self.plain, self.whole, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if isinstance(wanted, list):
                named = {str(each["at"]): _texts(each["kinds"]) for each in wanted if isinstance(each, dict)}
                wanted_ones = {piece for piece in possible if piece.kind in named.get(piece.location.province, ())}
                closed.update((piece, running.name) for piece in open_ones if piece not in wanted_ones)
                open_ones = tuple(piece for piece in possible if piece in wanted_ones and piece not in closed)
                last = running.name
        return {f"{power} {Build(piece)}": closed.get(piece, last) for piece in possible if piece not in open_ones}

    def _barred_retreats(self, power: str) -> dict[str, str]:
        """Each hook can close places that the one before left open; none can open any."""
        ways = _ways(self.plain, self.whole, power)
        bars: dict[str, str] = {}
        for running in self._asking.attached.at(Point.RETREAT) if ways else ():
            extra = {"power": power, "sites": ways, **position_part(self.plain, self.whole)}
            answer = self._asking.ask(running, Point.RETREAT, self.plain, self.whole, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if not isinstance(wanted, dict):
                continue
            for at, places in ways.items():
                named = _texts(wanted.get(at, places))
                left = [place for place in places if place in named or Location.of(place).province in named]
                each = self.whole.dislodged_at(at)
                assert each is not None
                closed = (Retreat(each.unit.piece, Location.of(place)) for place in places if place not in left)
                bars.update({f"{power} {order}": running.name for order in closed})
                ways[at] = left
        return bars


def _builds(variant: Variant, position: Position, power: str) -> tuple[Piece, ...]:
    """Return the builds that the rules of *variant* allow *power*, site by site in the board's sequence."""
    if adjustment(variant, position, power) <= 0:
        return ()
    pieces = (
        order.piece
        for place in orderable(variant, position, power)
        for order in legal_orders(variant, position, place)
        if isinstance(order, Build)
    )
    return tuple(dict.fromkeys(pieces))


def _tables(pieces: Sequence[Piece]) -> list[dict[str, object]]:
    """Sites with the kinds that can be built there, as hooks are given them."""
    kinds: dict[Location, list[str]] = {}
    for piece in pieces:
        kinds.setdefault(piece.location, []).append(piece.kind)
    return [{"at": place.province, "coast": place.coast, "kinds": letters} for place, letters in kinds.items()]


def _ways(variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
    """Province of each dislodged unit of *power* to the places that the rules let it retreat to, as text."""
    return {
        each.unit.province: [
            str(order.target)
            for order in legal_orders(variant, position, each.unit.location)
            if isinstance(order, Retreat) and order.piece == each.unit.piece
        ]
        for each in position.dislodged
        if each.unit.power == power
    }


def _texts(value: object) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else frozenset()
