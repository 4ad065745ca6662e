"""Audit of a game, the latest first: time, act, reason; filtered by kind and words, exported, and shown beside the board."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.game.record import Game
from app.game.trail import TrailKind, deed_words, reason_words
from app.game.versions import Touched
from app.gm.audit_trail import filtered, when_words, zone_of
from app.qt.board.window import Window
from app.qt.panels.panel import Panel
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.look import Look
from languages import mark, sentence, tr

_PADDING, _BESIDE = 14, 22
"""Pixels around the words of a line, from top to bottom and from side to side."""


class AuditWidget(QWidget):
    """The list with its filter.

    Signals:
        export_requested(): what is listed is to be written to a file.
        reason_requested(int): the line of that number in the trail is to be given a reason.
    """

    export_requested = Signal()
    reason_requested = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._game: Game | None = None
        self.kind = forms.styled(QComboBox(), name=tr("Kind of what was done"))
        self.kind.addItem(tr("Everything"), "")
        for deed in TrailKind:
            self.kind.addItem(_heading(deed), str(deed))
        self.kind.currentIndexChanged.connect(lambda _index: self._list())
        self.search = forms.styled(AskingLine(), name=tr("Find in what was done"))
        self.search.setPlaceholderText(tr("Find"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._list())
        self.export = forms.button(tr("Export…"), self.export_requested)
        self.reason = forms.button(
            tr("Reason…"),
            lambda: self._ask(self.list.currentItem()),
            tip=tr("Say why the line that is marked was done (Enter, or a double click on it)"),
        )
        self.list = forms.styled(QTreeWidget(), name=tr("What was done, and why"))
        self.list.itemActivated.connect(self._ask)
        self.list.currentItemChanged.connect(lambda item, _before: self.reason.setEnabled(_number(item) is not None))
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(0)
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.header().sectionResized.connect(lambda *_sizes: self._fit())
        self.zone = forms.label(role="faint")
        forms.column(
            forms.flow(self.kind, (self.search, 1), self.reason, self.export, margins=(10, 8, 10, 8)),
            (self.list, 1),
            self.zone,
            on=self,
            margins=(0, 0, 0, 0),
            spacing=0,
        )
        self.zone.setContentsMargins(12, 4, 12, 6)

    @property
    def deed(self) -> TrailKind | None:
        """The kind that alone is listed; ``None`` for all."""
        chosen = str(self.kind.currentData())
        return TrailKind(chosen) if chosen else None

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of the list, in its sequence."""
        found = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        return tuple(item.text(1) for item in found if item is not None)

    def hasHeightForWidth(self) -> bool:
        """Return False: the list gives way to a second row above it. Qt would take the room from what stands beside it in a column."""
        return False

    def show_game(self, game: Game | None) -> None:
        """List what was done to *game*; nothing for ``None``."""
        if game is None or self._game is None or game.audit != self._game.audit or game.settings != self._game.settings:
            self._game = game
            self._list()

    def set_look(self, look: Look) -> None:
        """Colour in *look*."""
        self._look = look
        self._list()

    def _ask(self, item: QTreeWidgetItem | None) -> None:
        number = _number(item)
        if number is not None:
            self.reason_requested.emit(number)

    def _list(self) -> None:
        self.list.clear()
        self.reason.setEnabled(False)
        game = self._game
        if game is None:
            self.zone.setText("")
            return
        zone, deed = zone_of(game), self.deed
        self.zone.setText(tr("Times are those of {key}.", key=zone.key))
        entries = filtered(game, () if deed is None else (deed,), self.search.text())
        for each in reversed(entries):
            told = deed_words(each.what, game.variant)
            what = sentence(told)
            item = QTreeWidgetItem(
                [
                    when_words(each, zone, with_year=False) or "–",
                    f"{what}\n{reason_words(each.reason, game.variant)}" if each.reason else what,
                ]
            )
            item.setData(0, Qt.ItemDataRole.UserRole, each.number)
            item.setTextAlignment(0, Qt.AlignmentFlag.AlignTop)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignTop)  # on the line of its time
            item.setForeground(0, QBrush(self._look.colour("text_soft")))
            item.setToolTip(1, tr("{deed}, by {by}", deed=_heading(each.deed), by=each.by or tr("the table")))
            self.list.addTopLevelItem(item)
        self._fit()
        if not entries:
            item = QTreeWidgetItem(["", tr("Nothing was noted yet.") if not game.audit else tr("No line matches.")])
            item.setForeground(1, QBrush(self._look.colour("text_faint")))
            self.list.addTopLevelItem(item)

    def _fit(self) -> None:
        """Give each line the height that its words need in the width there is: a tree does not ask for it by itself."""
        width = max(80, self.list.header().sectionSize(1) - _BESIDE)
        metrics = self.list.fontMetrics()
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None:
                room = QRect(0, 0, width, 100_000)
                height = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), item.text(1)).height()
                item.setSizeHint(1, QSize(0, height + _PADDING))


def _number(item: QTreeWidgetItem | None) -> int | None:
    number = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
    return number if isinstance(number, int) else None


def _heading(deed: TrailKind) -> str:
    words = tr(deed.value)
    return sentence(words)


class AuditPanel(Panel):
    """Refused to a viewer of one power; emptied when the game is seen as one."""

    is_made_when_asked_for = True
    name = "audit"
    title = mark("What was done, and why")
    follows = frozenset({Touched.DETAILS})
    width = 330

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = AuditWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.export_requested.connect(lambda: export_trail(host, self.widget))
        self.widget.reason_requested.connect(lambda number: host.run("reason", line=number))

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it, for who may see it."""
        session = self.host.session
        if session.current is None or session.viewer is not None:
            self.host.refuse(tr("Only the game master can see what was done to the game.") if session.current else tr("No game is open."))
            return
        super().show()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        if self.host.session.viewer is not None:
            self.dock.hide()
            self.widget.show_game(None)
        super().follow_session()

    def refresh(self) -> None:
        """List what there is now."""
        session = self.host.session
        if not self.dock.isHidden():
            self.widget.show_game(None if session.current is None or session.viewer is not None else session.shown)

    def set_look(self, look: Look) -> None:
        """Change its colours."""
        self.widget.set_look(look)


def export_trail(host: Window, widget: AuditWidget) -> None:
    """Ask for a file, and write what is listed to it: a table where it ends in .csv, else text."""
    suggestion = str(Path.home() / "what was done.csv")
    chosen, _ = QFileDialog.getSaveFileName(host.window, tr("Export what was done"), suggestion, tr("Table (*.csv);;Text (*.txt)"))
    if chosen:
        host.run("audit", find=widget.search.text(), about=widget.deed, output=Path(chosen))
