"""The ways out of the page of results that need no server: clipboard, mail program, drafts, files in other programs, one's own template."""

from __future__ import annotations

from app.game.storage.errors import StorageError
from app.mail_out.files import picture_name, write_together
from app.mail_out.mail import Correspondent, text_link
from app.mail_out.making import safe_name
from app.mail_out.posting import drafts
from app.mail_out.readers import named_template, shelf
from app.qt.gm.outgoing import Outgoing
from app.qt.gm.showing import open_copy, open_link, open_path
from app.session.moments import now_of
from app.session.services import FileKind
from app.session.session import Session
from languages import plural, tr


class WaysOut:
    """Carries out what the buttons say."""

    def __init__(self, session: Session, out: Outgoing) -> None:
        self._session, self._out = session, out

    def copy(self) -> None:
        """Copy the text in view to the clipboard."""
        out = self._out
        if out.reader in out.texts:
            self._session.services.copy_text(out.texts[out.reader])
            out.page.say(tr("The text is on the clipboard."), "good")

    def write_in_program(self) -> None:
        """A new mail with the text in the mail program."""
        out = self._out
        if out.reader not in out.texts:
            return
        found = out.recipients.get(out.reader)
        to = found.to if found is not None else None
        link, whole = text_link(out.facts[out.reader], out.texts[out.reader], to or Correspondent("", ""))
        if not whole:
            self._session.services.copy_text(out.texts[out.reader])
        if not open_link(link):
            out.page.say(tr("No mail program answers here."), "bad")
        elif whole:
            out.page.say(tr("The mail program has the text; picture and PDF go along with Save as .eml."), "good")
        else:
            out.page.say(tr("The text is too long for a link: it is on the clipboard, to be pasted there."), "warning")

    def save_drafts(self) -> None:
        """A mail for each who is ticked, into a folder."""
        out, session = self._out, self._session
        if not out.packages:
            return
        name = safe_name(f"{session.game.name} {session.game.turn(out.cursor).phase} mails")
        folder = session.services.save_path(FileKind.PICTURE_FOLDER, name)
        if folder is None:
            return
        try:
            written = write_together(folder, drafts(out.packages.values(), out.wanted, None, now_of(session)))
        except StorageError as error:
            out.page.say(str(error), "bad")
            return
        out.page.say(
            plural("{count} mail written to {folder}.", "{count} mails written to {folder}.", len(written), folder=folder),
            "good",
        )

    def open_pdf(self) -> None:
        """Open the PDF in view, in the program for such."""
        package = self._out.packages.get(self._out.reader)
        if package is not None and package.page is not None:
            self._open(f"{package.name}.pdf", package.page)

    def open_picture(self) -> None:
        """Open the picture in view, in the program for such."""
        package = self._out.packages.get(self._out.reader)
        if package is not None and package.picture is not None:
            self._open(picture_name(package), package.picture)

    def edit_template(self) -> None:
        """One's own copy of the template that is chosen, in the program for texts."""
        page = self._out.page
        name = str(page.template.currentData())
        try:
            path = shelf().copy_to_edit(named_template(name))
        except StorageError as error:
            page.say(str(error), "bad")
            return
        page.show_templates({known: each.title for known, each in shelf().templates().items()}, name)
        open_path(path)
        page.say(tr("Your template is {path}. Choose it again to see what it makes.", path=path), "good")

    def _open(self, name: str, content: bytes) -> None:
        if not open_copy(name, content):
            self._out.page.say(tr("No program on this machine opens {name}.", name=name), "bad")
