"""Shapes of provinces traced from a picture in which each has a colour of its own round a point that is known."""

from __future__ import annotations

import io
import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from PIL import Image, UnidentifiedImageError

from languages import tr

LARGEST_PICTURE = 24_000_000
"""Pixels; a larger picture is refused before it is unpacked."""
_MOST_WORKED = 6_000_000
"""Pixels; of a larger picture every second or third row and column is looked at."""
_WIDTH = 900
"""Pixels: outlines of a wider picture are taken from every second or third pixel."""
_GROWTH = 14
_SEEK = 7
"""Pixels round a point that lies on a line or a letter, in which its colour is looked for."""
_TOOTH = 1.6
_MOST_COLOURS = 1024
_LARGE_PATCH = 600
"""Pixels: no letter and no line is so large, and ground of no province stays so."""
_SMALL_LAKE = 60
_SMALL_ISLAND = 8
"""Pixels of a patch that has the colour of the seas, and of one that is land in its water."""
_MOST_NETS = 4
"""Largest patches of lands that are looked at for lines in their colour."""
_FAR_ISLAND = 40
"""Pixels from a point in the water to the island that is meant by it."""
_OUTLINE = 0.97
"""Part of the outline of its bounds that a patch has where it is a box of letters."""
_WIDE = 1.5
"""Heights that a box of letters is wide at least; squares may be land out of play of a board of squares."""
_MOST_ASHORE, _MOST_BOXES = 40, 200
"""Points in the water for which islands are looked for, and patches that are looked at for boxes."""
Point = tuple[float, float]
Labels = npt.NDArray[np.int32]


class PictureError(ValueError):
    """A picture from which nothing can be traced; the message says why."""


def traced(content: bytes, points: Mapping[str, Point], seas: Collection[str] = ()) -> tuple[tuple[int, int], dict[str, shapely.Geometry]]:
    """The size of a picture, and the shape round each of the *points*, in its pixels.

    Args:
        seas: those that are water: by their colours water is known.

    Raises:
        PictureError: it cannot be read, or is too large.
    """
    colours, size = _colours(content)
    fine = max(1, math.ceil(math.sqrt(size[0] * size[1] / _MOST_WORKED)))
    colours = colours[::fine, ::fine]
    parts = _components(colours)
    words: list[str] = []
    seeds: list[tuple[int, int]] = []
    for word, (x, y) in points.items():
        row, column = int(y) // fine, int(x) // fine
        if 0 <= row < colours.shape[0] and 0 <= column < colours.shape[1]:
            words.append(word)
            seeds.append(_ground(parts, (row, column)))
    labels = _labelled(colours, parts, seeds, [word in seas for word in words])
    boxes = _boxes(parts, labels)
    step = max(1, -(-colours.shape[1] // _WIDTH))
    labels = _grown(labels[::step, ::step])
    for box in boxes:
        _fill(labels, *(each // step for each in box))
    scale = float(step * fine)
    return size, {word: shape for number, word in enumerate(words, 1) if not (shape := _shape(labels == number, scale)).is_empty}


def colours_at(content: bytes, points: Sequence[Point]) -> list[tuple[int, ...]]:
    """The colour of a picture, which was traced before, at each of the *points*."""
    picture: Any = Image.open(io.BytesIO(content)).convert("RGB")
    width, height = picture.size
    return [picture.getpixel((min(width - 1, max(0, int(x))), min(height - 1, max(0, int(y))))) for x, y in points]


def _labelled(colours: Labels, parts: Labels, seeds: list[tuple[int, int]], is_sea: Sequence[bool]) -> Labels:
    """A number for the ground of each seed: its patch, or the nearest part of a patch in which several lie, and islands of its colour.

    Ground of no seed is -1; what belongs to what lies round it, such as lines and letters, is 0.
    """
    wet = _water_colours(colours, seeds, is_sea)
    sizes = np.bincount(parts.ravel())
    owned = np.zeros(len(sizes), dtype=np.bool_)
    owned[[parts[seed] for seed in seeds]] = True
    lookup = np.zeros(len(sizes), dtype=np.int32)
    inside: dict[int, list[int]] = {}
    for number, seed in enumerate(seeds, 1):
        inside.setdefault(int(parts[seed]), []).append(number)
    line = _line_colour(colours, ~owned[parts] & ~np.isin(colours, [int(colours[seed]) for seed in seeds]))
    ashore = [number for number, seed in enumerate(seeds, 1) if not is_sea[number - 1] and int(colours[seed]) in wet]
    if ashore:  # a point in the water beside the islands that are meant
        each, first = np.unique(parts, return_index=True)
        colour_of = np.zeros(len(sizes), dtype=np.int64)
        colour_of[each] = colours.flat[first]
        is_land = (sizes >= _SMALL_ISLAND) & ~np.isin(colour_of, [*wet, line])
        for number in ashore[:_MOST_ASHORE]:
            seed = seeds[number - 1]
            part = int(parts[seed])
            near = _enclosed(parts, part, seed, is_alone=len(inside[part]) == 1)
            lands = near[is_land[near] & ~owned[near]]
            if len(lands):
                lookup[lands] = number
                owned[lands] = True
                inside[part].remove(number)
                at = int(first[np.searchsorted(each, lands[0])])
                seeds[number - 1] = (at // parts.shape[1], at % parts.shape[1])
    inside = {part: numbers for part, numbers in inside.items() if numbers}
    for part, numbers in inside.items():
        lookup[part] = numbers[0]
    nets = _nets(parts, sizes, [part for part, numbers in inside.items() if int(colours[seeds[numbers[0] - 1]]) not in wet])
    drawn = set(np.unique(colours[nets]).tolist())
    # A colour that one place alone has is its colour everywhere: its islands have no point of their own. That of borders is no colour.
    by_colour: dict[int, set[int]] = {}
    for number, seed in enumerate(seeds, 1):
        by_colour.setdefault(int(colours[seed]), set()).add(number)
    labels = np.asarray(lookup[parts], dtype=np.int32)
    for colour, owners in by_colour.items():
        if len(owners) == 1 and colour not in drawn:
            labels[(colours == colour) & (labels == 0)] = next(iter(owners))
    for part, numbers in inside.items():
        if len(numbers) > 1:
            rows, columns = np.nonzero(parts == part)
            nearest = np.full(len(rows), np.iinfo(np.int64).max)
            for number in numbers:  # one after the other: all distances at once take gigabytes where many lie in one sea
                away = (rows - seeds[number - 1][0]) ** 2 + (columns - seeds[number - 1][1]) ** 2
                closer = away < nearest
                nearest[closer] = away[closer]
                labels[rows[closer], columns[closer]] = number
    is_water = np.isin(colours, list(wet))
    labels[nets] = 0
    rest = (labels == 0) & (sizes[parts] > np.where(is_water, _SMALL_LAKE, _LARGE_PATCH))
    rest &= ~nets
    labels[rest & ((colours != line) | _thick(colours == line))] = -1
    return labels


def _water_colours(colours: Labels, seeds: Sequence[tuple[int, int]], is_sea: Sequence[bool]) -> set[int]:
    """Colours that more seas than lands have."""
    counts: dict[int, int] = {}
    for seed, wet in zip(seeds, is_sea, strict=True):
        counts[int(colours[seed])] = counts.get(int(colours[seed]), 0) + (1 if wet else -1)
    return {colour for colour, count in counts.items() if count > 0}


def _enclosed(parts: Labels, part: int, seed: tuple[int, int], *, is_alone: bool) -> Labels:
    """The patches that lie in the water of a patch; of one that others have as well, those near the seed."""
    rows, columns = np.nonzero(parts == part)
    top, left, bottom, right = rows.min(), columns.min(), rows.max(), columns.max()
    window = np.pad(parts[top : bottom + 1, left : right + 1], 1, constant_values=0)
    apart = _components(np.asarray(window == part, dtype=np.int32))
    found = (window != part) & (apart != apart[0, 0])
    if not is_alone:
        down, across = np.ogrid[: window.shape[0], : window.shape[1]]
        found &= (down - 1 + top - seed[0]) ** 2 + (across - 1 + left - seed[1]) ** 2 <= _FAR_ISLAND**2
    within = np.unique(window[found])
    return np.asarray(within[within > 0], dtype=np.int32)


def _nets(parts: Labels, sizes: npt.NDArray[np.int64], owned: Collection[int]) -> npt.NDArray[np.bool_]:
    """Lines that lead far from the lands in whose colour they are drawn: borders of the colour of a land that they touch."""
    found = np.zeros(parts.shape, dtype=np.bool_)
    for part in sorted(owned, key=lambda each: -int(sizes[each]))[:_MOST_NETS]:
        mask = parts == part
        rows, columns = np.nonzero(mask)
        if np.ptp(rows) * 2 > parts.shape[0] or np.ptp(columns) * 2 > parts.shape[1]:
            found |= mask & ~_thick(mask)
    return found


def _thick(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The parts of a mask that are wider than a line: mountains in the colour of borders."""
    reach = max(5, mask.shape[1] // 220)
    core = np.pad(mask, reach)
    for axis in (0, 1):
        core = np.logical_and.reduce([np.roll(core, step, axis) for step in range(-reach, reach + 1)])
    for axis in (0, 1):
        core = np.logical_or.reduce([np.roll(core, step, axis) for step in range(-reach, reach + 1)])
    return np.asarray(core[reach:-reach, reach:-reach] & mask, dtype=np.bool_)


def _boxes(parts: Labels, labels: Labels) -> list[tuple[int, int, int, int]]:
    """Rectangles that no seed has: boxes with a title or a legend, as left, top, right and bottom."""
    rows, columns = np.nonzero(labels == -1)
    here = parts[rows, columns]
    bounds = np.zeros((4, int(parts.max()) + 1), dtype=np.int64)
    bounds[:2] = max(parts.shape)
    for side, (pick, along) in enumerate(((np.minimum, columns), (np.minimum, rows), (np.maximum, columns), (np.maximum, rows))):
        pick.at(bounds[side], here, along)
    found: list[tuple[int, int, int, int]] = []
    sizes = np.bincount(here, minlength=bounds.shape[1])
    for part in np.argsort(-sizes)[:_MOST_BOXES].tolist():
        left, top, right, bottom = (int(each) for each in bounds[:, part])
        if sizes[part] and right - left > _WIDE * (bottom - top):
            inside = parts[top : bottom + 1, left : right + 1] == part
            if np.concatenate((inside[0], inside[-1], inside[:, 0], inside[:, -1])).mean() >= _OUTLINE:
                found.append((left, top, right, bottom))
    return found


def _fill(labels: Labels, left: int, top: int, right: int, bottom: int) -> None:
    """Give the ground of a box to those that lie round it, each pixel to the nearest."""
    beyond = 3
    left, top, right, bottom = max(0, left - beyond), max(0, top - beyond), right + beyond + 1, bottom + beyond + 1
    window = labels[top:bottom, left:right]
    height, width = window.shape
    down, across = np.mgrid[:height, :width]
    sides = (
        (across, np.broadcast_to(window[:, :1], window.shape)),
        (width - 1 - across, np.broadcast_to(window[:, -1:], window.shape)),
        (down, np.broadcast_to(window[:1], window.shape)),
        (height - 1 - down, np.broadcast_to(window[-1:], window.shape)),
    )
    away = np.stack([np.where(label > 0, far, height + width) for far, label in sides])
    nearest = np.take_along_axis(np.stack([label for _, label in sides]), np.argmin(away, axis=0)[None], 0)[0]
    labels[top:bottom, left:right] = np.where((window <= 0) & (nearest > 0), nearest, window)


def _line_colour(colours: Labels, rest: npt.NDArray[np.bool_]) -> int:
    """The colour of borders: of what has no name the one that touches most, for all borders are one patch."""
    if not rest.any():
        return -1
    steps = (colours[:, 1:] != colours[:, :-1]) & (rest[:, 1:] | rest[:, :-1])
    touching = np.concatenate((colours[:, 1:][steps & rest[:, 1:]], colours[:, :-1][steps & rest[:, :-1]]))
    found, counts = np.unique(touching, return_counts=True)
    return int(found[int(np.argmax(counts))]) if len(found) else -1


def _colours(content: bytes) -> tuple[Labels, tuple[int, int]]:
    try:
        picture: Any = Image.open(io.BytesIO(content))
        size = (int(picture.width), int(picture.height))
        if size[0] * size[1] > LARGEST_PICTURE:
            raise _too_large(*size)
        if picture.mode not in ("P", "L"):
            picture = picture.convert("RGB")
        pixels = np.asarray(picture, dtype=np.int32)
    except Image.DecompressionBombError:  # which Pillow says before it tells the size; a PNG has it in its first bytes
        raise _too_large(*(int.from_bytes(content[at : at + 4], "big") for at in (16, 20))) from None
    except (OSError, UnidentifiedImageError, ValueError, SyntaxError) as error:
        raise error if isinstance(error, PictureError) else PictureError(tr("the picture cannot be read")) from None
    if pixels.ndim == 3:
        exact = pixels[..., 0] << 16 | pixels[..., 1] << 8 | pixels[..., 2]
        # A picture of very many colours was softened or photographed: sixteen steps of each keep lands together.
        softened = (pixels[..., 0] >> 4 << 8) | (pixels[..., 1] >> 4 << 4) | (pixels[..., 2] >> 4)
        pixels = exact if len(np.unique(exact)) <= _MOST_COLOURS else softened
    return pixels, size


def _too_large(width: int, height: int) -> PictureError:
    return PictureError(tr("the picture has {width} by {height} pixels", width=width, height=height))


def _components(colours: Labels) -> Labels:
    """A number for each connected patch of one colour, found row by row."""
    height, width = colours.shape
    parents: list[int] = [0]

    def root(each: int) -> int:
        while parents[each] != each:
            parents[each] = parents[parents[each]]
            each = parents[each]
        return each

    labels = np.zeros(colours.shape, dtype=np.int32)
    above: list[tuple[int, int, int, int]] = []
    for row in range(height):
        line = colours[row]
        ends = np.concatenate((np.flatnonzero(np.diff(line)) + 1, [width])).tolist()
        here: list[tuple[int, int, int, int]] = []
        start, at = 0, 0
        for end in ends:
            colour = int(line[start])
            own = 0
            while at < len(above) and above[at][1] <= start:
                at += 1
            seek = at
            while seek < len(above) and above[seek][0] < end:
                if above[seek][2] == colour:
                    other = root(above[seek][3])
                    if own == 0:
                        own = other
                    else:
                        parents[max(own, other)] = own = min(own, other)
                seek += 1
            if own == 0:
                own = len(parents)
                parents.append(own)
            here.append((start, end, colour, own))
            labels[row, start:end] = own
            start = end
        above = here
    lookup = np.asarray([root(each) for each in range(len(parents))], dtype=np.int32)
    return np.asarray(lookup[labels], dtype=np.int32)


def _ground(parts: Labels, at: tuple[int, int]) -> tuple[int, int]:
    """The place of the ground at a point: of the largest patch near it, where the point lies on a line or a letter."""
    y, x = at
    window = parts[max(0, y - _SEEK) : y + _SEEK + 1, max(0, x - _SEEK) : x + _SEEK + 1]
    found, counts = np.unique(window, return_counts=True)
    own = int(parts[at])
    if counts[list(found).index(own)] >= 0.3 * window.size:
        return at
    best = int(found[int(np.argmax(counts))])
    rows, columns = np.nonzero(window == best)
    nearest = int(np.argmin((rows - min(y, _SEEK)) ** 2 + (columns - min(x, _SEEK)) ** 2))
    return max(0, y - _SEEK) + int(rows[nearest]), max(0, x - _SEEK) + int(columns[nearest])


def _grown(labels: Labels) -> Labels:
    """Labels grown over lines and letters into pixels that have none."""
    for _ in range(_GROWTH):
        empty = labels == 0
        if not empty.any():
            break
        grown = labels.copy()
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            moved = np.roll(labels, step, axis)
            edge = [slice(None), slice(None)]
            edge[axis] = slice(0, 1) if step == 1 else slice(-1, None)
            moved[tuple(edge)] = 0
            grown = np.where((grown == 0) & empty, moved, grown)
        labels = grown
    return labels


def _shape(mask: npt.NDArray[np.bool_], scale: float) -> shapely.Geometry:
    """The area of a mask: its rows as boxes, joined, without their teeth."""
    rows, starts, ends = _runs(mask)
    if not len(rows):
        return shapely.MultiPolygon()
    area = shapely.union_all(shapely.box(starts * scale, rows * scale, ends * scale, (rows + 1) * scale))
    return shapely.make_valid(shapely.simplify(area, _TOOTH * scale))


def _runs(mask: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    padded = np.pad(mask.astype(np.int8), ((0, 0), (1, 1)))
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    return rows.astype(float), starts.astype(float), ends.astype(float)
