"""Announcements to programs that read the screen.

Qt passes them on by itself. On Linux some readers hear none of them (Orca 43), but speak each notification of a status bar that comes up:
where one of those runs, the announcement is told that way as well. Readers that hear announcements are told nothing twice.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

_PATIENCE = 0.2
"""Seconds for an answer of the bus, after which it is asked nothing any more."""
_FOCUS = ("object:state-changed:focused", "focus:")
_ANNOUNCEMENTS = "object:announcement"


def announce(widget: QWidget, text: str, *, at_once: bool = False) -> None:
    """Announce *text* to screen readers, of *widget*; *at_once* where it must not wait for their present words."""
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if at_once else polite.Polite)
    QAccessible.updateAccessibility(event)
    notice = _notice_of(widget)
    if notice is not None and readers.some_hear_no_announcements():
        notice.tell(text)


class Notice(QWidget):
    """Notification of a status bar, which only screen readers see."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._coming = QTimer(self)
        self._coming.setSingleShot(True)
        self._coming.timeout.connect(self._come_up)
        self.hide()

    def tell(self, text: str) -> None:
        """Announce *text* to screen readers, last of all announcements of one act.

        Of many changes at once Orca throws away all but those of the focus and what comes after them.
        """
        self._text = " ".join(text.split())
        self._coming.start()

    @Slot()
    def _come_up(self) -> None:
        self.setAccessibleName(self._text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))


def _notice_of(widget: QWidget) -> Notice | None:
    """The notification in the window of *widget*, or in the one that its window belongs to."""
    window: QWidget | None = widget.window()
    while window is not None:
        found = window.findChild(Notice)
        if isinstance(found, Notice):
            return found
        parent = window.parentWidget()
        window = None if parent is None else parent.window()
    return None


class ScreenReaders:
    """Programs that follow the focus over AT-SPI, as the registry on its bus lists them."""

    def __init__(self) -> None:
        self._bus: DBusConnection | None = None
        self._is_silent = sys.platform in {"win32", "darwin"}

    def some_hear_no_announcements(self) -> bool:
        """Return True if one of them asked for what has the focus, and for no announcements."""
        return some_hear_none(self._events())

    def _events(self) -> Iterable[tuple[str, str]]:
        """The events that were asked for, each with the name of the program on the bus; none where the bus does not answer."""
        if self._is_silent:
            return ()
        try:
            self._bus = self._bus or _connected()
            asked: list[tuple[str, str]] = _answer(self._bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "GetRegisteredEvents")
        except (ImportError, OSError, ValueError, KeyError, RuntimeError):  # no bus, one that refuses, or one that is too slow
            self._is_silent = True
            return ()
        return asked


def _connected() -> DBusConnection:
    """A connection to the bus of AT-SPI, whose address that of the session knows."""
    from jeepney.io.blocking import open_dbus_connection

    address = os.environ.get("AT_SPI_BUS_ADDRESS", "")
    if not address:
        with open_dbus_connection("SESSION", auth_timeout=_PATIENCE) as session:
            address = _answer(session, "org.a11y.Bus", "/org/a11y/bus", "GetAddress")
    return open_dbus_connection(address, auth_timeout=_PATIENCE)


def _answer(bus: DBusConnection, name: str, path: str, method: str) -> Any:
    """The answer of the interface *name* of a program of the same name."""
    from jeepney import DBusAddress, MessageType, new_method_call

    reply = bus.send_and_get_reply(new_method_call(DBusAddress(path, name, name), method), timeout=_PATIENCE)
    if reply.header.message_type is not MessageType.method_return:
        raise ValueError(reply.body)
    return reply.body[0]


def some_hear_none(events: Iterable[tuple[str, str]]) -> bool:
    """Return True if a program among those that asked for *events* follows the focus and hears no announcements.

    Args:
        events: names of programs, each with an event as the registry writes it: ``Object:StateChanged:Focused``.
    """
    asked: dict[str, set[str]] = {}
    for program, event in events:
        asked.setdefault(program, set()).add(_plain(event))
    return any(_includes(each, *map(_plain, _FOCUS)) and not _includes(each, _plain(_ANNOUNCEMENTS)) for each in asked.values())


def _plain(event: str) -> str:
    """*event* in one spelling: the registry has ``StateChanged``, programs ask for ``state-changed``."""
    return event.replace("-", "").lower().rstrip(":")


def _includes(asked: Iterable[str], *events: str) -> bool:
    """Return True if one of *events* is among those *asked* for, alone or with others of its kind."""
    return any(event.split(":")[: len(parts)] == parts for event in events for parts in (each.split(":") for each in asked))


readers = ScreenReaders()
