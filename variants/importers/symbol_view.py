"""Rooms that a symbol's drawing is laid out in: the values of lengths and percentages, and the place of a viewBox in its room."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import svgelements

from languages import tr
from variants.svg.element import Element
from variants.svg.transforms import ShapeError

_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-zA-Z]*)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


@dataclass(frozen=True, slots=True)
class Viewport:
    """The coordinates that percentages are of."""

    width: float
    height: float

    def length(self, text: str, name: str) -> float:
        """*text* in user units.

        Raises:
            ShapeError: it is no length.
        """
        match = _LENGTH.fullmatch(text)
        if match is None or len(text) > 60:
            raise ShapeError(tr("{name} is {text!r}", name=name, text=text[:30]))
        number, unit = float(match[1]), match[2].lower()
        if unit == "%":
            whole = {"x": self.width, "width": self.width, "cx": self.width, "x1": self.width, "x2": self.width, "rx": self.width}
            high = {"y": self.height, "height": self.height, "cy": self.height, "y1": self.height, "y2": self.height, "ry": self.height}
            return number / 100 * {**whole, **high}.get(name, math.hypot(self.width, self.height) / math.sqrt(2))
        if unit in ("em", "ex"):
            return number * 16 * (0.5 if unit == "ex" else 1)
        if unit not in _UNITS:
            raise ShapeError(tr("{name} is {text!r}", name=name, text=text[:30]))
        return number * _UNITS[unit]


def view_of(element: Element, fallback: Viewport) -> tuple[float, float, Viewport]:
    """Left, top and size of an element's viewBox; the *fallback* at the origin where it has none."""
    numbers = [float(each) for each in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", element.get("viewbox")[:200])]
    if len(numbers) == 4 and all(map(math.isfinite, numbers)) and 0 < numbers[2] < 1e6 and 0 < numbers[3] < 1e6:
        return numbers[0], numbers[1], Viewport(numbers[2], numbers[3])
    return 0.0, 0.0, fallback


def fitted(box: tuple[float, float, Viewport], into: Viewport, aspect: str) -> Any:
    """The transform that puts a viewBox into a viewport, as ``preserveAspectRatio`` says."""
    left, top, view = box
    across, down = into.width / view.width, into.height / view.height
    words = aspect.lower().split()
    if "none" in words:
        return svgelements.Matrix(across, 0, 0, down, -left * across, -top * down)
    scale = max(across, down) if "slice" in words else min(across, down)
    align = next((word for word in words if word.startswith("x")), "xmidymid")
    slack = {"min": 0.0, "mid": 0.5, "max": 1.0}
    move_x = (into.width - view.width * scale) * slack.get(align[1:4], 0.5)
    move_y = (into.height - view.height * scale) * slack.get(align[5:8], 0.5)
    return svgelements.Matrix(scale, 0, 0, scale, move_x - left * scale, move_y - top * scale)
