"""A judge's folder seen from outside: whether a judge runs on it, its last steps, and how it is started and stopped by another program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.game.deadlines import moment_of
from app.game.file_store import JUDGE
from app.game.storage.atomic import StorageError, is_there, read_bounded, write_atomically
from app.game.storage.lock import FileLock
from app.installation import checkout
from app.session.errors import Abort
from entente.words.names import moment_short
from languages import clauses, labelled, mark, plural, tr

ALIVE, LOG, LOCK, STOP = "alive.json", "log.jsonl", ".judge.lock", ".stop"
"""Names in the folder of a judge; a file ``.stop`` ends the one that runs on it."""
MOST_STEPS = 60
_TAIL = 64 * 1024
_LARGEST = 4_000_000

_STEPS: Mapping[str, str] = {
    "mail": mark("A mail was answered"),
    "fetched": mark("Mails came"),
    "game": mark("A game went on"),
    "outbox": mark("Mails went out"),
    "started": mark("Started"),
    "ended": mark("Ended"),
    "stopped": mark("A game is stopped"),
    "archived": mark("A game went to the archive"),
    "mailbox": mark("The mailbox could not be read"),
    "aside": mark("A mail was put aside"),
    "put off": mark("A mail waits"),
    "slept": mark("The machine slept"),
    "clock set back": mark("The clock was set back"),
    "disk": mark("The disk takes nothing"),
}


_started: dict[Path, subprocess.Popen[bytes]] = {}
"""Programs that were started from here, so that the system is asked about their ends."""


@dataclass(frozen=True, slots=True)
class JudgeSight:
    """State of a judge's folder at one moment."""

    runs: bool = False
    at: str = ""
    """Time of the last round: ISO 8601, or empty."""
    games: Mapping[str, str] = field(default_factory=dict)
    stopped: Mapping[str, str] = field(default_factory=dict)
    attention: tuple[str, ...] = ()
    mailbox_read: str = ""
    steps: tuple[tuple[str, str], ...] = ()
    """Time and words of the last steps, the last one first."""


def is_judge_folder(folder: Path) -> bool:
    """Return True if *folder* has the settings of a judge; not where the system does not let us look."""
    return is_there(folder / JUDGE) and (folder / JUDGE).is_file()


def runs_on(folder: Path) -> bool:
    """Return True if a judge runs on *folder*."""
    if folder in _started and _started[folder].poll() is not None:
        del _started[folder]
    return FileLock(folder / LOCK).is_held()


def sight_of(folder: Path) -> JudgeSight:
    """Read what a judge wrote down about itself; nothing in it is a secret."""
    written: dict[str, object] = {}
    try:
        found = json.loads(read_bounded(folder / ALIVE, _LARGEST))
        written = found if isinstance(found, dict) else {}
    except (StorageError, ValueError, RecursionError):
        pass
    games, stopped, attention = written.get("games"), written.get("stopped"), written.get("attention")
    return JudgeSight(
        runs_on(folder),
        str(written.get("at", "")),
        {str(key): str(value) for key, value in games.items()} if isinstance(games, dict) else {},
        {str(key): str(value) for key, value in stopped.items()} if isinstance(stopped, dict) else {},
        tuple(map(str, attention)) if isinstance(attention, list) else (),
        str(written.get("mailbox_read", "")),
        _steps(folder),
    )


def _steps(folder: Path) -> tuple[tuple[str, str], ...]:
    """The last lines of the log, in words."""
    try:
        with (folder / LOG).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            lines = file.read(_TAIL).split(b"\n")
    except OSError:
        return ()
    found = []
    for line in reversed(lines[1:] if size > _TAIL else lines):
        try:
            written = json.loads(line)
            moment, what = moment_of(str(written["at"])), str(written["what"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        about = clauses(str(written[key]) for key in ("game", "done", "trouble") if written.get(key))
        count = written.get("mails")
        if isinstance(count, int):
            about = plural("{count} mail", "{count} mails", count)
        words = tr(_STEPS.get(what, what))
        found.append(
            ("" if moment is None else moment_short(moment.astimezone(), with_year=False), labelled(words, about) if about else words)
        )
        if len(found) >= MOST_STEPS:
            break
    return tuple(found)


def no_judge_folder(folder: Path, *, in_window: bool) -> str:
    """Return the sentence about a *folder* without the settings of a judge, and how one is made."""
    if in_window:
        return tr("{folder} is no judge's folder. The page on a judge of your own in the help says how one is made.", folder=folder)
    return tr("{folder} is no judge's folder: judge init makes one.", folder=folder)


def start_judge(folder: Path, *, in_window: bool = False) -> None:
    """Start a judge on *folder* as a program of its own, which goes on when this one ends.

    Raises:
        Abort: it is no judge's folder, one runs on it, or it cannot be started.
    """
    if not is_judge_folder(folder):
        raise Abort(no_judge_folder(folder, in_window=in_window))
    if runs_on(folder):
        raise Abort(tr("Another judge runs on {folder}.", folder=folder))
    root = checkout()
    program = ["-c", "import sys; from app.start import run; sys.exit(run())"] if root is None else [str(root / "main.py")]
    words = [sys.executable, *program, "judge", "run", str(folder)]
    flags = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)} if os.name == "nt" else {"start_new_session": True}
    try:
        (folder / STOP).unlink(missing_ok=True)
        with (folder / "judge.out").open("wb") as out:
            _started[folder] = subprocess.Popen(  # noqa: S603 - our own program
                words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, **flags
            )
    except OSError as error:
        raise Abort(tr("The judge cannot be started: {why}", why=error)) from error


def stop_judge(folder: Path) -> None:
    """Have the judge on *folder* end when the present step is done.

    Raises:
        Abort: none runs on it.
        StorageError: the folder cannot be written to.
    """
    if not runs_on(folder):
        raise Abort(tr("The judge does not run."))
    write_atomically(folder / STOP, b"", tr("stopping the judge"), private=True)


def last_words(folder: Path) -> str:
    """Last words of a judge that was started from here; empty where it said nothing."""
    try:
        return read_bounded(folder / "judge.out", 10_000).decode("utf-8", "replace").strip()[-600:]
    except StorageError:
        return ""
