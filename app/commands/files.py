"""Game files and the games that are open: new, open, save, close; and those of other programs, brought in and written."""

from __future__ import annotations

import json as plain_json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from app.commands.declaring.command import Offer, run_command
from app.commands.declaring.registry import COMMANDS, command
from app.commands.declaring.view_choices import screen_of
from app.game.edits import rename_game
from app.game.opening import FileStanding
from app.game.record import UnknownOptionError, check_option
from app.game.storage.atomic import is_same_file, is_there, write_atomically
from app.game.storage.recent import RecentGame, RecentGames
from app.session.errors import Abort, GivenUp
from app.session.game_files import bring_back, may_replace, open_file, save_document, with_ending
from app.session.importing import NO_GAMES, SameId, ShelfImport, bring_game_in, bring_in, recognised
from app.session.parameters import RestOfLine
from app.session.recovery import phase_words
from app.session.requests import OpeningChoices, OtherVariant, Recovery, Trust, Unread, hooks_named
from app.session.roles import Who
from app.session.services import CloseQuestion, FileKind, FileToOpen, FileToSave, chosen, path_for
from app.session.session import Session, game_open, now_of, on_screen, orders_taken
from app.session.starting import ask_what_is_played, begin, on_shelf, starting_hooks
from app.tables.table_setup import ask_seats, take_seats
from languages import labelled, mark, tr


@command("games", "Open games", who=Who.ANYBODY, menu="File", place=18)
def games(
    session: Session,
    which: Path | None = None,
    *,
    all: Path | None = None,  # noqa: A002 - the word that people type
    find: str = "",
    tag: str = "",
    json: bool = False,
) -> None:
    """List the open games, or bring one to the front; or list all games of a folder: games ~/postal.

    Of a folder it says, by deadline: phase, deadline, who is missing, doubtful lines, and what to do next. No game is opened or changed.

    Args:
        which: the number of a game in the list of those that are open, or a folder: all games in it and four folders deep are listed.
        all: a folder, also one whose name is a number.
        find: only games with these words in name, players, tags or phase.
        tag: only games with this tag.
        json: say it as data, and nothing else.
    """
    folder = which if all is None and which is not None and not str(which).isdecimal() else all
    if folder is not None:
        if all is None and not folder.is_dir():
            raise Abort(tr("{folder} is neither a folder nor the number of an open game.", folder=folder))
        _list_folder(session, folder, find, tag, json=json)
        return
    documents = session.documents
    if not documents:
        raise Abort(tr("No game is open; {games} lists those of a folder.", games=session.named("all-games", "games FOLDER")))
    if which is None:
        for at, document in enumerate(documents, start=1):
            state = f", {tr('not saved')}" if document.is_modified else ""
            session.say(labelled(f"{('*' if document is session.current else ' ')} {at}", f"{document.title}{state}"))
        return
    number = int(str(which)[:9])
    if not 1 <= number <= len(documents):
        raise Abort(tr("There is no game number {number}; {count} are open.", number=number, count=len(documents)))
    session.bring_forward(documents[number - 1])


def _list_folder(session: Session, folder: Path, find: str, tag: str, *, json: bool) -> None:
    from app.gm.games import (
        as_data,
        as_text,
        inspect_folders,  # only who has many games waits for this
        matching,
    )

    if session.viewer is not None:
        raise Abort(tr("Only a game master who sees everything can see who is missing in which game."))
    cache = session.library.places.cache / "games.json"
    found = session.services.wait_for(tr("Looking into the games…"), lambda: inspect_folders([folder], session.shelf, cache))
    if found.troubles:
        raise Abort(" ".join(found.troubles))
    listed, now = matching(found.games, find, tag), now_of(session)
    session.say(plain_json.dumps(as_data(listed, now), indent=1, ensure_ascii=False) if json else as_text(listed, now))


@command("all-games", "All my games", who=Who.ANYBODY, menu="File", place=16, shortcut="Ctrl+Shift+G", available=on_screen)
def all_games(session: Session) -> None:
    """Show the page of all games in the folders that you chose: by deadline, with who is missing and what to do next."""
    if session.viewer is not None:
        raise Abort(tr("Only a game master who sees everything can see who is missing in which game."))
    screen_of(session).show_panel("all-games")


@command("tag", "Tags…", menu="Game/Name and tags", place=39, available=game_open)
def tag_game(session: Session, tags: RestOfLine = "") -> None:
    """Give the game tags by which it is found among many: tag postal, club. Without words its tags are said.

    Args:
        tags: with commas between them; none takes all away.
    """
    from app.gm.games import tags_of, with_tags

    if not tags.strip():
        session.say(tr("Tags: {tags}.", tags=", ".join(tags_of(session.game)) or tr("none")))
        return
    given = [] if tags.strip().casefold() == "none" else tags.split(",")
    session.perform(tr("Tag the game"), lambda game: with_tags(game, given), show_open_turn=False)
    session.say(tr("Tags: {tags}.", tags=", ".join(tags_of(session.game)) or tr("none")))


@command("tag-file", "Tags of a game in a file…")
def tag_file(session: Session, file: Path, tags: RestOfLine) -> None:
    """Give a game tags without opening it: tag-file harbour.dpn postal, club. Of its file nothing else is changed.

    A game that is open gets them there, as with ``tag``.

    Args:
        file: of the game.
        tags: with commas between them; none takes all away.
    """
    from app.gm.games import tags_of, with_tags

    if session.viewer is not None:
        raise Abort(tr("Only a game master who sees everything can tag games."))
    given = [] if tags.strip().casefold() == "none" else tags.split(",")
    document = next((each for each in session.documents if each.path is not None and is_same_file(each.path, file)), None)
    if document is not None:
        document.perform(tr("Tag the game"), with_tags(document.game, given))
        session.say(labelled(document.game.name, f"{', '.join(tags_of(document.game)) or tr('no tags')}."))
        return
    found = session.library.inspect(file)
    if found.opened.standing is not FileStanding.CHECKED or found.opened.is_older or session.library.left_behind(file):
        raise Abort(tr("{file} is not written to as it stands; open the game, and tag it there.", file=file.name))
    document = session.library.add(found)
    try:
        document.perform(tr("Tag the game"), with_tags(document.game, given))
        if document.is_modified:
            document.save()
    finally:
        document.close(discard=True)
    session.say(labelled(document.game.name, f"{', '.join(tags_of(document.game)) or tr('no tags')}."))


@command("rename-file", "Rename the file…", menu="File", place=25, available=game_open)
def rename_file(session: Session, name: RestOfLine | None = None) -> None:
    """Give the game's file another name, in the folder where it lies. No other file is ever written over.

    Args:
        name: of the file; made from the name of the game unless given.
    """
    rename_game_file(session, name)


def rename_game_file(session: Session, name: str | None) -> None:
    """Save the game under *name* beside its file, and take the old file away once the new one is whole.

    Raises:
        Abort: the game has no file, the name names another folder, or a file of that name is there.
    """
    from app.mail_out.making import safe_name

    document = session.document
    old = document.path
    if old is None:
        raise Abort(tr("The game is not saved yet; save it first."))
    wanted = safe_name(document.game.name) if name is None else name.strip()
    if not wanted or wanted in {".", ".."} or "/" in wanted or "\\" in wanted:
        raise Abort(tr("A name for a file has no folders in it."))
    target = with_ending(old.with_name(wanted))
    if target.suffix.casefold() != ".dpn":
        target = target.with_name(f"{target.name}.dpn")
    if target == old:
        raise Abort(tr("The file is called {old} already.", old=old.name))
    if is_there(target) and not is_same_file(target, old):
        raise Abort(tr("There is a file {target} already; choose another name.", target=target.name))
    save_document(session, document, target)
    if not is_same_file(target, old):
        old.unlink()
    session.say(tr("The file is called {target} now.", target=target.name))


_FILE_TOO, _FILE_STAYS = mark("Rename the file"), mark("Leave the file")


@command("new", "New game…", who=Who.ANYBODY, menu="File", place=10, shortcut="Ctrl+N", asks=ask_what_is_played)
def new(session: Session, variant: str = "standard", *rules: str, name: str = "", attach: str | None = None, seats: bool = False) -> None:
    """Start a game.

    Args:
        variant: what is played: its name on the shelf, or its folder.
        rules: rule options that differ from the usual ones, such as nmr=hold (a power that sends no orders holds).
        name: of the game; the variant's name unless given.
        attach: hooks that it starts with, such as "restrict england turkey", in place of those that the variant names; empty for none.
        seats: ask who sits where before it starts, for an evening round one laptop.
    """
    entry = on_shelf(session, variant)
    chosen = _read_rules(rules)
    game, log = begin(session, entry, name, hooks=starting_hooks(session, entry, attach), rules=chosen)
    seated = ask_seats(session, game) if seats else None
    session.add(session.library.new(game))
    session.hooks.note(game, log)
    if seated is not None:
        take_seats(session, seated)
    session.say(tr("{game}: a new game.", game=game.name))


def _read_rules(rules: Sequence[str]) -> list[tuple[str, str]]:
    chosen: list[tuple[str, str]] = []
    for rule in rules:
        key, equals, word = rule.partition("=")
        if not equals:
            raise Abort(tr("{rule} is no rule option; one is written as name=choice", rule=rule))
        try:
            check_option(key, word)
        except UnknownOptionError as error:
            raise Abort(labelled(rule, error)) from error
        chosen.append((key, word))
    return chosen


@command("open", "Open…", who=Who.ANYBODY, menu="File", place=11, shortcut="Ctrl+O")
def open_game(
    session: Session,
    file: Path | None = None,
    *,
    trust: Trust | None = None,
    other_variant: OtherVariant | None = None,
    unread: Unread | None = None,
    recover: Recovery | None = None,
    hooks: str = "",
) -> None:
    """Open a game file. Its faults are listed with line and column, and its orders are checked against its positions.

    Changes that were not saved when the program ended unexpectedly are offered first.

    Args:
        file: the game; asked for unless given.
        trust: what counts where positions do not follow from orders: the orders, the positions, or look only; asked unless given.
        other_variant: whether a game made with another version of its variant is looked at, or played on with the one here.
        unread: whether the rest is played on or looked at where lines could not be read; asked unless given.
        recover: whether changes that were not saved are brought back, left, or thrown away; asked unless given.
        hooks: off to look at a game without its hooks, or the SHA-256 of each hook that may run, with commas between; asked unless given.
    """
    path = path_for(session.services, FileToOpen(FileKind.GAME), file)
    choices = OpeningChoices(trust, other_variant, unread, recover, hooks_named(hooks) if hooks else None)
    document = open_file(session, path, choices.before(session.chosen))
    if document in session.documents and not document.read_only and not document.is_modified:  # of all else something was said
        session.say(tr("Opened {path}.", path=document.path))


def _games(session: Session) -> Sequence[RecentGame]:
    places = session.library.places
    return RecentGames(places.recent, places.thumbnails).games()


def _offers(session: Session) -> Sequence[Offer]:
    there = [(at, game) for at, game in enumerate(_games(session), start=1) if is_there(game.path)]
    return [Offer(f"{game.name}, {phase_words(game)} ({game.path.name})", {"number": at}) for at, game in there]


@command("recent", "Recent games", who=Who.ANYBODY, menu="File", place=12, offers=_offers)
def recent(session: Session, number: int | None = None) -> None:
    """List the recent games, or open one of them.

    Args:
        number: of the game in the list, the latest being 1.
    """
    games = _games(session)
    if not games:
        raise Abort(tr("There is no recent game."))
    if number is None:
        for at, game in enumerate(games, start=1):
            where = str(game.path) if is_there(game.path) else tr("{path}, which is not there now", path=game.path)
            session.say(labelled(f"{at:2}", f"{game.name}, {phase_words(game)} ({where})"))
        return
    if not 1 <= number <= len(games):
        raise Abort(tr("There is no recent game number {number}; there are {count}.", number=number, count=len(games)))
    open_file(session, games[number - 1].path)


@command("recover", "Recover a game", who=Who.ANYBODY, menu="File", place=15)
def recover(session: Session, journal: Path | None = None, *, drop: bool = False) -> None:
    """Bring back a game that was not saved when the program ended unexpectedly. The start page lists all of them.

    Args:
        journal: what holds its edits; the latest unless given.
        drop: throw its edits away instead; its file stays as it is.
    """
    if drop and journal is None:
        raise Abort(
            tr(
                "{drop} throws edits away for good: it needs the journal that holds them.",
                drop=session.named_option("drop"),
            )
        )
    found = next(iter(session.library.recoverable(1)), None) if journal is None else session.library.left_in(journal)
    if found is None:
        raise Abort(
            tr("There is no unsaved game to bring back.")
            if journal is None
            else tr("{journal}: nothing unsaved is left there.", journal=journal)
        )
    if drop:
        session.library.discard(found)
        session.say(tr("{recovered}: what was not saved is thrown away.", recovered=found.recovered.name))
    else:
        bring_back(session, found)


@command("save", "Save", who=Who.ANYBODY, menu="File", place=20, shortcut="Ctrl+S", available=game_open)
def save(session: Session, *, over: bool = False) -> None:
    """Write the game to its file. Comments and everything that was not changed stay as they stand there.

    Args:
        over: write even if another program changed the file since it was read.
    """
    save_document(session, session.document, over=over)
    session.say(tr("Saved in {path}.", path=session.document.path))


@command("save-as", "Save as…", who=Who.ANYBODY, menu="File", place=21, shortcut="Ctrl+Shift+S", available=game_open)
def save_as(session: Session, file: Path | None = None, *, replace: bool = False) -> None:
    """Write the game to another file, and go on with that one.

    Args:
        file: where to; asked for unless given.
        replace: write over a file that is there already.
    """
    document = session.document
    if file is None:
        path = path_for(session.services, FileToSave(FileKind.GAME, f"{document.game.name}.dpn"))
        path = with_ending(path)
    else:
        path = with_ending(file)
        if not replace and path != document.path and not may_replace(session, path):
            raise Abort(tr("{path} is there already; {replace} writes over it.", replace=session.named_option("replace"), path=path))
    save_document(session, document, path)
    session.say(tr("Saved in {path}.", path=path))


@command("close", "Close game", who=Who.ANYBODY, menu="File", place=40, shortcut="Ctrl+W", available=game_open)
def close(session: Session) -> None:
    """Close the game in front. What is not saved is asked about first."""
    document = session.document
    if session.in_batch:
        raise Abort(tr("close cannot be part of a script: it could not be undone"))
    if not session.services.ask(CloseQuestion(document)):
        raise GivenUp(tr("Not closed."))
    late = document.close(discard=True)
    session.remove(document)
    for trouble in late:
        session.say(str(trouble))


@command("quit", "Quit", who=Who.ANYBODY, menu="File", place=41, shortcut="Ctrl+Q")
def quit_program(session: Session) -> None:
    """End the program. What is not saved is asked about first."""
    session.services.quit()


@command("rename", "Rename game…", who=Who.TABLE, menu="Game/Name and tags", place=30, available=game_open)
def rename(session: Session, name: RestOfLine) -> None:
    """Give the game another name. Where its file is called after the game, it is asked whether the file gets the new name too.

    Args:
        name: of the game.
    """
    path, old = session.document.path, session.game.name
    with nullcontext() if session.seating is None else session.seating.acting():
        session.perform(tr("Rename game to {name}", name=name), lambda game: rename_game(game, name), show_open_turn=False)
    if path is not None and session.is_watched and session.seating is None:
        from app.mail_out.making import safe_name

        is_called_so = path.stem in {old, safe_name(old)}
        question = tr("Rename the file {path} too?", path=path.name)
        if is_called_so and chosen(session.services, question, (_FILE_TOO, _FILE_STAYS)) == _FILE_TOO:
            rename_game_file(session, None)


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
    path = path_for(session.services, FileToOpen(FileKind.BOARD), file)
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

    path = path_for(session.services, FileToSave(FileKind.FOREIGN_GAME, f"{session.game.name}.json"), file)
    ending = path.suffix.casefold()
    if ending not in ENDINGS:
        raise Abort(tr("{path}: the ending says what is written; there are {endings}.", path=path, endings=", ".join(ENDINGS)))
    if file is not None and not replace and not may_replace(session, path):
        raise Abort(tr("{path} is there already; {replace} writes over it.", replace=session.named_option("replace"), path=path))
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
    from app.session.importing import read_file_into

    path = path_for(session.services, FileToOpen(FileKind.FOREIGN_GAME), file)
    read_file_into(session, path)
