"""Announcements: as such, and as a notification of the status bar where a screen reader runs that hears none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog, QStatusBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.qt.map import accessibility
from app.qt.map.accessibility import Notice, ScreenReaders, announce, some_hear_none

FOCUS, ANNOUNCEMENT = "Object:StateChanged:Focused", "Object:Announcement:"


@pytest.mark.parametrize(
    ("events", "some"),
    [
        ([], False),
        ([("a", FOCUS)], True),
        ([("a", "Focus::")], True),
        ([("a", FOCUS), ("a", ANNOUNCEMENT)], False),
        ([("a", FOCUS), ("b", ANNOUNCEMENT)], True),
        ([("a", FOCUS), ("a", ANNOUNCEMENT), ("b", "Focus::")], True),
        ([("a", "object:state-changed")], True),
        ([("a", "Object::")], False),
        ([("a", "Object:StateChanged:Checked"), ("b", "Window:Activate:"), ("c", "Object:StateChangedNot")], False),
    ],
)
def test_a_reader_that_follows_the_focus_and_asked_for_no_announcements_hears_none(events: list[tuple[str, str]], some: bool) -> None:
    assert some_hear_none(events) is some


@pytest.mark.parametrize(
    ("session", "bus"), [("", ""), ("unix:path=/nowhere", ""), ("tcp:host=localhost", ""), ("", "unix:path=/nowhere"), ("", "nonsense")]
)
def test_without_a_bus_no_reader_is_known(session: str, bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session)
    monkeypatch.setenv("AT_SPI_BUS_ADDRESS", bus)
    assert not ScreenReaders().some_hear_no_announcements()


@pytest.fixture
def listening() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with a status bar that has a notification."""
    window = QWidget()
    qtbot.addWidget(window)
    bar = QStatusBar()
    QVBoxLayout(window).addWidget(bar)
    bar.addWidget(QWidget())
    Notice(bar)
    return window


def notice_of(window: QWidget) -> Notice:
    found = window.findChild(Notice)
    assert isinstance(found, Notice)
    return found


@pytest.mark.parametrize("hears", [True, False])
def test_the_last_announcement_of_an_act_is_a_notification_where_a_reader_hears_none(
    hears: bool, window: QWidget, listening: None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accessibility.readers, "some_hear_no_announcements", lambda: not hears)
    announce(window, "Click a unit.")
    announce(window, "2 orders,\nnone failed")
    assert notice_of(window).accessibleName() == ""
    if hears:
        QCoreApplication.processEvents()
        assert notice_of(window).accessibleName() == ""
    else:
        qtbot.waitUntil(lambda: notice_of(window).accessibleName() == "2 orders, none failed")


def test_what_a_dialog_announces_is_told_by_the_window_that_it_belongs_to(
    window: QWidget, listening: None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accessibility.readers, "some_hear_no_announcements", lambda: True)
    dialog = QDialog(window)
    announce(dialog, "Undo")
    qtbot.waitUntil(lambda: notice_of(window).accessibleName() == "Undo")
    other = QDialog()
    qtbot.addWidget(other)
    announce(other, "nobody's")  # a window without a status bar says it to those who hear announcements


def test_nothing_is_asked_nor_told_where_no_reader_runs(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    QAccessible.setActive(False)
    monkeypatch.setattr(accessibility.readers, "some_hear_no_announcements", lambda: pytest.fail("asked"))
    announce(window, "Undo")
