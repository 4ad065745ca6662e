"""Picture of the board at a moment of a game, as a value for the scene. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.order import Build, Disband, Hold, Order, Retreat, Waive
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from app.game.options import variant_at
from app.game.record import Cursor, Game, Turn
from app.presentation.influence import influence
from app.presentation.picture import NOTHING_POINTED, DrawnOrder, MapPicture, Pointing
from app.session.view_options import View
from entente.words.outcomes import is_forced
from variants.style import PowerStyle
from variants.unit_set import UnitSet


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
                drawn.append(DrawnOrder(order, power, None if preview is None else _previewed(preview, power, line.order), preview=True))
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
