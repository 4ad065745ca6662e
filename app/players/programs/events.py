"""The record of a game as JSON lines, one event a line: who wrote what, what was ordered and why, what became of it.

It has everything, even that which the game hides from its powers: it is for those who study the game afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator import Ending, Order, Phase, Position, Resolution, Variant
from app.players.programs.parts import playing
from entente.outcome import Outcome
from entente.plain_data import position_to_plain
from entente.resolution_data import OutcomeWriter, consequences_to_plain


class EventLines:
    """Writes events as they happen.

    Args:
        write: takes each line, with its end.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._outcomes: OutcomeWriter | None = None
        self._phase = ""

    def begins(self, game: str, variant: Variant, position: Position, seats: Mapping[str, str]) -> None:
        """A game begins; *seats* says who plays each power."""
        self._outcomes = OutcomeWriter(variant)
        self._phase = str(position.phase)
        self._line(
            "game",
            {"game": game, "variant": variant.id, "rules": str(variant.rules), "powers": list(playing(variant)), "seats": dict(seats)},
        )

    def phase(self, position: Position) -> None:
        """A phase begins."""
        self._phase = str(position.phase)
        self._line("phase", {"position": position_to_plain(position)})

    def letter(self, sender: str, to: Iterable[str], text: str, read: Iterable[tuple[str, str]], told: Iterable[str]) -> None:
        """Write a letter; *read* has its readers and texts, which hooks may have changed, and *told* the answer to its sender."""
        self._line("letter", {"from": sender, "to": list(to), "text": text, "read": dict(read), "told": list(told)})

    def said(self, power: str, text: str) -> None:
        """Write the words of a program to people: its reasons for its orders."""
        self._line("reason", {"power": power, "text": text})

    def orders(self, power: str, orders: Sequence[Order]) -> None:
        """Write the orders of a power."""
        self._line("orders", {"power": power, "orders": list(map(str, orders))})

    def draw_wanted(self, powers: Iterable[str]) -> None:
        """Write the powers that would end the game in a draw."""
        self._line("draw", {"powers": list(powers)})

    def results(self, before: Position, resolution: Resolution) -> None:
        """Write the resolution of a phase, each order with its reasons."""
        assert self._outcomes is not None
        outcomes = json.loads(self._outcomes.json_list(before, (*resolution.outcomes, *resolution.refused)))
        self._line("results", {"outcomes": outcomes, **consequences_to_plain(resolution)})

    def ends(self, phase: Phase, ending: Ending | None, position: Position, programs: Mapping[str, Mapping[str, object]]) -> None:
        """The game is over, or was stopped; *programs* says how each did."""
        self._phase = str(phase)
        outcome = Outcome.of(ending)
        centres: dict[str, int] = {}
        for owner in position.owners.values():
            centres[owner] = centres.get(owner, 0) + 1
        winners = list(outcome.powers)
        about = {"outcome": outcome.kind.value, "winners": winners, "reason": outcome.reason, "centres": centres}
        self._line("end", {**about, "programs": {power: dict(each) for power, each in programs.items()}})

    def _line(self, event: str, parts: Mapping[str, object]) -> None:
        self._write(json.dumps({"event": event, "phase": self._phase, **parts}, ensure_ascii=False) + "\n")
