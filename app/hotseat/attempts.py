"""Wrong PINs slow down: how long a seat waits after so many of them, kept so that a restart gains nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.game.refusal import EditError, Why
from app.game.storage.atomic import PrivateJson
from languages import plural, tr

FREE = 3
"""Wrong secrets that cost no time: a slip of the finger."""
FIRST_WAIT = 5.0
"""Seconds after the next one; each further one doubles them."""
LONGEST_WAIT = 300.0
MANY = 10
"""Number of tries from which on the person learns of the table's remedies."""

MOST_KEPT = 500
"""Games and seats that are remembered."""


def wait_after(wrong: int) -> float:
    """Seconds that a seat stays closed after so many wrong secrets, one after the other."""
    return 0.0 if wrong <= FREE else min(FIRST_WAIT * 2.0 ** (min(wrong, 60) - FREE - 1), LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class Wait:
    """State of a seat for those who try to open it."""

    wrong: int = 0
    """Wrong secrets since the last right one."""
    seconds: float = 0.0
    """Time in which no try is possible."""

    @property
    def words(self) -> str:
        """Words for the person who tries."""
        if self.wrong == 0:
            return ""
        said = [plural("{count} wrong try.", "{count} wrong tries.", self.wrong)]
        if self.seconds > 0:
            said.append(plural("Try again in {count} seconds.", "Try again in {count} seconds.", -int(-self.seconds // 1)))
        if self.wrong >= MANY:
            said.append(tr("If it is forgotten, the table can give these orders up: they are dropped, unread."))
        return " ".join(said)


@dataclass(slots=True)
class Attempts:
    """Counts wrong secrets by game and seat, in a small file of this machine.

    Args:
        path: where the counts are kept; ``None`` keeps them in memory.
        now: a monotonic clock in seconds. Time while the program does not run counts for nothing.
    """

    path: Path | None
    now: Callable[[], float]
    _counts: dict[str, int] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)
    _file: PrivateJson = field(init=False)

    def __post_init__(self) -> None:
        self._file = PrivateJson(self.path, 256 * 1024, tr("keeping wrong tries"))

    def wait(self, game_id: str, name: str) -> Wait:
        """Return the present state of the seat *name* of that game."""
        self._read()
        key = f"{game_id} {name}"
        wrong = self._counts.get(key, 0)
        return Wait(wrong, max(self._until.get(key, 0.0) - self.now(), 0.0)) if wrong else Wait()

    def check(self, game_id: str, name: str) -> None:
        """Check that a try is allowed.

        Raises:
            EditError: the seat has to wait.
        """
        wait = self.wait(game_id, name)
        if wait.seconds > 0:
            raise EditError(Why.NOT_OPENED, wait.words)

    def wrong(self, game_id: str, name: str) -> Wait:
        """Note one more wrong secret; it is kept before anybody hears that it was wrong."""
        self._read()
        key = f"{game_id} {name}"
        self._counts[key] = self._counts.pop(key, 0) + 1
        for old in list(self._counts)[:-MOST_KEPT]:
            del self._counts[old]
        self._until[key] = self.now() + wait_after(self._counts[key])
        self._file.write(self._counts)
        return self.wait(game_id, name)

    def right(self, game_id: str, name: str) -> None:
        """Note that the right secret was given: what was wrong before is forgotten."""
        self._read()
        key = f"{game_id} {name}"
        if self._counts.pop(key, 0):
            self._until.pop(key, None)
            self._file.write(self._counts)

    def _read(self) -> None:
        """Take over what the file has, once."""
        found = self._file.read_once()
        kept = {key: count for key, count in found.items() if isinstance(count, int) and 0 < count < 10**6}
        for key, count in list(kept.items())[-MOST_KEPT:]:
            self._counts[key] = self._counts.get(key, 0) + count
            self._until[key] = self.now() + wait_after(self._counts[key])
