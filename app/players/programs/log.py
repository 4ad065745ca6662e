"""The log of what was said with a program, and when: for its author to read.

The program gets it in English, as the protocol is; a viewer of its log reads it in their own language.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from app.players.programs.messages import (
    Bye,
    Draw,
    GameOver,
    Hello,
    Info,
    LetterMessage,
    Message,
    NewGameMessage,
    Orders,
    Rejected,
    TurnMessage,
)
from entente.outcome import Outcome, OutcomeKind
from entente.words.outcomes import outcome_words
from languages import labelled, mark, plural, quoted, tr
from languages.kept import KeptSentences
from languages.library_words import library_words
from languages.outside_text import outside_line, outside_name

MOST_ENTRIES = 5_000
MOST_CHARACTERS = 8_000_000
"""Limit of all entries; the oldest entries go first."""
LONGEST_RAW = 100_000
"""Characters of a line that are kept."""


class Way(StrEnum):
    """Direction of a line."""

    SENT = "sent"
    HEARD = "heard"
    ERROR = "stderr"
    """A line of its standard error."""
    NOTE = "note"
    """No line: something that happened."""


@dataclass(frozen=True, slots=True)
class ProgramLogEntry:
    """One line, or something that happened."""

    at_ms: int
    """Milliseconds since the program was started or reached, by a clock that only goes forward."""
    way: Way
    kind: str
    """The type of the message; ``late``, ``stopped``, ``warning``, ... of a note."""
    words: str
    """Meaning of the line, in a line for people."""
    raw: str = ""
    phase: str = ""
    round_trip_ms: int | None = None
    """Milliseconds between sending a turn and receiving its orders."""

    def __str__(self) -> str:
        trip = "" if self.round_trip_ms is None else f" ({self.round_trip_ms} ms)"
        return f"{self.at_ms:>8} {self.way.value:<6} {self.kind}: {self.words}{trip}"


def _size(entry: ProgramLogEntry) -> int:
    return len(entry.raw) + len(entry.words)


class Log:
    """The last lines to and from one program."""

    def __init__(self) -> None:
        self._entries: deque[ProgramLogEntry] = deque()
        self._characters = 0
        self.dropped = 0
        """Entries that are no longer kept."""

    def add(self, entry: ProgramLogEntry) -> None:
        """Keep *entry*, its words on one line: what a program says opens no other line of the log, and steers no terminal."""
        if not entry.words.isprintable():
            shift = len(entry.words) - len(entry.words.lstrip(" "))
            entry = replace(entry, words=" " * min(shift, 40) + outside_line(entry.words, LONGEST_RAW))
        self._entries.append(entry)
        self._characters += _size(entry)
        while len(self._entries) > MOST_ENTRIES or self._characters > MOST_CHARACTERS:
            self._characters -= _size(self._entries.popleft())
            self.dropped += 1

    @property
    def total(self) -> int:
        """Entries that there were."""
        return self.dropped + len(self._entries)

    def since(self, number: int) -> tuple[ProgramLogEntry, ...]:
        """The entries from *number* on, counted from 0 over all that there were."""
        return tuple(list(self._entries)[max(0, number - self.dropped) :])

    def __iter__(self) -> Iterator[ProgramLogEntry]:
        return iter(tuple(self._entries))


_LONGEST = 300


def in_words(message: Message) -> str:
    """*message* in a line."""
    return outside_name(_words(message), _LONGEST)


def _words(message: Message) -> str:
    match message:
        case Hello():
            parts = [f"{message.name or tr('no name')} {message.version}".strip()]
            if message.protocol:
                parts.append(tr("protocol {protocol}", protocol=message.protocol))
            if message.wants is not None:
                parts.append(tr("wants {wants}", wants=", ".join(message.wants) or tr("nothing")))
            if message.options:
                parts.append(plural("{count} options", "{count} options", len(message.options)))
            return ", ".join(parts)
        case NewGameMessage():
            return f"{message.variant}, {message.power}" + (f", {tr('seed {seed}', seed=message.seed)}" if message.seed is not None else "")
        case TurnMessage():
            return _turn(message)
        case Orders():
            return (" · ".join(message.orders) or tr("none")) + (f" · {tr('more to come')}" if message.more else "")
        case Rejected():
            why = (
                tr("{reason}. {suggestion}?", reason=message.reason, suggestion=message.suggestion)
                if message.suggestion
                else message.reason
            )
            return labelled(message.order, why)
        case LetterMessage():
            sides = (
                tr("from {sender}", sender=message.sender) if message.sender else tr("to {to}", to=", ".join(message.to) or tr("everybody"))
            )
            return labelled(sides, quoted(message.text))
        case Draw():
            return ", ".join(message.powers) if message.powers else tr("for a draw") if message.agree else tr("against a draw")
        case Info():
            return quoted(message.text)
        case GameOver():
            kept = str(Outcome(OutcomeKind(message.outcome), tuple(message.winners)))
            return f"{outcome_words(kept)}, {message.phase}"
        case Bye():
            return ""
        case _:
            return ""


def _turn(turn: TurnMessage) -> str:
    if turn.answer > 1:
        what = tr("again")
    elif turn.kind == "adjustment":
        count = abs(turn.due)
        what = plural("{count} builds", "{count} builds", count) if turn.due > 0 else plural("{count} removals", "{count} removals", count)
    else:
        legal = sum(map(len, turn.legal.values()))
        what = plural("{count} places, {legal} legal", "{count} places, {legal} legal", len(turn.legal), legal=legal) if turn.legal else ""
    left = "" if turn.deadline_ms is None else f"{turn.deadline_ms} ms"
    if left and turn.answer > 1:
        left = tr("{time} left", time=left)
    return ", ".join(filter(None, (turn.phase, what, left)))


_SAID = KeptSentences(
    mark("not a JSON object: {why}"),
    mark("an object without a type"),
)
_OF_A_TYPE = re.compile(r"([a-z_]+): (.+)", re.DOTALL)


def misread(why: str) -> str:
    """*why*, as :func:`app.players.programs.messages.read_program_line` says it."""
    said = _SAID.say(why, why=library_words)
    if said != why:
        return said
    of_a_type = _OF_A_TYPE.fullmatch(why)
    return library_words(why) if of_a_type is None else f"{of_a_type[1]}: {library_words(of_a_type[2])}"
