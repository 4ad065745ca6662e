"""Games of a play-test in the background of the window: added up as they end, and stopped when they are no longer wanted."""

from __future__ import annotations

import threading
from collections import deque
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.running import PlayTestFailed, run
from app.board_editor.playtest.tally import GameTally
from app.board_editor.playtest.task import PlayTest
from languages import tr

LOOKS = 150
"""Milliseconds between two looks at what has ended."""


class PlayTestRunner(QObject):
    """Plays one test.

    Signals:
        advanced(): more games have ended; their sums stand in ``figures``.
        ended(str): nothing is played any more; why, where it failed.
    """

    advanced = Signal()
    ended = Signal(str)

    def __init__(self, test: PlayTest, figures: Figures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.test = test
        self.figures = figures
        self.is_running = True
        self._began = monotonic()
        self._seconds = 0.0
        self._stopped = threading.Event()
        self._came: deque[GameTally] = deque()
        self._trouble = ""
        self._thread = threading.Thread(target=self._work, name="play-test", daemon=True)
        self._thread.start()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOKS)

    @property
    def seconds(self) -> float:
        """Seconds that it has been played."""
        return monotonic() - self._began if self.is_running else self._seconds

    @property
    def seconds_to_go(self) -> float | None:
        """Seconds that it will still take, as far as that can be estimated."""
        done = self.figures.games
        return None if done < 5 else self.seconds / done * (self.test.games - done)

    def stop(self) -> None:
        """No more games; those that have ended count."""
        self._stopped.set()

    def close(self) -> None:
        """Stop the play-test, since the page is closed."""
        self.stop()
        self._timer.stop()
        self._thread.join(10)

    def _work(self) -> None:
        try:
            for tally in run(self.test, self._stopped.is_set):
                self._came.append(tally)
        except PlayTestFailed as error:
            self._trouble = tr("The games could not be played: {error}.", error=error)

    def _look(self) -> None:
        is_over = not self._thread.is_alive()
        came = False
        while self._came:
            self.figures.add(self._came.popleft())
            came = True
        if came:
            self.advanced.emit()
        if is_over and self.is_running:
            self._seconds = self.seconds
            self.is_running = False
            self._timer.stop()
            self.ended.emit(self._trouble)
