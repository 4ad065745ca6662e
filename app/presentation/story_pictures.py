"""Pictures of a game's story as SVG: centres by year, pairs of powers through the seasons, and their colours.

Marks above a line are the upper power's, marks below the lower one's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.variant import Variant
from app.game.record import Game
from app.presentation.power_colours import PictureColours, line_ink
from app.presentation.story_markup import css, tag, text
from app.presentation.window_colours import USUAL_THEME, window_colours
from app.statistics.centres import CentreHistory
from app.statistics.deeds import DeedFate
from app.statistics.stabs import Pair
from app.statistics.story import Story, describe_deed, describe_promise, describe_stab, describe_stab_shortly
from entente.words.names import power_name, year_name
from languages import plural, tr


@dataclass(frozen=True, slots=True)
class StoryLook:
    """Colours of the charts and the page."""

    window: Mapping[str, str]
    """The colours of the window: ``text``, ``panel``, ..., as ``#rrggbb``."""
    dark: bool
    lands: Mapping[str, str]
    """Power to the colour of its land."""
    inks: Mapping[str, str]
    """Power to the colour of its lines."""
    names: Mapping[str, str]
    players: Mapping[str, str]
    """Power to the name of who plays it, where that is known."""

    def colour(self, key: str) -> str:
        """Return a colour of the window."""
        return self.window[key]


def story_look(game: Game, colours: PictureColours) -> StoryLook:
    """The look of *game*'s story in the colours of its board."""
    variant: Variant = game.variant
    return StoryLook(
        dict(colours.theme.window.colours),
        colours.theme.dark,
        {power: css(colours.power(power).land) for power in variant.powers},
        {power: css(line_ink(colours.power(power), colours.theme)) for power in variant.powers},
        {power: power_name(variant, power) for power in variant.powers},
        {power: player.name for power, player in game.players.items() if player.name},
    )


_PLAIN_INKS = ("#b5382a", "#1f4ea8", "#3f93c9", "#3a3a3a", "#2e8b57", "#7a4ea3", "#b8860b", "#c2527f", "#5b6b2f", "#8a5a2b")
"""Inks of powers without a board."""


def plain_look(powers: Sequence[str]) -> StoryLook:
    """The look of charts of *powers* that have no board, on parchment."""
    colours = dict(window_colours(USUAL_THEME).colours)
    inks = {power: _PLAIN_INKS[at % len(_PLAIN_INKS)] for at, power in enumerate(sorted(powers))}
    return StoryLook(colours, dark=False, lands=inks, inks=inks, names={power: power for power in powers}, players={})


FONT = "Inter, system-ui, sans-serif"
_LEFT, _RIGHT, _TOP, _BOTTOM = 34.0, 158.0, 16.0, 30.0
_APART, _WIDEST = 2.6, 12.0
"""Between two lines with the same number, and between the first and the last of many."""
_ROW = 15.0
"""Between two labels at the end."""
_MOMENT = 58.0
"""From the name of one year to that of the next, at least."""


def centre_picture(story: Story, look: StoryLook, width: float = 800, height: float = 290) -> str:
    """A line for each power over the years, its number and name at the end; winners are drawn thicker."""
    winners = story.ending.winners if story.ending is not None else ()
    return history_picture(story.centres, story.game.variant.victory, winners, look, width, height)


def history_picture(
    history: CentreHistory, victory: int, winners: Sequence[str], look: StoryLook, width: float = 800, height: float = 290
) -> str:
    """A line for each power of *history*, and a line at *victory* centres; *winners* are drawn thicker."""
    return _CentrePicture(history, victory, winners, look, width, height).made()


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


def counts_picture(moments: Sequence[str], counts: Mapping[str, Sequence[int]], victory: int, winners: Sequence[str]) -> str:
    """A chart of the centres of each power at *moments*, in colours of its own, since a table of counts has no board."""
    numbers = tuple(range(len(moments)))
    history = CentreHistory(tuple(moments), numbers, numbers, tuple((power, tuple(each)) for power, each in counts.items()))
    return history_picture(history, victory, winners, plain_look(list(counts)))


class _CentrePicture:
    def __init__(self, history: CentreHistory, victory: int, winners: Sequence[str], look: StoryLook, width: float, height: float) -> None:
        self._history = history
        self._look = look
        self._victory = victory
        self._winners = winners
        self._width, self._height = width, height
        self._most = self._history.top(self._victory)
        self._last = max(1, len(self._history.moments) - 1)

    def _x(self, at: int) -> float:
        return _LEFT + (self._width - _LEFT - _RIGHT) * at / self._last

    def _y(self, count: float) -> float:
        return self._height - _BOTTOM - (self._height - _BOTTOM - _TOP) * count / self._most

    def made(self) -> str:
        colour, labels = self._look.colour, self._labels()
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
            said = tr("{victory} to win", victory=self._victory)
            if all(abs(place - y - 4) >= _ROW for place, _, _ in labels):
                parts.append(words(self._width - _RIGHT + 10, y + 4, said, colour("warning")))
            else:  # whoever came so far has the place beside the line
                parts.append(words(_LEFT + 4, y - 4, said, colour("warning")))
        fitting = max(1, int((self._width - _LEFT - _RIGHT) / _MOMENT))
        every = -(-len(self._history.moments) // fitting)
        for at, moment in enumerate(self._history.moments):
            if at % every == 0:
                parts.append(words(self._x(at), self._height - 8, moment, colour("text_soft"), anchor="middle"))
        for power, counts in reversed(self._history.counts):
            parts += self._line(power, counts)
        x = self._x(self._last) + 12 if len(self._history.moments) > 1 else _LEFT + 12
        parts += [words(x, y, said, colour("text"), bold=is_winner) for y, said, is_winner in labels]
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

    def _labels(self) -> list[tuple[float, str, bool]]:
        """The height, the words, and whether a winner is among them, of each row at the ends of the lines.

        Powers with one number share a label, and labels keep clear of one another.
        """
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
        return [
            (place + _ROW * row, said, any(power in self._winners for power in ends[count]))
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


_NAMES, _SHORT_NAMES = 200.0, 112.0
"""Pixels for the names of powers, and on a phone."""
_HEAD = 62.0
_PAIR_ROW = 50.0
_LETTER, _GAP = 6.5, 14.0
"""Width of a letter of the legend, on average, and distance of its entries."""
_SEASON = 13.0
"""The least width of a movement, at which its marks still stand apart."""


def height_of(count: int) -> float:
    """Return the height of a picture of *count* pairs."""
    return _HEAD + _PAIR_ROW * max(1, count) + 8


def pair_picture(story: Story, pairs: Sequence[Pair], look: StoryLook, width: float = 800) -> str:
    """*pairs* one below the other, with a legend; as wide as *width*, or wider where there are many seasons."""
    moves = _moves_of(story)
    return _PairPicture(story, pairs, look, max(width, _NAMES + 10 + len(moves) * _SEASON), range(len(moves))).made()


def narrow_pair_pictures(story: Story, pairs: Sequence[Pair], look: StoryLook, width: float) -> list[str]:
    """*pairs* as :func:`pair_picture` has them, in pictures no wider than *width*: each shows as many seasons as have room there."""
    count = len(_moves_of(story))
    most = max(2, int((width - _SHORT_NAMES - 10) / _SEASON) // 2 * 2)
    parts = [range(first, min(count, first + most)) for first in range(0, max(1, count), most)]
    return [_PairPicture(story, pairs, look, width, part, _SHORT_NAMES).made() for part in parts]


def _moves_of(story: Story) -> list[int]:
    """The turns in which something was moved."""
    line = story.game.line(story.cursor.branch)
    return [at for at, turn in enumerate(line) if turn.phase.kind.value == "M" and turn.resolution is not None]


class _PairPicture:
    """Pairs over some of the movements.

    Args:
        part: the movements, by number.
        names: pixels for the names of the powers.
    """

    def __init__(self, story: Story, pairs: Sequence[Pair], look: StoryLook, width: float, part: range, names: float = _NAMES) -> None:
        self._story, self._pairs, self._look = story, pairs, look
        self._moves = _moves_of(story)
        self._part, self._names, self._width = part, names, width
        self._entries = self._legend_lines()
        self._head = _HEAD + 17 * max(0, len(self._entries) - 2)
        self._height = height_of(len(pairs)) + self._head - _HEAD

    def _at(self, index: int) -> int:
        """Number of the movement of turn *index*, or of the last one before it."""
        return max(0, sum(move <= index for move in self._moves) - 1)

    def _shows(self, index: int) -> bool:
        return self._at(index) in self._part

    def _x(self, index: int) -> float:
        """The middle of the season of turn *index*; what lies before or after this part is at its edge."""
        at = min(max(self._at(index) - self._part.start, -0.5), len(self._part) - 0.5)
        return self._names + self._step * (at + 0.5)

    @property
    def _step(self) -> float:
        return (self._width - self._names - 10) / max(1, len(self._part))

    def made(self) -> str:
        parts = [opening(self._width, self._height, tr("Who helped, who stabbed")), *self._legend(), *self._years()]
        for row, pair in enumerate(self._pairs):
            parts += self._pair(pair, self._head + _PAIR_ROW * (row + 0.5))
        return "".join((*parts, "</svg>"))

    def _legend_lines(self) -> list[list[tuple[float, Callable[[float, float], str], str]]]:
        """The signs with their words, in as many lines as they need."""
        colour = self._look.colour
        entries: list[tuple[float, Callable[[float, float], str], str]] = [
            (10, lambda x, y: _dot(x + 4, y, colour("good")), tr("gave support")),
            (10, lambda x, y: _dot(x + 4, y, colour("good"), hollow=True), tr("cut")),
            (24, lambda x, y: _dashes(x, x + 22, y, colour("accent")), tr("promised in a letter")),
            (12, lambda x, y: _cross(x + 5, y, colour("bad")), tr("attacked")),
            (18, lambda x, y: _sign(x + 8, y, colour("bad"), colour("panel"), 8), tr("stab: attacked a friend")),
        ]
        lines: list[list[tuple[float, Callable[[float, float], str], str]]] = [[]]
        taken = 8.0
        for entry in entries:
            wide = entry[0] + 6 + _LETTER * len(entry[2])
            if lines[-1] and taken + wide > self._width:
                lines.append([])
                taken = 8.0
            lines[-1].append(entry)
            taken += wide + _GAP
        return lines

    def _legend(self) -> list[str]:
        parts, y = [], 12.0 if len(self._entries) == 1 else 6.0
        for line in self._entries:
            left = 8.0
            for room, sign, said in line:
                parts += [sign(left, y), words(left + room + 6, y + 4, said, self._look.colour("text_soft"))]
                left += room + 6 + _LETTER * len(said) + _GAP
            y += 17
        return parts

    def _years(self) -> list[str]:
        years: list[tuple[int, int, int]] = []
        for at, index in enumerate(self._moves[self._part.start : self._part.stop]):
            year = self._story.phases[index].year
            if years and years[-1][0] == year:
                years[-1] = (year, years[-1][1], at + 1)
            else:
                years.append((year, at, at + 1))
        parts = []
        every = max(1, -(-len(years) // max(1, int((self._width - self._names) / 44))))
        for number, (year, first, last) in enumerate(years):
            left, wide = self._names + self._step * first, self._step * (last - first)
            if number % 2 == 0:
                parts.append(
                    tag(
                        "rect",
                        x=left,
                        y=self._head - 30,
                        width=wide,
                        height=self._height - self._head + 24,
                        fill=self._look.colour("sunken"),
                    )
                )
            if number % every == 0:
                said = year_name(year)
                parts.append(words(left + wide / 2, self._head - 15, said, self._look.colour("text_soft"), anchor="middle"))
        return parts

    def _pair(self, pair: Pair, y: float) -> list[str]:
        colour = self._look.colour
        parts = [*self._power(pair.one, y - 10), *self._power(pair.other, y + 10)]
        for friends in pair.friendships:
            if self._at(friends.last) < self._part.start or self._at(friends.first) >= self._part.stop:
                continue
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
        parts.append(tag("line", x1=self._names, x2=self._width - 10, y1=y, y2=y, stroke=colour("line_strong"), stroke_width=1))
        for promise in (each for each in pair.promises if self._shows(each.index)):
            x, up = self._x(promise.index), -6 if promise.by == pair.one else 6
            mark = _dashes(x - 12, x + 2, y + up, colour("accent"))
            parts.append(tag("g", tag("title", text(describe_promise(self._story.game.variant, promise))), mark))
        stabbed = {(each.index, each.by) for each in pair.stabs}
        both = {(deed.index, deed.by, deed.helps) for deed in pair.deeds}
        told: set[tuple[int, str, bool]] = set()
        for deed in pair.deeds:
            key = (deed.index, deed.by, deed.helps)
            if key in told or not self._shows(deed.index) or (deed.attacks and (deed.index, deed.by) in stabbed):
                continue
            told.add(key)
            x, up = self._x(deed.index), -6 if deed.by == pair.one else 6
            if (deed.index, deed.by, not deed.helps) in both:
                x += -5 if deed.helps else 5
            mark = _dot(x, y + up, colour("good"), hollow=deed.fate is DeedFate.BROKEN) if deed.helps else _cross(x, y + up, colour("bad"))
            parts.append(tag("g", tag("title", text(describe_deed(self._story.game.variant, deed))), mark))
        taken_to = 0.0
        for stab in (each for each in pair.stabs if self._shows(each.index)):
            x = self._x(stab.index)
            title = tag("title", text(describe_stab(self._story.game.variant, stab)))
            parts.append(tag("g", title, _sign(x, y, colour("bad"), colour("panel"), 10)))
            said = describe_stab_shortly(self._story.game.variant, stab)
            long = len(said) * 7.4
            left = x + 13 if x + 13 + long < self._width else max(self._names, x - 13 - long)
            if left > taken_to:
                parts.append(words(left, y - 13, said, colour("bad"), 12, bold=True))
                taken_to = left + long
        return parts

    def _power(self, power: str, y: float) -> list[str]:
        look = self._look
        chip = tag("rect", x=4, y=y - 6, width=12, height=12, rx=3, fill=look.lands[power], stroke=look.inks[power], stroke_width=2)
        name, most = look.names[power], int((self._names - 23) / _LETTER / 1.09)
        return [chip, words(23, y + 4.5, name if len(name) <= most else f"{name[: most - 1]}…", look.colour("text"))]


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
