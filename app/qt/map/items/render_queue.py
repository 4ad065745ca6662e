"""Rendering behind the window: work in slices, and items whose old painting is shown until the new one is ready."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import ClassVar, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.qt.map.paint.still_painter import RenderedPart

_SLICE = 0.007
"""Seconds of baking at a time."""


_FRAMES = 0.1
"""Seconds after a frame of something that moves in which no board is baked: the next frame needs the processor."""
_LOOK_AGAIN = 40
"""Milliseconds after which a queue looks if that is over."""


class RenderQueue(QObject):
    """Bakes one thing after another in slices, while the program goes on."""

    _quiet_until: ClassVar[float] = 0.0

    @classmethod
    def make_way(cls) -> None:
        """Bake nothing on any board, be it out of sight, until what moves just now has come to rest."""
        cls._quiet_until = time.perf_counter() + _FRAMES

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
        is_quiet = time.perf_counter() < RenderQueue._quiet_until
        self._timer.setInterval(_LOOK_AGAIN if is_quiet else 0)
        if not is_quiet and not self._waits():
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


_PAINTING_SLICE = 0.008
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
        end = time.perf_counter() + _PAINTING_SLICE
        for item in sorted(self._seen, key=lambda each: -each.zValue()):
            self.drop(item)
            item.freshen()
            if time.perf_counter() >= end:
                break
        if not self._seen:
            self._timer.stop()
