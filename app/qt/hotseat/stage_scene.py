"""Scene of the stage: the board of a phase at one moment of one step of its story."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.presentation.hotseat.reveal_motion import RevealMotion
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStep, RevealStory
from app.presentation.layout.drawing import Plan, UnitDrawing
from app.presentation.layout.polyline import Point
from app.presentation.picture import MapPicture, Pointing
from app.qt.map.scene import BoardScene
from variants.compiled import CompiledBoard

_WITH_TARGET = frozenset({RevealKind.STANDOFF, RevealKind.DRIVEN_OUT, RevealKind.MOVE})
"""Steps of which provinces light up."""


class StageScene(BoardScene):
    """Shows a step of a story, at a share of its motion."""

    def __init__(self, board: CompiledBoard, parent: QObject | None = None) -> None:
        super().__init__(board, parent)
        self.seen_as = self._seen
        self.at = 0
        """The step in view."""
        self.share = 1.0
        """Share (0 to 1) of the step's motion that is over."""
        self._story = RevealStory(())
        self._motion: RevealMotion | None = None

    @property
    def story(self) -> RevealStory:
        """Story that it shows a step of."""
        return self._story

    @property
    def motion(self) -> RevealMotion | None:
        """Motion of the steps, at the present size; ``None`` before there is a story."""
        return self._motion

    def show_story(self, story: RevealStory, picture: MapPicture) -> None:
        """Show the first step of *story*, at its end; *picture* is the phase with its results."""
        self._story = story
        self._motion = None
        self.at, self.share = 0, 1.0
        self.show_picture(picture)

    def show_moment(self, at: int, share: float) -> None:
        """Show step *at* when *share* (0 to 1) of its motion is over."""
        self.at, self.share = at, share
        self.look_again()

    def course(self, at: int) -> tuple[Sequence[Point], Sequence[UnitDrawing]]:
        """Return the points between which units of step *at* move, and all units as they come to stand in it."""
        if self._motion is None:
            return (), ()
        return (self._motion.path(at) if self._story.steps[at].places else ()), self._motion.at(at, 1.0).units

    def point_at(self, step: RevealStep) -> None:
        """Light up the provinces that *step* is fought over."""
        count = step.count if step.kind is RevealKind.MOVE else 1
        self.point(Pointing(targets=frozenset(step.places[:count] if step.kind in _WITH_TARGET else ())))

    def _seen(self, plan: Plan) -> Plan:
        """*plan* as it is seen at this moment of the step."""
        if not self._story.steps:
            return plan
        if self._motion is None or self._motion.plan is not plan:
            self._motion = RevealMotion(self._story, plan, self.board)
        return self._motion.at(self.at, self.share)
