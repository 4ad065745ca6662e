"""A compiled board's outlines and names as SVG, for drawings that other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from variants.compiled import BASELINE, LINE_HEIGHT, CompiledBoard, Label, LabelKind, Line, Point, Polygon


def number(value: float) -> str:
    """*value* with two digits after the point at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def area_data(polygons: Sequence[Polygon]) -> str:
    """Path data of closed areas, holes after their outlines; to be filled by the rule ``evenodd``.

    Blanks stand around each letter: the bot DiplomacyGM reads no other path data.
    """
    rings = [ring for polygon in polygons for ring in polygon]
    return " ".join(f"M {' '.join(f'{number(x)},{number(y)}' for x, y in ring)} Z" for ring in rings)


def line_data(lines: Sequence[Line]) -> str:
    """Path data of open lines."""
    return "".join(f"M{' '.join(f'{number(x)},{number(y)}' for x, y in line)}" for line in lines if len(line) > 1)


def square_data(spot: Point, side: float) -> str:
    """Path data of a square around *spot*."""
    half = side / 2
    return f"M{number(spot[0] - half)},{number(spot[1] - half)}h{number(side)}v{number(side)}h{number(-side)}z"


def label_text(label: Label, about: str = "") -> str:
    """A name as a group with a text for each row; along a curve it stands level in the middle of it.

    A text for each row, since some programs do not follow places of ``tspan``.
    """
    first = label.y - LINE_HEIGHT * label.size * (len(label.lines) - 1) / 2 + BASELINE * label.size
    turn = f' transform="rotate({number(label.angle)} {number(label.x)} {number(label.y)})"' if label.angle else ""
    rows = "".join(
        f'<text x="{number(label.x)}" y="{number(first + LINE_HEIGHT * label.size * at)}">{escape(row)}</text>'
        for at, row in enumerate(label.lines)
    )
    return f'<g {about}font-size="{number(label.size)}" text-anchor="middle"{turn}>{rows}</g>'


def labels(board: CompiledBoard, kind: LabelKind) -> list[tuple[str, Label]]:
    """The names of one kind, with their provinces."""
    found = ((code, shape.label(kind)) for code, shape in board.provinces.items())
    return [(code, label) for code, label in found if label is not None]
