"""The graphics card as Qt gives it: identified, and used under a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.presentation.painting_way import Card

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_VENDOR, _RENDERER, _VERSION = 0x1F00, 0x1F01, 0x1F02
"""OpenGL's names for what it says of itself."""

_SAMPLES = 4
"""Samples a pixel: edges are smoothed by them."""


def probe_card() -> Card | None:
    """Return the card that OpenGL reports here; ``None`` where there is none.

    It takes some hundredths of a second and loads the driver, so ask once and not before the first picture.
    """
    try:
        from PySide6.QtGui import QOffscreenSurface, QOpenGLContext

        surface = QOffscreenSurface()
        surface.create()
        context = QOpenGLContext()
        if not surface.isValid() or not context.create() or not context.makeCurrent(surface):
            return None
        functions = context.functions()
        said = [str(functions.glGetString(each) or "") for each in (_VENDOR, _RENDERER, _VERSION)]
        context.doneCurrent()
        return Card(*said)
    except Exception:  # noqa: BLE001  # whatever a driver does wrong, the processor can paint
        return None


def card_viewport() -> QWidget | None:
    """A widget that the card paints; ``None`` where Qt cannot make one."""
    try:
        from PySide6.QtGui import QSurfaceFormat
        from PySide6.QtOpenGLWidgets import QOpenGLWidget

        made = QOpenGLWidget()
        wanted = QSurfaceFormat.defaultFormat()
        wanted.setSamples(_SAMPLES)
        made.setFormat(wanted)
        return made
    except Exception:  # noqa: BLE001  # as above
        return None


def is_working(viewport: QWidget) -> bool:
    """Return True if *viewport*, made by ``card_viewport`` and visible, has anything to paint by."""
    return bool(getattr(viewport, "isValid", lambda: True)())
