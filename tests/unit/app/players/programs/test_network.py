"""Programs over the network, both ways: with a token, on this machine unless set otherwise, and strangers are sent away."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import pytest

from app.players.easy import HoldingBot
from app.players.programs.clocks import Clocks
from app.players.programs.door import MOST_WAITING
from app.players.programs.host import ProgramHost
from app.players.programs.match import MatchReport, OpenArena, play
from app.players.programs.seats import LOOPBACK, read_program
from app.players.programs.supervisor import ProgramStatus
from entente import standard

STANDARD = standard()
PATIENT = Clocks.even(60.0)


def holds(connection: socket.socket, lines: Iterable[bytes] | None = None) -> list[str]:
    """Play by holding until it is over; returns the types of the messages."""
    heard = []
    for line in connection.makefile("rb") if lines is None else lines:
        message = json.loads(line)
        heard.append(message["type"])
        if message["type"] == "turn":
            connection.sendall(b'{"type": "orders", "orders": []}\n')
    connection.close()
    return heard


@contextmanager
def serving(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A program that waits on a port, and what it does with who connects."""
    with socket.create_server((LOOPBACK, 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            answer(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join(300)
        assert not thread.is_alive()


def played(host: ProgramHost) -> MatchReport:
    others = {power: HoldingBot() for power in STANDARD.powers if power not in host.powers}
    return play(OpenArena(STANDARD.start), others, host, last_year=1901)


def test_we_connect_to_a_program_say_the_token_and_play() -> None:
    greetings: list[dict[str, object]] = []
    heard: list[str] = []

    def answer(connection: socket.socket) -> None:
        lines = connection.makefile("rb")
        greetings.append(json.loads(lines.readline()))
        heard.extend(holds(connection, lines))
        lines.close()

    with serving(answer) as port, ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program(f"tcp:k3y@localhost:{port}".replace("localhost", LOOPBACK)), clocks=PATIENT)
        report = played(host)
    assert greetings[0]["token"] == "k3y"
    assert heard == ["new_game", "turn", "turn", "game_over", "bye"]
    assert (report.counts["FRANCE"].late, dict(report.forfeits)) == (0, {})


def test_where_nobody_answers_the_seat_holds_and_the_game_ends() -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program(f"tcp:{LOOPBACK}:{port}"), clocks=PATIENT)
        report = played(host)
    assert report.forfeits["FRANCE"].startswith("no connection: ")


def test_a_connection_that_breaks_leaves_the_seat_to_hold() -> None:
    with serving(lambda connection: connection.close()) as port, ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program(f"tcp:{LOOPBACK}:{port}"), clocks=PATIENT)
        report = played(host)
    assert report.forfeits["FRANCE"].startswith("the connection")


def connect(port: int) -> socket.socket:
    return socket.create_connection((LOOPBACK, port), 30)


def said(connection: socket.socket) -> bytes:
    """All bytes until the other side closes."""
    found = bytearray()
    try:
        while data := connection.recv(65536):
            found += data
    except ConnectionResetError:
        pass
    connection.close()
    return bytes(found)


def test_programs_connect_to_us_with_the_token_and_take_the_seat_that_they_name() -> None:
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program("listen:0"), clocks=PATIENT)
        port, token = host.port_of("FRANCE"), host.token_of("FRANCE")
        host.seat("ITALY", read_program(f"listen:{port}"), clocks=PATIENT)
        assert host.standing("ITALY").status is ProgramStatus.STARTING
        heard: dict[str, list[str]] = {}
        threads = []
        for power in ("ITALY", "FRANCE"):
            connection = connect(port)
            connection.sendall(json.dumps({"type": "hello", "token": token, "power": power, "name": power}).encode() + b"\n")

            def listen(connection: socket.socket = connection, power: str = power) -> None:
                heard[power] = holds(connection)

            threads.append(threading.Thread(target=listen))
            threads[-1].start()
        assert host.wait(
            lambda: all(host.standing(power).status is ProgramStatus.READY and host.standing(power).name for power in host.powers), 30
        )
        assert host.standing("ITALY").name == "ITALY"
        report = played(host)
        host.close()
        for thread in threads:
            thread.join(300)
    assert heard["FRANCE"] == ["hello", "new_game", "turn", "turn", "game_over", "bye"]
    assert dict(report.forfeits) == {}


@pytest.mark.parametrize(
    "first",
    [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b'{"type": "hello"}\n', b'{"type": "hello", "token": "wrong"}\n',
     b'{"type": "orders", "orders": []}\n',
     b"x" * 2_000_000, b"\n"],
)  # fmt: skip
def test_who_knows_no_token_is_sent_away_and_the_seat_waits_on(first: bytes) -> None:
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program("listen:s3cret@0"), clocks=PATIENT)
        port = host.port_of("FRANCE")
        stranger = connect(port)
        with suppress(ConnectionError):
            stranger.sendall(first)
        assert b"s3cret" not in said(stranger)
        assert host.standing("FRANCE").status is ProgramStatus.STARTING
        friend = connect(port)
        friend.sendall(b'{"type": "hello", "token": "s3cret"}\n')
        assert host.wait(lambda: host.standing("FRANCE").status is ProgramStatus.READY, 30)
        friend.close()


def test_a_hundred_connections_that_say_nothing_keep_nobody_from_playing() -> None:
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program("listen:t@0"), clocks=PATIENT)
        port = host.port_of("FRANCE")
        crowd = [connect(port) for _ in range(100)]
        closed = [each for each in crowd[MOST_WAITING:] if b"too many" in said(each)]
        assert len(closed) == 100 - MOST_WAITING
        crowd[0].close()
        friend = connect(port)
        friend.sendall(b'{"type": "hello", "token": "t"}\n')
        assert host.wait(lambda: host.standing("FRANCE").status is ProgramStatus.READY, 30)
        for each in (friend, *crowd):
            each.close()


def test_only_this_machine_is_listened_to_unless_a_host_is_named() -> None:
    assert read_program("listen:9000") == read_program(f"listen:{LOOPBACK}:9000")
    with ProgramHost(STANDARD.model) as host:
        host.seat("FRANCE", read_program("listen:0"))
        assert len(host.token_of("FRANCE") or "") >= 16
