"""What ends a game at a table: asked about first where a person sits in front of it, since one click would end everybody's evening."""

from __future__ import annotations

from app.session.errors import Abort
from app.session.session import Session

_GO_ON, _END = "Play on", "End the game"


def agree_to_end(session: Session, question: str, *, asking: bool) -> None:
    """Ask *question*, which says how the game would end; a script and the command line are not asked.

    Raises:
        Abort: the game is to go on.
    """
    if asking and session.services.is_interactive and not session.in_batch and session.services.ask(question, (_GO_ON, _END)) != _END:
        raise Abort("The game goes on.")
