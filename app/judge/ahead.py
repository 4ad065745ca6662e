"""Phases decided in the minutes before their deadline, so that at the deadline they only have to be written; of many games at once, too.

What is decided ahead counts for nothing until its time. Where an order, a word of a mail or the game master changes the game or its
record, it is thrown away and decided anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from app.game.refusal import EditError
from app.game.storage.errors import StorageError
from app.game.storage.lock import lock_game
from app.game.storage.places import places
from app.judge.game_work import DamagedGameError
from app.judge.journal import StepConflictError
from app.judge.notices import tell_changes
from app.judge.processing import PROCESSED, go_on
from app.judge.records import GameRecord
from app.judge.state import JudgeState
from app.judge.step import JudgeStep, fresh_key
from app.session.errors import CommandError

AHEAD = timedelta(minutes=10)
"""Time before its deadline from which a phase is decided."""
LATEST = timedelta(minutes=2)
"""Time after its deadline until which it is carried out as it was decided: then the mails need not say that it is late."""
_WRITERS = 4
"""Threads that write at once: most of the time they wait for the disk."""


@dataclass(frozen=True, slots=True)
class _Decided:
    moment: datetime
    stamp: tuple[int, int]
    """Stamp of the file of the game, from which it was decided."""
    record: GameRecord
    after: GameRecord
    place: Path


class PhasesAhead:
    """Phases that are decided already.

    Args:
        stamp: tells versions of the file of a game apart.
    """

    def __init__(self, state: JudgeState, stamp: Callable[[GameRecord], tuple[int, int]]) -> None:
        self._state, self._stamp = state, stamp
        self._decided: dict[str, _Decided] = {}

    def decide(self, record: GameRecord, moment: datetime) -> None:
        """Decide the phase of a game that is processed at *moment*; where that fails, it is left to its time."""
        short = record.short
        self.forget(short)
        stamp = self._stamp(record)
        with suppress(CommandError, EditError, StorageError, DamagedGameError, ValueError, LookupError), self._state.ahead(moment):
            with JudgeStep(self._state, fresh_key(f"ahead {short}", moment)) as step:
                if go_on(step, short, read_until=moment) != PROCESSED:
                    return
                tell_changes(step, short)
                place, after = step.decide_ahead()
            self._decided[short] = _Decided(moment, stamp, record, after or record, place)

    def is_decided(self, record: GameRecord, moment: datetime) -> bool:
        """Return True if the phase that is processed at *moment* is decided as the game stands."""
        return self._fits(record) and self._decided[record.short].moment == moment

    def is_ready(self, record: GameRecord) -> bool:
        """Return True if the time of a phase that was decided has come, and nothing has changed since."""
        if not self._fits(record):
            self.forget(record.short)
            return False
        return timedelta() <= self._state.now - self._decided[record.short].moment <= LATEST

    def carry_out(self, shorts: Iterable[str]) -> dict[str, bool]:
        """Carry out what was decided for those games, several at once; False for those that were changed since."""
        chosen = {short: self._decided.pop(short) for short in shorts}
        if not chosen:
            return {}
        with ThreadPoolExecutor(min(_WRITERS, len(chosen)), "writer") as pool:
            done = dict(zip(chosen, pool.map(self._write, chosen.values()), strict=True))
        for short, each in chosen.items():
            if done[short]:
                self._state.records[short] = each.after
                self._state.settle(f"waits {short}")
        return done

    def forget(self, short: str) -> None:
        """Throw away what was decided for a game."""
        found = self._decided.pop(short, None)
        if found is not None:
            with suppress(OSError):
                found.place.unlink(missing_ok=True)

    def _fits(self, record: GameRecord) -> bool:
        found = self._decided.get(record.short)
        return found is not None and found.record == record and found.stamp == self._stamp(record)

    def _write(self, decided: _Decided) -> bool:
        """Write what was decided, while no window may write the same game."""
        try:
            lock = lock_game(self._state.game_file(decided.record), places().locks)
            try:
                self._state.journal.carry_out_ahead(decided.place)
            finally:
                lock.release()
        except (StorageError, StepConflictError, OSError):
            with suppress(OSError):
                decided.place.unlink(missing_ok=True)
            return False
        return True
