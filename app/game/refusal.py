"""An edit that the game does not accept, with the reason in plain words."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Reason that an edit was refused."""

    GAME_OVER = "game over"
    READ_ONLY = "read only"
    NO_SUCH_BRANCH = "no such branch"
    NO_SUCH_TURN = "no such turn"
    NO_SUCH_POWER = "no such power"
    NO_SUCH_ORDER = "no such order"
    NO_SUCH_HOOK = "no such hook"
    BAD_NAME = "bad name"
    NAME_TAKEN = "name taken"
    BAD_TEXT = "bad text"
    BAD_POSITION = "bad position"
    BAD_RULES = "bad rules"
    REASON_MISSING = "reason missing"
    ALREADY_PROCESSED = "already processed"
    BRANCH_IN_USE = "branch in use"
    NOTHING_TO_UNDO = "nothing to undo"
    HOOK_STOPPED = "hook stopped"
    """A hook that is needed gave no answer; see ``app.hooks.hook_log``."""
    CANCELLED = "cancelled"
    """The caller stopped waiting."""
    CANNOT_FORCE = "cannot force"
    NOT_NOW = "not now"
    """The round of the table does not stand where this can be done."""
    WITHDRAWN = "withdrawn"
    """Orders that a mail seems to take back wait for a decision whether they stand."""
    NOT_OPENED = "not opened"
    """The PIN or passphrase is another one."""


class EditError(Exception):
    """The game stays as it was. ``str()`` is a sentence for people; ``why`` is for programs."""

    def __init__(self, why: Why, message: str) -> None:
        super().__init__(message)
        self.why = why
        """The kind of refusal."""
