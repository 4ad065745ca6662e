"""Waiting for an answer without freezing: the work runs on another thread, the window is painted, and nothing else is begun meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from app.qt.widgets.background import Background, WorkGivenUpError
from languages import tr

Answer = TypeVar("Answer")

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
        watch: knows how far *work* has come, which is shown.

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
