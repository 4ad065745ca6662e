"""Bounds of connections, tried at the real server: heads, idle connections, addresses, IPv6 and HTTPS."""

from __future__ import annotations

import datetime
import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect
from websockets.typing import Origin

from app.session.requests import WebTerms
from app.web import page_server, patience, site
from app.web.channel import PhoneHello, decoded
from tests.unit.app.web.test_site import RealPhone, Served

PATIENCE = 60.0
"""Seconds after which something that has to come is missing."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path)
    yield made
    made.close()


def opened(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.web.port), timeout=PATIENCE)


def ends(connection: socket.socket) -> bytes:
    """Return all that comes until the other end closes the connection."""
    got = b""
    try:
        while piece := connection.recv(65536):
            got += piece
    except ConnectionError:
        pass
    connection.close()
    return got


def test_a_head_that_is_too_long_is_refused_and_others_are_answered(served: Served) -> None:
    connection = opened(served)
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * (2 * page_server.LONGEST_HEAD)
    connection.sendall(head)
    assert b"400" in ends(connection).partition(b"\r\n")[0]
    assert served.get("/")[0].status == 200


def test_a_long_head_within_the_bound_is_answered(served: Served) -> None:
    assert served.get("/", x="x" * (page_server.LONGEST_HEAD - 1000))[0].status == 200


@pytest.mark.slow
def test_a_connection_that_says_nothing_or_drips_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_SECONDS", 0.5)
    served = Served(tmp_path)
    silent, dripping = opened(served), opened(served)
    dripping.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    assert ends(silent) == b""
    assert ends(dripping) == b""
    begun = opened(served)
    begun.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    begun.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    assert b"200 OK" in ends(begun), "the first request is answered, and the second one given up"
    assert served.get("/")[0].status == 200
    phone = served.phone()
    phone.shows("lobby")
    served.close()


@pytest.mark.slow
def test_an_idle_connection_is_closed_after_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "KEEP_ALIVE", 1)
    served = Served(tmp_path)
    connection = opened(served)
    connection.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert b"200 OK" in ends(connection)
    served.close()


def test_one_address_holds_so_many_connections_and_leaves_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "MOST_OF_ONE_ADDRESS", 20)
    monkeypatch.setattr(page_server, "MOST_AT_ALL", 60)
    served = Served(tmp_path)
    flood = [opened(served) for _ in range(80)]
    assert ends(flood.pop()) == b"", "one too many is closed at once"
    other = socket.create_connection(("127.0.0.1", served.web.port), timeout=PATIENCE, source_address=("127.0.0.2", 0))
    other.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert b"200 OK" in ends(other)
    for each in flood:
        each.close()
    served.close()


def test_a_request_with_a_body_is_refused_and_its_body_is_not_waited_for(served: Served) -> None:
    connection = opened(served)
    connection.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n")
    assert b"405" in connection.recv(1000)
    connection.close()
    assert served.get("/")[0].status == 200


@pytest.mark.slow
def test_a_board_that_no_phone_can_draw_is_refused_in_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "LARGEST_BOARD", 1000)
    served = Served(tmp_path)
    answer, body = served.get("/board/en.svg")
    assert (answer.status, body) == (413, b"")
    assert b"too large for a page" in served.get("/")[1]
    served.close()


# --- IPv6 and HTTPS ---


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="there is no IPv6 here")
@pytest.mark.parametrize("host", ["::1", "0.0.0.0", "::"])
def test_phones_come_by_ipv6_and_where_every_network_is_meant_by_ipv4_too(tmp_path: Path, host: str) -> None:
    served = Served(tmp_path, host=host)
    for name in ("[::1]", *(("127.0.0.1",) if host != "::1" else ())):
        here = f"{name}:{served.web.port}"
        made = connect(f"ws://{here}/ws/seat", origin=Origin(f"http://{here}"), compression=None, open_timeout=PATIENCE)
        with made:
            hello = PhoneHello(decoded(served.web.desk.server_key))
            made.send(hello.first())
            answer = made.recv(timeout=PATIENCE)
            assert isinstance(answer, str)
            RealPhone(made, hello.channel(answer)).shows("lobby")
    if host == "::1":
        assert served.web.addresses == (f"http://[::1]:{served.web.port}",)
    served.close()


def test_addresses_that_are_not_listened_at_are_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.terms.local_addresses", lambda: ("192.168.0.20", "fd00::20"))
    from app.web.terms import addresses_of

    assert addresses_of(WebTerms("0.0.0.0"), 1901) == ("http://192.168.0.20:1901", "http://[fd00::20]:1901")
    assert addresses_of(WebTerms("0.0.0.0"), 1901, with_ipv6=False) == ("http://192.168.0.20:1901",)


def certificate(folder: Path) -> tuple[Path, Path]:
    """Return a certificate of this machine, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "cert.pem", folder / "key.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return pem, secret


def test_a_phone_sits_down_by_https(tmp_path: Path) -> None:
    pem, secret = certificate(tmp_path)
    served = Served(tmp_path / "table", tls=(pem, secret))
    assert served.web.addresses[0].startswith("https://")
    trusting = ssl.create_default_context(cafile=str(pem))
    connection = HTTPSConnection("localhost", served.web.port, timeout=PATIENCE, context=trusting)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()
    here = f"localhost:{served.web.port}"
    with connect(f"wss://{here}/ws/seat", origin=Origin(f"https://{here}"), ssl=trusting, compression=None, open_timeout=PATIENCE) as made:
        hello = PhoneHello(decoded(served.web.desk.server_key))
        made.send(hello.first())
        answer = made.recv(timeout=PATIENCE)
        assert isinstance(answer, str)
        phone = RealPhone(made, hello.channel(answer))
        phone.say(do="join", word=served.web.desk.door.word, name="Ada", power="AUSTRIA")
        phone.until(lambda message: "seat" in message)
    served.close()
