"""Standings of a tournament: the points of each entrant, with the confidence of the figure. Grows with each game, and holds no games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.board_editor.playtest.evenness import Interval, mean
from app.board_editor.tournament.game import GameResult
from app.board_editor.tournament.plan import TournamentPlan
from app.players.programs.answers import Counts


@dataclass(slots=True)
class StandingsLine:
    """One who takes part."""

    name: str
    games: int = 0
    seats: int = 0
    """Seats in all games."""
    endings: Counter[str] = field(default_factory=Counter)
    """Number of seats by ``solo``, ``draw``, ``survived``, ``out``."""
    share_sum: float = 0.0
    share_squares: float = 0.0
    centres: int = 0
    forfeits: int = 0
    counts: Counts = field(default_factory=Counts)
    """Counts of what its program did in all seats together."""

    @property
    def share(self) -> Interval:
        """Points of a seat, as a part of those of its game. Seats of one game are not independent, so games are what is counted."""
        return mean(self.share_sum, self.share_squares, self.games, most=1.0)


class Standings:
    """The lines of all who take part, in the order of the plan."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.games = 0
        self.lines = {each.name: StandingsLine(each.name) for each in plan.entrants}

    def add(self, game: GameResult) -> None:
        """Count a game in."""
        self.games += 1
        shares: dict[str, list[float]] = {}
        for seat in game.seats:
            line = self.lines[seat.entrant]
            shares.setdefault(seat.entrant, []).append(seat.share)
            line.seats += 1
            line.endings[seat.ending] += 1
            line.centres += seat.centres
            line.counts.add(seat.counts)
            line.forfeits += bool(seat.forfeit)
        for name, found in shares.items():
            average = sum(found) / len(found)
            self.lines[name].games += 1
            self.lines[name].share_sum += average
            self.lines[name].share_squares += average * average

    def add_all(self, games: Iterable[GameResult]) -> None:
        """Count several in."""
        for game in games:
            self.add(game)

    @property
    def ranked(self) -> list[StandingsLine]:
        """The best first."""
        return sorted(self.lines.values(), key=lambda line: (-line.share.value, line.name))

    @property
    def equal_share(self) -> float:
        """The share of a seat, if all were equally good."""
        return 1 / sum(each.count for each in self.plan.entrants)
