"""Hooks of the game in front: a row of chips, and their log of what each did and got wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QListWidgetItem, QPushButton, QSplitter, QWidget

from adjudicator.variant import Variant
from app.hooks.asking_hooks import LogEntry
from app.qt.widgets import forms
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look
from app.qt.widgets.tables import WholeWords
from entente.words.names import describe_phase
from languages import labelled, mark, tr

NOTHING_DONE = mark("Nothing in this session yet. What a hook refuses, changes or says stands here; a double click opens its text.")
_STOPPED = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class HookLine:
    """A hook as the panel lists it."""

    name: str
    title: str
    state: str
    """``runs, until=1903``; ``switched off: it used the processor for longer than 0.25 seconds (line 3: while True:)``."""

    trouble: bool = False
    stopped: bool = False
    """True if it was switched off for this session, or cannot be asked, and may be tried again."""

    runs: bool = True

    note: str = ""
    """The sentence that its text says of itself: what the rule is, what an exercise asks for."""


class HookWidget(QWidget):
    """Hooks on the left, what they did on the right.

    Signals:
        change_requested(): hooks are to be attached or detached.
        write_requested(): a new hook is to be written.
        again_requested(str): this hook, which was switched off, is to run again.
        edit_requested(str, int): the text of this hook is to be opened, at this line (0 for its start).
    """

    change_requested = Signal()
    write_requested = Signal()
    again_requested = Signal(str)
    edit_requested = Signal(str, int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._entries: tuple[tuple[LogEntry, str], ...] = ()
        """Acts of the hooks, each with its line of the log."""
        self._nothing_done = tr(NOTHING_DONE)
        self.hooks = forms.styled(QListWidget(), name=tr("Hooks of this game"))
        self.hooks.setItemDelegate(WholeWords(self.hooks))
        self.hooks.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hooks.itemActivated.connect(self._open_hook)
        self.log = forms.styled(QListWidget(), name=tr("What they did"))
        self.log.setItemDelegate(WholeWords(self.log))
        self.log.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.log.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.log.itemActivated.connect(self._open_entry)
        self.text_button = forms.button(
            tr("Its text…"), lambda: self._open_hook(self.hooks.currentItem()), tip=tr("Open the text of the hook that is chosen")
        )
        self.text_button.setEnabled(False)
        write = forms.button(tr("Write a hook…"), self.write_requested)
        self.write_button = write
        self.again_button = forms.button(
            tr("Try it again"), self._again, tip=tr("Let a hook run again that was switched off for this session or could not be asked")
        )
        self.again_button.hide()
        self.hooks.currentItemChanged.connect(self._offer)
        buttons = forms.flow(
            forms.button(tr("Rule changes…"), self.change_requested),
            write,
            self.text_button,
            self.again_button,
            forms.STRETCH,
            margins=(8, 0, 8, 8),
        )
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        left, right = QWidget(splitter), QWidget(splitter)
        forms.column(_heading(tr("Hooks of this game")), (self.hooks, 1), on=left, margins=(8, 6, 4, 2))
        forms.column(_heading(tr("What they did")), (self.log, 1), on=right, margins=(4, 6, 8, 2))
        for half in (left, right):
            let_scroll(half)
        splitter.setSizes([360, 560])
        forms.column((splitter, 1), buttons, on=self, margins=(0, 0, 0, 0))

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._list_log()

    def show_hooks(self, lines: Sequence[HookLine]) -> None:
        """List the hooks."""
        row = self.hooks.currentRow()
        self.hooks.clear()
        for line in lines:
            item = QListWidgetItem("\n".join(filter(None, (line.title, line.note, line.state))))
            item.setData(Qt.ItemDataRole.UserRole, line.name)
            item.setData(_STOPPED, line.stopped)
            item.setToolTip(line.name)
            if line.trouble:
                item.setForeground(self._look.colour("bad"))
            elif not line.runs:
                item.setForeground(self._look.colour("text_faint"))
            self.hooks.addItem(item)
        if not lines:
            self.hooks.addItem(_nothing(tr("This game is played by the plain rules.")))
        elif row < len(lines):
            self.hooks.setCurrentRow(row)

    def show_log(self, variant: Variant, entries: Sequence[LogEntry], nothing: str = "") -> None:
        """List what the hooks did, the newest last and in sight.

        Args:
            nothing: what stands there where there is no entry.
        """
        self._entries = tuple((entry, words_of(variant, entry)) for entry in entries)
        self._nothing_done = nothing or tr(NOTHING_DONE)
        self._list_log()

    def _list_log(self) -> None:
        self.log.clear()
        for entry, words in self._entries:
            item = QListWidgetItem(words)
            item.setData(Qt.ItemDataRole.UserRole, (entry.hook, 0 if entry.outcome is None else entry.outcome.line or 0))
            if entry.failed:
                item.setForeground(self._look.colour("bad"))
            self.log.addItem(item)
        if not self._entries:
            self.log.addItem(_nothing(self._nothing_done))
        self.log.scrollToBottom()

    def _offer(self, item: QListWidgetItem | None) -> None:
        self.again_button.setVisible(item is not None and item.data(_STOPPED) is True)
        self.text_button.setEnabled(item is not None and isinstance(item.data(Qt.ItemDataRole.UserRole), str))

    def _again(self) -> None:
        self.again_requested.emit(str(self.hooks.currentItem().data(Qt.ItemDataRole.UserRole)))

    def _open_hook(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(name, str):
            self.edit_requested.emit(name, 0)

    def _open_entry(self, item: QListWidgetItem) -> None:
        place = item.data(Qt.ItemDataRole.UserRole)
        if place is not None:
            self.edit_requested.emit(*place)


def words_of(variant: Variant, entry: LogEntry) -> str:
    """One line of the log, with the line of the text where a hook failed."""
    words = labelled(f"{describe_phase(variant, entry.phase)} · {entry.hook}", entry.text)
    outcome = entry.outcome
    if outcome is not None and outcome.line:
        words += "  " + (
            tr("(line {line}: {text})", line=outcome.line, text=outcome.source_line)
            if outcome.source_line
            else tr("(line {line})", line=outcome.line)
        )
    if outcome is not None and outcome.printed.strip():
        words += "\n    " + tr("printed: {text}", text=" ".join(outcome.printed.split())[:300])
    return words


def _heading(words: str) -> QLabel:
    label = forms.styled(QLabel(words), "subheading")
    label.setWordWrap(True)  # or large words in a narrow half would be scrolled across
    return label


def _nothing(words: str) -> QListWidgetItem:
    item = QListWidgetItem(words)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


MOST = 3
"""Chips beside one another; more are counted."""

MOST_LETTERS = 34
"""Limit of all chips together, so that each can be read whole beside a narrow board."""

EVERYTHING = mark("Everything")


@dataclass(frozen=True, slots=True)
class ChipWords:
    """One chip."""

    name: str
    title: str
    tip: str
    trouble: bool = False


class HookChips(QWidget):
    """Hidden while there is nothing to say.

    Signals:
        pressed(str): the chip of this hook was pressed; empty for the rest of them. viewer_chosen(str): the board is to be seen as this
        power; empty for all.
    """

    pressed = Signal(str)
    viewer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = forms.row(margins=(0, 0, 0, 0), spacing=5)
        self._chips: list[QPushButton] = []
        self.viewer = forms.styled(QComboBox(), name=tr("Shown to"))
        self.viewer.activated.connect(self._chosen)
        self._viewing = QWidget(self)
        forms.row(forms.styled(QLabel(tr("Shown to")), "soft"), (self.viewer, 1), on=self._viewing, margins=(0, 0, 0, 0))
        forms.column(self._row, self._viewing, on=self, margins=(0, 0, 0, 0), spacing=5)
        self.hide()

    def show_chips(self, chips: Sequence[ChipWords]) -> None:
        """Show *chips*, the first few by name."""
        while self._row.count():
            item = self._row.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._chips = []
        count = _fitting(chips)
        for words in chips[:count]:
            self._add(words.title, words.tip, words.name, trouble=words.trouble)
        if len(chips) > count:
            rest = chips[count:]
            self._add(f"+{len(rest)}", "\n".join(each.title for each in rest), "", trouble=any(each.trouble for each in rest))
        self._row.addStretch(1)
        self._show_or_hide()

    def show_viewers(self, powers: Sequence[tuple[str, str]], viewer: str | None, *, offered: bool) -> None:
        """Offer the views of *powers* (id and name)."""
        self.viewer.blockSignals(True)
        self.viewer.clear()
        self.viewer.addItem(tr(EVERYTHING), "")
        for power, name in powers:
            self.viewer.addItem(name, power)
        self.viewer.setCurrentIndex(max(0, self.viewer.findData(viewer or "")))
        self.viewer.blockSignals(False)
        self._viewing.setVisible(offered)
        self._show_or_hide()

    def words(self) -> tuple[str, ...]:
        """Return the words on the chips."""
        return tuple(chip.text().replace("&&", "&") for chip in self._chips)

    def chip(self, number: int) -> QPushButton:
        """One chip."""
        return self._chips[number]

    def _add(self, title: str, tip: str, name: str, *, trouble: bool) -> None:
        chip = forms.button(
            title.replace("&", "&&"),
            lambda _checked=False, name=name: self.pressed.emit(name),
            "hook-trouble" if trouble else "hook",
            tip=plain_tip(tip),
        )
        self._row.addWidget(chip)
        self._chips.append(chip)

    def _show_or_hide(self) -> None:
        self.setVisible(bool(self._chips) or not self._viewing.isHidden())

    def _chosen(self) -> None:
        self.viewer_chosen.emit(str(self.viewer.currentData()))


def _fitting(chips: Sequence[ChipWords]) -> int:
    """Return the number of *chips* that find room: one at least."""
    letters = 0
    for number, words in enumerate(chips[:MOST]):
        letters += len(words.title) + 3
        if number > 0 and letters > MOST_LETTERS:
            return number
    return min(len(chips), MOST)
