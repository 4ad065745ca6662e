"""Many games between opponents: each with its ending, and all of them added up."""

from __future__ import annotations

import json as plain_json
from pathlib import Path

from adjudicator.resolution import Ending
from app.commands.declaring.registry import command
from app.commands.players.playing import keep
from app.game.record import Game
from app.players.bots import Bot
from app.session.errors import Abort
from app.session.matches import MatchStopped
from app.session.roles import Who
from app.session.session import Session
from app.session.starting import hooks_to_play_with, playable_at
from entente.words import describe_ending
from languages import plural, system_words, tr

MOST_GAMES = 100_000
MOST_LINES = 20
"""Number of games up to which each ending is listed; of more only the sums."""


@command("selfplay", "Bots play a game", who=Who.ANYBODY, menu="Tools", place=37)
def selfplay(
    session: Session,
    *,
    games: int = 1,
    seed: int = 1,
    years: int = 20,
    bot: Bot = Bot.RANDOM,
    variant: str = "standard",
    into: Path | None = None,
    json: bool = False,
) -> None:
    """Let bots play whole games, say how each ended, and add them up. The same seed plays the same games.

    Several games are added up: what each power wins, with bounds of 95 %, how long games are, where powers fight, what lies near them
    at the start, and whether the seats are even. Of more than 20 games only the sums are printed. They are played on all cores, with hooks
    on one. The hooks of the variant take part.

    In the window the last game is opened.

    Args:
        games: how many.
        seed: of the first game; each further one has the next number.
        years: after so many years a game ends in a draw among all who are left.
        bot: who plays all powers.
        variant: its name on the shelf, or its folder.
        into: a file for the last game's record.
        json: say what they add up to as data, and nothing else.
    """
    from app.board_editor.playtest.matches import empty_figures, games_of, match, planned
    from app.board_editor.playtest.running import PlayTestFailed
    from app.board_editor.playtest.telling import as_data, summary

    if not 1 <= games <= MOST_GAMES or not 1 <= years <= 1000:
        raise Abort(tr("From 1 to {most_games} games of 1 to 1000 years can be played.", most_games=MOST_GAMES))
    entry = playable_at(session, variant)
    assert entry.folder is not None
    rules = entry.folder.variant
    hooks = hooks_to_play_with(session, entry)
    try:
        test = planned(session, entry, bot, games, seed, years)
    except (OSError, ValueError) as error:
        raise Abort(tr("{entry} cannot be read: {error}", entry=entry.id, error=system_words(error))) from error
    figures = empty_figures(entry.folder)
    endings: dict[int, str] = {}
    with session.services.progress(tr("Bots play"), games) as progress:
        try:
            for tally in games_of(session, entry, hooks, test, lambda: progress.is_cancelled):
                figures.add(tally)
                ending = describe_ending(rules, Ending(tally.winners, tally.reason))
                endings[tally.seed] = tr("seed {seed}: {phases} phases, {ending}", seed=tally.seed, phases=tally.phases, ending=ending)
                progress.step(figures.games)
        except MatchStopped as stopped:
            _keep_last(session, stopped.game, into)
            raise
        except PlayTestFailed as error:
            raise Abort(tr("The games could not be played: {error}.", error=error)) from error
    if not figures.games:
        return
    if json:
        about: dict[str, object] = {"players": bot.value, "seed": seed, "most years": years}
        session.say(plain_json.dumps(as_data(rules, figures, about), indent=1, ensure_ascii=False))
    else:
        if games <= MOST_LINES:
            session.say("\n".join(line for _, line in sorted(endings.items())))
        if figures.games < games:
            session.say(
                plural(
                    "Stopped after {count} game; these are not the first ones.",
                    "Stopped after {count} games; these are not the first ones.",
                    figures.games,
                )
            )
        if figures.games > 1:
            session.say("\n".join(summary(rules, figures)))
    if into is not None or (session.services.screen is not None and session.shelf.entry(entry.id) is not None):
        _keep_last(session, match(session, entry, hooks, test, max(endings)), into, is_said=not json)


def _keep_last(session: Session, game: Game, into: Path | None, *, is_said: bool = True) -> None:
    if not keep(session, game, into, tr("The last game"), is_said=is_said) and session.services.screen is not None:
        session.add(session.library.new(game))
