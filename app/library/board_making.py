"""Boards made from drawings, and variants looked through, in processes of their own.

Shared by all who want the same one, stopped when it is no longer wanted. No Qt.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.board import Board
from app.library.workers import Worker, WorkerGoneError, Workers
from languages import system_words, tr
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import read_board
from variants.compiling import FAILED, FAULTS, REVIEW, STOPPED, ReviewTask, read_faults, review_task_text, task_text
from variants.fault import Fault
from variants.reviewed import Review


@dataclass(frozen=True, slots=True)
class Made:
    """A board on its way, or at its end; or what was found in a variant."""

    stage: Stage
    board: CompiledBoard | None
    """``None`` where the drawing cannot be used; nothing comes after that."""
    faults: tuple[Fault, ...] = ()
    """Faults of the drawing; reported at the end."""
    review: Review | None = None
    """Review, where a variant was to be reviewed: it has no board with it. At most the sketch of one comes before."""


Listener = Callable[[Made], None]


class BoardMaker:
    """Makes boards; a second request for one that is being made already joins in. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._makings: dict[str, _Making] = {}
        self._workers = Workers()

    def want(self, key: str, drawing: bytes, rules: Board, source: str, listener: Listener) -> Callable[[], None]:
        """Make *drawing* into a board and call *listener* at each stage, on a thread of ours.

        Args:
            key: the same for the same board only.
            drawing: the bytes of the SVG.
            rules: the board that is played on it.
            source: the drawing's name, for faults.
            listener: called with the best stage so far at once, where there is one already.

        Returns:
            what to call once the board is not wanted any more. When it is no longer wanted the work is given up.
        """
        return self._want(key, lambda: task_text(source, drawing, rules) + drawing, source, listener)

    def review(self, key: str, task: ReviewTask, listener: Listener) -> Callable[[], None]:
        """Review a variant and call *listener* once, on a thread of ours; the rest is as with :meth:`want`."""
        return self._want(f"review {key}", lambda: review_task_text(task), task.label, listener)

    def warm(self) -> None:
        """Start a process in advance, since a board is about to be drawn."""
        self._workers.warm()

    def _want(self, key: str, task: Callable[[], bytes], source: str, listener: Listener) -> Callable[[], None]:
        with self._lock:
            making = self._makings.get(key)
            if making is None:
                making = self._makings[key] = _Making(task, source, self._workers, lambda: self._ended(key))
            making.listeners.append(listener)
            latest, begins = making.latest, len(making.listeners) == 1 and not making.begun
            making.begun = True
        if latest is not None:
            listener(latest)
        if begins:
            threading.Thread(target=making.run, name=f"board {source}", daemon=True).start()
        return lambda: self._leave(key, making, listener)

    @property
    def is_busy(self) -> bool:
        """True if any board is being made."""
        return bool(self._makings)

    def give_up_all(self) -> None:
        """Stop everything at the end of the program, and release all who wait for a board."""
        with self._lock:
            makings = list(self._makings.values())
            self._makings.clear()
        for making in makings:
            making.give_up()
        self._workers.close()

    def _leave(self, key: str, making: _Making, listener: Listener) -> None:
        with self._lock:
            if listener in making.listeners:
                making.listeners.remove(listener)
            given_up = not making.listeners and self._makings.get(key) is making
            if given_up:
                del self._makings[key]
        if given_up:
            making.stop()

    def _ended(self, key: str) -> None:
        with self._lock:
            self._makings.pop(key, None)


class _Making:
    """One task on its way."""

    def __init__(self, task: Callable[[], bytes], source: str, workers: Workers, ended: Callable[[], None]) -> None:
        self.listeners: list[Listener] = []
        self.latest: Made | None = None
        self.begun = False
        self._task = task
        self._source = source
        self._workers = workers
        self._ended = ended
        self._stopped = threading.Event()
        self._worker: Worker | None = None

    def stop(self) -> None:
        """Give it up."""
        self._stopped.set()
        worker = self._worker
        if worker is not None:
            worker.stop()

    def give_up(self) -> None:
        """Stop at once, and report to listeners that there will be no board."""
        self._stopped.set()
        worker = self._worker
        if worker is not None:
            worker.kill()
        for listener in tuple(self.listeners):
            listener(self._failed(tr("the drawing was given up")))

    def run(self) -> None:
        """Make it; returns when it is made or given up."""
        try:
            last = self._made_apart()
        except Exception as error:  # noqa: BLE001 - a thread that dies of it would leave its listeners waiting
            last = self._failed(tr("the drawing cannot be made into a board: {error}", error=system_words(error)))
        if not self._stopped.is_set():
            self._ended()
            self._tell(last)

    def _made_apart(self) -> Made:
        try:
            return self._made_by(self._workers.take())
        except WorkerGoneError:
            if self.latest is not None or self._stopped.is_set():
                raise
        return self._made_by(self._workers.take())  # one that had just come to its end

    def _made_by(self, worker: Worker) -> Made:
        self._worker, is_usable, text = worker, False, b""
        try:
            if self._stopped.is_set():
                is_usable = True
                return self._failed(tr("the drawing was given up"))
            for name, content in worker.run(self._task()):
                is_usable = name in (FAULTS, REVIEW, STOPPED, FAILED)
                if name == Stage.WHOLE.name:
                    text = content
                elif name == FAULTS:
                    board = read_board(text, self._source) if text else None
                    return Made(Stage.WHOLE, board, read_faults(content))
                elif name == REVIEW:
                    from variants.review import read_review  # brings in the geometry library

                    return Made(Stage.WHOLE, None, review=read_review(content))
                elif name == FAILED:
                    return self._failed(
                        tr("the drawing could not be made into a board ({decode})", decode=content.decode("utf-8", "replace"))
                    )
                elif not is_usable:
                    self._tell(Made(Stage[name], read_board(content, self._source)))
            return self._failed(tr("the drawing was given up"))
        finally:
            self._worker = None
            self._workers.give_back(worker, is_usable=is_usable)

    def _failed(self, what: str) -> Made:
        return Made(Stage.WHOLE, None, (Fault(self._source, None, what, tr("a smaller or simpler drawing")),))

    def _tell(self, made: Made) -> None:
        if self._stopped.is_set():
            return
        self.latest = made
        for listener in tuple(self.listeners):
            listener(made)
