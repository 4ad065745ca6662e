"""Parts that can be opened in the window by name: a panel, a dialog or a page is its file and its entry here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

from app.game.change import Change
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
from app.qt.main_window.pages import ConformancePart, CrashReportsPart, GuidePart, KeysPart, NewsPart, PreferencesPart
from app.qt.main_window.palettes import Palettes
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.default_lists_panel import DefaultListsPanel
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.panel import LEFT, Panel, WindowPart, dock_of
from app.qt.panels.press_panel import PressPanel
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.statistics.story_part import PeopleTournamentPart, StoryPart
from app.qt.widgets.look import Look

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
        game, notes, letters, replies = (dock_of(each, host.window) for each in (GamePanel, NotesPanel, PressPanel, RepliesPanel))
        host.window.splitDockWidget(game, letters, Qt.Orientation.Horizontal)
        for below in (notes, replies):  # beside the orders the board keeps its room
            host.window.splitDockWidget(game, below, Qt.Orientation.Vertical)
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
            each.follow_session()
        if self._host.session.current is not None:
            left_open, self._for_first_game = self._for_first_game, []
            for kind in left_open if self._host.session.seating is None else ():  # a seat opens what belongs to it
                dock_of(kind, self._host.window).show()

    def document_changed(self, change: Change) -> None:
        """*change* happened to the game in front."""
        for each in self._parts:
            each.document_changed(change)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        for each in self._parts:
            each.set_look(look)

    def close(self) -> None:
        """The window goes."""
        for each in self._parts:
            each.close()
