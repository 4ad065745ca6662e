"""Whole games played by programs, and by people at a terminal."""

from __future__ import annotations

from pathlib import Path

from adjudicator.variant import PowerRole
from app.called import as_called
from app.commands.declaring.registry import command
from app.game.file_store import write_game
from app.game.record import Game
from app.players.bots import Bot
from app.players.terminal import Terminal
from app.session.errors import Abort
from app.session.matches import MatchStopped, limits_sight, play_with_programs
from app.session.parameters import Kind, SeatWords, Surroundings, read_word
from app.session.roles import Who
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from app.session.who_plays import Terms, events_to, opponents_of, people_of, programs_of, seats_of, titles_of, told_of
from entente.playing import Player
from entente.words import describe_ending
from languages import tr


def at_a_terminal(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else as_called(tr("This plays at a terminal: python main.py play"))


@command("play", "Play at the terminal", who=Who.ANYBODY, available=at_a_terminal)
def play(
    session: Session,
    variant: str = "standard",
    *seats: SeatWords,
    powers: str = "",
    bots: Bot = Bot.RANDOM,
    seed: int = 1,
    years: int = 50,
    into: Path | None = None,
    seconds: float | None = None,
    scramble: int | None = None,
    illegal: int | None = None,
    memory: int = 1024,
    logs: Path | None = None,
    record: Path | None = None,
) -> None:
    """Play a game at the terminal: the board as text, orders typed, results in words.

    The hooks of the variant take part. Where they hide something from a power, each is shown what is its own to see.

    Who plays a power is said by its name: ``play --france person --england "bot:./my.py" --italy tcp:localhost:9000 --bots steady``. There
    are person; the name of a built-in opponent; bot:COMMAND, a program that is started; tcp:HOST:PORT, one that is called; and listen:PORT,
    one that calls here, with the token that is printed. Where nobody is named, people play all powers.

    Args:
        variant: what is played.
        seats: who plays a power, written FRANCE=WHO or --france WHO.
        powers: whom people here play, with commas between them: FRANCE,ITALY.
        bots: who plays the powers that are not named.
        seed: of the bots; the same number plays the same. Programs are told it too.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, also where it is stopped before its end.
        seconds: that a program has for a turn; 5 for movement and 2 for retreats and builds unless given, and 5 to start.
        scramble: a seed of other names for powers and provinces, which programs are told.
        illegal: orders after which a program forfeits its seat; never unless given.
        memory: megabytes that a program that is started may use.
        logs: a folder for what is said with each program.
        record: a file for the whole game as JSON lines, one event a line: orders, reasons, letters, results.
    """
    entry = playable(session, variant)
    assert entry.folder is not None
    board = entry.folder.variant
    if not 1 <= years <= 1000:
        raise Abort(tr("From 1 to 1000 years can be played."))
    if seconds is not None and not 0.1 <= seconds <= 86_400:
        raise Abort(tr("A program has from 0.1 to 86400 seconds for a turn."))
    surroundings = Surroundings(board)
    named = [str(read_word(Kind.POWER, each.strip(), surroundings, {}, "powers", 1)) for each in powers.split(",") if each.strip()]
    unplayed = [each for each in named if board.powers[each].role is not PowerRole.PLAYING]
    if unplayed:
        raise Abort(tr("{unplayed} is played by nobody in this variant.", unplayed=unplayed[0]))
    seated = seats_of(board, seats, named if named or seats else None, bots)
    players: dict[str, Player] = opponents_of(board, seated, seed)
    people = people_of(seated)
    game, log = begin(session, entry, tr("{board} at the terminal", board=board.name), hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    terminal = Terminal(session.services.read_line, session.say, several=len(people) > 1, secret=limits_sight(session, game))
    players |= {power: terminal.seat(power) for power in people}
    last_year = game.turn(game.last()).phase.year + years - 1
    terms = Terms(seconds, illegal, memory, scramble, logs)
    try:
        with programs_of(session, board, seated, terms) as host, events_to(record) as events:
            game, report = play_with_programs(
                session,
                game,
                players,
                host,
                last_year=last_year,
                go_on=lambda: not terminal.has_quit,
                seed=seed,
                events=events,
                seats=titles_of(seated),
            )
    except MatchStopped as stopped:
        keep(session, stopped.game, into, tr("The game"))
        raise
    if terminal.has_quit:
        session.say(tr("Stopped in {phase}.", phase=game.turn(game.last()).phase))
    elif game.ending is not None and not people:
        session.say(tr("The game is over: {ending}.", ending=describe_ending(board, game.ending)))
    for line in told_of(report, seated):
        session.say(line)
    keep(session, game, into, tr("The game"))


def keep(session: Session, game: Game, into: Path | None, what: str, *, is_said: bool = True) -> bool:
    """Write *game* to *into* where a file was named, and report it unless *is_said* is off; returns True if there was one."""
    if into is None:
        return False
    target = with_ending(into)
    write_game(target, game)
    if is_said:
        session.say(tr("{what} is in {target}.", what=what, target=target))
    return True
