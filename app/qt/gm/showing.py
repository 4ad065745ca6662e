"""View of one reader's mail on the page of results, and the files it hands to other programs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage, QPixmap

from app.mail_out.facts import Facts
from app.mail_out.making import Package
from app.mail_out.outbox import Item, MailState
from app.mail_out.posting import STATE_WORDS, Recipient
from app.presentation.gm.results_marks import MarkedLine, places, size_words
from app.qt.gm.results_page import ResultsPage
from languages import mark, plural, tr

_ROLES = {MailState.SENT: "good", MailState.REFUSED: "bad", MailState.UNKNOWN: "warning", MailState.WAITING: "warning"}
_SHORT = {MailState.UNKNOWN: mark("unknown"), MailState.WAITING: mark("waits"), MailState.HANDING: mark("sending…")}


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
