"""Keys of letters where a seat changes its lock: what was written to it stays readable for those who could read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from app.game.record import Cursor, Game
from app.game.table import Lock
from app.hotseat.letters import open_letter
from app.hotseat.locks import new_pair, private_keys, with_private_keys
from app.session.seating import Seating


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
