"""Deeds of hooks as lines for the log panel; and a hook that was needed and could not be asked to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator.phase import Phase
from app.game.edits import add_audit
from app.game.entries import HookLeftOut
from app.game.record import Cursor, Game
from app.game.refusal import EditError, Why
from app.hooks.host import MOST_PATIENCE, CallOutcome
from languages import labelled, mark, tr
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event in the log: an act of a hook, its words, or its failure."""

    hook: str
    point: Point
    phase: Phase
    text: str
    """A sentence without the hook's name: ``refused F NTH C A LON - BEL: no convoys``."""

    outcome: CallOutcome | None = None
    """Outcome of a hook that failed, with the line."""

    @property
    def failed(self) -> bool:
        """True if the hook was asked and gave no usable answer."""
        return self.outcome is not None

    def __str__(self) -> str:
        place = f" ({tr('line {line}', line=self.outcome.line)})" if self.outcome is not None and self.outcome.line else ""
        return f"{self.phase} {self.hook}{place}: {self.text}"


Log = tuple[LogEntry, ...]


class StopChoice(StrEnum):
    """Choice of a person when a hook was stopped."""

    AGAIN = "again"
    """The hook is asked once more, with more time."""
    WITHOUT = "without"
    """The phase goes on without the hook, which the game file records."""
    WAIT = "wait"
    """The game stays as it was."""


class HookStoppedError(EditError):
    """A hook that the game goes by ran out of time, memory or output, or its worker died. The game stays as it was."""

    def __init__(self, hook: str, point: Point, cursor: Cursor, phase: Phase, outcome: CallOutcome) -> None:
        place = f" ({labelled(tr('line {line}', line=outcome.line), outcome.source_line)})" if outcome.line and outcome.source_line else ""
        super().__init__(
            Why.HOOK_STOPPED,
            tr(
                "The hook {hook}{place} gave no answer in {phase}: {message}. Nothing is done by the plain rules in its "
                "place: the game stays as it was.",
                hook=hook,
                place=place,
                phase=phase,
                message=outcome.words,
            ),
        )
        self.hook = hook
        self.point = point
        self.cursor = cursor
        self.phase = phase
        self.outcome = outcome
        self.again = ""
        """Effect of asking it once more, as a sentence; see ``more_time``."""


def more_time(had: int, patience: int) -> str:
    """Return the gain of asking a hook once more: it *had* so many times the usual time, and hooks get *patience* times that now."""
    times = min(MOST_PATIENCE, 4 * patience) // had
    if times <= 1:
        return tr("Once more asks it with the same time, which is the most there is.")
    return tr("Once more gives hooks {number} times the time.", number=tr(_TIMES[times]) if times in _TIMES else times)


_TIMES = {4: mark("four"), 16: mark("sixteen")}


def leave_out(game: Game, stopped: HookStoppedError) -> Game:
    """The game with the turn in which *stopped* was raised to be ruled over without that hook.

    The choice is written into the turn, so that a replay of the game leaves the hook out of it as well. Its limits on the view of powers
    stay.
    """
    turn = game.turn(stopped.cursor)
    why = " ".join(stopped.outcome.message.split())[:200]
    kept = tuple(each for each in turn.changes if not (isinstance(each, HookLeftOut) and each.name == stopped.hook))
    changed = game.with_turn(stopped.cursor, replace(turn, changes=(*kept, HookLeftOut(stopped.hook, why))))
    return add_audit(changed, f"{turn.phase} goes on without hook {stopped.hook}: {why}", "GM")
