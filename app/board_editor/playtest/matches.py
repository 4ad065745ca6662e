"""The games of a play-test: by the rules alone on all cores, with hooks one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from adjudicator.variant import PowerRole
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.running import run
from app.board_editor.playtest.tally import GameTally, tally_of
from app.board_editor.playtest.task import PlayTest, texts_of
from app.board_editor.playtest.worker_match import played
from app.game.played import game_of
from app.game.record import Game
from app.game.variant_source import plain_checksum
from app.matches.arena import play_match
from app.players.bots import Bot, bots
from app.session.hook_changes import Attach
from app.session.session import Session
from app.session.starting import begin
from entente.playing import play as play_out
from entente.state import Variant
from variants.catalogue import CatalogueEntry
from variants.reader import VariantFolder

FEW = 3
"""Games that are played before another process would have started."""


def planned(session: Session, entry: CatalogueEntry, bot: Bot, games: int, seed: int, years: int) -> PlayTest:
    """A play-test of what lies on the shelf.

    Raises:
        OSError: a file of the variant cannot be read.
        ValueError: a file is too large.
    """
    assert entry.folder is not None
    library = {each.id: each.source for each in session.shelf.entries() if each.own}
    files = texts_of(entry.folder, entry.source, library)
    return PlayTest(files, bot, games, seed, years)


def empty_figures(folder: VariantFolder) -> Figures:
    """Figures without any games yet."""
    rules = folder.variant
    powers = tuple(power.id for power in rules.powers.values() if power.role is PowerRole.PLAYING)
    return Figures(powers, rules.start.phase.year)


def games_of(
    session: Session,
    entry: CatalogueEntry,
    hooks: tuple[Attach, ...],
    test: PlayTest,
    is_stopped: Callable[[], bool],
    *,
    press: bool = False,
) -> Iterator[GameTally]:
    """The games as they end, until *is_stopped*.

    Raises:
        PlayTestFailed: a process ended early.
        MatchStopped: a hook gave no answer.
    """
    assert entry.folder is not None
    rules = entry.folder.variant
    if not hooks and not press and test.games > FEW:
        yield from run(test, is_stopped)
        return
    for seed in test.seeds:
        if is_stopped():
            return
        yield (
            _tally(match(session, entry, hooks, test, seed, press=press), seed)
            if hooks or press
            else played(rules, test.bot, seed, test.years)
        )


def match(session: Session, entry: CatalogueEntry, hooks: tuple[Attach, ...], test: PlayTest, seed: int, *, press: bool = False) -> Game:
    """One game, whole; with *press* opponents write letters. Without both it is played by the rules alone, which is much faster.

    Raises:
        MatchStopped: a hook gave no answer.
    """
    assert entry.folder is not None
    name, game_id = f"Bots, seed {seed}", f"{seed % 2**32:08x}"
    players = bots(test.bot, entry.folder.variant, seed)
    if not hooks and not press:
        start = Variant(entry.folder.variant).start
        record = play_out(start, players, last_year=start.phase.year + test.years - 1)
        for miss in record.misses:
            session.say(str(miss))
        return game_of(record, name, checksum=plain_checksum(entry.folder.checksum), game_id=game_id)
    game, log = begin(session, entry, name, hooks=hooks, game_id=game_id)
    session.hooks.note(game, log)
    return play_match(
        session,
        game,
        players,
        last_year=game.turn(game.last()).phase.year + test.years - 1,
        kinds=dict.fromkeys(players, test.bot) if press else None,
    )


def _tally(game: Game, seed: int) -> GameTally:
    """Return the tally of a game that was played with hooks; orders as they were carried out."""
    line = game.line()
    played = [
        (
            before.position,
            [(each.power, each.order) for each in (() if before.resolution is None else before.resolution.outcomes)],
            after.position,
        )
        for before, after in pairwise(line)
    ]
    powers = [power.id for power in game.variant.powers.values() if power.role is PowerRole.PLAYING]
    assert game.ending is not None
    return tally_of(game.variant, powers, seed, played, line[-1].position, game.ending)
