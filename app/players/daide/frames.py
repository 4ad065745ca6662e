"""Frames: what DAIDE sends over a connection, cut out of the stream of bytes by their lengths alone."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from app.players.daide.tokens import Token
from languages import mark, tr

VERSION = 1
MAGIC = 0xDA10
TURNED_MAGIC = 0x10DA
"""The magic number in the wrong byte order."""

LONGEST_BODY = 0x7FFF
"""Bytes in a frame that is sent at most: some clients hold the length in a signed number."""

_HEADER = struct.Struct(">BBH")
_INITIAL = struct.Struct(">HH")
HEADER_SIZE = _HEADER.size


class FrameType(IntEnum):
    """The first byte of a frame."""

    INITIAL = 0
    REPRESENTATION = 1
    DIPLOMACY = 2
    FINAL = 3
    ERROR = 4


class ErrorCode(IntEnum):
    """Reason that a connection is given up."""

    NO_INITIAL_IN_TIME = 0x1
    FIRST_NOT_INITIAL = 0x2
    WRONG_BYTE_ORDER = 0x3
    WRONG_MAGIC = 0x4
    WRONG_VERSION = 0x5
    SECOND_INITIAL = 0x6
    INITIAL_FROM_SERVER = 0x7
    UNKNOWN_FRAME = 0x8
    TOO_SHORT = 0x9
    TOO_EARLY = 0xA
    """A diplomacy frame before the representation."""
    FIRST_NOT_REPRESENTATION = 0xB
    SECOND_REPRESENTATION = 0xC
    REPRESENTATION_FROM_CLIENT = 0xD
    INVALID_TOKEN = 0xE


_WORDS: Mapping[ErrorCode, str] = {
    ErrorCode.NO_INITIAL_IN_TIME: mark("no initial message came in time"),
    ErrorCode.FIRST_NOT_INITIAL: mark("its first message is not the initial one"),
    ErrorCode.WRONG_BYTE_ORDER: mark("its bytes come in the wrong order"),
    ErrorCode.WRONG_MAGIC: mark("its initial message has the wrong magic number"),
    ErrorCode.WRONG_VERSION: mark("it speaks another version"),
    ErrorCode.SECOND_INITIAL: mark("a second initial message"),
    ErrorCode.INITIAL_FROM_SERVER: mark("an initial message of the server"),
    ErrorCode.UNKNOWN_FRAME: mark("a message of an unknown type"),
    ErrorCode.TOO_SHORT: mark("a message that is too short"),
    ErrorCode.TOO_EARLY: mark("a message that came before its time"),
    ErrorCode.FIRST_NOT_REPRESENTATION: mark("its first answer does not say how it names the board"),
    ErrorCode.SECOND_REPRESENTATION: mark("it says a second time how it names the board"),
    ErrorCode.REPRESENTATION_FROM_CLIENT: mark("the client says how the board is named"),
    ErrorCode.INVALID_TOKEN: mark("a word that DAIDE does not know"),
}


class FrameError(Exception):
    """A frame that cannot be; the connection ends with this code."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(tr(_WORDS[code]))
        self.code = code


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; the pad byte is of any value and not kept."""

    type: int
    body: bytes


def frame(type_: FrameType, body: bytes = b"") -> bytes:
    """The bytes of a frame.

    Raises:
        ValueError: the body is longer than 65,535 bytes.
    """
    if len(body) > 0xFFFF:
        raise ValueError("a frame holds 65535 bytes")
    return _HEADER.pack(type_, 0, len(body)) + body


def initial() -> bytes:
    """The first frame of a client."""
    return frame(FrameType.INITIAL, _INITIAL.pack(VERSION, MAGIC))


def error(code: ErrorCode) -> bytes:
    """The frame that says why a connection ends."""
    return frame(FrameType.ERROR, struct.pack(">H", code))


def diplomacy(tokens: Sequence[Token]) -> bytes:
    """The frame of a message."""
    return frame(FrameType.DIPLOMACY, struct.pack(f">{len(tokens)}H", *tokens))


def tokens_of(body: bytes) -> tuple[Token, ...]:
    """The tokens of a message.

    Raises:
        FrameError: half a token, or none at all.
    """
    if not body or len(body) % 2:
        raise FrameError(ErrorCode.TOO_SHORT)
    return struct.unpack(f">{len(body) // 2}H", body)


def check_initial(body: bytes) -> None:
    """Check that the body of an initial frame is one.

    Raises:
        FrameError: it is too short, or of other bytes, another magic or another version.
    """
    if len(body) < _INITIAL.size:
        raise FrameError(ErrorCode.TOO_SHORT)
    version, magic = _INITIAL.unpack_from(body)
    if magic == TURNED_MAGIC:
        raise FrameError(ErrorCode.WRONG_BYTE_ORDER)
    if magic != MAGIC:
        raise FrameError(ErrorCode.WRONG_MAGIC)
    if version != VERSION:
        raise FrameError(ErrorCode.WRONG_VERSION)


class FrameReader:
    """Cuts frames out of a stream. It holds one frame at most: 64 KiB."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> None:
        """Take what came; segments mean nothing."""
        self._held += data

    def header(self) -> int | None:
        """The type of the frame that begins what is held, as soon as its header is there."""
        return self._held[0] if len(self._held) >= HEADER_SIZE else None

    def next(self) -> Frame | None:
        """The next whole frame; ``None`` while it is not all there."""
        if len(self._held) < HEADER_SIZE:
            return None
        type_, _pad, length = _HEADER.unpack_from(self._held)
        if len(self._held) < HEADER_SIZE + length:
            return None
        body = bytes(self._held[HEADER_SIZE : HEADER_SIZE + length])
        del self._held[: HEADER_SIZE + length]
        return Frame(type_, body)
