"""Pictures of the game in front: the drawing, the set of unit symbols, and what a picture is made of."""

from __future__ import annotations

from dataclasses import replace

from app.game.record import DRAWING, Cursor, Game
from app.library.unit_sets import BY_VARIANT, OfferedSet, SetOrigin
from app.session.errors import Abort, did_you_mean, nearest
from app.session.services import PictureRequest
from app.session.session import Session
from languages import tr
from resources import resource
from variants.reader import VariantFolder


def picture_of(
    session: Session, cursor: Cursor, width: int = 1800, unit_symbols: str | None = None, theme: str | None = None
) -> PictureRequest:
    """A picture of the board at *cursor*, as the screen shows boards now; without a screen, with everything on.

    Args:
        unit_symbols: the id of other unit symbols than those of the screen.
        theme: another theme than that of the screen.
    """
    view = session.view
    if unit_symbols is not None:
        view = replace(view, unit_symbols=unit_symbols)
    if theme is not None:
        view = replace(view, theme=theme)
    hidden = session.viewpoint.hidden(session.game, cursor, session.viewer)
    return PictureRequest(session.shown, cursor, view, width, hidden)


def theme_of(session: Session, name: str | None) -> str | None:
    """The theme of that name; ``None`` where none is named.

    Raises:
        Abort: there is none.
    """
    if name is None:
        return None
    screen = session.services.screen
    known = tuple(screen.themes) if screen is not None else tuple(sorted(each.stem for each in resource("themes").glob("*.toml")))
    if name.casefold() not in known:
        raise Abort(
            tr(
                "There is no theme {name}{did_you_mean} there are {known}.",
                name=name,
                did_you_mean=did_you_mean(nearest(name, known)) or ";",
                known=", ".join(known),
            )
        )
    return name.casefold()


def with_drawing(game: Game, drawing: str) -> Game:
    """*game* on another drawing; empty for the variant's first."""
    others = tuple(pair for pair in game.settings if pair[0] != DRAWING)
    return replace(game, settings=(*others, (DRAWING, drawing)) if drawing else others)


def variant_in_front(session: Session) -> VariantFolder | None:
    """The folder of the variant that is played in front; ``None`` without a game."""
    return None if session.current is None else session.shelf.folder_of(session.current.game.variant.id)


def offered_sets(session: Session) -> tuple[OfferedSet, ...]:
    """Every set for the game in front."""
    return session.unit_sets.offered(variant_in_front(session))


def words_for(offered: OfferedSet) -> str:
    """Its name, and where it comes from unless it is one of ours."""
    return tr(offered.name) if offered.origin is SetOrigin.SHIPPED else f"{offered.name} ({tr(offered.origin)})"


def named_set(session: Session, wanted: str) -> str:
    """The id of the set that a person means by its id, its name or a beginning that only one has of one.

    Raises:
        Abort: there is none.
    """
    folded = " ".join(wanted.split()).casefold()
    offered = offered_sets(session)
    if folded == BY_VARIANT:
        return BY_VARIANT
    exact = [each.id for each in offered if folded == each.id] or [each.id for each in offered if folded == each.name.casefold()]
    if exact:
        return exact[0]
    begun = [each.id for each in offered if folded and (each.id.startswith(folded) or each.name.casefold().startswith(folded))]
    if len(begun) == 1:
        return begun[0]
    ids = [each.id for each in offered]
    raise Abort(
        tr(
            "There are no unit symbols {wanted!r}; there are {ids}{did_you_mean}",
            wanted=wanted,
            ids=", ".join(ids),
            did_you_mean=did_you_mean(nearest(folded, ids)),
        )
    )
