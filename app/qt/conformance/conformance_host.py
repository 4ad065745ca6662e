"""Window as the page of the DATC cases uses it."""

from __future__ import annotations

from typing import Protocol

from app.qt.board.page_host import PageHost
from app.qt.widgets.host import DialogHost, Messenger, SessionHost


class ConformanceHost(SessionHost, DialogHost, PageHost, Messenger, Protocol):
    """The open games, the board in front, and a place to say things."""
