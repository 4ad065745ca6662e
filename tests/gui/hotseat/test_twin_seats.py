"""An evening round one laptop in twin windows: what Austria does in secret is seen from no other seat, nor from the curtain.

The games differ in Austria's orders, notes, letters to Germany, and vote alone. At every moment of the round, all that can be observed is
compared: texts, tips, menus, the accessible tree, pixels, what is copied and exported, the start page, and the window after a kill.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication, QImage, QPainter, QRegion
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QDockWidget, QPlainTextEdit, QTextEdit, QWidget

from app.game.edits import new_game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.hotseat import locks
from app.presentation.order_rows import order_sheet
from app.qt.board import picture_content
from app.qt.main_window import printing
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.session.game_files import open_file
from app.session.requests import OpeningChoices
from app.session.seating import Times
from app.session.services import PictureRequest
from app.session.view_options import Pace
from tests.gui.test_one_powers_eyes import texts
from tests.thorough import one_in
from variants.catalogue import standard

SEATS = "table AUSTRIA=Ada:4711 ENGLAND=Ben FRANCE=Cleo GERMANY=hold ITALY=list RUSSIA=hold TURKEY=disorder --secret-votes"
SECRET = {
    1: (
        "A VIE - GAL",
        "F TRI - ALB",
        "notes AUSTRIA Ask Italy",
        "press AUSTRIA --to GERMANY --anyway Bohemia is empty",
        "vote AUSTRIA draw",
    ),
    2: ("A VIE - TYR", "A BUD - SER", "notes AUSTRIA Eva lies", "press AUSTRIA --to GERMANY --anyway Munich is mine", "vote AUSTRIA no"),
}
"""Secret acts of Austria, in each twin."""

PANELS = ("orders", "results", "console", "file", "press", "notes", "hooks", "default-lists")
COPIES = ("copy-orders", "copy-position", "copy-position-line")
EXPORTS = (
    "export {folder}/board.svg",
    "export {folder}/board.png --width 300",
    "export-for-mail {folder}/mail.png",
    "export-page {folder}/game.html",
    "print",
)
SAID = ("undo", "redo", "orders", "results", "who", "status", "legal vie", "kept-orders", "show", "process", "games", "recent")

_OF_NOW = re.compile(r"\d{4}-\d\d-\d\dT[0-9:]+|0x[0-9a-f]+|\b\d\d:\d\d(?: to \d\d:\d\d)?\b")

Observed = dict[str, list[str]]


@pytest.fixture(autouse=True)
def still_cursor(quick_locks: None, qapp: QApplication) -> Iterator[None]:
    """A text cursor that does not blink."""
    before = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    yield
    qapp.setCursorFlashTime(before)


def deal_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat salts and nonces in the other twin."""
    numbers = itertools.count()
    monkeypatch.setattr(locks, "token_bytes", lambda size: next(numbers).to_bytes(size, "big"))


class Evening:
    """One of the twins: a laptop with folders of its own, on which the program is started as often as it is killed."""

    def __init__(self, folder: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.number = number
        self.observed: Observed = {}
        self._monkeypatch = monkeypatch
        folder.mkdir(parents=True)
        deal_again(monkeypatch)
        monkeypatch.setenv("ENTENTE_HOME", str(folder / "home"))
        monkeypatch.setattr(printing, "run_dialog", lambda _dialog: True)
        monkeypatch.setattr(printing, "paint", self._print)
        self.controller = self.started()

    def started(self) -> MainController:
        QGuiApplication.clipboard().clear()
        window = open_main_window(Preferences(Settings(places().settings_file)))
        window.make_controller()
        window.resize(1280, 800)
        controller = window.controller
        controller.appearance.show(replace(controller.view, animation=Pace.OFF))
        controller.session.times = Times(lambda: 1000.0, lambda: 1_000_000.0)
        settle(controller)
        return controller

    def put_on(self) -> None:
        session = self.controller.session
        session.add(session.library.new(new_game(standard(), "Evening", game_id="7e577e57")))
        self.run(f"save-as '{self.folder / 'evening.dpn'}'", SEATS)

    def run(self, *lines: str) -> None:
        for line in lines:
            assert self.controller.run_line(line), f"{line}: {self.controller.status_text}"
        settle(self.controller)

    def kill(self) -> None:
        """End the program as ``kill -9`` would: nothing is saved, nothing asked."""
        for document in tuple(self.controller.session.documents):
            document.close(discard=False)
            self.controller.session._documents.remove(document)
        self.controller.session._current = None
        shut_down(self.controller)
        self.controller = self.started()

    def note(self, moment: str) -> None:
        """Write down all that can be observed now; of the start page, which paints the time of day, no pixels."""
        settle(self.controller)
        bring_to_front(self.controller.window)
        self.controller.window.grab()  # panels that were just opened take their room, and what is beside them is painted for the rest
        settle(self.controller)
        for place, found in observed(self.controller).items():
            if place == "pixels" and self.controller.page is None:
                continue
            self.observed[f"{moment}, {place}"] = [self._plain(each) for each in found]

    def ask(self, moment: str, *lines: str) -> None:
        """Write down what each of *lines* says, copies and writes into files."""
        files = self.folder / "files"
        for line in lines:
            shutil.rmtree(files, ignore_errors=True)
            files.mkdir()
            QGuiApplication.clipboard().clear()
            self.controller.run_line(line.format(folder=files))
            settle(self.controller)
            written = [
                f"{each.name} {hashlib.sha256(each.read_bytes()).hexdigest()}" for each in sorted(files.rglob("*")) if each.is_file()
            ]
            assert line != "print" or written
            if line in COPIES or line.startswith("export"):
                assert written or QGuiApplication.clipboard().text() or self.controller.status_text, line
            found = [self.controller.status_text, QGuiApplication.clipboard().text(), *written, *texts(self.controller)]
            self.observed[f"{moment}, {line}"] = [self._plain(each) for each in found]

    def _print(self, _printer: QPrinter, request: PictureRequest) -> None:
        """Record the print as text: the picture, its caption and the orders beside it."""
        drawn, picture, caption = picture_content.parts(request)
        sheet = order_sheet(request.game, request.cursor)
        paper = self._plain(f"{sorted(drawn.board.provinces)}\n{picture}\n{caption}\n{sheet}")
        (self.folder / "files" / "paper.txt").write_text(paper, encoding="utf-8")

    def _plain(self, text: str) -> str:
        return _OF_NOW.sub("now", text.replace(str(self.folder), "FOLDER"))


def bring_to_front(window: QWidget) -> None:
    """Give *window* the keyboard: otherwise its owner depends on the windows of other tests."""
    most = QDeadlineTimer(30_000)
    window.activateWindow()
    while not window.isActiveWindow():
        assert not most.hasExpired()
        QApplication.processEvents()


def settle(controller: MainController) -> None:
    """Wait until everything under way has come to an end."""
    most = QDeadlineTimer(30_000)
    QApplication.processEvents()
    while controller.table.curtain is not None and any(each.isActive() for each in controller.table.curtain.home.findChildren(QTimer)):
        assert not most.hasExpired()
        QApplication.processEvents()
    page = controller.page
    if page is not None:
        page.scene.finish_rendering()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def shut_down(controller: MainController) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_content, "thumbnail", lambda _request: QImage())
        for document in tuple(controller.session.documents):
            controller.session.remove(document)
            document.close(discard=True)
    controller.window.close()
    controller.window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def observed(controller: MainController) -> Observed:
    """By place, all to see, hear and take back in the present window."""
    window = controller.window
    image = still_picture(controller)
    edits: list[QPlainTextEdit | QTextEdit] = [*window.findChildren(QPlainTextEdit), *window.findChildren(QTextEdit)]
    return {
        "texts": list(texts(controller)),
        "pixels": [hashlib.sha256(bytes(image.constBits())).hexdigest()],
        "accessible": list(_spoken(QAccessible.queryAccessibleInterface(window))),
        "undo": [str(controller.session.undo_words), str(controller.session.redo_words)] if controller.session.current else [],
        "undo in sheets": [f"{each.document().isUndoAvailable()} {each.document().isRedoAvailable()}" for each in edits],
        "docks": [f"{each.windowTitle()} {each.isVisible()}" for each in window.findChildren(QDockWidget)],
        "clipboard": [QGuiApplication.clipboard().text()],
        "under the pointer": list(_hovered(controller)),
    }


def still_picture(controller: MainController) -> QImage:
    """The window once two pictures of it are alike: a layout may take several turns of the event loop."""
    most = QDeadlineTimer(10_000)
    image, before = QImage(), QImage()
    while image.isNull() or (image != before and not most.hasExpired()):
        before = image
        settle(controller)
        image = controller.window.grab().toImage()
        without_separators(image, controller.window)
    return image


def without_separators(image: QImage, window: QWidget) -> None:
    """Paint over what no widget covers: the lines between panels, which are lit where the pointer was last."""
    bare = QRegion(window.rect())
    for each in window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if each.isVisible():
            bare -= QRegion(each.geometry())
    painter = QPainter(image)
    painter.setClipRegion(bare)
    painter.fillRect(image.rect(), Qt.GlobalColor.black)
    painter.end()


def _spoken(node: QAccessibleInterface | None, depth: int = 0) -> Iterator[str]:
    if node is None or not node.isValid() or depth > 30:
        return
    words = [
        node.text(each) for each in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help)
    ]
    state = node.state()
    yield f"{node.role()} {words} {state.selected} {state.focused} {state.disabled} {state.invisible}"
    for at in range(node.childCount()):
        yield from _spoken(node.child(at), depth + 1)


def _hovered(controller: MainController) -> Iterator[str]:
    page = controller.page
    if page is not None:
        for province in controller.session.game.variant.board.provinces:
            yield page.acts.words_for(province)


def austria_writes(evening: Evening, *, close: str) -> None:
    """Ada writes, looks around, changes her mind, and leaves traces wherever she can."""
    controller = evening.controller
    evening.run("open-seat AUSTRIA 4711")
    for panel in ("console", "press", "file"):
        controller.show_panel(panel)
    evening.run(*SECRET[evening.number])
    evening.run("undo", "redo", "copy-orders", "orders", "find vie")
    page = controller.page
    assert page is not None
    controller.session.selection = "VIE" if evening.number == 1 else "BUD"
    settle(controller)
    evening.run(close)


def differences(one: Observed, two: Observed) -> list[str]:
    """Return the texts that are in one of the windows and not in the other."""
    found = [f"{place}: only in one" for place in sorted(one.keys() ^ two.keys())]
    for place in one.keys() & two.keys():
        if one[place] != two[place]:
            odd = [f"{a[:200]!r} against {b[:200]!r}" for a, b in zip(one[place], two[place], strict=False) if a != b]
            found.append(f"{place} ({len(one[place])}, {len(two[place])}): {odd[:4]}")
    return sorted(found)


def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walk: object) -> list[str]:
    found = []
    for number in (1, 2):
        evening = Evening(tmp_path / str(number) / "laptop", number, monkeypatch)
        try:
            evening.put_on()
            walk(evening)  # type: ignore[operator]
        finally:
            shut_down(evening.controller)
        found.append(evening.observed)
    assert found[0]
    return differences(*found)


def look_into_everything(evening: Evening, moment: str) -> None:
    """With every panel open."""
    for panel in PANELS:
        evening.controller.show_panel(panel)
    evening.note(moment)


def whole_round(evening: Evening) -> None:
    evening.note("talks")
    evening.run("end-talks")
    austria_writes(evening, close="close-seat")
    evening.note("the curtain after a draft")
    evening.run("open-seat AUSTRIA 4711", "seal --anyway")
    look_into_everything(evening, "the curtain after a seal")
    evening.ask("the curtain", *COPIES, *SAID)
    evening.run("open-seat ENGLAND")
    evening.note("England sits down")
    look_into_everything(evening, "England's seat")
    evening.ask("England's seat", *COPIES, *EXPORTS, *SAID)
    evening.run("F LON - NTH", "undo")
    evening.ask("England has undone its order", "undo", "redo", "undo", "undo")
    evening.run("seal --anyway")
    evening.note("the curtain after England")
    evening.run("start-page")
    evening.note("the start page")
    evening.controller.session.bring_forward(evening.controller.session.documents[0])
    evening.run("open-seat FRANCE", "seal --anyway")
    evening.note("all have sealed")
    evening.ask("all have sealed", *COPIES, *EXPORTS[:2])


@pytest.mark.slow
def test_a_whole_round_shows_the_same_from_every_other_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\n".join(compared(tmp_path, monkeypatch, whole_round)) == ""


@pytest.mark.parametrize(
    "close", one_in(3, ["close-seat", "seal --anyway", "orders"]), ids=["a draft", "a seal", "Austria is at the laptop"]
)
def test_after_a_kill_the_next_window_shows_the_same(close: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def walk(evening: Evening) -> None:
        evening.run("end-talks")
        austria_writes(evening, close=close)
        evening.kill()
        evening.note("the start page")
        evening.controller.run("recover")
        if evening.controller.session.seating is None:  # a seat that is closed saves the evening
            # Not by the command, which says where the file lies.
            open_file(evening.controller.session, evening.folder / "evening.dpn", OpeningChoices())
        assert evening.controller.session.seating is not None
        look_into_everything(evening, "the curtain")
        evening.run("open-seat ENGLAND")
        look_into_everything(evening, "England's seat")

    assert "\n".join(compared(tmp_path, monkeypatch, walk)) == ""


def test_austria_itself_sees_the_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the tests above would hold for windows that show nothing."""

    def walk(evening: Evening) -> None:
        evening.run("end-talks")
        austria_writes(evening, close="seal --anyway")
        evening.run("take-back AUSTRIA 4711")
        look_into_everything(evening, "Austria's seat")

    found = " ".join(compared(tmp_path, monkeypatch, walk))
    for place in ("texts", "pixels", "accessible"):
        assert place in found
