"""Accessible tree of widgets that paint their parts themselves and of the board, and announcements to programs that read the screen.

Screen readers ask for the children when they want them; nothing is made before. What Qt was given stays with Qt's cache, which deletes
it in C++: each object here is therefore one interface, is kept as long as the cache has it, and is taken out of the cache when the widget
goes. A Python object of two interfaces would be handed to Qt by the address of the first, and ``None`` in place of an interface ends
the program.

Qt passes them on by itself. On Linux some readers hear none of them (Orca 43), but speak each notification of a status bar that comes up:
where one of those runs, the announcement is told that way as well. Readers that hear announcements are told nothing twice.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QObject, QRect, QTimer, Slot
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from languages import clauses

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

    from app.presentation.board_words import SpokenPart


_NO_INTERFACE = shiboken6.VoidPtr(0)


@dataclass(frozen=True, slots=True)
class ReadablePart:
    """One part as it is now."""

    key: Hashable
    """Tells it from the others for as long as the widget lives."""

    name: str
    description: str = ""


class PartsSource(Protocol):
    """Says which parts a widget has, where they are, and presses them."""

    role: QAccessible.Role
    """Role of the whole widget."""

    def parts(self) -> Sequence[ReadablePart]:
        """All parts; the same object as long as nothing of them has changed."""
        ...

    def is_selected(self, key: Hashable) -> bool:
        """Say if a part is picked."""
        ...

    def focused(self) -> Hashable | None:
        """The part that keys of the widget act on."""
        ...

    def rect_of(self, key: Hashable) -> QRect:
        """Return the rectangle of a part on the screen."""
        ...

    def part_at(self, x: int, y: int) -> Hashable | None:
        """The part at a point of the screen."""
        ...

    def press(self, key: Hashable) -> None:
        """Do what a click on a part does."""
        ...


@runtime_checkable
class PaintedWidget(Protocol):
    """A widget with parts of its own."""

    def painted_parts(self) -> PartsSource:
        """Return the source of the parts."""
        ...


class _Press(QAccessibleActionInterface):
    """The one action of a part."""

    def __init__(self, source: PartsSource, key: Hashable) -> None:
        super().__init__()
        self._source = source
        self._key = key

    def actionNames(self) -> list[str]:
        """Name the only action, a press."""
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        """Press the part."""
        if name == QAccessibleActionInterface.pressAction():
            self._source.press(self._key)

    def keyBindingsForAction(self, name: str) -> list[str]:  # noqa: ARG002 - Qt's signature
        """Name no keys."""
        return []


class AccessiblePart(QAccessibleInterface):
    """One part, for as long as its widget lives; it is valid while the widget has such a part."""

    def __init__(self, whole: AccessibleParts, source: PartsSource, key: Hashable) -> None:
        super().__init__()
        self.key = key
        self._whole = whole
        self._source = source
        self._press = _Press(source, key)

    def isValid(self) -> bool:
        """Say if the widget has it at present."""
        return self._whole.isValid() and self._whole.part(self.key) is not None

    def object(self) -> QObject | None:  # type: ignore[override]  # the stubs forget that there may be none
        """No object stands behind it."""
        return None

    def parent(self) -> QAccessibleInterface:
        """The widget."""
        return self._whole

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002 - as above; Qt's signature
        """No part has parts."""
        return None

    def childCount(self) -> int:
        """No part has parts."""
        return 0

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002 - as above
        """No part has parts."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: ARG002 - Qt's signature
        """No part has parts."""
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        """Its name and description."""
        part = self._whole.part(self.key)
        if part is None:
            return ""
        return part.name if kind is QAccessible.Text.Name else part.description if kind is QAccessible.Text.Description else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Change nothing: names are not written here."""

    def role(self) -> QAccessible.Role:
        """A button: it can be pressed."""
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        """Selected, focused, gone."""
        state = QAccessible.State()
        if not self.isValid():
            state.invalid = True
            return state
        state.focusable = True
        state.selectable = True
        state.selected = self._source.is_selected(self.key)
        state.focused = self._whole.widget_has_focus() and self._source.focused() == self.key
        return state

    def rect(self) -> QRect:
        """Return its rectangle on the screen."""
        return self._source.rect_of(self.key) if self.isValid() else QRect()

    def interface_cast(  # type: ignore[override]  # the stubs have an address here
        self, kind: QAccessible.InterfaceType
    ) -> QAccessibleActionInterface | shiboken6.VoidPtr:
        """Its action, an object of its own; it has no other interface, which PySide wants as an address and not as ``None``."""
        return self._press if kind is QAccessible.InterfaceType.ActionInterface else _NO_INTERFACE


class AccessibleParts(QAccessibleWidget):
    """A widget with its painted parts as children."""

    def __init__(self, widget: QWidget, source: PartsSource) -> None:
        super().__init__(widget, source.role)
        self._widget: QWidget | None = widget
        self._source = source
        self._made: dict[Hashable, tuple[AccessiblePart, int]] = {}
        self._listed: Sequence[ReadablePart] = ()
        self._by_key: dict[Hashable, ReadablePart] = {}
        self._told: dict[Hashable, ReadablePart] = {}

    def _parts(self) -> Sequence[ReadablePart]:
        listed = self._source.parts() if self._widget is not None and shiboken6.isValid(self._widget) else ()
        if listed is not self._listed:
            self._listed = listed
            self._by_key = {part.key: part for part in listed}
        return listed

    def part(self, key: Hashable) -> ReadablePart | None:
        """The part of that key as it is now; ``None`` where there is none at present."""
        self._parts()
        return self._by_key.get(key)

    def widget_has_focus(self) -> bool:
        """Say if keys go to the widget."""
        return self._widget is not None and shiboken6.isValid(self._widget) and self._widget.hasFocus()

    def _interface(self, key: Hashable) -> AccessiblePart:
        if key not in self._made:
            made = AccessiblePart(self, self._source, key)
            self._made[key] = made, QAccessible.registerAccessibleInterface(made)
            self._told[key] = self._by_key[key]
        return self._made[key][0]

    def childCount(self) -> int:
        """Return the number of parts."""
        return len(self._parts())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        """One part."""
        parts = self._parts()
        return self._interface(parts[index].key) if 0 <= index < len(parts) else None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        """The part at a point of the screen."""
        key = self._source.part_at(x, y) if self._parts() else None
        return self._interface(key) if key is not None and key in self._by_key else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Its place."""
        if not isinstance(child, AccessiblePart):
            return -1
        return next((at for at, each in enumerate(self._parts()) if each.key == child.key), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        """The part that keys act on."""
        key = self._source.focused() if self._parts() else None
        return self._interface(key) if key is not None and key in self._by_key else None

    def tell_focus(self) -> None:
        """Tell screen readers that keys act on another part now."""
        child = self.focusChild()
        if child is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(child, QAccessible.Event.Focus))

    def tell_changes(self) -> None:
        """Tell of parts that were given out and have other words by now."""
        self._parts()
        for key, (part, _) in self._made.items():
            now, before = self._by_key.get(key), self._told[key]
            if now is None or now is before:
                continue
            self._told[key] = now
            if now.name != before.name:
                QAccessible.updateAccessibility(QAccessibleEvent(part, QAccessible.Event.NameChanged))
            if now.description != before.description:
                QAccessible.updateAccessibility(QAccessibleEvent(part, QAccessible.Event.DescriptionChanged))

    def detach(self) -> None:
        """Take the parts, and then itself, out of Qt's cache; to be called as the widget goes."""
        self._widget = None
        self._listed, self._by_key = (), {}
        made, self._made = self._made, {}
        for part, number in made.values():
            if shiboken6.isValid(part):
                QAccessible.deleteAccessibleInterface(number)
        if shiboken6.isValid(self):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(self))


_kept: dict[int, QAccessibleWidget] = {}
"""Accessible widgets by the widget's identity: for as long as Qt's cache has them."""


def _interface_for(_key: str, made_for: QObject) -> QAccessibleInterface | None:
    if not isinstance(made_for, QWidget):
        return None
    made: QAccessibleWidget
    if isinstance(made_for, PaintedWidget):
        made = AccessibleParts(made_for, made_for.painted_parts())
    elif isinstance(role := getattr(made_for, "accessible_role", None), QAccessible.Role):
        made = QAccessibleWidget(made_for, role)
    else:
        return None
    identity = id(made_for)
    _kept[identity] = made

    def gone() -> None:
        if isinstance(made, AccessibleParts):
            made.detach()
        elif shiboken6.isValid(made):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(made))
        if _kept.get(identity) is made:
            del _kept[identity]

    made_for.destroyed.connect(gone)
    return made


_installed = False


def speak_painted_widgets() -> None:
    """From now on painted widgets have their parts in the accessible tree, and widgets with an ``accessible_role`` are what it says.

    To be called once there is an application; again does nothing.
    """
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface_for)


def accessible_parts_of(widget: QWidget) -> AccessibleParts | None:
    """The parts of *widget*, where a program that reads the screen runs."""
    if not QAccessible.isActive():
        return None
    found = QAccessible.queryAccessibleInterface(widget)
    return found if isinstance(found, AccessibleParts) else None


class SpokenSource(Protocol):
    """Says a board in words, and clicks what was chosen among them."""

    def parts(self) -> tuple[SpokenPart, ...]:
        """Units and provinces, as the viewer may know them; the same object as long as nothing has changed."""
        ...

    def cursor(self) -> str | None:
        """The province that the keyboard points at."""
        ...

    def press(self, part: SpokenPart) -> None:
        """Do what a click there does."""
        ...


class SpokenView(Protocol):
    """Board widget as the accessible tree uses it."""

    spoken: SpokenSource | None

    @property
    def picked(self) -> str | None:
        """The province whose unit is picked."""
        ...

    def screen_rect_of(self, province: str) -> QRect:
        """Return the rectangle of a province on the screen."""
        ...

    def province_at(self, x: int, y: int) -> str | None:
        """The province at a point of the screen."""
        ...


class BoardParts:
    """Units and provinces of a board, as parts of its widget. A unit is described by its province, a province by its units."""

    role = QAccessible.Role.Graphic

    def __init__(self, view: SpokenView) -> None:
        self._view = view
        self._spoken: tuple[SpokenPart, ...] = ()
        self._parts: tuple[ReadablePart, ...] = ()
        self._by_key: dict[Hashable, SpokenPart] = {}

    def parts(self) -> Sequence[ReadablePart]:
        """Units, then provinces."""
        spoken = () if self._view.spoken is None else self._view.spoken.parts()
        if spoken is not self._spoken:
            units: dict[str, list[str]] = {}
            for each in spoken:
                if each.is_unit:
                    units.setdefault(each.province, []).append(each.name)
            provinces = {each.province: each.name for each in spoken if not each.is_unit}
            self._parts = tuple(
                ReadablePart(
                    _key(each), each.name, provinces.get(each.province, "") if each.is_unit else clauses(units.get(each.province, ()))
                )
                for each in spoken
            )
            self._by_key = {_key(each): each for each in spoken}
            self._spoken = spoken
        return self._parts

    def is_selected(self, key: Hashable) -> bool:
        """Say if it is the unit that is picked."""
        part = self._by_key.get(key)
        return part is not None and part.is_unit and self._view.picked == part.province

    def focused(self) -> Hashable | None:
        """Return the part under the keyboard's cursor: the unit that was driven out, the unit, or the province alone."""
        province = None if self._view.spoken is None else self._view.spoken.cursor()
        keys = ((province, True, True), (province, True, False), (province, False, False))
        return next((key for key in keys if key in self._by_key), None)

    def rect_of(self, key: Hashable) -> QRect:
        """Return the rectangle of the province on the screen."""
        part = self._by_key.get(key)
        return QRect() if part is None else self._view.screen_rect_of(part.province)

    def part_at(self, x: int, y: int) -> Hashable | None:
        """Return the part at a point of the screen: the unit that stands there, else the province."""
        province = self._view.province_at(x, y)
        return next((key for key, each in self._by_key.items() if each.province == province), None)

    def press(self, key: Hashable) -> None:
        """Do what a click there does."""
        part = self._by_key.get(key)
        if part is not None and self._view.spoken is not None:
            self._view.spoken.press(part)


def _key(part: SpokenPart) -> Hashable:
    return part.province, part.is_unit, part.is_dislodged


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
