"""The play-test page."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from app.session.starting import playable
from languages import tr


@command("play-test", "Play-test…", who=Who.ANYBODY, menu="Tools", place=28)
def play_test(session: Session, variant: str | None = None) -> None:
    """Let opponents play many games of a variant in the background, and see what they add up to: shares, centres by year, where they fight.

    Without a window, selfplay does the same. Hooks take no part here; in selfplay they do.

    Args:
        variant: what is played; that of the game in front, or the standard one, unless given.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort(tr("The play-test page needs a window; selfplay adds games up without one."))
    in_front = session.current.game.variant.id if session.current is not None else "standard"
    screen.open_play_test(playable(session, variant or in_front).id)
