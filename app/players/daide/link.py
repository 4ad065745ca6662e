"""One connection at the server: bytes in, whole messages out, and the error that ends it where a frame cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.players.daide.frames import (
    ErrorCode,
    Frame,
    FrameError,
    FrameReader,
    FrameType,
    check_initial,
    diplomacy,
    error,
    frame,
    tokens_of,
)
from app.players.daide.language import Message
from app.players.daide.tokens import DaideVocabulary

INITIAL_SECONDS = 30.0
"""How long a connection may be silent before its first frame is there."""


class Wire(Protocol):
    """Where bytes go."""

    def write(self, data: bytes) -> None:
        """Send *data*; never waits."""
        ...

    def close(self) -> None:
        """End the connection once all is sent."""
        ...


class Link:
    """A connection as the server sees it.

    Args:
        wire: to the client.
        vocabulary: the tokens that there are.
        representation: the body of RM.
        heard: gets each whole message.
        opened: when, by the server's clock.
    """

    def __init__(
        self, wire: Wire, vocabulary: DaideVocabulary, representation: bytes, heard: Callable[[Message], None], opened: float
    ) -> None:
        self._wire = wire
        self._vocabulary = vocabulary
        self._representation = representation
        self._heard = heard
        self._reader = FrameReader()
        self.opened = opened
        self._is_open = True
        self.has_begun = False
        """Whether the first frame was there and was right."""
        self.error: ErrorCode | None = None
        """The error that the server ended it with."""

    @property
    def is_open(self) -> bool:
        """Whether anything is still heard and sent."""
        return self._is_open

    def received(self, data: bytes) -> None:
        """Bytes came in."""
        if not self.is_open:
            return
        self._reader.feed(data)
        try:
            if not self.has_begun and self._reader.header() not in {None, FrameType.INITIAL, FrameType.FINAL, FrameType.ERROR}:
                raise FrameError(ErrorCode.FIRST_NOT_INITIAL)  # its body is not waited for
            while (each := self._reader.next()) is not None and self._take(each):
                pass
        except FrameError as wrong:
            self.fail(wrong.code)

    def _take(self, each: Frame) -> bool:
        """Act on a frame; whether to go on with the next one."""
        match each.type:
            case FrameType.FINAL | FrameType.ERROR:
                self.close()
            case FrameType.INITIAL:
                if self.has_begun:
                    raise FrameError(ErrorCode.SECOND_INITIAL)
                check_initial(each.body)
                self.has_begun = True
                self._wire.write(frame(FrameType.REPRESENTATION, self._representation))
            case _ if not self.has_begun:
                raise FrameError(ErrorCode.FIRST_NOT_INITIAL)
            case FrameType.REPRESENTATION:
                raise FrameError(ErrorCode.REPRESENTATION_FROM_CLIENT)
            case FrameType.DIPLOMACY:
                tokens = tokens_of(each.body)
                if any(token not in self._vocabulary for token in tokens):
                    raise FrameError(ErrorCode.INVALID_TOKEN)
                self._heard(tokens)
            case _:
                raise FrameError(ErrorCode.UNKNOWN_FRAME)
        return self.is_open

    def tick(self, now: float) -> None:
        """Give up on a client that does not begin."""
        if self.is_open and not self.has_begun and now >= self.opened + INITIAL_SECONDS:
            self.fail(ErrorCode.NO_INITIAL_IN_TIME)

    def send(self, message: Message) -> None:
        """Send a message."""
        if self.is_open:
            self._wire.write(diplomacy(message))

    def fail(self, code: ErrorCode) -> None:
        """End it with an error."""
        if self.is_open:
            self.error = code
            self._wire.write(error(code))
            self.close()

    def finish(self) -> None:
        """End it in peace."""
        if self.is_open:
            self._wire.write(frame(FrameType.FINAL))
            self.close()

    def close(self) -> None:
        """End it without a word: the other side ended it, or knows."""
        if self.is_open:
            self._is_open = False
            self._wire.close()
