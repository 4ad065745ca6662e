"""Games of other programs brought into a session: recognised, read, told what differs, put in front as games that are in no file yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.game.document import Document
from app.game.dpn.source import LARGEST
from app.game.options import UnknownOptionError, check_option
from app.game.storage.atomic import read_bounded
from app.session.errors import Abort, FileTrouble, GivenUp
from app.session.session import Session
from languages import labelled, mark, tr

if TYPE_CHECKING:
    from app.import_export.kinds import Recognised
    from app.import_export.reading import Brought

_OURS = b"entente-game"
_HEAD = 65_536
_AT_ONCE = 128 * 1024
_CANCEL = mark("Cancel")
NO_GAMES = frozenset({"game", "board", "other"})
"""The families of files that ``import`` does not read as a game of another program."""


def open_foreign(session: Session, path: Path) -> Document | None:
    """The game at *path* in front, if another program wrote it; ``None`` where it is one of ours, or cannot be looked into.

    Raises:
        Abort: it is of a kind that is not read, or something in it cannot be.
    """
    from app.import_export.kinds import FileFamily

    found = recognised(path)
    return None if found is None or found.family is FileFamily.GAME else bring_game_in(session, path, known=found)


def recognised(path: Path) -> Recognised | None:
    """What the file at *path* seems to be; ``None`` where it cannot be looked into, or is a game of ours as its first word says."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return None
    if head.startswith(_OURS):
        return None
    from app.import_export.kinds import recognise

    return recognise(path.name, head)


def bring_game_in(
    session: Session,
    path: Path,
    *,
    rules: Sequence[tuple[str, str]] | None = None,
    number: int | None = None,
    known: Recognised | None = None,
) -> Document:
    """Read the game of another program at *path* and put it in front, with all that is to be said of it.

    Args:
        rules: by which it is judged; as the file says, else found out, unless given.
        number: which game of a file that holds several, from 1; asked unless given, the first where nobody answers.
        known: what it was recognised as.

    Raises:
        Abort: it is of a kind that is not read, or something in it cannot be.
        StorageError: it cannot be read.
    """
    from app.import_export.kinds import FileFamily
    from app.import_export.reading import read_game, titles_in
    from app.import_export.received import ExchangeError

    data = read_bounded(path, LARGEST)
    if len(data) > LARGEST:
        raise FileTrouble(tr("{path} is too large: at most {largest:,} bytes are read.", path=path.name, largest=LARGEST))
    if known is not None and known.family is FileFamily.BOARD:
        raise FileTrouble(
            tr(
                "{path} holds no game. It seems to be {words}; boards and unit symbols come in with: import {file}",
                path=path.name,
                words=known.words,
                file=path,
            )
        )
    chosen = None if rules is None else tuple(rules)
    for key, word in chosen or ():
        try:
            check_option(key, word)
        except UnknownOptionError as error:
            raise Abort(labelled(f"{key}={word}", error)) from error

    try:
        at = _which(session, path, number, () if number is not None else titles_in(path.name, data, known))
        brought = _read(session, path, data, lambda: read_game(path.name, data, session.shelf, rules=chosen, number=at, known=known))
    except ExchangeError as error:
        raise FileTrouble(str(error)) from error
    document = session.library.new(brought.game)
    session.add(document)
    heading = tr(
        "{game}: read from {source} ({path}). It is in no file of ours yet; {path} stays as it is.",
        game=brought.game.name,
        source=tr(brought.source),
        path=path.name,
    )
    if brought.differences or brought.keeps_rest:
        session.services.report(heading, brought.lines)
    else:
        session.say("\n".join((heading, *brought.lines)))
    return document


def _which(session: Session, path: Path, number: int | None, titles: Sequence[str]) -> int:
    """Which of several games in a file is wanted, from 1."""
    if number is not None or len(titles) < 2 or not session.services.is_interactive:
        return number or 1
    offered = [f"{at}. {title}" for at, title in enumerate(titles[:50], 1)]
    answer = session.services.ask(tr("{path} holds {count} games. Which one?", path=path.name, count=len(titles)), (*offered, tr(_CANCEL)))
    if answer not in offered:
        raise GivenUp(tr("Nothing was opened."))
    return offered.index(answer) + 1


def _read(session: Session, path: Path, data: bytes, read: Callable[[], Brought]) -> Brought:
    """What *read* gives; a window goes on being painted while a large file is read."""
    return read() if len(data) <= _AT_ONCE else session.services.wait_for(tr("Reading {path}…", path=path.name), read)
