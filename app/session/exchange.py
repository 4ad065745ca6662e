"""Games and results of other programs: recognised and opened beside the game in front, or read into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.game.document import Document
from app.game.dpn.text_source import LARGEST
from app.game.edits import set_lines
from app.game.gm_edits import edit_position
from app.game.options import UnknownOptionError, check_option, variant_at
from app.game.record import Game
from app.game.storage.atomic import read_bounded
from app.session.errors import Abort, FileTrouble, GivenUp
from app.session.session import Session
from languages import labelled, mark, plural, tr

if TYPE_CHECKING:
    from app.import_export.judge_results import JudgeResults
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
    """Return the kind of file at *path*; ``None`` where it cannot be looked into, or is a game of ours by its first word."""
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
    """Read the game of another program at *path* and bring it to the front, with all remarks on it.

    Args:
        rules: by which it is judged; as the file says, else found out, unless given.
        number: which game of a file that holds several, from 1; asked unless given, the first without an answer.
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
        "{game} was read from {source} ({path}). It is not saved as a game of this program yet; {path} stays as it is.",
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
    """Return the number, from 1, of the game that is wanted of several in a file."""
    if number is not None or len(titles) < 2 or not session.services.is_interactive:
        return number or 1
    offered = [f"{at}. {title}" for at, title in enumerate(titles[:50], 1)]
    answer = session.services.ask(tr("{path} holds {count} games. Which one?", path=path.name, count=len(titles)), (*offered, tr(_CANCEL)))
    if answer not in offered:
        raise GivenUp(tr("Nothing was opened."))
    return offered.index(answer) + 1


def _read(session: Session, path: Path, data: bytes, read: Callable[[], Brought]) -> Brought:
    """Return the result of *read*; a window goes on being painted while a large file is read."""
    return read() if len(data) <= _AT_ONCE else session.services.wait_for(tr("Reading {path}…", path=path.name), read)


def read_file_into(session: Session, path: Path) -> None:
    """Read the results or the table of centres at *path* into the game in front, and say what came of it.

    Raises:
        Abort: it is neither, belongs to another phase, or something in it cannot be read; then nothing is changed.
        StorageError: it cannot be read.
    """
    from app.import_export.kinds import FileFamily, recognise
    from app.import_export.received import ExchangeError

    data = read_bounded(path, LARGEST)
    if len(data) > LARGEST:
        raise Abort(tr("{path} is too large: at most {largest:,} bytes are read.", path=path.name, largest=LARGEST))
    found = recognise(path.name, data)
    try:
        match found.family:
            case FileFamily.RESULTS:
                try:
                    _results(session, path.name, data.decode("utf-8", "replace"))
                except ExchangeError:  # pasted lines can look like a judge's, without the heading that a judge writes
                    pasted = _pasted(session, path.name, data)
                    if pasted is None:
                        raise
                    _take(session, path.name, pasted, is_whole=_names_all(session, pasted))
            case FileFamily.CENTRES:
                _centres(session, path.name, data)
            case FileFamily.OTHER | FileFamily.HISTORY if (other := _pasted(session, path.name, data)) is not None:
                _take(session, path.name, other, is_whole=_names_all(session, other))
            case _:
                raise Abort(
                    tr(
                        "{path} seems to be {words}. Results of a phase and tables of centres are read into a game.",
                        path=path.name,
                        words=found.words,
                    )
                )
    except ExchangeError as error:
        raise Abort(str(error)) from error


def _pasted(session: Session, name: str, data: bytes) -> JudgeResults | None:
    from app.import_export.pasted_history import read_pasted

    if b"\x00" in data:
        return None
    variant = variant_at(session.game, session.game.last(session.branch))
    return read_pasted(data.decode("utf-8", "replace"), variant, session.open_turn.position, name)


def _names_all(session: Session, results: JudgeResults) -> bool:
    """Return True if the text names all units: else their results cannot be compared."""
    named = {line.piece.location.province for line in results.lines if line.piece is not None}
    return {unit.province for unit in session.open_turn.position.units} <= named


def _results(session: Session, name: str, text: str) -> None:
    from app.import_export.judge_results import read_judge_results

    turn = session.open_turn
    variant = variant_at(session.game, session.game.last(session.branch))
    results = read_judge_results(text, variant, name)
    if results.phase != turn.phase:
        raise Abort(
            tr(
                "{name} has the results of {phase}; the open phase of {game} is {open_phase}.",
                name=name,
                phase=results.phase,
                game=session.game.name,
                open_phase=turn.phase,
            )
        )
    _take(session, name, results)


def _take(session: Session, name: str, results: JudgeResults, *, is_whole: bool = True) -> None:
    """Write the orders of *results* into the open phase, and say where its results differ from our rules.

    Args:
        is_whole: whether the text tells of all units, so that its results can be compared.
    """
    from app.import_export.judge_results import disagreements

    turn, branch = session.open_turn, session.branch
    variant = variant_at(session.game, session.game.last(branch))
    orders = results.orders()

    def written(game: Game) -> Game:
        for power, lines in orders.items():
            game = set_lines(game, branch, power, [line.text for line in lines])
        return game

    session.perform(tr("Read results of {phase}", phase=turn.phase), written)
    wrong = disagreements(results, variant, turn.position, session.open_turn.read_orders()) if is_whole else ()
    count = sum(map(len, orders.values()))
    told = (
        tr("results are not compared, since the text does not tell of all units")
        if not is_whole
        else tr("the result of each is as in the text")
        if not wrong
        else plural("{count} line of the text and our rules differ", "{count} lines of the text and our rules differ", len(wrong))
    )
    session.needs_decision = session.needs_decision or bool(wrong or results.unread)
    session.services.report(
        plural(
            "{count} order of {phase} read from {name}; {told}.",
            "{count} orders of {phase} read from {name}; {told}.",
            count,
            phase=turn.phase,
            name=name,
            told=told,
        ),
        [*(tr("Not read: {line}", line=line) for line in results.unread), *wrong],
    )


def _centres(session: Session, name: str, data: bytes) -> None:
    from app.import_export.centres_table import read_centres

    position = session.open_turn.position
    table = read_centres(data, session.variant, name)
    owners = {centre: owner for centre, owner in position.owners.items() if centre not in table.owners} | table.last()
    changed = {centre for centre in owners.keys() | position.owners.keys() if owners.get(centre) != position.owners.get(centre)}
    if not changed:
        session.say(tr("{name}: every centre is owned as in its column {years}; nothing was changed.", name=name, years=table.years[-1]))
        return
    mended = replace(position, owners=MappingProxyType(dict(sorted(owners.items()))))
    reason = f"Centres as in {name}, {table.years[-1]}"
    session.perform(tr("Read centres"), lambda game: edit_position(game, session.branch, mended, reason))
    session.say(
        plural(
            "{count} centre changed as in {name}, {years}: {changed}.",
            "{count} centres changed as in {name}, {years}: {changed}.",
            len(changed),
            name=name,
            years=table.years[-1],
            changed=", ".join(sorted(changed)),
        )
    )
