"""Where games with hooks are played that nobody looks at, such as those of a tournament on another core: no session, no questions."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from adjudicator.variant import Variant
from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.hooks.stopped import HookStoppedError, StopChoice
from app.session.hook_changes import Attach, vary
from app.session.hook_service import HookService
from app.session.viewpoint import Viewpoint

_TRIES = 3
"""How often a hook that gave no answer is asked once more, each time with more time."""


class Unattended:
    """Asks hooks that were agreed to elsewhere, by whoever has the games played.

    A hook that gives no answer is given more time; a game that stops all the same is not played on without it, since it would be another
    game than the others.
    """

    def __init__(self) -> None:
        self.hooks = HookService()
        self.viewpoint = Viewpoint(lambda: self.hooks.host)
        self._tries = 0

    def __enter__(self) -> Unattended:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.hooks.close()

    @property
    def services(self) -> Unattended:
        """It decides by itself."""
        return self

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:  # noqa: ARG002 - the protocol's words
        """Once more with more time, a few times in a game."""
        self._tries += 1
        return StopChoice.AGAIN if self._tries <= _TRIES else StopChoice.WAIT

    def begun(self, variant: Variant, name: str, checksum: str, hooks: Sequence[Attach], game_id: str) -> Game:
        """A new game in which *hooks* run from the first phase on.

        Raises:
            HookStoppedError: one of them gave no answer at the start.
        """
        self.hooks.store.grant([each.hook for each in hooks], for_good=False)
        game = new_game(variant, name, checksum=checksum, game_id=game_id)
        return vary(game, MAIN, hooks, self.hooks.host)[0] if hooks else game
