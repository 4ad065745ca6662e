"""Waits for what a window does, however busy the machine is: a test fails by what happens, never by how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

PATIENCE = 120_000
"""Milliseconds after which something counts as never coming. It is not waited for where it comes."""


class PatientBot(QtBot):
    """pytest-qt's bot, whose five seconds are too few beside eight busy programs."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        """Until *callback* says so or asserts nothing more."""
        super().waitUntil(callback, timeout=max(timeout, PATIENCE))

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        """Until *signal* comes; where it is not to come, no longer than *timeout*."""
        return super().waitSignal(signal, timeout=timeout if more.get("raising") is False else max(timeout, PATIENCE), **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        """Until *widget* is on the screen."""
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE))
