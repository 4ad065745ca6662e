"""Locks that closed a seat before, and keys of letters: sealed contents stay open for those who remember the PIN."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from app.game.dpn.seat_blocks import is_bearable, lock_text, read_lock
from app.game.record import Cursor, Game
from app.game.refusal import EditError, Why
from app.game.table import Lock
from app.hotseat.letters import open_letter
from app.hotseat.locks import key_of, new_pair, private_keys, with_private_keys
from app.hotseat.sealing import with_notes_given_up
from app.session.seating import Seating
from app.session.session import Session
from languages import tr


def with_letter_keys(seating: Seating, game: Game, name: str) -> Game:
    """*game*, whose seat of power *name* (or ``GM``) was just opened, with keys for letters: a lock of an older file has none."""
    lock, key = seating.lock_of(name), seating.key_of(name)
    if lock is None or key is None or lock.pairs:
        return game
    return with_lock_changed(game, lock, replace(lock, pairs=(new_pair(key),)))


def with_lock_changed(game: Game, old: Lock, new: Lock) -> Game:
    """*game* with *new* in place of *old* at every seat that has it."""
    assert game.table is not None
    locks = {name: new if lock == old else lock for name, lock in game.table.locks.items()}
    return replace(game, table=replace(game.table, locks=MappingProxyType(locks)))


def keys_carried(old: Lock | None, old_key: bytes | None, new: Lock, new_key: bytes) -> Lock:
    """*new*, which also opens the letters that *old* opened."""
    if old is None or old_key is None or old.salt == new.salt:
        return new
    return with_private_keys(new, new_key, private_keys(old, old_key))


def with_letters_in_the_open(game: Game, power: str, privates: Iterable[bytes]) -> Game:
    """*game* with all letters to and from *power* that *privates* open written in plain text: nothing closes them any more."""
    known = tuple(privates)
    for branch in game.branches:
        for number, turn in enumerate(branch.turns):
            if not any(each.sealed is not None for each in turn.press):
                continue
            texts = ((each, open_letter(game.id, each, power, known)) for each in turn.press)
            press = tuple(each if text is None else replace(each, text=text, sealed=None) for each, text in texts)
            game = game.with_turn(Cursor(branch.name, branch.start + number), replace(turn, press=press))
    return game


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
