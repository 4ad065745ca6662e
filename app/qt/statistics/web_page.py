"""The page with the whole game, as bytes of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from app.game.record import Cursor
from app.presentation.statistics.board_svg import border_styles, frame
from app.presentation.statistics.look import story_look
from app.presentation.statistics.markup import tag
from app.presentation.statistics.page import story_page
from app.presentation.theme import theme_named
from app.presentation.window_colours import USUAL_THEME
from app.qt.map.fonts import load_fonts
from app.qt.statistics.board_states import BoardStates, StateMaker
from app.session.errors import GivenUp
from app.session.requests import StoryRequest
from app.session.services import GoOn, PictureRequest
from app.statistics.story import story_of
from entente.words.phases import describe_season
from languages import tr


@dataclass(frozen=True, slots=True)
class _Board:
    markup: str
    data: dict[str, object]


def web_page(request: StoryRequest, go_on: GoOn) -> bytes:
    """The page of *request*.

    Raises:
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    load_fonts()
    view = request.view
    if theme_named(view.theme).monochrome:
        view = replace(view, theme=USUAL_THEME)  # powers are told apart by colour there
    line = request.game.line(request.branch)
    maker: StateMaker | None = None
    for index, turn in enumerate(line):
        if not go_on(index, len(line), describe_season(request.game.variant, turn.phase)):
            raise GivenUp(tr("Stopped: no page was written."))
        picture = PictureRequest(request.game, Cursor(request.branch, index), view, hidden=request.hidden.get(index, frozenset()))
        maker = maker or StateMaker(picture)
        maker.add(picture)
    assert maker is not None
    story = story_of(request.game, request.branch, request.viewer, letters=request.letters)
    look = story_look(request.game, maker.colours)
    return story_page(story, look, _board(maker, maker.made()), letters=request.letters)


def _board(maker: StateMaker, states: BoardStates) -> _Board:
    """The ``<svg>`` as it stands at the end of the game, and the data that the script moves it by."""
    end = states.states[-1]
    layers = (
        states.still.markup,
        tag("g", states.stars),
        tag("g", id="orders"),
        tag("g", _uses(end["n"]), id="names", class_="names-layer"),
        tag("g", _uses(end["u"]), id="units"),
        tag("g", id="badges"),
        tag("g", id="fog", **states.fog),
        frame(maker.board, maker.colours),
    )
    label = tr("The board")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {states.width:.0f} {states.height:.0f}" role="img"'
        f' aria-label="{escape(label, quote=True)}">'
        f"{tag('defs', states.still.defs, states.symbols)}{''.join(layers)}</svg>"
    )
    return _Board(
        svg,
        {
            "states": states.states,
            "styles": [dict(each) for each in states.styles],
            "palette": states.palette,
            "borders": states.still.borders,
            "lines": border_styles(maker.board, maker.colours),
        },
    )


def _uses(items: Sequence[Sequence[int]]) -> str:
    return "".join(tag("use", href=f"#y{symbol}", x=str(x), y=str(y)) for symbol, x, y in items)
