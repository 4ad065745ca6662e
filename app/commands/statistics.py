"""The story of a game, its points by the systems of clubs, and tournaments of people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.game.record import Cursor, Game
from app.game.storage.atomic import is_there, read_bounded, write_atomically
from app.mail_out.making import safe_name
from app.session.errors import Abort
from app.session.front_picture import theme_of
from app.session.requests import StoryFormat, StoryRequest
from app.session.roles import Who
from app.session.services import FileKind, FileToSave, path_for
from app.session.session import Session, game_open, moment
from app.session.view_options import PageSize
from app.statistics.story import Story, story_lines, story_of
from app.statistics.tournament import (
    MOST_BYTES,
    PeopleTournament,
    TournamentError,
    TournamentStanding,
    drawn_words,
    new_seed,
    read_tournament,
    seat_next_round,
    tournament_standings,
    write_standings,
    write_tournament,
)
from entente.formula import Formula, FormulaError
from entente.scoring import ScoredGame, Scoring
from languages import labelled, mark, plural, tr

SMALLEST, LARGEST = 200, 2400
"""Pixels across a picture of a film or a folder."""


@command("story", "Story of the game", who=Who.ANYBODY, menu="Game", place=20, available=game_open)
def story(session: Session) -> None:
    """Show what became of the game: centres by year, turning points, who helped and who attacked whom, points in every system."""
    if session.services.screen is not None:
        session.services.screen.show_panel("story")
    else:
        session.say("\n".join(story_lines(viewer_story(session))))


@command("export-page", "Export web page…", who=Who.ANYBODY, menu="File", place=34, available=game_open)
def export_page(session: Session, file: Path | None = None, *, letters: bool = False, theme: str | None = None) -> None:
    """Write the whole game as one web page that anybody can open: the board of every phase, orders with reasons, the story, the points.

    It holds what the viewer may see of the phases that are over; orders of the open phase are not in it.

    Args:
        file: where to; asked for unless given.
        letters: with the letters between single powers that the viewer may see, and the promises in them; else public ones alone.
        theme: of the boards; as on the screen unless given. In black and white powers cannot be told apart there, so print is parchment.
    """
    _keep(session, StoryFormat.PAGE, FileKind.PAGE, file, story_request(session, letters=letters, theme=theme))


@command("export-booklet", "Export booklet…", who=Who.ANYBODY, menu="File", place=35, available=game_open)
def export_booklet(
    session: Session,
    file: Path | None = None,
    *,
    letters: bool = False,
    theme: str | None = None,
    page_size: PageSize | None = None,
) -> None:
    """Write a booklet as PDF: the story of the game, then a page for each phase with the board and what became of every order.

    Args:
        file: where to; asked for unless given.
        letters: with the promises in letters between single powers that the viewer may see.
        theme: of the boards; as on the screen unless given. A dark one is parchment on paper.
        page_size: a4 or letter; as chosen in Preferences unless given.
    """
    request = story_request(session, letters=letters, theme=theme)
    if page_size is not None:
        request = replace(request, view=replace(request.view, page_size=page_size))
    _keep(session, StoryFormat.BOOKLET, FileKind.BOOKLET, file, request)


@command("export-film", "Export film…", who=Who.ANYBODY, menu="File", place=36, available=game_open)
def export_film(
    session: Session, file: Path | None = None, *, phase: Phase | None = None, width: int = 900, theme: str | None = None
) -> None:
    """Write a film: of the whole game, or of one phase, step by step.

    Args:
        file: where to, as GIF or WebP by its ending; asked for unless given.
        phase: which phase is shown; the whole game unless given.
        width: in pixels, 200 to 2400.
        theme: of the boards; as on the screen unless given.
    """
    request = replace(story_request(session, theme=theme), width=_width(width))
    if phase is None:
        _keep(session, StoryFormat.FILM, FileKind.FILM, file, request)
        return
    cursor = moment(session, phase)
    if session.shown.turn(cursor).resolution is None:
        raise Abort(tr("{phase} has not been played yet.", phase=phase))
    _keep(session, StoryFormat.SEASON, FileKind.FILM, file, replace(request, turn=cursor.index), f" {phase}")


@command("export-season-film", "Export film of this phase…", who=Who.ANYBODY, menu="File", place=37, available=game_open)
def export_season_film(session: Session, file: Path | None = None, *, width: int = 900, theme: str | None = None) -> None:
    """Write a film of the phase that is shown, or of the last one played, as its reveal tells it: at most 4 MB.

    Args:
        file: where to, as GIF or WebP by its ending; asked for unless given.
        width: in pixels, 200 to 2400.
        theme: of the boards; as on the screen unless given.
    """
    line = session.shown.line(session.branch)
    played = [index for index, turn in enumerate(line) if turn.resolution is not None and index <= session.cursor.index]
    if not played:
        raise Abort(tr("No phase has been played yet."))
    export_film(session, file, phase=line[played[-1]].phase, width=width, theme=theme)


@command("export-pictures", "Export folder of pictures…", who=Who.ANYBODY, menu="File", place=38, available=game_open)
def export_pictures(session: Session, folder: Path | None = None, *, width: int = 1400, theme: str | None = None) -> None:
    """Write a PNG of every phase into a new folder.

    Args:
        folder: where to, new or empty; asked for unless given.
        width: in pixels, 200 to 2400.
        theme: of the boards; as on the screen unless given.
    """
    request = replace(story_request(session, theme=theme), width=_width(width))
    _keep(session, StoryFormat.PICTURES, FileKind.PICTURE_FOLDER, folder, request, " pictures")


def viewer_story(session: Session, *, letters: bool = True) -> Story:
    """The story of the branch in view, as its viewer may know it."""
    return story_of(session.shown, session.branch, session.viewer, letters=letters)


def story_request(session: Session, *, letters: bool = False, theme: str | None = None) -> StoryRequest:
    """The branch in view, as its viewer may see it, with nothing of the orders of its open phase.

    Args:
        theme: of its boards, by name; as on the screen unless given.

    Raises:
        Abort: there is no such theme.
    """
    branch, game = session.branch, session.shown
    hidden = {}
    if session.viewer is not None:
        for index in range(len(game.line(branch))):
            veiled = session.viewpoint.hidden(session.game, Cursor(branch, index), session.viewer)
            if veiled:
                hidden[index] = veiled
    view = session.view
    chosen = theme_of(session, theme)
    if chosen is not None:
        view = replace(view, theme=chosen)
    return StoryRequest(_published(game, branch), branch, view, session.viewer, MappingProxyType(hidden), letters)


def _published(game: Game, branch: str) -> Game:
    """*game* without what is written for the open phase of *branch*, but for press to everybody."""
    last = game.last(branch)
    turn = game.turn(last)
    if turn.resolution is not None:
        return game
    press = tuple(each for each in turn.press if not each.receivers)
    return game.with_turn(
        last, replace(turn, orders=MappingProxyType({}), press=press, sealed=(), votes=(), later=(), mails=(), waits=(), note="")
    )


def _width(width: int) -> int:
    if not SMALLEST <= width <= LARGEST:
        raise Abort(
            tr(
                "A picture of a film or a folder can be {smallest} to {largest} pixels wide, not {width}.",
                smallest=SMALLEST,
                largest=LARGEST,
                width=width,
            )
        )
    return width


def _keep(session: Session, format: StoryFormat, kind: FileKind, file: Path | None, request: StoryRequest, more: str = "") -> None:  # noqa: A002
    """Ask for a place where none is given, and write what *request* asks for."""
    ending = next(iter(kind.endings), "")
    path = path_for(session.services, FileToSave(kind, f"{safe_name(session.game.name)}{more}{ending}"), file)
    if ending and not path.suffix:
        path = path.with_name(path.name + ending)
    named = tr(_NAMED[format])
    suffix = path.suffix.casefold()
    if ending and suffix not in (*kind.endings, ".htm" if kind is FileKind.PAGE else ending):
        raise Abort(tr("{path}: the file of {named} ends in {ending}.", path=path, named=named, ending=ending))
    request = replace(request, is_webp=suffix == ".webp")
    session.services.get_ready_for_story(format)
    session.services.watch_over(
        tr("Writing {named}…", named=named), lambda go_on: session.services.write_story(request, format, path, go_on)
    )
    session.say(tr("Written to {path}: {named}.", named=named, path=path))


_NAMED = {
    StoryFormat.PAGE: mark("the web page"),
    StoryFormat.FILM: mark("the film"),
    StoryFormat.SEASON: mark("the film"),
    StoryFormat.BOOKLET: mark("the booklet"),
    StoryFormat.PICTURES: mark("the folder of pictures"),
}


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
    from app.statistics.centres import CentreCountsError, centres_to_win, ending_of, read_counts, scored_game, standings_of, started_from
    from app.statistics.story import counts_lines, points_lines
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
    from app.statistics.centres import scored_game
    from app.statistics.story import points_lines
    from entente.outcome import Outcome
    from entente.words.names import power_name

    if not session.documents:
        raise Abort(tr("No game is open; name a file of centre counts."))
    story = viewer_story(session)
    if not story.standings:
        raise Abort(tr("Not everybody's centres are known here, so there are no points."))
    names = {power: power_name(story.game.variant, power) for power in story.game.variant.powers}
    final = {each.power: each.centres for each in story.standings}
    game = scored_game(story.centres, final, Outcome.of(story.ending))
    session.say("\n".join(points_lines(story.standings, names, system, _by(formula, game))))


@command("people-tournament", "Tournament of people…", who=Who.ANYBODY, menu="Tools", place=39)
def people_tournament(
    session: Session,
    file: Path | None = None,
    *,
    system: Scoring = Scoring.SUM_OF_SQUARES,
    formula: str | None = None,
    best: int | None = None,
    output: Path | None = None,
) -> None:
    """Say the standings of a tournament of people, or show its page: rounds, boards, seats and results in one table.

    Args:
        file: the tournament, a CSV; the page asks for it.
        system: of points; sum-of-squares unless given.
        formula: points by your own formula in place of a system.
        best: how many of a player's best rounds count; all unless given.
        output: write the standings here, as CSV.
    """
    screen = session.services.screen
    if file is None:
        if screen is None:
            raise Abort(tr("Name the file of the tournament."))
        screen.show_panel("people-tournament")
        return
    tournament = _read(file)
    standings = _standings(tournament, _scoring(system, formula), best)
    if output is not None:
        write_atomically(output, write_standings(standings))
        session.say(tr("The standings were written to {path}.", path=output))
        return
    lines = [
        f"{each.place}. {labelled(each.player, f'{each.points:.3f}'.rstrip('0').rstrip('.'))}"
        f" ({plural('{count} board', '{count} boards', each.boards)})"
        for each in standings
    ]
    session.say("\n".join(lines) or tr("Nobody has sat down yet."))


@command("seat-round", "Seat a round of a tournament", who=Who.ANYBODY)
def seat_round(session: Session, file: Path, *, players: str | None = None, variant: str = "standard", seed: int | None = None) -> None:
    """Seat the next round of a tournament of people; the file is made where there is none.

    Args:
        file: the tournament, a CSV.
        players: who plays, parted by commas, or a file with a name in each line; those of the rounds before unless given.
        variant: whose powers are played.
        seed: of the draw; the same one gives the same seats. Drawn by lot, and said, unless given.
    """
    tournament = _read(file) if is_there(file) else PeopleTournament()
    names = tournament.players if players is None else _names(players)
    shelved = session.shelf.find(variant)
    if shelved is None:
        raise Abort(tr("There is no variant {name}.", name=variant))
    powers = tuple(shelved.variant.powers)
    drawn = new_seed() if seed is None else seed
    try:
        seated = seat_next_round(tournament, names, powers, drawn)
    except TournamentError as error:
        raise Abort(str(error)) from error
    write_atomically(file, write_tournament(seated))
    number = seated.rounds[-1]
    lines = [tr("Round {round}:", round=number)]
    for board in seated.boards(number):
        seats = ", ".join(f"{seat.power} {seat.player}" for seat in seated.at(number, board))
        lines.append(labelled(tr("Board {board}", board=board), seats))
    session.say("\n".join((*lines, drawn_words(seated, names, drawn))))


@command("board-result", "Result of a tournament's board", who=Who.ANYBODY)
def board_result(
    session: Session,
    file: Path,
    round: int,  # noqa: A002 - the option's name
    board: int,
    centres: str,
    *,
    winners: str = "",
    years: str = "",
) -> None:
    """Write down how a board of a tournament of people ended.

    Args:
        file: the tournament, a CSV.
        round: the number of the round.
        board: the number of the board.
        centres: of each power, such as "ENGLAND 12, FRANCE 9, ...".
        winners: who won alone, or shares the draw, parted by commas; all that own a centre unless given.
        years: full years that powers lived that are out, such as "ITALY 4"; some systems count them.
    """
    tournament = _read(file)
    chosen = [each.strip() for each in winners.split(",") if each.strip()]
    try:
        done = tournament.with_result(round, board, _numbers(centres), chosen, _numbers(years))
    except TournamentError as error:
        raise Abort(str(error)) from error
    write_atomically(file, write_tournament(done))
    session.say(tr("Board {board} of round {round} is written down.", board=board, round=round))


def _read(file: Path) -> PeopleTournament:
    try:
        return read_tournament(read_bounded(file, MOST_BYTES, tr("reading the tournament")), file.name)
    except TournamentError as error:
        raise Abort(str(error)) from error


def _scoring(system: Scoring, formula: str | None) -> Scoring | Formula:
    try:
        return system if formula is None else Formula.of(formula)
    except FormulaError as error:
        raise Abort(tr("The formula cannot be read: {error}", error=error)) from error


def _standings(tournament: PeopleTournament, scoring: Scoring | Formula, best: int | None) -> tuple[TournamentStanding, ...]:
    try:
        return tournament_standings(tournament, scoring, best)
    except ValueError as error:
        raise Abort(str(error)) from error


def _names(players: str) -> tuple[str, ...]:
    file = Path(players)
    if "," not in players and is_there(file):
        text = read_bounded(file, MOST_BYTES, tr("reading the names")).decode("utf-8-sig", errors="replace")
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    return tuple(each.strip() for each in players.split(","))


def _numbers(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = each.rpartition(" ")
        if not name or not number.isascii() or not number.isdigit() or len(number) > 4 or name.strip() in found:
            raise Abort(tr("{text!r} is no power with a number.", text=each[:30]))
        found[name.strip()] = int(number)
    return found
