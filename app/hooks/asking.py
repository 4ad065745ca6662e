"""Asks the hooks of a moment, keeps the log, and keeps what they keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.entries import HookState
from app.game.record import Cursor, Game
from app.game.refusal import EditError, Why
from app.hooks.attached import Attached, RunningHook, attached_at, read_state, write_state
from app.hooks.context import common
from app.hooks.log import Log, LogEntry
from app.hooks.plain import Plain
from app.hooks.worker import HookHost, Outcome, OutcomeKind
from variants.hooks.contracts import CONTRACTS, Point

_AWAY = (
    "The hook {name} cannot be asked ({why}). Nothing is done by the plain rules in its place: the game stays as it was and can be "
    "looked at. Try again, or take the hook off."
)


class Asking:
    """One round of questions: a phase adjudicated, a message sent, a board shown.

    Args:
        game: the game.
        cursor: the moment whose hooks are asked.
        host: where they are asked.
        needed: whether the game goes by the answers, so that nothing may be done by other rules while hooks cannot be asked at all.
    """

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, needed: bool = False) -> None:
        self.attached: Attached = attached_at(game, cursor)
        self._game = game
        self._host = host
        self._needed = needed
        self._log: list[LogEntry] = []
        self._states: dict[str, dict[str, Plain]] = {}

    @property
    def log(self) -> Log:
        """What happened so far."""
        return tuple(self._log)

    def note(self, running: RunningHook, point: Point, position: Position, text: str) -> None:
        """Log what *running* did."""
        self._log.append(LogEntry(running.name, point, position.phase, text))

    def refuse(self, running: RunningHook, point: Point, position: Position, text: str) -> None:
        """Log that a part of an answer was well formed and cannot be done in this game."""
        outcome = Outcome(OutcomeKind.CONTRACT, message=text)
        self._log.append(LogEntry(running.name, point, position.phase, text, outcome))

    def ask(
        self, running: RunningHook, point: Point, variant: Variant, position: Position, extra: Mapping[str, object], salt: str = ""
    ) -> dict[str, Plain] | None:
        """The answer of one hook: empty where it had nothing to say, ``None`` where it failed.

        Args:
            extra: what this point gives besides what every point gives.
            salt: what tells this question from others in the same phase, such as the power.

        Raises:
            EditError: the answer is needed, and no hook can be asked here now.
        """
        if running.fault:
            outcome = Outcome(OutcomeKind.ERROR, message=running.fault)
        else:
            state = self._states.get(running.name, running.state)
            context = {**common(variant, position, replace(running, state=state)), **extra}
            seed = f"{self._game.id} {position.phase} {running.name} {point} {salt}"
            outcome = self._host.call(running.hook, point, context, seed=seed, year=position.phase.year)
        if not outcome.ok:
            self._log.append(LogEntry(running.name, point, position.phase, outcome.message, outcome))
            if self._needed and outcome.kind is OutcomeKind.UNAVAILABLE:
                raise EditError(Why.READ_ONLY, _AWAY.format(name=running.name, why=self._host.unavailable))
            return None
        answer = outcome.table
        said = answer.get("log")
        if isinstance(said, str) and said.strip():
            self.note(running, point, position, " ".join(said.split())[:300])
        if CONTRACTS[point].keeps_state and isinstance(answer.get("state"), dict):
            self._keep(running, point, position, answer["state"])
        return answer

    def changes(self) -> tuple[HookState, ...]:
        """What hooks keep that differs from what they kept before, in the sequence of the hooks."""
        found: list[HookState] = []
        for running in self.attached.hooks:
            state = self._states.get(running.name)
            if state is not None and state != running.state:
                found.append(HookState(running.name, write_state(state)))
        return tuple(found)

    def _keep(self, running: RunningHook, point: Point, position: Position, state: Plain) -> None:
        assert isinstance(state, dict)
        try:
            self._states[running.name] = read_state(write_state(state))
        except ValueError as error:
            self.refuse(running, point, position, str(error))
