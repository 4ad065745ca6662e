"""What is said of the games that were open lately, in the language in use: the list keeps their phases as data."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.game.document import Document
from app.game.storage.recent import OVER, RecentGame
from entente.words.phases import describe_phase_of
from languages import tr


def moment_of(document: Document) -> tuple[str, str]:
    """The phase that *document* is kept with on the list, and what its variant calls the season."""
    game, cursor = document.game, document.game.last(document.cursor.branch)
    if game.branch(cursor.branch).ending is not None:
        return OVER, ""
    phase = game.turn(cursor).phase
    return str(phase), game.variant.calendar.seasons.get(phase.season, phase.season)


def phase_words(game: RecentGame) -> str:
    """``Fall 1903, movement``, or that it is over; what an earlier version kept as words stands as it is."""
    if game.phase == OVER:
        return tr("over")
    try:
        phase = Phase.of(game.phase)
    except ValueError:
        return game.phase
    return describe_phase_of(game.season, phase) if game.season else game.phase
