"""A game that is being played over DAIDE: turns, orders, deadlines, votes, press, and what is sent again when it is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import Ending, Order, Phase, Position, Resolution
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import phrase
from app.players.daide.language import Message, group, message
from app.players.daide.message_table import SERVER, Send, SentPress, WrittenOrder
from app.players.daide.options import GameOptions, TellOut
from app.players.daide.press_office import Guest, GuestSeat, PressOffice, is_alive, is_here
from app.players.daide.results import results
from app.players.daide.tokens import WORDS
from app.players.daide.turn_orders import GOOD, TurnOrders, standing

_SUMMARY = phrase("SMR turn {* power ( text ) ( text ) number [ number ] }")
"""Name and version of each player, its centres, and the year in which it went out."""


@dataclass(frozen=True, slots=True)
class _Past:
    """Messages that were sent to everybody after a turn."""

    turn: Phase
    orders: tuple[Message, ...]
    then: tuple[Message, ...]


class Running:
    """A game from its first turn on.

    Args:
        board: the words.
        options: its terms.
        seats: the powers that clients may play.
        guests: everybody who is in the game, observers too.
        clock: seconds that only go forward.
        on_press: gets press that reaches a power without a client.
    """

    def __init__(
        self,
        board: DaideBoard,
        options: GameOptions,
        seats: Mapping[str, GuestSeat],
        guests: Callable[[], Iterable[Guest]],
        clock: Callable[[], float],
        on_press: Callable[[SentPress], None],
    ) -> None:
        self._board = board
        self._options = options
        self._seats = seats
        self._guests = guests
        self._clock = clock
        self._press = PressOffice(board, options, seats, on_press)
        self._past: list[_Past] = []
        self._orders: dict[str, TurnOrders] = {}
        self._waiting: set[str] = set()
        """Powers that asked to wait for the deadline."""
        self._votes: dict[str, tuple[str, ...]] = {}
        self._noticed: set[tuple[int, int]] = set()
        self._last_owners: Mapping[str, str] = {}
        self._out: dict[str, int] = {}
        self.names: dict[str, tuple[str, str]] = {}
        """Name and version of the player of a power that has no client; they agree to no draw."""
        self.position: Position | None = None
        self.deadline: float | None = None
        self.ending: Ending | None = None
        self.draw: tuple[str, ...] | None = None
        """Powers that share in the draw that was agreed on."""

    # The course of the game -----------------------------------------------------------------------------------------------------

    def start(self, position: Position) -> None:
        """The game begins: HLO, SCO, NOW and TME to everybody."""
        self._last_owners = position.owners
        self._open(position)
        for guest in self._guests():
            self.welcome(guest)

    def welcome(self, guest: Guest) -> None:
        """Send all that a guest needs who comes in now."""
        for each in (self.hello(guest), self._ownership(), self._standing(), *self._time()):
            guest.link.send(each)

    def publish(self, resolution: Resolution, following: Position, ending: Ending | None) -> None:
        """A turn was carried out: tell everybody, and open the next one unless the game is over."""
        assert self.position is not None
        before = self.position
        told = results(self._board, before, resolution)
        then: list[Message] = []
        if dict(following.owners) != dict(self._last_owners):
            then.append(SERVER.write(self._board, "SCO", following.owners))
        self._last_owners = following.owners
        newly_out = [power for power in self._board.powers if power not in self._out and not is_alive(following, power)]
        newly_out = [power for power in newly_out if is_alive(before, power)]
        for power in newly_out:
            self._out[power] = before.phase.year
        self._open(following)
        if ending is None:
            then.append(self._standing())
        self._past.append(_Past(before.phase, told, tuple(then)))
        end = self._ended(ending) if ending is not None else ()
        scores = tuple(each for each in then if each[0] == WORDS["SCO"])
        for guest in self._guests():
            out = [message("OUT", group(self._board.power(power))) for power in newly_out if self._tells_out(guest)]
            rest = end if ending is not None else (self._standing(), *self._time())
            for each in (*told, *scores, *out, *rest):
                guest.link.send(each)

    def restate(self, position: Position) -> None:
        """Send the open turn again, which was mended, and forget the orders in it."""
        self._last_owners = position.owners
        self._open(position)
        for guest in self._guests():
            for each in (self._ownership(), self._standing(), *self._time()):
                guest.link.send(each)

    def orders_of(self, power: str) -> tuple[Order, ...] | None:
        """Return the orders of the client of *power*, once its set is complete and it does not want to wait."""
        mine = self._orders[power]
        return mine.orders if mine.is_complete and power not in self._waiting else None

    def finish(self, ending: Ending) -> None:
        """The game ended without a turn being carried out: a draw that was agreed on, a last year that is over."""
        end = self._ended(ending)
        for guest in self._guests():
            for each in end:
                guest.link.send(each)

    def _ended(self, ending: Ending) -> tuple[Message, ...]:
        self.ending = ending
        self.deadline = None
        if not ending.winners:
            return (self.summary(),)
        if len(ending.winners) == 1:
            return (SERVER.write(self._board, "SLO", ending.winners), self.summary())
        names_some = self._options.partial_draws and set(ending.winners) != set(self.survivors)
        return (SERVER.write(self._board, "DRW", ending.winners if names_some else ()), self.summary())

    def _open(self, position: Position) -> None:
        self.position = position
        self._orders = {power: TurnOrders(self._board, position, power) for power in self._seats}
        self._waiting.clear()
        self._votes.clear()
        self._noticed.clear()
        self.draw = None
        seconds = self._options.seconds(position.phase.kind)
        self.deadline = None if seconds is None else self._clock() + seconds

    def _tells_out(self, guest: Guest) -> bool:
        match self._options.tell_out:
            case TellOut.ALL:
                return True
            case TellOut.NOBODY:
                return False
            case TellOut.TOLERANT:
                return not guest.is_strict

    # Whether a turn is over -----------------------------------------------------------------------------------------------------

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that have a unit or a centre."""
        assert self.position is not None
        return tuple(power for power in self._board.powers if is_alive(self.position, power))

    @property
    def is_turn_over(self) -> bool:
        """True if every client's set is complete and none wants to wait, or the deadline has passed."""
        if self.ending is not None or self.position is None:
            return False
        if self.deadline is not None and self._clock() >= self.deadline:
            return True
        seats = self._seats.values()
        if self.deadline is None and any(seat.was_taken for seat in seats) and not any(seat.guest for seat in seats):
            return False  # every client is gone; one of them may come back
        return not any(self._holds_up(seat) for seat in seats)

    def _holds_up(self, seat: GuestSeat) -> bool:
        """Return True if the turn waits for a seat.

        A client that is gone may come back until the deadline; without one it is not waited for. An empty seat orders nothing.
        """
        assert self.position is not None
        if seat.guest is None and (self.deadline is None or not seat.was_taken):
            return False
        if seat.power in self._waiting and is_alive(self.position, seat.power):
            return True
        return not self._orders[seat.power].is_complete

    def orders(self) -> dict[str, tuple[Order, ...]]:
        """Return the orders of the clients in this turn; powers whose client sent nothing are missing."""
        return {power: each.orders for power, each in self._orders.items() if each.has_any}

    def next_event(self) -> float | None:
        """Return the time of the next event by the clock."""
        if self.deadline is None:
            return None
        now = self._clock()
        notices = [self.deadline - seconds for guest in self._guests() for seconds in guest.notices]
        return min([self.deadline, *(each for each in notices if each > now)])

    def tick(self) -> None:
        """Send the notices that are due."""
        if self.deadline is None:
            return
        left = self.deadline - self._clock()
        for guest in self._guests():
            for seconds in guest.notices:
                if left <= seconds and (guest.number, seconds) not in self._noticed:
                    self._noticed.add((guest.number, seconds))
                    guest.link.send(SERVER.write(self._board, "TME", seconds))

    # What is asked for ----------------------------------------------------------------------------------------------------------

    def hello(self, guest: Guest) -> Message:
        """HLO: which power, which passcode, which terms."""
        seat = guest.seat
        power, passcode, level = (None, 0, self._options.level) if seat is None else (seat.power, seat.passcode, seat.level)
        return SERVER.write(self._board, "HLO", power, passcode, self._options.limits(level))

    def again(self, guest: Guest, word: str) -> Sequence[Message] | None:
        """Return the messages to be sent again; ``None`` where there are none such yet, or not for this client."""
        match word:
            case "HLO":
                return (self.hello(guest),)
            case "SCO":
                return (self._ownership(),)
            case "NOW":
                return (self._standing(),) if self.ending is None else None
            case "ORD":
                return self._past[-1].orders if self._past else None
            case "SMR":
                return (self.summary(),) if self.ending is not None else None
            case "MIS":
                return (self._orders[guest.seat.power].missing(),) if guest.seat is not None and self.ending is None else None
            case _:
                return None

    def history(self, turn: Phase | None) -> Sequence[Message] | None:
        """Return the messages that were sent after *turn*, or after every turn."""
        found = [each for each in self._past if turn is None or each.turn == turn]
        return [line for each in found for line in (*each.orders, *each.then)] or None

    def summary(self) -> Message:
        """SMR: who played, with how many centres, and when they went out."""
        assert self.position is not None
        rows = [
            (power, *self._played_by(power), len(self.position.centres_of(power)), self._out.get(power)) for power in self._board.powers
        ]
        return _SUMMARY.write(self._board, (self.position.phase, rows))

    def _played_by(self, power: str) -> tuple[str, str]:
        seat = self._seats.get(power)
        return (seat.name, seat.version) if seat is not None and seat.was_taken else self.names.get(power, ("", ""))

    def _ownership(self) -> Message:
        assert self.position is not None
        return SERVER.write(self._board, "SCO", self.position.owners)

    def _standing(self) -> Message:
        assert self.position is not None
        return standing(self._board, self.position)

    def _time(self) -> tuple[Message, ...]:
        """TME with the seconds that are left, where there is a limit."""
        if self.deadline is None:
            return ()
        return (SERVER.write(self._board, "TME", max(0, math.ceil(round(self.deadline - self._clock(), 3)))),)

    # What clients do; each answers whether to say YES, or None where it answered by itself ---------------------------------------

    def submit(self, guest: Guest, turn: Phase | None, orders: Iterable[WrittenOrder]) -> bool | None:
        """SUB: a note for every order, and what is missing."""
        seat = guest.seat
        if seat is None or self.ending is not None:
            return False
        assert self.position is not None
        mine = self._orders[seat.power]
        is_now = turn in {None, self.position.phase}
        for order in orders:
            note = mine.take(order) if is_now else "NRS"
            guest.link.send(message("THX", group(order.words), group(note)))
            assert note == GOOD or note in WORDS
        if not mine.is_complete:
            guest.link.send(mine.missing())
        return None

    def withdraw(self, guest: Guest, order: WrittenOrder | None) -> bool:
        """NOT (SUB): one order, or all."""
        if guest.seat is None or self.ending is not None:
            return False
        mine = self._orders[guest.seat.power]
        if order is not None:
            return mine.withdraw(order)
        mine.clear()
        return True

    def ready(self, guest: Guest, *, is_ready: bool) -> bool:
        """GOF and NOT (GOF)."""
        if guest.seat is None or self.ending is not None:
            return False
        if is_ready:
            self._waiting.discard(guest.seat.power)
        else:
            self._waiting.add(guest.seat.power)
        return True

    def missing_after_ready(self, guest: Guest) -> Message | None:
        """MIS after GOF, where the set is incomplete."""
        if guest.seat is None or self._orders[guest.seat.power].is_complete:
            return None
        return self._orders[guest.seat.power].missing()

    def vote(self, guest: Guest, powers: Sequence[str] | None) -> bool:
        """DRW among *powers*, or all that are left: drawn when every power with a client, that is not out, wants the same draw.

        Without *powers* the vote is taken back.

        Powers that built-in opponents or people at the server's table play agree to none; those of clients that are gone are not asked.
        """
        assert self.position is not None
        if guest.seat is None or self.ending is not None or not is_alive(self.position, guest.seat.power):
            return False
        survivors = self.survivors
        if powers is None:
            self._votes.pop(guest.seat.power, None)
            self.draw = None
            return True
        sharing = powers or survivors
        if any(power not in survivors for power in sharing):
            return False
        self._votes[guest.seat.power] = tuple(power for power in survivors if power in sharing)
        asked_powers = [power for power in survivors if power in self.names or is_here(self._seats, power)]
        wanted = {self._votes.get(power) for power in asked_powers}
        if len(wanted) == 1 and None not in wanted:
            self.draw = next(each for each in wanted if each is not None)
        return True

    def timer(self, guest: Guest, seconds: int | None, *, is_wanted: bool) -> bool | None:
        """TME: the time that is left, or notices."""
        if self.ending is not None:
            return False
        if seconds is None and is_wanted:
            if self.deadline is None:
                return False
            for each in self._time():
                guest.link.send(each)
            return None
        if not is_wanted:
            if seconds is None:
                guest.notices.clear()
            guest.notices.discard(seconds or 0)
            return True
        assert seconds is not None
        if all(each is None or seconds > each for each in self._limits()) or len(guest.notices) >= _MOST_NOTICES:
            return False
        guest.notices.add(seconds)
        if self.deadline is not None and self.deadline - self._clock() < seconds:
            self._noticed.add((guest.number, seconds))
        return True

    def _limits(self) -> tuple[int | None, ...]:
        options = self._options
        return options.movement_seconds, options.retreat_seconds, options.build_seconds

    def press(self, guest: Guest, asked: Send) -> bool | Message:
        """Pass SND on to all; a message where a receiver is away, and then none gets it."""
        if self.position is None or self.ending is not None:
            return False
        left = None if self.deadline is None else self.deadline - self._clock()
        return self._press.judge(guest, asked, self.position, self.names, left)

    def deliver(self, sender: str, receivers: Sequence[str], press: Message, to: str) -> bool:
        """Send *press* of *sender*, who is no client, to the client of *to*; whether it can bear it."""
        return self.position is not None and self.ending is None and self._press.deliver(sender, receivers, press, to)

    def pass_on(self, guest: Guest, asked: Send) -> None:
        """Pass on what SND was a YES to."""
        self._press.pass_on(guest, asked)


_MOST_NOTICES = 20
