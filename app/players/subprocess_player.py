"""Opponents that think long do so in a process of their own, so that a window never waits for them."""

from __future__ import annotations

import multiprocessing
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import TYPE_CHECKING

from adjudicator import Ending, Order, PhaseKind, Position, Resolution, Variant
from app.players.bots import OPPONENTS, Bot

if TYPE_CHECKING:
    from app.players.strong.opponent_plans import SeenOrders
    from app.players.strong.search_task import Pledges

_MOST_SEEN = 8
"""Movement phases that it looks back on."""

_Question = tuple[Bot, int, Variant, Position, str, float | None, "Pledges | None", "tuple[SeenOrders, ...]"]
_Asked = tuple[Future[Sequence[Order]], _Question]


class _Worker:
    """The process that all such opponents share, while there are any.

    A pipe leads to it and no queue of ``multiprocessing``, which needs semaphores: there are none where ``/dev/shm`` cannot be written.
    """

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: SimpleQueue[_Asked | None] = SimpleQueue()
        self._users = 0

    def taken_up(self) -> None:
        """There is one more opponent that thinks here."""
        self._users += 1

    def close(self) -> None:
        """There is one less; without any the process ends."""
        self._users -= 1
        if self._users <= 0:
            self.end()

    def end(self) -> None:
        """End the process; what it was asked gets no answer."""
        process, self._process = self._process, None
        if process is not None:
            self._line.put(None)
            process.terminate()

    def ask(self, question: _Question) -> Future[Sequence[Order]]:
        """The answer to come.

        Raises:
            OSError: no process can be started.
        """
        if self._process is None or not self._process.is_alive():
            self.end()
            context = multiprocessing.get_context("spawn")
            pipe, theirs = context.Pipe()
            self._process = context.Process(target=_think, args=(theirs,), name="opponents", daemon=True)
            self._process.start()
            theirs.close()
            self._line = SimpleQueue()
            threading.Thread(target=_carry, args=(self._process, pipe, self._line), name="opponents", daemon=True).start()
        future: Future[Sequence[Order]] = Future()
        self._line.put((future, question))
        return future


def _carry(process: BaseProcess, pipe: Connection, line: SimpleQueue[_Asked | None]) -> None:
    """Take questions to the process and answers back, one after the other, until the line is closed."""
    while (asked := line.get()) is not None:
        future, question = asked
        if not future.set_running_or_notify_cancel():
            continue
        try:
            pipe.send(question)
            answer = pipe.recv()
        except (EOFError, OSError):
            future.set_exception(OSError("the process in which opponents think has ended"))
        else:
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
    pipe.close()
    process.join()


def _think(pipe: Connection) -> None:
    """Answer one question after the other in the process, until the pipe is closed."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question: _Question = pipe.recv()
            try:
                answer: Sequence[Order] | Exception = _answer(*question)
            except Exception as error:  # noqa: BLE001 - raised again where it was asked
                answer = error
            pipe.send(answer)


_WORKER = _Worker()


class SubprocessPlayer:
    """An opponent whose orders are thought out in another process; the same orders as it would give in this one.

    Args:
        kind: which opponent.
        seed: the same seed plays the same.
    """

    def __init__(self, kind: Bot, seed: int) -> None:
        self._kind, self._seed = kind, seed
        self._variant: Variant | None = None
        self._asked: tuple[_Question, Future[Sequence[Order]]] | None = None
        self._last: Position | None = None
        """Position that it was asked about last."""
        self._seen: tuple[SeenOrders, ...] = ()
        self._word: Pledges | None = None
        _WORKER.taken_up()
        weakref.finalize(self, _WORKER.close)

    def started(self, variant: Variant, power: str) -> None:  # noqa: ARG002 - the protocol's words
        """Remember the board."""
        self._variant = variant

    def begin(self, position: Position, power: str, deadline: float | None) -> None:
        """Start to think the orders out, unless that was begun already."""
        question = self._question(position, power, deadline)
        if self._asked is not None:
            if self._asked[0] == question:
                return
            self._asked[1].cancel()
        try:
            self._asked = (question, _WORKER.ask(question))
        except (OSError, RuntimeError):
            self._asked = None

    @property
    def is_ready(self) -> bool:
        """True if the orders that were begun are there, or have to be thought out here after all."""
        return self._asked is None or self._asked[1].done()

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """The orders; waits for them. Where no process can be had they are thought out here.

        Raises:
            RuntimeError: no game was started.
        """
        self.begin(position, power, deadline)
        self._last = position
        asked, self._asked = self._asked, None
        if asked is not None:
            try:
                return asked[1].result()
            except OSError:
                _WORKER.end()
        return _answer(*self._question(position, power, deadline))

    def told(self, resolution: Resolution) -> None:
        """Note the orders of the phase that it was asked about last, for the next question."""
        from app.players.strong.opponent_plans import seen_in  # opponents that think quickly need none of it

        position, self._last = self._last, None
        if position is not None and position.phase.kind is PhaseKind.MOVEMENT:
            self.remember([seen_in(position, resolution)])

    def remember(self, seen: Sequence[SeenOrders]) -> None:
        """Note phases of this game that were played before; one that is played again takes the place of the first."""
        for each in seen:
            self._seen = (*(old for old in self._seen if old.moment < each.moment), each)[-_MOST_SEEN:]

    def agreed(self, word: Pledges) -> None:
        """Note the agreements with others, as they bear on the next orders."""
        self._word = word

    def ended(self, ending: Ending) -> None:
        """Feels nothing."""

    def _question(self, position: Position, power: str, deadline: float | None) -> _Question:
        if self._variant is None:
            raise RuntimeError("choose_orders before started")
        return self._kind, self._seed, self._variant, position, power, deadline, self._word, self._seen


def _answer(
    kind: Bot,
    seed: int,
    variant: Variant,
    position: Position,
    power: str,
    deadline: float | None,
    word: Pledges | None,
    seen: tuple[SeenOrders, ...],
) -> Sequence[Order]:
    """The orders of an opponent, thought out in this process."""
    player = OPPONENTS[kind].make(seed)
    player.started(_known(variant), power)
    if hasattr(player, "remember"):
        player.remember(seen)
    if word is not None and hasattr(player, "agreed"):
        player.agreed(word)
    return tuple(player.choose_orders(position, power, deadline))


@lru_cache(maxsize=4)
def _known(variant: Variant) -> Variant:
    """The same board each time, so that what is derived from it is derived once."""
    return variant
