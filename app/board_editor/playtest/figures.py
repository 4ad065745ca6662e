"""A play-test added up. The sums are whole numbers, so that the same games give the same figures in whatever sequence they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from app.board_editor.playtest.evenness import Evenness, Interval, evenness, mean, share
from app.board_editor.playtest.tally import GameTally


@dataclass(frozen=True, slots=True)
class PowerFigures:
    """Figures of one power over all games."""

    power: str
    solo: Interval
    draw: Interval
    """Shares of the games in which it won alone, and in which it shared a draw."""
    survival: Interval
    score: Interval
    """Its part of the one point that each game has: all of it for a solo, equal parts in a draw."""


@dataclass(slots=True)
class Figures:
    """Sums over games; :meth:`add` one after the other.

    Args:
        powers: those that are played, in the variant's sequence.
        first_year: of the variant.
    """

    powers: Sequence[str]
    first_year: int
    games: int = 0
    phases: int = 0
    misses: int = 0
    solos: Counter[str] = field(default_factory=Counter)
    draws: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Number of draws by power and the number of those who shared."""
    alive: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    """Games by years."""
    entered: Counter[str] = field(default_factory=Counter)
    """Games in which a unit ever stood there."""
    fought: Counter[str] = field(default_factory=Counter)
    """Games in which two powers ever wanted it."""
    standing: Counter[str] = field(default_factory=Counter)
    """Movement phases of all games in which a unit stood there."""
    fights: Counter[str] = field(default_factory=Counter)
    """Phases of all games in which two powers wanted it."""
    taken: Counter[str] = field(default_factory=Counter)
    clashes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Games by where and when two powers first wanted the same province; several places where they did in one phase."""
    _centres: list[list[int]] = field(default_factory=list)
    _reached: list[int] = field(default_factory=list)

    def add(self, tally: GameTally) -> None:
        """One more game."""
        self.games += 1
        self.phases += tally.phases
        self.misses += tally.misses
        winners = tally.winners
        if len(winners) == 1:
            self.solos[winners[0]] += 1
        for power in winners if len(winners) > 1 else ():
            self.draws[power, len(winners)] += 1
        kind = "solo" if len(winners) == 1 else "draw" if winners else "nobody"
        self.endings[f"{kind}: {tally.reason}"] += 1
        self.alive.update(tally.alive)
        self.lengths[tally.years] += 1
        self.entered.update(tally.entered.keys())
        self.fought.update(tally.fought.keys())
        self.standing.update(tally.entered)
        self.fights.update(tally.fought)
        self.taken.update(tally.taken)
        self.clashes.update((place, tally.clash) for place in tally.clashes)
        for year, row in enumerate(tally.centres):
            while len(self._centres) <= year:
                self._centres.append([0] * len(self.powers))
                self._reached.append(0)
            self._reached[year] += 1
            for at, count in enumerate(row):
                self._centres[year][at] += count

    @property
    def length(self) -> Interval:
        """Number of years of a game."""
        total = sum(years * count for years, count in self.lengths.items())
        squares = sum(years * years * count for years, count in self.lengths.items())
        return mean(total, squares, self.games)

    def of_power(self, power: str) -> PowerFigures:
        """The figures of *power*."""
        drawn = sum(count for (who, _), count in self.draws.items() if who == power)
        total, squares = self._points(power)
        return PowerFigures(
            power,
            share(self.solos[power], self.games),
            share(drawn, self.games),
            share(self.alive[power], self.games),
            mean(float(total), float(squares), self.games, most=1.0),
        )

    def by_power(self) -> tuple[PowerFigures, ...]:
        """The figures of each power, who takes most of the score first."""
        found = [self.of_power(each) for each in self.powers]
        return tuple(sorted(found, key=lambda each: (-each.score.value, self.powers.index(each.power))))

    def evenness(self) -> Evenness:
        """Return the verdict on whether the seats are worth the same."""
        points = [self._points(power) for power in self.powers]
        seats = max(1, len(self.powers))
        # Over a game, the squared differences from the equal share are the squares less that share; a game without winners has none.
        decided = self.games - sum(count for kind, count in self.endings.items() if kind.startswith("nobody"))
        within = sum((squares for _, squares in points), Fraction()) - Fraction(decided, seats)
        return evenness(
            self.powers, [float(total) for total, _ in points], [float(squares) for _, squares in points], float(within), self.games
        )

    def _points(self, power: str) -> tuple[Fraction, Fraction]:
        """The points of *power* over all games, and the sum of their squares."""
        total = squares = Fraction(self.solos[power])
        for (who, size), count in self.draws.items():
            if who == power:
                total += Fraction(count, size)
                squares += Fraction(count, size * size)
        return total, squares

    def years(self, least: float = 0.1) -> list[int]:
        """The start (one before the first year) and the years that at least so great a part of the games reached the end of."""
        wanted = max(1.0, least * self.games)
        return [self.first_year - 1 + year for year, count in enumerate(self._reached) if count >= wanted]

    def centres(self, power: str) -> list[float]:
        """The mean of the centres of *power* at each of :meth:`years`, over the games that came so far."""
        at = list(self.powers).index(power)
        return [self._centres[year][at] / self._reached[year] for year in range(len(self.years()))]

    def heat(self, counts: Mapping[str, int], province: str) -> float:
        """Return the average number of times in a game that something was true of *province*."""
        return counts.get(province, 0) / self.games if self.games else 0.0

    def first_clashes(self, most: int = 5) -> list[tuple[str, str, int]]:
        """Return the places and phases in which powers first met, the most frequent first: province, phase, games."""
        ordered = sorted(self.clashes.items(), key=lambda each: (-each[1], each[0]))
        return [(place, phase, count) for (place, phase), count in ordered[:most]]
