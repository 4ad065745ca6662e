"""Locks that closed a seat before: their sealed contents are still in the game, and open for those who remember the PIN."""

from __future__ import annotations

from dataclasses import replace

from app.game.dpn.seat_blocks import is_bearable, lock_text, read_lock
from app.game.record import Game
from app.game.refusal import EditError, Why
from app.game.table import Lock
from app.hotseat.locks import key_of, private_keys, with_private_keys
from app.hotseat.sealing import with_notes_given_up
from app.session.seating import Seating
from app.session.session import Session
from app.tables.letter_keys import with_letters_in_the_open, with_lock_changed
from languages import tr

FIELD = "former lock"
"""Begins the names of the fields of a game that keep them: ``former lock 1: FRANCE PIN scrypt ...``."""


def with_former_lock(game: Game, power: str, lock: Lock | None) -> Game:
    """*game*, which remembers that *lock* closed the seat of *power*."""
    if lock is None or lock in former_locks(game, power):
        return game
    taken = {key for key, _ in game.settings}
    number = next(number for number in range(1, len(taken) + 2) if f"{FIELD} {number}" not in taken)
    return replace(game, settings=(*game.settings, (f"{FIELD} {number}", f"{power} {lock_text(lock)}")))


def former_locks(game: Game, power: str) -> tuple[Lock, ...]:
    """The locks that closed the seat of *power* before."""
    texts = (value.partition(" ") for key, value in game.settings if key.startswith(FIELD))
    found = (read_lock(text) for name, _, text in texts if name == power)
    return tuple(lock for lock in found if lock is not None and is_bearable(lock))


def recall(session: Session, power: str, secret: str) -> bool:
    """Open with an earlier PIN of *power* what it had closed: notes come back, and letters can be read again.

    Returns:
        Whether there was anything.

    Raises:
        EditError: it is none of the earlier PINs, or so many were wrong that one has to wait.
    """
    seating, game = session.seating, session.game
    attempts = session.tables.attempts
    attempts.check(game.id, f"{FIELD} {power}")
    branch = session.branch
    key, lock = None, None
    locks = former_locks(game, power)
    for each in locks:
        try:
            key, lock = key_of(each, secret), each
            break
        except EditError:
            continue
    if lock is None and locks:
        wait = attempts.wrong(game.id, f"{FIELD} {power}")
        raise EditError(Why.NOT_OPENED, f"{tr('That is no earlier PIN or passphrase of this seat.')} {wait.words}")
    attempts.right(game.id, f"{FIELD} {power}")

    def recalled(before: Game) -> Game:
        after = with_notes_given_up(before, branch, power, key)
        return after if lock is None or key is None else _with_letters(after, seating, power, lock, key)

    changed = recalled(game)
    if changed is game:
        return False
    if seating is not None:
        with seating.acting():
            session.perform(tr("Open notes and letters of an earlier PIN"), recalled, show_open_turn=False)
        seating.document.forget_history()
        seating.letters.forget_texts()
    else:
        session.perform(tr("Open notes and letters of an earlier PIN"), recalled, show_open_turn=False)
    return True


def _with_letters(game: Game, seating: Seating | None, power: str, old: Lock, old_key: bytes) -> Game:
    privates = private_keys(old, old_key)
    lock = None if seating is None else seating.lock_of(power)
    key = None if seating is None or lock is None else seating.key_of(power)
    if lock is None or key is None:
        return with_letters_in_the_open(game, power, privates)
    return with_lock_changed(game, lock, with_private_keys(lock, key, privates))
