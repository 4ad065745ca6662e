"""An opened file checked with its hooks, where a hook that gives no answer stops the check until somebody decides."""

from __future__ import annotations

from app.game.opening import Opened, Ready
from app.game.record import Cursor, Game
from app.hooks.stopped import HookStoppedError
from app.session.errors import Abort
from app.session.hook_service import HookService
from app.session.services import Services
from app.session.stopping import through_stops
from languages import mark, tr

LOOK = mark("Look only")


def with_hooks(opened: Opened, hooks: HookService, services: Services, otherwise: str = "") -> Opened:
    """The same file, checked with its hooks running, or without one in a phase that it stopped, where somebody decides so.

    The hooks must have been agreed to.

    Raises:
        StoppedByHook: one of them gave no answer, and nobody decided to go on without it.
        EditError: nobody waited for them, or they cannot be asked here now.
    """
    game = opened.game
    assert game is not None, "there is a game"
    hooks.text_faults(game.hooks)  # so that a text that is no program is known before it is asked

    def check(game: Game) -> Opened:
        return hooks.waiting(lambda: opened.with_referee(hooks.checking_referee, game))

    return through_stops(services, hooks, check, game, otherwise or tr(LOOK), has_most_time=True)


def trusting_orders(opened: Opened, hooks: HookService, services: Services) -> Ready:
    """The game with every position as the orders give it; see ``with_hooks``.

    Raises:
        StoppedByHook: a hook gave no answer, and nobody decided to go on without it.
        EditError: nobody waited for them, or they cannot be asked here now.
    """
    assert opened.game is not None, "there is a game"

    def trust(game: Game) -> Ready:
        try:
            return hooks.waiting(lambda: opened.trust_orders(game))
        except HookStoppedError as stopped:
            stopped.cursor = _recorded(game, stopped)
            raise

    return through_stops(services, hooks, trust, opened.game, tr(LOOK), has_most_time=True)


def _recorded(game: Game, stopped: HookStoppedError) -> Cursor:
    """The recorded moment of the phase that *stopped* names: played anew, a branch may have more phases or fewer.

    Raises:
        Abort: the phase came up only as the game was played anew, so that nothing can be written into it.
    """
    branch = stopped.cursor.branch
    for index, turn in enumerate(game.line(branch)):
        if turn.phase == stopped.phase:
            return Cursor(game.owner(Cursor(branch, index)).name, index)
    raise Abort(str(stopped)) from stopped
