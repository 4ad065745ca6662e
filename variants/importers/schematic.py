"""A board without a picture, laid out from its graph: a disc for each province, a line for each border.

Places come from stress majorisation: discs stand as far apart as there are steps between them. The same graph gives the same board.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import shapely

from adjudicator.board import Terrain
from variants.catalogue import shipped_board, standard
from variants.compiled import UNIT_RADIUS
from variants.compiled_json import read_board
from variants.importers.board_svg import BoardPicture, Connection, DrawnName, Point, mark_ways, write_board_svg
from variants.importers.draft import VariantDraft
from variants.importers.jdip_drawing import TYPES

WIDTH = 2000.0
_ROUNDS = 160
_COAST_SIDES = ("NC", "WC", "SC", "EC")
_APART = 2.3
"""Least distance of two discs' middles, in radii."""
_GAP = 0.0066
"""Least room between two shapes, in parts of the board's width: narrower gaps are closed as faults of a drawing."""

_PUSHES = 160
_EVEN = 0.9
"""Degree of their even distribution over the page to which places are pushed apart."""

LEAST_KNOWN = 4
"""Places that must be known before a board is turned by them."""

_SQUARE = 1.12
"""Half the diagonal of a square, in radii."""

Places = npt.NDArray[np.float64]


def schematic_board(draft: VariantDraft) -> bytes:
    """The drawing of *draft*."""
    codes = [code for code, province in draft.provinces.items() if province.terrain is not Terrain.IMPASSABLE]
    index = {code: number for number, code in enumerate(codes)}
    pairs = sorted({(index[a.province], index[b.province]) for a, b, _ in draft.steps if a.province in index and b.province in index})
    places = _spread(_turned(_layout(len(codes), pairs), draft, codes))
    radius = _radius(places)
    low, high = places.min(axis=0) - 2 * radius, places.max(axis=0) + 2 * radius
    scale = WIDTH / float(high[0] - low[0])
    places, radius = (places - low) * scale, radius * scale
    height = float(high[1] - low[1]) * scale
    picture = BoardPicture(draft.name, 0.0, 0.0, WIDTH, height)
    picture.symbol_scale = max(0.25, min(3.0, 0.4 * radius / (UNIT_RADIUS * WIDTH)))
    for code, (x, y) in zip(codes, places.tolist(), strict=True):
        province = draft.provinces[code]
        sides = 6 if province.terrain is Terrain.SEA else 48 if province.terrain is Terrain.COASTAL else 4
        picture.shapes[code] = _polygon(x, y, radius, sides)
        picture.types[code] = TYPES[province.terrain]
        picture.names[code] = province.name
        picture.anchors["unit", code, ""] = (x, y - 0.28 * radius)
        picture.labels[code] = _name(province.name, x, y + 0.48 * radius, radius)
        if province.centre:
            picture.anchors["sc", code, ""] = (x + 0.58 * radius, y - 0.58 * radius)
        for number, coast in enumerate(province.coasts):
            side = -1 if coast in ("NC", "WC") or (coast not in _COAST_SIDES and number % 2 == 0) else 1
            picture.anchors["unit", code, coast] = (x + side * 0.5 * radius, y - 0.2 * radius)
    kinds: dict[tuple[int, int], set[bool]] = {}
    for origin, target, letter in draft.steps:
        if origin.province in index and target.province in index:
            ends = sorted((index[origin.province], index[target.province]))
            kinds.setdefault((ends[0], ends[1]), set()).add(Terrain.SEA in draft.kind(letter).terrains)
    # From middle to middle: what lies over a line hides its ends, whatever its shape is.
    middles = [(float(x), float(y)) for x, y in places]
    picture.lines = [Connection(middles[a], middles[b], False in found, True in found) for (a, b), found in sorted(kinds.items())]
    mark_ways(picture, draft)
    return write_board_svg(picture)


def _turned(places: Places, draft: VariantDraft, codes: Sequence[str]) -> Places:
    """*places* turned and mirrored as a whole, so that those which the standard board knows lie as they do there: west on the left."""
    known = _known_places()
    words = [(code, (code, draft.provinces[code].name, *draft.provinces[code].names)) for code in codes]
    found = {at: spot for at, (_, names) in enumerate(words) if (spot := _spot_of(names, known)) is not None}
    if len(found) < LEAST_KNOWN:
        return places
    ours = places[list(found)]
    theirs = np.array(list(found.values()))
    ours, theirs = ours - ours.mean(axis=0), theirs - theirs.mean(axis=0)
    left, _, right = np.linalg.svd(ours.T @ theirs)
    turned: Places = (places - places.mean(axis=0)) @ (left @ right)
    return turned


def _spot_of(names: Sequence[str], known: Mapping[str, Point]) -> Point | None:
    """Return the place on the standard board of one of these *names*. A code alone says nothing: other boards use it for other places."""
    return next((known[name.lower()] for name in names[1:] if name.lower() in known), None)


@cache
def _known_places() -> Mapping[str, Point]:
    """Names in small letters to where they stand on the standard board."""
    board = read_board(shipped_board("standard"))
    provinces = standard().board.provinces
    return {
        name.lower(): board.provinces[code].units[""]
        for code, province in provinces.items()
        if code in board.provinces
        for name in (province.name, *province.names)
    }


def _name(name: str, x: float, y: float, radius: float) -> DrawnName:
    """The name inside its disc, in as many rows as it has room for."""
    words, rows = name.split(), list[str]()
    widest = max(9, max(map(len, words), default=1))
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= widest:
            rows[-1] += f" {word}"
        elif len(rows) < 3:
            rows.append(word)
        else:
            rows[-1] += f" {word}"
    longest = max(map(len, rows), default=1)
    return DrawnName(tuple(rows), x, y, min(0.3 * radius, 3.1 * radius / longest, 0.78 * radius / max(1, len(rows))))


def _polygon(x: float, y: float, radius: float, sides: int) -> shapely.Geometry:
    turn = math.pi / 4 if sides == 4 else 0.0
    reach = radius * (_SQUARE if sides == 4 else 1.0)
    return shapely.Polygon(
        [(x + reach * math.cos(turn + 2 * math.pi * k / sides), y + reach * math.sin(turn + 2 * math.pi * k / sides)) for k in range(sides)]
    )


def _distances(count: int, pairs: list[tuple[int, int]]) -> Places:
    """Steps between any two nodes; parts that no way joins lie a little farther apart than the widest of them is."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    found = np.full((count, count), -1.0)
    for start in range(count):
        found[start, start] = 0
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for other in beside[here]:
                if found[start, other] < 0:
                    found[start, other] = found[start, here] + 1
                    waiting.append(other)
    found[found < 0] = max(2.0, float(found.max()) * 0.7)
    return found


def _layout(count: int, pairs: list[tuple[int, int]]) -> Places:
    """Places whose distances are near to the steps between them (stress majorisation, from a spiral)."""
    if count == 1:
        return np.zeros((1, 2))
    wanted = _distances(count, pairs)
    weights = np.where(wanted > 0, 1.0 / np.maximum(wanted, 1e-9) ** 2, 0.0)
    laplacian = -weights.copy()
    np.fill_diagonal(laplacian, weights.sum(axis=1))
    inverse = np.linalg.pinv(laplacian)
    places = _classical(wanted)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(places[:, None, :] - places[None, :, :], axis=2)
        ratio = np.where(apart > 1e-9, weights * wanted / np.maximum(apart, 1e-9), 0.0)
        pull = -ratio
        np.fill_diagonal(pull, ratio.sum(axis=1))
        places = inverse @ (pull @ places)
    middle: Places = places - places.mean(axis=0)
    return middle


def _classical(wanted: Places) -> Places:
    """A start: the two main directions of the distances, turned the same way each time."""
    count = len(wanted)
    centre = np.eye(count) - 1.0 / count
    values, vectors = np.linalg.eigh(-0.5 * centre @ (wanted**2) @ centre)
    order = np.argsort(values)[::-1][:2]
    places = vectors[:, order] * np.sqrt(np.maximum(values[order], 1e-9))
    if places.shape[1] < 2:
        places = np.column_stack([places[:, 0], np.zeros(count)])
    for column in range(2):
        pivot = int(np.argmax(np.abs(places[:, column]).round(9)))
        if places[pivot, column] < 0:
            places[:, column] *= -1
    angles = np.arange(count) * 2.399963
    spiral = np.column_stack([np.cos(angles), np.sin(angles)]) * 0.01
    result: Places = places + spiral
    return result


def _spread(places: Places) -> Places:
    """*places* with those pushed apart that stand too near, so that many of them share the page about evenly and each can be read."""
    if len(places) < 2:
        return places
    for round_ in range(_PUSHES):
        span = np.ptp(places, axis=0)
        pitch = math.sqrt(max(1e-9, float(span[0] * span[1])) * 1.1547 / len(places))
        # At first gently, so that whole parts of the board give way and keep their shape.
        least = max(0.62, pitch * _EVEN) * min(1.0, 0.4 + round_ / (0.6 * _PUSHES))
        between = places[:, None, :] - places[None, :, :]
        apart = np.linalg.norm(between, axis=2)
        np.fill_diagonal(apart, np.inf)
        near = np.maximum(0.0, least - apart)
        if not near.any():
            continue
        push = between / np.maximum(apart, 1e-6)[:, :, None] * (near * 0.5)[:, :, None]
        np.nan_to_num(push, copy=False)
        places = places + push.sum(axis=1)
    return places


def _radius(places: Places) -> float:
    if len(places) < 2:
        return 0.3
    apart = np.linalg.norm(places[:, None, :] - places[None, :, :], axis=2)
    np.fill_diagonal(apart, np.inf)
    least, span = float(apart.min()), float(np.ptp(places[:, 0]))
    corners = 2 * _SQUARE + 4 * _GAP
    return max(0.05, least / 3, min(least / _APART, (least - _GAP * span) / corners))
