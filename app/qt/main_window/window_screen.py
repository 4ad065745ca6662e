"""Screen as commands ask for it: view, zoom, panels and their width, playing the timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from adjudicator.phase import Phase
from app.presentation.theme import theme_named
from app.presentation.window_colours import ThemeError, theme_ids
from app.qt.board_editor.bench_part import BenchPart
from app.qt.main_window.appearance import Appearance
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.game_panel import GameWidget
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.widgets.look import growth
from app.session.errors import CommandError
from app.session.view_options import View
from variants.reader import VariantFolder

if TYPE_CHECKING:
    from app.qt.board.game_page import GamePage


class WindowScreen:
    """Implements ``Screen`` over one main window.

    Args:
        page: the page of the game in front; ``None`` on the start page.
        open_part: opens a panel, a dialog or a page by its name.
        open_own_commands: shows a person's own commands, at one of them.
        bench: the designer's bench.
        open_play_test: shows the play-test page of a variant.
        replies: the panel of best replies and hints.

        compare: shows the page that compares two branches.
        entry_words: the menus on the way to the entry of a command, and its title.
    """

    def __init__(
        self,
        appearance: Appearance,
        page: Callable[[], GamePage | None],
        open_part: Callable[[str], None],
        open_own_commands: Callable[[str], None],
        bench: Callable[[], BenchPart],
        open_play_test: Callable[[str], None],
        replies: Callable[[], RepliesPanel],
        compare: Callable[[str, str, Phase | None], None],
        entry_words: Callable[[str], str],
    ) -> None:
        self._appearance = appearance
        self._page = page
        self._open_part = open_part
        self._open_own_commands = open_own_commands
        self._bench = bench
        self._open_play_test = open_play_test
        self._replies = replies

        self._compare = compare
        self._entry_words = entry_words

    def entry_words(self, command: str) -> str:
        """The menus and the title of a command."""
        return self._entry_words(command)

    @property
    def view(self) -> View:
        """View of boards, as a person chose it."""
        return self._appearance.chosen

    def show_view(self, view: View) -> None:
        """Show all boards so, and remember it.

        Raises:
            CommandError: the theme's file cannot be used; says everything that is wrong with it.
        """
        try:
            theme_named(view.theme)
        except ThemeError as error:
            raise CommandError(str(error)) from error
        self._appearance.show(view)

    @property
    def themes(self) -> Sequence[str]:
        """Every theme there is, in the order of its name."""
        return sorted(theme_ids())

    def fit(self) -> None:
        """The whole board of the game in front."""
        page = self._page()
        if page is not None:
            page.fit()

    def zoom(self, factor: float) -> None:
        """The board of the game in front."""
        page = self._page()
        if page is not None:
            page.zoom(factor)

    def point_to(self, province: str) -> None:
        """On the board of the game in front."""
        page = self._page()
        if page is not None:
            page.point_to(province)

    def show_panel(self, panel: str) -> None:
        """A panel beside the board, a dialog or a page."""
        self._open_part(panel)

    def show_own_commands(self, name: str = "") -> None:
        """A dialog with their texts."""
        self._open_own_commands(name)

    def open_bench(self, path: Path) -> None:
        """In the place of the board."""
        self._bench().open(path)

    def open_file(self, path: Path) -> bool:
        """Open the file in the system's program for it."""
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def show_comparison(self, first: str, second: str, phase: Phase | None) -> None:
        """In the place of the board."""
        self._compare(first, second, phase)

    def open_play_test(self, variant: str) -> None:
        """In the place of the board."""
        self._open_play_test(variant)

    def show_advice(self, power: str, seconds: float | None, count: int, *, as_seat: bool) -> None:
        """Show advice beside the board, as it is found."""
        self._replies().ask(power, seconds, count, as_seat=as_seat)

    def compare_on_bench(self, earlier: VariantFolder, svg: bytes) -> None:
        """On its map and beside it."""
        self._bench().compare(earlier, svg)

    @property
    def has_bench(self) -> bool:
        """True if a page of it is open."""
        return self._bench().page is not None

    def play(self, running: bool) -> None:
        """The timeline of the game in front."""
        page = self._page()
        if page is not None:
            page.timeline.set_playing(running)

    @property
    def is_playing(self) -> bool:
        """True if the timeline of the game in front is running."""
        page = self._page()
        return page is not None and page.timeline.is_playing


LEAST = 410
"""Pixels that the panel has in any case."""
ORDERS, LETTERS = 292, 318
"""Pixels that orders and letters beside one another have, with words of the usual size."""
COLUMN, LETTERS_HIGH = 650, 320
"""Pixels that orders, letters and notes of a seat need above one another, and those of the letters, with words of the usual size."""
MEASURE = 880
"""Pixels from which on the lines of a seat's letters would be too long, with words of the usual size."""
_SHARE_OF_LETTERS, _MOST_LETTERS = 0.45, 520
"""Part of the room beside the board that letters take, and the pixels from which on lines would be too long."""

MOST = 1200
_SHARE_OF_ANALYSIS = 3
"""The panel beside an analysis board has one part of so many of the window's width: the map has the rest."""
SHEET = 300
"""Pixels that a sheet on the other side of the board gets when it comes."""
_LEAST_BOARD = 0.4
"""Part of the window's width that the board keeps beside orders and letters."""
_SEAM = 6
"""Pixels between two panels."""
_EDGE = 6
"""Pixels of a fitted board's edge."""


class _Place(Enum):
    """Place of the letters: beside the orders, below them, or over them with tabs."""

    BESIDE, BELOW, OVER = range(3)


class PanelWidth(QObject):
    """Follows the size of the board in front.

    Args:
        dock: that of the panel.
        centre: what the boards stand in.
        page: the page of the game in front.
        is_at_seat: whether a person's seat is open, whose letters stand in one column with the orders.
    """

    def __init__(
        self,
        window: QMainWindow,
        dock: QDockWidget,
        centre: QWidget,
        page: Callable[[], GamePage | None],
        preferences: Preferences,
        is_at_seat: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(window)
        self._is_at_seat = is_at_seat
        self._place_of_letters: _Place | None = None
        """Their place now; ``None`` for that of the last start."""
        self._lost_room = False
        """True while the letters of a seat are away, since they found no room any more."""
        self._press: QDockWidget | None = None
        """Dock of letters that is watched."""
        self._window = window
        self._dock = dock
        self._centre = centre
        self._page = page
        self._preferences = preferences
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        self._stack_soon = QTimer(self)
        self._stack_soon.setSingleShot(True)
        self._stack_soon.setInterval(0)
        self._stack_soon.timeout.connect(self._stack)
        self._is_dragged = False
        """True while the mouse holds an edge between panels: a seat may open under a button that is held."""
        for watched in (dock, centre, window):
            watched.installEventFilter(self)

    def fit_soon(self) -> None:
        """Give the panel its width as soon as everything has its place."""
        self._soon.start()

    def fit_first(self) -> None:
        """Fit as :meth:`fit_soon` does, for what comes to the front: once before it is painted, or it would be seen to jump."""
        for _ in range(2):  # how high the column of a seat is depends on its width
            self._lay_out()
            self._fit()
        self._lay_out()
        self.fit_soon()

    @property
    def has_room_for_letters(self) -> bool:
        """True if letters find room between the orders and the notes of a seat."""
        return self._page() is not None and self._centre.height() >= COLUMN * growth(self._window.font())

    def _stack(self) -> None:
        letters = self._letters()
        away = self._dock_of("press")
        if away is not None and away is not self._press:
            away.installEventFilter(self)
            self._press = away
        if letters is None and away is not None and self._lost_room and self._is_at_seat() and self.has_room_for_letters:
            away.show()
            letters = self._letters()
        if letters is not None:
            self._lost_room = False
            self._place(letters)
        self._fit_column()

    def _place(self, letters: QDockWidget) -> bool:
        """Put *letters* where they have room, or over the orders with tabs; True where they lie there.

        Those of a seat stand in one column with its orders and notes; all others beside the orders.
        """
        window, dock = self._window, self._dock
        if dock.isFloating():
            return False
        is_at_seat = self._is_at_seat()
        lies_over = not self.has_room_for_letters if is_at_seat else self._would_widen_window(letters)
        wanted = _Place.OVER if lies_over else _Place.BELOW if is_at_seat else _Place.BESIDE
        is_over = letters in window.tabifiedDockWidgets(dock)
        if is_at_seat and lies_over and self._place_of_letters is _Place.BELOW and not is_over:
            # They would lie over the orders and Seal, and Qt would keep them there: it splits no place that has tabs.
            self._place_of_letters, self._lost_room = None, True
            letters.hide()
            return False
        if wanted is self._place_of_letters and is_over is lies_over:
            return lies_over
        is_new = wanted is not _Place.BESIDE or self._place_of_letters is not None or is_over or self._stands_below(letters)
        self._place_of_letters = wanted
        if lies_over and not is_over:
            window.tabifyDockWidget(dock, letters)
            letters.raise_()
        elif not lies_over and is_new:
            window.splitDockWidget(dock, letters, Qt.Orientation.Vertical if is_at_seat else Qt.Orientation.Horizontal)
            for name in ("console", "hooks", "notes", "replies") if not is_at_seat else ():
                below = self._dock_of(name)
                if below is not None and not below.isFloating() and window.dockWidgetArea(below) is Qt.DockWidgetArea.RightDockWidgetArea:
                    window.splitDockWidget(dock, below, Qt.Orientation.Vertical)
        return lies_over

    def _stands_below(self, letters: QDockWidget) -> bool:
        """Return True if *letters* were left in one column with the orders, as at a seat."""
        self._lay_out()
        return letters.y() > self._dock.y() and letters.x() == self._dock.x()

    def _would_widen_window(self, letters: QDockWidget) -> bool:
        """Return True if *letters* beside the orders would go over the window's edge, or leave a board too small to play on."""
        window = self._window
        area = Qt.DockWidgetArea
        least: dict[Qt.DockWidgetArea, int] = {}
        below = 0  # panels below the board stand beside one another, those of another side above one another or as tabs
        for each in window.findChildren(QDockWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if each is letters or not each.isVisible() or each.isFloating():
                continue
            side, wide = window.dockWidgetArea(each), each.minimumSizeHint().width() + _SEAM
            least[side] = max(least.get(side, 0), wide)
            is_in_front = each.x() >= 0  # Qt moves what lies behind another tab out of sight
            below += wide if side is area.BottomDockWidgetArea and is_in_front else 0
        board = max(self._centre.minimumSizeHint().width(), round(_LEAST_BOARD * window.width()))
        board += _SEAM + least.get(area.LeftDockWidgetArea, 0)
        words = growth(window.font())
        orders = max(least.get(area.RightDockWidgetArea, 0), round(ORDERS * words))
        needed = max(board, below) + orders + max(letters.minimumSizeHint().width(), round(LETTERS * words))
        return needed > window.width()

    def _letters(self) -> QDockWidget | None:
        """Return the dock of letters where it stands beside the panel."""
        return self._beside("press")

    def _dock_of(self, name: str) -> QDockWidget | None:
        found: QDockWidget | None = self._window.findChild(QDockWidget, f"dock.{name}", Qt.FindChildOption.FindDirectChildrenOnly)
        return found

    def _beside(self, name: str) -> QDockWidget | None:
        """Return the dock of that name where it can be seen on the panel's side."""
        found = self._dock_of(name)
        if found is None or not found.isVisible() or found.isFloating():
            return None
        return found if self._window.dockWidgetArea(found) is Qt.DockWidgetArea.RightDockWidgetArea else None

    def _lay_out(self) -> None:
        for layout in (self._window.layout(), self._centre.layout()):
            if layout is not None:
                layout.invalidate()
                layout.activate()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the width of a panel that is dragged wider or narrower; another size of the window is shared out again."""
        if watched is self._window:
            if event.type() is QEvent.Type.LayoutRequest:  # a sheet came where all panels were as narrow as they can be
                self._stack_soon.start()
            if isinstance(event, QMouseEvent) and event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
                is_pressed = event.type() is QEvent.Type.MouseButtonPress
                self._is_dragged = is_pressed and self._window.childAt(event.position().toPoint()) is None
            elif event.type() is QEvent.Type.MouseMove and self._is_dragged:
                self._preferences.panel_by_hand = True
        elif watched is self._press:
            if event.type() is QEvent.Type.Show and not event.spontaneous():
                self._place_of_letters = None  # they were asked for, and stay where they find room
        elif event.type() is QEvent.Type.Resize:
            if watched is not self._dock:
                self.fit_soon()
            elif self._is_dragged:
                self._preferences.panel_by_hand = True
        return super().eventFilter(watched, event)

    def _fit_column(self) -> None:
        """Give the orders of a seat and its notes the height of what is written, and its letters the rest."""
        notes, letters, panel = self._beside("notes"), self._letters(), self._dock.findChild(GameWidget)
        if notes is None or panel is None or not self._dock.isVisible() or self._preferences.panel_by_hand:
            return
        if letters is not None and self._place_of_letters is not _Place.BELOW:
            letters = None
        docks = [self._dock, *([letters] if letters is not None else []), notes]
        room = sum(each.height() for each in docks)
        low = min(max(notes.sizeHint().height(), notes.minimumSizeHint().height()), room // 3)
        rest = room - low
        least = round(LETTERS_HIGH * growth(self._window.font())) if letters is not None else 0
        high = rest
        if letters is not None:
            orders = min(panel.height_of_orders, rest - letters.minimumSizeHint().height())  # before letters have their comfort
            high = max(min(panel.height_of_all, rest - least), orders, room // 4)
        shares = [high, *([rest - high] if letters is not None else []), low]
        if any(abs(share - each.height()) > _SEAM for share, each in zip(shares, docks, strict=True)):
            self._window.resizeDocks(docks, shares, Qt.Orientation.Vertical)

    def _fit(self) -> None:
        window, page, dock = self._window, self._page(), self._dock
        docks = window.findChildren(QDockWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        sheets = [each for each in docks if window.dockWidgetArea(each) is Qt.DockWidgetArea.LeftDockWidgetArea]
        sheet = next((each for each in sheets if each.isVisible() and not each.isFloating()), None)
        letters = self._letters()
        if sheet is not None and sheet.width() < SHEET // 2:
            window.resizeDocks([sheet], [SHEET], Qt.Orientation.Horizontal)
        lies_over = letters is not None and self._place(letters)
        self._fit_column()
        if lies_over:
            return
        if page is None or not dock.isVisible() or dock.isFloating() or self._preferences.panel_by_hand:
            return
        board = page.scene.board
        needed = round(page.board.height() * board.width / board.height) + _EDGE
        if letters is not None and self._place_of_letters is _Place.BESIDE:
            words, room = growth(window.font()), page.width() + dock.width() + letters.width() - needed
            wide = round(min(_MOST_LETTERS * words, max(LETTERS * words, room * _SHARE_OF_LETTERS)))
            shares = [max(round(ORDERS * words), min(MOST, room - wide)), wide]
            if shares != [dock.width(), letters.width()]:
                window.resizeDocks([dock, letters], shares, Qt.Orientation.Horizontal)
            return
        wanted = min(MOST, max(LEAST, page.width() + dock.width() - needed))
        if self._is_at_seat():
            wanted = min(wanted, round(MEASURE * growth(window.font())))
        if page.setup is not None:  # an analysis needs the map
            wanted = max(LEAST, min(wanted, window.width() // _SHARE_OF_ANALYSIS))
        if sheet is not None and dock.width() > LEAST:
            # The sheet on the other side needs the room as well.
            window.resizeDocks([sheet, dock], [max(SHEET, sheet.width()), LEAST], Qt.Orientation.Horizontal)
        elif sheet is None and wanted != dock.width():
            window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
