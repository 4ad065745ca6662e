"""Goes through the window in the language that nobody speaks, and notes every text that did not go through the catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox, QWidget

from adjudicator.variant import Variant
from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.shell.application import open_main_window
from app.qt.shell.main_controller import MainController
from app.qt.shell.preferences import Preferences
from languages import use
from languages.pseudo import PSEUDO
from languages.wording import VARIABLE
from tests.escaped_sentences import escaped_words, names_of, typed_words
from tests.gui.conftest import shut
from tests.gui.escape.shown_texts import PaintedTexts, shown_texts
from variants.hooks.shipped_hooks import shipped_hooks
from variants.shipped_variants import shipped_ids, standard

OF_QT = {
    "Close Tab",
    "Scroll Left",
    "Scroll Right",
    "Float",
    "Undocks and re-attaches the dock widget",
    "Close",
    "Closes the dock widget",
    "Open",
    "Cancel",
    "OK",
}
"""What Qt says by itself, in the languages that it knows."""

TYPED = {"easy", "steady", "strong", "random", "holding", "movement", "retreats", "builds", "restart", "kill", "stderr", "localhost"}
TYPED |= {
    "main",
    "units",
    "seed",
    "Bots",
    "root",
    "nmr",
    "standard",
    "Greets",
    "PowerName",
    "from",
    "app",
    "session",
    "declaring",
    "registry",
    "example",
    "org",
}
TYPED |= {word for hook in shipped_hooks().values() for each in hook.parameters for word in each.name.split()}
"""Words that are typed and stay as they are: levels, kinds of phases, what is done with a program."""

_WORD = re.compile(r"[A-Za-z]{3,}")
_NO_SENTENCE = re.compile(r"\s*(?:/|entente-game \d|(?:<qt>)?(?:1   )?S1901M \| )")
"""A path, a game, a position in one line."""

Act = Callable[[], object]
Answer = Callable[[QDialog], object]


class Walk:
    """Looks at the window after each step, and at each dialog that comes up.

    Attributes:
        escaped: each text that escaped, after the step and the words of it.
        seen: the classes of the dialogs that were looked at, each with the step that opened the first.
    """

    def __init__(self, controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controller = controller
        self.escaped: list[str] = []
        self.seen: dict[str, str] = {}
        self._place = ""
        self._of_files = False
        self._answers: dict[str, list[Answer]] = {}
        self._always: dict[str, Answer] = {}
        self._names = names_of(standard()) | typed_words() | TYPED
        self.allow(*shipped_ids(), *(each.id.partition("-")[0].capitalize() for each in COMMANDS))
        self._judged: set[str] = set(OF_QT)
        self._painted = PaintedTexts(monkeypatch)
        monkeypatch.setattr(QDialog, "exec", lambda dialog, *_: self._look_and_answer(dialog))
        monkeypatch.setattr(QMessageBox, "exec", lambda dialog, *_: self._look_and_answer(dialog))
        monkeypatch.setattr(QMenu, "exec", lambda menu, *_: self._look_at_menu(menu))
        monkeypatch.setattr(QMenu, "popup", lambda menu, *_: self._look_at_menu(menu))
        for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames", "getExistingDirectory"):
            monkeypatch.setattr(QFileDialog, name, self._file_dialog(name))

    # --- what it does ---

    def go(self, place: str, act: Act = lambda: None, *, of_files: bool = False) -> None:
        """Do *act*, and look at the whole window.

        Args:
            of_files: what comes up holds the text of a file or of the guide, which is in English; what stands there then counts nowhere.
        """
        self._place, self._of_files = place, of_files
        act()
        self.look(self.controller.window)
        for each in QApplication.topLevelWidgets():
            if each is not self.controller.window and each.isVisible() and isinstance(each, QDialog):
                self._see(each)
                each.close()

    def line(self, *lines: str) -> None:
        """Carry out command lines as the console does, looking after each."""
        for each in lines:
            self.go(each, lambda line=each: self.controller.run_line(line))  # type: ignore[misc]

    def panels(self, names: Iterable[str]) -> None:
        """Open each panel, and put it away."""
        for name in names:
            self.go(f"panel {name}", lambda name=name: self.controller.show_panel(name), of_files=name in FILE_PANELS)  # type: ignore[misc]
            self.go(f"panel {name} away", lambda name=name: self.controller.show_panel(name))  # type: ignore[misc]

    def answer(self, dialog: str, *answers: Answer) -> None:
        """What is done in the next dialogs of that class, one after the other; one without an answer is left by Cancel."""
        self._answers.setdefault(dialog, []).extend(answers)

    def always(self, dialog: str, answer: Answer) -> None:
        """What is done in each dialog of that class that has no answer of its own."""
        self._always[dialog] = answer

    # --- what it looks at ---

    def look(self, top: QWidget) -> None:
        """Note what escaped in *top*, as it is seen now."""
        QApplication.processEvents()
        if isinstance(top, QDialog):
            self.seen = {each.__name__: self._place for each in type(top).__mro__} | self.seen
        found = [*shown_texts(top), *self._painted.taken()]
        if self._of_files:
            self._judged |= set(found)  # what is put away stays in the window unseen
        else:
            self.note(found)

    def look_at_all(self) -> None:
        """Note what escaped in the window, in lists that are put away too."""
        self._place = "all at once"
        self.note(shown_texts(self.controller.window, hidden=True))

    def note(self, found: Iterable[str]) -> None:
        """Note those of *found* that escaped."""
        for text in found:
            if text not in self._judged:
                self._judged.add(text)
                if not _NO_SENTENCE.match(text) and (words := escaped_words(text, self._names)):
                    self.escaped.append(f"{self._place}: {', '.join(words)} in {text[:300]!r}")

    def nothing_escaped(self) -> None:
        """Every text went through the catalogue."""
        assert not self.escaped, "\n".join(self.escaped)

    # --- what is no sentence ---

    def allow(self, *words: str) -> None:
        """Names that somebody gave are no sentences."""
        self._names |= {word for each in words for word in _WORD.findall(each)}

    def allow_game(self) -> None:
        """The id of the game in front, and the names on its board."""
        self.allow(self.controller.session.game.id)
        self.allow_board(self.controller.session.game.variant)

    def allow_board(self, variant: Variant) -> None:
        """The names on a board."""
        self._names |= names_of(variant)

    def allow_shelf(self) -> None:
        """The names of the variants."""
        self.allow(*(each.folder.variant.name for each in self.controller.session.shelf.entries() if each.folder is not None))

    # --- dialogs ---

    def _look_and_answer(self, dialog: QDialog) -> int:
        QWidget.show(dialog)
        self._see(dialog)
        for each in type(dialog).__mro__:
            waiting = self._answers.get(each.__name__)
            answer = waiting.pop(0) if waiting else self._always.get(each.__name__)
            if answer is not None:
                answer(dialog)
                break
        if dialog.isVisible():
            dialog.reject()
        return dialog.result()

    def _see(self, dialog: QWidget) -> None:
        self.look(dialog)
        self.look(self.controller.window)

    def _look_at_menu(self, menu: QMenu) -> None:
        self.note(each.text() for each in menu.actions())

    def _file_dialog(self, name: str) -> Callable[..., object]:
        def ask(*given: object, **_: object) -> object:
            self.note(each for each in given if isinstance(each, str) and " " in each)
            return "" if name == "getExistingDirectory" else ([], "") if name == "getOpenFileNames" else ("", "")

        return ask


FILE_PANELS = {"datc", "help", "file", "what-is-new"}
"""Panels and pages that show the text of a file or of the guide."""


@contextmanager
def walking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The real window, seen, in the pseudo language."""
    monkeypatch.setenv(VARIABLE, PSEUDO)
    use(PSEUDO)
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.resize(1366, 768)
    window.show()
    try:
        yield Walk(window.controller, monkeypatch)
    finally:
        shut(window.controller)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        use("en")
