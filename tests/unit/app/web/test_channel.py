"""The channel between a phone and the program: nothing on the network reads it, changes it or plays it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from app.web.channel import BLOCK, Channel, ChannelError, PhoneHello, answer_hello, encoded, server_key
from tests.quick import one_by_one


def pair() -> tuple[Channel, Channel]:
    """The phone's end and the program's."""
    key = X25519PrivateKey.generate()
    hello = PhoneHello(key.public_key().public_bytes_raw())
    answer, theirs = answer_hello(key, json.loads(hello.first()))
    return hello.channel(answer), theirs


def test_what_one_end_seals_the_other_opens() -> None:
    phone, program = pair()
    for number in range(3):
        assert program.opened(phone.sealed({"do": "seal", "n": number})) == {"do": "seal", "n": number}
        assert phone.opened(program.sealed(["Šárka", number])) == ["Šárka", number]


def test_the_words_are_not_on_the_network_and_their_length_tells_little() -> None:
    phone, _ = pair()
    short, longer = phone.sealed({"o": "A PAR H"}), phone.sealed({"o": "A PAR - BUR"})
    assert b"PAR" not in short
    assert len(short) == len(longer)
    assert (len(short) - 16) % BLOCK == 0


def test_a_message_is_not_played_again_left_out_or_turned_back() -> None:
    phone, program = pair()
    first, second = phone.sealed("one"), phone.sealed("two")
    with pytest.raises(ChannelError):
        program.opened(second)
    program.opened(first)
    with pytest.raises(ChannelError):
        program.opened(first)
    with pytest.raises(ChannelError):
        phone.opened(second)
    assert program.opened(second) == "two"


@pytest.mark.parametrize("at", [0, 10, -1])
def test_a_changed_message_is_refused(at: int) -> None:
    phone, program = pair()
    data = bytearray(phone.sealed("one"))
    data[at] ^= 1
    with pytest.raises(ChannelError):
        program.opened(bytes(data))


def test_another_connection_opens_nothing_of_the_first() -> None:
    key = X25519PrivateKey.generate()
    hello = PhoneHello(key.public_key().public_bytes_raw())
    first = json.loads(hello.first())
    answer, _ = answer_hello(key, first)
    said = hello.channel(answer).sealed("one")
    _, again = answer_hello(key, first)
    with pytest.raises(ChannelError):
        again.opened(said)


def test_a_program_with_another_key_is_not_ours() -> None:
    ours, other = X25519PrivateKey.generate(), X25519PrivateKey.generate()
    hello = PhoneHello(ours.public_key().public_bytes_raw())
    answer, theirs = answer_hello(other, json.loads(hello.first()))
    with pytest.raises(ChannelError):
        theirs.opened(hello.channel(answer).sealed("one"))


@one_by_one("hello", [None, [], {}, {"e": 3}, {"e": "?"}, {"e": "AAAA"}, {"e": "A" * 500}, {"e": encoded(bytes(32))}])
def test_nonsense_at_the_beginning_is_refused(hello: object) -> None:
    with pytest.raises(ChannelError):
        answer_hello(X25519PrivateKey.generate(), hello)


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first = server_key(tmp_path / "data")
    assert server_key(tmp_path / "data").private_bytes_raw() == first.private_bytes_raw()
    kept = tmp_path / "data" / "phones.key"
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_bytes(b"spoilt")
    assert server_key(tmp_path / "data").private_bytes_raw() != first.private_bytes_raw()
