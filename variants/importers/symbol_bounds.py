"""Budget for a drawing of symbols: a small file can hold shapes that take minutes, so that work is counted first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import shapely

from languages import tr

MOST_VISITS = 2_000
"""Elements of one symbol, those that are used several times counted each time."""
MOST_VISITS_IN_ALL = 10_000
LONGEST_DATA = 120_000
MOST_DATA = 400_000
"""Characters of path data of one symbol, all together."""
MOST_AREAS = 300
"""Painted areas of one symbol."""
MOST_RINGS = 300
"""Outlines of one shape."""
MOST_POINTS = 6_000
"""Limit of one shape."""
MOST_MEETINGS = 40_000
"""Pairs of steps of one shape that may cross: their number is what mending an outline costs."""
MOST_MEETINGS_IN_ALL = 250_000
MOST_CORNERS = 30_000
"""Limit of all painted areas of one symbol, before they are made simpler."""
_AT_ONCE = 200
_FEW = 40
"""Points that may cross one another as they like."""


class ArtError(ValueError):
    """A symbol cannot be flattened within the bounds; the message says why."""


class Spent:
    """Work spent on the symbols of one drawing so far."""

    def __init__(self) -> None:
        self._visits_in_all = 0
        self._meetings_in_all = 0
        self.begin()

    def begin(self) -> None:
        """The next symbol."""
        self._visits = self._data = self._areas = self._corners = 0

    def visit(self) -> None:
        """One more element.

        Raises:
            ArtError: it is one too many; here and below.
        """
        self._visits += 1
        self._visits_in_all += 1
        if self._visits > MOST_VISITS or self._visits_in_all > MOST_VISITS_IN_ALL:
            raise ArtError(
                tr(
                    "it paints more than {most_visits} elements, or all symbols together more than {most_visits_in_all}",
                    most_visits=MOST_VISITS,
                    most_visits_in_all=MOST_VISITS_IN_ALL,
                )
            )

    def data(self, size: int) -> None:
        """Count so many characters of path data."""
        self._data += size
        if size > LONGEST_DATA or self._data > MOST_DATA:
            raise ArtError(
                tr(
                    "it has {data} characters of path data; at most {longest_data} a path, {most_data} in all",
                    data=self._data,
                    longest_data=LONGEST_DATA,
                    most_data=MOST_DATA,
                )
            )

    def area(self, corners: int) -> None:
        """One more painted area of so many *corners*."""
        self._areas += 1
        self._corners += corners
        if self._corners > MOST_CORNERS:
            raise ArtError(tr("it has more than {most_corners} corners", most_corners=MOST_CORNERS))
        if self._areas > MOST_AREAS:
            raise ArtError(tr("it has more than {most_areas} painted areas", most_areas=MOST_AREAS))

    def outlines(self, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
        """A shape is about to be filled or stroked."""
        points = sum(map(len, lines))
        if len(lines) > MOST_RINGS or points > MOST_POINTS:
            raise ArtError(
                tr(
                    "a shape has {points} points in {count} outlines; at most {most_points} in {most_rings}",
                    points=points,
                    count=len(lines),
                    most_points=MOST_POINTS,
                    most_rings=MOST_RINGS,
                )
            )
        if points > _FEW:
            self._count_meetings(lines)
        if self._meetings_in_all > MOST_MEETINGS_IN_ALL:
            raise ArtError(tr("the drawing is too tangled"))

    def _count_meetings(self, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
        steps = shapely.linestrings([step for line in lines for step in pairwise(line)])
        tree = shapely.STRtree(steps)
        meetings = 0
        for start in range(0, len(steps), _AT_ONCE):
            meetings += int(tree.query(steps[start : start + _AT_ONCE]).shape[1])
            if meetings > MOST_MEETINGS:
                raise ArtError(tr("a shape is too tangled: its outline crosses itself again and again"))
        self._meetings_in_all += meetings
