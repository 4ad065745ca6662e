"""Frames and the errors that end a connection."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.players.daide.frames import ErrorCode, FrameReader, FrameType, diplomacy, error, frame, initial
from app.players.daide.host import Host
from app.players.daide.language import is_balanced, read, show
from app.players.daide.link import REPRESENTATION_AFTER
from app.players.daide.tokens import STANDARD, WORDS, DaideVocabulary, integer, number_of, text_tokens
from tests.quick import one_by_one
from tests.unit.app.players.daide.recordings import Paper, frames_of
from variants.catalogue import standard

NAME = read("NME ( 'Test' ) ( '1' )")


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def errors_of(paper: Paper) -> list[int]:
    return [struct.unpack(">H", each.body)[0] for each in frames_of(bytes(paper.data)) if each.type == FrameType.ERROR]


@one_by_one(
    ("sent", "code"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", ErrorCode.FIRST_NOT_INITIAL),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", ErrorCode.FIRST_NOT_INITIAL),
        (diplomacy(NAME), ErrorCode.FIRST_NOT_INITIAL),
        (frame(FrameType.INITIAL, b"\x00\x01\x10\xda"), ErrorCode.WRONG_BYTE_ORDER),
        (frame(FrameType.INITIAL, b"\x00\x01\xda\x11"), ErrorCode.WRONG_MAGIC),
        (frame(FrameType.INITIAL, b"\x00\x02\xda\x10"), ErrorCode.WRONG_VERSION),
        (frame(FrameType.INITIAL, b"\x00\x01"), ErrorCode.TOO_SHORT),
        (initial() + initial(), ErrorCode.SECOND_INITIAL),
        (initial() + frame(FrameType.REPRESENTATION), ErrorCode.REPRESENTATION_FROM_CLIENT),
        (initial() + b"\x07\x00\x00\x00", ErrorCode.UNKNOWN_FRAME),
        (initial() + frame(FrameType.DIPLOMACY, b"\x48\x0c\x40"), ErrorCode.TOO_SHORT),
        (initial() + frame(FrameType.DIPLOMACY), ErrorCode.TOO_SHORT),
        (initial() + frame(FrameType.DIPLOMACY, b"\x48\x0c" * 0x7FFF + b"\x00"), ErrorCode.TOO_SHORT),
        (initial() + frame(FrameType.DIPLOMACY, b"\x4a\x0d"), ErrorCode.INVALID_TOKEN),
        (initial() + frame(FrameType.DIPLOMACY, b"\x58\x00"), ErrorCode.INVALID_TOKEN),
    ],
)
def test_a_frame_that_cannot_be_ends_the_connection_with_its_code(sent: bytes, code: ErrorCode) -> None:
    host, paper = Host(standard()), Paper()
    host.connect(paper).received(sent)
    assert errors_of(paper) == [code]
    assert paper.is_closed
    if sent.startswith(initial()):
        assert [each.type for each in frames_of(bytes(paper.data))] == [FrameType.REPRESENTATION, FrameType.ERROR]
    other = Paper()
    host.connect(other).received(initial() + diplomacy(NAME))
    assert other.texts()[0] == "YES ( NME ( 'Test' ) ( '1' ) )", "the server lives"


def test_the_largest_frame_there_is_gets_an_answer_that_a_client_can_hold() -> None:
    host, paper = Host(standard()), Paper()
    host.connect(paper).received(initial() + frame(FrameType.DIPLOMACY, struct.pack(">32767H", *[WORDS["HLD"]] * 32767)))
    assert paper.texts() == ["HUH ( ERR )"]


def test_a_connection_that_is_silent_for_thirty_seconds_is_ended() -> None:
    clock = Clock()
    host, silent, slow, quick = Host(standard(), clock=clock), Paper(), Paper(), Paper()
    host.connect(silent)
    host.connect(slow).received(initial()[:5])
    host.connect(quick).received(initial())
    clock.now = 129.9
    host.tick()
    assert host.next_event() == 130.0
    host.tick()
    assert not silent.is_closed
    clock.now = 130.0
    host.tick()
    assert errors_of(silent) == errors_of(slow) == [ErrorCode.NO_INITIAL_IN_TIME]
    assert not quick.is_closed


def test_final_and_error_frames_are_answered_with_nothing() -> None:
    for last in (frame(FrameType.FINAL), error(ErrorCode.WRONG_MAGIC)):
        host, paper = Host(standard()), Paper()
        host.connect(paper).received(initial() + last + diplomacy(NAME))
        assert not paper.data
        assert paper.is_closed


def test_rm_is_held_for_a_client_that_waits_for_it() -> None:
    clock = Clock()
    host, paper = Host(standard(), clock=clock), Paper()
    link = host.connect(paper)
    link.received(initial())
    assert host.next_event() == pytest.approx(clock.now + 0.15)
    clock.now += REPRESENTATION_AFTER - 0.01
    host.tick()
    assert not paper.data, "a Java client does not listen yet"
    clock.now += 0.01
    host.tick()
    assert [each.type for each in frames_of(bytes(paper.data))] == [FrameType.REPRESENTATION]
    assert host.next_event() is None
    clock.now += 60
    host.tick()
    link.received(diplomacy(NAME))
    assert [each.type for each in frames_of(bytes(paper.data))].count(FrameType.REPRESENTATION) == 1


def test_rm_comes_at_once_and_first_for_a_client_that_speaks_without_it() -> None:
    host, paper = Host(standard(), clock=Clock()), Paper()
    host.connect(paper).received(initial() + diplomacy(NAME))
    assert [each.type for each in frames_of(bytes(paper.data))] == [
        FrameType.REPRESENTATION,
        FrameType.DIPLOMACY,
        FrameType.DIPLOMACY,
    ]


def test_a_client_that_is_sent_home_while_rm_is_held_gets_rm_before_the_last_frame() -> None:
    host, paper = Host(standard(), clock=Clock()), Paper()
    host.connect(paper).received(initial())
    host.close()
    assert [each.type for each in frames_of(bytes(paper.data))] == [FrameType.REPRESENTATION, FrameType.FINAL]


def test_segments_mean_nothing() -> None:
    host, paper = Host(standard()), Paper()
    link = host.connect(paper)
    for byte in initial() + diplomacy(NAME):
        link.received(bytes([byte]))
    assert paper.texts()[:2] == ["YES ( NME ( 'Test' ) ( '1' ) )", "MAP ( 'standard' )"]


@given(st.lists(st.tuples(st.sampled_from(list(FrameType)), st.binary(max_size=20)), max_size=6), st.integers(1, 9))
def test_any_frames_come_out_as_they_were_put_in(frames: list[tuple[FrameType, bytes]], width: int) -> None:
    data = b"".join(frame(*each) for each in frames)
    reader = FrameReader()
    found = []
    for at in range(0, len(data), width):
        reader.feed(data[at : at + width])
        while (each := reader.next()) is not None:
            found.append((each.type, each.body))
    assert found == frames


@given(st.text(st.characters(min_codepoint=1, max_codepoint=126), min_size=1, max_size=20))
def test_any_text_is_written_and_read_again(text: str) -> None:
    assert read(show(text_tokens(text))) == text_tokens(text)


@given(st.integers(-8192, 8191))
def test_any_number_is_written_and_read_again(number: int) -> None:
    assert number_of(integer(number)) == number
    assert read(str(number)) == (integer(number),)


@given(st.lists(st.sampled_from([*WORDS.values(), *DaideVocabulary().names.values()]), max_size=12))
def test_a_server_bears_any_message(tokens: list[int]) -> None:
    host, paper = Host(standard()), Paper()
    link = host.connect(paper)
    link.received(initial())
    if tokens:
        link.received(diplomacy(tokens))
    assert not errors_of(paper)
    answered = paper.messages()
    if tokens and not is_balanced(tokens) and tokens[0] not in {WORDS["PRN"], WORDS["HUH"]}:
        assert answered == [(WORDS["PRN"], WORDS["("], *tokens, WORDS[")"])]


def test_what_is_no_word_says_where() -> None:
    with pytest.raises(ValueError, match="column 5: 'XYZ'"):
        read("NME XYZ")
    with pytest.raises(ValueError, match="column 1: 9000"):
        read("9000")
    assert show([0x4A0D], STANDARD) == "?4A0D"
