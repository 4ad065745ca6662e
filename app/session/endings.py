"""What ends a game at a table: asked about first where a person sits in front of it, since one click would end everybody's evening."""

from __future__ import annotations

from app.session.choosing import chosen
from app.session.errors import GivenUp
from app.session.session import Session
from languages import mark, tr

_GO_ON, _END = mark("Play on"), mark("End the game")


def agree_to_end(session: Session, question: str, *, asking: bool) -> None:
    """Ask *question*, which says how the game would end; a script and the command line are not asked.

    Raises:
        GivenUp: the game is to go on.
    """
    if asking and session.services.is_interactive and not session.in_batch and chosen(session.services, question, (_GO_ON, _END)) != _END:
        raise GivenUp(tr("The game goes on."))
