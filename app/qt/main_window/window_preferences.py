"""Preferences kept from one start to the next: place of the window, docks, view, last folder."""

from __future__ import annotations

import contextlib
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

from app.game.storage.atomic import StorageError
from app.game.storage.settings import Settings
from app.presentation.window_colours import USUAL_THEME
from languages.choosing import AS_THE_SYSTEM

if TYPE_CHECKING:
    from app.session.view_options import View


USUAL_FRAME = QMargins(6, 38, 6, 6)
"""Frame that window systems add to a window, at most, before it is known."""

_LEAST = QSize(1440, 900)
_PLACES = 1
"""Number of the arrangement of docks: what was kept of another is forgotten, as when letters went to the right of the orders."""
_SHARE = 0.88
_TEXT_SIZE = "view.text_size"


def first_place(room: QRect) -> QRect:
    """Return the place of a window that has never been open, without its frame.

    Args:
        room: what is free of the screen.
    """
    inside = room.marginsRemoved(USUAL_FRAME)
    wanted = QSize(round(room.width() * _SHARE), round(room.height() * _SHARE)).expandedTo(_LEAST)
    place = QRect(inside.topLeft(), wanted.boundedTo(inside.size()))
    place.moveCenter(inside.center())
    return place


def within(room: QRect, place: QRect, frame: QMargins) -> QRect:
    """*place* of a window, made smaller and moved as far as needed for it and its *frame* to lie in *room*."""
    inside = room.marginsRemoved(frame)
    found = QRect(place.topLeft(), place.size().boundedTo(inside.size()))
    found.moveRight(min(found.right(), inside.right()))
    found.moveBottom(min(found.bottom(), inside.bottom()))
    found.moveLeft(max(found.left(), inside.left()))
    found.moveTop(max(found.top(), inside.top()))
    return found


_LARGE_SCREEN = QSize(3360, 1890)
"""Pixels of a screen, where none of them is scaled, from which on words of the usual size are too small to be read."""
_PLAIN_DOTS = 100
"""Most dots to the inch of a system that makes words no larger."""


def usual_text_size() -> str:
    """Return the size of words, in per cent, until one is chosen: larger on a large screen that the system does not scale."""
    screen: QScreen | None = QGuiApplication.primaryScreen()  # none before there is an application
    if screen is None:
        return "100"
    room = screen.size()
    is_large = room.width() >= _LARGE_SCREEN.width() and room.height() >= _LARGE_SCREEN.height()
    return "150" if is_large and screen.devicePixelRatio() == 1.0 and screen.logicalDotsPerInch() <= _PLAIN_DOTS else "100"


def keep_on_screen(window: QWidget) -> None:
    """Move and shrink *window*, which is visible and neither maximised nor full screen, so that its frame is on the screen as well."""
    if not window.isVisible() or window.isMaximized() or window.isFullScreen():
        return
    place = within(window.screen().availableGeometry(), window.geometry(), window.windowHandle().frameMargins())
    if place != window.geometry():
        window.setGeometry(place)


class Preferences:
    """The settings of the window, under ``window.`` and ``view.``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def theme(self) -> str:
        """The theme of the boards, and with it the look of the window."""
        return self.settings.text("view.theme", USUAL_THEME)

    @property
    def language(self) -> str:
        """Language that was chosen: its code, or ``system``; known before the view is, for the first words that are seen."""
        return self.settings.text("view.language", AS_THE_SYSTEM)

    @property
    def text_scale(self) -> float:
        """Factor by which words are larger than usual: known before the view is, for the first words that are seen."""
        text = self.settings.text(_TEXT_SIZE, usual_text_size())
        return min(2.0, max(0.8, int(text) / 100)) if text.isdecimal() else 1.0

    @property
    def view(self) -> View:
        """View of boards at the last time; options that the file lacks, or has wrong, are as usual."""
        from app.session.view_options import (
            TextSize,
            View,
            options_of,  # the first picture waits for neither
        )

        kept: dict[str, Any] = {each.field: self._kept(f"view.{each.setting}", each.usual) for each in options_of(View)}
        if not self.settings.text(_TEXT_SIZE):
            kept["text_size"] = TextSize(usual_text_size())
        return View(**kept)

    @view.setter
    def view(self, view: View) -> None:
        """Keep it at once: a machine may be switched off at any time."""
        from app.session.view_options import options_of

        for each in options_of(type(view)):
            value = getattr(view, each.field)
            if f"view.{each.setting}" == _TEXT_SIZE and not self.settings.text(_TEXT_SIZE) and value == usual_text_size():
                continue  # nobody chose it: on another screen it is another
            self.settings.put(f"view.{each.setting}", value if isinstance(value, bool) else str(value))
        self._save()

    def _kept(self, key: str, usual: object) -> object:
        """The value of one setting, of the kind of *usual*."""
        if isinstance(usual, bool):
            return self.settings.flag(key, usual)
        text = self.settings.text(key, str(usual))
        if isinstance(usual, StrEnum):
            return next((each for each in type(usual) if each.value == text), usual)
        return text

    @property
    def folder(self) -> Path:
        """Folder in which files were opened or saved last."""
        kept = Path(self.settings.text("window.folder", str(Path.home())))
        return kept if kept.is_dir() else Path.home()

    @folder.setter
    def folder(self, folder: Path) -> None:
        self.settings.put("window.folder", str(folder))

    @property
    def level(self) -> str:
        """Level of the opponents in the last game against them."""
        return self.settings.text("start.level", "steady")

    @level.setter
    def level(self, level: str) -> None:
        """Kept at once."""
        self.settings.put("start.level", level)
        self._save()

    @property
    def news_seen(self) -> str:
        """The newest version whose news were read; empty at the first start."""
        return self.settings.text("start.news_seen")

    @news_seen.setter
    def news_seen(self, version: str) -> None:
        """Kept at once."""
        self.settings.put("start.news_seen", version)
        self._save()

    @property
    def report_seen(self) -> str:
        """The name of the newest crash report that was offered; empty where none was."""
        return self.settings.text("start.report_seen")

    @report_seen.setter
    def report_seen(self, name: str) -> None:
        """Kept at once."""
        self.settings.put("start.report_seen", name)
        self._save()

    @property
    def panel_by_hand(self) -> bool:
        """True if the user set the width of the panel beside the board; else it has the room that the board leaves."""
        return self.settings.flag("window.panel_by_hand", False)

    @panel_by_hand.setter
    def panel_by_hand(self, by_hand: bool) -> None:
        if by_hand != self.panel_by_hand:
            self.settings.put("window.panel_by_hand", by_hand)

    def restore_place(self, window: QMainWindow) -> None:
        """Move *window* to its earlier place; at its first start it gets a size that it looks well in."""
        if not window.restoreGeometry(self._bytes("window.geometry")):
            window.setGeometry(first_place(window.screen().availableGeometry()))

    def restore_docks(self, window: QMainWindow) -> None:
        """Open the docks that were open, where they were."""
        window.restoreState(self._bytes("window.docks"), _PLACES)

    def keep(self, window: QMainWindow, view: View) -> None:
        """Remember the place of *window*, its open docks, and the view of boards.

        A disk that takes nothing does not stop the end of the program.
        """
        self.settings.put("window.geometry", _text(window.saveGeometry()))
        self.settings.put("window.docks", _text(window.saveState(_PLACES)))
        self.view = view

    def _save(self) -> None:
        with contextlib.suppress(StorageError):
            self.settings.save()

    def _bytes(self, name: str) -> QByteArray:
        return QByteArray.fromBase64(QByteArray(self.settings.text(name).encode("ascii", "ignore")))


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")
