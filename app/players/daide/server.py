"""The sockets of a DAIDE server, and the loop that carries a match through."""

from __future__ import annotations

import asyncio
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from app.players.daide.host import Host
from app.players.daide.link import Link
from app.players.daide.match import Match, Thought

MOST_UNREAD = 1 << 20
"""Bytes that a client may leave unread before it is cut off."""


@dataclass(frozen=True, slots=True)
class Doors:
    """Address at which a server listens."""

    host: str = "127.0.0.1"
    port: int = 0
    """0 takes a free one."""

    most_unread: int = MOST_UNREAD


class _Caller(asyncio.Protocol):
    """One connection: bytes to its link, and the link's bytes out."""

    def __init__(self, host: Host, wake: Callable[[], None], most_unread: int) -> None:
        self._host = host
        self._wake = wake
        self._most_unread = most_unread
        self._link: Link | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=self._most_unread)
        connected: socket.socket = transport.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._link = self._host.connect(self)
        self._wake()

    def data_received(self, data: bytes) -> None:
        if self._link is not None:
            self._link.received(data)
            self._wake()

    def pause_writing(self) -> None:
        """The client reads nothing: it is cut off, and what lay there for it is thrown away, as is what it says in the same breath."""
        if self._link is not None:
            self._link.close()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - however it ended
        if self._link is not None:
            self._host.lost(self._link)
            self._wake()

    def write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def run_match(
    match: Match,
    doors: Doors | None = None,
    *,
    opened: Callable[[int], None] = lambda _port: None,
    wait: float | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> None:
    """Open the doors and play *match* until it is over and all were informed.

    Args:
        match: the game.
        doors: where to listen.
        opened: called with the port once clients can connect.
        wait: seconds after which the game begins with the clients that are there, if any; it waits for all unless given.
        go_on: asked several times a second; the game is left open where it says no.

    Raises:
        OSError: the port is taken, or not ours to take.
    """
    doors = doors or Doors()
    loop = asyncio.get_running_loop()
    event = asyncio.Event()
    server = await loop.create_server(lambda: _Caller(match.host, event.set, doors.most_unread), doors.host, doors.port)
    try:
        opened(server.sockets[0].getsockname()[1])
        await _play(match, event, None if wait is None else loop.time() + wait, go_on)
    finally:
        match.host.close()
        server.close()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(server.wait_closed(), 2)


LOOK_UP = 0.25
"""Seconds between two questions whether to go on."""


async def _play(match: Match, event: asyncio.Event, begins: float | None, go_on: Callable[[], bool]) -> None:
    loop = asyncio.get_running_loop()
    thinking: asyncio.Task[Thought] | None = None
    host = match.host
    try:
        while go_on():
            event.clear()
            host.tick()
            late = begins is not None and loop.time() >= begins and bool(host.ready)
            if match.can_begin or (late and not match.has_begun):
                match.begin()
            if match.has_begun and not match.is_over:
                if thinking is None:
                    thinking = loop.create_task(asyncio.to_thread(match.think))
                    thinking.add_done_callback(lambda _task: event.set())
                if match.draw_if_agreed():
                    continue
                if thinking.done() and host.game.is_turn_over:
                    match.carry_out(thinking.result())
                    thinking = None
                    continue
            if match.is_over and host.is_empty:
                return
            due = host.next_event()
            pause = LOOK_UP if due is None else max(0.0, min(LOOK_UP, due - host.now()))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(event.wait(), pause)
    finally:
        if thinking is not None:
            with suppress(Exception):
                await thinking


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
