"""Shapes of provinces traced from a picture in which each has a colour of its own round a point that is known."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from PIL import Image, UnidentifiedImageError

from languages import tr

LARGEST_PICTURE = 24_000_000
"""Pixels; a larger picture is refused before it is unpacked."""
_WIDTH = 900
"""Pixels: outlines of a wider picture are taken from every second or third pixel."""
_GROWTH = 14
_SEEK = 7
"""Pixels round a point that lies on a line or a letter, in which its colour is looked for."""
_TOOTH = 1.6
_MOST_COLOURS = 1024
_LARGE_PATCH = 600
"""Pixels: no letter and no line is so large, and ground of no province stays so."""
Point = tuple[float, float]
Labels = npt.NDArray[np.int32]


class PictureError(ValueError):
    """A picture from which nothing can be traced; the message says why."""


def traced(content: bytes, points: Mapping[str, Point]) -> tuple[tuple[int, int], dict[str, shapely.Geometry]]:
    """The size of a picture, and the shape round each of the *points*, in its pixels.

    Raises:
        PictureError: it cannot be read, or is too large.
    """
    colours, size = _colours(content)
    parts = _components(colours)
    words: list[str] = []
    seeds: list[tuple[int, int]] = []
    for word, (x, y) in points.items():
        if 0 <= y < colours.shape[0] and 0 <= x < colours.shape[1]:
            words.append(word)
            seeds.append(_ground(parts, (int(y), int(x))))
    labels = _labelled(colours, parts, seeds)
    step = max(1, -(-size[0] // _WIDTH))
    labels = _grown(labels[::step, ::step])
    return size, {word: shape for number, word in enumerate(words, 1) if not (shape := _shape(labels == number, float(step))).is_empty}


def colours_at(content: bytes, points: Sequence[Point]) -> list[tuple[int, ...]]:
    """The colour of a picture, which was traced before, at each of the *points*."""
    picture: Any = Image.open(io.BytesIO(content)).convert("RGB")
    width, height = picture.size
    return [picture.getpixel((min(width - 1, max(0, int(x))), min(height - 1, max(0, int(y))))) for x, y in points]


def _labelled(colours: Labels, parts: Labels, seeds: list[tuple[int, int]]) -> Labels:
    """A number for the ground of each seed: its patch, or the nearest part of a patch in which several lie, and islands of its colour."""
    lookup = np.zeros(int(parts.max()) + 1, dtype=np.int32)
    inside: dict[int, list[int]] = {}
    for number, seed in enumerate(seeds, 1):
        inside.setdefault(int(parts[seed]), []).append(number)
    for part, numbers in inside.items():
        lookup[part] = numbers[0]
    # A colour that one place alone has is its colour everywhere: its islands have no point of their own.
    by_colour: dict[int, set[int]] = {}
    for number, seed in enumerate(seeds, 1):
        by_colour.setdefault(int(colours[seed]), set()).add(number)
    labels = np.asarray(lookup[parts], dtype=np.int32)
    for colour, owners in by_colour.items():
        if len(owners) == 1:
            labels[(colours == colour) & (labels == 0)] = next(iter(owners))
    for part, numbers in inside.items():
        if len(numbers) > 1:
            rows, columns = np.nonzero(parts == part)
            away = np.stack([(rows - seeds[each - 1][0]) ** 2 + (columns - seeds[each - 1][1]) ** 2 for each in numbers])
            labels[rows, columns] = np.asarray(numbers, dtype=np.int32)[np.argmin(away, axis=0)]
    sizes = np.bincount(parts.ravel())
    rest = (labels == 0) & (sizes[parts] > _LARGE_PATCH)
    line = _line_colour(colours, rest)
    labels[rest & (colours != line)] = -1
    return labels


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
            raise PictureError(tr("the picture has {width} by {height} pixels", width=size[0], height=size[1]))
        if picture.mode not in ("P", "L"):
            picture = picture.convert("RGB")
        pixels = np.asarray(picture, dtype=np.int32)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError) as error:
        raise error if isinstance(error, PictureError) else PictureError(tr("the picture cannot be read")) from None
    if pixels.ndim == 3:
        exact = pixels[..., 0] << 16 | pixels[..., 1] << 8 | pixels[..., 2]
        # A picture of very many colours was softened or photographed: sixteen steps of each keep lands together.
        softened = (pixels[..., 0] >> 4 << 8) | (pixels[..., 1] >> 4 << 4) | (pixels[..., 2] >> 4)
        pixels = exact if len(np.unique(exact)) <= _MOST_COLOURS else softened
    return pixels, size


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
