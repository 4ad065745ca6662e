"""Parts that can be opened in the window by name: panels, dialogs and pages, made when they are first wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPlainTextEdit,
    QSplitter,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.commands.declaring.declare import in_window
from app.commands.declaring.registry import COMMANDS
from app.crash_reports import crash_reports, read_report, when_of
from app.game.storage.atomic import StorageError, write_atomically
from app.game.versions import Change
from app.presentation.keys import BOARD_KEYS
from app.qt.board.window import Window
from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
from app.qt.gm.audit_panel import AuditPanel
from app.qt.gm.compare_part import ComparePart
from app.qt.gm.games_part import AddressBookPart, GamesPart, ServerPart
from app.qt.gm.judge_dialog import JudgePart
from app.qt.gm.results_part import ResultsPart
from app.qt.gm.round_part import RoundPart
from app.qt.hooks.hook_panel import HookPanel
from app.qt.hotseat.notes_panel import NotesPanel
from app.qt.hotseat.phones_part import PhonesPart
from app.qt.hotseat.seats_controller import ProgramPart, SeatsPart
from app.qt.main_window.palettes import Palettes
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.default_lists_panel import DefaultListsPanel
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.panel import LEFT, OpenedByName, Panel, WindowPart, dock_of
from app.qt.panels.press_panel import PressPanel
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.statistics.story_part import PeopleTournamentPart, StoryPart
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons, run_dialog
from app.qt.widgets.labels import listed_keys
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.tables import WholeWords
from languages import mark, system_words, tr

if TYPE_CHECKING:
    from app.qt.main_window.preferences_dialog import PreferencesDialog


_FILE = Qt.ItemDataRole.UserRole
_REPORTS, _NO_REPORTS = (900, 620), (420, 0)
"""Pixels of the dialog with reports, and of one that has none to list."""


class CrashReportsDialog(FittingDialog):
    """Lists the reports in *folder*, the newest first, and shows the text of one: all of it, as its receiver would read it."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Crash reports"))
        self._folder = folder
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.list = forms.styled(QListWidget(), name=tr("Reports"))
        self.list.currentItemChanged.connect(self._show)
        self.text = forms.styled(QPlainTextEdit(), name=tr("Report"))
        self.text.setReadOnly(True)
        self.text.setProperty("fixed", True)
        split = self._split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([240, 660])
        self.copy_button = forms.button(tr("Copy"), self._copy)
        self.save_button = forms.button(tr("Save as…"), self._save)
        self.delete_button = forms.button(tr("Delete"), self._delete)
        close = forms.button(tr("Close"), self.reject)
        row = FlowLayout()
        for each in (self.copy_button, self.save_button, self.delete_button):
            each.setAutoDefault(False)
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(close)
        forms.column(self.words, (split, 1), row, on=self)
        self.fill()
        self.resize(*(_REPORTS if self.list.count() else _NO_REPORTS))

    def fill(self, lead: str = "") -> None:
        """List the reports that there are now.

        Args:
            lead: a sentence that stands before the usual ones.
        """
        self.list.clear()
        for file in crash_reports(self._folder):
            item = QListWidgetItem(when_of(file.name), self.list)
            item.setData(_FILE, str(file))
        promise = tr(
            "These reports are sent to nobody by themselves. Orders, notes, passwords and the names of games and files are left out of "
            "them; read one before you give it to somebody."
        )
        nothing = tr("There are no reports of crashes.")
        self.words.setText(" ".join(each for each in (lead, promise if self.list.count() else nothing) if each))
        for each in (self._split, self.copy_button, self.save_button, self.delete_button):
            each.setVisible(self.list.count() > 0)
        self.list.setCurrentRow(0)
        self._show(self.list.currentItem())

    def _show(self, item: QListWidgetItem | None) -> None:
        for each in (self.copy_button, self.save_button, self.delete_button):
            each.setEnabled(item is not None)
        if item is None:
            self.text.clear()
            return
        try:
            self.text.setPlainText(read_report(Path(item.data(_FILE))))
        except OSError as error:
            self.text.setPlainText(tr("The report cannot be read: {reason}", reason=system_words(error)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _save(self) -> None:
        name = Path(self.list.currentItem().data(_FILE)).name
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save the report"), name, tr("Text (*.txt)"))
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), self.text.toPlainText().encode("utf-8", "replace"), mark("saving the report"))
        except StorageError as error:
            self.words.setText(str(error))

    def _delete(self) -> None:
        try:
            Path(self.list.currentItem().data(_FILE)).unlink(missing_ok=True)
        except OSError as error:
            self.words.setText(tr("The report cannot be deleted: {reason}", reason=system_words(error)))
            return
        self.fill()


class ShortcutsDialog(FittingDialog):
    """Two groups: the board, and the commands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.resize(480, 680)
        self.tree = forms.styled(QTreeWidget(), "lines", name=tr("Keys"))
        self.tree.setHeaderLabels([tr("Key"), tr("What it does")])
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(12)
        self.tree.setItemDelegate(WholeWords(self.tree))
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._group(tr("On the board"), tuple((tr(key), tr(words)) for key, words in BOARD_KEYS))
        with_keys = (each for each in COMMANDS.entries() if each.shortcut)
        self._group(tr("Everywhere"), tuple((listed_keys(each.shortcuts), in_window(tr(each.summary), each.id)) for each in with_keys))
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        forms.column(self.tree, buttons, on=self)

    def _group(self, title: str, rows: tuple[tuple[str, str], ...]) -> None:
        head = QTreeWidgetItem(self.tree, [title])
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        for key, words in rows:
            row = QTreeWidgetItem(head, [key, words])
            for column in (0, 1):  # a key stands beside the first of the lines
                row.setTextAlignment(column, Qt.AlignmentFlag.AlignTop)
        head.setExpanded(True)


class GuidePart(OpenedByName):
    """The guide, at what it says of the game in front."""

    name = "help"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page that is about what is in front."""
        from app.presentation.help_pages import page_about
        from app.qt.widgets.help_window import open_help

        document = self._host.session.current
        page, heading = page_about(None, None) if document is None else page_about(self._host.session.shown, document.cursor)
        open_help(self._host.window, self._host.look, page, heading)


class NewsPart(OpenedByName):
    """News since another version; opened once by itself when the version has changed."""

    name = "what-is-new"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page among those of the help."""
        from app.presentation.help_pages import NEWS
        from app.qt.widgets.help_window import open_help

        open_help(self._host.window, self._host.look, NEWS)


class CrashReportsPart(WindowPart):
    """The reports of crashes; offered by itself at the start after one."""

    name = "crash-reports"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self.dialog: CrashReportsDialog | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """List them."""
        self.offer("")

    def offer(self, lead: str) -> None:
        """Show the newest, with the sentence *lead*; it stays open beside the board."""

        if self.dialog is None:
            self.dialog = CrashReportsDialog(self._host.session.library.places.reports, self._host.window)
        self.dialog.fill(lead)
        self.dialog.show()
        self.dialog.raise_()


class KeysPart(OpenedByName):
    """All keys, those of the board and those of the commands."""

    name = "keys"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """List them."""

        run_dialog(ShortcutsDialog(self._host.window))


class PreferencesPart(WindowPart):
    """Preferences on the look of boards; the dialog stays open beside the board."""

    name = "preferences"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._dialog: PreferencesDialog | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open them, ready to be searched."""
        from app.qt.main_window.preferences_dialog import PreferencesDialog

        if self._dialog is None:
            self._dialog = PreferencesDialog(self._host.session, self._host.run, self._host.window)
        self._dialog.open_at_search()

    @property
    def is_open(self) -> bool:
        """True if they are on the screen."""
        return self._dialog is not None and self._dialog.isVisible()

    def refresh(self) -> None:
        """Show the present values, from wherever they were changed."""
        if self._dialog is not None:
            self._dialog.refresh()

    def follow_session(self) -> None:
        """The game in front may have unit symbols of its own."""
        self.refresh()


class ConformancePart(OpenedByName):
    """The cases of the Diplomacy Adjudicator Test Cases."""

    name = "datc"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page."""
        from app.qt.main_window.conformance_page import open_conformance_page

        open_conformance_page(self._host)


PANELS: tuple[Callable[[Window], WindowPart], ...] = (
    GamePanel,
    ConsolePanel,
    FilePanel,
    HookPanel,
    PressPanel,
    NotesPanel,
    DefaultListsPanel,
    AccountingPanel,
    RepliesPanel,
    Palettes,
    GuidePart,
    KeysPart,
    NewsPart,
    CrashReportsPart,
    PreferencesPart,
    ConformancePart,
    StoryPart,
    PeopleTournamentPart,
    GamesPart,
    AuditPanel,
    ComparePart,
    AddressBookPart,
    ResultsPart,
    ServerPart,
    JudgePart,
    RoundPart,
    BenchPart,
    PlayTestPart,
    SeatsPart,
    PhonesPart,
    ProgramPart,
)
"""Panels at one place follow one another in this sequence."""

Kind = TypeVar("Kind", bound=WindowPart)


class _EmptyRows(QObject):
    """Hides the row of tabs that Qt keeps for sheets on one place while none of them is there: a screen reader finds it without a name."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._look)

    def look_soon(self, _changed: bool = True) -> None:
        """Look again once Qt has put the sheets in their places."""
        self._soon.start()

    def _look(self) -> None:
        for row in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            row.setVisible(row.count() > 0)


class Panels:
    """Makes all of them, some not before they are asked for, and keeps them in step with the game in front."""

    def __init__(self, host: Window) -> None:
        self._host = host
        self._parts: list[WindowPart] = []
        self._waiting: dict[type[Panel], Callable[[Window], WindowPart]] = {}
        self._for_first_game: list[type[Panel]] = []
        """Panels that were open at the last end of the program: they come with a game."""
        docks: list[QDockWidget] = []
        for make in PANELS:
            if isinstance(make, type) and issubclass(make, Panel):
                dock = dock_of(make, host.window)
                if make.area is LEFT:
                    docks.append(dock)
                if make.is_made_when_asked_for:
                    self._waiting[make] = make
                    dock.visibilityChanged.connect(partial(self._make_what_is_seen, make))
                    continue
            self._parts.append(make(host))
        for dock in docks[1:]:  # sheets share one place: beside the board there is no room for two above one another
            host.window.tabifyDockWidget(docks[0], dock)
        game, letters = (dock_of(each, host.window) for each in (GamePanel, PressPanel))
        host.window.splitDockWidget(game, letters, Qt.Orientation.Horizontal)
        for each in (ConsolePanel, HookPanel, NotesPanel, RepliesPanel):  # beside the orders the board keeps its room
            host.window.splitDockWidget(game, dock_of(each, host.window), Qt.Orientation.Vertical)
        rows = _EmptyRows(host.window)
        for dock in docks:
            dock.visibilityChanged.connect(rows.look_soon)
            dock.topLevelChanged.connect(rows.look_soon)
        rows.look_soon()

    def get(self, kind: type[Kind]) -> Kind:
        """The one of that kind."""
        for each in self._waiting:
            if issubclass(each, kind):
                self._make(each)
                break
        return next(each for each in self._parts if isinstance(each, kind))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parts that can be opened."""
        return (*(name for each in self._parts for name in each.names), *(each.name for each in self._waiting))

    def show(self, name: str) -> bool:
        """Open the part of that name, or close it again where it is there; False where there is none."""
        waiting = next((each for each in self._waiting if each.name == name), None)
        if waiting is not None:
            self._make(waiting)
        found = next((each for each in self._parts if name in each.names), None)
        if found is not None:
            found.show(name)
        return found is not None

    def _make(self, kind: type[Panel]) -> None:
        made = self._waiting.pop(kind)(self._host)
        self._parts.append(made)
        made.follow_session()

    def _make_what_is_seen(self, kind: type[Panel], is_seen: bool) -> None:
        """The dock of *kind* came up by itself, as when the window opens as it was left."""
        if is_seen and kind in self._waiting:
            if self._host.session.current is None:
                self._for_first_game.append(kind)
                dock_of(kind, self._host.window).hide()
            else:
                self._make(kind)

    def refresh(self) -> None:
        """Show what there is now."""
        for each in self._parts:
            each.refresh()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        for each in self._parts:
            if each.is_following:
                each.follow_session()
        if self._host.session.current is not None:
            left_open, self._for_first_game = self._for_first_game, []
            for kind in left_open if self._host.session.seating is None else ():  # a seat opens what belongs to it
                dock_of(kind, self._host.window).show()

    def document_changed(self, change: Change) -> None:
        """*change* happened to the game in front."""
        for each in self._parts:
            if each.is_following and change.touches(*each.follows):
                each.document_changed(change)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        for each in self._parts:
            each.set_look(look)

    def close(self) -> None:
        """The window goes."""
        for each in self._parts:
            each.close()
