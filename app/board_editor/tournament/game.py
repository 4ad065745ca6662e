"""One game of a tournament, from seats and seed to what is kept of it. Runs on any core of any machine, and writes nothing."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from adjudicator.variant import Variant as Rules
from app.board_editor.tournament.plan import Entrant, TournamentPlan
from app.game.edits import set_player
from app.game.entries import SeatedPlayer
from app.game.file_store import game_bytes
from app.game.played import game_of
from app.game.record import MAIN, Game
from app.matches.arena import SessionArena, Unattended
from app.players.bots import OPPONENTS, Bot
from app.players.programs.answers import Counts
from app.players.programs.clocks import Bounds, Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.match import Arena, MatchReport, OpenArena, play
from app.players.programs.names import Names, scrambled
from app.players.programs.seats import BuiltInSeat, ProgramSeat
from app.players.programs.supervisor import GameStart
from app.session.hook_changes import Attach
from entente.playing import Player, Record
from entente.state import Variant

YEARS = 20
"""Years of a game where the plan does not set them."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play."""

    plan: TournamentPlan
    number: int
    """Counted from 0."""
    variant: bytes
    """The rules, pickled: other machines need not have the variant on their shelf."""
    checksum: str
    hooks: tuple[Attach, ...] = ()
    """Hooks that run from the start on; agreed to by the person who has the tournament played."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of one seat."""

    entrant: str
    power: str
    share: float
    """Share by the tournament's system of points."""
    centres: int
    ending: str
    """``solo``, ``draw``, ``survived``, ``out``"""
    turns: int = 0
    answered: int = 0
    illegal: int = 0
    late: int = 0
    seconds: float = 0.0
    forfeit: str = ""

    @property
    def counts(self) -> Counts:
        """Counts of what its program did there."""
        return Counts(self.turns, self.answered, self.illegal, self.late, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of one game of a tournament."""

    number: int
    seed: int
    phases: int
    outcome: str
    reason: str
    seats: tuple[SeatResult, ...]


@lru_cache(maxsize=4)
def _rules(pickled: bytes) -> Rules:
    found = pickle.loads(pickled)  # noqa: S301 - made by the process that asks for the game
    assert isinstance(found, Rules)
    return found


def play_game(task: Task) -> tuple[GameResult, str]:
    """Play it; returns what is kept, and the game as a ``.dpn`` text."""
    plan, rules = task.plan, _rules(task.variant)
    variant = Variant(rules)
    seed = plan.seed_of(task.number)
    seating = {power: plan.entrants[number] for power, number in plan.seating(variant.powers, task.number).items()}
    last_year = rules.start.phase.year + YEARS - 1 if plan.last_year is None else plan.last_year
    game = GameStart(f"{seed:08x}", seed)
    name = f"{plan.name}, game {task.number + 1}"
    if task.hooks:
        with Unattended() as home:
            hooked = SessionArena(home, home.begun(rules, name, task.checksum, task.hooks, game.id))
            report = _played(hooked, task, seating, game, last_year)
        document = hooked.game
        record = _record_of(variant, document)
    else:
        arena = OpenArena(variant.start)
        report = _played(arena, task, seating, game, last_year)
        record = arena.record()
        document = game_of(record, name, checksum=task.checksum, game_id=game.id)
    points = record.returns(plan.scoring)
    whole = sum(points.values()) or 1.0
    results = []
    for power, entrant in seating.items():
        counts = report.counts.get(power, Counts())
        results.append(
            SeatResult(
                entrant=entrant.name,
                power=power,
                share=points[power] / whole,
                centres=len(record.final.centres(power)),
                ending=_ending(record.final.survivors(), record.outcome.powers, power),
                turns=counts.turns,
                answered=counts.answered,
                illegal=counts.illegal,
                late=counts.late,
                seconds=round(counts.seconds, 4),
                forfeit=report.forfeits.get(power, ""),
            )
        )
    phases = len(record.steps) if not task.hooks else sum(turn.resolution is not None for turn in document.line())
    kept = GameResult(task.number, seed, phases, str(record.outcome), record.outcome.reason, tuple(results))
    for power, entrant in seating.items():
        document = set_player(document, power, SeatedPlayer(entrant.name))
    return kept, game_bytes(document, Path(f"{task.number + 1:06d}.dpn")).decode()


def _played(arena: Arena, task: Task, seating: Mapping[str, Entrant], game: GameStart, last_year: int) -> MatchReport:
    """Play the game in *arena*, with the programs that it needs."""
    plan, rules, seed = task.plan, _rules(task.variant), task.plan.seed_of(task.number)
    programs = {power: each for power, each in seating.items() if isinstance(each.seat, ProgramSeat)}
    if not programs:
        return play(arena, _opponents(seating, seed), game=game, last_year=last_year)
    with ProgramHost(rules) as host:
        _seat(host, plan, rules, programs, seed)
        return play(arena, _opponents(seating, seed), host, game=game, last_year=last_year)


def _record_of(variant: Variant, game: Game) -> Record:
    """The start and the end of *game*, whose phases were not played by the rules alone, with who went out on the way."""
    moments = [replace(variant.start, position=turn.position) for turn in game.line()]
    final = replace(moments[-1], ending=game.branch(MAIN).ending)
    return Record(moments[0], (), final)


def _ending(alive: tuple[str, ...], winners: tuple[str, ...], power: str) -> str:
    if power in winners:
        return "solo" if len(winners) == 1 else "draw"
    return "survived" if power in alive else "out"


def _opponents(seating: Mapping[str, Entrant], seed: int) -> dict[str, Player]:
    found: dict[str, Player] = {}
    for number, (power, entrant) in enumerate(seating.items()):
        if isinstance(entrant.seat, BuiltInSeat):
            found[power] = OPPONENTS[Bot(entrant.seat.name)].make((seed * 31 + number) % 2**32)
    return found


def _seat(host: ProgramHost, plan: TournamentPlan, rules: Rules, programs: Mapping[str, Entrant], seed: int) -> None:
    clocks = Clocks.even(plan.seconds, plan.setup)
    bounds = Bounds(illegal=plan.illegal, memory_mb=plan.memory_mb)
    names = scrambled(rules, seed) if plan.scramble else Names()
    for power, entrant in programs.items():
        assert isinstance(entrant.seat, ProgramSeat)
        host.seat(power, entrant.seat, clocks=clocks, bounds=bounds, names=names, options=entrant.options)
