"""The games that are open, and all the games of folders: listed, tagged, their files renamed."""

from __future__ import annotations

import json as plain_json
from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.game.opening import FileStanding
from app.game.storage.atomic import is_there
from app.session.errors import Abort
from app.session.moments import now_of
from app.session.parameters import RestOfLine
from app.session.roles import Who
from app.session.saving import save_document, with_ending
from app.session.session import Session, game_open, on_screen
from languages import labelled, tr


@command("games", "Open games", who=Who.ANYBODY, menu="Game", place=40)
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
        raise Abort(tr("No game is open; games FOLDER lists those of a folder."))
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
    from app.gm.game_folders import look_into_folders  # only who has many games waits for this
    from app.gm.games import as_data, as_text, matching

    if session.viewer is not None:
        raise Abort(tr("Who is missing in which game is for a game master to see, who sees everything."))
    cache = session.library.places.cache / "games.json"
    found = session.services.wait_for(tr("Looking into the games…"), lambda: look_into_folders([folder], session.shelf, cache))
    if found.troubles:
        raise Abort(" ".join(found.troubles))
    listed, now = matching(found.games, find, tag), now_of(session)
    session.say(plain_json.dumps(as_data(listed, now), indent=1, ensure_ascii=False) if json else as_text(listed, now))


@command("all-games", "All my games", who=Who.ANYBODY, menu="File", place=16, shortcut="Ctrl+Shift+G", available=on_screen)
def all_games(session: Session) -> None:
    """Show the page of all games in the folders that you chose: by deadline, with who is missing and what to do next."""
    if session.viewer is not None:
        raise Abort(tr("Who is missing in which game is for a game master to see, who sees everything."))
    screen_of(session).show_panel("all-games")


@command("tag", "Tags…", menu="Game", place=39, available=game_open)
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
        raise Abort(tr("Games are tagged by a game master, who sees everything."))
    given = [] if tags.strip().casefold() == "none" else tags.split(",")
    document = next((each for each in session.documents if each.path is not None and _is_same(each.path, file)), None)
    if document is not None:
        document.perform(tr("Tag the game"), with_tags(document.game, given))
        session.say(labelled(document.game.name, f"{', '.join(tags_of(document.game)) or tr('no tags')}."))
        return
    found = session.library.look_into(file)
    if found.opened.standing is not FileStanding.CHECKED or found.opened.is_older or session.library.left_behind(file):
        raise Abort(tr("{file} is not written to as it stands; open the game, and tag it there.", file=file.name))
    document = session.library.put_on(found)
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
        raise Abort(tr("The game is in no file yet; save-as gives it one."))
    wanted = safe_name(document.game.name) if name is None else name.strip()
    if not wanted or wanted in {".", ".."} or "/" in wanted or "\\" in wanted:
        raise Abort(tr("A name for a file has no folders in it."))
    target = with_ending(old.with_name(wanted))
    if target.suffix.casefold() != ".dpn":
        target = target.with_name(f"{target.name}.dpn")
    if target == old:
        raise Abort(tr("The file is called {old} already.", old=old.name))
    if is_there(target) and not _is_same(target, old):
        raise Abort(tr("{target} is there already; another file is never written over.", target=target.name))
    save_document(session, document, target)
    if not _is_same(target, old):
        old.unlink()
    session.say(tr("The file is called {target} now.", target=target.name))


def _is_same(one: Path, other: Path) -> bool:
    """Return True if both are one file, as names that differ in case alone are on some systems."""
    try:
        return one.samefile(other)
    except OSError:
        return False
