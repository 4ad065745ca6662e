"""What the window remembers from one start to the next: its place, its docks, the view, the last folder."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QMainWindow

from app.game.storage.errors import StorageError
from app.game.storage.settings import Settings
from app.qt.shell.window_place import first_place
from app.view.window_colours import USUAL_THEME

if TYPE_CHECKING:
    from app.session.view_options import View


class Preferences:
    """The settings of the window, under ``window.`` and ``view.``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def theme(self) -> str:
        """The theme of the boards, and with it the look of the window."""
        return self.settings.text("view.theme", USUAL_THEME)

    @property
    def view(self) -> View:
        """How boards were shown last."""
        from app.session.view_options import Colours, Labels, Pace, View  # the first picture does not wait for it

        usual = View()
        labels = self.settings.text("view.labels", usual.labels.value)
        colours = self.settings.text("view.colours", usual.colours.value)
        pace = self.settings.text("view.animation", usual.animation.value)
        return View(
            labels=Labels(labels) if labels in {each.value for each in Labels} else usual.labels,
            orders=self.settings.flag("view.orders", usual.orders),
            tint=self.settings.flag("view.tint", usual.tint),
            preview=self.settings.flag("view.preview", usual.preview),
            animation=Pace(pace) if pace in {each.value for each in Pace} else usual.animation,
            theme=self.theme,
            colours=Colours(colours) if colours in {each.value for each in Colours} else usual.colours,
            patterns=self.settings.flag("view.patterns", usual.patterns),
            letters=self.settings.flag("view.letters", usual.letters),
            pieces=self.settings.text("view.pieces", usual.pieces),
        )

    @view.setter
    def view(self, view: View) -> None:
        """Kept at once: a machine that is switched off asks nobody."""
        self.settings.put("view.labels", view.labels.value)
        self.settings.put("view.orders", view.orders)
        self.settings.put("view.tint", view.tint)
        self.settings.put("view.preview", view.preview)
        self.settings.put("view.animation", view.animation.value)
        self.settings.put("view.theme", view.theme)
        self.settings.put("view.colours", view.colours.value)
        self.settings.put("view.patterns", view.patterns)
        self.settings.put("view.letters", view.letters)
        self.settings.put("view.pieces", view.pieces)
        self._save()

    @property
    def folder(self) -> Path:
        """Where files were opened or saved last."""
        kept = Path(self.settings.text("window.folder", str(Path.home())))
        return kept if kept.is_dir() else Path.home()

    @folder.setter
    def folder(self, folder: Path) -> None:
        self.settings.put("window.folder", str(folder))

    @property
    def panel_by_hand(self) -> bool:
        """Whether somebody chose the width of the panel beside the board; else it has the room that the board leaves."""
        return self.settings.flag("window.panel_by_hand", False)

    @panel_by_hand.setter
    def panel_by_hand(self, by_hand: bool) -> None:
        if by_hand != self.panel_by_hand:
            self.settings.put("window.panel_by_hand", by_hand)

    def restore_place(self, window: QMainWindow) -> None:
        """Put *window* where it was; at its first start it gets a size that it looks well in."""
        if not window.restoreGeometry(self._bytes("window.geometry")):
            window.setGeometry(first_place(window.screen().availableGeometry()))

    def restore_docks(self, window: QMainWindow) -> None:
        """Open the docks that were open, where they were."""
        window.restoreState(self._bytes("window.docks"))

    def keep(self, window: QMainWindow, view: View) -> None:
        """Remember where *window* is, which docks are open, and how boards are shown.

        A disk that takes nothing keeps nobody from leaving.
        """
        self.settings.put("window.geometry", _text(window.saveGeometry()))
        self.settings.put("window.docks", _text(window.saveState()))
        self.view = view

    def _save(self) -> None:
        with contextlib.suppress(StorageError):
            self.settings.save()

    def _bytes(self, name: str) -> QByteArray:
        return QByteArray.fromBase64(QByteArray(self.settings.text(name).encode("ascii", "ignore")))


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")
