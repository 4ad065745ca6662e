"""Palettes over the window: all commands by a few letters, and the search for a province."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.commands.declaring.command import Offer
from app.commands.declaring.own_commands import OwnCommand, own_commands
from app.commands.declaring.registry import COMMANDS, Entry
from app.presentation.fuzzy import ranked
from app.qt.board.window import Window
from app.qt.map.accessibility import announce
from app.qt.panels.panel import WindowPart
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, listed_keys
from app.session.roles import OF_A_TURN, is_at_a_seat
from entente.words.names import place_name
from languages import labelled, sort_key, tr

MOST_SHOWN = 60
ASIDE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Finding:
    """An entry that can be found."""

    key: str
    title: str

    aside: str = ""
    """Text at the right: a shortcut, a code."""

    words: str = ""
    """More words it is found by."""

    name: str = ""
    """Name in scripts and on the command line; a person who types it means this entry."""


class _AsideDelegate(QStyledItemDelegate):
    """Paints the text at the right end of its line."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().paint(painter, option, index)
        aside = index.data(ASIDE)
        if isinstance(aside, str) and aside:
            painter.save()
            painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(option.rect.adjusted(0, 0, -10, 0), right, aside)
            painter.restore()


class PaletteBox(QFrame):
    """A line to type in and what fits below it; over the top of the window.

    Signals:
        chosen(str): a finding was taken; carries its key.
        typed_on(str): Enter was pressed on words that fit nothing.
        dismissed(): Esc was pressed, or the focus went elsewhere.
    """

    chosen = Signal(str)
    typed_on = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget, hint: str, nothing: str) -> None:
        """
        Args:
            hint: what can be typed.
            nothing: text where no entry fits the typed one.
        """
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._findings: Sequence[Finding] = ()
        self.line = AskingLine()
        self.line.setPlaceholderText(hint)
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._narrow)
        self.line.textEdited.connect(self._tell_row)
        self.line.installEventFilter(self)
        self.nothing = forms.label(nothing, "soft", wraps=True)
        self.nothing.setContentsMargins(6, 4, 6, 4)
        self.nothing.hide()
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_AsideDelegate(self.list))
        self.list.itemClicked.connect(lambda item: self.chosen.emit(item.data(Qt.ItemDataRole.UserRole)))
        forms.column(self.line, self.nothing, self.list, on=self, margins=(10, 10, 10, 10))
        self.hide()

    def open_with(self, findings: Sequence[Finding]) -> None:
        """Show the box over its parent, offering *findings*."""
        self._findings = findings
        if self.line.text():  # an empty text that is set again would tell of a moved caret, after which Orca does not name the field
            self.line.setText("")
        self._narrow("")
        parent = self.parentWidget()
        if parent is not None:
            width = min(max(620, self.minimumSizeHint().width()), parent.width() - 80)
            self.setGeometry((parent.width() - width) // 2, 64, width, min(440, parent.height() - 120))
        self.show()
        self.raise_()
        self.line.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remove all typed text, also from undo: the next user of the box may be another person."""
        super().hideEvent(event)
        self.line.setText("")  # clear() could be undone

    def shown(self) -> tuple[str, ...]:
        """The keys of what fits, best first."""
        return tuple(str(self.list.item(number).data(Qt.ItemDataRole.UserRole)) for number in range(self.list.count()))

    def _narrow(self, query: str) -> None:
        self.list.clear()
        found = ranked(query, self._findings, lambda each: each.title, lambda each: each.words, lambda each: each.name)
        self.nothing.setVisible(not found)
        for finding in found[:MOST_SHOWN]:
            item = QListWidgetItem(finding.title)
            item.setData(Qt.ItemDataRole.UserRole, finding.key)
            item.setData(ASIDE, finding.aside)
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)

    def _tell_row(self) -> None:
        """Announce the entry that Enter would take to screen readers: the keys stay in the line."""
        item = cast("QListWidgetItem | None", self.list.currentItem())
        announce(self.line, self.nothing.text() if item is None else " ".join(filter(None, (item.text(), item.data(ASIDE)))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows walk, Enter takes, Esc leaves."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(Qt.Key(event.key()))
        if watched is self.line and event.type() == QEvent.Type.FocusOut and self.isVisible():
            taker = cast("QWidget | None", self.window().focusWidget())
            if taker is None or not self.isAncestorOf(taker):
                self.dismissed.emit()
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                step = 1 if key == Qt.Key.Key_Down else -1
                if self.list.count():
                    self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                    self._tell_row()
                return True
            case Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                step = 8 if key == Qt.Key.Key_PageDown else -8
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                self._tell_row()
                return True
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                item = cast("QListWidgetItem | None", self.list.currentItem())
                if item is not None:
                    self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
                elif self.line.text().strip():
                    self.typed_on.emit(self.line.text().strip())
                return True
            case Qt.Key.Key_Escape:
                self.dismissed.emit()
                return True
            case _:
                return False


PROVINCE = "province"
"""The search for a province, as commands open it."""


class Palettes(WindowPart):
    """Makes each palette when it is first wanted."""

    name = "palette"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self.palette: PaletteBox | None = None
        self.provinces: PaletteBox | None = None
        self._offers: dict[str, tuple[Entry, Offer]] = {}
        self._own: dict[str, OwnCommand] = {}
        self._viewer: str | None = None

    @property
    def names(self) -> Sequence[str]:
        """Its two palettes."""
        return (self.name, PROVINCE)

    def show(self, name: str = "") -> None:
        """Open one of the palettes."""
        if name == PROVINCE:
            self.open_province_search()
        else:
            self.open_palette()

    def follow_session(self) -> None:
        """Close the palettes when the viewer changes, so that no viewer sees the text of another."""
        before, self._viewer = self._viewer, self._host.session.viewer
        if self._viewer != before:
            self._put_away()

    def open_palette(self) -> None:
        """Offer every command that can be used now, a person's own among them."""
        if self.palette is None:
            self.palette = PaletteBox(
                self._host.window,
                tr("Find a command, or write an order and press Enter"),
                tr("No command is called that. Enter tries the line as a command or an order."),
            )
            self.palette.chosen.connect(self._run)
            self.palette.typed_on.connect(self._run_line)
            self.palette.dismissed.connect(self._leave)
        session = self._host.session
        usable = [
            each
            for each in COMMANDS.entries()
            if each.palette and not each.available(session) and (not is_at_a_seat(session) or each.id in OF_A_TURN)
        ]
        findings = [
            Finding(
                each.id, tr(each.title), listed_keys(each.shortcuts), f"{each.id} {each.title} {each.summary} {tr(each.summary)}", each.id
            )
            for each in usable
        ]
        self._offers = {
            f"{each.id} {number}": (each, offer)
            for each in usable
            if each.has_offers and (offers := COMMANDS[each.id].offers) is not None
            for number, offer in enumerate(offers(session))
        }
        for key, (each, offer) in self._offers.items():
            findings.append(Finding(key, labelled(tr(each.title), offer.title), "✓" if offer.chosen else "", each.id))
        self._own = {f"own {each.name}": each for each in own_commands(self._host.session.library.places.commands)}
        for key, own in self._own.items():
            findings.append(Finding(key, own.title.strip(), tr("your own"), f"{own.name} own {own.summary}", own.name))
        self.palette.open_with(sorted(findings, key=lambda each: sort_key(each.title)))

    def open_province_search(self) -> None:
        """Offer every province of the game in front."""
        page = self._host.page
        if page is None:
            return
        if self.provinces is None:
            self.provinces = PaletteBox(self._host.window, tr("Find a province"), tr("This board has no such province."))
            self.provinces.chosen.connect(self._go_to)
            self.provinces.dismissed.connect(self._leave)
        variant = page.document.game.variant
        provinces = variant.board.provinces.values()
        self.provinces.open_with(
            [
                Finding(each.code, place_name(variant, each.code), each.code, " ".join((each.code, each.name, *each.aliases)))
                for each in provinces
            ]
        )

    def _leave(self) -> None:
        self._put_away()
        self._host.focus_board()

    def _put_away(self) -> None:
        for box in (self.palette, self.provinces):
            if box is not None:
                box.hide()

    def _run(self, command_id: str) -> None:
        self._leave()
        if command_id in self._offers:
            command, offer = self._offers[command_id]
            self._host.run(command.id, **offer.arguments)
        elif command_id in self._own:
            self._host.run("own", name=self._own[command_id].name)
        else:
            self._host.trigger(command_id)

    def _run_line(self, line: str) -> None:
        self._leave()
        self._host.run_line(line)

    def _go_to(self, province: str) -> None:
        self._host.run("find", province=province)  # keys go to the board there, and to nothing else in between
        self._leave()
