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

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> describe_order(standard(), standard().start, parse_order("A PAR S A MAR - BUR"))
    'Army Paris supports Army Marseilles to Burgundy'
    """
    return order_sentence(variant, names_of(variant), order, foreign_power(position, order))


def order_sentence(variant: Variant, names: BoardNames, order: Order, foreign: str | None) -> str:
    """Return the result of :func:`describe_order`, with the names at hand; *foreign* is the power of a foreign helped unit."""
    match order:
        case Hold(piece):
            return _HOLDS(names.unit(piece))
        case Move(piece, target, via_convoy, route):
            unit, place = names.unit(piece), names.place(target, article=True)
            if route:
                return _MOVES_THROUGH(unit, place, join_words([names.place(sea, article=True) for sea in route]))
            return (_MOVES_BY_CONVOY if via_convoy else _MOVES)(unit, place)
        case Support(piece, supported, target):
            helped = _of_power(variant, names, foreign, supported)
            if target is None:
                return _SUPPORTS_TO_HOLD(names.unit(piece), helped)
            return _SUPPORTS(names.unit(piece), helped, names.place(target, article=True))
        case Convoy(piece, army, target):
            carried = _of_power(variant, names, foreign, army)
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


def foreign_power(position: Position, order: Order) -> str | None:
    """The power of the unit that *order* supports or carries, where *position* knows it to be another than that of the ordered unit."""
    if isinstance(order, Support):
        other = order.supported
    elif isinstance(order, Convoy):
        other = order.army
    else:
        return None
    own = position.unit_at(order.piece.location.province)
    there = position.unit_at(other.location.province)
    return None if own is None or there is None or own.power == there.power else there.power


def _of_power(variant: Variant, names: BoardNames, power: str | None, piece: Piece) -> str:
    return names.unit(piece) if power is None else _UNIT_OF(power_adjective(variant, power), names.unit(piece))


def unit_of(variant: Variant, power: str, piece: Piece) -> str:
    """``German Army Holland``"""
    return _UNIT_OF(power_adjective(variant, power), names_of(variant).unit(piece))
