"""The names on a drawn board in the language in use: where the drawing has them, as large as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.variant import Variant
from entente.words.names import place_name
from languages import active_language
from variants.compiled import CompiledBoard, Label, LabelKind, ProvinceShape


def named(board: CompiledBoard, variant: Variant) -> CompiledBoard:
    """*board* with the full names that *variant* has for its provinces in the language in use; itself where that is English."""
    if active_language() is None:
        return board
    found = {code: _shape_named(shape, place_name(variant, code)) for code, shape in board.provinces.items()}
    return replace(board, provinces=found) if any(found[code] is not shape for code, shape in board.provinces.items()) else board


def _shape_named(shape: ProvinceShape, name: str) -> ProvinceShape:
    labels = tuple(_label_named(each, name) if each.kind is LabelKind.FULL else each for each in shape.labels)
    return shape if labels == shape.labels else replace(shape, labels=labels)


def _label_named(label: Label, name: str) -> Label:
    """*label* with *name*, in as many lines at most, and smaller where the name is longer: it was fitted to the English one."""
    if name == " ".join(label.lines):
        return label
    lines = _in_lines(name.split(), len(label.lines))
    wider = max(map(len, lines)) / max(map(len, label.lines))
    return replace(label, lines=lines, size=label.size / max(1.0, wider))


def _in_lines(words: Sequence[str], most: int) -> tuple[str, ...]:
    """*words* in at most *most* lines, the longest of them as short as can be."""
    if most <= 1 or len(words) <= 1:
        return (" ".join(words),)
    ways = ((" ".join(words[:at]), *_in_lines(words[at:], most - 1)) for at in range(1, len(words)))
    return min(ways, key=lambda lines: max(map(len, lines)))
