"""A table of phones without a network: connections that keep what they were sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.web.channel import encoded
from app.web.desk import Desk
from tests.unit.app.session.table_desk import TableDesk, restarted

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
NAMES = dict(zip(POWERS, ("Ada", "Ben", "Cleo", "Dan", "Finn", "Eva", "Gus"), strict=True))
PHONES = "table " + " ".join(f"{power}=phone" for power in POWERS)


@dataclass(eq=False)
class FakePhone:
    """A connection that keeps what it was sent."""

    address: str = "192.168.0.7"
    language: str = "en"
    messages: list[dict[str, object]] = field(default_factory=list)
    is_closed: bool = False
    parts: dict[str, object] = field(default_factory=dict)
    token: str = ""

    def push(self, message: Mapping[str, object]) -> None:
        """Keep *message* as it would go over the network."""
        whole = json.loads(json.dumps(message))
        self.messages.append(whole)
        self.parts.update(whole.get("parts", {}))
        self.token = str(whole.get("token", self.token))

    def close(self) -> None:
        """The connection ends."""
        self.is_closed = True

    @property
    def text(self) -> str:
        """Everything that was sent, as it went."""
        return "\n".join(json.dumps(message, ensure_ascii=False) for message in self.messages)

    def last(self, name: str) -> object:
        """The last message that had *name*."""
        return next(message[name] for message in reversed(self.messages) if name in message)


class PhoneTable:
    """A table at which phones sit down."""

    def __init__(self, folder: Path, line: str = PHONES, *, laptop: TableDesk | None = None, variant: str = "standard") -> None:
        self.laptop = laptop or TableDesk(folder, game=variant == "standard")
        if variant != "standard":
            self.laptop.run(f"new {variant}")
        if laptop is None:
            self.laptop.run(line)
        self.open()

    def restarted(self) -> PhoneTable:
        """The same table in a program that was started again after a crash."""
        return PhoneTable(self.laptop.folder, laptop=restarted(self.laptop))

    def open(self) -> None:
        """Open the table to phones."""
        seating = self.laptop.seating
        self.seating = seating
        clock = self.laptop.clock
        self.desk = Desk(self.laptop.session, seating, encoded(b"k" * 32), drives=True, now=clock, addresses=("http://192.168.0.20:1901",))
        self.laptop.session.subscribe(self.desk.changed)
        self.phones: dict[str, FakePhone] = {}

    def connect(self, language: str = "en") -> FakePhone:
        """A phone without a seat."""
        phone = FakePhone(language=language)
        self.desk.welcome(phone, is_stage=False)
        return phone

    def stage(self) -> FakePhone:
        """A watcher."""
        found = FakePhone()
        self.desk.welcome(found, is_stage=True)
        return found

    def join(self, power: str, name: str = "", language: str = "en") -> FakePhone:
        """A phone that sits down at *power*."""
        phone = self.phones[power] = self.connect(language)
        self.say(phone, do="join", word=self.desk.door.word, name=name or NAMES[power], power=power)
        return phone

    def join_all(self) -> None:
        """Everybody sits down."""
        for power in POWERS:
            self.join(power)

    def say(self, phone: FakePhone, **message: object) -> FakePhone:
        """*phone* asks for something."""
        self.desk.hear(phone, message)
        return phone

    def order(self, power: str, *orders: str) -> None:
        """Orders from the list of legal ones."""
        for order in orders:
            self.say(self.phones[power], do="want", o=order)

    def seal_all(self) -> None:
        """Everybody who can seals, and time passes until the next phase."""
        for power, phone in self.phones.items():
            if not self.seating.round.may_write_away(power) and power in self.seating.round.to_order:
                self.say(phone, do="seal")
        self.drive()

    def drive(self) -> None:
        """Let some time pass."""
        for _ in range(4):
            self.laptop.clock.now += 0.3
            self.desk.drive()
