"""Guard over the edits of a document, and over the part of them that reaches a disk."""

from __future__ import annotations

from typing import Protocol

from app.game.record import Game


class EditGuard(Protocol):
    """Guard of a document beside those who edit it: a table with secret seats. See ``app.session.seating``."""

    def check(self, before: Game, after: Game) -> None:
        """Check that this edit may be made now.

        Raises:
            EditError: it may not.
        """
        ...

    def for_disk(self, label: str, game: Game) -> tuple[str, Game]:
        """The words for an edit and the game, as they may reach a disk."""
        ...

    def as_read(self, before: Game, game: Game) -> Game:
        """*game*, which another program wrote into the file, as it is taken over."""
        ...
