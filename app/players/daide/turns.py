"""Phases as DAIDE says them: ``SPR 1901`` for the first movement phase of a year, ``WIN 1901`` for the adjustments."""

from __future__ import annotations

from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Calendar
from app.players.daide.language import Message
from app.players.daide.tokens import HIGHEST, LOWEST, WORDS, Token, integer, number_of
from languages import tr

_SEQUENCE = (
    ("SPR", PhaseKind.MOVEMENT),
    ("SUM", PhaseKind.RETREAT),
    ("FAL", PhaseKind.MOVEMENT),
    ("AUT", PhaseKind.RETREAT),
    ("WIN", PhaseKind.ADJUSTMENT),
)
"""The year of DAIDE."""


class CalendarError(ValueError):
    """A calendar that DAIDE has no words for."""


class Turns:
    """The phases of a calendar in tokens, and back.

    Args:
        calendar: of the variant that is played.

    Raises:
        CalendarError: its year is not spring, its retreats, fall, its retreats and adjustments.
    """

    def __init__(self, calendar: Calendar) -> None:
        if tuple(step.kind for step in calendar.steps) != tuple(kind for _, kind in _SEQUENCE):
            raise CalendarError(tr("DAIDE knows years of two movement phases with retreats and one adjustment phase, and no others"))
        if any(step.later for step in calendar.steps):
            raise CalendarError(tr("DAIDE knows no phases that skip years"))
        self._seasons = {(step.season, step.kind): WORDS[word] for step, (word, _) in zip(calendar.steps, _SEQUENCE, strict=True)}
        self._phases = {season: each for each, season in self._seasons.items()}
        if len(self._phases) != len(self._seasons):
            raise CalendarError(tr("two phases of a year have the same season and kind"))

    def message(self, phase: Phase) -> Message:
        """Season and year of a phase."""
        return (self._seasons[phase.season, phase.kind], integer(phase.year))

    def phase(self, season: Token, year: Token) -> Phase:
        """The phase that a season and a year name."""
        letter, kind = self._phases[season]
        return Phase(letter, number_of(year), kind)


def can_say(year: int) -> bool:
    """Return True if a token can hold *year*."""
    return LOWEST <= year <= HIGHEST
