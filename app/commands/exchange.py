"""Games written for other programs, and their files read into the game in front."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import write_atomically
from app.session.errors import Abort
from app.session.roles import Who
from app.session.saving import may_replace
from app.session.services import FileKind
from app.session.session import Session, game_open, orders_taken
from languages import tr


@command("export-game", "Export game…", who=Who.ANYBODY, menu="File", place=39, available=game_open)
def export_game(session: Session, file: Path | None = None, *, replace: bool = False) -> None:
    """Write the game for other programs, by the file's ending.

    .json or .jsonl: a saved game of the package diplomacy, all phases of it. .txt: the results of the phase that is shown, or of the
    last one, as a judge mails them. .datc: the position that is shown with its orders and the position after, as conformance cases are
    exchanged. .csv: who owned which centre, year by year.

    What only games of ours have, such as hooks, branches, votes and notes of seats, is left out and named. The game stays as it is.

    Args:
        file: where to; asked for unless given.
        replace: write over a file that is there already.
    """
    from app.exchange.received import ExchangeError
    from app.exchange.writing import ENDINGS, written

    path = file or session.services.save_path(FileKind.FOREIGN_GAME, f"{session.game.name}.json")
    if path is None:
        raise Abort(tr("No file was chosen."))
    ending = path.suffix.casefold()
    if ending not in ENDINGS:
        raise Abort(tr("{path}: the ending says what is written; there are {endings}.", path=path, endings=", ".join(ENDINGS)))
    if file is not None and not replace and not may_replace(session, path):
        raise Abort(tr("{path} is there already; --replace writes over it.", path=path))
    try:
        content, left_out = written(session.shown, session.cursor, ending)
    except ExchangeError as error:
        raise Abort(str(error)) from error
    write_atomically(path, content, tr("exporting the game"))
    said = tr("{game} written to {path}: {format}.", game=session.shown.name, path=path, format=tr(ENDINGS[ending]))
    if left_out:
        said += " " + tr("Left out, since that format has no place for it: {left_out}.", left_out=", ".join(left_out))
    session.say(said)


@command("read-into-game", "Read results into game…", menu="Game", place=42, available=orders_taken)
def read_into_game(session: Session, file: Path | None = None) -> None:
    """Read a file for the game in front: results of its open phase as a judge mails them, or a table of centres.

    Results become the orders of the phase, in place of what was written, and are held against our rules: each order of which the text
    says otherwise is named. A table of centres gives the owners, as a correction of the game master with the file's name as its reason.

    Args:
        file: the results (.txt) or the table (.csv); asked for unless given.
    """
    from app.session.reading_into import read_file_into

    path = file or session.services.open_path(FileKind.FOREIGN_GAME)
    if path is None:
        raise Abort(tr("No file was chosen."))
    read_file_into(session, path)
