"""Readers of results, the game as each of them may see it, and the text that a template makes of a phase."""

from __future__ import annotations

from pathlib import Path

from adjudicator.phase import Phase
from app.address_book.letter_languages import language_of, own_book
from app.game.record import Cursor, Game
from app.game.storage.places import places
from app.mail_out.bounded_templates import render
from app.mail_out.facts import Facts
from app.mail_out.phase_facts import EVERYBODY, facts_of
from app.mail_out.template_shelf import ShelvedTemplate, TemplateShelf
from app.session.errors import Abort, did_you_mean, nearest
from app.session.session import Session, moment
from app.session.viewpoint import CURTAIN
from entente.words.names import power_name
from languages import tr, using


def game_for(session: Session, reader: str) -> Game:
    """The game in front as *reader* may see it; ``EVERYBODY`` sees what all may see.

    Raises:
        Abort: the board is seen as one power, and *reader* is another.
    """
    if session.viewer is not None and reader not in (EVERYBODY, session.viewer):
        name = power_name(session.variant, reader)
        raise Abort(tr("What {name} gets is for {name} and the game master; the board is shown to somebody else.", name=name))
    viewer = reader or CURTAIN
    session.settle(session.game, viewer)
    return session.viewpoint.filtered(session.game, viewer)


def judged_phase(session: Session, phase: Phase | None = None) -> Cursor:
    """The phase whose results are meant: *phase*, else the one in view or, where that is still open, the one before.

    Raises:
        Abort: it is not adjudicated.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    if session.game.turn(cursor).resolution is None and phase is None and cursor.index > 0:
        cursor = Cursor(cursor.branch, cursor.index - 1)
    if session.game.turn(cursor).resolution is None:
        raise Abort(tr("No orders have been carried out yet.") if phase is None else tr("{phase} is not adjudicated yet.", phase=phase))
    return cursor


def facts_for(session: Session, cursor: Cursor, reader: str, template: ShelvedTemplate | None = None) -> Facts:
    """Return the facts for *reader* of the phase at *cursor*, in the reader's language unless the *template* is always in one."""
    shown = game_for(session, reader)
    always = "" if template is None else template.language
    with using(always or language_of(session.game, reader, own_book())):
        return facts_of(shown, cursor, reader)


def shelf() -> TemplateShelf:
    """The templates there are for this person."""
    return TemplateShelf(own_folder())


def own_folder() -> Path:
    """Return the folder of a person's own templates: in the folder of settings."""
    return places().settings / "results"


def named_template(name: str) -> ShelvedTemplate:
    """The template of that name.

    Raises:
        Abort: there is none; the nearest are named.
    """
    there = shelf().templates()
    if name.casefold() not in there:
        close = did_you_mean(nearest(name, tuple(there)))
        raise Abort(
            tr(
                "There is no template {name}{close} there are {names}. Your own lie in {folder}.",
                name=name,
                close=close or ";",
                names=", ".join(there),
                folder=own_folder(),
            )
        )
    return there[name.casefold()]


def written(facts: Facts, template: ShelvedTemplate, picture: str = "") -> str:
    """The text that *template* makes of *facts*, with one line end at its end.

    Args:
        picture: where an HTML page finds the picture: ``cid:...`` or ``data:...``; none unless given.

    Raises:
        TemplateFault: the template does not work.
    """
    with using(facts.language):
        text = render(template.path.name, shelf().find, {"results": facts, "picture": picture})
    return text.strip("\n") + "\n"
