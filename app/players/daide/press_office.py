"""Press between the clients of a server: to all receivers or to none, and never to a client that cannot bear it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from adjudicator.position import Position
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, group, message
from app.players.daide.link import Link
from app.players.daide.message_table import CLIENT, SERVER, Send, SentPress
from app.players.daide.options import GameOptions
from app.players.daide.press import PressNumbers, in_numbers_of

_CRASH_AT_PRESS = frozenset({"DumbBot", "RandBot", "HoldBot"})
"""C++ clients of version 8~3 that end when press comes."""


@dataclass(eq=False)
class Guest:
    """A connection that speaks."""

    number: int
    link: Link = field(init=False)
    name: str = ""
    version: str = ""
    is_player: bool = False
    """True if its name was taken: it has a seat, or will have one when the game begins."""

    is_observer: bool = False
    is_ready: bool = False
    """True if it accepted the map."""

    asked_at: float = 0.0
    """Time at which it was sent the map."""

    seat: GuestSeat | None = None
    numbers: PressNumbers = PressNumbers.EARLY
    """Numbering of press words, as far as it is known."""

    notices: set[int] = field(default_factory=set)
    """Seconds before a deadline at which it wants a notice."""

    wrong_codes: int = 0

    @property
    def is_strict(self) -> bool:
        """True if it is one of the Java clients that leave when any power is out: ``DumbBot(java)``, version 0."""
        return self.version == "0" and self.name.endswith(")") and "(" in self.name

    def level_in(self, game: int) -> int:
        """The level of press that it can bear in a game of a level."""
        plain = self.name.rpartition(":")[2]
        return 0 if self.is_strict or (plain in _CRASH_AT_PRESS and self.version == "8~3") else game


@dataclass(eq=False)
class GuestSeat:
    """A power that a client may play."""

    power: str
    passcode: int = 0
    guest: Guest | None = None
    name: str = ""
    version: str = ""
    was_taken: bool = False
    """True if a client ever had this seat; an empty seat is not waited for."""

    level: int = 0
    wrong_codes: int = 0
    """Wrong passcodes since a client came back with the right one."""


Draw = Callable[[Sequence[Guest], Sequence[str]], Sequence[str]]
"""Gives each client its power: those who come, in sequence, and the powers; which powers they get."""


def by_lot(dice: Random) -> Draw:
    """Powers by lot."""
    return lambda guests, powers: dice.sample(list(powers), len(guests))


class PressOffice:
    """Takes press and passes it on.

    Args:
        board: the words.
        options: the terms of the game.
        seats: the powers that clients may play.
        on_press: gets what was passed on.
    """

    def __init__(
        self, board: DaideBoard, options: GameOptions, seats: Mapping[str, GuestSeat], on_press: Callable[[SentPress], None]
    ) -> None:
        self._board = board
        self._options = options
        self._seats = seats
        self._on_press = on_press

    def judge(self, guest: Guest, asked: Send, position: Position, others: Mapping[str, object], left: float | None) -> bool | Message:
        """Judge SND: True if it can be passed on to all; a message where a receiver is away, and then none gets it.

        Args:
            guest: who sends it.
            asked: what it sends.
            position: of the open turn.
            others: the powers that are played here.
            left: seconds until the deadline.
        """
        seat, options = guest.seat, self._options
        is_late = options.press_seconds is not None and left is not None and left <= options.press_seconds
        is_now = asked.turn in {None, position.phase}
        if seat is None or not is_alive(position, seat.power) or not is_now or is_late or not options.has_press(position.phase.kind):
            return False
        guest.numbers = asked.numbers or guest.numbers
        receivers = [self._board.power_of(each) for each in asked.receivers]
        whole = CLIENT.write(self._board, "SND", *asked)
        for power, each in zip(receivers, asked.receivers, strict=True):
            if power is None or power == seat.power or receivers.count(power) > 1:
                return False
            if not is_alive(position, power):
                return message("OUT", group(each), group(whole))
            if power not in others and not is_here(self._seats, power):
                return message("CCD", group(each), group(whole))
        return True

    def pass_on(self, guest: Guest, asked: Send) -> None:
        """Pass on what SND was a YES to."""
        if guest.seat is None:
            return
        sender = guest.seat.power
        receivers = tuple(each for each in map(self._board.power_of, asked.receivers) if each is not None)
        for power in receivers:
            if not self.deliver(sender, receivers, asked.press, power):
                self._answer_for(power, guest, sender, asked.press)
        self._on_press(SentPress(sender, receivers, asked.press))

    def deliver(self, sender: str, receivers: Sequence[str], press: Message, to: str) -> bool:
        """Send *press* of *sender*, who is no client, to the client of *to*, one of *receivers*; whether it can bear it.

        Args:
            press: without brackets around it, words in early numbers.
        """
        seat = self._seats.get(to)
        if seat is None or seat.guest is None or seat.level == 0:
            return False
        self._send(seat.guest, SentPress(sender, tuple(receivers), in_numbers_of(press, seat.guest.numbers)))
        return True

    def _send(self, guest: Guest, press: SentPress) -> None:
        guest.link.send(SERVER.write(self._board, "FRM", *press))

    def _answer_for(self, power: str, guest: Guest, sender: str, press: Message) -> None:
        """Answer for a client without press; it is spared the press, since many crash at it."""
        for words in (message("HUH", group("ERR", in_numbers_of(press, guest.numbers))), message("TRY", group())):
            self._send(guest, SentPress(power, (sender,), words))


def is_here(seats: Mapping[str, GuestSeat], power: str) -> bool:
    """Return True if the client of *power* is connected."""
    seat = seats.get(power)
    return seat is not None and seat.guest is not None


def is_alive(position: Position, power: str) -> bool:
    """Return True if *power* has a unit or a centre."""
    units = [*position.units, *(each.unit for each in position.dislodged)]
    return power in position.owners.values() or any(unit.power == power for unit in units)
