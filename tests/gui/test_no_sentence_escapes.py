"""Every page, menu, dialog and panel in the language that nobody speaks: what did not go through the catalogue shows no marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox, QWidget
from shiboken6 import isValid

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
from tests.gui.test_one_powers_eyes import texts
from variants.hooks.shipped_hooks import shipped_hooks
from variants.shipped_variants import standard

LEAVES = {"quit", "close", "close-all", "print", "language"}
"""Commands that end what the test looks at, make it anew, or ask the system's own dialogs."""

OF_FILES = {
    "panel datc",
    "command datc",
    "panel help",
    "panel file",
    "panel what-is-new",
    "command help",
    "command show-file",
    "command own",
    "command paste-orders",
    "command print-preview",
}
"""Where most of what is seen is the text of a file or of the guide, or a dialog of Qt's."""

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
TYPED |= {"main", "units", "seed", "Bots", "root", "nmr"}
TYPED |= {word for hook in shipped_hooks().values() for each in hook.parameters for word in each.name.split()}
"""Words that are typed and stay as they are: levels, kinds of phases, what is done with a program."""

_WORD = re.compile(r"[A-Za-z]{3,}")


ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[MainController]:
    """The window in the pseudo language, with dialogs that are looked at and closed."""
    monkeypatch.setenv(VARIABLE, PSEUDO)
    use(PSEUDO)
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.resize(1366, 768)
    try:
        yield window.controller
    finally:
        shut(window.controller)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        use("en")


class Walk:
    """Goes through the window and notes what escaped."""

    def __init__(self, controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controller = controller
        self.escaped: dict[str, str] = {}
        self.seen: set[str] = set()
        """The classes of the dialogs that were looked at."""
        self._place = ""
        self._names: set[str] = set()
        self._of_files: set[str] = set()
        monkeypatch.setattr(QDialog, "exec", lambda dialog, *_: self._look_and_leave(dialog))
        monkeypatch.setattr(QMessageBox, "exec", lambda dialog, *_: self._look_and_leave(dialog))
        monkeypatch.setattr(QMenu, "exec", lambda menu, *_: self._look_at_menu(menu))
        monkeypatch.setattr(QMenu, "popup", lambda menu, *_: self._look_at_menu(menu))
        for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames", "getExistingDirectory"):
            monkeypatch.setattr(QFileDialog, name, self._file_dialog(name))

    def go(self, place: str, act: Callable[[], object]) -> None:
        """Do *act*, and look at the whole window."""
        self._place = place
        act()
        QApplication.processEvents()
        if place in OF_FILES:
            self._of_files |= set(texts(self.controller))  # what is put away stays in the window unseen
        else:
            self.note(texts(self.controller))
        for each in QApplication.topLevelWidgets():
            if each is not self.controller.window and each.isVisible() and isinstance(each, QDialog):
                self._see(each)
                each.close()

    def note(self, found: Iterator[str]) -> None:
        for text in found:
            if text and text not in OF_QT | self._of_files and (words := self._words_outside(text)):
                self.escaped.setdefault(text[:200], f"{self._place}: {words}")

    def allow(self, names: Iterator[str]) -> None:
        """Names of a board are no sentences."""
        self._names |= {word for name in names for word in _WORD.findall(name)}

    def _words_outside(self, text: str) -> list[str]:
        if re.match(r"\s*(?:/|entente-game \d|(?:<qt>)?(?:1   )?S1901M \| )", text):  # a path, a game, a position in one line
            return []
        return escaped_words(text, self._names)

    def _look_and_leave(self, dialog: QDialog) -> int:
        QWidget.show(dialog)
        self._see(dialog)
        dialog.reject()
        return 0

    def _see(self, dialog: QWidget) -> None:
        QApplication.processEvents()
        self.seen |= {each.__name__ for each in type(dialog).__mro__}
        if self._place in OF_FILES:
            self._of_files |= set(texts(self.controller))
        else:
            self.note(texts(self.controller))
            self.note(iter([dialog.windowTitle()]))

    def _look_at_menu(self, menu: QMenu) -> None:
        self.note(each.text() for each in menu.actions())

    def _file_dialog(self, name: str) -> Callable[..., object]:
        def ask(*given: object, **_: object) -> object:
            self.note(each for each in given if isinstance(each, str) and " " in each)
            return "" if name == "getExistingDirectory" else ([], "") if name == "getOpenFileNames" else ("", "")

        return ask


def walk_through(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> Walk:
    walk = Walk(controller, monkeypatch)
    board = standard()
    walk.allow(each.name for each in board.board.provinces.values())
    walk.allow(name for each in board.powers.values() for name in (each.name, each.adjective))
    walk.allow(name for kind in board.board.kinds.values() for name in (kind.name, kind.name.capitalize(), kind.name.upper()))
    walk.allow(iter(board.board.coast_names.values()))
    walk.allow(each.folder.variant.name for each in controller.session.shelf.entries() if each.folder is not None)
    walk.allow(spelled for each in COMMANDS for spelled in (each.id, each.id.capitalize()))  # the names that are typed
    walk.allow(iter(TYPED | typed_words() | {"Greets", "PowerName", "from", "app", "session", "declaring", "registry"}))
    walk.go("start page", lambda: None)
    walk.go("new game", lambda: controller.run_line("new standard"))
    walk.allow(iter([controller.session.game.id]))
    for line in ("A PAR - BUR", "F BRE H", "A MAR S A PAR - BUR", "A BER - KIE", "F KIE - BER"):
        walk.go(line, lambda line=line: controller.run_line(line))  # type: ignore[misc]
    for name in controller.panels.names:
        walk.go(f"panel {name}", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
        walk.go(f"panel {name} away", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
    for menu in controller.window.menuBar().findChildren(QMenu):
        if isValid(menu):  # a menu that is opened fills those below it anew
            menu.aboutToShow.emit()
            walk.note(each.text() for each in menu.actions())
    for command in COMMANDS:
        if command.id not in LEAVES and command.menu and not command.available(controller.session):
            QApplication.clipboard().clear()  # what another command copied is no sentence of this one
            walk.go(f"command {command.id}", lambda command=command: controller.trigger(command.id))  # type: ignore[misc]
    return walk


@pytest.mark.slow
def test_no_sentence_of_the_window_escapes_the_catalogue(spoken: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = walk_through(spoken, monkeypatch)
    assert walk.escaped == {}
    assert walk.seen >= SEEN


SEEN = {
    *("AddressBookDialog", "AskBox", "CommandForm", "ConformanceWindow", "CrashReportsDialog", "HelpWindow", "NewGameDialog"),
    *("OwnCommandsDialog", "PreferencesDialog", "ProgramDialog", "ServerDialog", "ShortcutsDialog", "TextBox"),
}
"""The dialogs that the walk opens."""

OPENED_ELSEWHERE = {
    **dict.fromkeys(("DifferencesDialog", "FaultsDialog", "VariantFaultsDialog", "ImportDialog"), "needs a file with faults or a board"),
    **dict.fromkeys(("HookChangeDialog", "HookEditorForm", "ConsentDialog", "HookFormDialog"), "needs a hook that nobody agreed to"),
    **dict.fromkeys(("PeopleDialog", "VoteDialog", "LobbyDialog", "SecretDialog"), "needs a table"),
    "ProposalDialog": "needs programs; tests/gui/test_said_in_other_words.py",
}
"""Dialogs that the walk does not reach, with what they need."""


def test_every_dialog_is_walked_through_or_has_a_reason() -> None:
    declared = {
        name
        for file in (ROOT / "app" / "qt").rglob("*.py")
        for name in re.findall(r"^class (\w+)\((?:\w+, )*(?:QDialog|FittingDialog)\)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert declared - {"FittingDialog"} == SEEN | OPENED_ELSEWHERE.keys()


PLAYED = (
    *("variant restrict england turkey", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "A MUN - BUR", "A VIE - TRI", "F TRI - ALB"),
    *("F SEV - BLA", "F ANK - BLA", "press england --to turkey Hello", "hold-all", "process --missing process"),
    *("A BUR - BEL", "hold-all", "F ANK - LON", "process --missing process", "results S1901M", "fork S1901M", "A PAR - PIC", "branch main"),
    *("compare main b2", "story", "audit", "round", "what-if", "first-phase", "last-phase", "all-games", "hooks", "seats", "crash-reports"),
    *("address-book", "mail-server", "check-variant standard", "open /nowhere.dpn", "import /nowhere.zip", "set-phase X", "analysis"),
)


def walk_through_a_played_game(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Two phases with a hook, a refused letter, a retreat and a branch; after each phase all panels."""
    walk = Walk(controller, monkeypatch)
    walk.allow(iter(names_of(standard()) | typed_words() | TYPED | {"england", "turkey", "main", "standard", "Hello", "Flee", "Restrict"}))
    controller.run_line("new standard")
    walk.allow(iter([controller.session.game.id]))
    for line in PLAYED:
        walk.go(line, lambda line=line: controller.run_line(line))  # type: ignore[misc]
        if line.startswith("process"):
            for name in controller.panels.names:
                walk.go(f"panel {name}", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
                walk.go(f"panel {name} away", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
    return walk


@pytest.mark.slow
def test_no_sentence_escapes_over_a_played_game(spoken: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = walk_through_a_played_game(spoken, monkeypatch)
    assert walk.escaped == {}
