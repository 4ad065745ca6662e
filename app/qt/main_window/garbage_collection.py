"""Objects that refer to one another are collected on the GUI thread alone, whichever thread made the last of them.

Python collects on the thread that happens to ask for memory. A ``QTimer`` that is destroyed on another thread than its own ends the
program, and threads read from hooks and programs, compile boards and write journals all the time.
"""

from __future__ import annotations

import gc
from time import monotonic

from PySide6.QtCore import QObject, QTimer

_LOOKED_EVERY = 1000
"""Milliseconds."""
_WHOLE_AT_MOST_EVERY = 30.0
"""Seconds between collections of everything, which take a tenth of one."""


class GarbageCollection(QObject):
    """Collects on this thread from now on, as long as *parent* is there."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._whole = monotonic()
        timer = QTimer(self)
        timer.setInterval(_LOOKED_EVERY)
        timer.timeout.connect(self.collect_what_is_due)
        timer.start()

    def collect_what_is_due(self) -> None:
        """Collect by the counts at which Python would begin by itself."""
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[2] and monotonic() - self._whole > _WHOLE_AT_MOST_EVERY:
            gc.collect()
            self._whole = monotonic()
        elif due[1]:
            gc.collect(1)
        elif due[0]:
            gc.collect(0)
