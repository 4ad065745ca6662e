"""Of two games that differ only in what a power must not see, the window shows that power the same: each panel, each text, the board."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.game.document import Document
from app.game.library import Library
from app.game.record import MAIN, Cursor, Game
from app.game.storage.places import places
from app.qt.main_window.main_controller import MainController
from app.session.view_options import Pace
from tests.gui.test_files import played, saved
from tests.gui.test_one_powers_eyes import texts
from tests.gui.test_recovery import left
from tests.thorough import one_in
from tests.unit.app.game.play import ordered
from tests.unit.app.session.fog_twins import fog_twin
from tests.unit.app.session.twins import POWERS, SECRETS, twin

OF_NO_GAME = {
    "address-book": "holds whom a person writes to",
    "all-games": "shows files to a game master who sees everything, and is refused to everybody else",
    "palette": "lists commands",
    "province": "lists the places of the board",
    "datc": "shows the cases of the conformance corpus",
    "help": "shows the pages of help",
    "people-tournament": "shows a table of players, and no game",
    "mail-server": "holds the server that a person sends through",
    "let-it-run": "names games of a folder, is refused at one power's view, and shows nothing of any",
    "preferences": "holds what a person likes",
    "keys": "lists keys",
    "what-is-new": "shows the change log of the program",
    "crash-reports": "shows reports, of which test_crash.py holds that no game's secrets are in them",
    "play-test": "shows games between opponents that nobody plays",
    "phones": "shows a table, which the twins do not have; test_twin_phones.py has its own twins",
    "seats": "shows a table, which the twins do not have; test_seats_page.py has its own twins",
    "program": "asks for a program of this machine",
    "bench": "shows a variant that is being drawn",
}
"""Panels that are not opened here, and why; every other one is."""


def seen(controller: MainController, game: Game, viewer: str) -> dict[str, list[str]]:
    """Return the texts of *game* for *viewer*: by moment and panel, every text in the window and under the pointer, and painted ones."""
    document = Document(game)
    controller.appearance.show(replace(controller.view, animation=Pace.OFF))
    controller.session.add(document, viewer)
    found = {}
    for index in range(len(game.line())):
        document.show(Cursor(MAIN, index))
        for panel in sorted(set(controller.panels.names) - set(OF_NO_GAME)):
            controller.show_panel(panel)
            QApplication.processEvents()
            found[f"{panel} at {index}"] = [*texts(controller), *_hovered(controller), *_painted(controller)]
        found[f"board at {index}"] = [_pixels(controller)]
    controller.session.remove(document)
    document.close(discard=True)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no page of this game is among the texts of the next
    return found


def _hovered(controller: MainController) -> Iterator[str]:
    page = controller.page
    assert page is not None
    for province in controller.session.game.variant.board.provinces:
        yield page.acts.words_for(province)


def _painted(controller: MainController) -> Iterator[str]:
    """The value that the board is painted from: all of it, as text."""
    page = controller.page
    assert page is not None
    assert page.scene.picture is not None
    yield re.sub(r" at 0x[0-9a-f]+", "", repr(page.scene.picture))


def _pixels(controller: MainController) -> str:
    """The board as it is on the screen, as a checksum of its pixels."""
    page = controller.page
    assert page is not None
    page.board.settle()  # the panels that were opened made it larger and smaller, and it sharpens after a moment
    page.scene.finish_rendering()
    image = QImage(500, 440, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    page.scene.render(painter, QRectF(image.rect()), page.scene.sceneRect())
    painter.end()
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


def _differences(one: dict[str, list[str]], two: dict[str, list[str]]) -> list[str]:
    """Return the texts that are in one window and not in the other."""
    found = []
    for place, words in one.items():
        found += [f"{place}: {each[:300]!r}" for each in sorted(set(words) ^ set(two[place]))]
    return found


@pytest.mark.parametrize("viewer", one_in(len(POWERS), POWERS))
def test_the_window_shows_the_same(viewer: str, controller: MainController) -> None:
    seen(controller, twin(viewer, 1), viewer)  # the first game that is opened comes with its greetings
    one, two = (seen(controller, twin(viewer, number), viewer) for number in (1, 2))
    assert _differences(one, two) == []
    assert set(OF_NO_GAME) <= set(controller.panels.names)


@pytest.mark.parametrize("viewer", one_in(2, ["ENGLAND", "TURKEY"]))
def test_the_window_shows_the_same_under_fog(viewer: str, controller: MainController) -> None:
    seen(controller, fog_twin(viewer, 1), viewer)
    one, two = (seen(controller, fog_twin(viewer, number), viewer) for number in (1, 2))
    assert _differences(one, two) == []


def offered(controller: MainController, viewer: str, number: int, folder: Path) -> list[str]:
    """Every text of the start page where a game was saved and closed through the eyes of *viewer*, and another was left by a crash."""
    shutil.rmtree(places().data, ignore_errors=True)
    document = controller.session.library.new(twin(viewer, number))
    controller.session.add(document, viewer)
    controller.run("save-as", file=folder / "evening.dpn", replace=True)
    controller.run("close")
    lost = Library().open(saved(folder / "crashed.dpn", played()))
    lost.look_as(viewer)
    order = "A MUN - RUH" if number == 1 else "A MUN - BUR"
    lost.perform(f"Order {order}", ordered(lost.game, "GERMANY", order))
    left(lost)
    controller.run("start-page")
    controller.start_controller.look_again()
    QApplication.processEvents()
    pictures = sorted(places().thumbnails.rglob("*.png"))
    assert pictures, "the game that was saved has its picture"
    told = [re.sub(r"\b\d\d:\d\d\b", "a time", text) for text in texts(controller)]  # the clock goes on meanwhile
    return [*told, *(hashlib.sha256(each.read_bytes()).hexdigest() for each in pictures)]


def test_recent_games_and_those_left_by_a_crash_tell_the_same(controller: MainController, tmp_path: Path) -> None:
    one, two = (offered(controller, "FRANCE", number, tmp_path) for number in (1, 2))
    assert any("newer than" in text or "not saved" in text for text in one), "it is offered"
    assert sorted(set(one) ^ set(two)) == []


def test_the_game_master_is_shown_the_difference(controller: MainController) -> None:
    """Else the test above would hold for a window that shows nothing."""
    one, two = (seen(controller, twin("FRANCE", number, tuple(SECRETS)), "ENGLAND") for number in (1, 2))
    assert _differences(one, two) != []
