"""The story of a game: on the screen, and written to files for others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.game.record import Cursor, Game
from app.mail_out.making import safe_name
from app.session.errors import Abort, GivenUp
from app.session.front_picture import theme_of
from app.session.moments import moment
from app.session.requests import StoryFormat, StoryRequest
from app.session.roles import Who
from app.session.services import FileKind
from app.session.session import Session, game_open
from app.session.view_options import PageSize, View
from app.statistics.story import Story, story_of
from app.statistics.words import story_lines
from languages import mark, sentence, tr

SMALLEST, LARGEST = 200, 2400
"""Pixels across a picture of a film or a folder."""


@command("story", "Story of the game", who=Who.ANYBODY, menu="Game", place=20, available=game_open)
def story(session: Session) -> None:
    """Show what became of the game: centres by year, turning points, who helped and who attacked whom, points in every system."""
    if session.services.screen is not None:
        session.services.screen.show_panel("story")
    else:
        session.say("\n".join(story_lines(told(session))))


@command("export-page", "Export web page…", who=Who.ANYBODY, menu="File", place=34, available=game_open)
def export_page(session: Session, file: Path | None = None, *, letters: bool = False, theme: str | None = None) -> None:
    """Write the whole game as one web page that anybody can open: the board of every phase, orders with reasons, the story, the points.

    It holds what the viewer may see of the phases that are over; orders of the open phase are not in it.

    Args:
        file: where to; asked for unless given.
        letters: with the press between single powers that the viewer may see, and the promises in it; else public press alone.
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
        letters: with the promises in press between single powers that the viewer may see.
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


def told(session: Session, *, letters: bool = True) -> Story:
    """The story of the branch in view, as its viewer may know it."""
    return story_of(session.shown, session.branch, session.viewer, letters=letters)


def story_request(session: Session, *, letters: bool = False, theme: str | None = None) -> StoryRequest:
    """The branch in view, as its viewer may see it, with nothing of the orders of its open phase.

    Args:
        theme: of its boards, by name; as on the screen unless given.

    Raises:
        Abort: there is no such theme.
    """
    screen = session.services.screen
    branch, game = session.branch, session.shown
    hidden = {}
    if session.viewer is not None:
        for index in range(len(game.line(branch))):
            veiled = session.viewpoint.hidden(session.game, Cursor(branch, index), session.viewer)
            if veiled:
                hidden[index] = veiled
    view = screen.view if screen is not None else View()
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
    path = file or session.services.save_path(kind, f"{safe_name(session.game.name)}{more}{ending}")
    if path is None:
        raise GivenUp(tr("No file was chosen.") if ending else tr("No folder was chosen."))
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
    session.say(tr("{named} written to {path}.", named=sentence(named), path=path))


_NAMED = {
    StoryFormat.PAGE: mark("the web page"),
    StoryFormat.FILM: mark("the film"),
    StoryFormat.SEASON: mark("the film"),
    StoryFormat.BOOKLET: mark("the booklet"),
    StoryFormat.PICTURES: mark("the folder of pictures"),
}
