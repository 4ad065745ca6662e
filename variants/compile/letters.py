"""Width of a written name: enough to place it without a font at hand. Thousandths of the size, as in a Palatino."""

from __future__ import annotations

_WIDTHS = {
    "abcdefghijklm": (500, 553, 444, 611, 479, 333, 556, 582, 287, 234, 556, 291, 883),
    "nopqrstuvwxyz": (582, 546, 601, 560, 395, 424, 326, 603, 565, 834, 516, 556, 500),
    "ABCDEFGHIJKLM": (778, 611, 709, 774, 611, 556, 763, 832, 337, 333, 726, 611, 946),
    "NOPQRSTUVWXYZ": (831, 786, 604, 786, 668, 525, 613, 778, 722, 1000, 667, 667, 667),
    " .-'": (250, 250, 333, 208),
}
_BY_LETTER = {letter: width for letters, widths in _WIDTHS.items() for letter, width in zip(letters, widths, strict=True)}
_OTHER = 560
"""Letters of other alphabets, digits, accents."""


def width_of(text: str, size: float, spacing: float = 0.0) -> float:
    """Return the width of *text* at font *size*, with *spacing* sizes between its letters."""
    return size * (sum(_BY_LETTER.get(letter, _OTHER) for letter in text) / 1000 + spacing * max(0, len(text) - 1))
