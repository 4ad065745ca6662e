"""Recorded dialogues between real DAIDE clients and a server, and a server of ours that gets the words of those clients."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.resolution import Ending
from app.players.daide.frames import Frame, FrameReader, FrameType, tokens_of
from app.players.daide.host import Host
from app.players.daide.language import Message, read, show
from app.players.daide.link import Link
from app.players.daide.options import GameOptions
from app.players.daide.press_office import Guest
from entente.state import State, Variant
from tests.shared_data import shared_folder
from variants.catalogue import standard


@dataclass(frozen=True)
class Line:
    """One recorded frame."""

    conn: int
    is_client: bool
    seconds: float
    type: str
    data: bytes
    text: str


def recording(name: str) -> list[Line]:
    """The frames of a recording, in sequence."""
    with gzip.open(_folder() / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [Line(row["conn"], row["dir"] == "c2s", row["ms"] / 1000, row["type"], bytes.fromhex(row["hex"]), row["text"]) for row in rows]


def all_recordings() -> list[str]:
    """The names of the recordings."""
    return sorted(file.name.removesuffix(".jsonl.gz") for file in _folder().glob("*.jsonl.gz"))


def closings(name: str) -> dict[int, float]:
    """Return the times at which clients ended their connections, in seconds."""
    index = json.loads((_folder() / "index.json").read_text(encoding="utf-8"))
    found = index[name]["connections"]
    return {int(conn): each["closed_ms"] / 1000 for conn, each in found.items() if each["closed_by"] != "server" and each["closed_ms"]}


def _folder() -> Path:
    return shared_folder() / "daide"


def frames_of(data: bytes) -> Iterator[Frame]:
    """The frames in some bytes."""
    reader = FrameReader()
    reader.feed(data)
    while (each := reader.next()) is not None:
        yield each


@dataclass
class Paper:
    """A wire that writes down what it is given."""

    data: bytearray = field(default_factory=bytearray)
    is_closed: bool = False

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None:
        self.is_closed = True

    def messages(self) -> list[Message]:
        return [tokens_of(each.body) for each in frames_of(bytes(self.data)) if each.type == FrameType.DIPLOMACY]

    def texts(self) -> list[str]:
        return [show(each) for each in self.messages()]


class Replay:
    """A server that gets the words of the clients of a recording, and whose clock stands but for the deadlines that fell there.

    Args:
        name: of the recording.
        last_year: after this year the game is drawn, as the recorded server did.
        change: made to the terms that were recorded.
    """

    def __init__(
        self, name: str, *, last_year: int | None = None, change: Callable[[GameOptions], GameOptions] = lambda each: each
    ) -> None:
        self.lines = recording(name)
        self._closings = closings(name)
        self._last_year = last_year
        self.now = 0.0
        self.deadlines: list[str] = []
        """The turns that only the deadline ended."""
        hellos = {line.conn: read(line.text) for line in self.lines if line.text.startswith("HLO")}
        self._powers = {conn: show(words[2:3]) for conn, words in hellos.items()}
        self._codes = {self._powers[conn]: words[5] for conn, words in hellos.items()}
        limits = [int(text) for text in next(line.text for line in self.lines if line.text.startswith("HLO")).split() if text.isdigit()][2:]
        seconds = limits[0] if limits and limits[0] else None
        options = GameOptions(movement_seconds=seconds, retreat_seconds=seconds, build_seconds=seconds)
        self._given: list[int] = []
        self._links: dict[int, Link] = {}
        self.papers: dict[int, Paper] = {}
        self.host = Host(standard(), change(options), clock=lambda: self.now, draw=self._draw, passcode=lambda: self._given.pop(0))
        self.state: State | None = None
        self._begin_at = min(line.seconds for line in self.lines if line.text.startswith("HLO"))

    def _draw(self, guests: Sequence[Guest], powers: Sequence[str]) -> list[str]:
        names = {"AUS": "AUSTRIA", "ENG": "ENGLAND", "FRA": "FRANCE", "GER": "GERMANY", "ITA": "ITALY", "RUS": "RUSSIA", "TUR": "TURKEY"}
        self._given = [self._codes[self._power_of(guest)] for guest in guests]
        return [names[self._power_of(guest)] for guest in guests]

    def _power_of(self, guest: Guest) -> str:
        conns = {id(link): conn for conn, link in self._links.items()}
        return self._powers[conns[id(guest.link)]]

    def play(self) -> Replay:
        """Send all words of the clients."""
        turns_over: list[str] = []
        for line in self.lines:
            self._close(line.seconds)
            if not line.is_client:
                turn = line.text[4:16] if line.text.startswith("ORD") else ""
                if turn and turn not in turns_over:
                    turns_over.append(turn)
                    self._carried_out(turn)
                continue
            if line.conn not in self._links or (line.type == "IM" and self.papers[line.conn].is_closed):
                self.papers[line.conn] = Paper()
                self._links[line.conn] = self.host.connect(self.papers[line.conn])
            self._go_on(line.seconds)
            self._links[line.conn].received(line.data)
            self._go_on(line.seconds)
        for _ in range(4):
            self.now = self.host.next_event() or self.now
            self.host.tick()
        return self

    def _carried_out(self, turn: str) -> None:
        """The recorded server carried out *turn*: if ours waits, the deadline was why."""
        assert self.state is not None
        deadline = self.host.game.deadline
        if show(self.host.board.turns.message(self.state.phase)) == turn[2:-2] and deadline is not None:
            self.now = deadline
            self.deadlines.append(turn[2:-2])
            self._go_on(math.inf)

    def _close(self, seconds: float) -> None:
        """End the connections that clients ended until then."""
        for conn, closed in list(self._closings.items()):
            if closed <= seconds:
                del self._closings[conn]
                if conn in self._links:
                    self.host.lost(self._links[conn])

    def _go_on(self, seconds: float) -> None:
        if self.state is None:
            if seconds < self._begin_at and not self.host.is_full:
                return
            self.state = Variant(standard()).start
            self.host.begin(self.state.position)
        while self.host.game.is_turn_over:
            step = self.state.apply(self.host.game.orders())
            ending = step.resolution.ending
            if ending is None and self._last_year is not None and step.after.phase.year > self._last_year:
                ending = Ending(step.after.survivors(), "last year")
            self.host.publish(step.resolution, step.after.position, ending)
            self.state = step.after
