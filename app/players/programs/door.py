"""The door for programs that connect to us: who knows the token takes a seat, everybody else is sent away."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable

from app.players.programs.link import Listener
from app.players.programs.links import SocketLink
from app.players.programs.messages import Hello, Info, NotUnderstoodError, line_of, read_program_line
from languages import tr

PATIENCE = 10.0
"""Seconds in which who connects has to say hello."""
MOST_WAITING = 32
"""Connections without a hello; further ones are closed at once."""

Admit = Callable[[Hello, SocketLink], Listener | None]
"""Function that gives a connection with a good hello and token its seat; ``None`` where none is free."""


class ProgramDoor:
    """One port on which programs are waited for.

    Args:
        token: what they have to say in their hello.
        admit: gives them a seat.
    """

    def __init__(self, token: str, admit: Admit) -> None:
        self.token = token
        self._admit = admit
        self._server: asyncio.Server | None = None
        self.waiting: set[_Newcomer] = set()

    async def open(self, host: str, port: int) -> int:
        """Wait for programs there; returns the port, which the system chooses for 0.

        Raises:
            OSError: the port is taken, or not allowed.
        """
        self._server = await asyncio.get_running_loop().create_server(lambda: _Newcomer(self, self._admit).link, host, port)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Stop waiting for connections."""
        if self._server is not None:
            self._server.close()
        for each in tuple(self.waiting):
            await each.link.finish(0)
        if self._server is not None:
            await self._server.wait_closed()


class _Newcomer:
    """A connection without a hello, which later passes everything on to its seat."""

    def __init__(self, door: ProgramDoor, admit: Admit) -> None:
        self._door = door
        self._admit = admit
        self._seat: Listener | None = None
        self.link = _StrangersLink(self)
        self._is_gone = False
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._close, tr("no hello came"))

    def arrived(self) -> None:
        """The connection is there."""
        self._door.waiting.add(self)
        if len(self._door.waiting) > MOST_WAITING:
            self._close(tr("too many connections wait"))

    def on_line(self, line: bytes | None, size: int) -> None:
        if self._seat is not None:
            self._seat.on_line(line, size)
            return
        if self._is_gone:
            return
        try:
            message = None if line is None else read_program_line(line)
        except NotUnderstoodError:
            message = None
        if not isinstance(message, Hello) or not hmac.compare_digest((message.token or "").encode(), self._door.token.encode()):
            self._close(tr("a hello with the right token was expected"))
            return
        seat = self._admit(message, self.link)
        if seat is None:
            self._close(tr("no seat is free"))
            return
        self._timer.cancel()
        self._door.waiting.discard(self)
        self._seat = seat
        assert line is not None
        seat.on_line(line, size)

    def flooded(self, size: int) -> None:
        if self._seat is not None:
            self._seat.flooded(size)

    def on_error_line(self, line: bytes) -> None:
        """There is none over the network."""

    def lost(self, cause: str) -> None:
        self._timer.cancel()
        self._door.waiting.discard(self)
        if self._seat is not None:
            self._seat.lost(cause)

    def _close(self, why: str) -> None:
        if self._seat is None and not self._is_gone:
            self._is_gone = True
            self.link.write(line_of(Info(text=why, warning=True)))
            self._farewell = asyncio.ensure_future(self.link.finish(0.2))


class _StrangersLink(SocketLink):
    """A connection that tells its newcomer when it is there."""

    def __init__(self, newcomer: _Newcomer) -> None:
        super().__init__(newcomer)
        self._newcomer = newcomer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._newcomer.arrived()
