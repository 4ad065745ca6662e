"""Progress in an exercise, in words. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.variant import PowerRole
from app.game.record import Cursor, Game
from entente.words import describe_outcome, describe_phase
from languages import plural, tr


@dataclass(frozen=True, slots=True)
class ExerciseState:
    """Words of the strip above the board of an exercise."""

    title: str
    task: str
    solved: bool
    verdict: str
    """Result so far; empty before the first phase."""

    wrong: tuple[str, ...]
    """Own orders of the last phase that did not succeed, each with its reason."""


def exercise_state(game: Game, cursor: Cursor, task: str) -> ExerciseState:
    """The state of the exercise *game*, seen at *cursor*, whose goal is *task*."""
    variant = game.variant
    own = {power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING}
    line = game.line(cursor.branch)[: cursor.index + 1]
    resolved = [turn for turn in line if turn.resolution is not None]
    if not resolved:
        return ExerciseState(variant.name, task, False, "", ())
    last = resolved[-1]
    assert last.resolution is not None
    ending = last.resolution.ending
    if ending is not None and own & set(ending.winners):
        return ExerciseState(variant.name, task, True, plural("Solved in {count} phase.", "Solved in {count} phases.", len(resolved)), ())
    wrong = tuple(
        describe_outcome(variant, last.position, outcome)
        for outcome in (*last.resolution.outcomes, *last.resolution.refused)
        if outcome.power in own and not outcome.succeeded
    )
    verdict = tr("The exercise is over and not solved.") if ending is not None else tr("Not solved yet.")
    if wrong:
        verdict = f"{verdict} {tr('In {phase}:', phase=describe_phase(variant, last.phase))}"
    else:
        missed = tr("Every order of {phase} succeeded, but the goal is not reached.", phase=describe_phase(variant, last.phase))
        verdict = f"{verdict} {missed}"
    return ExerciseState(variant.name, task, False, verdict, wrong)
