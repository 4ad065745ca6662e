"""Goes through the window in the language that nobody speaks, with usual and with large words, and collects what is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox, QWidget

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.shell.application import open_main_window
from app.qt.shell.main_controller import MainController
from app.qt.shell.preferences import Preferences
from app.qt.widgets import fitting_dialog
from languages import use
from languages.pseudo import PSEUDO
from languages.wording import VARIABLE
from tests.gui.conftest import shut
from tests.gui.room.cut_texts import Shortened, cut_texts

SCREEN = QSize(1366, 768)
SIZES = ("100", "200")


class Walk:
    """Looks at the window after each step, and at each dialog that comes up."""

    def __init__(self, controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controller = controller
        self.cut: list[str] = []
        """What is cut off, each once, with the place where it was seen first."""
        self._found: set[str] = set()
        self.answers: dict[type[QDialog], Callable[[Any], object]] = {}
        """What is done with a dialog of that kind once it was looked at; others are left with Esc."""
        self._place = ""
        self._shortened = Shortened(monkeypatch)
        monkeypatch.setattr(fitting_dialog, "room_for", lambda _dialog: SCREEN)
        monkeypatch.setattr(QDialog, "exec", lambda dialog, *_: self._look_and_leave(dialog))
        monkeypatch.setattr(QMessageBox, "exec", lambda dialog, *_: self._look_and_leave(dialog))
        monkeypatch.setattr(QMenu, "exec", lambda *_: None)
        monkeypatch.setattr(QMenu, "popup", lambda *_: None)
        for name, answer in (
            ("getOpenFileName", ("", "")),
            ("getSaveFileName", ("", "")),
            ("getOpenFileNames", ([], "")),
            ("getExistingDirectory", ""),
        ):
            monkeypatch.setattr(QFileDialog, name, lambda *_, answer=answer, **__: answer)

    def go(self, place: str, act: Callable[[], object]) -> None:
        """Do *act*, and look at everything that is on the screen then."""
        self._place = place
        QApplication.clipboard().clear()  # what another step put there is no part of this one
        act()
        self.look(self.controller.window)
        for each in QApplication.topLevelWidgets():
            if each is not self.controller.window and each.isVisible() and isinstance(each, QDialog):
                self.look(each)
                each.close()

    def look(self, top: QWidget) -> None:
        """Note what is cut off in *top*."""
        for _ in range(8):  # what grows lets others grow
            QApplication.processEvents()
        self._shortened.found.clear()
        top.grab()
        found = [*cut_texts(top), *self._shortened.found]
        if top.width() > SCREEN.width() or top.height() > SCREEN.height():
            found.append(f"{type(top).__name__} is larger than the screen: {top.width()} x {top.height()}")
        self.cut += [f"{self._place}: {each}" for each in dict.fromkeys(found) if each not in self._found]
        self._found.update(found)

    def nothing_is_cut(self) -> None:
        """Fail with every place where something is cut off."""
        assert not self.cut, "\n" + "\n".join(self.cut)

    def _look_and_leave(self, dialog: QDialog) -> int:
        QWidget.show(dialog)
        self.look(dialog)
        answer = self.answers.get(type(dialog))
        if answer is None:
            dialog.reject()
        else:
            answer(dialog)
            dialog.hide()
        return dialog.result()


@contextmanager
def walking(size: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """A window of a small laptop in that language, with words of *size* per cent."""
    monkeypatch.setenv(VARIABLE, PSEUDO)
    use(PSEUDO)
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    controller = window.controller
    window.resize(SCREEN)
    window.show()
    controller.run_line(f"text-size {size}")
    try:
        yield Walk(controller, monkeypatch)
    finally:
        controller.run_line("text-size 100")
        shut(controller)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        use("en")
