"""Marks that say why an order failed: which, and where it finds room."""

from __future__ import annotations

import math
from dataclasses import replace

from adjudicator.resolution import Result
from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing
from app.presentation.layout.obstacles import Obstacles
from app.presentation.layout.polyline import Point, Polyline, at, distance, length
from app.presentation.layout.sizes import Sizes
from app.presentation.picture import DrawnOrder
from entente.words.outcomes import is_forced
from languages import mark, tr

_FAILURES = (
    (Result.ILLEGAL, BadgeKind.ILLEGAL),
    (Result.NO_CONVOY, BadgeKind.BROKEN),
    (Result.DISRUPTED, BadgeKind.BROKEN),
    (Result.CUT, BadgeKind.CUT),
    (Result.VOID, BadgeKind.VOID),
    (Result.BOUNCE, BadgeKind.BOUNCE),
)


def failure(drawn: DrawnOrder) -> BadgeKind | None:
    """Return the mark for the failure of the order; ``None`` while it works or nothing is known."""
    if drawn.outcome is None or Result.OK in drawn.outcome.results:
        return None
    return next((badge for result, badge in _FAILURES if result in drawn.outcome.results), None)


def marked_as_forced(drawing: OrderDrawing, marks: Marks, sizes: Sizes) -> OrderDrawing:
    """*drawing* with the mark that a game master set what became of it, where one did."""
    outcome = drawing.drawn.outcome
    if outcome is None or not is_forced(outcome):
        return drawing
    if drawing.line:
        sign = marks.on_line(BadgeKind.FORCED, drawing.line, tr(FORCED))
    elif drawing.centre is not None:
        reach = sizes.unit * 1.3
        sign = (Badge(BadgeKind.FORCED, (drawing.centre[0] - reach * 0.8, drawing.centre[1] - reach * 0.8), tr(FORCED)),)
    else:
        return drawing
    return replace(drawing, badges=(*drawing.badges, *sign))


FORCED = mark("GM")
"""Text of the mark."""


class Marks:
    """The marks of one layout."""

    def __init__(self, sizes: Sizes, obstacles: Obstacles) -> None:
        self._sizes = sizes
        self._obstacles = obstacles
        self.shared: list[Badge] = []
        """Marks that several orders share."""
        self.spots: list[Point] = []
        """Places of the marks so far."""

    def share(self, badge: Badge) -> None:
        """Set *badge* for several orders, once."""
        if not any(distance(each.at, badge.at) < self._sizes.badge for each in self.shared):
            self.shared.append(badge)
            self.spots.append(badge.at)

    def on_line(self, kind: BadgeKind | None, line: Polyline, text: str = "") -> tuple[Badge, ...]:
        """The mark of *kind* on *line*; none where there is no failure."""
        return () if kind is None else (Badge(kind, self._spot_on(line, text), text),)

    def _spot_on(self, line: Polyline, text: str) -> Point:
        """A place for a mark on *line*, or beside it where it is short, free of other marks, units and stars."""
        sizes = self._sizes
        half = sizes.badge * (1.0 if not text else 1.5) + sizes.text * 0.2 * len(text)
        # On the shaft: the head of the arrow stays free.
        whole = length(line)
        shaft = max(0.2, 1 - max(sizes.shaft * 2.6, 9 * sizes.pixel) / max(whole, 1e-9))
        choices = [(at(line, shaft * share), 0.0, abs(share - 0.5)) for share in (0.5, 0.42, 0.58, 0.34, 0.66)]
        if whole * shaft < half * 2.1:
            aside = sizes.badge * 1.05 + self._sizes.shaft * 0.9
            choices = [(at(line, 0.45), aside * side, 0.02 * (side < 0)) for side in (1, -1)] + [(at(line, 0.45), 0.0, 1.0)]
        best, lowest = line[0], math.inf
        for ((x, y), along), aside, price in choices:
            spot = (x - along[1] * aside, y + along[0] * aside)
            total = price + sum(3.0 * max(0.0, 1 - distance(spot, other) / (half * 2)) for other in self.spots)
            total += sum(
                each.weight * 2 * max(0.0, 1 - distance(spot, (each.x, each.y)) / (each.radius + half))
                for each in self._obstacles.near(spot, spot, half * 3)
            )
            if total < lowest:
                best, lowest = spot, total
        self.spots.append(best)
        return best
