"""Games that two people keep in git: joining their edits, and telling git to have the program do it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from app.checkout import checkout
from app.commands.declaring.registry import command
from app.game.dpn.text_source import LARGEST
from app.game.storage.atomic import read_bounded, write_atomically
from app.session.errors import Abort
from app.session.session import Session
from languages import plural, tr

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
