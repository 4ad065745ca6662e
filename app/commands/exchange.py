"""Other programs: their boards, unit symbols and games brought in, and games written for them."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import COMMANDS, command
from app.commands.declaring.run import run_command
from app.game.storage.atomic import write_atomically
from app.session.errors import Abort, GivenUp
from app.session.exchange import NO_GAMES, bring_game_in, recognised
from app.session.importing import SameId, ShelfImport, bring_in
from app.session.roles import Who
from app.session.saving import may_replace
from app.session.services import FileKind
from app.session.session import Session, game_open, orders_taken
from app.session.starting import ask_what_is_played
from languages import tr


@command("import", "Import…", who=Who.ANYBODY, menu="File", place=14)
def import_board(
    session: Session,
    file: Path | None = None,
    *,
    into: Path | None = None,
    same_id: SameId | None = None,
    number: int | None = None,
    rules: str = "",
) -> None:
    """Bring in a variant that a friend packed, boards and games of other programs, or jDip's unit symbols.

    The other programs are jDip (its packages), the judges (map files) and DiplomacyGM (folders). A zip archive or folder of a variant
    of this program is taken as it is; its hooks are shown first, and a different variant of the same id is asked about.

    All that a folder or an archive holds is brought in, archives in it too. Each variant becomes a folder that New Game offers, each
    pack of symbols a set that the command pieces shows. Each board is checked and its drawings are compiled: it says whether the board
    is playable, playable with something to know, or not yet, the worst first, in ten lines; all of it stands in REPORT.txt in its folder.
    In the window what comes onto the shelf is chosen, unit symbols are shown at once, and a new board is offered to be played.

    A game of another program is read as open does: phase by phase, each difference named, as a new game that is in no file yet.

    Args:
        file: the zip archive, .map file, folder or game; asked for unless given.
        into: the folder for the new folders and sets; where your own lie unless given.
        same_id: what becomes of a variant of this program where another of its id is on the shelf: replace, beside or leave; asked
            unless given.
        number: which one of a file that holds several games; asked, or the first, unless given.
        rules: the rule options by which a game is judged, such as "4.A.3=DPTG 4.D.8=a"; as its file says, else found out, unless given.
    """
    path = file or session.services.open_path(FileKind.BOARD)
    if path is None:
        raise GivenUp(tr("No file was chosen."))
    found = recognised(path)
    if number is not None or rules or (found is not None and found.family not in NO_GAMES):
        bring_game_in(session, path, rules=_options(rules) if rules else None, number=number, known=found)
        return
    brought = put_on_shelf(session, path, into, same_id)
    if session.is_watched and session.can_ask and brought.boards and into is None:
        run_command(session, COMMANDS["new"], ask_what_is_played(session, brought.boards[0]))


def _options(rules: str) -> list[tuple[str, str]]:
    """Rule options of a text such as ``4.A.3=DPTG 4.D.8=a``."""
    words = [(key, choice) for key, _, choice in (word.partition("=") for word in rules.replace(",", " ").split())]
    if not words or any(not choice for _, choice in words):
        raise Abort(tr("{rules} names no rule options; one is written as 4.A.3=DPTG", rules=rules))
    return words


def put_on_shelf(session: Session, path: Path, into: Path | None = None, same_id: SameId | None = None) -> ShelfImport:
    """Import the files at *path*, report the result, and use new unit symbols where a person sees them; see ``bring_in``."""
    brought = bring_in(session, path, into, same_id)
    if brought.lines:
        session.say("\n".join(brought.lines))
    if session.is_watched and brought.units and into is None:
        run_command(session, COMMANDS["pieces"], {"name": brought.units[0]})
    return brought


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
    from app.import_export.received import ExchangeError
    from app.import_export.writing import ENDINGS, written

    path = file or session.services.save_path(FileKind.FOREIGN_GAME, f"{session.game.name}.json")
    if path is None:
        raise GivenUp(tr("No file was chosen."))
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


@command("read-into-game", "Read results into game…", menu="File", place=19, available=orders_taken)
def read_into_game(session: Session, file: Path | None = None) -> None:
    """Read a file for the game in front: results of its open phase, as a judge mails them or as people paste them, or a table of centres.

    Results become the orders of the phase, in place of what was written, and are held against our rules: each order of which the text
    says otherwise is named. A table of centres gives the owners, as a correction of the game master with the file's name as its reason.

    Args:
        file: the results (.txt) or the table (.csv); asked for unless given.
    """
    from app.session.exchange import read_file_into

    path = file or session.services.open_path(FileKind.FOREIGN_GAME)
    if path is None:
        raise GivenUp(tr("No file was chosen."))
    read_file_into(session, path)
