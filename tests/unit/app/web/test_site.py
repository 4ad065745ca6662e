"""The real server on its own thread: what it sends to whom, and what strangers cannot do to it."""

from __future__ import annotations

import gzip
import json
import random
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from app.session.requests import WebTerms
from app.web import site
from app.web.channel import BLOCK, Channel, PhoneHello, decoded
from app.web.serving import WebTable
from app.web.site import LARGEST_MESSAGE
from tests.quick import each_nth, every
from tests.unit.app.session.table_desk import TableDesk
from tests.unit.app.web.phone_table import PHONES

ROOT = Path(__file__).resolve().parents[4]
TAG = 16
"""Bytes that show a sealed message to be the sender's."""
PATIENCE = 120
"""Seconds after which something counts as never coming."""
ROUTES = ("/", "/stage", "/colours.css", "/board/en.svg", "/static/seat.js", "/static/stage.js", "/static/noble.js", "/static/style.css")


class Served:
    """A served table, whose session's thread is this fixture's own."""

    def __init__(
        self, folder: Path, public_url: str = "", host: str = "127.0.0.1", tls: tuple[Path | None, Path | None] = (None, None)
    ) -> None:
        self.laptop = TableDesk(folder)
        self.laptop.run(PHONES)
        self.errors: list[BaseException] = []
        self.token = ""
        self.opened = ExitStack()
        self.web = WebTable(self.laptop.session, self.laptop.seating, WebTerms(host, 0, public_url, *tls), drives=True)
        self.web.start()
        self.base = f"127.0.0.1:{self.web.port}"
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._is_ending.is_set():
            try:
                self.web.serve_waiting(timeout=0.02)
            except Exception as error:  # noqa: BLE001 - told by the test
                self.errors.append(error)

    def close(self) -> None:
        """Stop, and tell what went wrong on the session's thread."""
        self.opened.close()
        self._is_ending.set()
        self._thread.join()
        self.web.stop()
        self.laptop.end()
        assert self.errors == []

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
        """The answer to one request."""
        connection = HTTPConnection(self.base, timeout=PATIENCE)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def socket(self, path: str = "/ws/seat", origin: str | None = "", host: str = "") -> ClientConnection:
        """A WebSocket as a page of ours opens it."""
        headers = {"Host": host} if host else {}
        wanted: Any = f"http://{self.base}" if origin == "" else origin
        opening = connect(f"ws://{self.base}{path}", origin=wanted, additional_headers=headers, compression=None, open_timeout=PATIENCE)
        return self.opened.enter_context(opening)

    def phone(self) -> RealPhone:
        """A phone with its channel."""
        made = self.socket()
        hello = PhoneHello(decoded(self.web.desk.server_key))
        made.send(hello.first())
        answer = made.recv(timeout=PATIENCE)
        assert isinstance(answer, str)
        return RealPhone(made, hello.channel(answer))


class RealPhone:
    """A phone on the network."""

    def __init__(self, connection: ClientConnection, channel: Channel) -> None:
        self.connection = connection
        self.channel = channel
        self.parts: dict[str, object] = {}

    def say(self, **message: object) -> None:
        """Send a message."""
        self.connection.send(self.channel.sealed(message))

    def until(self, holds: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """The first message that *holds*."""
        while True:
            data = self.connection.recv(timeout=PATIENCE)
            assert isinstance(data, bytes)
            message = self.channel.opened(data)
            assert isinstance(message, dict)
            self.parts.update(message.get("parts", {}))
            if holds(message):
                return message

    def shows(self, part: str) -> None:
        """Wait until a *part* of the page came; it may have come with another message."""
        if part not in self.parts:
            self.until(lambda _: part in self.parts)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("served"))
    yield made
    made.close()


@pytest.mark.slow
@each_nth(3, "route", ROUTES)
def test_a_page_lets_no_script_run_but_ours_and_tells_nobody_where_it_was(served: Served, route: str) -> None:
    answer, body = served.get(route)
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    if route in {"/", "/stage"}:
        text = body.decode()
        assert re.search(r"<script(?![^>]*src=)|\son\w+=|style=|javascript:", text) is None


@pytest.mark.slow
def test_the_board_is_small_and_known_again(served: Served) -> None:
    answer, body = served.get("/board/de.svg", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(body) < 400_000
    text = gzip.decompress(body).decode()
    assert "Schwarzes Meer" in text
    assert "<script" not in text
    assert re.search(r"(?:href|src)=\"(?!#)", text) is None
    again, nothing = served.get("/board/de.svg", if_none_match=answer.headers["etag"])
    assert (again.status, nothing) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/x", "/static/../../pyproject.toml", "/static/%2e%2e/parts.html", "/static/parts.html", "/font/x", "/board/x", "/ws/seat"]
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    answer, body = served.get(path)
    assert answer.status in {404, 405}
    assert len(body) < 100


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_is_taken_but_questions(served: Served, method: str) -> None:
    assert served.get("/", method)[0].status == 405


@pytest.mark.slow
def test_letters_of_all_languages_come_with_the_small_fonts(served: Served) -> None:
    style = served.get("/static/style.css")[1].decode()
    faces = re.findall(r"url\((/font/[a-z-]+\.woff2)\);unicode-range:([^}]+)\}", style)
    assert len(faces) == 4
    assert sum(len(served.get(path)[1]) for path, _ in faces) < 80_000
    assert {served.get(path)[0].getheader("content-type") for path, _ in faces} == {"font/woff2"}
    words = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "languages").rglob("entente.po"))
    letters = {letter for letter in words if letter.isalpha()}
    assert {"ß", "é", "ñ", "œ"} <= letters
    for _, ranges in faces:
        ends = [[int(end, 16) for end in each[2:].split("-")] for each in ranges.split(",")]
        assert [letter for letter in letters if not any(first[0] <= ord(letter) <= first[-1] for first in ends)] == []


def test_a_name_that_was_pointed_here_gets_nothing(served: Served) -> None:
    assert served.get("/", host="evil.example")[0].status == 421
    with pytest.raises(InvalidStatus):
        served.socket(host="evil.example")


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
@pytest.mark.parametrize("path", ["/ws/seat", "/ws/stage"])
def test_a_page_of_others_opens_no_connection(served: Served, path: str, origin: str | None) -> None:
    with pytest.raises(InvalidStatus):
        served.socket(path, origin)


def test_a_phone_sits_down_orders_and_seals(served: Served) -> None:
    phone = served.phone()
    phone.say(do="join", word=served.web.desk.door.word, name="Ada", power="AUSTRIA")
    assert phone.until(lambda message: "seat" in message)["seat"] == "AUSTRIA"
    phone.shows("layer")
    phone.say(do="touch", p="BUD", u=True)
    phone.until(lambda message: "picked" in message.get("parts", {}).get("glow", {}))
    phone.say(do="touch", p="SER")
    message = phone.until(lambda message: "Serbia" in str(message.get("parts", {}).get("sheet", "")))
    assert len(json.dumps(message)) < 10_000, "an update after a tap"
    phone.say(do="seal")
    phone.until(lambda message: "sealed" in str(message.get("parts", {}).get("sheet", "")))
    phone.connection.close()


def test_the_stage_is_told_in_plain_text_what_is_public(served: Served) -> None:
    stage = served.socket("/ws/stage")
    message = json.loads(stage.recv(timeout=PATIENCE))
    assert "Scan to sit down" in message["parts"]["side"]
    stage.send("anything")
    with pytest.raises(ConnectionClosed):
        stage.recv(timeout=PATIENCE)


@pytest.mark.slow
def test_nonsense_ends_its_own_connection_and_no_other(served: Served) -> None:
    steady = served.phone()
    steady.until(lambda message: "lobby" in message.get("parts", {}))
    dice = random.Random(7)
    for number in range(60):
        made = served.socket()
        try:
            match number % 6:
                case 0:
                    made.send(dice.randbytes(dice.randrange(200)))
                case 1:
                    made.send("x" * 2000)
                case 2:
                    made.send(json.dumps({"e": "A" * 43}))
                    made.recv(timeout=PATIENCE)
                    made.send(dice.randbytes(80))
                case 3:
                    made.send("[" * 500)
                case 4:
                    made.send(json.dumps({"e": ["?"]}))
                case _:
                    made.send(b"x" * 100_000)
            while True:
                made.recv(timeout=PATIENCE)
        except ConnectionClosed:
            continue
    steady.say(do="join", word="wrong", name="Zoe", power="")
    assert "not the table password" in steady.until(lambda message: "refused" in message)["refused"]


MESSAGES: tuple[Mapping[str, object], ...] = (
    {},
    {"do": None},
    {"do": "x"},
    {"do": "join"},
    {"do": "join", "word": 3, "name": [], "power": {}},
    {"do": "sit", "power": 3, "token": None},
    {"do": "take", "code": ["x"]},
    {"do": "touch", "p": 3},
    {"do": "touch", "p": "x" * 1000},
    {"do": "touch"},
    {"do": "choice", "i": "x"},
    {"do": "choice", "i": -1},
    {"do": "want", "o": {"x": 1}},
    {"do": "want", "o": "A PAR - PAR - PAR"},
    {"do": "write", "text": "x" * 100_0},
    {"do": "write", "text": "\x00\u202e", "line": 10**12},
    {"do": "write", "text": "x", "line": True},
    {"do": "send", "to": "x"},
    {"do": "send", "text": "x", "to": ["NOBODY"]},
    {"do": "send", "text": "x", "to": ["AUSTRIA"] * 101},
    {"do": "vote", "choice": "draw NOBODY"},
    {"do": "vote", "choice": "\n"},
    {"do": "past", "index": 10**30},
    {"do": "past", "index": True},
    {"do": "past"},
    {"do": "panel", "name": "legal PAR"},
    {"do": "legal", "p": "<script>"},
    {"do": "notes", "text": "\ud800"},
    {"do": "shownow"},
    {"do": "agree"},
    {"do": "now"},
    {"do": "esc"},
    {"do": "waive"},
    {"do": "back"},
)


@pytest.mark.parametrize("message", every(9, MESSAGES), ids=str)
def test_no_message_of_a_seat_is_more_than_its_own_trouble(served: Served, message: Mapping[str, object]) -> None:
    free = next((seat.power for seat in served.laptop.seating.table.seats if seat.is_free and seat.power == "TURKEY"), None)
    phone = served.phone()
    if free is not None:
        phone.say(do="join", word=served.web.desk.door.word, name="Gus", power="TURKEY")
        served.token = str(phone.until(lambda each: "token" in each)["token"])
    else:
        phone.say(do="sit", power="TURKEY", token=served.token)
    phone.shows("layer")
    try:
        phone.connection.send(phone.channel.sealed(message))
        phone.say(do="touch", p="ANK", u=True)
        phone.until(lambda each: "glow" in each.get("parts", {}))
    except ConnectionClosed:
        pass
    phone.connection.close()
    assert served.errors == []


def test_a_flood_of_messages_ends_the_connection(served: Served) -> None:
    phone = served.phone()
    with pytest.raises(ConnectionClosed):  # noqa: PT012 - it ends somewhere in the flood
        for _ in range(400):
            phone.say(do="ping")
        while True:
            phone.connection.recv(timeout=PATIENCE)


def test_a_message_above_the_bound_ends_its_connection_and_one_at_the_bound_does_not(served: Served) -> None:
    phone = served.phone()
    message = {"do": "join", "word": "wrong", "power": "", "name": "Zoe", "more": ""}
    longest = (LARGEST_MESSAGE - TAG) // BLOCK * BLOCK  # what is sealed is filled up to whole blocks
    message["more"] = "x" * (longest - len(json.dumps(message, separators=(",", ":"))))
    phone.say(**message)
    phone.until(lambda answer: "refused" in answer)
    phone.say(**message, above="")
    with pytest.raises(ConnectionClosed):
        phone.until(lambda _answer: False)


@pytest.mark.slow
def test_one_address_has_so_many_connections_and_gets_another_when_one_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MOST_OF_ONE_ADDRESS", 2)
    table = Served(tmp_path)
    try:
        first, _second = table.socket("/ws/stage"), table.socket("/ws/stage")
        with pytest.raises(InvalidStatus):
            table.socket("/ws/stage")
        first.close()
        give_up = monotonic() + 20
        while True:
            try:
                table.socket("/ws/stage")
            except InvalidStatus:
                assert monotonic() < give_up  # the server hears of the end a moment later
            else:
                break
    finally:
        table.close()


@pytest.mark.slow
def test_many_connections_do_not_keep_anybody_out(served: Served) -> None:
    silent = [  # of two other addresses, since one has so many connections alone
        socket.create_connection(("127.0.0.1", served.web.port), source_address=(f"127.0.0.{2 + number % 2}", 0)) for number in range(300)
    ]
    waiting = [served.socket("/ws/stage") for _ in range(100)]
    phone = served.phone()
    phone.until(lambda message: "lobby" in message.get("parts", {}))
    assert served.get("/")[0].status == 200
    for each in silent:
        each.close()
    for stage in waiting:
        stage.close()


def test_a_port_in_use_is_said_at_once(served: Served) -> None:
    other = WebTable(served.laptop.session, served.laptop.seating, WebTerms(port=served.web.port))
    with pytest.raises(OSError, match="in use"):
        other.start()
