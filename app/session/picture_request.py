"""What is asked for when a board is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from app.game.record import Cursor, Game
from app.session.view_options import View


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of the board at a moment of a game."""

    game: Game
    cursor: Cursor
    view: View
    width: int = 1800
    """Pixels of a PNG or JPEG; vector pictures have none."""

    hidden: frozenset[str] = frozenset()
    """Provinces of which the viewer knows nothing; drawn veiled."""

    most_bytes: int | None = None
    """How large the file of a PNG or JPEG may be; as large as it comes unless given."""
