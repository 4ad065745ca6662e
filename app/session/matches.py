"""Games between players in which hooks take part: each player is shown what its power may see, and phases are ruled over with the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.game.record import Game
from app.session.arena import SessionArena
from app.session.session import Session
from entente.playing import Player

if TYPE_CHECKING:
    from app.players.programs.events import EventLines
    from app.players.programs.host import ProgramHost
    from app.players.programs.match import MatchReport


def play_match(
    session: Session, game: Game, players: Mapping[str, Player], *, last_year: int, go_on: Callable[[], bool] = lambda: True
) -> Game:
    """*game* played on between built-in opponents and people; see ``play_with_programs``."""
    return play_with_programs(session, game, players, last_year=last_year, go_on=go_on)[0]


def play_with_programs(
    session: Session,
    game: Game,
    players: Mapping[str, Player],
    host: ProgramHost | None = None,
    *,
    last_year: int,
    go_on: Callable[[], bool] = lambda: True,
    seed: int | None = None,
    say: Callable[[str], None] | None = None,
    events: EventLines | None = None,
    seats: Mapping[str, str] | None = None,
    kept: Callable[[Game], None] = lambda _game: None,
) -> tuple[Game, MatchReport]:
    """*game* played on until it is over, and how it went. A player that fails loses its turn, and the session says so.

    Args:
        session: where its hooks are asked; they must have been agreed to.
        players: built-in opponents and people, by power.
        host: the programs that play, seated already.
        last_year: it ends in a draw among the survivors after this year, unless it is over earlier.
        go_on: stops the play where it says no; the game is open then, and players are not told of an end.
        seed: told to programs.
        say: told what built-in opponents and people failed at; the session says it unless given.
        events: writes the record of the game.
        seats: who plays each power, for the record.
        kept: told the game after each phase.

    Raises:
        MatchStopped: a hook gave no answer, and nobody decided to go on without it.
    """
    from app.players.programs.match import play
    from app.players.programs.supervisor import GameStart

    arena = SessionArena(session, game)
    report = play(
        arena,
        players,
        host,
        game=GameStart(game.id, seed),
        last_year=last_year,
        go_on=go_on,
        missed=lambda miss: (say or session.say)(str(miss)),
        events=events,
        seats=seats,
        phase_over=lambda: kept(arena.game),
    )
    return arena.game, report


def limits_sight(session: Session, game: Game) -> bool:
    """Whether the powers of *game* are shown different boards."""
    start = game.last()
    whole = session.viewpoint.turn(game, start, None).position
    return any(session.viewpoint.turn(game, start, power).position != whole for power in game.variant.powers)
