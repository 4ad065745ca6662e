"""Bakes one thing after another in slices, while the program goes on answering."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.qt.map.paint.rendering import RenderedPart

_SLICE = 0.007
"""Seconds of baking at a time."""


class RenderQueue(QObject):
    """Bakes one thing after another in slices, while the program goes on."""

    def __init__(self, parent: QObject | None = None, waits: Callable[[], bool] = lambda: False) -> None:
        """*waits*: whether something else is more urgent just now."""
        super().__init__(parent)
        self._waits = waits
        self._waiting: deque[tuple[str, Iterator[RenderedPart | None], Callable[[RenderedPart], None]]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.drop_all)

    def render(self, name: str, work: Iterator[RenderedPart | None], done: Callable[[RenderedPart], None]) -> None:
        """Bake *work* and hand its piece to *done*; what waits under the same *name* is dropped."""
        self.drop(name)
        self._waiting.append((name, work, done))
        self._timer.start()

    def drop(self, name: str) -> None:
        """Forget what waits under *name*."""
        for each in [each for each in self._waiting if each[0] == name]:
            self._waiting.remove(each)
            _close(each[1])

    def drop_all(self) -> None:
        """Forget everything that waits."""
        while self._waiting:
            _close(self._waiting.popleft()[1])
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """True if anything waits."""
        return bool(self._waiting)

    def finish(self) -> None:
        """Bake everything now: for pictures and tests that cannot wait."""
        while self._waiting:
            self._bake(float("inf"))

    def _slice(self) -> None:
        if not self._waits():
            self._bake(_SLICE)

    def _bake(self, budget: float) -> None:
        end = time.perf_counter() + budget
        while self._waiting and time.perf_counter() < end:
            entry = self._waiting[0]
            piece = next(entry[1], None)
            if piece is not None and self._waiting and self._waiting[0] is entry:
                self._waiting.popleft()
                entry[2](piece)
        if not self._waiting:
            self._timer.stop()


def _close(work: Iterator[RenderedPart | None]) -> None:
    close = getattr(work, "close", None)
    if callable(close):
        close()
