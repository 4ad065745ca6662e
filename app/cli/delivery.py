"""Mails on standard input, for a mail program: kept on the disk first, then taken into their game, and never lost or taken twice."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path

from app.cli.printable import Exit, printable
from app.game.storage.atomic import Failure, StorageError, is_there
from app.gm.taken_mails import KeptMail, keep_waiting, waiting_mails
from app.mail_in.letter import HandedIn
from app.session.errors import CommandError
from languages import tr

Attempt = Callable[[Sequence[str], bytes, HandedIn], int]
"""One run of ``mail`` with these arguments: takes the bytes in and saves the game, or raises why not."""

_TRIES = 5
"""Number of times that a game is read again that another call saved meanwhile."""


class NothingKeptError(Exception):
    """A mail was read, and nothing of it is in the game: it is for another one."""


def deliver(game: Path, arguments: Sequence[str], attempt: Attempt, *, always_kept: bool) -> int:
    """Take what is on standard input into *game*, or keep it beside it; then what others left there meanwhile.

    Args:
        arguments: those of this run; what others left is taken in without their options.
        attempt: does it once.
        always_kept: whether the code is 0 wherever the mail is kept.
    """
    said = io.StringIO()
    with redirect_stdout(said):
        code = _delivered(game, arguments, attempt)
    try:
        print(said.getvalue(), end="", flush=True)
    except (OSError, ValueError):  # the reader of the output is gone; the mail is where it belongs
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.OK if always_kept and code in (Exit.UNDECIDED, Exit.WAITING) else code


def _delivered(game: Path, arguments: Sequence[str], attempt: Attempt) -> int:
    from app.mail_in.envelope.mime import MOST_BYTES  # only here a mail is read

    received = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read(MOST_BYTES + 1)
    if not received.strip():
        _complain(tr("There is no mail: hand one in on standard input, or name its file."))
        return Exit.USAGE
    if not is_there(game):
        _complain(tr("{path} is not there; the mail was not kept.", path=game))
        return Exit.TRY_AGAIN
    try:
        own = keep_waiting(game, received)
    except StorageError as error:
        _complain(error)
        return Exit.TRY_AGAIN
    code = take_waiting(game, attempt, own, arguments)
    if code is None:
        return Exit.WAITING
    take_waiting(game, attempt)  # those of calls that found the game in use by this one
    return code


def take_waiting(game: Path, attempt: Attempt, own: KeptMail | None = None, arguments: Sequence[str] = ()) -> int | None:
    """Take in what waits for *game*, the oldest first; the exit code for *own*, ``None`` where that waits still."""
    found: int | None = None
    for mail in waiting_mails(game):
        is_own = own is not None and mail.path == own.path
        try:
            code = _tried(mail, arguments if is_own else ("mail", str(game)), attempt)
        except (CommandError, StorageError) as error:
            if is_own or own is None:
                _complain(error)
            if _failure_of(error) is Failure.IN_USE:
                break
            continue
        found = code if is_own else found
    if own is not None and found is None and not own.path.exists():
        return Exit.UNDECIDED  # another call took it in meanwhile
    return found


def _tried(mail: KeptMail, arguments: Sequence[str], attempt: Attempt) -> int:
    for left in reversed(range(_TRIES)):
        try:
            code = attempt(arguments, mail.read(), HandedIn(mail.moment, mail.mark))
        except NothingKeptError:
            _complain(tr("Nothing of this mail is in the game. The mail is kept in {path}.", path=mail.put_aside()))
            return Exit.UNDECIDED
        except (CommandError, StorageError) as error:
            if _failure_of(error) is not Failure.CHANGED_OUTSIDE or not left:
                raise
        else:
            mail.close()
            return code
    raise AssertionError("the last try returns or raises")


def _failure_of(error: BaseException | None) -> Failure | None:
    """Return the failure on the disk, where that is the cause."""
    while error is not None:
        if isinstance(error, StorageError):
            return error.failure
        error = error.__cause__
    return None


def _complain(words: object) -> None:
    with suppress(OSError, ValueError, AttributeError):
        print(f"entente: {printable(words)}", file=sys.stderr)
