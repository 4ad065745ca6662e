"""What commands ask of the screen: the view, zoom, panels, playing the timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.session.errors import CommandError
from app.session.view_options import View
from app.view.theme import ThemeError, theme_ids, theme_named

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController


class WindowScreen:
    """Implements ``Screen`` over one main window."""

    def __init__(self, controller: MainController) -> None:
        self._controller = controller

    @property
    def view(self) -> View:
        """How boards are shown now."""
        return self._controller.view

    def show_view(self, view: View) -> None:
        """Show all boards so, and remember it.

        Raises:
            CommandError: the theme's file cannot be used; says everything that is wrong with it.
        """
        try:
            theme_named(view.theme)
        except ThemeError as error:
            raise CommandError(str(error)) from error
        self._controller.show_view(view)

    @property
    def themes(self) -> Sequence[str]:
        """Every theme there is, in the order of its name."""
        return sorted(theme_ids())

    def fit(self) -> None:
        """The whole board of the game in front."""
        page = self._controller.page
        if page is not None:
            page.fit()

    def zoom(self, factor: float) -> None:
        """The board of the game in front."""
        page = self._controller.page
        if page is not None:
            page.zoom(factor)

    def point_to(self, province: str) -> None:
        """On the board of the game in front."""
        page = self._controller.page
        if page is not None:
            page.point_to(province)

    def show_panel(self, panel: str) -> None:
        """A dock, the palette, or the start page."""
        self._controller.show_panel(panel)

    def show_own_commands(self, name: str = "") -> None:
        """A dialog with their texts."""
        from app.qt.shell.own_commands_dialog import open_own_commands

        open_own_commands(self._controller, name)

    def play(self, running: bool) -> None:
        """The timeline of the game in front."""
        page = self._controller.page
        if page is not None:
            page.timeline.set_playing(running)

    @property
    def is_playing(self) -> bool:
        """Whether the timeline of the game in front is running."""
        page = self._controller.page
        return page is not None and page.timeline.is_playing
