"""Guests of a server, its seats, and the known behaviour of some clients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from app.players.daide.link import Link
from app.players.daide.press import PressNumbers

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
