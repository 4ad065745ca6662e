"""Letters between the seats of a table: what closes them when they are sent, and what the seat at the laptop can open.

In the game a letter between seats with PINs is closed from the moment it is sent. Its text is worked out for the screen alone, and
forgotten when the seat is closed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from app.game.entries import GAME_MASTER, Lock, Press
from app.game.record import Cursor, Game
from app.hotseat.letters import open_letter, seal_letter
from app.hotseat.locks import private_keys
from app.hotseat.round import Round, RoundStage
from app.hotseat.sealing import DraftLetter
from app.hotseat.table import Decider, Table


class SealedTable(Protocol):
    """Table as letters use it."""

    branch: str
    round: Round
    keys: dict[bytes, bytes]

    @property
    def game(self) -> Game:
        """The present version of the game."""
        ...

    @property
    def table(self) -> Table:
        """The table as the game has it."""
        ...

    @property
    def open(self) -> str | None:
        """Power whose seat is open."""
        ...


class SeatLetters:
    """The letters of a table.

    Args:
        seating: the table, with the keys that were given.
    """

    def __init__(self, seating: SealedTable) -> None:
        self._seating = seating
        self.laid_open: set[str] = set()
        """The powers whose letters the table may read, since their seats were opened after the game."""
        self.draft: DraftLetter | None = None
        """Letter that the person at the laptop has begun and not sent."""
        self._privates: dict[str, tuple[bytes, ...]] = {}
        self._texts: dict[int, tuple[Press, str]] = {}
        """Texts that the viewer has opened, by the letter's place in memory."""

    def forget(self) -> None:
        """Keep nothing in memory of what the last person read and wrote."""
        self.draft = None
        self.forget_texts()

    def forget_texts(self) -> None:
        """Open letters again: there are other keys."""
        self._privates, self._texts = {}, {}

    def lock_of(self, name: str) -> Lock | None:
        """Return the lock of letters to power *name*, or to ``GM``; ``None`` where the seat has no PIN, or none yet."""
        table = self._seating.table
        if name == GAME_MASTER:
            lock = table.game_master_lock if table.game_master is not None else None
        else:
            seat = next((each for each in table.seats if each.power == name), None)
            lock = seat.lock if seat is not None and seat.is_person else None
        return lock if lock is not None and lock.pairs else None

    def read_by_anybody(self, sender: str, receivers: tuple[str, ...]) -> tuple[str, ...]:
        """Parties of a letter that keep it from being sealed, since their seats have no PIN; none for press to all."""
        if not receivers:
            return ()
        is_program = any(each.power == sender and each.decider is Decider.OPPONENT for each in self._seating.table.seats)
        parties = receivers if is_program else (sender, *receivers)  # a program remembers by itself what it wrote
        return tuple(each for each in parties if self.lock_of(each) is None)

    def seal(self, game: Game, press: Press) -> Press:
        """*press* in the form of the game: closed to all but its parties, where all of these have a PIN."""
        if not press.receivers or self.read_by_anybody(press.sender, press.receivers):
            return press
        held = ((name, self.lock_of(name)) for name in (press.sender, *press.receivers))
        publics = {name: lock.pairs[0].public for name, lock in held if lock is not None}
        return seal_letter(game.id, str(game.turn(game.last(self._seating.branch)).phase), press, publics)

    def with_letters(self, shown: Game) -> Game:
        """*shown*, with the letters that the person at the laptop can open."""
        return shown if self._seating.open is None else self._with_opened(shown, (self._seating.open,))

    def with_letters_of(self, shown: Game, power: str) -> Game:
        """*shown*, with the letters that the seat of *power* opens, which is at a phone."""
        return self._with_opened(shown, (power,))

    @property
    def left_sealed(self) -> int:
        """Number of sealed letters that no player has opened since the game is over; 0 before its end."""
        if self._seating.round.stage is not RoundStage.OVER:
            return 0
        line = self._seating.game.line(self._seating.branch)
        sealed = [each for turn in line for each in turn.press if each.sealed is not None]
        return sum(not {each.sender, *each.receivers} & self.laid_open for each in sealed)

    def with_laid_open(self, shown: Game) -> Game:
        """*shown*, with all letters to and from the seats that were opened after the game."""
        if not self.laid_open or self._seating.round.stage is not RoundStage.OVER:
            return shown
        names = tuple(sorted(self.laid_open))
        for branch in shown.branches:
            for number, turn in enumerate(branch.turns):
                at = Cursor(branch.name, branch.start + number)
                whole, seen = self._seating.game.turn(at).press, set(turn.press)
                found = tuple(each for each in whole if each in seen or {each.sender, *each.receivers} & self.laid_open)
                if len(found) != len(turn.press):
                    shown = shown.with_turn(at, replace(turn, press=found))
        return self._with_opened(shown, names)

    def _with_opened(self, shown: Game, names: tuple[str, ...]) -> Game:
        for branch in shown.branches:
            passed = {str(turn.phase) for turn in shown.line(branch.name)[: branch.start]}
            for number, turn in enumerate(branch.turns):
                passed.add(str(turn.phase))
                if any(each.sealed is not None for each in turn.press):
                    texts = tuple(self._opened(each, names, passed) for each in turn.press)
                    shown = shown.with_turn(Cursor(branch.name, branch.start + number), replace(turn, press=texts))
        return shown

    def _opened(self, press: Press, names: tuple[str, ...], passed: set[str]) -> Press:
        if press.sealed is None or press.sealed.phase not in passed:
            return press
        known = self._texts.get(id(press))
        if known is None or known[0] is not press:
            tried = (open_letter(self._seating.game.id, press, name, self._privates_of(name)) for name in names)
            text = next((each for each in tried if each is not None), None)
            if text is None:
                return press
            known = self._texts[id(press)] = (press, text)
        return replace(press, text=known[1], sealed=None)

    def _privates_of(self, name: str) -> tuple[bytes, ...]:
        if name not in self._privates:
            lock = self.lock_of(name)
            key = None if lock is None else self._seating.keys.get(lock.salt)
            self._privates[name] = () if lock is None or key is None else private_keys(lock, key)
        return self._privates[name]
