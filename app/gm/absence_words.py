"""Absences of players in words, as everybody may read them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from app.game.absences import AwayDays, still_to_come
from app.game.record import Game
from entente.words.dates import day_words
from entente.words.names import power_name
from languages import tr


def away_words(game: Game, now: datetime) -> tuple[str, ...]:
    """A sentence for each absence that is not over: ``France is away from 20 December 2026 to 6 January 2027.``"""
    return sentences(game, still_to_come(game, now))


def sentences(game: Game, absences: Iterable[AwayDays]) -> tuple[str, ...]:
    """A sentence for each of *absences*."""
    return tuple(_sentence(game, each) for each in absences)


def _sentence(game: Game, absence: AwayDays) -> str:
    name = power_name(game.variant, absence.power)
    if absence.first == absence.last:
        return tr("{power} is away on {day}.", power=name, day=day_words(absence.first))
    return tr("{power} is away from {first} to {last}.", power=name, first=day_words(absence.first), last=day_words(absence.last))
