"""Invitation of a table as a QR code with its address and word: in its dialog, and on the board while the table talks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.hotseat.table import TableInvitation
from app.qt.widgets import forms
from app.qt.widgets.window_style import display_type
from languages import tr

if TYPE_CHECKING:
    from app.web.page_parts import QrCode

_PAPER, _DOTS = "#ffffff", "#1d2733"
"""Colours of a code, which every camera has to read by day and by night."""
_SHARES = (1.0, 0.85, 0.7, 0.55)
"""Sizes of the words that are tried, of the wished one, until the card fits on its board."""
_MARGIN = 20
"""Pixels between the card and the corner of the board."""


class QrPicture(QWidget):
    """A QR code, as large as there is room."""

    def __init__(self, least: int = 280) -> None:
        super().__init__()
        self._code: QrCode | None = None
        self.setMinimumSize(least, least)

    def show_code(self, code: QrCode) -> None:
        """Show *code*."""
        if code != self._code:
            self._code = code
            self.setAccessibleName(code.label)
            self.update()

    def sizeHint(self) -> QSize:
        """Large enough to be scanned from some steps away."""
        return QSize(360, 360)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's words
        """Paint the dark modules on light ground."""
        if self._code is None:
            return
        painter = QPainter(self)
        side = min(self.width(), self.height())
        step = side / self._code.side
        painter.fillRect(QRectF(0, 0, side, side), QColor(_PAPER))
        painter.scale(step, step)
        for x, y in self._code.modules:
            painter.fillRect(QRectF(x, y, 1.02, 1.02), QColor(_DOTS))


class InviteCard(QFrame):
    """Lies over a corner of the board while seats are free for phones.

    Args:
        board: the board.
    """

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        forms.styled(self, "card")
        self.setAutoFillBackground(True)
        self._board = board
        self._shown: TableInvitation | None = None
        self.code = QrPicture(120)
        self.title = forms.label(tr("Scan to sit down"))
        self.address, self.word = forms.label(), forms.label()
        self._table_word = forms.label(tr("Table password"), "soft")
        words = forms.column(self.title, self.address, self._table_word, self.word, forms.STRETCH, spacing=6)
        forms.row(self.code, words, on=self, margins=(14, 14, 18, 14), spacing=16)
        self.hide()

    def show_invitation(self, invitation: TableInvitation | None) -> None:
        """Show *invitation*, or nothing."""
        if invitation is not None and invitation != self._shown:
            from app.web.page_parts import qr_code  # with a library for pages

            self.code.show_code(qr_code(invitation.link, tr("QR code of the table")))
            self.address.setText(invitation.address)
            self.word.setText(invitation.word)
        self._shown = invitation
        self.setVisible(invitation is not None)
        self.place()

    def place(self) -> None:
        """In the corner at the lower left, with a code as high as a third of the board."""
        board = self._board
        if self.isHidden():
            return
        side = max(120, min(360, min(board.width(), board.height()) // 3))
        self.code.setFixedSize(side, side)
        points = self.font().pointSizeF() * max(1.0, side / 200)
        room = board.width() - 2 * _MARGIN
        for share in _SHARES:
            self._write(points * share)
            if self.sizeHint().width() <= room:
                break
        self.adjustSize()
        self.setFixedWidth(min(self.sizeHint().width(), room))
        self.move(_MARGIN, board.height() - self.height() - _MARGIN)
        self.raise_()

    def _write(self, points: float) -> None:
        """Give the words their size, so that the card knows at once how wide it is: a style sheet waits for its widget to be shown."""
        self.title.setStyleSheet(display_type(points * 1.5))
        self.address.setStyleSheet(f"font-size: {points * 1.1:.1f}pt; font-weight: 600;")
        self._table_word.setStyleSheet(f"font-size: {points:.1f}pt;")
        self.word.setStyleSheet(display_type(points * 2))
        for each in (self.title, self.address, self._table_word, self.word):
            each.ensurePolished()
            each.updateGeometry()
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        layout.activate()
