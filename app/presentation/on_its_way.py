"""A board on its way from a drawing that was saved again, with what is known of the one before: nothing vanishes and comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from variants.compiled import CompiledBoard, ProvinceShape, Stage


class OnItsWay:
    """Remembers the sketch of the board in view, so that the next sketch reveals which shapes changed."""

    def __init__(self) -> None:
        self._sketch: CompiledBoard | None = None

    def note(self, sketch: CompiledBoard) -> None:
        """Note *sketch* as that of the board in view."""
        self._sketch = sketch

    def bettered(self, stage: Stage, board: CompiledBoard, shown: CompiledBoard | None) -> CompiledBoard | None:
        """Return the board to show for *board*, which has come as far as *stage*, in place of the one *shown*; ``None`` for nothing yet."""
        known = self._sketch
        if stage is Stage.SKETCH:
            self._sketch = board
            if shown is None:
                return board
            return None if known is None else with_shapes_of(board, known, shown)
        return board if shown is None or stage is Stage.WHOLE else with_names_of(board, shown)


def with_shapes_of(sketch: CompiledBoard, known: CompiledBoard, shown: CompiledBoard) -> CompiledBoard:
    """The board *shown*, of which *known* was the sketch, with those shapes that differ in another *sketch*."""
    if (sketch.width, sketch.height) != (shown.width, shown.height):
        return sketch
    there = {code for code, shape in known.provinces.items() if code in shown.provinces and _same(shape, sketch.provinces.get(code))}
    found = {
        code: shown.provinces[code] if code in there else _with_names(shape, shown.provinces.get(code))
        for code, shape in sketch.provinces.items()
    }
    if found.keys() == shown.provinces.keys() and len(there) == len(found):
        return shown
    borders = [each for each in shown.borders if there.issuperset(code for code in each.provinces if code is not None)]
    borders += [each for each in sketch.borders if each.provinces[0] not in there]
    return replace(shown, svg_sha256=sketch.svg_sha256, provinces=MappingProxyType(found), borders=tuple(borders))


def with_names_of(board: CompiledBoard, shown: CompiledBoard) -> CompiledBoard:
    """*board*, which has no names yet, with those of *shown* that still lie on their ground."""
    found: Mapping[str, ProvinceShape] = {code: _with_names(shape, shown.provinces.get(code)) for code, shape in board.provinces.items()}
    return replace(board, provinces=MappingProxyType(found))


def _same(one: ProvinceShape, other: ProvinceShape | None) -> bool:
    return other is not None and (one.levels[0], one.terrain, one.units.keys()) == (other.levels[0], other.terrain, other.units.keys())


def _with_names(shape: ProvinceShape, before: ProvinceShape | None) -> ProvinceShape:
    if before is None or shape.labels:
        return shape
    left, top, right, bottom = shape.bounds
    return replace(shape, labels=tuple(each for each in before.labels if left <= each.x <= right and top <= each.y <= bottom))
