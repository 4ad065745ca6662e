"""Orders as sentences."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.unit import Piece
from adjudicator.variant import Variant
from entente.words.names import BoardNames, join_words, names_of, power_adjective
from entente.words.sentence import Sentence
from languages import mark, tr

_HOLDS = Sentence(mark("{unit} holds"))
_MOVES = Sentence(mark("{unit} moves to {place}"))
_MOVES_BY_CONVOY = Sentence(mark("{unit} moves to {place} by convoy"))
_MOVES_THROUGH = Sentence(mark("{unit} moves to {place} by convoy through {seas}"))
_SUPPORTS_TO_HOLD = Sentence(mark("{unit} supports {helped} to hold"))
_SUPPORTS = Sentence(mark("{unit} supports {helped} to {place}"))
_CONVOYS = Sentence(mark("{unit} convoys {carried} to {place}"))
_RETREATS = Sentence(mark("{unit} retreats to {place}"))
_DISBANDS = Sentence(mark("{unit} disbands"))
_BUILDS = Sentence(mark("build {kind} in {place}"))
_REMOVES = Sentence(mark("remove {unit}"))
# Translators: the power is an adjective in English (German Army Holland) and its name in another language: {unit} ({power}).
_UNIT_OF = Sentence(mark("{power} {unit}"))


def describe_order(variant: Variant, position: Position, order: Order) -> str:
    """The *order* as a sentence: ``Army Paris moves to Burgundy``.

    A supported or carried unit of another power is named with its adjective, where *position* knows both units:
    ``Fleet North Sea supports German Army Holland to Belgium``.
    """
    names = names_of(variant)
    match order:
        case Hold(piece):
            return _HOLDS(names.unit(piece))
        case Move(piece, target, via_convoy, route):
            unit, place = names.unit(piece), names.place(target, article=True)
            if route:
                return _MOVES_THROUGH(unit, place, join_words([names.place(sea, article=True) for sea in route]))
            return (_MOVES_BY_CONVOY if via_convoy else _MOVES)(unit, place)
        case Support(piece, supported, target):
            helped = _other(variant, names, position, piece, supported)
            if target is None:
                return _SUPPORTS_TO_HOLD(names.unit(piece), helped)
            return _SUPPORTS(names.unit(piece), helped, names.place(target, article=True))
        case Convoy(piece, army, target):
            carried = _other(variant, names, position, piece, army)
            return _CONVOYS(names.unit(piece), carried, names.place(target, article=True))
        case Retreat(piece, target):
            return _RETREATS(names.unit(piece), names.place(target, article=True))
        case Disband(piece):
            return _DISBANDS(names.unit(piece))
        case Build(piece):
            return _BUILDS(names.kind_words.get(piece.kind, piece.kind), names.place(piece.location))
        case Remove(piece):
            return _REMOVES(names.unit(piece))
        case Waive():
            return tr("waive a build")
        case _:
            assert_never(order)


def _other(variant: Variant, names: BoardNames, position: Position, piece: Piece, other: Piece) -> str:
    """The name of *other*, with its power's adjective where that is not the power of *piece*."""
    own = position.unit_at(piece.location.province)
    there = position.unit_at(other.location.province)
    if own is None or there is None or own.power == there.power:
        return names.unit(other)
    return _UNIT_OF(power_adjective(variant, there.power), names.unit(other))


def unit_of(variant: Variant, power: str, piece: Piece) -> str:
    """``German Army Holland``"""
    return _UNIT_OF(power_adjective(variant, power), names_of(variant).unit(piece))
