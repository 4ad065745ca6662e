"""Situation that a layout knows before it draws anything: places, sizes and orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.board import Terrain
from adjudicator.location import Location
from adjudicator.unit import Unit
from app.presentation.layout.chains import Neighbours
from app.presentation.layout.lands import FreeGround, Lands
from app.presentation.layout.obstacles import Obstacles
from app.presentation.layout.order_index import PictureOrders
from app.presentation.layout.places import anchor
from app.presentation.layout.polyline import Point
from app.presentation.layout.sizes import Sizes
from app.presentation.layout.strengths import strength
from app.presentation.picture import DrawnOrder, MapPicture
from variants.compiled import CompiledBoard

_WIDER_PER_SUPPORT = 0.34
_WIDEST = 2.1


class Situation:
    """A picture on a drawn board at one zoom, and what lines keep clear of so far."""

    def __init__(
        self,
        board: CompiledBoard,
        neighbours: Neighbours,
        lands: Callable[[], Lands],
        picture: MapPicture,
        sizes: Sizes,
        stars: Mapping[str, Point],
        displaced: Mapping[str, Point],
        obstacles: Obstacles,
    ) -> None:
        """*stars* and *displaced*: the places of stars and of dislodged units, by province."""
        self.board = board
        self.neighbours = neighbours
        self._lands = lands
        self.picture = picture
        self.sizes = sizes
        self.stars = stars
        self.displaced = displaced
        self.obstacles = obstacles
        self.orders = picture.orders if picture.show_orders else ()
        self.index = PictureOrders(self.orders)

    def place(self, location: Location) -> Point | None:
        """Return the place of a unit at *location*."""
        return anchor(self.board, location)

    def unit_in(self, province: str) -> Unit | None:
        """The unit that stands in *province*."""
        return self.picture.position.unit_at(province)

    def stand(self, province: str) -> Point | None:
        """Return the place of the unit in *province*, or of one that would stand there."""
        unit = self.unit_in(province)
        return self.place(unit.location if unit is not None else Location(province))

    def width(self, drawn: DrawnOrder) -> float:
        """Return the width of the arrow of *drawn* at its end: it grows with the strength."""
        wider = 1 + _WIDER_PER_SUPPORT * (strength(drawn, self.index.supports(drawn)) - 1)
        return self.sizes.shaft * min(_WIDEST, wider)

    def ground(self, *own: str) -> FreeGround:
        """Return the ground for a line about the provinces *own*."""
        return FreeGround(self._lands(), frozenset(own))

    def waters(self, kind: str, *own: str) -> FreeGround | None:
        """The same for a unit on its way, where it is one that goes by water; armies go over land anyway."""
        kinds = self.picture.variant.board.kinds
        return self.ground(*own) if kind in kinds and Terrain.SEA in kinds[kind].terrains else None
