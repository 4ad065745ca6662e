"""Best replies beside the board: for whom, how far the search is, a row for each reply with bars of likely centres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.presentation.reply_rows import ProspectRow, ReplyRow
from app.qt.panels.power_header import paint_expected
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel, plain_tip
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.wrapping_widgets import FollowsWidth
from languages import in_digits, tr

_NUMBER, _FIGURE, _EDGE = 34.0, 58.0, 12.0
_MIDDLE, _RIGHT, _TOP = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignTop
_WRAP = Qt.TextFlag.TextWordWrap


def band_colours(look: Look) -> tuple[QColor, QColor, QColor, QColor]:
    """Fewer centres than now, as many, one more, two more or still more."""
    pale = QColor(look.colour("good"))
    pale.setAlphaF(0.5)
    return look.colour("bad"), look.colour("line_strong"), pale, look.colour("good")


class ReplyButton(QAbstractButton):
    """A reply: its number, where units go, what the rest does, what it brings. Pressed it is drawn on the board."""

    def __init__(self, number: int, row: ReplyRow, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.row, self._look = number, row, look
        self.setCheckable(True)
        self.setAccessibleName(row.words)
        self.setToolTip(plain_tip(row.words))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the button as high as its words need at its width."""
        super().resizeEvent(event)
        self.setFixedHeight(self._height(self.width()))

    def sizeHint(self) -> QSize:
        return QSize(300, self._height(max(260, self.width())))

    def _height(self, width: int) -> int:
        title, below = self._heights(float(width))
        scale = growth(self.font())
        return round(max(title + below, 40 * scale) + 34 * scale)

    def _fonts(self) -> tuple[QFont, QFont]:
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        small.setPointSizeF(max(7.0, self.font().pointSizeF() * 0.9))
        return bold, small

    def _heights(self, width: float) -> tuple[float, float]:
        scale = growth(self.font())
        room = QRectF(0, 0, max(60.0, width - (_NUMBER + _FIGURE + _EDGE) * scale), 2000)
        bold, small = self._fonts()
        title = QFontMetricsF(bold).boundingRect(room, _WRAP, self.row.title).height()
        below = QFontMetricsF(small).boundingRect(room, _WRAP, self.row.below).height() if self.row.below else 0.0
        return title, below

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Number, words, figures, bar."""
        look, row, scale = self._look, self.row, growth(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), look.colour("accent_soft" if self.isChecked() else "hover"))
        title, below = self._heights(self.width())
        bold, small = self._fonts()
        left, right, top = _NUMBER * scale, self.width() - _EDGE * scale, 9 * scale
        room = right - left - _FIGURE * scale
        large = QFont(bold)
        large.setPointSizeF(self.font().pointSizeF() * 1.3)
        painter.setFont(large)
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(_EDGE * scale, top - 2, left, 26 * scale), _TOP, str(self.number))
        painter.drawText(QRectF(right - _FIGURE * scale, top - 2, _FIGURE * scale, 26 * scale), _RIGHT | _TOP, row.centres)
        painter.setFont(bold)
        painter.drawText(QRectF(left, top, room, title + 2), _WRAP, row.title)
        painter.setFont(small)
        painter.setPen(look.colour("text_soft"))
        if row.below:
            painter.drawText(QRectF(left, top + title, room, below + 2), _WRAP, row.below)
        painter.setPen(look.colour("good" if row.gain.startswith("+") and row.gain != "+0.0" else "text_soft"))
        gain = QRectF(right - _FIGURE * scale, top + 21 * scale, _FIGURE * scale, 18 * scale)
        painter.drawText(gain, _RIGHT | _TOP, row.gain)
        paint_bands(painter, QRectF(left, self.height() - 18 * scale, right - left, 9 * scale), row.bands, look)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), look.colour("line"))
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -2, -2))
        painter.end()


def paint_bands(painter: QPainter, box: QRectF, bands: Sequence[float], look: Look) -> None:
    """A bar of parts that are together 1."""
    x = box.left()
    for part, colour in zip(bands, band_colours(look), strict=True):
        wide = box.width() * part
        painter.fillRect(QRectF(x, box.top(), wide, box.height()), colour)
        x += wide
    painter.setPen(look.colour("line_strong"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


class ProspectBar(QWidget):
    """Bar of the centres that one of the others has and may expect, with a mark at the present number, and both in figures."""

    def __init__(self, row: ProspectRow, most: int, swatch: Swatch | None, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row, self._most, self._swatch, self._look = row, max(1, most), swatch, look
        self.setAccessibleName(
            tr(
                "{row}, orders {source}: {now} centres now, {centres:.1f} to expect",
                row=row.name,
                source=row.source,
                now=row.now,
                centres=row.centres,
            )
        )
        self.setToolTip(self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, round(25 * growth(self.font())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Chip, name, bar, figures."""
        row, look, scale = self._row, self._look, growth(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, figures = float(self.height()), 84 * scale
        if self._swatch is not None:
            side = 13 * scale
            self._swatch.paint(painter, QRectF(_EDGE * scale, (height - side) / 2, side, side), 3.0, 2.0)
        left, bar = _NUMBER * scale, self.width() * 0.52
        metrics = QFontMetricsF(self.font())
        painter.setPen(look.colour("text"))
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, bar - left - 8)
        painter.drawText(QRectF(left, 0, bar - left, height), _MIDDLE, name)
        small = self._small()
        after = left + metrics.horizontalAdvance(name) + 6 * scale
        if after + QFontMetricsF(small).horizontalAdvance(row.source) < bar - 6:
            painter.setFont(small)
            painter.setPen(look.colour("text_soft"))
            painter.drawText(QRectF(after, 0, bar - after, height), _MIDDLE, row.source)
        right = self.width() - _EDGE * scale - figures
        box = QRectF(bar, height / 2 - 4 * scale, max(20.0, right - bar), 8 * scale)
        paint_expected(painter, box, row.now, row.centres, self._most, self._swatch, look, look.colour("sunken"))
        painter.setFont(self.font())
        painter.setPen(look.colour("text"))
        painter.drawText(
            QRectF(right, 0, figures, height), _MIDDLE | _RIGHT, f"{row.now} \N{RIGHTWARDS ARROW} {in_digits(row.centres, '.1f')}"
        )
        painter.end()

    def _small(self) -> QFont:
        small = QFont(self.font())
        small.setPointSizeF(max(7.0, self.font().pointSizeF() * 0.88))
        return small


class RepliesWidget(QWidget):
    """Shows what it is given; asks for a search, for its end, and for orders to be taken.

    Signals:
        search_requested(str): look for the replies of this power.
        stop_requested(): no more.
        reply_shown(object): the row that is chosen, to be drawn on the board; ``None`` for none.
        take_requested(object): the orders of this row are to be written.
    """

    search_requested = Signal(str)
    stop_requested = Signal()
    reply_shown = Signal(object)
    take_requested = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._is_searching = False
        self.buttons: list[ReplyButton] = []
        self._swatches: Mapping[str, Swatch] = {}
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(self._toggled)
        self.caption = PlainLabel(tr("Best replies for"))
        self.powers = forms.styled(QComboBox(), name=tr("Best replies for"))
        self.powers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.powers.activated.connect(lambda _index: self.search_requested.emit(str(self.powers.currentData())))
        self.button = forms.button(tr("Search"), self._pressed, "primary")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(6)
        self.progress.setRange(0, 1000)
        self.status = forms.label(role="soft", wraps=True)
        self._list = forms.column(margins=(0, 0, 0, 0), spacing=0)
        self.legend = _Legend(look)
        self.others_head = forms.label(
            tr("Assumed of the others: centres now, and to expect against the reply that is picked"), "soft", wraps=True
        )
        self.others_head.setContentsMargins(12, 8, 12, 4)
        self._others = forms.column(margins=(0, 0, 0, 6), spacing=0)
        self.take_button = forms.button(
            tr("Take these orders"), self._take, tip=tr("Write the orders of the reply that is shown, in place of what its power had")
        )
        self._arrange()
        self.forget("")

    def _arrange(self) -> None:
        inside = QWidget()
        forms.column(self._list, self.legend, self.others_head, self._others, forms.STRETCH, on=inside, margins=(0, 0, 0, 0), spacing=0)
        scroll = TallRoom()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        forms.column(
            forms.flow(self.caption, (self.powers, 1), self.button, margins=(12, 8, 12, 0)),
            forms.column(self.progress, self.status, margins=(12, 6, 12, 6), spacing=3),
            (scroll, 1),
            forms.row(forms.STRETCH, self.take_button, margins=(12, 6, 12, 8)),
            on=self,
            margins=(0, 0, 0, 0),
            spacing=0,
        )

    # --- view ---

    @property
    def power(self) -> str:
        """For whom."""
        return str(self.powers.currentData() or "")

    @property
    def shown(self) -> ReplyRow | None:
        """The reply that is chosen."""
        return next((each.row for each in self.buttons if each.isChecked()), None)

    def show_powers(self, powers: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer these, by id and name."""
        if [self.powers.itemData(row) for row in range(self.powers.count())] != [power for power, _ in powers]:
            self.powers.clear()
            for power, name in powers:
                self.powers.addItem(name, power)
        self.powers.setCurrentIndex(max(0, self.powers.findData(chosen)))
        self.powers.setEnabled(len(powers) > 1)

    def show_searching(self, part: float | None, words: str) -> None:
        """A search is under way, so far; ``None`` where it is not."""
        self._is_searching = part is not None
        self.button.setText(tr("Stop") if self._is_searching else tr("Search"))
        self.progress.setVisible(self._is_searching)
        self.progress.setValue(round(1000 * min(1.0, part or 0.0)))
        self.status.setText(words)

    def show_replies(
        self,
        rows: Sequence[ReplyRow],
        legend: Sequence[str],
        swatches: Mapping[str, Swatch],
    ) -> None:
        """List these; the reply in view stays so where it is still there, else the first is."""
        before = self.shown
        self._clear()
        chosen = next((at for at, row in enumerate(rows) if before is not None and row.orders == before.orders), 0)
        for at, row in enumerate(rows):
            button = ReplyButton(at + 1, row, self._look)
            self.buttons.append(button)
            self._group.addButton(button, at)
            self._list.addWidget(button)
        self._swatches = swatches
        self.legend.show_words(legend)
        for widget in (self.legend, self.others_head, self.take_button):
            widget.setVisible(bool(rows))
        if self.buttons:
            self.buttons[chosen].setChecked(True)

    def forget(self, words: str) -> None:
        """Show no reply any more, and why."""
        self._clear()
        for widget in (self.legend, self.others_head, self.take_button):
            widget.hide()
        self.show_searching(None, words)
        self.reply_shown.emit(None)

    def set_look(self, look: Look) -> None:
        """Set the colours of later contents; the list keeps its own."""
        self._look = look
        self.legend.set_look(look)

    def _clear(self) -> None:
        for each in self.buttons:
            self._group.removeButton(each)
        self.buttons.clear()
        _emptied(self._list)
        _emptied(self._others)

    def _show_others(self) -> None:
        """Show the prospects of the others after the chosen reply."""
        _emptied(self._others)
        row = self.shown
        if row is None:
            return
        for other in row.others:
            most = row.expected[other.power].most
            self._others.addWidget(ProspectBar(other, most, self._swatches.get(other.power), self._look))

    # --- what is asked for ---

    def _pressed(self) -> None:
        if self._is_searching:
            self.stop_requested.emit()
        else:
            self.search_requested.emit(self.power)

    def _toggled(self, _number: int, on: bool) -> None:
        if on:
            self._show_others()
            self.reply_shown.emit(self.shown)

    def _take(self) -> None:
        if self.shown is not None:
            self.take_requested.emit(self.shown)


def _emptied(layout: QVBoxLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        widget = None if item is None else item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


_LEGEND_ROW = 26
"""Pixels from top to bottom."""


class _Legend(FollowsWidth, QWidget):
    """Legend of the colours of the bars."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._words: Sequence[str] = ()
        self.grow_down(QSizePolicy.Policy.Preferred)

    def show_words(self, words: Sequence[str]) -> None:
        """One for each colour."""
        self._words = tuple(words)
        self.setAccessibleName(tr("Bars: {words} centres", words=", ".join(self._words)))
        self.updateGeometry()
        self.update()

    def set_look(self, look: Look) -> None:
        """Paint in *look*."""
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(300, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(100 * growth(self.font())), round(_LEGEND_ROW * growth(self.font())))

    def heightForWidth(self, width: int) -> int:
        """Pixels of all rows, *width* across."""
        places = self._places(width)
        return round(places[-1].bottom()) if places else round(_LEGEND_ROW * growth(self.font()))

    def _places(self, width: int) -> list[QRectF]:
        """Return the places of each word with its square: beside one another, and in a further row where there is no more room."""
        scale, metrics = growth(self.font()), QFontMetricsF(self.font())
        x, y = 12 * scale, 0.0
        found: list[QRectF] = []
        for words in self._words:
            wide = 15 * scale + metrics.horizontalAdvance(words) + 2
            if found and x + wide > width:
                x, y = 12 * scale, y + _LEGEND_ROW * scale
            found.append(QRectF(x, y, wide, _LEGEND_ROW * scale))
            x += wide + 16 * scale
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A square and a word for each."""
        painter = QPainter(self)
        scale = growth(self.font())
        for colour, words, place in zip(band_colours(self._look), self._words, self._places(self.width()), strict=False):
            painter.fillRect(QRectF(place.left(), place.center().y() - 5 * scale, 10 * scale, 10 * scale), colour)
            painter.setPen(self._look.colour("text_soft"))
            painter.drawText(place.adjusted(15 * scale, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()
