"""Background work: jobs off the GUI thread with their answers back on it, and waiting for one without freezing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QThreadPool, QTimer, Signal, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from languages import tr

Answer = TypeVar("Answer")


class WorkFailedError(Exception):
    """End of work from which no program should go on, such as the end of a library's own process; reported as any other failure."""


class WorkGivenUpError(Exception):
    """Work is given up, since the window is closed."""


@dataclass(slots=True)
class _Outcome:
    deliver: Callable[[], None]


class Background(QObject):
    """Runs functions on worker threads and hands their answers to the GUI thread.

    Answers that come after ``close`` are dropped, so that no callback meets a window that is gone.

    Signals:
        busy_changed(bool): work has begun where none was going on, or the last of it is done.
        closed(): no answer comes any more.
    """

    busy_changed = Signal(bool)
    closed = Signal()
    _came = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)
        self._running = 0
        self._closed = False
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def is_closed(self) -> bool:
        """True if no more answers come."""
        return self._closed

    @property
    def is_busy(self) -> bool:
        """True if anything is still in work."""
        return self._running > 0

    def run(self, work: Callable[[], Answer], done: Callable[[Answer], None], failed: Callable[[Exception], None]) -> None:
        """Call *work* on a worker thread, then *done* with its answer, or *failed* with its error, on this thread."""

        def job() -> None:
            try:
                answer = work()
            except BaseException as error:  # noqa: BLE001 - every error is raised again on the caller's thread
                caught = error if isinstance(error, Exception) else WorkFailedError(f"{type(error).__name__}: {error}")
                self._send(_Outcome(lambda: failed(caught)))
            else:
                self._send(_Outcome(lambda: done(answer)))

        if self._closed:
            failed(WorkGivenUpError(tr("the window is closed")))
            return
        import PySide6.QtSvg  # noqa: F401 - boards are painted with it; no class of Qt is read by a thread

        self._running += 1
        if self._running == 1:
            self.busy_changed.emit(True)
        self._pool.start(job)

    def wait(self, milliseconds: int = 30_000) -> bool:
        """Wait for running work; False where it takes longer. Answers are delivered by the event loop afterwards."""
        return self._pool.waitForDone(milliseconds)

    def close(self) -> None:
        """Drop every answer from here on and wait for the work that is under way."""
        self._closed = True
        self.closed.emit()
        self._pool.clear()
        self._pool.waitForDone(30_000)

    def _send(self, outcome: _Outcome) -> None:
        if not self._closed:
            with suppress(RuntimeError):  # what it belonged to is gone, without having been closed
                self._came.emit(outcome)

    @Slot(object)
    def _deliver(self, outcome: _Outcome) -> None:
        self._running -= 1
        if self._running == 0:
            self.busy_changed.emit(False)
        if not self._closed:
            outcome.deliver()


class Latest(Generic[Answer]):
    """Work of which only the newest request matters: while one runs, the next waits and everything between is dropped."""

    def __init__(self, background: Background, done: Callable[[Answer], None], failed: Callable[[Exception], None]) -> None:
        self._background = background
        self._done = done
        self._failed = failed
        self._running = False
        self._waiting: Callable[[], Answer] | None = None
        self._number = 0

    def request(self, work: Callable[[], Answer]) -> None:
        """Ask for *work*'s answer; an older request's answer will not be delivered any more."""
        self._number += 1
        if self._running:
            self._waiting = work
        else:
            self._start(work)

    def forget(self) -> None:
        """No answer to anything asked so far is wanted."""
        self._number += 1
        self._waiting = None

    def _start(self, work: Callable[[], Answer]) -> None:
        self._running = True
        number = self._number
        self._background.run(work, lambda answer: self._came(number, answer), lambda error: self._went_wrong(number, error))

    def _came(self, number: int, answer: Answer) -> None:
        self._next()
        if number == self._number:
            self._done(answer)

    def _went_wrong(self, number: int, error: Exception) -> None:
        self._next()
        if number == self._number:
            self._failed(error)

    def _next(self) -> None:
        self._running = False
        work, self._waiting = self._waiting, None
        if work is not None:
            self._start(work)


LOOKS = 100
"""Milliseconds between two looks at how far the work has come."""

PATIENCE = 400
"""Milliseconds before a notice of the work that is waited for."""


def wait_for(
    parent: QWidget,
    background: Background,
    words: str,
    work: Callable[[], Answer],
    cancel: Callable[[], None] | None = None,
    watch: WorkProgress | None = None,
) -> Answer:
    """Wait for the result of *work*.

    Args:
        cancel: ends *work* soon, from this thread, when Cancel is pressed; without it there is no such button. The answer of *work* is
            waited for all the same.
        watch: the progress of *work*, which is displayed.

    Raises:
        WorkGivenUpError: the window was closed meanwhile.
        Exception: whatever *work* raises.
    """
    answers: list[Answer] = []
    errors: list[Exception] = []
    loop = QEventLoop()

    def done(answer: Answer) -> None:
        answers.append(answer)
        loop.quit()

    def failed(error: Exception) -> None:
        errors.append(error)
        loop.quit()

    background.closed.connect(loop.quit)
    background.run(work, done, failed)
    # What is pressed within the first moment is kept, and comes to the window when it has its answer.
    QTimer.singleShot(PATIENCE, loop, loop.quit)
    if not errors:
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    if not (answers or errors or background.is_closed):
        box = _box(parent, words, cancel)
        looking = watch.show_in(box, words) if watch is not None else None
        while not (answers or errors or background.is_closed):
            loop.exec()
        if looking is not None:
            looking.stop()
        box.blockSignals(True)  # closing it says that it was cancelled
        box.close()
        box.deleteLater()
    if errors:
        raise errors[0]
    if not answers:
        raise WorkGivenUpError(tr("the window was closed"))
    return answers[0]


def watch_over(parent: QWidget, background: Background, words: str, work: Callable[[WorkProgress], Answer]) -> Answer:
    """Wait for the result of *work*, with a box that shows its progress and has a button to stop it.

    Raises:
        WorkGivenUpError: the window was closed meanwhile.
        Exception: whatever *work* raises; it ends soon after its watch says no.
    """
    watch = WorkProgress()
    try:
        return wait_for(parent, background, words, lambda: work(watch), watch.stop, watch)
    finally:
        watch.stop()


class WorkProgress:
    """Progress of work on another thread, and its cancellation. The work calls it, the window reads and stops it."""

    def __init__(self) -> None:
        self._done, self._total, self._words = 0, 0, ""
        self._is_stopped = False

    def go_on(self, done: int, total: int, words: str) -> bool:
        """*done* of *total* are done and *words* come next; a total of 0 tells nothing new. Whether to go on."""
        if total:
            self._done, self._total, self._words = done, total, words
        return not self._is_stopped

    def stop(self) -> None:
        """The work is not wanted any more."""
        self._is_stopped = True

    def show_in(self, box: QProgressDialog, words: str) -> QTimer:
        """Keep *box* at how far the work has come, as long as the timer lives."""

        def look() -> None:
            if self._total and not self._is_stopped:
                box.setLabelText(f"{words}\n{self._words[:80]}")
                box.setMaximum(self._total)
                box.setValue(self._done)

        timer = QTimer(box)
        timer.timeout.connect(look)
        timer.start(LOOKS)
        return timer


def _box(parent: QWidget, words: str, cancel: Callable[[], None] | None) -> QProgressDialog:
    """Says what is being waited for; nothing but it takes a key or a click."""
    box = QProgressDialog(words, tr("Cancel"), 0, 0, parent)
    box.setWindowTitle("Entente")
    box.setWindowModality(Qt.WindowModality.ApplicationModal)
    if cancel is None:
        box.setCancelButton(None)
    else:
        box.canceled.connect(cancel)
    box.setMinimumDuration(0)
    box.show()
    return box
