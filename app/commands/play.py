"""A game at the terminal."""

from __future__ import annotations

from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.kinds import Kind, Surroundings, read_word
from app.commands.base.nearest import did_you_mean, nearest
from app.commands.base.registry import command
from app.commands.base.saving import with_ending
from app.commands.base.session import Session
from app.commands.base.unasked_hooks import say_unasked_hooks
from app.game.dpn.writer import write
from app.game.storage.atomic import write_atomically
from app.players.bots import Bot
from app.players.bots import bots as bots_of
from app.players.recording import game_of
from app.players.terminal import Terminal
from entente.playable import Variant
from entente.playing import Player
from entente.playing import play as play_whole


def at_a_terminal(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else "This plays at a terminal: python main.py play"


@command("play", "Play at the terminal", available=at_a_terminal)
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

    Args:
        variant: what is played.
        powers: whom people here play, with commas between them: FRANCE,ITALY; all of them unless given.
        bots: who plays the other powers.
        seed: of the bots; the same number plays the same.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, also where it is stopped before its end.
    """
    shelved = session.shelf.find(variant)
    if shelved is None:
        ids = session.shelf.ids()
        raise Abort(f"There is no variant {variant}; there are {', '.join(ids)}{did_you_mean(nearest(variant, ids))}")
    if not 1 <= years <= 1000:
        raise Abort("From 1 to 1000 years can be played.")
    others = bots_of(bots, shelved.variant, seed)
    surroundings = Surroundings(shelved.variant)
    named = [str(read_word(Kind.POWER, each.strip(), surroundings, {}, "powers", 1)) for each in powers.split(",") if each.strip()]
    unplayed = [each for each in named if each not in others]
    if unplayed:
        raise Abort(f"{unplayed[0]} is played by nobody in this variant.")
    people = dict.fromkeys(named or others)
    say_unasked_hooks(session, variant)
    terminal = Terminal(session.services.read_line, session.say, several=len(people) > 1)
    players: dict[str, Player] = {power: terminal if power in people else bot for power, bot in others.items()}
    start = Variant(shelved.variant).start
    record = play_whole(start, players, last_year=start.phase.year + years - 1, go_on=lambda _state: not terminal.has_quit)
    if terminal.has_quit:
        session.say(f"Stopped in {record.final.phase}.")
    if into is not None:
        target = with_ending(into)
        write_atomically(target, write(game_of(record, f"{shelved.variant.name} at the terminal", checksum=shelved.checksum)).encode())
        session.say(f"The game is in {target}.")
