"""Numbers as SVG writes them: with or without blanks between, and with units that say nothing here."""

from __future__ import annotations

import re

from variants.svg.element import Element

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def numbers_in(text: str) -> list[float]:
    """All numbers of *text*.

    >>> numbers_in("10,20.5 -3e1")
    [10.0, 20.5, -30.0]
    """
    return [float(each) for each in NUMBER.findall(text)]


def leading_number(text: str) -> float | None:
    """The number that *text* begins with, in any unit; ``None`` where there is none.

    >>> leading_number("12.5px"), leading_number("auto")
    (12.5, None)
    """
    match = NUMBER.match(text.strip())
    return float(match[0]) if match else None


_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""In units of a drawing that has no viewBox. Source: CSS Values and Units 3, section 5.2, absolute lengths."""
_LENGTH = re.compile(rf"({NUMBER.pattern})\s*([a-z]*)")


def length_of(text: str) -> float | None:
    """A length in units of a drawing without a viewBox; ``None`` for a share of something else, and for what is none.

    >>> length_of("1in"), length_of("12px")
    (96.0, 12.0)
    >>> print(length_of("50%"))
    None
    """
    match = _LENGTH.fullmatch(text.strip().lower())
    unit = _UNITS.get(match[2]) if match else None
    return float(match[1]) * unit if match and unit is not None else None


def view_box(root: Element) -> tuple[float, float, float, float] | None:
    """Left, top, width and height of a drawing, by its viewBox or else its size; ``None`` where it has none that can be drawn."""
    numbers = numbers_in(root.get("viewBox"))
    if len(numbers) != 4:
        sizes = [length_of(root.get(key)) for key in ("width", "height")]
        numbers = [0.0, 0.0, *(each for each in sizes if each is not None)]
    if len(numbers) != 4 or not all(0 < each < 1e6 for each in numbers[2:]) or not all(abs(each) < 1e6 for each in numbers[:2]):
        return None
    return numbers[0], numbers[1], numbers[2], numbers[3]
