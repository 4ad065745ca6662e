"""Screen as commands use it: the view, zoom, panels, playing the timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from adjudicator.phase import Phase
from app.presentation.theme import ThemeError, theme_ids, theme_named
from app.qt.board.game_page import GamePage
from app.qt.board_editor.bench_part import BenchPart
from app.qt.main_window.appearance import Appearance
from app.qt.panels.replies_panel import RepliesPanel
from app.session.errors import CommandError
from app.session.view_options import View
from variants.reader import VariantFolder


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
    ) -> None:
        self._appearance = appearance
        self._page = page
        self._open_part = open_part
        self._open_own_commands = open_own_commands
        self._bench = bench
        self._open_play_test = open_play_test
        self._replies = replies

        self._compare = compare

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
        """Beside the board, as it is found."""
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
