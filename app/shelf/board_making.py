"""Boards made from drawings in a process of their own: shared by all who want the same one, stopped when nobody does. No Qt."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import variants
from adjudicator.board import Board
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import read_board
from variants.compiling import FAULTS, read_faults, read_frame, task_text
from variants.fault import Fault

ROOT = Path(variants.__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Made:
    """A board on its way, or at its end."""

    stage: Stage
    board: CompiledBoard | None
    """``None`` where the drawing cannot be used; nothing comes after that."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with the drawing; told at the end."""


Listener = Callable[[Made], None]


class BoardMaker:
    """Makes boards; whoever asks for one that is being made already joins in. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._makings: dict[str, _Making] = {}

    def want(self, key: str, drawing: bytes, rules: Board, source: str, listener: Listener) -> Callable[[], None]:
        """Have *drawing* made into a board and *listener* told of each stage, on a thread of ours.

        Args:
            key: the same for the same board only.
            drawing: the bytes of the SVG.
            rules: the board that is played on it.
            source: the drawing's name, for faults.
            listener: told the best stage so far at once, where there is one already.

        Returns:
            what to call once the board is not wanted any more. When nobody wants it the work is given up.
        """
        with self._lock:
            making = self._makings.get(key)
            if making is None:
                making = self._makings[key] = _Making(drawing, rules, source, lambda: self._ended(key))
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
        """Whether any board is being made."""
        return bool(self._makings)

    def give_up_all(self) -> None:
        """The program ends: stop everything, and let go of whoever waits for a board."""
        with self._lock:
            makings = list(self._makings.values())
            self._makings.clear()
        for making in makings:
            making.give_up()

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
    """One drawing on its way."""

    def __init__(self, drawing: bytes, rules: Board, source: str, ended: Callable[[], None]) -> None:
        self.listeners: list[Listener] = []
        self.latest: Made | None = None
        self.begun = False
        self._drawing = drawing
        self._rules = rules
        self._source = source
        self._ended = ended
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        """Give it up."""
        self._stopped.set()
        process = self._process
        if process is not None:
            process.kill()

    def give_up(self) -> None:
        """Stop, and tell whoever listens that there will be no board."""
        self.stop()
        for listener in tuple(self.listeners):
            listener(self._failed("the drawing was given up"))

    def run(self) -> None:
        """Make it; returns when it is made or given up."""
        try:
            last = self._made_apart()
        except Exception as error:  # noqa: BLE001 - a thread that dies of it would leave its listeners waiting
            last = self._failed(f"the drawing cannot be made into a board: {error}")
        if not self._stopped.is_set():
            self._ended()
            self._tell(last)

    def _made_apart(self) -> Made:
        with _started() as process:
            self._process = process
            if self._stopped.is_set():
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(task_text(self._source, self._drawing, self._rules) + self._drawing)
                process.stdin.close()
            text = b""
            while (frame := read_frame(process.stdout)) is not None:
                name, content = frame
                if name == FAULTS:
                    faults = read_faults(content)
                    return Made(Stage.WHOLE, self._board(text) if text else None, faults)
                if name == Stage.WHOLE.name:
                    text = content
                else:
                    self._tell(Made(Stage[name], self._board(content)))
        return self._failed(f"the drawing could not be made into a board (exit code {process.returncode})")

    def _board(self, text: bytes) -> CompiledBoard:
        return read_board(text, self._source)

    def _failed(self, what: str) -> Made:
        return Made(Stage.WHOLE, None, (Fault(self._source, None, what, "a smaller or simpler drawing"),))

    def _tell(self, made: Made) -> None:
        if self._stopped.is_set():
            return
        self.latest = made
        for listener in tuple(self.listeners):
            listener(made)


def _started() -> subprocess.Popen[bytes]:
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", "variants.compile.apart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
