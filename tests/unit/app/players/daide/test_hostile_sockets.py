"""Strangers at the doors of a server: each gets its error, and the game goes on for those who play."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading

import pytest

from app.game.edits import new_game
from app.players.bots import OPPONENTS, Bot
from app.players.daide.frames import ErrorCode, FrameType, diplomacy, frame, initial
from app.players.daide.host import Host
from app.players.daide.language import read
from app.players.daide.match import Match
from app.players.daide.remote import RemoteSeat, visit
from app.players.daide.server import Doors, run_match
from app.players.daide.visitor import Visitor
from tests.unit.app.players.daide.recordings import frames_of
from variants.catalogue import standard

NAME = diplomacy(read("NME ( 'Deaf' ) ( '1' )"))
ACCEPT = diplomacy(read("YES ( MAP ( 'standard' ) )"))

STRANGERS = {
    b"GET / HTTP/1.1\r\nHost: localhost:16713\r\n\r\n": ErrorCode.FIRST_NOT_INITIAL,
    frame(FrameType.INITIAL, b"\x00\x01\xbe\xef"): ErrorCode.WRONG_MAGIC,
    initial() + frame(FrameType.DIPLOMACY, b"\x48\x0c\x40"): ErrorCode.TOO_SHORT,
    initial() + frame(FrameType.DIPLOMACY, b"\xff" * 0xFFFE): ErrorCode.INVALID_TOKEN,
    initial() + frame(FrameType.DIPLOMACY, b"\x00" * 0xFFFF): ErrorCode.TOO_SHORT,
}


async def _stranger(port: int, sent: bytes) -> int:
    """The error that a stranger gets before its connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    data = await asyncio.wait_for(reader.read(-1), 20)
    writer.close()
    codes = [struct.unpack(">H", each.body)[0] for each in frames_of(data) if each.type == FrameType.ERROR]
    assert len(codes) == 1
    return int(codes[0])


def _deaf(port: int) -> socket.socket:
    """A client that takes a seat, asks for the map again and again, and never reads."""
    deaf = socket.create_connection(("127.0.0.1", port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(initial() + NAME + ACCEPT)
    return deaf


def test_a_game_goes_on_among_strangers_a_hundred_connections_and_a_client_that_never_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.players.daide.host.CLOSED_AFTER", 0.1)
    said: list[str] = []
    host = Host(standard(), say=said.append)
    match = Match(new_game(standard()), host, last_year=1903, clients=3, others=lambda _power: OPPONENTS[Bot.RANDOM].make(1))
    seats = [RemoteSeat(Visitor(f"Bot {number}", "1", known=[standard()]), OPPONENTS[Bot.RANDOM].make(number)) for number in range(2)]
    codes: dict[bytes, int] = {}

    async def everybody() -> None:
        opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        server = asyncio.create_task(run_match(match, Doors(most_unread=1 << 16), opened=opened.set_result))
        port = await opened
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
        for sent in STRANGERS:
            codes[sent] = await _stranger(port, sent)
        deaf = _deaf(port)
        while not host.ready:
            await asyncio.sleep(0.01)
        visits = [asyncio.create_task(visit(seat, "127.0.0.1", port)) for seat in seats]
        while not match.has_begun:
            await asyncio.sleep(0.01)
        asked = diplomacy(read("MDF")) * 2000
        deaf.setblocking(False)
        while not any("Deaf is gone" in line for line in said):
            try:
                deaf.send(asked)
            except BlockingIOError:
                pass
            except OSError:
                break
            await asyncio.sleep(0.01)
        while not match.is_over:
            await asyncio.sleep(0.01)
        host._over_since = host.now() - 10
        await asyncio.gather(server, *visits)
        deaf.close()
        for _, writer in crowd:
            writer.close()

    before = threading.active_count()
    asyncio.run(asyncio.wait_for(everybody(), 120))
    assert threading.active_count() == before, "no thread is left"
    assert codes == STRANGERS
    assert any("Deaf is gone" in line for line in said)
    assert match.game.ending is not None
    assert match.game.ending.reason == "last year"
    assert all(seat.visitor.is_over for seat in seats)
