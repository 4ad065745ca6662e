"""Check that the text of a hook is a program, while it is written and without the window standing still for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.hooks.attached import hook_of
from app.hooks.host import HookHost
from app.hooks.text_fault import TextFault
from app.qt.widgets.background import Background, Latest
from variants.hooks.hook_text import HookText

_AFTER = 300
"""Milliseconds after the last key."""


class HookChecker(QObject):
    """Asks a worker about the newest text; what it answers about older ones is dropped.

    Signals:
        due(): typing has paused: the text is to be checked. found(HookText, object): what is wrong with a text that was asked about, a
        ``TextFault`` or ``None``.
    """

    due = Signal()
    found = Signal(object, object)

    def __init__(self, host: HookHost, parent: QObject) -> None:
        super().__init__(parent)
        self.host = host
        """Host that checks texts."""
        self._background = Background(self)
        self._latest: Latest[tuple[HookText, TextFault | None]] = Latest(
            self._background, lambda answer: self.found.emit(*answer), lambda _error: None
        )
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER)
        self._timer.timeout.connect(self.due)

    @property
    def is_busy(self) -> bool:
        """True if a text is being checked."""
        return self._background.is_busy

    def look_soon(self) -> None:
        """Check soon, after a change of the text; the earlier check is dropped."""
        self._latest.forget()
        self._timer.start()

    def settle(self) -> None:
        """Drop the check, since another follows at once."""
        self._timer.stop()
        self._latest.forget()

    def ask(self, text: HookText) -> None:
        """Find out behind the window whether *text* is a program; ``found`` tells."""
        self._latest.request(lambda: (text, self.host.text_fault(hook_of(text))))

    def close(self) -> None:
        """Stop checking for good."""
        self.settle()
        self.host.cancel()
        self._background.close()
