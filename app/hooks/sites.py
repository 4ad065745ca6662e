"""What may be built, retreated to and ordered where hooks have a say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.check import check_order
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.location import Location
from adjudicator.order import Build, Order, Retreat
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal, Verdict
from app.game.options import variant_with, with_any_owned_site
from app.game.record import Cursor, Game
from app.hooks.asking import Asking
from app.hooks.context import board_part, position_part
from app.hooks.log import Log
from app.hooks.worker import HookHost
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class Site:
    """Where a unit may be built, and of which kinds."""

    location: Location
    kinds: tuple[str, ...]


class HookedRules:
    """The rules at a moment of a game, with what its hooks allow and forbid. Answers are asked for once and kept.

    Without hooks that take part it says what the adjudicator says.
    """

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, asking: Asking | None = None) -> None:
        self.position: Position = game.turn(cursor).position
        self.plain: Variant = variant_with(game.variant, game.rules_at(cursor))
        """The variant with its rule options, without hooks."""
        self._asking = asking if asking is not None else Asking(game, cursor, host)
        self._builds = self._asking.attached.has(Point.BUILD)
        self._retreats = self._asking.attached.has(Point.RETREAT)
        self.variant: Variant = with_any_owned_site(self.plain) if self._builds else self.plain
        """The variant to adjudicate with: builds on any owned centre where a hook picks the sites."""
        self._sites: dict[str, tuple[Site, ...]] = {}
        self._ways: dict[str, Mapping[str, frozenset[str]]] = {}

    @property
    def log(self) -> Log:
        """What the hooks did so far."""
        return self._asking.log

    def build_sites(self, power: str) -> tuple[Site, ...]:
        """Where *power* may build now, in the board's sequence; empty outside an adjustment phase."""
        if self.position.phase.kind is not PhaseKind.ADJUSTMENT or power not in self.plain.powers:
            return ()
        if power not in self._sites:
            self._sites[power] = self._ask_sites(power)
        return self._sites[power]

    def retreats(self, power: str) -> Mapping[str, frozenset[str]]:
        """Province of each dislodged unit of *power* to the places it may retreat to, as text."""
        if power not in self._ways:
            self._ways[power] = self._ask_retreats(power)
        return self._ways[power]

    def legal_orders(self, location: Location | str) -> Sequence[Order]:
        """The orders that can be given for *location*."""
        found = legal_orders(self.variant, self.position, location)
        return tuple(order for order in found if self._allowed(self._owner(order), order))

    def check_order(self, power: str, order: Order) -> Verdict:
        """Whether *power* may give *order*, and if not, why not."""
        verdict = check_order(self.variant, self.position, power, order)
        if not verdict or self._allowed(power, order):
            return verdict
        if isinstance(order, Build):
            return Verdict(Refusal.NOT_HOME, (order.piece.location.province,))
        assert isinstance(order, Retreat)
        return Verdict(Refusal.RETREAT_CONTESTED, (str(order.target),))

    def _owner(self, order: Order) -> str:
        match order:
            case Build(piece):
                return self.position.owners.get(piece.location.province, "")
            case Retreat(piece, _):
                each = self.position.dislodged_at(piece.location.province)
                return "" if each is None else each.unit.power
            case _:
                return ""

    def _allowed(self, power: str, order: Order) -> bool:
        match order:
            case Build(piece) if self._builds:
                province = piece.location.province
                return any(site.location.province == province and piece.kind in site.kinds for site in self.build_sites(power))
            case Retreat(piece, target) if self._retreats:
                ways = self.retreats(power).get(piece.location.province, frozenset())
                return str(target) in ways or any(Location.of(each).province == target.province for each in ways if target.coast is None)
            case _:
                return True

    def _ask_sites(self, power: str) -> tuple[Site, ...]:
        sites = _sites(self.plain, self.position, power)
        hooks = self._asking.attached.at(Point.BUILD)
        possible = _sites(self.variant, self.position, power) if hooks else ()
        if not possible:
            return sites
        for running in hooks:
            extra = {
                "power": power,
                "builds": adjustment(self.variant, self.position, power),
                "sites": [{"at": s.location.province, "coast": s.location.coast, "kinds": list(s.kinds)} for s in sites],
                **position_part(self.plain, self.position),
                **board_part(self.plain),
            }
            answer = self._asking.ask(running, Point.BUILD, self.plain, self.position, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if isinstance(wanted, list):
                named = {str(each["at"]): _texts(each["kinds"]) for each in wanted if isinstance(each, dict)}
                sites = _narrowed(possible, named)
        return sites

    def _ask_retreats(self, power: str) -> Mapping[str, frozenset[str]]:
        mine: list[DislodgedUnit] = [each for each in self.position.dislodged if each.unit.power == power]
        ways = {
            each.unit.province: [
                str(order.target)
                for order in legal_orders(self.plain, self.position, each.unit.location)
                if isinstance(order, Retreat) and order.piece == each.unit.piece
            ]
            for each in mine
        }
        for running in self._asking.attached.at(Point.RETREAT):
            extra = {"power": power, "sites": ways, **position_part(self.plain, self.position)}
            answer = self._asking.ask(running, Point.RETREAT, self.plain, self.position, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if isinstance(wanted, dict):
                ways = {at: [place for place in places if place in _texts(wanted.get(at, places))] for at, places in ways.items()}
        return {at: frozenset(places) for at, places in ways.items()}


def _sites(variant: Variant, position: Position, power: str) -> tuple[Site, ...]:
    """Where the rules of *variant* let *power* build: own, empty centres and sites, with the kinds that can stand there."""
    if adjustment(variant, position, power) <= 0:
        return ()
    kinds: dict[Location, list[str]] = {}
    for place in orderable(variant, position, power):
        for order in legal_orders(variant, position, place):
            if isinstance(order, Build) and order.piece.kind not in kinds.setdefault(order.piece.location, []):
                kinds[order.piece.location].append(order.piece.kind)
    return tuple(Site(location, tuple(letters)) for location, letters in kinds.items() if letters)


def _narrowed(possible: tuple[Site, ...], wanted: Mapping[str, frozenset[str]]) -> tuple[Site, ...]:
    """Those of the *possible* sites, and of their kinds, that are *wanted*."""
    found = []
    for site in possible:
        kinds = tuple(kind for kind in site.kinds if kind in wanted.get(site.location.province, ()))
        if kinds:
            found.append(Site(site.location, kinds))
    return tuple(found)


def _texts(value: object) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else frozenset()
