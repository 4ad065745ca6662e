"""Pairs of powers as lines through the seasons: green where they help each other, a red sign where one attacks the other as a friend.

Marks above a line are the upper power's, marks below the lower one's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.presentation.statistics.centre_picture import opening, words
from app.presentation.statistics.look import StoryLook
from app.presentation.statistics.markup import tag, text
from app.statistics.deeds import DeedFate
from app.statistics.stabs import Pair
from app.statistics.story import Story
from app.statistics.words import describe_deed, describe_promise, describe_stab, describe_stab_shortly
from languages import tr

_NAMES = 200.0
_HEAD = 62.0
_ROW = 50.0
_LETTER, _GAP = 6.5, 14.0
"""Width of a letter of the legend, on average, and distance of its entries."""
_SEASON = 13.0
"""The least width of a movement, at which its marks still stand apart."""


def height_of(count: int) -> float:
    """Return the height of a picture of *count* pairs."""
    return _HEAD + _ROW * max(1, count) + 8


def pair_picture(story: Story, pairs: Sequence[Pair], look: StoryLook, width: float = 800) -> str:
    """*pairs* one below the other, with a legend; as wide as *width*, or wider where there are many seasons."""
    return _PairPicture(story, pairs, look, width).made()


class _PairPicture:
    def __init__(self, story: Story, pairs: Sequence[Pair], look: StoryLook, width: float) -> None:
        self._story, self._pairs, self._look = story, pairs, look
        line = story.game.line(story.cursor.branch)
        self._moves = [at for at, turn in enumerate(line) if turn.phase.kind.value == "M" and turn.resolution is not None]
        self._width = max(width, _NAMES + 10 + len(self._moves) * _SEASON)
        self._height = height_of(len(pairs))

    def _x(self, index: int) -> float:
        """The middle of the season of turn *index*: of its movement, or of the last one before it."""
        at = sum(move <= index for move in self._moves) - 1
        return _NAMES + self._step * (max(0, at) + 0.5)

    @property
    def _step(self) -> float:
        return (self._width - _NAMES - 10) / max(1, len(self._moves))

    def made(self) -> str:
        parts = [opening(self._width, self._height, tr("Who helped, who stabbed")), *self._legend(), *self._years()]
        for row, pair in enumerate(self._pairs):
            parts += self._pair(pair, _HEAD + _ROW * (row + 0.5))
        return "".join((*parts, "</svg>"))

    def _legend(self) -> list[str]:
        """The signs with their words, one after the other; in two lines where a language is too long for one."""
        colour = self._look.colour
        entries: list[tuple[float, Callable[[float, float], str], str]] = [
            (10, lambda x, y: _dot(x + 4, y, colour("good")), tr("gave support,")),
            (10, lambda x, y: _dot(x + 4, y, colour("good"), hollow=True), tr("cut")),
            (24, lambda x, y: _dashes(x, x + 22, y, colour("accent")), tr("promised in press")),
            (12, lambda x, y: _cross(x + 5, y, colour("bad")), tr("attacked")),
            (18, lambda x, y: _sign(x + 8, y, colour("bad"), colour("panel"), 8), tr("stab: attacked a friend")),
        ]
        widths = [room + 6 + _LETTER * len(said) for room, _, said in entries]
        lines = 1 if 8 + sum(widths) + _GAP * (len(widths) - 1) <= self._width else 2
        parts, left, y = [], 8.0, 12.0 if lines == 1 else 6.0
        for (room, sign, said), wide in zip(entries, widths, strict=True):
            if lines > 1 and left > 8 and left + wide > self._width:
                left, y = 8.0, y + 17
            parts += [sign(left, y), words(left + room + 6, y + 4, said, colour("text_soft"))]
            left += wide + _GAP
        return parts

    def _years(self) -> list[str]:
        years: list[tuple[int, int, int]] = []
        for at, index in enumerate(self._moves):
            year = self._story.phases[index].year
            if years and years[-1][0] == year:
                years[-1] = (year, years[-1][1], at + 1)
            else:
                years.append((year, at, at + 1))
        parts = []
        every = max(1, -(-len(years) // max(1, int((self._width - _NAMES) / 44))))
        for number, (year, first, last) in enumerate(years):
            left, wide = _NAMES + self._step * first, self._step * (last - first)
            if number % 2 == 0:
                parts.append(
                    tag("rect", x=left, y=_HEAD - 30, width=wide, height=self._height - _HEAD + 24, fill=self._look.colour("sunken"))
                )
            if number % every == 0:
                said = str(year) if year > 0 else tr("{year} BC", year=-year)
                parts.append(words(left + wide / 2, _HEAD - 15, said, self._look.colour("text_soft"), anchor="middle"))
        return parts

    def _pair(self, pair: Pair, y: float) -> list[str]:
        colour = self._look.colour
        parts = [*self._power(pair.one, y - 10), *self._power(pair.other, y + 10)]
        for friends in pair.friendships:
            left, right = self._x(friends.first) - 10, self._x(friends.last) + (0 if friends.broken else 10)
            parts.append(
                tag(
                    "rect",
                    x=left,
                    y=y - 12,
                    width=max(20.0, right - left),
                    height=24,
                    rx=12,
                    fill=colour("good"),
                    fill_opacity="0.22",
                )
            )
        parts.append(tag("line", x1=_NAMES, x2=self._width - 10, y1=y, y2=y, stroke=colour("line_strong"), stroke_width=1))
        for promise in pair.promises:
            x, up = self._x(promise.index), -6 if promise.by == pair.one else 6
            mark = _dashes(x - 12, x + 2, y + up, colour("accent"))
            parts.append(tag("g", tag("title", text(describe_promise(self._story.game.variant, promise))), mark))
        stabbed = {(each.index, each.by) for each in pair.stabs}
        both = {(deed.index, deed.by, deed.helps) for deed in pair.deeds}
        told: set[tuple[int, str, bool]] = set()
        for deed in pair.deeds:
            key = (deed.index, deed.by, deed.helps)
            if key in told or (deed.attacks and (deed.index, deed.by) in stabbed):
                continue
            told.add(key)
            x, up = self._x(deed.index), -6 if deed.by == pair.one else 6
            if (deed.index, deed.by, not deed.helps) in both:
                x += -5 if deed.helps else 5
            mark = _dot(x, y + up, colour("good"), hollow=deed.fate is DeedFate.BROKEN) if deed.helps else _cross(x, y + up, colour("bad"))
            parts.append(tag("g", tag("title", text(describe_deed(self._story.game.variant, deed))), mark))
        taken_to = 0.0
        for stab in pair.stabs:
            x = self._x(stab.index)
            title = tag("title", text(describe_stab(self._story.game.variant, stab)))
            parts.append(tag("g", title, _sign(x, y, colour("bad"), colour("panel"), 10)))
            said = describe_stab_shortly(self._story.game.variant, stab)
            long = len(said) * 7.4
            left = x + 13 if x + 13 + long < self._width else max(_NAMES, x - 13 - long)
            if left > taken_to:
                parts.append(words(left, y - 13, said, colour("bad"), 12, bold=True))
                taken_to = left + long
        return parts

    def _power(self, power: str, y: float) -> list[str]:
        look = self._look
        chip = tag("rect", x=4, y=y - 6, width=12, height=12, rx=3, fill=look.lands[power], stroke=look.inks[power], stroke_width=2)
        name = look.names[power]
        return [chip, words(23, y + 4.5, name if len(name) < 25 else f"{name[:23]}…", look.colour("text"))]


def _dot(x: float, y: float, colour: str, *, hollow: bool = False) -> str:
    """Help; hollow where it was cut or disrupted."""
    if hollow:
        return tag("circle", cx=x, cy=y, r=3.6, fill="none", stroke=colour, stroke_width=2)
    return tag("circle", cx=x, cy=y, r=4.5, fill=colour)


def _dashes(left: float, right: float, y: float, colour: str) -> str:
    return tag("line", x1=left, x2=right, y1=y, y2=y, stroke=colour, stroke_width=3, stroke_dasharray="3 3")


def _cross(x: float, y: float, colour: str) -> str:
    path = f"M{x - 3.6:.1f} {y - 3.6:.1f}l7.2 7.2M{x - 3.6:.1f} {y + 3.6:.1f}l7.2-7.2"
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=2.2)


def _sign(x: float, y: float, colour: str, ink: str, size: float) -> str:
    """A diamond with a flash."""
    diamond = f"M{x:.1f} {y - size:.1f}l{size:.1f} {size:.1f}l{-size:.1f} {size:.1f}l{-size:.1f} {-size:.1f}z"
    s = size / 10
    flash = f"M{x + 1.4 * s:.1f} {y - 5.4 * s:.1f}L{x - 3.2 * s:.1f} {y + 0.8 * s:.1f}L{x - 0.2 * s:.1f} {y + 0.8 * s:.1f}"
    flash += f"L{x - 1.4 * s:.1f} {y + 5.4 * s:.1f}L{x + 3.2 * s:.1f} {y - 0.9 * s:.1f}L{x + 0.2 * s:.1f} {y - 0.9 * s:.1f}z"
    return tag("path", d=diamond, fill=colour, stroke=ink, stroke_width=1.6) + tag("path", d=flash, fill=ink)
