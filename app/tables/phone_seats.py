"""Seats at phones: people sit down, write and seal there while another person may be at the laptop.

Such a seat is closed like one with a PIN: its secret is a token of 128 bits that the phone alone keeps, and what it writes lies in its
container from the first tap on. Nothing here opens a seat at the laptop, so that its screen never shows any of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.phase import Phase
from app.game.deadlines import written
from app.game.ending_edits import vote
from app.game.entries import LockKind, Press
from app.game.record import Cursor, EditError, Game, Why
from app.hotseat.locks import PHONE_WORK, is_phone_token, key_of, phone_token
from app.hotseat.round import Round, RoundStage
from app.hotseat.sealing import DraftLetter, close, last_kept, open_up, with_notes
from app.hotseat.table import Seat, person_name
from app.session.seat_guard import fault_of
from app.session.seating import Seating
from app.session.session import Session, now_of
from app.tables.table_acts import keep_in_file
from app.tables.table_letters import end_by_joined_votes, put_letters
from app.tables.table_setup import give_seat
from languages import tr
from languages.outside_text import outside_text

LONGEST_LETTER = 8_000
"""Characters of a letter that a phone sends."""
MOST_LETTERS = 200
"""Letters that one seat sends in a phase: more than anybody writes, and no more than a file bears."""


def free_seats(seating: Seating) -> tuple[Seat, ...]:
    """Return the seats at which a person can sit down with a phone."""
    if seating.round.stage is RoundStage.OVER:
        return ()
    return tuple(seat for seat in seating.table.seats if seat.is_free)


def sit_down(session: Session, seating: Seating, name: str, power: str | None) -> tuple[str, str]:
    """Seat a person called *name* at *power*, or at a free seat by lot; return the power and the token of the seat.

    Raises:
        EditError: there is no such seat, or the name is none, or taken.
    """
    called = person_name(name)
    if not called:
        raise EditError(Why.BAD_NAME, tr("Say what the others shall call you."))
    if any(seat.who.casefold() == called.casefold() for seat in seating.table.seats if seat.power != power):
        raise EditError(Why.BAD_NAME, tr("Somebody here is called {name} already; add a letter.", name=called))
    free = free_seats(seating)
    if not free:
        raise EditError(Why.NOT_NOW, tr("Every seat is taken."))
    seat = secrets.choice(free) if power is None else next((each for each in free if each.power == power), None)
    if seat is None:
        raise EditError(Why.NOT_NOW, tr("Somebody was quicker: that seat is taken."))
    token = phone_token()
    give_seat(session, replace(seat, person=called), new_secret=token, work=PHONE_WORK, seating=seating)
    return seat.power, token


def sit_again(seating: Seating, power: str, token: str) -> None:
    """A phone comes back to the seat of *power* with its *token*.

    Raises:
        EditError: the token does not open it, or no more.
    """
    seat = next((each for each in seating.table.seats if each.power == power), None)
    lock = None if seat is None or not seat.is_person or not seat.by_phone else seat.lock
    if lock is None or lock.kind is not LockKind.PHONE or not is_phone_token(token):
        raise EditError(Why.NOT_OPENED, tr("This seat was given to somebody else, or to another phone."))
    try:
        seating.keys[lock.salt] = key_of(lock, token)
    except EditError as error:
        raise EditError(Why.NOT_OPENED, tr("This seat was given to somebody else, or to another phone.")) from error


def move_to_another_phone(session: Session, seating: Seating, power: str) -> str:
    """The seat of *power* with a fresh token for another phone of the same person; the former one opens nothing any more.

    Draft, notes and letters come along where the seat was open since the program was started.

    Raises:
        EditError: nobody sits there with a phone, or what it has sealed was not opened since the program was started.
    """
    seat = seating.table.seat(power)
    if not seat.is_person or not seat.by_phone or seat.lock is None:
        raise EditError(Why.NOT_NOW, tr("Nobody sits there with a phone."))
    token = phone_token()
    give_seat(session, replace(seat, lock=None), new_secret=token, work=PHONE_WORK, by_known_key=True, seating=seating)
    return token


class PhoneSeat:
    """One seat that is written at with a phone, while its key is known.

    Args:
        session: the open games.
        seating: the table.
        power: whose seat.
    """

    def __init__(self, session: Session, seating: Seating, power: str) -> None:
        self.session = session
        self.seating = seating
        self.power = power
        self._opened: tuple[Game, bytes | None, Game] | None = None
        kept = last_kept(seating.game, seating.branch, power, seating.key_of(power))
        self.read = kept.read
        """Number of letters it has read."""
        self.letter = kept.letter
        """Letter that was begun and not sent."""

    # --- what is so ---

    @property
    def game(self) -> Game:
        """The whole game, with what this seat wrote in it: for edits, never for a screen."""
        whole, key = self.seating.game, self.seating.key_of(self.power)
        if self._opened is None or self._opened[0] is not whole or self._opened[1] != key:
            is_over = whole.branch(self.seating.branch).ending is not None
            if is_over:  # its orders are no longer written, and its notes are still its own
                opened = with_notes(whole, self.power, last_kept(whole, self.seating.branch, self.power, key).notes)
            else:
                opened = open_up(whole, self.seating.branch, self.power, key)
            self._opened = (whole, key, opened)
        return self._opened[2]

    @property
    def cursor(self) -> Cursor:
        """The open turn."""
        return self.seating.cursor

    @property
    def read_only(self) -> str:
        """Reason why the game takes no edits; empty where it takes them."""
        return self.seating.document.read_only

    @property
    def shown(self) -> Game:
        """The game as this seat may see it, with the letters that it opens."""
        game = self.game
        self.session.settle(game, self.power)
        return self.seating.letters.with_letters_of(self.session.viewpoint.filtered(game, self.power), self.power)

    @property
    def hidden(self) -> frozenset[str]:
        """The provinces of which it knows nothing now."""
        return self.session.viewpoint.hidden(self.game, self.cursor, self.power)

    @property
    def is_sealed(self) -> bool:
        """True if it has sealed in this phase."""
        return self.power in self.seating.round.sealed

    @property
    def may_write(self) -> str:
        """Reason why orders cannot be written now; empty where they can."""
        return self.seating.round.may_write_away(self.power)

    def letters(self) -> tuple[tuple[Phase, Press], ...]:
        """All letters that it has sent and got, the oldest first."""
        return tuple((turn.phase, each) for turn in self.shown.line(self.seating.branch) for each in turn.press)

    @property
    def unread(self) -> int:
        """Number of letters that came since it last looked."""
        return max(0, sum(each.sender != self.power for _, each in self.letters()) - self.read)

    # --- what is done ---

    def perform(self, label: str, game: Game, _cursor: Cursor | None = None) -> None:  # noqa: ARG002 - the label would tell what was done
        """Keep *game*, in which this seat has written something of its own.

        Raises:
            EditError: it is none of its own, or the seat cannot write now.
        """
        reason = self.may_write
        if reason:
            raise EditError(Why.NOT_NOW, reason)
        self._keep(game)

    def keep_notes(self, text: str) -> None:
        """Keep *text* as the notes of this seat, also after it has sealed."""
        self._keep(with_notes(self.game, self.power, outside_text(text)))

    def keep_draft(self, text: str, receivers: Sequence[str], *, to_everybody: bool) -> None:
        """Keep a letter that is not sent yet; an empty one is forgotten."""
        cleaned = outside_text(text, LONGEST_LETTER)
        known = self._known(receivers)
        draft = DraftLetter(cleaned, known, to_everybody) if cleaned else None
        if draft != self.letter:
            self.letter = draft
            self._keep(self.game)

    def look_at_letters(self) -> None:
        """All letters that are there were seen."""
        count = sum(each.sender != self.power for _, each in self.letters())
        if count != self.read:
            self.read = count
            self._keep(self.game)

    def send(self, text: str, receivers: Sequence[str], *, to_everybody: bool) -> tuple[str, ...]:
        """Send a letter; return the notices of hooks that keep it back or delay it.

        Raises:
            EditError: nothing is written, nobody is named, or so much was sent that no more is taken.
        """
        cleaned = outside_text(text, LONGEST_LETTER).strip()
        known = self._known(receivers)
        if not cleaned:
            raise EditError(Why.BAD_TEXT, tr("There is nothing written."))
        if not known and not to_everybody:
            raise EditError(Why.NO_SUCH_POWER, tr("First choose who reads it."))
        if self.seating.round.stage is RoundStage.OVER:
            raise EditError(Why.NOT_NOW, tr("The game is over; its seats are closed."))
        if sum(each.sender == self.power for each in self.seating.turn.press) >= MOST_LETTERS:
            raise EditError(Why.NOT_NOW, tr("No more letters are taken from you in this phase."))
        told: list[str] = []
        press = Press(self.power, () if to_everybody else known, cleaned, written(now_of(self.session)))
        put_letters(self.session, self.seating, [press], lambda _sender, words: told.append(words))
        if self.letter is not None:
            self.letter = None
            self._keep(self.game)
        return tuple(told)

    def vote(self, choice: str) -> None:
        """Cast a vote on the end of the game: the words of the command ``vote``."""
        if self.is_sealed and self.seating.with_vote:
            raise EditError(Why.NOT_NOW, tr("Choose to change your orders first: votes are sealed with them."))
        self._keep(vote(self.game, self.seating.branch, self.power, choice))
        end_by_joined_votes(self.session, self.seating)

    def seal(self) -> None:
        """Seal what was written; with the last seal the round is ready."""
        now = self.seating.round.seal_away(self.power)
        self._keep(self.game, now, is_draft=False)
        keep_in_file(self.session, self.seating)

    def take_back(self) -> None:
        """Take the seal back, which can be done until the last one has sealed."""
        now = self.seating.round.take_back_away(self.power)
        self._keep(self.game, now, is_draft=True)

    def _known(self, receivers: Sequence[str]) -> tuple[str, ...]:
        powers = self.seating.game.variant.powers
        found = tuple(dict.fromkeys(receivers))
        if any(each not in powers or each == self.power for each in found):
            raise EditError(Why.NO_SUCH_POWER, tr("A letter goes to other powers of this game."))
        return found

    def _keep(self, game: Game, now: Round | None = None, *, is_draft: bool | None = None) -> None:
        """Close *game* over what is this seat's own, and make it the present version; nothing of it can be undone at the laptop."""
        seating, power = self.seating, self.power
        key = seating.key_of(power)
        if key is None:
            raise EditError(Why.NOT_OPENED, tr("This seat was given to somebody else, or to another phone."))
        fault = fault_of(self.game, game, seating.branch, power)
        if fault:
            raise EditError(Why.NOT_NOW, fault)
        is_over = game.branch(seating.branch).ending is not None
        draft = not self.is_sealed if is_draft is None else is_draft
        closed = close(game, seating.branch, power, key, is_draft=draft, with_vote=seating.with_vote, read=self.read, letter=self.letter)
        before = seating.round
        seating.round = now or before
        try:
            seating.perform_beside(closed)
        except BaseException:
            seating.round = before
            raise
        if is_over:
            seating.follow(self.session.viewpoint.filtered(seating.game, None).turn(seating.cursor).position)
        self.session.table_changed()
