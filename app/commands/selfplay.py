"""Bots among themselves."""

from __future__ import annotations

from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.nearest import did_you_mean, nearest
from app.commands.base.registry import command
from app.commands.base.saving import with_ending
from app.commands.base.session import Session
from app.commands.base.unasked_hooks import say_unasked_hooks
from app.game.dpn.writer import write
from app.game.storage.atomic import write_atomically
from app.players.bots import Bot, bots
from app.players.recording import game_of
from entente.playable import Variant
from entente.playing import Record, play
from entente.words import describe_ending
from variants.shipped import shipped_ids

MOST_GAMES = 100_000


@command("selfplay", "Bots play a game", menu="Tools", place=20)
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
    shelved = session.shelf.find(variant)
    if shelved is None:
        raise Abort(f"There is no variant {variant}; there are {', '.join(shipped_ids())}{did_you_mean(nearest(variant, shipped_ids()))}")
    say_unasked_hooks(session, variant)
    start = Variant(shelved.variant).start
    last: Record | None = None
    played = 0
    with session.services.progress("Bots play", games) as progress:
        for number in range(games):
            if progress.is_cancelled:
                break
            last = play(start, bots(bot, shelved.variant, seed + number), last_year=start.phase.year + years - 1)
            played = number
            ending = last.final.ending
            assert ending is not None
            session.say(f"seed {seed + number}: {len(last.steps)} phases, {describe_ending(shelved.variant, ending)}")
            progress.step(number + 1)
    if last is None:
        return
    game = game_of(last, f"Bots, seed {seed + played}", checksum=shelved.checksum, game_id=f"{(seed + played) % 2**32:08x}")
    if into is not None:
        target = with_ending(into)
        write_atomically(target, write(game).encode())
        session.say(f"The last game is in {target}.")
    elif session.services.screen is not None:
        session.add(session.desk.new(game))
