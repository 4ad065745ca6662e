"""The open games."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.session import Session, game_open


@command("games", "Open games", menu="Game", place=40, available=game_open)
def games(session: Session, number: int | None = None) -> None:
    """List the open games, or bring one to the front.

    Args:
        number: of the game in the list.
    """
    documents = session.documents
    if number is None:
        for at, document in enumerate(documents, start=1):
            session.say(
                f"{'*' if document is session.current else ' '} {at}: {document.title}{', not saved' if document.is_modified else ''}"
            )
        return
    if not 1 <= number <= len(documents):
        raise Abort(f"There is no game number {number}; {len(documents)} are open.")
    session.bring_forward(documents[number - 1])
