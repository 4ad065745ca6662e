"""Whole games played by programs, and by people at a terminal."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.dpn.writer import write
from app.game.record import Game
from app.game.storage.atomic import write_atomically
from app.players.bots import Bot
from app.players.bots import bots as bots_of
from app.players.terminal import Terminal
from app.session.arena import MatchStopped
from app.session.errors import Abort
from app.session.matches import limits_sight, play_match
from app.session.parameter_kinds import Kind, Surroundings, read_word
from app.session.roles import Who
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from entente.playing import Player


def at_a_terminal(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else "This plays at a terminal: python main.py play"


@command("play", "Play at the terminal", who=Who.ANYBODY, available=at_a_terminal)
def play(
    session: Session,
    variant: str = "standard",
    *,
    powers: str = "",
    bots: Bot = Bot.RANDOM,
    seed: int = 1,
    years: int = 50,
    into: Path | None = None,
) -> None:
    """Play a game at the terminal: the board as text, orders typed, results in words.

    The hooks of the variant take part. Where they hide something from a power, each is shown what is its own to see.

    Args:
        variant: what is played.
        powers: whom people here play, with commas between them: FRANCE,ITALY; all of them unless given.
        bots: who plays the other powers.
        seed: of the bots; the same number plays the same.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, also where it is stopped before its end.
    """
    entry = playable(session, variant)
    assert entry.folder is not None
    board = entry.folder.variant
    if not 1 <= years <= 1000:
        raise Abort("From 1 to 1000 years can be played.")
    others = bots_of(bots, board, seed)
    surroundings = Surroundings(board)
    named = [str(read_word(Kind.POWER, each.strip(), surroundings, {}, "powers", 1)) for each in powers.split(",") if each.strip()]
    unplayed = [each for each in named if each not in others]
    if unplayed:
        raise Abort(f"{unplayed[0]} is played by nobody in this variant.")
    people = dict.fromkeys(named or others)
    game, log = begin(session, entry, f"{board.name} at the terminal", hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    terminal = Terminal(session.services.read_line, session.say, several=len(people) > 1, secret=limits_sight(session, game))
    players: dict[str, Player] = {power: terminal.seat(power) if power in people else bot for power, bot in others.items()}
    last_year = game.turn(game.last()).phase.year + years - 1
    try:
        game = play_match(session, game, players, last_year=last_year, go_on=lambda: not terminal.has_quit)
    except MatchStopped as stopped:
        keep(session, stopped.game, into, "The game")
        raise
    if terminal.has_quit:
        session.say(f"Stopped in {game.turn(game.last()).phase}.")
    keep(session, game, into, "The game")


def keep(session: Session, game: Game, into: Path | None, what: str) -> bool:
    """Write *game* where somebody named a file; whether somebody did."""
    if into is None:
        return False
    target = with_ending(into)
    write_atomically(target, write(game).encode())
    session.say(f"{what} is in {target}.")
    return True
