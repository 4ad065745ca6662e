"""A browser, and a page of a game to look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.game.edits import set_player, set_turn_note
from app.game.entries import Press, SeatedPlayer
from app.game.record import MAIN, Cursor
from app.game.table_edits import send_press
from app.qt.statistics.web_page import web_page
from app.session.requests import StoryRequest
from app.session.view_options import View
from languages import using
from languages.pseudo import PSEUDO
from tests.browser.chromium import Chromium
from tests.unit.app.game.play import played_game

HOSTILE = "<img src=x onerror=\"document.title='broken into'\"><script>document.title='broken into'</script>\u202e&amp;"
"""Text that a stranger may write as a name, a letter or a note."""


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    made = Chromium(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _phones_put_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave no page of a test that failed to the next test, which shares the browser."""
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").put_phones_away()


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Path:
    """A game of a dozen phases, played by people with odd names, as one page."""
    game = played_game(12, seed=4)
    game = set_player(game, "FRANCE", SeatedPlayer(HOSTILE))
    game = send_press(game, MAIN, Press("FRANCE", (), HOSTILE))
    game = set_turn_note(game, Cursor(MAIN, 0), HOSTILE)
    path = tmp_path_factory.mktemp("pages") / "game.html"
    path.write_bytes(web_page(StoryRequest(game, MAIN, View()), lambda *_: True))
    return path


@pytest.fixture(scope="session")
def long_words_page(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Path:
    """The same game in the pseudo language, whose sentences are longer than all others."""
    path = tmp_path_factory.mktemp("pages") / "long.html"
    with using(PSEUDO):
        path.write_bytes(web_page(StoryRequest(played_game(12, seed=4), MAIN, View()), lambda *_: True))
    return path
