"""Waiting for an answer without freezing: the work runs on another thread, the window is painted, and nothing else is begun meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from app.windows.background import Background, WorkGivenUpError

Answer = TypeVar("Answer")

PATIENCE = 400
"""Milliseconds before it is said what is being waited for."""


def wait_for(parent: QWidget, background: Background, words: str, work: Callable[[], Answer]) -> Answer:
    """What *work* gives.

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

    box = QProgressDialog(words, "", 0, 0, parent)
    box.setCancelButton(None)
    box.setWindowModality(Qt.WindowModality.WindowModal)
    box.setMinimumDuration(PATIENCE)
    box.setValue(0)
    background.closed.connect(loop.quit)
    background.run(work, done, failed)
    if not errors:
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    box.reset()
    box.deleteLater()
    if errors:
        raise errors[0]
    if not answers:
        raise WorkGivenUpError("the window was closed")
    return answers[0]
