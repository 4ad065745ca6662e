"""The story of a game, as one value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from adjudicator.phase import Phase
from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from app.statistics.centres import CentreHistory, FinalStanding, centre_history, standings
from app.statistics.deeds import Deed, deeds_of
from app.statistics.promises import Promise, promises_of
from app.statistics.stabs import Pair, Stab, pairs_of, stabs_of
from app.statistics.turning_points import TurningPoint, turning_points


@dataclass(frozen=True, slots=True)
class Story:
    """Story of a game."""

    game: Game
    """Game as its viewer may see it."""
    cursor: Cursor
    """Up to where it goes."""
    viewer: str | None
    phases: tuple[Phase, ...]
    """Phases of each turn."""
    centres: CentreHistory
    deeds: tuple[Deed, ...]
    promises: tuple[Promise, ...]
    stabs: tuple[Stab, ...]
    pairs: tuple[Pair, ...]
    turning_points: tuple[TurningPoint, ...]
    standings: tuple[FinalStanding, ...]
    """Empty where the viewer does not see what everybody has."""

    @property
    def ending(self) -> Ending | None:
        """Ending of the game."""
        return self.game.branch(self.cursor.branch).ending

    @property
    def most_faithful(self) -> tuple[str, str, int] | None:
        """Most faithful power, the one it helped, and the number of times; ``None`` where there was no help, or several did alike."""
        return _single(Counter((deed.by, deed.to) for deed in self.deeds if deed.helps))

    @property
    def sharpest_knife(self) -> tuple[str, int] | None:
        """Power that stabbed most often, and the number of times; ``None`` where there was no stab, or several did alike."""
        found = _single(Counter((each.by, "") for each in self.stabs))
        return None if found is None else (found[0], found[2])


def story_of(game: Game, branch: str, viewer: str | None = None, *, letters: bool = True) -> Story:
    """The story of *game* on *branch*, from its start to its last turn.

    Args:
        game: as *viewer* may see it.
        branch: of the game.
        viewer: the power that it is seen as; ``None`` sees everything.
        letters: whether promises are taken from press between single powers, which not everybody has read.
    """
    cursor = game.last(branch)
    line = game.line(branch)
    years = [turn.phase.year for turn in line]
    history = centre_history(game, cursor, viewer)
    deeds = deeds_of(game, cursor)
    promises = promises_of(game, cursor, deeds) if letters else ()
    stabs = stabs_of(deeds)
    return Story(
        game,
        cursor,
        viewer,
        tuple(turn.phase for turn in line),
        history,
        deeds,
        promises,
        stabs,
        pairs_of(tuple(game.variant.powers), deeds, promises, stabs, years),
        turning_points(game, cursor, history, stabs, promises),
        standings(game, cursor, history),
    )


def _single(counts: Counter[tuple[str, str]]) -> tuple[str, str, int] | None:
    ranked = counts.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    (by, to), number = ranked[0]
    return by, to, number
