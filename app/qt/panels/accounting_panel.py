"""Panel with every received line of a mail: what became of it and why, and the choices for doubtful ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QPushButton, QStyle, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem, QWidget

from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.record import Cursor
from app.game.versions import Change, Touched
from app.gm.order_mails import decision_about, every_line, fate_label, urgent_lines
from app.mail_in.accounting import Accounting, Choice, Fate, LineAccount
from app.mail_in.letter import in_words
from app.qt.board.window import Window
from app.qt.panels.panel import Panel
from app.qt.widgets import forms
from app.qt.widgets.labels import small_font
from app.qt.widgets.look import Look
from app.qt.widgets.tables import RowDelegate
from app.session.errors import CommandError
from languages import labelled, mark, sentence, tr

ROW = Qt.ItemDataRole.UserRole + 1
"""The item's ``ReceivedRow``; items without one are painted as usual."""
_GUTTER = 30
_BESIDE = 6
_ABOVE = 4
_NARROWEST = 80
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALL = 10_000


@dataclass(frozen=True, slots=True)
class ReceivedRow:
    """Row for one line."""

    number: str
    text: str
    fate: str
    reason: str
    ink: str
    """The colour of the fate, as the look names it."""
    is_urgent: bool
    """True if a person has to look at it: its fate is then a filled mark, so that it differs from others without colour too."""


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """Places of the parts of a row."""

    text: QRect
    mark: QRect
    reason: QRect

    @property
    def bottom(self) -> int:
        """The last pixel of the row."""
        return max(self.mark.bottom(), self.reason.bottom()) + _ABOVE


class AccountingDelegate(RowDelegate):
    """Paints the rows of *view*, as wide as it is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return a size as high as all its words need at the view's width."""
        row = index.data(ROW)
        if not isinstance(row, ReceivedRow):
            return super().sizeHint(option, index)
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        width = self._view.viewport().width() - self._view.indentation() * (depth + self._view.rootIsDecorated())
        return QSize(_NARROWEST, places(row, QRect(0, 0, width, _TALL), option.font).bottom)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """One line."""
        row = index.data(ROW)
        if not isinstance(row, ReceivedRow):
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.fillRect(option.rect, self._look.colour("selection" if selected else "hover"))
        at = places(row, option.rect, option.font)
        painter.setFont(option.font)
        painter.setPen(self._look.colour("text_soft"))
        gutter = QRect(option.rect.left() + 2, at.text.top(), _GUTTER - _BESIDE, at.text.height())
        painter.drawText(gutter, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, row.number)
        painter.setPen(self._look.colour("text"))
        painter.drawText(at.text, _WRAPPED, row.text)
        self._paint_mark(painter, at.mark, row, option.font)
        painter.setFont(small_font(option.font))
        painter.setPen(self._look.colour("text" if row.is_urgent else "text_soft"))
        painter.drawText(at.reason, _WRAPPED, row.reason)
        painter.restore()

    def _paint_mark(self, painter: QPainter, mark: QRect, row: ReceivedRow, font: QFont) -> None:
        ink = self._look.colour(row.ink)
        painter.setFont(small_font(font, bold=row.is_urgent))
        if row.is_urgent:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawRoundedRect(mark, 4, 4)
            painter.setPen(QColor("#000000" if ink.lightnessF() > 0.5 else "#ffffff"))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 1))
            painter.drawRoundedRect(mark.adjusted(0, 0, -1, -1), 4, 4)
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, row.fate)


def places(row: ReceivedRow, rect: QRect, font: QFont) -> RowPlaces:
    """Return the places of the parts of *row* in *rect*."""
    left, width = rect.left() + _GUTTER, max(_NARROWEST, rect.width() - _GUTTER - _BESIDE)
    metrics, small, bold = QFontMetrics(font), QFontMetrics(small_font(font)), QFontMetrics(small_font(font, bold=True))
    text = metrics.boundingRect(QRect(0, 0, width, _TALL), _WRAPPED, row.text or " ")
    text_rect = QRect(left, rect.top() + _ABOVE, width, text.height())
    top = text_rect.bottom() + 3
    mark = QRect(QPoint(left, top), QSize(min(width, bold.horizontalAdvance(row.fate) + 12), bold.height() + 2))
    beside = width - mark.width() - _BESIDE
    room = QRect(left, mark.bottom() + 2, width, _TALL)
    if beside >= _NARROWEST:
        room = QRect(mark.right() + _BESIDE, top + 1, beside, _TALL)
    height = small.boundingRect(QRect(0, 0, room.width(), _TALL), _WRAPPED, row.reason).height() if row.reason else 0
    room.setHeight(height)
    return RowPlaces(text_rect, mark, room)


MOST_ROWS = 2_000
MOST_CHOICES = 200
"""Buttons; a mail with more doubtful orders than this is mended by the writer."""

_URGENT = (Fate.WITHDRAWS, Fate.DOUBTFUL, Fate.REFUSED)
_INKS = {
    Fate.TAKEN: "good",
    Fate.GUESSED: "good",
    Fate.LATER: "text",
    Fate.WITHDRAWS: "warning",
    Fate.DOUBTFUL: "warning",
    Fate.REFUSED: "bad",
    Fate.REPEAT: "text_soft",
    Fate.NOT_ORDER: "text_soft",
}
_PLACE = Qt.ItemDataRole.UserRole


_AROUND = QSize(8, 6)
"""Pixels around what stands in a row."""


_GUIDE = (
    mark("Copy a mail with orders, and choose Edit > Paste orders. Or drop mails, or a whole mailbox, on this window."),
    mark("Each line then stands here with what became of it: taken, kept for a later phase, or waiting for your decision."),
    mark("A line that waits has a button for each order that it may mean. Nothing is lost: what was received stays beside the order."),
)
"""Sentences of the panel while nothing was received."""


class AccountingWidget(QWidget):
    """Each line with its fate in words and colour; below a doubtful one a button for each order that it may mean.

    Signals:
        chosen(LineAccount, Choice): a person decided what a line means. paste_requested(): the mail on the clipboard is to come in.
    """

    chosen = Signal(object, object)
    paste_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._accounting = Accounting(())
        self._settled: dict[int, str] = {}
        """Decisions, by the identity of the line."""
        self.buttons: list[QPushButton] = []
        self.summary = forms.label(wraps=True)
        self.urgent = QCheckBox(tr("Only what waits for a decision"))
        self.urgent.toggled.connect(lambda _on: self._fill())
        self.lines = forms.styled(QTreeWidget(), name=tr("Lines that were received"))
        self.lines.setHeaderHidden(True)
        self.lines.setWordWrap(True)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = AccountingDelegate(look, self.lines, self)
        self.lines.setItemDelegate(self._delegate)
        self.lines.viewport().installEventFilter(self)
        self.lines.setRootIsDecorated(False)
        self.lines.setIndentation(14)
        paste = COMMANDS["paste-orders"]
        self.guide, self.paste_button = QWidget(), forms.button(tr(paste.title), self.paste_requested, "primary")
        steps = forms.column(forms.STRETCH, on=self.guide, margins=(0, 0, 0, 0), spacing=14)
        for step in _GUIDE:
            steps.addWidget(forms.label(tr(step), wraps=True))
        steps.addWidget(self.paste_button)
        steps.addStretch(1)
        forms.column(self.summary, self.urgent, (self.lines, 1), (self.guide, 1), on=self, margins=(10, 8, 10, 10), spacing=6)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._delegate.set_look(look)
        self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rows are as high as their words need at the width that they have."""
        if watched is self.lines.viewport() and event.type() is QEvent.Type.Resize:
            self.lines.scheduleDelayedItemsLayout()
        return super().eventFilter(watched, event)

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show what became of a paste or of mails."""
        self.summary.setText(summary)
        self._accounting = accounting
        self._show_guide(on=False)
        self._settled.clear()
        self._fill()

    def forget(self) -> None:
        """Show nothing any more: another game, or another viewer, is in front."""
        self.show_accounting("", Accounting(()))
        self._show_guide(on=True)

    def _show_guide(self, *, on: bool) -> None:
        """Show how mails come in, in place of their lines."""
        self.guide.setVisible(on)
        for each in (self.summary, self.urgent, self.lines):
            each.setHidden(on)

    def settle(self, decided: Mapping[int, str]) -> None:
        """Set the decisions on the doubtful lines, in words, by the identity of each; the others wait (again)."""
        if dict(decided) != self._settled:
            self._settled = dict(decided)
            self._fill()

    @property
    def doubtful(self) -> tuple[LineAccount, ...]:
        """The lines that were received as doubtful, decided or not."""
        return self._accounting.of(Fate.DOUBTFUL)

    @property
    def undecided(self) -> int:
        """Number of doubtful lines that still wait."""
        return sum(id(line) not in self._settled for line in self.doubtful)

    def _fill(self) -> None:
        self.lines.clear()
        self.buttons.clear()
        several = len(self._accounting.letters) > 1
        rows = 0
        for number, letter in enumerate(self._accounting.letters, 1):
            top = self.lines.invisibleRootItem()
            if several:
                who = letter.letter.sender or letter.letter.name or tr("nobody known")
                top = QTreeWidgetItem(self.lines, [tr("Mail {number} from {who}", number=number, who=who)])
                top.setExpanded(True)
            for trouble in letter.letter.troubles:
                self._tint(QTreeWidgetItem(top, [sentence(trouble)]), "bad")
            for line in letter.lines:
                if self.urgent.isChecked() and line.fate not in _URGENT:
                    continue
                rows += 1
                if rows <= MOST_ROWS:
                    self._add(top, line)
        self.lines.expandAll()
        before: QWidget = self.lines
        for button in self.buttons:
            self.setTabOrder(before, button)
            before = button

    def _add(self, top: QTreeWidgetItem, line: LineAccount) -> None:
        settled = self._settled.get(id(line))
        fate = fate_label(line.fate) if settled is None else settled
        reason = line.reason if settled is None else ""
        words = line.words
        said = labelled(fate, reason) if reason else fate
        item = QTreeWidgetItem(top, [f"{line.line}   {words}\n      {said}"])
        is_urgent = line.fate in _URGENT and settled is None
        ink = _INKS[line.fate] if settled is None else "good"
        item.setData(0, ROW, ReceivedRow(str(line.line), words, fate, reason, ink, is_urgent))
        item.setData(0, _PLACE, line.line)
        item.setToolTip(0, f"{in_words(line.text)}\n{said}")
        if line.fate is not Fate.DOUBTFUL or settled is not None:
            return
        for choice in line.choices:
            if len(self.buttons) < MOST_CHOICES:
                row = QTreeWidgetItem(item)
                button = forms.button(
                    str(choice.order),
                    lambda _down=False, line=line, choice=choice: self._choose(line, choice),
                    tip=tr(
                        "Write {order} for {power}, and keep the words that were received beside it", order=choice.order, power=choice.power
                    ),
                )
                self.lines.setItemWidget(row, 0, button)
                button.ensurePolished()
                row.setSizeHint(0, button.sizeHint() + _AROUND)
                self.buttons.append(button)

    def _choose(self, line: LineAccount, choice: Choice) -> None:
        self.chosen.emit(line, choice)

    def _tint(self, item: QTreeWidgetItem, ink: str) -> None:
        item.setForeground(0, QBrush(self._look.colour(ink)))


class AccountingPanel(Panel):
    """The lines that were received last for the game in front. With another game, or for another viewer, nothing of them is visible."""

    is_made_when_asked_for = True
    name = "received"
    title = mark("Received")
    width = 360

    def __init__(self, host: Window) -> None:
        self._of: tuple[Document | None, str | None] = (None, None)
        self._received_at: Cursor | None = None
        super().__init__(host)
        self.widget = AccountingWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.chosen.connect(self._write)
        self.widget.paste_requested.connect(lambda: host.run("paste-orders"))
        self.widget.forget()

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show the account of each line; a notice over the board points to it, without covering it."""
        host = self.host
        self._of = (host.session.current, host.session.viewer)
        self._received_at = host.session.game.last(host.session.branch)
        self.widget.show_accounting(summary, accounting)
        self.follows = frozenset(Touched) if self.widget.doubtful else frozenset()
        pointer = (tr("The panel Received shows every line and what it may mean."),) if urgent_lines(accounting) else ()
        host.report(summary, pointer, every_line(accounting))
        self._settle_soon()
        self.open()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        session = self.host.session
        viewer = None if session.current is None else session.viewer
        if (session.current, viewer) != self._of:
            self._of = (session.current, viewer)
            self.widget.forget()
            self.dock.hide()

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - whatever happened, what is written may be another
        """Update the decisions on doubtful lines, which may be undone, and those that wait, which may have been written in another way."""
        self._settle_soon()

    def set_look(self, look: Look) -> None:
        """Change the colours of the lines."""
        self.widget.set_look(look)

    def _write(self, line: LineAccount, choice: Choice) -> None:
        host = self.host
        arguments: dict[str, object] = {"text": str(choice.order), "power": choice.power, "received": line.text}
        try:
            run_command(host.session, COMMANDS["order"], arguments)
        except CommandError as error:
            host.refuse(str(error))
        finally:
            host.refresh_menus()

    def _settle_soon(self) -> None:
        """A button that was pressed goes away with its row, once its signal has been delivered."""
        QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        """A doubtful line is decided as long as the game has one of its orders for it; undoing that order has it wait again."""
        session = self.host.session
        if session.current is None or session.current is not self._of[0] or session.game.last(session.branch) != self._received_at:
            return
        orders = ((line, decision_about(line, session.open_turn)) for line in self.widget.doubtful)
        self.widget.settle({id(line): tr("decided: {order}", order=order) for line, order in orders if order is not None})
