"""Goes through the window in the pseudo language, and notes every text that did not go through the catalogue or is cut off."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QMenu, QMessageBox, QWidget

from adjudicator.variant import Variant
from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.widgets import dialogs
from languages import use
from languages.pseudo import PSEUDO
from languages.wording import VARIABLE
from tests.escaped_sentences import escaped_words, names_of, typed_words
from tests.gui.conftest import shut
from tests.gui.words.cut_texts import SCREEN, cut_in_list, cut_in_menu, cut_texts
from tests.gui.words.nameless import nameless
from tests.gui.words.painted_texts import PaintedTexts
from tests.gui.words.shown_texts import shown_texts
from variants.catalogue import shipped_ids, shipped_source, standard
from variants.hooks.hook_text import shipped_hooks
from variants.source import MANIFEST

SIZES = ("100", "200")
"""Of words, in per cent."""

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
"""Qt's own texts, in the languages that it knows."""

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
    "owners",
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
        cut: each text that is cut off, once, after the step where that was seen first.
        unnamed: each field that a screen reader could say nothing of, likewise.
        seen: the classes of the dialogs that were looked at, each with the step that opened the first.
    """

    def __init__(self, controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controller = controller
        self.escaped: list[str] = []
        self.cut: list[str] = []
        self.unnamed: list[str] = []
        self.seen: dict[str, str] = {}
        self._place = ""
        self._of_files = False
        self._answers: dict[str, list[Answer]] = {}
        self._always: dict[str, Answer] = {}
        self._names = names_of(standard()) | typed_words() | TYPED
        self.allow(*shipped_ids(), *(each.id.partition("-")[0].capitalize() for each in COMMANDS))
        self._judged: set[str] = set(OF_QT)
        self._known_cuts: set[str] = set()
        self._known_unnamed: set[str] = set()
        self._known_lists: set[tuple[object, ...]] = set()
        self._painted = PaintedTexts(monkeypatch)
        monkeypatch.setattr(dialogs, "room_for", lambda _dialog: SCREEN)
        monkeypatch.setattr(QDialog, "exec", lambda dialog, *_: self._look_and_answer(dialog))
        monkeypatch.setattr(QMessageBox, "exec", lambda dialog, *_: self._look_and_answer(dialog))
        monkeypatch.setattr(QMenu, "exec", lambda menu, *_: self.look_at_menu(menu))
        monkeypatch.setattr(QMenu, "popup", lambda menu, *_: self.look_at_menu(menu))
        for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames", "getExistingDirectory"):
            monkeypatch.setattr(QFileDialog, name, self._file_dialog(name))

    # --- what it does ---

    def go(self, place: str, act: Act = lambda: None, *, of_files: bool = False) -> None:
        """Do *act*, and look at the whole window.

        Args:
            of_files: what comes up holds the text of a file or of the guide, which is in English; no word that stands there then escaped.
        """
        self._place, self._of_files = place, of_files
        QApplication.clipboard().clear()  # what another step put there is no part of this one
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
        """Open each panel, and close it."""
        for name in names:
            self.go(f"panel {name}", lambda name=name: self.controller.show_panel(name), of_files=name in FILE_PANELS)  # type: ignore[misc]
            self.go(f"panel {name} away", lambda name=name: self.controller.show_panel(name))  # type: ignore[misc]

    def answer(self, dialog: str, *answers: Answer) -> None:
        """Set the answers to the next dialogs of that class, one after the other; one without an answer is left by Cancel."""
        self._answers.setdefault(dialog, []).extend(answers)

    def always(self, dialog: str, answer: Answer) -> None:
        """Set the answer to each dialog of that class that has none of its own."""
        self._always[dialog] = answer

    # --- what it looks at ---

    def look(self, top: QWidget) -> None:
        """Note what escaped and what is cut off in *top*, as it is seen now."""
        for _ in range(8):  # what grows lets others grow
            QApplication.processEvents()
        if isinstance(top, QDialog):
            self.seen = {each.__name__: self._place for each in type(top).__mro__} | self.seen
        self._look_for_cuts(top)
        self.unnamed += [f"{self._place}: {each}" for each in nameless(top) if each not in self._known_unnamed]
        self._known_unnamed.update(nameless(top))
        found = [*shown_texts(top), *self._painted.taken()]
        if self._of_files:
            self._judged |= set(found)  # what is put away stays in the window unseen
        else:
            self.note(found)

    def _look_for_cuts(self, top: QWidget) -> None:
        elsewhere = self._painted.cut_ones()  # on paper and in pictures
        patience = QDeadlineTimer(2000)  # what a clock or a font still moves comes to rest
        while not self._known_cuts.issuperset(found := self._cuts_of(top)) and not patience.hasExpired():
            QApplication.processEvents()
        found += elsewhere
        found += self._cuts_in_lists(top)
        if not top.isFullScreen() and (top.width() > SCREEN.width() or top.height() > SCREEN.height()):
            found.append(f"{type(top).__name__} is larger than the screen: {top.width()} x {top.height()}")
        self._note_cuts(found)

    def _cuts_of(self, top: QWidget) -> list[str]:
        with self._painted.settled():
            top.grab()
        return [*cut_texts(top), *self._painted.cut_ones()]

    def _cuts_in_lists(self, top: QWidget) -> list[str]:
        """Of the boxes of choices that are seen now; each list is opened once."""
        found = []
        for box in top.findChildren(QComboBox):
            choices = (box.width(), *(box.itemText(number) for number in range(box.count())))
            if box.isVisible() and box.isEnabled() and choices not in self._known_lists:
                self._known_lists.add(choices)
                found += cut_in_list(box)
        return found

    def _note_cuts(self, found: Iterable[str]) -> None:
        new = [each for each in dict.fromkeys(found) if each not in self._known_cuts]
        self.cut += [f"{self._place}: {each}" for each in new]
        self._known_cuts.update(new)

    def look_at_menu(self, menu: QMenu) -> None:
        """Note what escaped in *menu*, and whether it is wider than the screen."""
        self.note(each.text() for each in menu.actions())
        self._note_cuts(cut_in_menu(menu))

    def look_at_all(self) -> None:
        """Note all that escaped in the window, in closed lists too."""
        self._place = "all at once"
        self.note(shown_texts(self.controller.window, hidden=True))

    def note(self, found: Iterable[str]) -> None:
        """Note those of *found* that escaped."""
        for text in found:
            if text not in self._judged:
                self._judged.add(text)
                if not _NO_SENTENCE.match(text) and (words := escaped_words(text, self._names)):
                    self.escaped.append(f"{self._place}: {', '.join(words)} in {text[:300]!r}")

    def all_is_well(self) -> None:
        """Every text went through the catalogue, and has room."""
        wrong = [*(f"escaped {each}" for each in self.escaped), *(f"cut off {each}" for each in self.cut), *self.unnamed]
        assert not wrong, "\n" + "\n".join(wrong)

    # --- what is no sentence ---

    def allow(self, *words: str) -> None:
        """Allow these names, which are no sentences."""
        self._names |= {word for each in words for word in _WORD.findall(each)}

    def allow_game(self) -> None:
        """The id and name of the game in front, and the names on its board."""
        self.allow(self.controller.session.game.id, self.controller.session.game.name)
        self.allow_board(self.controller.session.game.variant)

    def allow_board(self, variant: Variant) -> None:
        """The names on a board."""
        self._names |= names_of(variant)

    def allow_variants(self) -> None:
        """The names of the shipped variants."""
        self.allow(*(tomllib.loads(shipped_source(each).read(MANIFEST).decode())["name"] for each in shipped_ids()))

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

    def _file_dialog(self, name: str) -> Callable[..., object]:
        def ask(*given: object, **_: object) -> object:
            self.note(each for each in given if isinstance(each, str) and " " in each)
            return "" if name == "getExistingDirectory" else ([], "") if name == "getOpenFileNames" else ("", "")

        return ask


FILE_PANELS = {"datc", "help", "file", "what-is-new"}
"""Panels and pages that show the text of a file or of the guide."""


@contextmanager
def walking(size: str, monkeypatch: pytest.MonkeyPatch, language: str = PSEUDO) -> Iterator[Walk]:
    """The window on a small laptop, seen, in *language*, with words of *size* per cent."""
    monkeypatch.setenv(VARIABLE, language)
    use(language)
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
