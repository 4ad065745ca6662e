"""The sockets of a DAIDE server that is looked after now and then, by a timer of the window: no thread, no loop of its own."""

from __future__ import annotations

import selectors
import socket
from contextlib import suppress

from app.players.daide.host import Host
from app.players.daide.link import Link
from app.players.daide.server import MOST_UNREAD

_AT_ONCE = 1 << 16
"""Bytes that are read of a client at a time."""


class _Visitor:
    """One connection: what waits to be sent, and its link."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.link: Link | None = None
        self.waiting = bytearray()
        self.is_closing = False

    def write(self, data: bytes) -> None:
        if not self.is_closing:
            self.waiting += data

    def close(self) -> None:
        self.is_closing = True


class Door:
    """Listens, and hands on what comes when it is polled.

    Args:
        host: who the clients are.
        address: to listen at.
        port: of it; a free one where that is taken.

    Raises:
        OSError: no port can be had.
    """

    def __init__(self, host: Host, address: str, port: int) -> None:
        self._host = host
        self._selector = selectors.DefaultSelector()
        self._visitors: list[_Visitor] = []
        self._listening = _listening(address, port)
        self._selector.register(self._listening, selectors.EVENT_READ)
        self.port: int = self._listening.getsockname()[1]
        """Port for clients."""

    def poll(self) -> None:
        """Take what came and send what can be sent, without waiting."""
        for key, _ in self._selector.select(0):
            visitor = key.data
            if visitor is None:
                self._let_in()
            else:
                self._hear(visitor)
        for visitor in list(self._visitors):
            self._send(visitor)

    def close(self) -> None:
        """End every connection, and listen no more."""
        self._host.close()
        for visitor in list(self._visitors):
            self._send(visitor)
            self._drop(visitor)
        self._selector.unregister(self._listening)
        self._listening.close()
        self._selector.close()

    def _let_in(self) -> None:
        with suppress(OSError):
            connected, _ = self._listening.accept()
            connected.setblocking(False)
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            visitor = _Visitor(connected)
            self._visitors.append(visitor)
            self._selector.register(connected, selectors.EVENT_READ, visitor)
            visitor.link = self._host.connect(visitor)

    def _hear(self, visitor: _Visitor) -> None:
        try:
            data = visitor.socket.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data or visitor.link is None:
            self._drop(visitor)
        elif not visitor.is_closing:
            visitor.link.received(data)

    def _send(self, visitor: _Visitor) -> None:
        """Send what waits; a client that lets too much of it lie is cut off."""
        try:
            while visitor.waiting:
                del visitor.waiting[: visitor.socket.send(visitor.waiting[:_AT_ONCE])]
        except BlockingIOError:
            if len(visitor.waiting) > MOST_UNREAD:
                self._drop(visitor)
            return
        except OSError:
            self._drop(visitor)
            return
        if visitor.is_closing:
            self._drop(visitor)

    def _drop(self, visitor: _Visitor) -> None:
        if visitor not in self._visitors:
            return
        self._visitors.remove(visitor)
        self._selector.unregister(visitor.socket)
        visitor.socket.close()
        if visitor.link is not None:
            self._host.lost(visitor.link)


def _listening(address: str, port: int) -> socket.socket:
    for each in (port, 0):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setblocking(False)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((address, each))
            found.listen()
        except OSError:
            found.close()
            if each == 0:
                raise
        else:
            return found
    raise AssertionError("one of the two was returned or raised")
