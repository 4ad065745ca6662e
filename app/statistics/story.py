"""The story of a game, as one value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from adjudicator.phase import Phase, PhaseKind
from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from app.statistics.centres import CentreHistory, FinalStanding, centre_history, standings
from app.statistics.deeds import Deed, deeds_of
from app.statistics.promises import Promise, promises_of
from app.statistics.stabs import Pair, Stab, pairs_of, stabs_of
from app.statistics.turning_points import PointKind, TurningPoint, end_of, turning_points


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
    def ended_in(self) -> Phase:
        """Phase in which the game ended; the last one where it goes on."""
        return self.phases[end_of(self.game.line(self.cursor.branch)) if self.ending is not None else -1]

    @property
    def ending(self) -> Ending | None:
        """Ending of the game."""
        return self.game.branch(self.cursor.branch).ending

    @property
    def most_faithful(self) -> tuple[str, str, int] | None:
        """Most faithful power, the one it helped, and the number of times; ``None`` where there was no help, or several did alike."""
        return _single(Counter((deed.by, deed.to) for deed in self.deeds if deed.helps))

    @property
    def longest_alliance(self) -> tuple[str, str, int] | None:
        """Two powers that were friends for longest, and the number of movements; ``None`` where it is not more than one, or several did."""
        lasted = Counter[tuple[str, str]]()
        line = self.game.line(self.cursor.branch)
        for pair in self.pairs:
            for each in pair.friendships:
                moves = sum(
                    turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None for turn in line[each.first : each.last + 1]
                )
                lasted[pair.one, pair.other] = max(lasted[pair.one, pair.other], moves)
        found = _single(lasted)
        return found if found is not None and found[2] > 1 else None

    @property
    def decided_by(self) -> TurningPoint | None:
        """Turn in which the leader at the end took the lead for good; ``None`` without a single leader, or without a change."""
        leads = [point for point in self.turning_points if point.kind is PointKind.LEAD]
        most = self.centres.most_now
        return leads[-1] if leads and most == (leads[-1].power,) else None

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
