"""An arc of an ellipse, as path data says it, in cubic curves of at most 30 degrees. Source: SVG 1.1, appendix F.6."""

from __future__ import annotations

import math

from variants.svg.transforms import Point

_WIDEST = math.tau / 12


def arc_curves(start: Point, radii: Point, turned: float, large: bool, clockwise: bool, end: Point) -> list[tuple[Point, Point, Point]]:
    """The curves, each by two control points and its end; none where it begins where it ends or has no radius: it is a line then.

    Args:
        start: where it begins.
        radii: of the ellipse; made larger where it would not reach.
        turned: by how many degrees the ellipse is.
        large: whether it is the longer way round.
        clockwise: as it is seen, ``y`` down.
        end: where it ends.
    """
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end or rx == 0 or ry == 0:
        return []
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    reach = (x / rx) ** 2 + (y / ry) ** 2
    if reach > 1:
        rx, ry = rx * math.sqrt(reach), ry * math.sqrt(reach)
    below = (rx * y) ** 2 + (ry * x) ** 2
    off = math.sqrt(max(0.0, ((rx * ry) ** 2 - below) / below)) * (1 if large != clockwise else -1)
    cx, cy = off * rx * y / ry, -off * ry * x / rx
    middle = (cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2)
    first, last = math.atan2((y - cy) / ry, (x - cx) / rx), math.atan2((-y - cy) / ry, (-x - cx) / rx)
    sweep = (last - first) % math.tau - (0.0 if clockwise else math.tau)
    count = max(1, math.ceil(abs(sweep) / _WIDEST))
    step = sweep / count
    pull = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3

    def at(angle: float) -> tuple[float, float, float, float]:
        """A place on the ellipse, and which way it goes on."""
        along, across = math.cos(angle), math.sin(angle)
        place = (middle[0] + rx * along * cos - ry * across * sin, middle[1] + rx * along * sin + ry * across * cos)
        return (*place, -rx * cos * across - ry * sin * along, -rx * sin * across + ry * cos * along)

    found: list[tuple[Point, Point, Point]] = []
    x0, y0, wx, wy = at(first)
    x0, y0 = start
    for number in range(1, count + 1):
        x1, y1, vx, vy = at(first + step * number)
        x1, y1 = end if number == count else (x1, y1)
        found.append(((x0 + pull * wx, y0 + pull * wy), (x1 - pull * vx, y1 - pull * vy), (x1, y1)))
        x0, y0, wx, wy = x1, y1, vx, vy
    return found
