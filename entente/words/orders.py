"""Orders as sentences."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.unit import Piece
from adjudicator.variant import Variant
from entente.words.names import join_words, kind_name, place_name, power_adjective, unit_name


def describe_order(variant: Variant, position: Position, order: Order) -> str:
    """The *order* as a sentence: ``Army Paris moves to Burgundy``.

    A supported or carried unit of another power is named with its adjective, where *position* knows both units:
    ``Fleet North Sea supports German Army Holland to Belgium``.
    """
    match order:
        case Hold(piece):
            return f"{unit_name(variant, piece)} holds"
        case Move(piece, target, via_convoy, route):
            seas = join_words((place_name(variant, sea, article=True) for sea in route), "and")
            convoy = f" by convoy through {seas}" if route else " by convoy" if via_convoy else ""
            return f"{unit_name(variant, piece)} moves to {place_name(variant, target, article=True)}{convoy}"
        case Support(piece, supported, target):
            helped = f"{unit_name(variant, piece)} supports {_other(variant, position, piece, supported)}"
            return f"{helped} to hold" if target is None else f"{helped} to {place_name(variant, target, article=True)}"
        case Convoy(piece, army, target):
            carried = _other(variant, position, piece, army)
            return f"{unit_name(variant, piece)} convoys {carried} to {place_name(variant, target, article=True)}"
        case Retreat(piece, target):
            return f"{unit_name(variant, piece)} retreats to {place_name(variant, target, article=True)}"
        case Disband(piece):
            return f"{unit_name(variant, piece)} disbands"
        case Build(piece):
            return f"build {kind_name(variant, piece.kind).lower()} in {place_name(variant, piece.location)}"
        case Remove(piece):
            return f"remove {unit_name(variant, piece)}"
        case Waive():
            return "waive a build"
        case _:
            assert_never(order)


def _other(variant: Variant, position: Position, piece: Piece, other: Piece) -> str:
    """The name of *other*, with its power's adjective where that is not the power of *piece*."""
    own = position.unit_at(piece.location.province)
    there = position.unit_at(other.location.province)
    name = unit_name(variant, other)
    if own is None or there is None or own.power == there.power:
        return name
    return f"{power_adjective(variant, there.power)} {name}"
