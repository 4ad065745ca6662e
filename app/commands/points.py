"""Points of a game, or of centre counts alone, in the systems that clubs use or by a formula."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import read_bounded, write_atomically
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from entente.formula import Formula, FormulaError
from entente.scoring import ScoredGame, Scoring
from languages import tr


@command("points", "Points", who=Who.ANYBODY)
def points(
    session: Session,
    file: Path | None = None,
    *,
    system: Scoring | None = None,
    formula: str | None = None,
    to_win: int | None = None,
    chart: Path | None = None,
) -> None:
    """Say the points of the game, or of a file of centre counts, in one system or in all.

    A file of centre counts is a CSV: a row for each year, a column for each power.

    Args:
        file: the centre counts; the game in front unless given.
        system: draw-size, sum-of-squares, centres, carnage, c-diplo, tribute, bangkok, detour09 or world-classic; all unless given.
        formula: your own, such as "100 * centres^2 / sum(centres^2)"; docs/formats/points.md has its words.
        to_win: centres that win alone; more than half of all unless given. For a file alone.
        chart: write a chart of the centres by year here, as SVG. For a file alone.
    """
    from app.statistics.centre_counts import CentreCountsError, centres_to_win, ending_of, read_counts, standings_of, started_from
    from app.statistics.centres import scored_game
    from app.statistics.words import counts_lines, points_lines
    from entente.outcome import Outcome

    own = _formula(formula)
    if file is None:
        if chart is not None or to_win is not None:
            raise Abort(tr("A chart and a number to win are for a file of centre counts."))
        _of_game(session, system, own)
        return
    try:
        history = read_counts(read_bounded(file, 200_000, tr("reading the centre counts")), file.name)
    except CentreCountsError as error:
        raise Abort(str(error)) from error
    victory = to_win or centres_to_win(history)
    ending = ending_of(history, victory)
    lines = counts_lines(history, {power: power for power, _ in history.counts})
    standings = standings_of(history, victory)
    game = scored_game(started_from(history), {each.power: each.centres for each in standings}, Outcome.of(ending))
    lines += ["", *points_lines(standings, {each.power: each.power for each in standings}, system, _by(own, game))]
    session.say("\n".join(lines))
    if chart is not None:
        winners = ending.winners if ending is not None else ()
        write_atomically(chart, session.services.centre_chart(history.moments, dict(history.counts), victory, winners).encode("utf-8"))
        session.say(tr("The chart was written to {path}.", path=chart))


def _formula(text: str | None) -> Formula | None:
    try:
        return None if text is None else Formula.of(text)
    except FormulaError as error:
        raise Abort(tr("The formula cannot be read: {error}", error=error)) from error


def _by(formula: Formula | None, game: ScoredGame) -> dict[str, float] | None:
    if formula is None:
        return None
    try:
        return dict(formula.points(game))
    except FormulaError as error:
        raise Abort(str(error)) from error


def _of_game(session: Session, system: Scoring | None, formula: Formula | None) -> None:
    from app.commands.story import told
    from app.statistics.centres import scored_game
    from app.statistics.words import points_lines
    from entente.outcome import Outcome
    from entente.words.names import power_name

    if not session.documents:
        raise Abort(tr("No game is open; name a file of centre counts."))
    story = told(session)
    if not story.standings:
        raise Abort(tr("Not everybody's centres are known here, so there are no points."))
    names = {power: power_name(story.game.variant, power) for power in story.game.variant.powers}
    final = {each.power: each.centres for each in story.standings}
    game = scored_game(story.centres, final, Outcome.of(story.ending))
    session.say("\n".join(points_lines(story.standings, names, system, _by(formula, game))))
