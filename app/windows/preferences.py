"""What the window remembers from one start to the next: its place, its docks, the view, the last folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from app.commands.base.view import Labels, View

if TYPE_CHECKING:
    from app.windows.main_window import MainWindow

FILE = "window.ini"


class Preferences:
    """Kept in one small file of the settings folder."""

    def __init__(self, folder: Path) -> None:
        self._settings = QSettings(str(folder / FILE), QSettings.Format.IniFormat)

    @property
    def view(self) -> View:
        """How boards were shown last."""
        usual = View()
        labels = self._text("view/labels", usual.labels.value)
        return replace(
            usual,
            labels=Labels(labels) if labels in {each.value for each in Labels} else usual.labels,
            orders=self._flag("view/orders", usual.orders),
            tint=self._flag("view/tint", usual.tint),
            preview=self._flag("view/preview", usual.preview),
            theme=self._text("view/theme", usual.theme),
        )

    @view.setter
    def view(self, view: View) -> None:
        for key, value in (
            ("labels", view.labels.value),
            ("orders", view.orders),
            ("tint", view.tint),
            ("preview", view.preview),
            ("theme", view.theme),
        ):
            self._settings.setValue(f"view/{key}", value)

    @property
    def folder(self) -> Path:
        """Where files were opened or saved last."""
        kept = Path(self._text("folder", str(Path.home())))
        return kept if kept.is_dir() else Path.home()

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._settings.setValue("folder", str(folder))

    def restore(self, window: QMainWindow) -> bool:
        """Put *window* where it was, at its first start where it looks well; whether its docks are where they were."""
        geometry, state = self._settings.value("window/geometry"), self._settings.value("window/state")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        else:
            window.resize(1280, 800)
        return isinstance(state, QByteArray) and window.restoreState(state)

    def keep(self, window: MainWindow) -> None:
        """Remember where *window* is and which docks are open."""
        self._settings.setValue("window/geometry", window.saveGeometry())
        self._settings.setValue("window/state", window.saveState())
        self._settings.sync()

    def _text(self, key: str, usual: str) -> str:
        value = self._settings.value(key)
        return value if isinstance(value, str) else usual

    def _flag(self, key: str, usual: bool) -> bool:
        value = self._settings.value(key)
        if isinstance(value, bool):
            return value
        return usual if not isinstance(value, str) else value == "true"
