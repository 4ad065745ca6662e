"""Repaints items in the background: their old look is seen until then."""

from __future__ import annotations

import time
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

_SLICE = 0.008
"""Seconds of painting at a time."""


class Stale(Protocol):
    """Item with an old look that can be painted again."""

    def freshen(self) -> None:
        """Paint it as it is by now."""

    def forget(self) -> None:
        """Forget what was painted: it is painted as it is when it is next seen."""

    def zValue(self) -> float:
        """Return its height in the stack."""


class Repaints(QObject):
    """Items that show what they were, and are painted as they are one after another; those first that are seen, the highest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stale: dict[Stale, None] = {}
        self._seen: dict[Stale, None] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    def add(self, item: Stale) -> None:
        """*item* is not what it shows any more."""
        self._stale[item] = None

    def was_seen(self, item: Stale) -> None:
        """Note that the old look of *item* was just seen; it is painted soon. Items out of sight wait until they are seen."""
        self._seen[item] = None
        self._timer.start()

    def drop(self, item: Stale) -> None:
        """*item* is gone, or painted otherwise."""
        self._stale.pop(item, None)
        self._seen.pop(item, None)

    def drop_all(self) -> None:
        """Paint nothing any more."""
        self._stale.clear()
        self._seen.clear()
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """True if anything that is seen waits."""
        return bool(self._seen)

    def finish(self) -> None:
        """Paint everything again when it is next seen."""
        stale = list(self._stale)
        self.drop_all()
        for item in stale:
            item.forget()

    def _slice(self) -> None:
        end = time.perf_counter() + _SLICE
        for item in sorted(self._seen, key=lambda each: -each.zValue()):
            self.drop(item)
            item.freshen()
            if time.perf_counter() >= end:
                break
        if not self._seen:
            self._timer.stop()
