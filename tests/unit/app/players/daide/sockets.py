"""A client over a real socket that moves on only on demand: no thread, no waiting."""

from __future__ import annotations

import socket
from contextlib import suppress

from app.players.daide.remote import RemoteSeat


class Plug:
    """A seat at a server on this machine.

    Args:
        seat: the client and its player.
        port: of the server.
    """

    def __init__(self, seat: RemoteSeat, port: int) -> None:
        self.seat = seat
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.settimeout(0.005)
        seat.visitor.connected(self)

    def write(self, data: bytes) -> None:
        with suppress(OSError):
            self._socket.sendall(data)

    def close(self) -> None:
        self._socket.close()

    def go_on(self) -> None:
        """Take what came, and order where orders are wanted."""
        try:
            while data := self._socket.recv(1 << 16):
                self.seat.visitor.received(data)
            self.seat.visitor.close("the server is gone")
        except TimeoutError:
            pass
        except OSError:
            self.seat.visitor.close("the server is gone")
        self.seat.tell()
        wanted = self.seat.visitor.wanted()
        if wanted is not None:
            self.seat.visitor.submit(wanted[0], self.seat.decide(*wanted))
