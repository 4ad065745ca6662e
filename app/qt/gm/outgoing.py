"""Results on their way: who gets what and what became of it, the page as it opens, one reader's mail as shown and handed on."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from app.game.record import Cursor
from app.mail_out.facts import Facts
from app.mail_out.mail import Correspondent
from app.mail_out.making import Package
from app.mail_out.outbox import Item, MailState
from app.mail_out.phase_facts import EVERYBODY
from app.mail_out.posting import STATE_WORDS, Recipient, outbox, recipients
from app.mail_out.readers import facts_for, shelf
from app.mail_out.template_shelf import USUAL
from app.presentation.gm.round_words import MarkedLine, places, size_words
from app.presentation.picture import MapPicture
from app.qt.gm.results_page import RecipientWords, ResultsPage
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.session import Session
from languages import mark, plural, tr


@dataclass(slots=True)
class Outgoing:
    """The results of one phase on their way, as the open page has them."""

    page: ResultsPage
    cursor: Cursor
    """The phase."""
    recipients: Mapping[str, Recipient]
    """Recipients by power."""
    items: dict[str, Item]
    """Items of the outbox for the mails of this phase, by power."""
    reader: str
    """Reader whose mail is in view."""
    facts: dict[str, Facts] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """Empty where the template does not work."""
    packages: dict[str, Package] = field(default_factory=dict)
    """Empty until all of it is made."""
    previews: dict[str, tuple[object, int]] = field(default_factory=dict)

    @property
    def wanted(self) -> dict[str, Correspondent]:
        """The correspondents by power: those who are ticked and can be written to."""
        found = {}
        for power in self.page.recipients.wanted:
            to = self.recipients[power].to if power in self.recipients else None
            if to is not None:
                found[power] = to
        return found


_SETTLED = (MailState.SENT, MailState.UNKNOWN, MailState.SENDING)
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


_ROLES = {MailState.SENT: "good", MailState.REFUSED: "bad", MailState.UNKNOWN: "warning", MailState.WAITING: "warning"}
_SHORT = {MailState.UNKNOWN: mark("unknown"), MailState.WAITING: mark("waits"), MailState.SENDING: mark("sending…")}


def state_of(item: Item) -> tuple[str, str, str]:
    """Return the state of a mail: a word, its role, and all that is known, for the tip."""
    state = tr(STATE_WORDS[item.state])
    if item.at and item.state is MailState.SENT:
        state = tr("{state} at {at} UTC", state=state, at=item.at[11:16])
    return (
        tr(_SHORT.get(item.state, STATE_WORDS[item.state])),
        _ROLES.get(item.state, "faint"),
        f"{state}. {item.reply}".strip(),
    )


def show_package(
    page: ResultsPage,
    facts: Facts,
    recipient: Recipient | None,
    lines: Sequence[MarkedLine],
    packages: Mapping[str, Package],
    previews: Mapping[str, tuple[object, int]],
) -> None:
    """Show text, picture and page of the reader of *facts*."""
    name = recipient.name if recipient is not None else ""
    to = (
        tr("Text for everybody")
        if recipient is None
        else tr("Mail to {name}", name=name) + (f", {facts.reader_name}" if name != facts.reader_name else "")
    )
    page.mail_title.setText(to)
    count = places(lines) if recipient is not None else 0
    page.differs.setVisible(count > 0)
    page.differs.setText(plural("{count} place differs from the others", "{count} places differ from the others", count))
    package = packages.get(facts.reader)
    if package is not None and package.html:
        others = [each.html for each in packages.values() if each.reader != facts.reader]
        page.text.show_page(package.html, package.picture, others, (facts.greeting, facts.subtitle))
    else:
        page.text.show_lines(lines)
    picture = QPixmap()
    if package is not None and package.picture is not None:
        picture.loadFromData(package.picture)
    page.picture.show_picture(picture)
    shared = tr("same for all") if package is not None and package.picture_shared else tr("as this player may see it")
    page.picture_words.setText(
        ""
        if picture.isNull() or package is None
        else f"{picture.width()} × {picture.height()}, {size_words(len(package.picture or b''))} · {shared}"
    )
    preview = previews.get(facts.reader)
    image = preview[0] if preview is not None else None
    page.pdf.show_picture(QPixmap.fromImage(image) if isinstance(image, QImage) else QPixmap())
    pages = preview[1] if preview is not None else 0
    page.pdf_words.setText(
        plural("{count} page, {size}", "{count} pages, {size}", pages, size=size_words(len(package.page)))
        if package is not None and package.page is not None and pages
        else ""
    )


def open_link(link: str) -> bool:
    """Hand a ``mailto:`` link to the mail program; whether there is one."""
    return QDesktopServices.openUrl(QUrl(link, QUrl.ParsingMode.StrictMode))


def open_path(path: Path) -> bool:
    """Hand a file to the program that the system opens it with; whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def open_copy(name: str, content: bytes) -> bool:
    """The same for what is no file yet: it lies in the system's folder for what is short-lived."""
    folder = Path(tempfile.mkdtemp(prefix="entente-results-"))
    path = folder / name
    path.write_bytes(content)
    return open_path(path)
