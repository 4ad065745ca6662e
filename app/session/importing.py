"""Imports from other programs: games and results, boards and unit symbols, recognised, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.game.document import Document
from app.game.dpn.text_source import LARGEST
from app.game.edits import set_lines
from app.game.gm_edits import edit_position
from app.game.record import Game, UnknownOptionError, check_option, variant_at
from app.game.storage.atomic import read_bounded
from app.hooks.hook_consent import hook_of, is_shipped, terms_checksum
from app.library.hooks import hooks_in
from app.library.variants import group_folder
from app.session.errors import Abort, FileTrouble, GivenUp, LineError
from app.session.hook_service import AskedFor, AskedHook, HookChoice
from app.session.services import ChoiceQuestion, ChosenImports, ConsentQuestion, GoOn, ImportsQuestion, chosen
from app.session.session import Session
from languages import labelled, mark, plural, system_words, tr
from variants.catalogue import shipped_source
from variants.fault import Fault
from variants.source import Source, SourceFinder

if TYPE_CHECKING:
    from app.import_export.judge_results import JudgeResults
    from app.import_export.kinds import Recognised
    from app.import_export.reading import Brought
    from app.library.board_imports import BoardVerdict
    from variants.importers import ImportResult


SMALLEST_GROUP = 4
"""Boards of one import that stand as a group of their own on the shelf; fewer are found by themselves."""


class SameId(StrEnum):
    """Choice for a variant that is sent where another of its id is on the shelf."""

    REPLACE = "replace"
    BESIDE = "beside"
    LEAVE = "leave"


_REPLACE, _BESIDE, _LEAVE = (
    mark("Take the new one; the old one is kept aside"),
    mark("Put it beside, under another id"),
    mark("Leave it out"),
)


def agree_to_hooks(session: Session, name: str, boards: Sequence[BoardVerdict]) -> None:
    """Show the hooks of *boards*, which came in the file *name*, before any of it goes onto the shelf.

    Where they are not agreed to, they can be imported all the same, and are asked about again before they run.

    Raises:
        GivenUp: they were read, and nothing of it is wanted.
        LineError: there is no one to ask, and the command line does not name them.
    """
    hooks = [hook_of(text) for each in boards if each.imported.own for text in hooks_in(each.imported.source)]
    store = session.hooks.store
    unknown = store.unknown([each for each in hooks if not is_shipped(each)])
    if not unknown or session.hooks.left_off:
        return
    if not session.services.is_interactive:
        sums = {hook.name: terms_checksum(hook) for hook in unknown}
        listed = "\n".join(f"  {checksum}  {hook}" for hook, checksum in sums.items())
        how = tr("--hooks=off imports it without agreeing to them, --hooks={values} agrees to them", values=",".join(sums.values()))
        raise LineError(tr("{name} carries hooks, which change its rules; {how}:\n{listed}", name=name, how=how, listed=listed), word=name)
    texts = [text for each in boards if each.imported.own for text in hooks_in(each.imported.source)]
    asked = [AskedHook(text, "", "", known=hook not in unknown, shipped=is_shipped(hook)) for text, hook in zip(texts, hooks, strict=True)]
    answer = session.services.ask(ConsentQuestion(name, asked, session.hooks.unavailable(), AskedFor.IMPORT))
    if answer.choice is HookChoice.RUN:
        with suppress(OSError):  # that the list cannot be kept costs a question at the next start
            store.grant(unknown, for_good=answer.remember)
    elif answer.choice is not HookChoice.WITHOUT:
        raise GivenUp(tr("Nothing was imported."))


def settle_same_ids(session: Session, boards: Sequence[BoardVerdict], said: SameId | None) -> tuple[tuple[BoardVerdict, ...], set[str]]:
    """Return those of *boards* to put onto the shelf, and the ids of those that replace one there.

    One that is there already, file for file, is left out.

    Args:
        said: the choice for a different one of the same id; asked unless given.

    Raises:
        Abort: there is no one to ask.
    """
    from variants.importers.own_folders import same_files

    taken: list[BoardVerdict] = []
    replaced: set[str] = set()
    for each in boards:
        there = session.shelf.entry(each.imported.id) if each.imported.own else None
        if there is None:
            taken.append(each)
            continue
        if same_files(each.imported, there.source):
            session.say(tr("{there} is on the shelf already, the same in every file.", there=there.id))
            continue
        answer = said or _asked(session, each, own=there.own)
        if answer is SameId.REPLACE and not there.own:
            raise Abort(tr("{there} comes with Entente and stays as it is; --same-id=beside puts the new one beside it.", there=there.id))
        if answer is SameId.LEAVE:
            continue
        taken.append(each)
        if answer is SameId.REPLACE:
            replaced.add(there.id)
    return tuple(taken), replaced


def _asked(session: Session, board: BoardVerdict, *, own: bool) -> SameId:
    identity = board.imported.id

    if not session.services.is_interactive:
        raise Abort(
            tr(
                "Another variant called {variant} is on the shelf; say what becomes of it with --same-id=replace, beside or leave.",
                variant=identity,
            )
            if own
            else tr(
                "Entente comes with a variant called {variant}, which stays; say what becomes of this one with --same-id=beside or leave.",
                variant=identity,
            )
        )
    version = "" if board.folder is None else f", {tr('version {version}', version=board.folder.variant.version)}"
    imported = f"{board.imported.name}{version}"
    question = (
        tr(
            "Another variant called {variant} is on the shelf, and this one differs ({imported}). Games that were started on "
            "the one that is here keep its rules.",
            variant=identity,
            imported=imported,
        )
        if own
        else tr(
            "Entente comes with a variant called {variant}, and this one differs ({imported}). Games that were started on the one that "
            "is here keep its rules.",
            variant=identity,
            imported=imported,
        )
    )
    answer = chosen(session.services, question, (_REPLACE, _BESIDE, _LEAVE) if own else (_BESIDE, _LEAVE))
    return {_REPLACE: SameId.REPLACE, _BESIDE: SameId.BESIDE}.get(answer or "", SameId.LEAVE)


@dataclass(frozen=True, slots=True)
class ShelfImport:
    """Boards and symbols that were imported to the shelf."""

    boards: tuple[str, ...]
    """Ids of variants."""

    units: tuple[str, ...]
    """Ids of sets of unit symbols."""

    lines: tuple[str, ...]
    """Lines of its report."""


def bring_in(session: Session, path: Path, into: Path | None = None, same_id: SameId | None = None) -> ShelfImport:
    """Read the file or folder at *path*, and add a person's choice of it to the shelf; all that can be used without a person.

    Args:
        into: the folder for the new folders and sets; where a person's own lie unless given.
        same_id: what becomes of a variant of our own format where another of its id is on the shelf; asked unless given.

    Raises:
        LineError: a variant carries hooks, and there is no one to agree to them.
        GivenUp: it was stopped, or nothing of it is wanted.
        Abort: nothing in it can be used.
        FileTrouble: it cannot be read, or the folder cannot be written.
    """
    from app.library.board_imports import summary
    from variants.importers import ImportStoppedError

    target, sets = into or session.shelf.folder, into or session.unit_sets.folder
    if target is None or sets is None:
        raise Abort(
            tr(
                "There is no folder of your own; say where with {into}.",
                into=session.named_option("into"),
            )
        )
    library = _library(session)
    try:
        result, verdicts = session.services.watch_over(
            tr("Reading {path}…", path=path.name), lambda go_on: _read_and_judged(path, go_on, library)
        )
    except OSError as error:
        raise FileTrouble(tr("{path} cannot be read: {error}.", path=path, error=system_words(error))) from error
    except ImportStoppedError:
        raise GivenUp(tr("Stopped; nothing was imported.")) from None
    is_chosen = session.can_ask
    chosen = session.services.ask(ImportsQuestion(path.name, result, verdicts)) if is_chosen else _all_usable(result, verdicts)
    if chosen is None:
        raise GivenUp(tr("Nothing was imported."))
    agree_to_hooks(session, path.name, chosen.boards)
    replaced: set[str] = set()
    if into is None:
        settled, replaced = settle_same_ids(session, chosen.boards, same_id)
        if not settled and chosen.boards and not chosen.units:
            return ShelfImport((), (), ())
        chosen = replace(chosen, boards=settled)
    place = group_folder(target, path) if into is None and len(chosen.boards) >= SMALLEST_GROUP else target
    boards = _keep_boards(session, chosen, place, replaced)
    if place != target:
        _list_by_verdict(verdicts, boards, place)
    units = _keep_units(chosen, sets)
    if is_chosen:  # who chose has seen what the check says
        names = (*(boards[id(each)] for each in chosen.boards), *units.values())
        return ShelfImport(tuple(boards.values()), tuple(units.values()), (tr("On the shelf now: {names}.", names=", ".join(names)),))
    shown = [tr("Unit symbols, {name}: show them with: pieces {id}", name=name, id=made) for name, made in units.items()]
    others = [*result.report, *_of_units(result, path.name)]
    reports = _keep_reports([each for each in verdicts if each.folder is None], place)

    def name_of(each: BoardVerdict) -> str:
        if id(each) in boards:
            return labelled(each.imported.name, boards[id(each)])
        return (
            tr("{imported} (all of it in {reports})", imported=each.imported.name, reports=reports[id(each)])
            if id(each) in reports
            else each.imported.name
        )

    lines = summary(verdicts, name_of, others)
    if not boards and not shown:
        raise Abort("\n".join([tr("Nothing could be imported from {path}.", path=path.name), *lines]))
    heading = [tr("Imported into {target}, with all of it in REPORT.txt in each folder:", target=place)] if boards else []
    return ShelfImport(tuple(boards.values()), tuple(units.values()), (*heading, *lines, *shown))


def _list_by_verdict(verdicts: Sequence[BoardVerdict], boards: dict[int, str], place: Path) -> None:
    """Write the list of all boards of a collection into its folder, those that cannot be played yet first."""
    from app.library.board_imports import by_verdict

    lines: list[str] = []
    for heading, those in by_verdict(verdicts):
        lines += [
            labelled(heading, str(len(those))),
            *(f"  {labelled(boards.get(id(each), each.imported.name), each.headline)}" for each in those),
        ]
    try:
        (place / "REPORT.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="replace")
    except OSError as error:
        raise FileTrouble(tr("{target} cannot be written: {error}.", target=place, error=system_words(error))) from error


def _read_and_judged(path: Path, go_on: GoOn, library: SourceFinder) -> tuple[ImportResult, tuple[BoardVerdict, ...]]:
    from app.library.board_imports import BoardJudge, read_board

    result = read_board(path, go_on)
    return result, BoardJudge(go_on, library).judge_all(result)


def _of_units(result: ImportResult, name: str) -> Iterator[Fault]:
    """Yield the report on the packs of unit symbols in the file called *name*."""
    for pack in result.units:
        yield from pack.report
        if not pack.content:
            yield Fault(name, None, tr("the symbols {pack} cannot be used and are left out", pack=pack.name), tr("a pack that can be read"))


def _all_usable(result: ImportResult, verdicts: Sequence[BoardVerdict]) -> ChosenImports:
    return ChosenImports(tuple(each for each in verdicts if each.folder is not None), tuple(each for each in result.units if each.content))


def _library(session: Session) -> SourceFinder:
    """Return the finder of variants that an imported one may extend: those on the shelf."""

    sources = {entry.id: entry.source for entry in session.shelf.entries()}

    def find(variant_id: str) -> Source:
        return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

    return find


def _keep_boards(session: Session, chosen: ChosenImports, target: Path, replaced: set[str]) -> dict[int, str]:
    """Write the boards to *target*; their new ids by the identity of the verdict."""
    from app.library.board_imports import keep

    taken = {entry.id for entry in session.shelf.entries()} - replaced
    made: dict[int, str] = {}
    renamed: dict[str, str] = {}
    for each in chosen.boards:
        try:
            if each.imported.id in replaced:
                session.say(
                    tr(
                        "The {imported} that was there lies in {put_aside}.",
                        imported=each.imported.id,
                        put_aside=session.shelf.put_aside(each.imported.id),
                    )
                )
            folder = keep(each.imported.extending(renamed), target, taken, each.report())
        except OSError as error:
            raise FileTrouble(tr("{target} cannot be written: {error}.", target=target, error=system_words(error))) from error
        taken.add(folder.name)
        if folder.name != each.imported.id:
            renamed[each.imported.id] = folder.name
        made[id(each)] = folder.name
    return made


def _keep_reports(refused: Sequence[BoardVerdict], target: Path) -> dict[int, Path]:
    """Write the reports on boards that cannot be played yet to *target*; the files by the identity of the verdict."""
    from app.library.board_imports import keep_report

    try:
        return {id(each): keep_report(each.imported, target, each.report()) for each in refused}
    except OSError as error:
        raise FileTrouble(tr("{target} cannot be written: {error}.", target=target, error=system_words(error))) from error


def _keep_units(chosen: ChosenImports, sets: Path) -> dict[str, str]:
    """Write the packs to *sets*; their new ids by their names."""
    from app.library.board_imports import keep_units

    made: dict[str, str] = {}
    for pack in chosen.units:
        try:
            made[pack.name] = keep_units(pack, sets)
        except OSError as error:
            raise FileTrouble(tr("{sets} cannot be written: {error}.", sets=sets, error=system_words(error))) from error
    return made


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
                "{path} holds no game. It seems to be {words}; boards and unit symbols come in with: {bring}",
                path=path.name,
                words=known.words,
                bring=session.named("import", f"import {path}"),
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
        raise FileTrouble(_with_names(session, str(error))) from error
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
    words = tr("{path} holds {count} games. Which one?", path=path.name, count=len(titles))
    answer = session.services.ask(ChoiceQuestion(words, (*offered, tr(_CANCEL))))
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
                        words=_with_names(session, found.words),
                    )
                )
    except ExchangeError as error:
        raise Abort(_with_names(session, str(error))) from error


def _with_names(session: Session, said: str) -> str:
    """*said* of a file that another command reads, with the name of that command for the reader."""
    from app.import_export.reading import INTO_GAME, MAILS

    for command in (INTO_GAME, MAILS):
        said = said.replace(command, session.named(command))
    return said


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
