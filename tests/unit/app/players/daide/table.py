"""A server with clients that say what a test wants them to say."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.variant import Variant
from app.game.edits import new_game
from app.players.daide.frames import diplomacy, initial
from app.players.daide.host import Host
from app.players.daide.language import read, show
from app.players.daide.link import Link
from app.players.daide.match import Match
from app.players.daide.message_table import SentPress
from app.players.daide.options import GameOptions
from app.players.daide.press_office import Guest
from tests.unit.app.players.daide.recordings import Paper
from variants.catalogue import standard


class Table:
    """A match whose clients sit down in the order of the powers, and whose clock stands until it is set.

    Args:
        options: the terms.
        variant: what is played.
        names: of the clients, by the powers in sequence.
        last_year: the game is drawn after this year.
    """

    def __init__(
        self, options: GameOptions | None = None, *, variant: Variant | None = None, names: Sequence[str] = (), last_year: int | None = None
    ) -> None:
        board = variant or standard()
        self.now = 1000.0
        self.heard: list[SentPress] = []
        self.said: list[str] = []
        self.host = Host(
            board, options, clock=lambda: self.now, draw=_in_sequence, passcode=lambda: 77, say=self.said.append, on_press=self._hear
        )
        self.match = Match(new_game(board), self.host, last_year=last_year)
        self.papers: list[Paper] = []
        self.links: list[Link] = []
        for number in range(len(names) or len(self.host.seats)):
            self.sit_down(names[number] if names else f"Bot {number}")

    def _hear(self, press: SentPress) -> None:
        self.heard.append(press)
        self.match.write_press(press)

    def connect(self) -> int:
        """Connect a client; returns the number of the connection."""
        self.papers.append(Paper())
        self.links.append(self.host.connect(self.papers[-1]))
        self.links[-1].received(initial())
        return len(self.papers) - 1

    def sit_down(self, name: str, version: str = "1") -> int:
        """A client takes a seat."""
        number = self.connect()
        self.say(number, f"NME ( '{name}' ) ( '{version}' )")
        self.say(number, f"YES ( MAP ( '{self.host.board.variant.id}' ) )")
        return number

    def begin(self) -> None:
        """Begin the game; earlier messages are forgotten."""
        self.match.begin()
        self.forget()

    def say(self, number: int, *texts: str) -> list[str]:
        """A client says something; what it gets at once."""
        before = len(self.papers[number].data)
        for text in texts:
            self.links[number].received(diplomacy(read(text, self.host.board.vocabulary)))
        told = Paper(self.papers[number].data[before:])
        return [show(each, self.host.board.vocabulary) for each in told.messages()]

    def told(self, number: int) -> list[str]:
        """Return the messages that a client got since the last call."""
        found = [show(each, self.host.board.vocabulary) for each in self.papers[number].messages()]
        self.papers[number].data.clear()
        return found

    def forget(self) -> None:
        """Forget the messages."""
        for paper in self.papers:
            paper.data.clear()

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        self.go_on()

    def go_on(self) -> None:
        """Do one step of the loop of a server."""
        self.host.tick()
        self.match.draw_if_agreed()
        while not self.match.is_over and self.host.game.is_turn_over:
            self.match.carry_out(self.match.think())

    def leave(self, number: int) -> None:
        """A connection breaks."""
        self.host.lost(self.links[number])


def _in_sequence(guests: Sequence[Guest], powers: Sequence[str]) -> list[str]:
    return list(powers[: len(guests)])
