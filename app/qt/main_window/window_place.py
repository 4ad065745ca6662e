"""Place of a window: whole on its screen, its frame included."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtWidgets import QWidget

USUAL_FRAME = QMargins(6, 38, 6, 6)
"""Frame that window systems add to a window, at most, before it is known."""

_LEAST = QSize(1440, 900)
_SHARE = 0.88


def first_place(room: QRect) -> QRect:
    """Return the place of a window that has never been open, without its frame.

    Args:
        room: what is free of the screen.
    """
    inside = room.marginsRemoved(USUAL_FRAME)
    wanted = QSize(round(room.width() * _SHARE), round(room.height() * _SHARE)).expandedTo(_LEAST)
    place = QRect(inside.topLeft(), wanted.boundedTo(inside.size()))
    place.moveCenter(inside.center())
    return place


def within(room: QRect, place: QRect, frame: QMargins) -> QRect:
    """*place* of a window, made smaller and moved as far as needed for it and its *frame* to lie in *room*."""
    inside = room.marginsRemoved(frame)
    found = QRect(place.topLeft(), place.size().boundedTo(inside.size()))
    found.moveRight(min(found.right(), inside.right()))
    found.moveBottom(min(found.bottom(), inside.bottom()))
    found.moveLeft(max(found.left(), inside.left()))
    found.moveTop(max(found.top(), inside.top()))
    return found


def keep_on_screen(window: QWidget) -> None:
    """Move and shrink *window*, which is visible and neither maximised nor full screen, so that its frame is on the screen as well."""
    if not window.isVisible() or window.isMaximized() or window.isFullScreen():
        return
    place = within(window.screen().availableGeometry(), window.geometry(), window.windowHandle().frameMargins())
    if place != window.geometry():
        window.setGeometry(place)
