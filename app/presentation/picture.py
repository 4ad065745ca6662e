"""Picture of the board as a value, for scene, exports and thumbnails alike, and how a moment of a game becomes one. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from adjudicator import Build, Disband, Hold, Order, OrderOutcome, Position, Resolution, Result, Retreat, Terrain, Variant, Waive
from app.game.record import Cursor, Game, Turn, variant_at
from app.library.unit_sets import usual_set
from app.session.view_options import Colours, Labels, View
from entente.words.outcomes import is_forced
from variants.compiled import Point
from variants.style import PowerStyle
from variants.unit_set import UnitSet

_NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """One order as it is drawn."""

    order: Order
    power: str
    outcome: OrderOutcome | None = None
    """Outcome of the order, or its preview; ``None`` draws the order alone."""

    preview: bool = False
    """True if it is still provisional: not adjudicated, drawn lighter."""

    is_withdrawn: bool = False
    """True if a mail seems to take it back and it is not decided yet if it stands: drawn pale, with ``withdrawn?`` on it."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Units and provinces that a person picks and points at."""

    selected: str | None = None
    """The province whose unit is picked."""

    targets: frozenset[str] = frozenset()
    """Provinces that may be clicked next: they glow."""

    partners: frozenset[str] = frozenset()
    """Provinces whose unit may be clicked next, to support or to carry it: they stay bright."""

    dim_others: bool = False
    """True if everything but the targets, the partners and the selected province is dimmed."""

    hovered: str | None = None
    """The province under the pointer or the keyboard's cursor."""

    @property
    def bright(self) -> frozenset[str]:
        """Provinces that are not dimmed with the others."""
        return self.targets | self.partners | (frozenset() if self.selected is None else frozenset({self.selected}))


NOTHING_POINTED = Pointing()


NODE_PIXELS = 4.4
"""Radius of one of ``MapPicture.nodes`` on the screen, with its edge."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A position with its orders, and how to show them."""

    variant: Variant
    position: Position
    styles: Mapping[str, PowerStyle]
    """Power to its colours and pattern; a power that is missing gets a colour from the palette."""

    orders: tuple[DrawnOrder, ...] = ()
    show_orders: bool = True
    labels: Labels = Labels.FULL
    tint: bool = True
    """True if lands carry the colour of their owner."""

    influence: Mapping[str, str] = field(default_factory=lambda: _NOBODY)
    """Province without a centre to the power in whose colour it is drawn, where that differs from the variant's territory."""

    spheres: Mapping[str, str] = field(default_factory=lambda: _NOBODY)
    """Province without a ruler to the only power with a unit that can go there, or stands there; such ground is tinted."""

    units: bool = True
    nodes: tuple[Point, ...] = ()
    """Small marks of others, such as the ends of steps on the bench: names step aside for them."""

    hidden: frozenset[str] = frozenset()
    """Provinces that the viewer does not see (fog of war); drawn veiled."""

    pointing: Pointing = NOTHING_POINTED
    theme: str = "parchment"
    colours: Colours = Colours.VARIANT
    patterns: bool = False
    """True if lands carry the pattern of their power besides its colour."""

    letters: bool = False
    """True if units carry the letter of their power."""

    unit_set: UnitSet = field(default_factory=usual_set)
    """Symbols of the units."""

    def is_laid_out_like(self, other: MapPicture) -> bool:
        """Return True if everything stands in the same places: they may differ in colours, symbols and the province under the pointer."""
        return (
            self.variant.board is other.variant.board
            and (self.units, self.show_orders, self.labels, self.hidden) == (other.units, other.show_orders, other.labels, other.hidden)
            and self.nodes == other.nodes
            and self.position == other.position
            and self.orders == other.orders
        )


def rulers(picture: MapPicture) -> Mapping[str, str]:
    """Province to the power in whose colour it is drawn; lands without an owner are absent.

    A centre belongs to its owner. Other lands go to the power named in *influence*, or else to the power whose territory they are, as long
    as it is still in the game. Of provinces out of sight nothing is known.
    """
    found: dict[str, str] = {}
    alive = set(picture.position.owners.values()) | {unit.power for unit in picture.position.units}
    for code, province in picture.variant.board.provinces.items():
        if code in picture.hidden:
            continue
        if province.centre:
            owner = picture.position.owners.get(code)
        else:
            owner = picture.influence.get(code)
            if owner is None and province.territory in alive:
                owner = province.territory
        if owner is not None:
            found[code] = owner
    return found


def influence(game: Game, cursor: Cursor) -> Mapping[str, str]:
    """Province without a centre to the power whose unit stood there last, up to the moment of *cursor*.

    A province that no unit has entered yet is absent; it keeps the colour of its territory.
    """
    provinces = game.variant.board.provinces
    found: dict[str, str] = {}
    for turn in game.line(cursor.branch)[: cursor.index + 1]:
        for unit in turn.position.units:
            code = unit.piece.location.province
            province = provinces[code]
            if not province.centre and province.terrain is not Terrain.SEA:
                found[code] = unit.power
    return found


def spheres_of_influence(variant: Variant, position: Position, hidden: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Province to the power whose units alone can be there after one move, for open land and sea in sight.

    Centres that somebody owns are no open land, and neither is where units of two powers can meet.
    """
    reach: dict[str, set[str]] = {unit.province: {unit.power} for unit in position.units}
    standing = {unit.location: unit for unit in position.units}
    for edge in variant.board.edges:
        unit = standing.get(edge.origin)
        if unit is not None and unit.kind in edge.kinds and (edge.powers is None or unit.power in edge.powers):
            reach.setdefault(edge.target.province, set()).add(unit.power)
    taken = position.owners.keys() | hidden
    return {code: next(iter(powers)) for code, powers in reach.items() if len(powers) == 1 and code not in taken}


def board_picture(
    game: Game,
    cursor: Cursor,
    view: View,
    styles: Mapping[str, PowerStyle],
    units: UnitSet,
    *,
    pointing: Pointing = NOTHING_POINTED,
    preview: Resolution | None = None,
    hidden: frozenset[str] = frozenset(),
) -> MapPicture:
    """The board of *game* at *cursor*, in *view*.

    Args:
        units: the symbols of units; *view* names them, and the caller has looked them up.
        preview: what the present orders of an open turn would give; drawn as provisional.
        hidden: provinces of which the viewer knows nothing; drawn veiled.
    """
    turn = game.turn(cursor)
    return MapPicture(
        variant=variant_at(game, cursor),
        position=turn.position,
        styles=styles,
        orders=_orders(turn, preview),
        show_orders=view.orders,
        labels=view.labels,
        tint=view.tint,
        influence=influence(game, cursor) if view.tint else {},
        spheres=spheres_of_influence(variant_at(game, cursor), turn.position, hidden) if view.spheres else {},
        hidden=hidden,
        pointing=pointing,
        theme=view.theme,
        colours=view.colours,
        patterns=view.patterns,
        letters=view.letters,
        unit_set=units,
    )


def with_suggestion(picture: MapPicture, suggested: tuple[str, tuple[Order, ...]] | None) -> MapPicture:
    """*picture* with orders that a person may take, drawn as provisional in place of those that their power has written."""
    if suggested is None:
        return picture
    power, orders = suggested
    drawn = tuple(DrawnOrder(order_of_standing_unit(picture.position, each), power, preview=True) for each in orders)
    return replace(picture, orders=(*(each for each in picture.orders if each.power != power), *drawn), show_orders=True)


def _orders(turn: Turn, preview: Resolution | None) -> tuple[DrawnOrder, ...]:
    if turn.resolution is not None:
        return tuple(DrawnOrder(each.order, each.power, each) for each in turn.resolution.outcomes if _is_worth_drawing(each))
    drawn: list[DrawnOrder] = []
    for power, lines in turn.orders.items():
        for line in lines:
            if line.order is not None and line.is_legal:
                order = order_of_standing_unit(turn.position, line.order)
                outcome = None if preview is None else _previewed(preview, power, line.order)
                drawn.append(DrawnOrder(order, power, outcome, preview=True, is_withdrawn=line.is_withdrawn))
    return tuple(drawn)


def order_of_standing_unit(position: Position, order: Order) -> Order:
    """*order* with its unit's coast on the board: people write ``F STP - BOT`` for the fleet on the south coast."""
    if isinstance(order, Waive | Build):
        return order
    dislodged = position.dislodged_at(order.piece.location.province) if isinstance(order, Retreat | Disband) else None
    unit = dislodged.unit if dislodged is not None else position.unit_at(order.piece.location.province)
    if unit is None or unit.kind != order.piece.kind or unit.piece == order.piece:
        return order
    return replace(order, piece=unit.piece)


def _previewed(preview: Resolution, power: str, order: Order) -> OrderOutcome | None:
    if isinstance(order, Waive):
        return next((each for each in preview.outcomes if each.power == power and each.order == order), None)
    place = order.piece.location.province
    return next(
        (each for each in preview.outcomes if each.power == power and each.unit is not None and each.unit.province == place and each.given),
        None,
    )


def _is_worth_drawing(outcome: OrderOutcome) -> bool:
    """Return True for all outcomes but those of units without orders that nothing happened to."""
    return outcome.given or is_forced(outcome) or not isinstance(outcome.order, Hold) or Result.OK not in outcome.results
