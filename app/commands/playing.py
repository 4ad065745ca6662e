"""Whole games played by programs, and by people at a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.commands.declaring.registry import command
from app.game.dpn.writer import write
from app.game.record import Game
from app.game.storage.atomic import write_atomically
from app.players.bots import Bot, bots
from app.players.bots import bots as bots_of
from app.players.recording import game_of
from app.players.terminal import Terminal
from app.session.errors import Abort
from app.session.hook_changes import Attach
from app.session.matches import MatchStopped, limits_sight, play_match
from app.session.parameter_kinds import Kind, Surroundings, read_word
from app.session.roles import Who
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from entente.playing import Player
from entente.playing import play as play_out
from entente.state import Variant
from entente.words import describe_ending
from variants.catalogue import CatalogueEntry


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
        _keep(session, stopped.game, into, "The game")
        raise
    if terminal.has_quit:
        session.say(f"Stopped in {game.turn(game.last()).phase}.")
    _keep(session, game, into, "The game")


def _keep(session: Session, game: Game, into: Path | None, what: str) -> bool:
    """Write *game* where somebody named a file; whether somebody did."""
    if into is None:
        return False
    target = with_ending(into)
    write_atomically(target, write(game).encode())
    session.say(f"{what} is in {target}.")
    return True


MOST_GAMES = 100_000


@command("selfplay", "Bots play a game", who=Who.ANYBODY, menu="Tools", place=20)
def selfplay(
    session: Session,
    *,
    games: int = 1,
    seed: int = 1,
    years: int = 20,
    bot: Bot = Bot.RANDOM,
    variant: str = "standard",
    into: Path | None = None,
) -> None:
    """Let bots play whole games, and say how each ended. The same seed plays the same games.

    The hooks of the variant take part.

    In the window the last game is opened.

    Args:
        games: how many.
        seed: of the first game; each further one has the next number.
        years: after so many years a game ends in a draw among all who are left.
        bot: who plays all powers.
        variant: what is played.
        into: a file for the last game's record.
    """
    if not 1 <= games <= MOST_GAMES or not 1 <= years <= 1000:
        raise Abort(f"From 1 to {MOST_GAMES} games of 1 to 1000 years can be played.")
    entry = playable(session, variant)
    assert entry.folder is not None
    hooks = hooks_to_play_with(session, entry)
    last: Game | None = None
    with session.services.progress("Bots play", games) as progress:
        for number in range(games):
            if progress.is_cancelled:
                break
            try:
                last = _play(session, entry, hooks, bots(bot, entry.folder.variant, seed + number), seed + number, years)
            except MatchStopped as stopped:
                _keep_last(session, stopped.game, into)
                raise
            assert last.ending is not None
            session.say(f"seed {seed + number}: {len(last.line()) - 1} phases, {describe_ending(entry.folder.variant, last.ending)}")
            progress.step(number + 1)
    if last is not None:
        _keep_last(session, last, into)


def _keep_last(session: Session, game: Game, into: Path | None) -> None:
    if not _keep(session, game, into, "The last game") and session.services.screen is not None:
        session.add(session.library.new(game))


def _play(session: Session, entry: CatalogueEntry, hooks: tuple[Attach, ...], players: Mapping[str, Player], seed: int, years: int) -> Game:
    """One game between *players*, whole. Without hooks it is played by the rules alone, which is much faster."""
    assert entry.folder is not None
    name, game_id = f"Bots, seed {seed}", f"{seed % 2**32:08x}"
    if not hooks:
        shelved = session.shelf.find(entry.id)
        assert shelved is not None
        start = Variant(shelved.variant).start
        record = play_out(start, players, last_year=start.phase.year + years - 1)
        for miss in record.misses:
            session.say(str(miss))
        return game_of(record, name, checksum=shelved.checksum, game_id=game_id)
    game, log = begin(session, entry, name, hooks=hooks, game_id=game_id)
    session.hooks.note(game, log)
    return play_match(session, game, players, last_year=game.turn(game.last()).phase.year + years - 1)
