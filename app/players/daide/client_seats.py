"""DAIDE clients in some of the seats of a table, beside people and opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from adjudicator import Ending, Order, Position, Resolution, Variant
from app.game.entries import Press
from app.players.daide.host import Host
from app.players.daide.language import show
from app.players.daide.message_table import SentPress
from app.players.daide.options import PORT, GameOptions
from app.players.daide.press import LONGEST, PressWords
from app.players.daide.server import Door

DAIDE = "daide"
"""Name of the opponent in such a seat."""


class ClientSeats:
    """The seats of a table that are for DAIDE clients. The game begins for them when all of these have come, in whatever phase that is.

    Args:
        variant: what is played.
        powers: whom clients play.
        level: of press: 0 or 10.
        port: where they connect; a free one where that is taken.
        clock: seconds that only go forward.
        say: gets a line about each client that comes or goes.

    Raises:
        OSError: no port can be had.
        UnspeakableError: DAIDE has no words for the variant.
    """

    def __init__(
        self,
        variant: Variant,
        powers: Sequence[str],
        port: int = PORT,
        *,
        level: int = 0,
        clock: Callable[[], float] = monotonic,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.powers = tuple(powers)
        self.level = level
        self._press: list[SentPress] = []
        self.host = Host(variant, GameOptions(level), powers=powers, clock=clock, say=say, on_press=self._press.append)
        self._words = PressWords(self.host.board)
        self._door = Door(self.host, "127.0.0.1", port)
        self._has_begun = False
        self._is_closed = False

    @property
    def port(self) -> int:
        """Port for clients, on this machine alone."""
        return self._door.port

    @property
    def missing(self) -> int:
        """Number of clients that have not come yet."""
        return 0 if self._has_begun else len(self.powers) - len(self.host.ready)

    def poll(self) -> None:
        """Take the messages of clients."""
        if not self._is_closed:
            self._door.poll()
            self.host.tick()
            self._door.poll()

    def answer(self, power: str, position: Position) -> tuple[Order, ...] | None:
        """Return the orders of the client of *power* in *position*; ``None`` while they are not complete."""
        self.poll()
        if not self._has_begun:
            if not self.host.is_full:
                return None
            self._has_begun = True
            self.host.begin(position, lambda others: dict.fromkeys(others, ("", "")))
            self.poll()
        elif self.host.game.position != position:
            self.host.game.restate(position)
            self.poll()
        return self.host.game.orders_of(power)

    def so_far(self, power: str) -> tuple[Order, ...]:
        """Return the orders of the client of *power* until now, complete or not."""
        return self.host.game.orders().get(power, ()) if self._has_begun else ()

    def send_resolution(self, resolution: Resolution, following: Position, ending: Ending | None) -> None:
        """A phase was carried out."""
        if self._has_begun and self.host.game.ending is None:
            self.host.publish(resolution, following, ending)
            self.poll()

    def press(self) -> tuple[Press, ...]:
        """Return the press of clients since the last call: to people, opponents, one another."""
        found = tuple(Press(each.sender, each.receivers, show(each.words, self.host.board.vocabulary)) for each in self._press)
        self._press.clear()
        return found

    def letter(self, power: str, press: Press) -> bool:
        """Send *press*, whose sender is no client, to the client of *power*; false where it is no words of DAIDE, or cannot be borne."""
        try:
            words = self._words.tokens(press.text) if len(press.text) <= 4 * LONGEST else None
        except ValueError:
            return False
        receivers = press.receivers or tuple(each for each in self.host.board.variant.powers if each != press.sender)
        return words is not None and self._has_begun and self.host.game.deliver(press.sender, receivers, words, power)

    def close(self) -> None:
        """Send everybody home."""
        if not self._is_closed:
            self._is_closed = True
            self._door.close()
