"""Waiting for an answer without freezing: the work runs on another thread, the window is painted, and nothing else is begun meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from app.windows.background import Background, WorkGivenUpError

Answer = TypeVar("Answer")

PATIENCE = 400
"""Milliseconds before it is said what is being waited for."""


def wait_for(
    parent: QWidget, background: Background, words: str, work: Callable[[], Answer], cancel: Callable[[], None] | None = None
) -> Answer:
    """What *work* gives.

    Args:
        cancel: ends *work* soon, from this thread, when Cancel is pressed; without it there is no such button. The answer of *work* is
            waited for all the same.

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
        while not (answers or errors or background.is_closed):
            loop.exec()
        box.blockSignals(True)  # closing it says that it was cancelled
        box.close()
        box.deleteLater()
    if errors:
        raise errors[0]
    if not answers:
        raise WorkGivenUpError("the window was closed")
    return answers[0]


def _box(parent: QWidget, words: str, cancel: Callable[[], None] | None) -> QProgressDialog:
    """Says what is being waited for; nothing but it takes a key or a press."""
    box = QProgressDialog(words, "Cancel", 0, 0, parent)
    box.setWindowTitle("Entente")
    box.setWindowModality(Qt.WindowModality.ApplicationModal)
    if cancel is None:
        box.setCancelButton(None)
    else:
        box.canceled.connect(cancel)
    box.setMinimumDuration(0)
    box.show()
    return box
