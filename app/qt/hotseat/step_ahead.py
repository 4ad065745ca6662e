"""Painting of the next step of a story while the present one is looked at, so that its first frame need only be copied."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QTimer

from app.presentation.hotseat.reveal_steps import RevealStory
from app.presentation.picture import MapPicture
from app.qt.hotseat.stage_board import StageBoard, Stand

_SLICE = 0.006
"""Seconds of painting at a time."""
_LOOK_AGAIN = 30
"""Milliseconds after which it looks whether the step in view has come to rest."""


class Ahead(NamedTuple):
    """A step to be painted ahead, and all that its first frame depends on."""

    at: int
    share: float
    """Share of the step's motion that is over in its first frame."""
    size: QSize
    """Size of the board then."""
    stand: Stand
    """Part of the board in view before."""


class StepAhead(QObject):
    """Paints the first frame of one step in slices, on a scene and a board of its own that stay hidden."""

    def __init__(self, shown: StageBoard, board: StageBoard, waits: Callable[[], bool]) -> None:
        """*shown*: the board in view; *board*: one that is hidden; *waits*: whether anything moves now."""
        super().__init__(shown)
        self._shown, self._board, self._waits = shown, board, waits
        self._story: RevealStory | None = None
        self._picture: MapPicture | None = None
        self._asked: Callable[[], Ahead | None] | None = None
        self._wanted: Ahead | None = None
        self._work: Iterator[None] | None = None
        self._is_ready = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._slice)

    @property
    def is_painting(self) -> bool:
        """True if the step is not ready yet."""
        return self._timer.isActive()

    def tell(self, story: RevealStory, picture: MapPicture) -> None:
        """Take steps from *story* from now on; *picture* is the phase with its results."""
        self.forget()
        self._story, self._picture = story, picture

    def paint(self, asked: Callable[[], Ahead | None]) -> None:
        """Paint what *asked* returns, soon: it is asked once the step in view has come to rest."""
        self._asked = asked
        self._timer.start(_LOOK_AGAIN)

    def stop(self) -> None:
        """Paint nothing any more."""
        self._timer.stop()

    def forget(self) -> None:
        """Forget what was painted ahead."""
        self._work = self._wanted = None
        self._is_ready = False

    def take(self, wanted: Ahead) -> bool:
        """Show *wanted* on the board in view if it is painted; returns whether it is."""
        if not self._is_ready or wanted != self._wanted:
            return False
        self._shown.take_over(self._board)
        self.forget()
        return True

    def _slice(self) -> None:
        if not self._shown.isVisible():
            self.stop()  # it is asked again when the board is shown
            return
        is_early = self._waits() or self._shown.stage.is_rendering or (self._is_ready and self._board.stage.is_rendering)
        self._timer.setInterval(_LOOK_AGAIN if is_early else 0)
        if is_early:
            return
        wanted = None if self._asked is None else self._asked()
        if wanted is None or not wanted.size.isValid() or self._story is None or self._picture is None:
            self.stop()
            return
        if wanted != self._wanted or self._work is None:
            self._wanted, self._is_ready = wanted, False
            self._work = self._painting(wanted, self._story, self._picture)
        if self._is_ready:
            self._board.stage.paint_ground_ahead()
            self.stop()
        end = time.perf_counter() + _SLICE
        while not self._is_ready and time.perf_counter() < end:
            self._is_ready = next(self._work, self) is self

    def _painting(self, wanted: Ahead, story: RevealStory, picture: MapPicture) -> Iterator[None]:
        """Paint *wanted*; goes on at each yield when there is time."""
        scene = self._board.stage
        scene.take_ground(self._shown.stage)
        if scene.story is not story:
            scene.show_story(story, picture)
        self._board.stand_like(self._shown, wanted.size)
        step = story.steps[wanted.at]
        self._board.look_at(step.places, *self._shown.stage.course(wanted.at))
        yield
        scene.show_moment(wanted.at, wanted.share)
        scene.point_at(step)
        yield from self._board.paint_ahead()
