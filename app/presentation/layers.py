"""Sequence of the layers."""

from __future__ import annotations

from enum import IntEnum

from app.presentation.layout.drawing import Shape


class Layer(IntEnum):
    """Z values of the scene's items."""

    BACKDROP = 0
    GLOW = 5
    STARS = 8
    ORDERS = 10
    """Ten to twenty: orders, by their shape."""
    LABELS = 22
    SELECTION = 24
    UNITS = 30
    DISLODGED = 32
    BADGES = 40
    HOVER = 6
    DRAG = 50


_ORDER_LAYERS = (
    (Shape.HOLD, Shape.BUILD, Shape.REMOVE, Shape.DISBAND),
    (Shape.CONVOY,),
    (Shape.SHIELD,),
    (Shape.MOVE, Shape.CONVOYED),
    (Shape.RETREAT,),
    (Shape.SUPPORT,),
)


def order_layer(shape: Shape) -> int:
    """The Z value of an order of that *shape*; the painter of exports sorts by it as well."""
    return Layer.ORDERS + next(rank for rank, shapes in enumerate(_ORDER_LAYERS) if shape in shapes)
