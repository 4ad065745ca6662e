"""Facts of a phase that is over, as plain words and numbers: the values of the templates of results."""

from __future__ import annotations

from dataclasses import dataclass

from entente.words.sentence import counted
from languages import plural, tr
from languages.wording import ENGLISH


@dataclass(frozen=True, slots=True)
class OrderFact:
    """An order and what became of it."""

    text: str
    """``A SER S A TRI - BUD``"""
    judge: str
    """``Army Serbia SUPPORT Army Trieste -> Budapest``"""
    words: str
    """``Army Serbia supports Army Trieste to Budapest``"""
    reason: str
    """``cut by Army Bulgaria``; empty where the order simply did what it says."""
    succeeded: bool
    used: bool = True
    """True if it was adjudicated; an illegal line was not."""
    judge_reason: str = ""
    """``void, Army Trieste was not ordered there``: the reason, with the judges' marks before it where it does not begin with them."""


@dataclass(frozen=True, slots=True)
class PowerFact:
    """A power: its orders, its centres, and what it has to do next."""

    id: str
    name: str
    player: str
    """Player of the power; empty where none is named."""
    orders: tuple[OrderFact, ...]
    idle: int
    """Units that held without an order, and nothing happened to them."""
    centres: int
    change: int
    """Centres more, or below zero fewer, than before the phase."""
    units: int
    known: bool
    """True if the reader knows of all its centres and units."""
    builds: int
    removals: int
    sites: tuple[str, ...] = ()
    """Places where it may build."""

    @property
    def signed_change(self) -> str:
        """``+1``, ``-2``; empty where nothing changed."""
        return f"{self.change:+d}" if self.change else ""

    @property
    def in_one_line(self) -> str:
        """``A PAR - BUR, F BRE H (dislodged by F ENG).``: the orders one after the other, what became of them in brackets."""
        parts = [f"{order.text} ({order.reason})" if order.reason else order.text for order in self.orders]
        if self.idle:
            parts.append(plural("{count} unit held without an order", "{count} units held without an order", self.idle))
        return ", ".join(parts) + "."


@dataclass(frozen=True, slots=True)
class RetreatFact:
    """A dislodged unit."""

    power: str
    power_name: str
    unit: str
    """``A SER``"""
    unit_name: str
    """``Army Serbia``"""
    targets: tuple[str, ...]
    """Codes of places; empty where it can only disband."""
    target_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PressFact:
    """A letter."""

    sender: str
    receivers: tuple[str, ...]
    """Names; empty means everybody."""
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A phase as one reader may know it."""

    game: str
    variant: str
    phase: str
    """``Fall 1903, movement``"""
    season: str
    kind: str
    code: str
    """``F1903M``"""

    reader: str
    """The power it is written for; empty where it is for everybody."""
    reader_name: str
    greeting: str
    """``Dear Ada,``; empty where it is for everybody."""

    powers: tuple[PowerFact, ...]
    """Powers with news, in the variant's sequence."""
    orders: int
    failed: int
    dislodged: int

    captures: tuple[str, ...]
    retreats: tuple[RetreatFact, ...]
    """Retreats of all powers, as far as the reader knows."""
    centres_told: bool
    """True if centres may have changed hands, so that they are listed."""
    skipped: tuple[str, ...]
    """Phases without anything to order."""
    ending: str
    """``France wins alone by its centres``; empty while the game goes on."""
    next_phase: str
    next_kind: str
    next_code: str
    deadline: str
    """Time at which the orders of the next phase are due, in words; empty where there is no deadline."""
    missed: tuple[str, ...]
    """Powers that missed the deadline of the phase, and are in civil disorder since, a sentence each."""
    absences: tuple[str, ...]
    """Absences, a sentence for each that is not over when the phase was due."""

    press: tuple[PressFact, ...]
    """To everybody."""
    letters: tuple[PressFact, ...]
    """To the reader alone, or from it."""
    tag: str = ""
    """Tag that identifies an answer: ``[game 7f3a0b21]``; stands in the subject of a mail."""
    addresses: tuple[str, ...] = ()
    """``Austria-Hungary: Ada <ada@example.org>``; empty unless the template asks for them."""
    language: str = ENGLISH
    """The code of the language of all of it."""

    @property
    def mine(self) -> PowerFact | None:
        """The reader's power."""
        return next((each for each in self.powers if each.id == self.reader), None)

    @property
    def my_retreats(self) -> tuple[RetreatFact, ...]:
        """Retreats that the reader has to order."""
        return tuple(each for each in self.retreats if each.power == self.reader)

    @property
    def width(self) -> int:
        """Characters of the longest order, for columns: 40 at most."""
        return min(40, max((len(order.text) for power in self.powers for order in power.orders), default=12))

    @property
    def name_width(self) -> int:
        """Characters of the longest name of a power and a colon, for columns: 20 at most."""
        return min(20, max((len(power.name) + 1 for power in self.powers), default=8))

    @property
    def retreats_in_one_line(self) -> str:
        """``Austria A SER (ALB or TRI), Italy F TUN (can only disband).``"""
        joint = f" {tr('or')} "
        parts = [f"{each.power_name} {each.unit} ({joint.join(each.targets) or tr('can only disband')})" for each in self.retreats]
        return ", ".join(parts) + "."

    @property
    def subject(self) -> str:
        """Subject of a mail with it: ``Straits of Iron, Fall 1903, movement``."""
        return f"{self.game}, {self.phase}"

    @property
    def subtitle(self) -> str:
        """``Fall 1903, movement · 34 orders · for Italy``: what stands below the name of the game."""
        if not self.reader:
            return f"{self.phase} · {self.headline}"
        return tr("{phase} · {headline} · for {reader}", phase=self.phase, headline=self.headline, reader=self.reader_name)

    @property
    def headline(self) -> str:
        """``34 orders, 10 did not succeed, 6 dislodged``"""
        words = [counted(self.orders, "order")]
        if self.failed:
            words.append(tr("{count} did not succeed", count=self.failed))
        if self.dislodged:
            words.append(tr("{count} dislodged", count=self.dislodged))
        return ", ".join(words)
