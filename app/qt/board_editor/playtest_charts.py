"""Charts of a play-test: shares with their bounds, and centres by year."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.board_editor.playtest.evenness import Interval
from app.board_editor.playtest.figures import Figures, PowerFigures
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from languages import in_digits, tr

_RIGHT, _LEFT, _MIDDLE = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter
_CENTRE = Qt.AlignmentFlag.AlignVCenter


_ROOM_FOR_BOUNDS = 500
"""Points; in a narrower chart the bounds of solos, draws and survival stand in its description alone."""


_BARS = 120
"""Points that the bars have at least; columns of numbers that would leave them less stand in the description alone."""
_Share = Callable[[PowerFigures], Interval]
_SHARES: tuple[_Share, ...] = (lambda each: each.solo, lambda each: each.draw, lambda each: each.survival)


class _Chart(QWidget):
    """Paints figures; what it says stands in its accessible description as well."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures: Figures | None = None
        self.names: Mapping[str, str] = {}
        self.swatches: Mapping[str, Swatch] = {}
        self.look: Look | None = None
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_figures(self, figures: Figures, names: Mapping[str, str], swatches: Mapping[str, Swatch], look: Look, words: str) -> None:
        """Show these."""
        self.figures, self.names, self.swatches, self.look = figures, names, swatches, look
        self.setAccessibleDescription(words)
        self.updateGeometry()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint them, once there is a game."""
        if self.figures is None or self.look is None or not self.figures.games:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter, self.figures, self.look)
        painter.end()

    def _paint(self, painter: QPainter, figures: Figures, look: Look) -> None:
        raise NotImplementedError

    def _fill(self, power: str, look: Look) -> QColor:
        swatch = self.swatches.get(power)
        return look.colour("accent_soft") if swatch is None else swatch.fill

    def _ink(self, power: str, look: Look) -> QColor:
        swatch = self.swatches.get(power)
        return look.colour("text") if swatch is None else swatch.ink


class ShareChart(_Chart):
    """A bar for each power's share of the score, with its bounds, beside the equal share; solos, draws, survival in numbers."""

    ROW = 27.0

    def sizeHint(self) -> QSize:
        rows = 7 if self.figures is None else len(self.figures.powers)
        return QSize(500, round((min(rows, 34) * self.ROW + 62) * growth(self.font())))

    def minimumSizeHint(self) -> QSize:
        rows = 7 if self.figures is None else len(self.figures.powers)
        return QSize(380, round((min(rows, 9) * 20 + 50) * growth(self.font())))

    def show_figures(self, figures: Figures, names: Mapping[str, str], swatches: Mapping[str, Swatch], look: Look, words: str) -> None:
        """Show these, and take no more room than the bars of so many powers fill."""
        super().show_figures(figures, names, swatches, look, words)
        self.setMaximumHeight(
            max(self.minimumSizeHint().height(), round((len(figures.powers) * 1.5 * self.ROW + 62) * growth(self.font())))
        )

    def _columns(
        self, told: Callable[[Interval], str], room: float, scale: float
    ) -> list[tuple[str, Callable[[PowerFigures], Interval], float]]:
        """Return the columns of numbers that leave the bars *room*, from the first, each with its heading and its width."""
        least = (92 if told is _bounds else 58) * scale
        words = QFontMetricsF(self.font())
        headings = (tr("solo %"), tr("draw %"), tr("alive %")) if told is _bounds else (tr("solo"), tr("draw"), tr("alive"))
        found: list[tuple[str, _Share, float]] = []
        for heading, share in zip(headings, _SHARES, strict=True):
            width = max(least, words.horizontalAdvance(heading) + 10 * scale)
            room -= width
            if room < _BARS * scale:
                break
            found.append((heading, share, width))
        return found

    def _paint(self, painter: QPainter, figures: Figures, look: Look) -> None:
        scale = growth(self.font())
        shown = figures.by_power()
        words = QFontMetricsF(self.font())
        top, bottom = max(22 * scale, words.height() + 4), max(24 * scale, words.height() + 6)
        row = min(1.5 * self.ROW * scale, (self.height() - top - bottom) / max(1, len(shown)))
        told = _bounds if self.width() >= _ROOM_FOR_BOUNDS * scale else _rounded
        left = self._room_of_names(scale)
        columns = self._columns(told, self.width() - left - 14 * scale, scale)
        room = max(60.0, self.width() - left - sum(width for _, _, width in columns) - 14 * scale)
        most = max(0.05, *(each.score.high for each in shown)) * 1.04
        label = words.horizontalAdvance("100%") + 10
        step = next(each for each in (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0) if most / each <= 5 and room * each / most >= label)
        end = top + row * len(shown)

        def x(value: float) -> float:
            return left + room * value / most

        mark = 0.0
        while mark <= most:
            painter.setPen(QPen(look.colour("line"), 1))
            painter.drawLine(QPointF(x(mark), top), QPointF(x(mark), end))
            painter.setPen(look.colour("text_soft"))
            painter.drawText(QRectF(x(mark) - label / 2, end + 2, label, bottom - 4), _MIDDLE | _CENTRE, f"{mark:.0%}")
            mark += step
        for at, each in enumerate(shown):
            y = top + at * row
            self._paint_row(painter, look, each.power, QRectF(0, y, left - 8, row), scale)
            bar = QRectF(x(0), y + row * 0.18, x(each.score.value) - x(0), row * 0.64)
            painter.setPen(QPen(self._ink(each.power, look), 1))
            painter.setBrush(self._fill(each.power, look))
            painter.drawRoundedRect(bar, 3, 3)
            self._paint_bounds(painter, look, x(each.score.low), x(each.score.high), y + row / 2, row)
        right = float(self.width())
        for heading, share, width in reversed(columns):
            right -= width
            painter.setPen(look.colour("text_soft"))
            painter.drawText(QRectF(right, 0, width, top - 4), _RIGHT | _CENTRE, heading)
            painter.setPen(look.colour("text"))
            for at, each in enumerate(shown):
                painter.drawText(QRectF(right, top + at * row, width, row), _RIGHT | _CENTRE, told(share(each)))
        equal = 1 / max(1, len(shown))
        painter.setPen(QPen(look.colour("text"), 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x(equal), top - 2), QPointF(x(equal), end + 2))
        wide = words.horizontalAdvance(tr("equal share")) + 4.0
        begin = max(0.0, min(x(equal) - wide / 2, right - wide))
        painter.drawText(QRectF(begin, 0, wide, top - 4), _MIDDLE | _CENTRE, tr("equal share"))

    def _room_of_names(self, scale: float) -> float:
        """Pixels for the longest name of a power with its colour, at most two fifths of all."""
        bold = QFont(self.font())
        bold.setBold(True)
        measured = QFontMetricsF(bold)
        longest = max((measured.horizontalAdvance(name) for name in self.names.values()), default=0.0)
        return min(longest + 13 * scale + 22, self.width() * 0.4)

    def _paint_row(self, painter: QPainter, look: Look, power: str, box: QRectF, scale: float) -> None:
        side = 13 * scale
        painter.setPen(QPen(self._ink(power, look), 1))
        painter.setBrush(self._fill(power, look))
        painter.drawRoundedRect(QRectF(2, box.center().y() - side / 2, side, side), 3, 3)
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(look.colour("text"))
        words = painter.fontMetrics().elidedText(self.names.get(power, power), Qt.TextElideMode.ElideRight, int(box.width() - side - 10))
        painter.drawText(box.adjusted(side + 9, 0, 0, 0), _LEFT | _CENTRE, words)
        painter.setFont(self.font())

    def _paint_bounds(self, painter: QPainter, look: Look, low: float, high: float, y: float, row: float) -> None:
        painter.setPen(QPen(look.colour("text"), 1.6))
        painter.drawLine(QPointF(low, y), QPointF(high, y))
        for at in (low, high):
            painter.drawLine(QPointF(at, y - row * 0.2), QPointF(at, y + row * 0.2))


def _rounded(share: Interval) -> str:
    return f"{100 * share.value:.0f} %"


def _bounds(share: Interval) -> str:
    return f"{100 * share.value:.0f} ({100 * share.low:.0f}\N{EN DASH}{100 * share.high:.0f})"


class YearChart(_Chart):
    """A line for each power: its centres at the end of each year, on average."""

    def sizeHint(self) -> QSize:
        return QSize(500, round(240 * growth(self.font())))

    def minimumSizeHint(self) -> QSize:
        return QSize(380, round(150 * growth(self.font())))

    def _paint(self, painter: QPainter, figures: Figures, look: Look) -> None:
        scale = growth(self.font())
        years = figures.years()
        lines = {power: figures.centres(power) for power in figures.powers}
        left, right, top, bottom = 28 * scale, 132 * scale, 10 * scale, 24 * scale
        room = QRectF(left, top, max(60.0, self.width() - left - right), max(40.0, self.height() - top - bottom))
        most = max(max(each) for each in lines.values())
        step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 1000) if most / each <= 6)

        def place(at: int, count: float) -> QPointF:
            across = room.left() + room.width() * at / max(1, len(years) - 1)
            return QPointF(across, room.bottom() - room.height() * count / max(1.0, most))

        for count in range(0, int(most) + 1, step):
            y = place(0, count).y()
            painter.setPen(QPen(look.colour("line"), 1))
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            painter.setPen(look.colour("text_soft"))
            painter.drawText(QRectF(0, y - 9 * scale, left - 6, 18 * scale), _RIGHT | _CENTRE, str(count))
        wide = max(painter.fontMetrics().horizontalAdvance(words) for words in (tr("start"), "1901")) + 10.0
        every = max(1, -(-len(years) // min(7, max(1, int(room.width() / wide)))))
        painter.setPen(look.colour("text_soft"))
        for at, year in enumerate(years):
            if at % every == 0:
                words = tr("start") if at == 0 else str(year)
                painter.drawText(QRectF(place(at, 0).x() - wide / 2, room.bottom() + 3, wide, bottom - 4), _MIDDLE | _CENTRE, words)
        for power, counts in lines.items():
            points = [place(at, count) for at, count in enumerate(counts)]
            for colour, width in ((look.colour("panel"), 4.6), (self._ink(power, look), 2.2)):
                painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
                painter.drawPolyline(points)
            painter.setBrush(self._ink(power, look))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(points[-1], 3.6, 3.6)
        self._paint_names(painter, look, {power: place(len(years) - 1, counts[-1]) for power, counts in lines.items()}, lines, scale)

    def _paint_names(
        self, painter: QPainter, look: Look, ends: Mapping[str, QPointF], lines: Mapping[str, list[float]], scale: float
    ) -> None:
        """At the end of each line, clear of one another."""
        row = min(17 * scale, self.height() / max(1, len(ends)))
        powers = sorted(ends, key=lambda each: ends[each].y())
        places = [ends[each].y() for each in powers]
        for at in range(1, len(places)):
            places[at] = max(places[at], places[at - 1] + row)
        lowest = self.height() - row / 2
        for at in range(len(places) - 1, -1, -1):
            places[at] = min(places[at], lowest)
            lowest = places[at] - row
        painter.setPen(look.colour("text"))
        for power, y in zip(powers, places, strict=True):
            x = ends[power].x() + 9
            words = f"{self.names.get(power, power)} {in_digits(lines[power][-1], '.1f')}"
            words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, int(self.width() - x))
            painter.drawText(QRectF(x, y - 10 * scale, self.width() - x, 20 * scale), _LEFT | _CENTRE, words)
