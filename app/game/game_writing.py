"""A game on its way into a file: what is written is read again first, and what could not be taken back whole is never written."""

from __future__ import annotations

import os
from pathlib import Path

from app.game.dpn.proof import loss
from app.game.dpn.source import LARGEST, MOST_LINES
from app.game.dpn.writer import Composed, Writer
from app.game.record import Game
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import Failure, StorageError
from languages import tr


def write_game(target: Path, game: Game) -> None:
    """Write a game that is not open as a document to *target*: that of a server or a match of programs.

    Raises:
        StorageError: it could not be written, or not be read again whole. What was there still is.
    """
    write_atomically(target, game_bytes(game, target, states_checksum=not in_checkout(target)))


def game_bytes(game: Game, target: Path, *, states_checksum: bool = True) -> bytes:
    """The file of a game that was never in one.

    Raises:
        StorageError: it could not be read again whole.
    """
    writer = Writer()
    if not states_checksum:
        writer.leave_checksum_out()
    return proven(writer.compose(game), game, writer.composed, target)


def in_checkout(target: Path) -> bool:
    """Return True if *target* lies in a checkout of git, by the folders above it."""
    try:
        return any((folder / ".git").exists() for folder in Path(os.path.realpath(target)).parents)
    except (OSError, ValueError):
        return False


def proven(composed: Composed, game: Game, before: Composed, target: Path) -> bytes:
    """The bytes of *composed*, after they were read again and compared with *game*.

    Args:
        before: the file as it was read or written last: what could not be read there is no news.
        target: where they are to be written, for the message.

    Raises:
        StorageError: they say something else than *game* does, or are too many to be read.
    """
    data = composed.data
    if len(data) > LARGEST or data.count(b"\n") > MOST_LINES:
        raise StorageError(
            Failure.TOO_LARGE,
            target,
            tr("the game has {count} bytes; at most {largest} can be read again", count=len(data), largest=LARGEST),
        )
    lost = loss(composed, game, before, target.name)
    if lost is not None:
        raise StorageError(
            Failure.NOT_READABLE, target, tr("the game was not saved, since it could not be read again whole: {lost}", lost=lost)
        )
    return data
