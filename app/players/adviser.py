"""A process of its own that looks for best replies, so that a window never waits: asked, listened to and stopped without a pause."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.players.strong.replies import Advice, ReplyQuestion
from languages import tr

_LOOK = 0.02
"""Seconds of looking for replies after which it is seen whether they are still wanted."""

_TELL = 0.2
"""Seconds between two words on what is known so far."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Reason that there is no answer."""

    words: str


@dataclass(frozen=True, slots=True)
class _Asked:
    number: int
    question: ReplyQuestion
    seconds: float


class Adviser:
    """The process, begun when it is first asked something. One question at a time: the next one ends the one before."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._number = 0
        self._waits = False

    def ask(self, question: ReplyQuestion, seconds: float) -> None:
        """Start the search for replies for so many *seconds*.

        Raises:
            OSError: no process can be started.
        """
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_answer, args=(theirs,), name="adviser", daemon=True)
            self._process.start()
            theirs.close()
        self._number += 1
        self._waits = True
        self._pipe.send(_Asked(self._number, question, seconds))

    def poll(self) -> Advice | Failed | None:
        """The newest word on what was asked last; ``None`` where there is no new one. Never waits."""
        newest: Advice | Failed | None = None
        if self._pipe is None or not self._waits:
            return None
        try:
            while self._pipe.poll():
                number, word = self._pipe.recv()
                if number == self._number:
                    newest = word
        except (EOFError, OSError):
            newest = Failed(tr("The process that looks for replies has ended."))
            self.close()
        if newest is not None and (isinstance(newest, Failed) or newest.is_done):
            self._waits = False
        return newest

    def stop(self) -> None:
        """Drop the question; no answer to it comes after this."""
        if not self._waits:
            return
        self._waits = False
        self._number += 1
        if self._pipe is not None:
            with suppress(OSError):
                self._pipe.send(None)

    def close(self) -> None:
        """End the process."""
        process, pipe, self._process, self._pipe, self._waits = self._process, self._pipe, None, None, False
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.terminate()
            process.join(2.0)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()


def _answer(pipe: Connection) -> None:
    """Answer one question after the other in the process, until the pipe is closed."""
    from app.players.strong.budget import Budget
    from app.players.strong.replies import advise

    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            asked = pipe.recv()
            if asked is None:
                continue
            told = _every(_TELL)
            budget = Budget(asked.seconds, None, time.monotonic, _unless_waiting(pipe))

            def tell(advice: Advice, number: int = asked.number, told: Callable[[], bool] = told) -> None:
                if told():
                    pipe.send((number, advice))

            try:
                word: Advice | Failed = advise(asked.question, budget, tell)
            except ValueError as error:
                word = Failed(str(error))
            pipe.send((asked.number, word))


def _every(seconds: float) -> Callable[[], bool]:
    """Says yes once in so many *seconds*."""
    last = time.monotonic()

    def is_time() -> bool:
        nonlocal last
        now = time.monotonic()
        if now - last < seconds:
            return False
        last = now
        return True

    return is_time


def _unless_waiting(pipe: Connection) -> Callable[[], bool]:
    """Says yes once something else is asked; looked for every now and then, since looking takes longer than a judgement."""
    is_time = _every(_LOOK)
    stopped = False

    def is_stopped() -> bool:
        nonlocal stopped
        if not stopped and is_time():
            stopped = pipe.poll()
        return stopped

    return is_stopped
