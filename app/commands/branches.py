"""Undo and redo, the branches of a game, and the copies that two people edited, joined."""

from __future__ import annotations

import json as plain_json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.phase import Phase
from app.commands.declaring.command import Offer
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.game.branch_edits import fork as forked
from app.game.branch_edits import remove_branch as removed
from app.game.branch_edits import rename_branch as renamed
from app.game.dpn.text_source import LARGEST
from app.game.record import MAIN, Cursor
from app.game.storage.atomic import read_bounded, write_atomically
from app.gm.comparing import as_data, as_text, compared
from app.installation import checkout
from app.session.errors import Abort
from app.session.parameters import BranchName, RestOfLine
from app.session.roles import Who, something_to_redo, something_to_undo
from app.session.session import Session, game_open
from entente.words import describe_phase
from languages import labelled, plural, tr


@command("undo", "Undo", who=Who.SEAT, menu="Edit", place=10, shortcut="Ctrl+Z", available=something_to_undo)
def undo(session: Session) -> None:
    """Take back what was done last: an order, a whole paste or script, an adjudication."""
    if session.in_batch:
        raise Abort(tr("undo cannot be part of a script: a script is one undo step itself"))
    words = session.undo_words
    session.document.undo()
    session.settle_history()
    session.say(tr("Undone: {words}", words=words))


@command("redo", "Redo", who=Who.SEAT, menu="Edit", place=11, shortcut="Ctrl+Shift+Z, Ctrl+Y", available=something_to_redo)
def redo(session: Session) -> None:
    """Do again what was undone last."""
    if session.in_batch:
        raise Abort(tr("redo cannot be part of a script: a script is one undo step itself"))
    words = session.redo_words
    session.document.redo()
    session.settle_history()
    session.say(tr("Done again: {words}", words=words))


@command("fork", "Play on from here", menu="Go", place=20, shortcut="Ctrl+B", available=game_open)
def fork(session: Session, name: RestOfLine | None = None, *, reason: str | None = None) -> None:
    """Start a branch at the phase that is shown, with its orders as drafts. What was played stays as it is.

    Args:
        name: of the branch; b2, b3 and so on unless given.
        reason: why, for the record.
    """
    cursor = session.cursor
    phase = describe_phase(session.variant, session.turn.phase)
    game = forked(session.game, cursor, name)
    branch = game.branches[-1].name
    session.document.perform(tr("Start a branch at {phase}", phase=phase), game, game.last(branch), reason or "")
    session.say(tr("Branch {branch} starts at {phase}.", branch=branch, phase=phase))


def _offers(session: Session) -> Sequence[Offer]:
    return [Offer(each.name, {"name": each.name}, each.name == session.branch) for each in session.game.branches]


def branches_to_pick(session: Session) -> Sequence[Offer]:
    """The branches that could be made the game."""
    return [Offer(each.name, {"name": each.name}) for each in session.game.branches if each.parent is not None]


@command("branch", "Switch branch", who=Who.ANYBODY, menu="Go", place=21, available=game_open, offers=_offers)
def branch(session: Session, name: BranchName | None = None) -> None:
    """Show another branch of the game, at its last phase. Without a name the branches are listed.

    Args:
        name: of the branch.
    """
    if name is None:
        for each in session.game.branches:
            mark = "*" if each.name == session.branch else " "
            said = [plural("{count} phase", "{count} phases", len(each.turns))]
            if each.parent is not None:
                said.append(tr("from {phase} of {branch}", phase=session.game.turn(each.parent).phase, branch=each.parent.branch))
            if each.ending is not None:
                said.append(tr("over"))
            session.say(labelled(f"{mark} {each.name}", ", ".join(said)))
        return
    session.document.show(session.game.last(name))


@command("rename-branch", "Rename branch…", menu="Go", place=22, available=game_open)
def rename_branch(session: Session, old: BranchName, new: str, *, reason: str | None = None) -> None:
    """Give a branch another name.

    Args:
        old: its name now.
        new: its name from now on.
        reason: why, for the record.
    """
    cursor = session.cursor
    kept = Cursor(new if cursor.branch == old else cursor.branch, cursor.index)
    session.document.perform(tr("Rename branch {old} to {new}", old=old, new=new), renamed(session.game, old, new), kept, reason or "")


@command("remove-branch", "Remove branch…", menu="Go", place=23, available=game_open)
def remove_branch(session: Session, name: BranchName, *, reason: str | None = None) -> None:
    """Take a branch out of the game. Undo brings it back.

    Args:
        name: of the branch; the one that the game started with stays.
        reason: why, for the record.
    """
    session.document.perform(tr("Remove branch {name}", name=name), removed(session.game, name), reason=reason or "")


@command("compare", "Compare branches", menu="Go", place=26, available=game_open)
def compare(
    session: Session, first: BranchName | None = None, second: BranchName | None = None, *, phase: Phase | None = None, json: bool = False
) -> None:
    """Show where two branches differ at a phase: orders with their results, units, centres. The first one is A, the second one B.

    Without a branch the game is compared with the branch that is shown, or the newest one; in the window a page opens on it.

    Args:
        first: a branch; the game unless given.
        second: the other one.
        phase: the phase; the first in which they differ unless given.
        json: say it as data, and nothing else.
    """
    game = session.shown
    a, b = two_branches(session, [branch.name for branch in game.branches], first, second)
    if session.is_watched and first is None and phase is None and not json:
        screen_of(session).show_panel("compare")
        return
    found = compared(game, a, b, phase)
    if session.is_watched and not json:
        screen_of(session).show_comparison(a, b, phase)
        return
    if json:
        session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False))
        return
    session.say(as_text(game, found))


def two_branches(session: Session, names: list[str], first: str | None, second: str | None) -> tuple[str, str]:
    """Return the two branches of *names* that are meant, where not both are named.

    Raises:
        Abort: there is only one.
    """
    if len(names) < 2:
        raise Abort(
            tr(
                "This game has one branch only; {correct} or {fork} makes another one.",
                correct=session.named("correct-phase"),
                fork=session.named("fork"),
            )
        )
    if first is not None and second is not None:
        return first, second
    a = first or MAIN
    others, shown = [each for each in names if each != a], session.branch
    return (a, shown) if shown in others else (a, others[-1]) if first is None else (MAIN, a) if a != MAIN else (a, others[-1])


_ATTRIBUTE = "*.dpn merge=entente"
"""The line of ``.gitattributes`` that leaves games to the driver of that name; where none is set, git joins them line by line as ever."""
_SECONDS = 20


@command("join-games", "Join two edited copies", palette=False)
def join_games(session: Session, base: Path, ours: Path, theirs: Path) -> None:
    """Join two people's edits of a game's file into the second of the files, as a merge driver of git.

    Orders are joined by power, players and the trail line by line. Where both changed the same, and where one processed a phase that the
    other changed, both stand between git's marks, and the exit code is 1. set-up-git tells git to use it.

    Args:
        base: the file that both copies came from.
        ours: one copy, which is written over.
        theirs: the other copy.
    """
    from app.game.dpn.file_joining import joined

    found = joined(*(read_bounded(each, LARGEST + 1) for each in (base, ours, theirs)))
    write_atomically(ours, found.data)
    if found.conflicts:
        session.ends_with = 1
        session.say(
            plural(
                "{file}: {count} place was changed by both; it stands between <<<<<<< and >>>>>>>.",
                "{file}: {count} places were changed by both; they stand between <<<<<<< and >>>>>>>.",
                found.conflicts,
                file=ours.name,
            )
        )


@command("set-up-git", "Let git join games", palette=False)
def set_up_git(session: Session, folder: Path) -> None:
    """Tell git that the program joins two people's edits of games: set-up-git FOLDER. Each of the two says it once, in the own checkout.

    It writes the line "*.dpn merge=entente" into .gitattributes, which goes into the repository, and the program's place into the settings
    of this checkout, which git shares with nobody.

    Args:
        folder: in the checkout.
    """
    root = Path(_git(folder, "rev-parse", "--show-toplevel"))
    attributes = root / ".gitattributes"
    lines = read_bounded(attributes, LARGEST).decode("utf-8", "surrogateescape").splitlines() if attributes.exists() else []
    if _ATTRIBUTE not in lines:
        write_atomically(attributes, "\n".join((*lines, _ATTRIBUTE, "")).encode("utf-8", "surrogateescape"))
    _git(root, "config", "merge.entente.name", "join edits of a game")
    _git(root, "config", "merge.entente.driver", f"{_program()} join-games %O %A %B")
    session.say(tr("git joins games in {folder} from now on. Add .gitattributes to the repository.", folder=root))


def _git(folder: Path, *words: str) -> str:
    """Output of git in *folder*.

    Raises:
        Abort: there is no git, or it refuses.
    """
    program = shutil.which("git")
    if program is None:
        raise Abort(tr("git is not installed here."))
    if not folder.is_dir():
        raise Abort(tr("{folder} is no folder.", folder=folder))
    try:
        found = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=_SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Abort(str(error)) from error
    if found.returncode:
        raise Abort(found.stderr.strip().partition("\n")[0] or tr("git refused."))
    return found.stdout.strip()


def _program() -> str:
    """The words that start the program from anywhere, as a shell and git's settings take them."""
    root = checkout()
    installed = Path(shutil.which("entente") or sys.argv[0]).absolute()
    words = [installed] if root is None else [Path(sys.executable), root / "main.py"]
    return " ".join(f'"{each.as_posix()}"' for each in words).replace("%", "%%")
