"""The centres by year as a picture that explains itself: SVG that a browser and Qt show alike."""

from __future__ import annotations

from collections.abc import Sequence

from app.presentation.statistics.look import StoryLook
from app.presentation.statistics.markup import tag, text
from app.statistics.centres import CentreHistory
from app.statistics.story import Story
from languages import plural, tr

FONT = "Inter, system-ui, sans-serif"
_LEFT, _RIGHT, _TOP, _BOTTOM = 34.0, 158.0, 16.0, 30.0
_APART, _WIDEST = 2.6, 12.0
"""Between two lines with the same number, and between the first and the last of many."""
_ROW = 15.0
"""Between two labels at the end."""


def centre_picture(story: Story, look: StoryLook, width: float = 800, height: float = 290) -> str:
    """A line for each power over the years, its number and name at the end; winners are drawn thicker."""
    return _CentrePicture(story, look, width, height).made()


def words(x: float, y: float, said: str, colour: str, size: float = 12.5, *, anchor: str = "start", bold: bool = False) -> str:
    """A line of text in a picture."""
    weight = "700" if bold else None
    return tag("text", text(said), x=x, y=y, fill=colour, font_family=FONT, font_size=size, text_anchor=anchor, font_weight=weight)


def for_qt(picture: str) -> bytes:
    """*picture* as Qt reads it, which knows no list of fonts."""
    return picture.replace(FONT, "Inter").encode("utf-8")


def opening(width: float, height: float, label: str) -> str:
    """The start tag of a picture."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
        f' role="img" aria-label="{text(label)}">'
    )


class _CentrePicture:
    def __init__(self, story: Story, look: StoryLook, width: float, height: float) -> None:
        self._history: CentreHistory = story.centres
        self._look = look
        self._victory = story.game.variant.victory
        self._winners = story.ending.winners if story.ending is not None else ()
        self._width, self._height = width, height
        self._most = max(self._history.most, self._victory if self._history.most * 3 >= self._victory else self._history.most, 1)
        self._last = max(1, len(self._history.moments) - 1)

    def _x(self, at: int) -> float:
        return _LEFT + (self._width - _LEFT - _RIGHT) * at / self._last

    def _y(self, count: float) -> float:
        return self._height - _BOTTOM - (self._height - _BOTTOM - _TOP) * count / self._most

    def made(self) -> str:
        colour = self._look.colour
        parts = [opening(self._width, self._height, tr("Centres by year"))]
        step = max(1, -(-self._most // 6))
        for count in range(0, self._most + 1, step):
            y = self._y(count)
            parts.append(tag("line", x1=_LEFT, x2=self._width - _RIGHT, y1=y, y2=y, stroke=colour("line"), stroke_width=1))
            parts.append(words(_LEFT - 8, y + 4, str(count), colour("text_soft"), anchor="end"))
        if self._victory <= self._most:
            y = self._y(self._victory)
            parts.append(
                tag(
                    "line",
                    x1=_LEFT,
                    x2=self._width - _RIGHT,
                    y1=y,
                    y2=y,
                    stroke=colour("warning"),
                    stroke_width=1.5,
                    stroke_dasharray="6 4",
                )
            )
            parts.append(words(self._width - _RIGHT + 10, y + 4, tr("{victory} to win", victory=self._victory), colour("warning")))
        every = max(1, -(-len(self._history.moments) // 10))
        for at, moment in enumerate(self._history.moments):
            if at % every == 0:
                parts.append(words(self._x(at), self._height - 8, moment, colour("text_soft"), anchor="middle"))
        for power, counts in reversed(self._history.counts):
            parts += self._line(power, counts)
        parts += self._labels()
        return "".join((*parts, "</svg>"))

    def _aside(self, power: str, at: int) -> float:
        """Return the distance of a line from others with the same number, so that none hides another."""
        alike = [other for other, counts in self._history.counts if counts[at] == self._history.of(power)[at]]
        step = min(_APART, _WIDEST / max(1, len(alike) - 1))
        return (alike.index(power) - (len(alike) - 1) / 2) * step

    def _line(self, power: str, counts: Sequence[int]) -> list[str]:
        points = " ".join(f"{self._x(at):.1f},{self._y(count) + self._aside(power, at):.1f}" for at, count in enumerate(counts))
        ink, wide = self._look.inks[power], 3.4 if power in self._winners else 2.0
        halo = tag("polyline", points=points, fill="none", stroke=self._look.colour("panel"), stroke_width=wide + 2.4)
        line = tag("polyline", points=points, fill="none", stroke=ink, stroke_width=wide, stroke_linejoin="round", stroke_linecap="round")
        end = tag("circle", cx=self._x(len(counts) - 1), cy=self._y(counts[-1]) + self._aside(power, len(counts) - 1), r=4, fill=ink)
        return [halo, line, end]

    def _labels(self) -> list[str]:
        """At the end of each line; powers with one number share a label, and labels keep clear of one another."""
        ends: dict[int, list[str]] = {}
        for power, counts in self._history.counts:
            ends.setdefault(counts[-1], []).append(power)
        wanted = sorted(ends, reverse=True)
        rows = {count: _rows(count, [self._look.names[power] for power in ends[count]], _RIGHT - 14) for count in wanted}
        places = [self._y(count) + 4 for count in wanted]
        for at in range(1, len(places)):
            places[at] = max(places[at], places[at - 1] + _ROW * len(rows[wanted[at - 1]]))
        bottom = self._height - _BOTTOM + 4 + _ROW
        for at in range(len(places) - 1, -1, -1):
            places[at] = min(places[at], bottom - _ROW * len(rows[wanted[at]]))
            bottom = places[at]
        x = self._x(self._last) + 12 if len(self._history.moments) > 1 else _LEFT + 12
        return [
            words(x, place + _ROW * row, said, self._look.colour("text"), bold=any(power in self._winners for power in ends[count]))
            for count, place in zip(wanted, places, strict=True)
            for row, said in enumerate(rows[count])
        ]


def _rows(count: int, names: Sequence[str], room: float) -> list[str]:
    """The number and the names on at most two lines, or how many there are where they do not fit."""
    most = int(room / 6.6)
    rows = [str(count)]
    for number, name in enumerate(names):
        said = name if number == len(names) - 1 else f"{name},"
        if len(rows[-1]) + 1 + len(said) <= most:
            rows[-1] += f" {said}"
        else:
            rows.append(said)
    if len(rows) <= 2 and all(len(row) <= most for row in rows):
        return rows
    return (
        [plural("{centres}: {count} power", "{centres}: {count} powers", len(names), centres=count)]
        if len(names) > 1
        else [f"{count} {names[0][: most - 4]}…"]
    )
