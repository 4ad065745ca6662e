"""What a hook stopped is done again, done without the hook, or not at all: as a person or the command line says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from app.game.record import Game
from app.hooks.host import MOST_PATIENCE
from app.hooks.stopped import HookStoppedError, StopChoice, leave_out, more_time
from app.session.errors import Abort
from app.session.hook_service import HookService
from languages import mark, tr

LEAVE_OPEN = mark("Leave the phase open")

Answer = TypeVar("Answer")


class Decides(Protocol):
    """Who can say what is done about a hook that gave no answer."""

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        """Once more with more time, without it, or nothing."""
        ...


class StoppedByHook(Abort):
    """Nothing was done, since a hook that is needed gave no answer."""


def through_stops(
    services: Decides,
    hooks: HookService,
    edit: Callable[[Game], Answer],
    game: Game,
    otherwise: str = "",
    *,
    has_most_time: bool = False,
) -> Answer:
    """What *edit* makes of *game*, or of *game* without the hooks that stopped it, where somebody decides so.

    Args:
        otherwise: what is done where nobody does, as a button says it.
        has_most_time: whether *edit* gives hooks the most time there is, as checks do.

    Raises:
        StoppedByHook: nobody decided, or it is to wait.
    """
    while True:
        try:
            return edit(game)
        except HookStoppedError as stopped:
            patience = hooks.host.patience
            stopped.again = more_time(MOST_PATIENCE if has_most_time else patience, patience)
            choice = services.decide_stopped(stopped, otherwise or tr(LEAVE_OPEN))
            if choice is StopChoice.AGAIN:
                hooks.host.be_patient()
            elif choice is StopChoice.WITHOUT:
                game = leave_out(game, stopped)
            else:
                raise StoppedByHook(str(stopped)) from stopped
