"""Situation that a layout knows before it draws: places of units, sizes, and orders with their strengths; kept for the boards in view
last.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Generic, TypeVar

from adjudicator import Board, Convoy, Location, Move, Piece, Position, Result, Support, Terrain, Unit
from app.presentation.layout.drawing import Sizes
from app.presentation.layout.polyline import FreeGround, Obstacles, Point, distance, lands_of
from app.presentation.picture import DrawnOrder, MapPicture
from variants.compiled import CompiledBoard, Polygon, ProvinceShape

Made = TypeVar("Made")

_MOST = 4


class KeptByBoard(Generic[Made]):
    """Makes one value for a board and gives the same one to all that ask for it; for any thread.

    Args:
        make: makes the value for a board.
    """

    def __init__(self, make: Callable[[CompiledBoard], Made]) -> None:
        self._make = make
        self._kept: OrderedDict[int, tuple[CompiledBoard, Made]] = OrderedDict()  # the board stays, so that none other gets its number
        self._lock = Lock()

    def of(self, board: CompiledBoard) -> Made:
        """The value for *board*, this object and not one that is equal to it."""
        with self._lock:
            kept = self._kept.get(id(board))
            if kept is not None:
                self._kept.move_to_end(id(board))
                return kept[1]
        made = self._make(board)
        with self._lock:
            made = self._kept.setdefault(id(board), (board, made))[1]
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return made


_MOST_SIZES = 64
_CLEAR_STARS: KeptByBoard[dict[object, Mapping[str, Point]]] = KeptByBoard(lambda _board: {})
"""Places of stars clear of units, for the sizes a board was seen in."""


def anchor(board: CompiledBoard, location: Location, *, retreat: bool = False) -> Point | None:
    """Return the place of a unit at *location*; ``None`` where the board draws no such province.

    Args:
        board: the drawn board.
        location: the place; a coast without an anchor of its own uses its province's.
        retreat: the place of a dislodged unit instead.
    """
    shape = board.provinces.get(location.province)
    if shape is None:
        return None
    places = shape.retreats if retreat else shape.units
    found = places.get(location.coast or "")
    return _without_coast(shape, places) if found is None else found


def _without_coast(shape: ProvinceShape, places: Mapping[str, Point]) -> Point:
    if "" in places:
        return places[""]
    if places:
        return next(iter(places.values()))
    if shape.units:
        return next(iter(shape.units.values()))
    left, top, right, bottom = shape.bounds
    return ((left + right) / 2, (top + bottom) / 2)


def unit_discs(at: Point, radius: float) -> tuple[tuple[float, float, float], ...]:
    """Centre and radius of discs that together cover the symbol of a unit at *at* with its rim: it is wider than it is high."""
    return ((at[0] - radius * 0.22, at[1], radius * 1.06), (at[0] + radius * 0.22, at[1], radius * 1.06))


def star_places(board: CompiledBoard, rules: Board, unit: float = 0.0, star: float = 0.0) -> Mapping[str, Point]:
    """Supply centre to the place of its star.

    Variants make centres of provinces that are none on the board they were drawn for; those have a spare place. Where symbols
    are so large for the board that a unit would touch the star, the star steps aside, whether a unit stands there or not.

    Args:
        board: the drawn board.
        rules: says which provinces are centres.
        unit: radius of a unit, in board units.
        star: outer radius of a star.
    """
    found: dict[str, Point] = {}
    for code, shape in board.provinces.items():
        province = rules.provinces.get(code)
        place = shape.supply if shape.supply is not None else shape.spare
        if province is not None and province.centre and place is not None:
            found[code] = place
    if unit <= 0:
        return found
    kept, asked = _CLEAR_STARS.of(board), (tuple(found.items()), unit, star)
    if asked not in kept:
        if len(kept) >= _MOST_SIZES:
            kept.clear()
        kept[asked] = _clear_of_units(board, found, unit, star)
    return kept[asked]


def _clear_of_units(board: CompiledBoard, places: Mapping[str, Point], unit: float, star: float) -> Mapping[str, Point]:
    found: dict[str, Point] = {}
    reach = unit * 1.3 + star * _STAR_REACH
    discs = [disc for shape in board.provinces.values() for place in shape.units.values() for disc in unit_discs(place, unit)]
    for code, place in places.items():
        near = [disc for disc in discs if abs(disc[0] - place[0]) < reach * 3 and abs(disc[1] - place[1]) < reach * 3]
        found[code] = _clear(place, near, star * _STAR_REACH, board.provinces[code])
    return found


_STAR_REACH = 1.18
"""Reach of a star with its edge, in its radii."""


def _clear(place: Point, near: Iterable[tuple[float, float, float]], star: float, home: ProvinceShape) -> Point:
    """The place nearest to *place* where a star of radius *star* touches none of the discs *near*, inside its province if there is one."""
    discs = [((x, y), radius + star) for x, y, radius in near]

    def touched(point: Point) -> float:
        total = 0.0
        for centre, reach in discs:
            gap = reach - distance(point, centre)
            if gap > 0:
                total += gap
        return total

    best, lowest = place, touched(place)
    if lowest <= 0:
        return place
    ground = home.levels[-1]
    for ring in range(1, 17):
        for turn in range(24):
            point = (
                place[0] + math.cos(turn * math.pi / 12) * star * ring * 0.2,
                place[1] + math.sin(turn * math.pi / 12) * star * ring * 0.2,
            )
            price = touched(point)
            if price < lowest - 1e-9:
                price += 0.0 if inside(ground, point) else star * 0.35
                if price < lowest - 1e-9:
                    best, lowest = point, price
        if lowest <= 0:
            break
    return best


def displaced(board: CompiledBoard, position: Position, radius: float, star: float, stars: Mapping[str, Point]) -> Mapping[str, Point]:
    """Province to the place of its dislodged unit: beside the unit that took it, away from where that one came from.

    Of the places around the anchor, and the one the board's author chose, the one is taken that is free of other units,
    of stars and of names, and on the side that the attacker did not come from.
    """
    if not position.dislodged:
        return {}
    taken = [anchor(board, unit.location) for unit in position.units]
    units = [point for point in taken if point is not None]
    marks = tuple(stars.values())
    found: dict[str, Point] = {}
    for each in position.dislodged:
        own = anchor(board, each.unit.location)
        if own is None:
            continue
        winner = position.unit_at(each.unit.province)
        centre = own if winner is None else anchor(board, winner.location) or own
        origin = anchor(board, Location(each.attacker_origin)) or (centre[0], centre[1] + 1)
        came = math.atan2(origin[1] - centre[1], origin[0] - centre[0])
        author = anchor(board, each.unit.location, retreat=True) or own
        choices = [author] if distance(author, centre) > radius * 1.55 else []
        choices += [
            (centre[0] + math.cos(came + turn) * radius * reach, centre[1] + math.sin(came + turn) * radius * reach)
            for reach in (1.9, 2.2, 2.6)
            for turn in (math.pi, math.pi * 0.75, -math.pi * 0.75, math.pi * 0.55, -math.pi * 0.55)
        ]

        home = board.provinces.get(each.unit.province)

        others = [point for point in units if point != centre] + list(found.values())

        def badness(
            point: Point,
            *,
            centre: Point = centre,
            came: float = came,
            author: Point = author,
            home: ProvinceShape | None = home,
            others: list[Point] = others,
        ) -> float:
            turned = math.cos(math.atan2(point[1] - centre[1], point[0] - centre[0]) - came)
            total = max(0.0, turned + 0.3) * 2.2 + 0.12 * distance(point, author) / radius
            total += max(0.0, 1.95 - distance(point, centre) / radius) * 2.0
            if home is not None and not inside(home.levels[-1], point):
                total += 0.9
            total += sum(max(0.0, 2.0 - distance(point, other) / radius) * 3 for other in others)
            total += sum(max(0.0, 1.0 + star / radius - distance(point, other) / radius) * 2 for other in marks)
            if not (radius < point[0] < board.width - radius and radius < point[1] < board.height - radius):
                total += 10
            return total

        found[each.unit.province] = min(choices, key=badness)
    return found


def inside(polygons: Iterable[Polygon], point: Point) -> bool:
    """Return True if *point* lies in one of *polygons*; rings are counted by the odd-even rule."""
    x, y = point
    crossings = 0
    for rings in polygons:
        for ring in rings:
            (ax, ay) = ring[-1]
            for bx, by in ring:
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    crossings += 1
                ax, ay = bx, by
    return crossings % 2 == 1


def densest(board: CompiledBoard) -> float:
    """The distance of the two closest unit places of different provinces, in board units."""
    points = [(code, place) for code, shape in board.provinces.items() for place in shape.units.values()]
    points.sort(key=lambda each: each[1][0])
    best = board.width
    for index, (code, place) in enumerate(points):
        for other_code, other in points[index + 1 :]:
            if other[0] - place[0] > best:
                break
            if other_code != code:
                best = min(best, distance(place, other))
    return best


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
