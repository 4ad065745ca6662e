"""Situation that a layout knows before it draws: places, sizes, orders with their strengths, chains of convoys."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

from adjudicator.board import Board, Terrain
from adjudicator.location import Location
from adjudicator.order import Convoy, Move, Support
from adjudicator.resolution import Result
from adjudicator.unit import Piece, Unit
from app.presentation.layout.drawing import Sizes
from app.presentation.layout.places import anchor
from app.presentation.layout.polyline import Point
from app.presentation.layout.routes import FreeGround, Obstacles, lands_of
from app.presentation.picture import DrawnOrder, MapPicture
from variants.compiled import CompiledBoard

Neighbours = Mapping[str, frozenset[str]]


def neighbours(board: Board) -> Neighbours:
    """Province to the provinces that some unit reaches from it in one step, coasts merged, both ways."""
    found: dict[str, set[str]] = {}
    for edge in board.edges:
        found.setdefault(edge.origin.province, set()).add(edge.target.province)
        found.setdefault(edge.target.province, set()).add(edge.origin.province)
    return {code: frozenset(others) for code, others in found.items()}


def chain(around: Neighbours, fleets: Collection[str], origin: str, target: str) -> tuple[str, ...]:
    """The shortest chain among *fleets* from *origin* to *target*, in sequence; empty where they do not connect."""
    previous: dict[str, str | None] = {}
    waiting: deque[str] = deque()
    for fleet in sorted(fleets):
        if fleet in around.get(origin, frozenset()):
            previous[fleet] = None
            waiting.append(fleet)
    while waiting:
        here = waiting.popleft()
        if target in around.get(here, frozenset()):
            found: list[str] = []
            step: str | None = here
            while step is not None:
                found.append(step)
                step = previous[step]
            return tuple(reversed(found))
        for fleet in sorted(fleets):
            if fleet not in previous and fleet in around.get(here, frozenset()):
                previous[fleet] = here
                waiting.append(fleet)
    return ()


def is_convoyed(drawn: DrawnOrder, around: Neighbours) -> bool:
    """Return True if the move *drawn* goes by sea: its order names the convoy, or it cannot be walked though it is an army."""
    order = drawn.order
    if not isinstance(order, Move):
        return False
    origin, target = order.piece.location.province, order.target.province
    if order.via_convoy:
        return True
    return target not in around.get(origin, frozenset()) and order.piece.kind == "A"


class PictureOrders:
    """The orders of one picture."""

    def __init__(self, orders: Iterable[DrawnOrder]) -> None:
        self._moves: dict[tuple[str, str], DrawnOrder] = {}
        self._to: dict[str, list[DrawnOrder]] = {}
        self._supports: dict[tuple[Piece, str], list[DrawnOrder]] = {}
        self._fleets: dict[tuple[str, str], list[str]] = {}
        for each in orders:
            order = each.order
            if isinstance(order, Move):
                self._moves.setdefault((order.piece.location.province, order.target.province), each)
                self._to.setdefault(order.target.province, []).append(each)
            elif isinstance(order, Support) and order.target is not None:
                self._supports.setdefault((order.supported, order.target.province), []).append(each)
            elif isinstance(order, Convoy):
                route = (order.army.location.province, order.target.province)
                self._fleets.setdefault(route, []).append(order.piece.location.province)

    def rival(self, order: Move) -> DrawnOrder | None:
        """The move that goes the opposite way."""
        return self._moves.get((order.target.province, order.piece.location.province))

    def fellows(self, order: Move) -> Sequence[DrawnOrder]:
        """All moves to the same province, this one too."""
        return self._to.get(order.target.province, ())

    def supports(self, drawn: DrawnOrder) -> Sequence[DrawnOrder]:
        """The supports of the move *drawn*."""
        order = drawn.order
        return self._supports.get((order.piece, order.target.province), ()) if isinstance(order, Move) else ()

    def fleets(self, origin: str, target: str) -> Sequence[str]:
        """Provinces of the fleets that are ordered to carry the army from *origin* to *target*."""
        return self._fleets.get((origin, target), ())


def compared(drawn: DrawnOrder) -> tuple[float | None, float | None]:
    """Own strength and the strength against it, where the outcome says them."""
    if drawn.outcome is not None:
        for reason in drawn.outcome.reasons:
            if reason.strength is not None:
                return reason.strength, reason.against
    return None, None


def strength(drawn: DrawnOrder, orders: Collection[DrawnOrder]) -> float:
    """Supports plus one. Supports that are known to be cut or void do not count."""
    own, _ = compared(drawn)
    if own is not None:
        return max(1, own)
    order = drawn.order
    if not isinstance(order, Move):
        return 1
    return 1 + sum(
        1
        for each in orders
        if isinstance(each.order, Support)
        and each.order.supported == order.piece
        and each.order.target is not None
        and each.order.target.province == order.target.province
        and (each.outcome is None or Result.OK in each.outcome.results)
    )


def in_figures(value: float) -> str:
    """``2``, or ``1½`` for strengths that rivers and straits halve."""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½"


def score(drawn: DrawnOrder) -> str:
    """``2:1``, or nothing where no strengths were compared."""
    own, against = compared(drawn)
    return "" if own is None or against is None else f"{in_figures(own)}:{in_figures(against)}"


_WIDER_PER_SUPPORT = 0.34
_WIDEST = 2.1


class Situation:
    """A picture on a drawn board at one zoom, and what lines keep clear of so far."""

    def __init__(
        self,
        board: CompiledBoard,
        neighbours: Neighbours,
        picture: MapPicture,
        sizes: Sizes,
        stars: Mapping[str, Point],
        displaced: Mapping[str, Point],
        obstacles: Obstacles,
    ) -> None:
        """*stars* and *displaced*: the places of stars and of dislodged units, by province."""
        self.board = board
        self.neighbours = neighbours
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
        return FreeGround(lands_of(self.board), frozenset(own))

    def waters(self, kind: str, *own: str) -> FreeGround | None:
        """The same for a unit on its way, where it is one that goes by water; armies go over land anyway."""
        kinds = self.picture.variant.board.kinds
        return self.ground(*own) if kind in kinds and Terrain.SEA in kinds[kind].terrains else None
