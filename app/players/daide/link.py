"""One connection at the server: bytes in, whole messages out, and the error that ends it where a frame cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.players.daide.frames import ErrorCode, Frame, FrameError, FrameReader, FrameType, check_initial, diplomacy, error, frame, tokens_of
from app.players.daide.language import Message
from app.players.daide.tokens import DaideVocabulary

INITIAL_SECONDS = 30.0
"""Time that a connection may be silent before its first frame is there."""

REPRESENTATION_AFTER = 0.15
"""Seconds from a client's first frame to RM. Java clients begin to listen for RM only after they have sent their first frame, miss one that
is quicker, and connect again a second later, for ever where the server always is."""


class Wire(Protocol):
    """Wire that takes the bytes."""

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
        on_message: gets each whole message.
        clock: the server's, in seconds that only go forward.
    """

    def __init__(
        self,
        wire: Wire,
        vocabulary: DaideVocabulary,
        representation: bytes,
        on_message: Callable[[Message], None],
        clock: Callable[[], float],
    ) -> None:
        self._wire = wire
        self._vocabulary = vocabulary
        self._representation = representation
        self._on_message = on_message
        self._reader = FrameReader()
        self._clock = clock
        self._opened = clock()
        self._representation_at: float | None = None
        """Time at which RM is due; ``None`` where it was sent, or was not requested."""
        self._is_open = True
        self.has_begun = False
        """True if the first frame was there and was right."""
        self.error: ErrorCode | None = None
        """The error that the server ended it with."""

    @property
    def is_open(self) -> bool:
        """True if anything is still received and sent."""
        return self._is_open

    def next_event(self) -> float | None:
        """Return the time of the next event by the clock."""
        return self._representation_at if self.has_begun else self._opened + INITIAL_SECONDS

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
        if each.type in {FrameType.FINAL, FrameType.ERROR}:
            self.close()
            return False
        self._represent()  # who goes on without RM does not wait for it
        match each.type:
            case FrameType.INITIAL:
                if self.has_begun:
                    raise FrameError(ErrorCode.SECOND_INITIAL)
                check_initial(each.body)
                self.has_begun = True
                self._representation_at = self._clock() + REPRESENTATION_AFTER
            case _ if not self.has_begun:
                raise FrameError(ErrorCode.FIRST_NOT_INITIAL)
            case FrameType.REPRESENTATION:
                raise FrameError(ErrorCode.REPRESENTATION_FROM_CLIENT)
            case FrameType.DIPLOMACY:
                tokens = tokens_of(each.body)
                if any(token not in self._vocabulary for token in tokens):
                    raise FrameError(ErrorCode.INVALID_TOKEN)
                self._on_message(tokens)
            case _:
                raise FrameError(ErrorCode.UNKNOWN_FRAME)
        return self.is_open

    def tick(self, now: float) -> None:
        """Send RM when it is due, and give up on a client that does not begin."""
        due = self.next_event()
        if not self.is_open or due is None or now < due:
            return
        if self.has_begun:
            self._represent()
        else:
            self.fail(ErrorCode.NO_INITIAL_IN_TIME)

    def _represent(self) -> None:
        """Send RM, where it was not sent yet: everything else comes behind it."""
        if self._representation_at is not None:
            self._representation_at = None
            self._wire.write(frame(FrameType.REPRESENTATION, self._representation))

    def send(self, message: Message) -> None:
        """Send a message."""
        if self.is_open:
            self._represent()
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
            self._represent()
            self._wire.write(frame(FrameType.FINAL))
            self.close()

    def close(self) -> None:
        """End it without a word: the other side ended it, or knows."""
        if self.is_open:
            self._is_open = False
            self._wire.close()
