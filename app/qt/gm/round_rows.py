"""Rows in the list of mails of a round: painting of lines with their fate, and the question whose a mail is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QPushButton, QStyle, QStyleOptionViewItem, QWidget

from app.gm.round_sheet import SheetGroup, SheetMail, SheetRow
from app.presentation.round_words import FATE_MARKS
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel, small_font
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.tables import RowDelegate
from languages import tr

ROW = Qt.ItemDataRole.UserRole + 1
"""The item's ``SheetRow``."""
HEAD = Qt.ItemDataRole.UserRole + 2
"""The item's ``GroupHead``."""

_STRIPE, _SIGN, _EDGE, _ABOVE = 4, 26, 10, 4
_TALL = 10_000
_WHOLE = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class GroupHead:
    """Head above the lines of a power."""

    def __init__(self, name: str, beside: str, pill: str, swatch: Swatch | None, *, is_good: bool) -> None:
        self.name = name
        self.beside = beside
        """Sender and time; remarks."""
        self.pill = pill
        """Number of orders that are in, of how many; empty for none."""
        self.swatch = swatch
        self.is_good = is_good
        """True if nothing is missing."""


class RoundDelegate(RowDelegate):
    """Paints heads and lines of *view*, as wide as it is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """A line of words; two or more where a person has to read why."""
        metrics = QFontMetrics(option.font)
        head = index.data(HEAD)
        if isinstance(head, GroupHead):
            return QSize(80, metrics.height() + 16 + (self._rows(head, option.font) - 1) * metrics.height())
        row = index.data(ROW)
        if not isinstance(row, SheetRow):
            return super().sizeHint(option, index)
        height = self._words_height(row, option.font) + 2 * _ABOVE
        return QSize(80, height + (self._why_height(row, option.font) if self._reads_below(row, option.font) else 0))

    def _rows(self, head: GroupHead, font: QFont) -> int:
        """In how many lines the power's name, who sent it and when, and how many orders are in stand."""
        bold = QFont(font)
        bold.setBold(True)
        swatch = 22 if head.swatch is not None else 0
        room = self._view.viewport().width() - 2 * _EDGE - 20 - swatch
        name, beside = QFontMetrics(bold).horizontalAdvance(head.name), QFontMetrics(small_font(font)).horizontalAdvance(head.beside) + 8
        pill = self._pill_width(head, font)
        if name + beside + pill <= room:
            return 1
        if name + pill > room and beside + pill <= room:
            return 2
        lines = self._beside_height(head, font, room) // QFontMetrics(font).height() + 1
        return lines + (1 if name + pill <= room else 2)

    def _beside_height(self, head: GroupHead, font: QFont, room: int) -> int:
        """Pixels, less one, of who sent it and when, in as many lines as that takes."""
        return QFontMetrics(small_font(font)).boundingRect(QRect(0, 0, max(80, room), _TALL), _WRAPPED, head.beside).height() - 1

    def _pill_width(self, head: GroupHead, font: QFont) -> int:
        return QFontMetrics(small_font(font, bold=True)).horizontalAdvance(head.pill) + 24 if head.pill else 0

    def _reads_below(self, row: SheetRow, font: QFont) -> bool:
        """Return True if the reading of a line stands below it: where the game master decides, or there is no room beside it."""
        width = self._view.viewport().width() - _SIGN - _STRIPE - _EDGE
        return row.needs or QFontMetrics(small_font(font)).horizontalAdvance(row.reading) > width - _words_width(width) - 6

    def _words_height(self, row: SheetRow, font: QFont) -> int:
        """Pixels of the words that were received: whole where a person is asked about them, else one line."""
        line = QFontMetrics(font).height()
        if not row.needs:
            return line
        room = QRect(0, 0, max(80, self._view.viewport().width() - _SIGN - _STRIPE - _EDGE), _TALL)
        return max(line, QFontMetrics(_fixed(font)).boundingRect(room, _WHOLE, row.words).height())

    def _why_height(self, row: SheetRow, font: QFont) -> int:
        room = QRect(0, 0, max(80, self._view.viewport().width() - _SIGN - _STRIPE - _EDGE), _TALL)
        return QFontMetrics(small_font(font)).boundingRect(room, _WRAPPED, row.reading).height() + 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """One head or one line."""
        head, row = index.data(HEAD), index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(head, GroupHead):
            self._paint_head(painter, option, head, is_open=self._view.isExpanded(index))
        elif isinstance(row, SheetRow):
            self._paint_row(painter, option, row)
        else:
            super().paint(painter, option, index)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, head: GroupHead, *, is_open: bool) -> None:
        whole, look, rows = option.rect, self._look, self._rows(head, option.font)
        rect = QRect(whole)
        line = QFontMetrics(option.font).height()
        rect.setHeight(whole.height() - (rows - 1) * line)
        painter.fillRect(whole, look.colour("selection" if option.state & QStyle.StateFlag.State_Selected else "sunken"))
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        left = rect.left() + _EDGE
        if head.swatch is not None:
            side = 14
            head.swatch.paint(painter, QRect(left, rect.center().y() - side // 2, side, side), 3.0, 1.6)  # type: ignore[arg-type]
            left += side + 8
        right = rect.right() - _EDGE
        painter.setPen(look.colour("text_soft"))
        painter.setFont(option.font)
        painter.drawText(QRect(right - 12, rect.top(), 12, rect.height()), Qt.AlignmentFlag.AlignCenter, "▾" if is_open else "▸")
        right -= 20
        bold = QFont(option.font)
        bold.setBold(True)
        low = QRect(whole.left(), rect.bottom() - 6, whole.width(), line)
        end = right
        needed = QFontMetrics(bold).horizontalAdvance(head.name) + self._pill_width(head, option.font)
        if head.pill and rows > 1 and left + needed > right:
            before_pill = self._paint_pill(painter, head, low if rows == 2 else low.translated(0, (rows - 2) * line), right, option.font)
            end = before_pill if rows == 2 else end
        elif head.pill:
            right = self._paint_pill(painter, head, rect, right, option.font)
        painter.setFont(bold)
        painter.setPen(look.colour("text"))
        name = QFontMetrics(bold).elidedText(head.name, Qt.TextElideMode.ElideRight, max(20, right - left))
        painter.drawText(QRect(left, rect.top(), right - left, rect.height()), Qt.AlignmentFlag.AlignVCenter, name)
        place = QRect(left, low.top(), end - left, whole.bottom() - low.top())
        if rows == 1:
            left += QFontMetrics(bold).horizontalAdvance(name) + 8
            place = QRect(left, rect.top(), right - left, rect.height())
        painter.setFont(small_font(option.font))
        painter.setPen(look.colour("text_soft"))
        if rows > 1:
            painter.drawText(place, _WRAPPED, head.beside)
            return
        said = QFontMetrics(painter.font()).elidedText(head.beside, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, said)

    def _paint_pill(self, painter: QPainter, head: GroupHead, rect: QRect, right: int, font: QFont) -> int:
        small = small_font(font, bold=True)
        metrics = QFontMetrics(small)
        width, height = metrics.horizontalAdvance(head.pill) + 16, metrics.height() + 4
        box = QRect(right - width, rect.center().y() - height // 2, width, height)
        ink = self._look.colour("good" if head.is_good else "warning")
        painter.setPen(QPen(ink, 1))
        painter.setBrush(self._look.colour("raised" if head.is_good else "warning_soft"))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setFont(small)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, head.pill)
        return box.left() - 8

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: SheetRow) -> None:
        rect, look, mark = option.rect, self._look, FATE_MARKS[row.fate]
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("selection" if is_selected else "hover"))
        elif mark.tint:
            painter.fillRect(rect, look.colour(mark.tint))
        painter.fillRect(QRect(rect.left(), rect.top(), _STRIPE, rect.height()), look.colour(mark.ink))
        bold = QFont(option.font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(look.colour("text_soft" if mark.soft else mark.ink))
        line = QFontMetrics(option.font).height()
        top = rect.top() + _ABOVE
        painter.drawText(QRect(rect.left() + _STRIPE, top, _SIGN - _STRIPE, line), Qt.AlignmentFlag.AlignCenter, mark.sign)
        left, width = rect.left() + _SIGN + _STRIPE, rect.width() - _SIGN - _STRIPE - _EDGE
        words = _fixed(option.font)
        below = self._reads_below(row, option.font)
        first = width if below else _words_width(width)
        painter.setFont(words)
        painter.setPen(look.colour("text_soft" if mark.soft else "text"))
        high = self._words_height(row, option.font)
        if row.needs:
            painter.drawText(QRect(left, top, first, high), _WHOLE, row.words)
        else:
            shown = QFontMetrics(words).elidedText(row.words, Qt.TextElideMode.ElideRight, first)
            painter.drawText(QRect(left, top, first, line), Qt.AlignmentFlag.AlignVCenter, shown)
        small = small_font(option.font)
        painter.setFont(small)
        painter.setPen(look.colour("text" if row.needs else "text_soft"))
        if below:
            painter.drawText(QRect(left, top + high, width, rect.height() - high), _WRAPPED, row.reading)
        else:
            beside = QRect(left + first + 6, top, width - first - 6, line)
            reading = QFontMetrics(small).elidedText(row.reading, Qt.TextElideMode.ElideRight, beside.width())
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, reading)


def _words_width(width: int) -> int:
    """Pixels for what was received, of *width* for that and what it was read as."""
    return round(width * 0.52) - 6


def _fixed(font: QFont) -> QFont:
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPointSizeF(max(7.0, font.pointSizeF() * 0.94) if font.pointSizeF() > 0 else 9.0)
    return fixed


class WhoseRow(QWidget):
    """A list of the powers, the one that the mail writes for first, else those without a mail; then a press for each answer.

    Signals:
        given(int, str): the mail of that number is that power's, this once. learnt(int, str): the same, and mails from its address are that
        power's from now on. disowned(int): it belongs to no power here.
    """

    given = Signal(int, str)
    learnt = Signal(int, str)
    disowned = Signal(int)

    def __init__(self, mail: SheetMail, groups: Sequence[SheetGroup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = mail.number
        self.powers = forms.styled(QComboBox(), name=tr("Whose mail is it?"))
        for group in sorted(groups, key=lambda group: (group.power not in mail.claims, bool(group.mails))):
            self.powers.addItem(group.name, group.power)
        self.learn_button = self._button(tr("Theirs from now on"), tr("Mails from this address are read as theirs from now on"))
        self.learn_button.clicked.connect(lambda: self.learnt.emit(self._number, str(self.powers.currentData())))
        self.button = self._button(tr("Theirs this once"), tr("Only this mail is read as theirs"))
        self.button.clicked.connect(lambda: self.given.emit(self._number, str(self.powers.currentData())))
        self.not_ours_button = self._button(tr("Not ours"), tr("The mail stays with its words, and is asked about no longer"))
        self.not_ours_button.clicked.connect(lambda: self.disowned.emit(self._number))
        self.learn_button.setEnabled(mail.has_address)
        forms.column(
            forms.row((PlainLabel(mail.sender), 1), self.powers),
            forms.flow(self.learn_button, self.button, self.not_ours_button),
            on=self,
            margins=(30, 2, 10, 6),
        )

    def _button(self, words: str, tip: str) -> QPushButton:
        return forms.button(words, role="choice", tip=tip)
