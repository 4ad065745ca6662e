"""A game without hooks and fog, played by the rules alone: everybody sees everything, and every letter arrives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant
from app.players.programs.match import Delivered
from app.players.programs.parts import playing
from entente.playing import Record
from entente.state import State, Step


class OpenArena:
    """A game from *start* on."""

    def __init__(self, start: State) -> None:
        self._start = start
        self._state = start
        self._steps: list[Step] = []
        self.letters: list[tuple[int, str, tuple[str, ...], str]] = []
        """Letters with sender and receivers, and the number of the phase."""

    @property
    def variant(self) -> Variant:
        """Variant of the match."""
        return self._state.variant.model

    @property
    def position(self) -> Position:
        """The present moment."""
        return self._state.position

    @property
    def ending(self) -> Ending | None:
        """Ending of the match."""
        return self._state.ending

    def seen(self, power: str) -> Position:  # noqa: ARG002 - everybody sees all
        """The present moment."""
        return self._state.position

    def results(self, power: str) -> Resolution:  # noqa: ARG002
        """Return the resolution of the last phase."""
        return self._steps[-1].resolution

    def judged(self) -> Resolution:
        """Return the resolution of the last phase."""
        return self._steps[-1].resolution

    def send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        """A letter, which arrives."""
        self.letters.append((len(self._steps), sender, tuple(to), text))
        return Delivered(tuple((each, text) for each in (to or playing(self.variant)) if each != sender))

    def arrived(self) -> Iterable[tuple[str, str, str]]:
        """None is ever delayed."""
        return ()

    def carry_out(self, orders: Mapping[str, Sequence[Order]]) -> None:
        """Play the phase."""
        step = self._state.apply(orders)
        self._steps.append(step)
        self._state = step.after

    def end(self, ending: Ending) -> None:
        """The game is over."""
        self._state = replace(self._state, ending=ending)

    def record(self) -> Record:
        """The game that was played."""
        return Record(self._start, tuple(self._steps), self._state)
