"""After an update the page on what is new opens once by itself; it stays in the Help menu."""

from __future__ import annotations

import pytest

from app.game.storage.settings import Settings
from app.qt.main_window import application
from app.qt.main_window.application import show_news_once
from app.qt.main_window.main_window import MainWindow
from app.qt.widgets.help_window import HelpWindow
from entente import __version__


@pytest.fixture
def window(main_window: MainWindow) -> MainWindow:
    """Its short name."""
    return main_window


def help_page(window: MainWindow) -> str | None:
    found = window.findChild(HelpWindow)
    return found.page if isinstance(found, HelpWindow) and found.isVisible() else None


def test_the_first_start_shows_nothing_and_remembers_the_version(window: MainWindow) -> None:
    show_news_once(window)
    assert help_page(window) is None
    assert Settings(window.preferences.settings.path).text("start.news_seen") == __version__


def test_after_an_update_the_page_is_shown_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    show_news_once(window)
    monkeypatch.setattr(application, "__version__", "9.0.0")
    show_news_once(window)
    assert help_page(window) == "what-is-new"
    found = window.findChild(HelpWindow)
    assert isinstance(found, HelpWindow)
    found.close()
    show_news_once(window)
    assert help_page(window) is None


def test_an_older_version_beside_a_newer_one_shows_nothing_and_forgets_nothing(window: MainWindow) -> None:
    window.preferences.news_seen = "99.0"
    show_news_once(window)
    assert help_page(window) is None
    assert window.preferences.news_seen == "99.0"


def test_the_menu_opens_it_at_any_time(window: MainWindow) -> None:
    window.controller.trigger("what-is-new")
    assert help_page(window) == "what-is-new"
