"""The socket of our seat at a remote DAIDE server, and the player who sits there."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from adjudicator import Order, Position, Unit
from app.players.daide.visitor import Visitor
from entente.asking import Asking, Miss
from entente.playing import Player
from languages import system_words, tr

MARGIN = 1.0
"""Seconds of a limit that are left for the way to the server."""

CONNECT_SECONDS = 10.0
LOOK_UP = 0.25
"""Seconds between two questions whether to go on."""


class _Wire:
    """Bytes to the server."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def write(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(data)

    def close(self) -> None:
        self._writer.close()


class RemoteSeat:
    """A player in its seat at a remote server.

    Args:
        visitor: the client.
        player: who decides; ``None`` for an observer.
    """

    def __init__(self, visitor: Visitor, player: Player | None) -> None:
        self.visitor = visitor
        self._player = player
        self._asking = Asking()
        self._has_started = False

    @property
    def misses(self) -> tuple[Miss, ...]:
        """Faults of the player."""
        return self._asking.misses

    def tell(self) -> None:
        """Tell the player what became of the turns that are over, and that the game begins or has ended."""
        visitor, player = self.visitor, self._player
        if player is None or visitor.board is None or visitor.power is None or visitor.following is None:
            return
        phase, power = visitor.following.position.phase, visitor.power
        if not self._has_started:
            self._has_started = True
            self._asking.tell(power, phase, "start", partial(player.started, visitor.board.variant, power))
        while visitor.resolutions:
            self._asking.tell(power, phase, "results", partial(player.told, visitor.resolutions.pop(0)))
        ending = visitor.following.game.ending
        if visitor.is_over and ending is not None:
            self._asking.tell(power, phase, "end", partial(player.ended, ending))
            self._player = None

    def decide(self, position: Position, power: str) -> tuple[Order, ...]:
        """The orders of the player; nothing where it fails."""
        if self._player is None:
            return ()
        seconds = None if self.visitor.seconds is None else max(0.1, self.visitor.seconds - MARGIN)
        answer = self._asking.orders(power, position.phase, partial(self._player.choose_orders, position, power, seconds))
        units = {*position.units, *(each.unit for each in position.dislodged)}
        return tuple(each for each in answer if not isinstance(each, str) and _is_ours(each, power, units))


def _is_ours(order: Order, power: str, units: set[Unit]) -> bool:
    """Return True if an order is for a unit of *power*, or for none that exists."""
    piece = getattr(order, "piece", None)
    return not any(unit.piece == piece and unit.power != power for unit in units)


async def visit(
    seat: RemoteSeat,
    host: str,
    port: int,
    *,
    go_on: Callable[[], bool] = lambda: True,
    changed: Callable[[], None] = lambda: None,
) -> None:
    """Connect and play until the game or the connection is over.

    Args:
        seat: the client and its player.
        host: name or address of the server.
        port: of it.
        go_on: asked several times a second; the seat is left where it says no.
        changed: called whenever something came.

    Raises:
        OSError: no server answers there.
    """
    visitor = seat.visitor
    reader, writer = await asyncio.wait_for(asyncio.open_connection(host, port), CONNECT_SECONDS)
    connected: socket.socket = writer.get_extra_info("socket")
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    visitor.connected(_Wire(writer))
    thinking: asyncio.Task[tuple[Order, ...]] | None = None
    thought_of: Position | None = None
    reading: asyncio.Task[bytes] | None = None
    try:
        while not visitor.is_closed and go_on():
            reading = reading or asyncio.ensure_future(reader.read(1 << 16))
            waiting = {reading} if thinking is None else {reading, thinking}
            await asyncio.wait(waiting, timeout=LOOK_UP, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                data = reading.result()
                reading = None
                if not data:
                    visitor.close(tr("the connection to the server broke"))
                visitor.received(data)
                changed()
            if thinking is None:
                seat.tell()
            if thinking is not None and thinking.done():
                assert thought_of is not None
                visitor.submit(thought_of, thinking.result())
                thinking = None
            wanted = visitor.wanted()
            if thinking is None and wanted is not None:
                thought_of = wanted[0]
                thinking = asyncio.ensure_future(asyncio.to_thread(seat.decide, *wanted))
        if visitor.is_closed or thinking is None:
            seat.tell()
        visitor.leave()
    except OSError as error:
        visitor.close(tr("the connection to the server broke: {error}", error=system_words(error)))
    finally:
        if reading is not None:
            reading.cancel()
        if thinking is not None:
            with suppress(Exception):
                await thinking
        writer.close()
        with suppress(Exception):
            await asyncio.wait_for(writer.wait_closed(), 2)
