"""Bots among themselves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.commands.declaring.registry import command
from app.game.dpn.writer import write
from app.game.record import Game
from app.game.storage.atomic import write_atomically
from app.players.bots import Bot, bots
from app.players.recording import game_of
from app.session.errors import Abort
from app.session.hook_changes import Attach
from app.session.matches import play_match
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from entente.playable import Variant
from entente.playing import Player, play
from entente.words import describe_ending
from variants.catalogue import CatalogueEntry

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
            last = _play(session, entry, hooks, bots(bot, entry.folder.variant, seed + number), seed + number, years)
            assert last.ending is not None
            session.say(f"seed {seed + number}: {len(last.line()) - 1} phases, {describe_ending(entry.folder.variant, last.ending)}")
            progress.step(number + 1)
    if last is None:
        return
    if into is not None:
        target = with_ending(into)
        write_atomically(target, write(last).encode())
        session.say(f"The last game is in {target}.")
    elif session.services.screen is not None:
        session.add(session.desk.new(last))


def _play(session: Session, entry: CatalogueEntry, hooks: tuple[Attach, ...], players: Mapping[str, Player], seed: int, years: int) -> Game:
    """One game between *players*, whole. Without hooks it is played by the rules alone, which is much faster."""
    assert entry.folder is not None
    name, game_id = f"Bots, seed {seed}", f"{seed % 2**32:08x}"
    if not hooks:
        shelved = session.shelf.find(entry.id)
        assert shelved is not None
        start = Variant(shelved.variant).start
        record = play(start, players, last_year=start.phase.year + years - 1)
        return game_of(record, name, checksum=shelved.checksum, game_id=game_id)
    game, log = begin(session, entry, name, hooks=hooks, game_id=game_id)
    session.hooks.note(game, log)
    return play_match(session, game, players, last_year=game.turn(game.last()).phase.year + years - 1)
