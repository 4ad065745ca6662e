"""The page of results as it opens: its heading, and every player with address, colours and what the outbox knows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.game.record import Cursor
from app.mail_out.outbox import MailState
from app.mail_out.posting import outbox, recipients
from app.mail_out.readers import facts_for, shelf
from app.mail_out.telling import EVERYBODY
from app.mail_out.template_shelf import USUAL
from app.presentation.picture import MapPicture
from app.qt.gm.outgoing import Outgoing
from app.qt.gm.recipient_list import RecipientWords
from app.qt.gm.results_page import ResultsPage
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.session import Session
from languages import tr

_SETTLED = (MailState.SENT, MailState.UNKNOWN, MailState.HANDING)
"""States of a mail in which its receiver is not ticked by itself."""


def outgoing(session: Session, cursor: Cursor, picture: MapPicture | None, look: Look, parent: QWidget) -> Outgoing:
    """The page of the phase at *cursor*, in the colours of *picture*."""
    game = session.game
    facts = facts_for(session, cursor, EVERYBODY)
    people = {each.power: each for each in recipients(game)}
    known = outbox().history(game.id, str(game.turn(cursor).phase), cursor.branch)
    colours = swatches(picture)
    words = [RecipientWords(EVERYBODY, tr("Everybody"), tr("for the club page"), None, False, False)]
    for power, each in people.items():
        is_ticked = each.to is not None and not (power in known and known[power].state in _SETTLED)
        below = each.to.address if each.to is not None else each.why_not
        title = f"{each.name}, {each.power_name}" if each.to is not None and each.name != each.power_name else each.power_name
        words.append(RecipientWords(power, title, below, colours.get(power), each.to is not None, is_ticked))
    if not facts.next_phase:
        after = tr("the game is over: {ending}", ending=facts.ending)
    elif facts.deadline:
        after = tr("next: {phase}, due {deadline}", phase=facts.next_phase, deadline=facts.deadline)
    else:
        after = tr("next: {phase}", phase=facts.next_phase)
    summary = f"{facts.headline.replace(', ', ' · ')} · {after}"
    page = ResultsPage(tr("Results of {season}", season=facts.season), facts.kind, summary, words, look, parent)
    page.show_templates({name: each.title for name, each in shelf().templates().items()}, USUAL)
    return Outgoing(page, cursor, people, dict(known), next(iter(page.recipients.wanted), EVERYBODY))
