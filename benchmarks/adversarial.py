"""Positions made to be hard: webs of convoys, paradoxes inside paradoxes, long circles. Each is a variant, a position and orders.

The families are used by the benchmark and by the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator import (
    ARMY,
    FLEET,
    Board,
    Calendar,
    CalendarStep,
    Convoy,
    Edge,
    Hold,
    Location,
    Move,
    Order,
    Phase,
    PhaseKind,
    Piece,
    Position,
    Power,
    Province,
    Rules,
    Support,
    Terrain,
    Unit,
    Variant,
)

POWERS = ("AQUA", "BRAVO", "CORAL")


@dataclass(frozen=True, slots=True)
class Hard:
    """A hard position and its orders."""

    name: str
    variant: Variant
    position: Position
    orders: Mapping[str, Sequence[Order]]


class Sketch:
    """Collects provinces, borders, units and orders."""

    def __init__(self) -> None:
        self._places: dict[str, Terrain] = {}
        self._borders: list[Edge] = []
        self._units: dict[str, Unit] = {}
        self._orders: dict[str, list[Order]] = {power: [] for power in POWERS}

    def place(self, code: str, terrain: Terrain) -> str:
        """Add a province."""
        self._places.setdefault(code, terrain)
        return code

    def join(self, one: str, two: str, kinds: str) -> None:
        """Add a border both ways."""
        for origin, target in ((one, two), (two, one)):
            self._borders.append(Edge(Location(origin), Location(target), frozenset(kinds)))

    def unit(self, power: str, kind: str, code: str) -> Piece:
        """Add a unit there."""
        piece = Piece(kind, Location(code))
        self._units[code] = Unit(power, piece)
        return piece

    def order(self, order: Order) -> None:
        """Give an order to the unit it names."""
        assert not isinstance(order, type(None))
        piece = order.piece  # type: ignore[union-attr]
        self._orders[self._units[piece.location.province].power].append(order)

    def attacked_convoy(self, number: int, target: str, *, guard: str = "BRAVO", defends: bool = False) -> None:
        """An army goes to *target* by a fleet that a foe attacks; the *guard* supports the foe, or *defends* the fleet."""
        sea = f"SEA{number:03d}"
        army, fleet = self.unit("AQUA", "A", f"HOME{number:03d}"), self.unit("AQUA", "F", sea)
        self.order(Move(army, Location(target)))
        self.order(Convoy(fleet, army, Location(target)))
        foe, helper = self.unit("BRAVO", "F", f"FOE{number:03d}"), self.unit(guard, "F", f"GUARD{number:03d}")
        self.order(Move(foe, Location(sea)))
        self.order(Support(helper, fleet) if defends else Support(helper, foe, Location(sea)))

    def finish(self, name: str) -> Hard:
        """The position."""
        places = tuple(Province(code, code.title(), terrain) for code, terrain in self._places.items())
        steps = (CalendarStep("S", PhaseKind.MOVEMENT), CalendarStep("S", PhaseKind.RETREAT))
        units = tuple(sorted(self._units.values(), key=str))
        position = Position(Phase.of("S1901M"), units, {})
        variant = Variant(
            "hard",
            "Hard",
            "1",
            Board.of(places, (ARMY, FLEET), tuple(self._borders)),
            {power: Power(power, power.title(), power.title(), power[0]) for power in POWERS},
            Calendar(steps, {"S": "Spring"}),
            Rules(),
            position,
            99,
        )
        return Hard(name, variant, position, self._orders)


def _sea(sketch: Sketch, columns: int, rows: int, *, corners: bool = True) -> list[list[str]]:
    """A rectangle of seas, each joined to its neighbours, with *corners* across corners too."""
    seas = [[sketch.place(f"S{column:02d}{row:02d}", Terrain.SEA) for row in range(rows)] for column in range(columns)]
    for column in range(columns):
        for row in range(rows):
            for across, down in ((1, 0), (0, 1), (1, 1), (1, -1))[: 4 if corners else 2]:
                if column + across < columns and 0 <= row + down < rows:
                    sketch.join(seas[column][row], seas[column + across][row + down], "F")
    return seas


def web(columns: int = 10, rows: int = 6, *, attacked: bool = False, armies: int = 1) -> Hard:
    """A rectangle of fleets that all convoy the same armies; with *attacked*, lone foreign fleets attack half of them."""
    sketch = Sketch()
    seas = _sea(sketch, columns, rows)
    for number in range(armies):
        west, east = (sketch.place(f"{side}{number:02d}", Terrain.COASTAL) for side in ("WEST", "EAST"))
        sketch.join(west, seas[0][number % rows], "F")
        sketch.join(east, seas[-1][(number + 1) % rows], "F")
        army = sketch.unit("AQUA", "A", west)
        sketch.order(Move(army, Location(east)))
        for index, sea in enumerate(sea for column in seas for sea in column):
            if index % armies == number or armies == 1:
                fleet = sketch.unit("AQUA", "F", sea)
                sketch.order(Convoy(fleet, army, Location(east)))
    if attacked:
        for column in range(0, columns, 2):
            for row in range(rows):
                raider = sketch.place(f"R{column:02d}{row:02d}", Terrain.SEA)
                sketch.join(raider, seas[column][row], "F")
                sketch.order(Move(sketch.unit("BRAVO", "F", raider), Location(seas[column][row])))
    kind = "attacked " if attacked else ""
    return sketch.finish(f"{kind}web of {columns * rows} fleets, {armies} armies")


def circle(length: int, count: int = 1) -> Hard:
    """Return *count* circles of *length* armies of two powers that all move on."""
    sketch = Sketch()
    for number in range(count):
        codes = [sketch.place(f"C{number:03d}X{index:03d}", Terrain.INLAND) for index in range(length)]
        for one, two in zip(codes, [*codes[1:], codes[0]], strict=True):
            sketch.join(one, two, "A")
        for index, code in enumerate(codes):
            army = sketch.unit(POWERS[index % 2], "A", code)
            sketch.order(Move(army, Location(codes[(index + 1) % length])))
    return sketch.finish(f"{count} circles of {length} units")


def chain(length: int, *, blocked: bool) -> Hard:
    """Armies that follow one another in a line; at its head is room, or a unit that stays."""
    sketch = Sketch()
    codes = [sketch.place(f"L{index:03d}", Terrain.INLAND) for index in range(length + 1)]
    for one, two in pairwise(codes):
        sketch.join(one, two, "A")
    for one, two in pairwise(codes):
        sketch.order(Move(sketch.unit("AQUA", "A", one), Location(two)))
    if blocked:
        sketch.order(Hold(sketch.unit("BRAVO", "A", codes[-1])))
    return sketch.finish(f"line of {length} units, {'blocked' if blocked else 'free'}")


def paradoxes(count: int, *, linked: bool) -> Hard:
    """Pandin's paradox so many times over (DATC 6.F.14): a convoyed army attacks the unit whose support breaks its convoy.

    With *linked*, every army lands on the supporter of the next convoy's attacker, and the last on the first's: one cycle.
    """
    sketch = Sketch()
    for number in range(count):
        sea = sketch.place(f"SEA{number:03d}", Terrain.SEA)
        home = sketch.place(f"HOME{number:03d}", Terrain.COASTAL)
        sketch.join(home, sea, "F")
        for side in ("GUARD", "FOE"):
            sketch.join(sketch.place(f"{side}{number:03d}", Terrain.COASTAL), sea, "F")
    for number in range(count):
        victim = (number + 1) % count if linked else number
        sea, target = f"SEA{number:03d}", f"GUARD{victim:03d}"
        if linked:
            sketch.join(sea, target, "F")
        sketch.attacked_convoy(number, target)
    return sketch.finish(f"{count} {'linked' if linked else 'separate'} paradoxes")


def nested(depth: int) -> Hard:
    """Paradoxes that each hang on the one before: the guard of every convoy's attacker is attacked by two armies, by convoy."""
    sketch = Sketch()
    for number in range(depth):
        sea = sketch.place(f"SEA{number:03d}", Terrain.SEA)
        for side in ("HOME", "GUARD", "FOE"):
            sketch.join(sketch.place(f"{side}{number:03d}", Terrain.COASTAL), sea, "F")
    for number in range(depth):
        sea = f"SEA{number:03d}"
        inner = f"GUARD{max(0, number - 1):03d}"
        if number:
            sketch.join(sea, inner, "F")
        target = inner if number % 2 else f"GUARD{number:03d}"
        sketch.attacked_convoy(number, target)
    return sketch.finish(f"{depth} paradoxes inside one another")


def ladder(count: int) -> Hard:
    """Convoys that hold each other up two by two (DATC 6.F.23 has no way out, 6.F.24 two), all tied together by a ring."""
    sketch = Sketch()
    for number in range(count):
        sea = sketch.place(f"SEA{number:03d}", Terrain.SEA)
        for side in ("HOME", "GUARD", "FOE"):
            sketch.join(sketch.place(f"{side}{number:03d}", Terrain.COASTAL), sea, "F")
    for number in range(count):
        sea, following = f"SEA{number:03d}", (number + 1) % count
        partner = number ^ 1 if (number ^ 1) < count else number
        for target in {f"GUARD{partner:03d}", f"GUARD{following:03d}"}:
            sketch.join(sea, target, "F")
    for number in range(count):
        sea = f"SEA{number:03d}"
        partner = number ^ 1 if (number ^ 1) < count else number
        target = f"GUARD{partner if number % 3 else (number + 1) % count:03d}"
        sketch.attacked_convoy(number, target, guard="CORAL", defends=number % 4 == 0)
    return sketch.finish(f"ladder of {count} convoys")


def world() -> Hard:
    """A world of 350 provinces, half of them sea, with 60 fleets in a row of seas and an army on its shore."""
    sketch = Sketch()
    seas = _sea(sketch, 29, 6)
    lands = [[sketch.place(f"L{column:02d}{row:02d}", Terrain.COASTAL) for row in range(6)] for column in range(29)]
    for column in range(29):
        for row in range(6):
            sketch.join(lands[column][row], seas[column][row], "F")
            if row:
                sketch.join(lands[column][row - 1], lands[column][row], "AF")
            if column:
                sketch.join(lands[column - 1][row], lands[column][row], "AF")
    for column in range(10):
        for row in range(6):
            sketch.unit(POWERS[(column + row) % 3], "F", seas[column][row])
    for column in range(0, 10, 2):
        sketch.unit(POWERS[column % 3], "A", lands[column][2])
    return sketch.finish("world of 350 provinces with 60 fleets")


def crowded_sea(size: int, *, isles: bool, corners: bool = True) -> Hard:
    """A square of seas with a fleet in each, and an army on every shore: all round it, or on an isle in each sea."""
    sketch = Sketch()
    seas = _sea(sketch, size, size, corners=corners)
    last = size - 1
    for index in range(size):
        round_it = (seas[index][0], seas[last][index], seas[last - index][last], seas[0][last - index])
        for shore, sea in enumerate(seas[index] if isles else round_it):
            sketch.join(sketch.place(f"L{index:02d}{shore:02d}", Terrain.COASTAL), sea, "F")
            sketch.unit(POWERS[(index + shore) % 3], "A", f"L{index:02d}{shore:02d}")
        for sea in seas[index]:
            sketch.unit(POWERS[index % 3], "F", sea)
    where = "isles" if isles else "shores"
    return sketch.finish(f"{size * size} fleets and armies on all {where}{', joined across corners' if corners else ''}")


FAMILIES: Sequence[Callable[[], Hard]] = (
    lambda: web(10, 6),
    lambda: web(20, 3),
    lambda: web(10, 6, attacked=True),
    lambda: web(10, 6, armies=3),
    lambda: web(10, 6, armies=6),
    lambda: circle(200),
    lambda: circle(4, 50),
    lambda: circle(3, 66),
    lambda: chain(200, blocked=False),
    lambda: chain(200, blocked=True),
    lambda: paradoxes(50, linked=False),
    lambda: paradoxes(50, linked=True),
    lambda: paradoxes(49, linked=True),
    lambda: nested(50),
    lambda: ladder(10),
    lambda: ladder(24),
    lambda: ladder(50),
)
