"""Plan of a tournament, as its file states it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from app.players.bots import Bot
from app.players.programs.seats import BuiltInSeat, PersonSeat, ProgramReach, ProgramSeat, Seat, SeatError, read_seat
from entente.scoring import Scoring
from languages import labelled, tr
from variants.fault import VariantError
from variants.toml_text import TomlText, read_toml

MOST_GAMES = 10_000_000

Value = bool | int | float | str


class PlanError(ValueError):
    """A file that is no tournament; a line for each fault, with its place."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Entrant of a tournament."""

    name: str
    who: str
    """``steady``, ``bot:./my.py``"""
    seat: Seat
    count: int = 1
    """Seats of a game."""
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament."""

    name: str
    variant: str
    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 1
    last_year: int | None = None
    """The games end in a draw after it; twenty years after the start unless given."""
    scoring: Scoring = Scoring.SUM_OF_SQUARES
    setup: float = 5.0
    seconds: float = 2.0
    """For a turn, of programs."""
    illegal: int | None = None
    memory_mb: int | None = 1024
    scramble: bool = False
    """True if programs are given other names, in each game others."""
    rules: str = ""

    def seating(self, powers: tuple[str, ...], game: int) -> dict[str, int]:
        """Return the seating of game number *game*, counted from 0: power to the number of its entrant.

        All players move on by one seat from game to game; each round of as many games as there are seats begins with an order of its own.
        """
        places = [number for number, each in enumerate(self.entrants) for _ in range(each.count)]
        turn, shift = divmod(game, len(powers))
        if turn:
            Random(f"{self.seed} seats {turn}").shuffle(places)  # noqa: S311 - dice, no secrets
        return {power: places[(number + shift) % len(places)] for number, power in enumerate(powers)}

    def seed_of(self, game: int) -> int:
        """The seed of that game."""
        return Random(f"{self.seed} game {game}").getrandbits(31)  # noqa: S311 - dice, no secrets

    @property
    def key(self) -> str:
        """The same for plans that play the same games: what is played so far goes with no other. More games may be asked for."""
        parts = [self.variant, self.rules, self.seed, self.last_year, self.setup, self.seconds, self.illegal, self.memory_mb, self.scramble]
        who = [[each.name, each.who, each.count, sorted(each.options.items())] for each in self.entrants]
        return hashlib.sha256(json.dumps([parts, who, self.scoring.value]).encode()).hexdigest()[:16]


_KNOWN = {
    "name",
    "variant",
    "rules",
    "games",
    "seed",
    "last_year",
    "scoring",
    "setup",
    "seconds",
    "illegal",
    "memory",
    "scramble",
    "players",
}
_OF_PLAYERS = {"name", "who", "count", "options"}


def read_plan(name: str, content: bytes, folder: Path) -> TournamentPlan:
    """The tournament that a file says.

    Args:
        name: of the file, for what is wrong with it.
        folder: what the files of programs are relative to.

    Raises:
        PlanError: it is none; with every fault.
    """
    try:
        text = read_toml(name, content)
    except VariantError as error:
        raise PlanError(str(error)) from error
    return _Reader(text, folder).plan()


class _Reader:
    def __init__(self, text: TomlText, folder: Path) -> None:
        self._name = text.name
        self._table = text.table
        self._lines = text.lines
        self._folder = folder
        self._faults: list[str] = []

    def plan(self) -> TournamentPlan:
        table = self._table
        self._unknown(table, _KNOWN)
        entrants = self._entrants(table.get("players"))
        scoring = self._text(table, "scoring", Scoring.SUM_OF_SQUARES.value)
        if scoring not in list(Scoring):
            self._fault(tr("scoring: there are {scoring}, not {scoring!r}", scoring=scoring), key="scoring")
            scoring = Scoring.SUM_OF_SQUARES.value
        plan = TournamentPlan(
            name=self._text(table, "name", Path(self._name).stem),
            variant=self._text(table, "variant", "standard"),
            entrants=entrants,
            games=self._whole(table, "games", 1, 1, MOST_GAMES) or 1,
            seed=self._whole(table, "seed", 1, 0, 2**31) or 0,
            last_year=self._whole(table, "last_year", None, -9999, 9999),
            scoring=Scoring(scoring),
            setup=self._number(table, "setup", 5.0),
            seconds=self._number(table, "seconds", 2.0),
            illegal=self._whole(table, "illegal", None, 0, 10**6),
            memory_mb=self._whole(table, "memory", 1024, 16, 10**6),
            scramble=table.get("scramble") is True,
            rules=self._text(table, "rules", ""),
        )
        if self._faults:
            raise PlanError("\n".join(self._faults))
        return plan

    def _entrants(self, tables: object) -> tuple[Entrant, ...]:
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables) or not tables:
            self._fault(tr("players: a [[players]] table was expected for each who takes part"))
            return ()
        found: list[Entrant] = []
        for where, table in enumerate(tables):
            self._unknown(table, _OF_PLAYERS, where)
            who = self._text(table, "who", "", where)
            options = table.get("options", {})
            if not isinstance(options, dict) or not all(isinstance(each, bool | int | float | str) for each in options.values()):
                self._fault(tr("options: names with numbers, texts, true or false were expected"), where, "options")
                options = {}
            try:
                seat = read_seat(who, frozenset(Bot), self._folder)
            except SeatError as error:
                self._fault(f"who: {error}", where, "who")
                continue
            if isinstance(seat, PersonSeat) or (isinstance(seat, ProgramSeat) and seat.reach is ProgramReach.LISTEN):
                self._fault(tr("who: a tournament waits for nobody; opponents, bot:COMMAND and tcp:HOST:PORT take part"), where, "who")
                continue
            shown = seat.name if isinstance(seat, BuiltInSeat) else seat.title
            name = self._text(table, "name", shown, where)
            if name in [each.name for each in found]:
                self._fault(tr("name: there are two called {name!r}", name=name), where, "name")
            count = self._whole(table, "count", 1, 1, 100, where) or 1
            found.append(Entrant(name, who, seat, count, options))
        return tuple(found)

    def _fault(self, words: str, where: int | None = None, key: str = "") -> None:
        path: tuple[str | int, ...] = () if where is None else ("players", where)
        line = self._lines.get((*path, key) if key else path, self._lines.get(path))
        place = self._name if line is None else f"{self._name}:{line}"
        self._faults.append(labelled(place, words))

    def _unknown(self, table: Mapping[str, object], known: set[str], where: int | None = None) -> None:
        for key in table:
            if key not in known:
                self._fault(tr("unknown key {key!r}; there are {known}", key=key, known=", ".join(sorted(known))), where, key)

    def _text(self, table: Mapping[str, object], key: str, usual: str, where: int | None = None) -> str:
        value = table.get(key, usual)
        if not isinstance(value, str) or len(value) > 1000:
            self._fault(tr("{key}: a text was expected", key=key), where, key)
            return usual
        return value

    def _whole(
        self, table: Mapping[str, object], key: str, usual: int | None, least: int, most: int, where: int | None = None
    ) -> int | None:
        value = table.get(key, usual)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._fault(tr("{key}: a whole number from {least} to {most} was expected", key=key, least=least, most=most), where, key)
            return usual
        return value

    def _number(self, table: Mapping[str, object], key: str, usual: float) -> float:
        value = table.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 86_400:
            self._fault(tr("{key}: seconds from 0 to 86400 were expected", key=key), key=key)
            return usual
        return float(value)
