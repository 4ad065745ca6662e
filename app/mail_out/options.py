"""Options of results of a phase, which the commands for files, drafts and mails share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from adjudicator.phase import Phase
from app.session.errors import CommandError
from app.session.parameters import PowerName
from app.session.services import PictureFormat
from app.session.session import Session
from app.session.view_options import PageSize
from languages import tr

if TYPE_CHECKING:
    from app.game.record import Cursor
    from app.mail_out.making import Package, Wish


class MailPicture(StrEnum):
    """Kind of picture in a mail."""

    PNG = "png"
    JPEG = "jpg"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ResultsOptions:
    """Options of the results and their readers.

    Args:
        phase: of when; the phase that is shown unless given, or the one before where that is not adjudicated yet.
        power: for this power alone.
        template: plain, judge, zine, chat or html, or one of your own; an html one goes beside the plain text.
        picture: of the board: png, jpg or none; at most 250 kB.
        pdf: picture and results on one page where it fits; --no-pdf leaves it out.
        colour: of the PDF; --no-colour makes it black and white.
        page_size: of the PDF: a4 or letter; as chosen in Preferences unless given.
    """

    phase: Phase | None = None
    power: PowerName | None = None
    template: str = "plain"
    picture: MailPicture = MailPicture.PNG
    pdf: bool = True
    colour: bool = True
    page_size: PageSize | None = None

    @property
    def wish(self) -> Wish:
        """The same for those who make it.

        Raises:
            Abort: there is no such template.
        """
        from app.mail_out.making import Wish
        from app.mail_out.readers import named_template

        format_ = None if self.picture is MailPicture.NONE else PictureFormat(self.picture.value)
        return Wish(named_template(self.template), format_, self.pdf, self.colour, page_size=self.page_size)


def made(session: Session, cursor: Cursor, readers: Sequence[str], wish: Wish) -> tuple[Package, ...]:
    """Make what is wished for *readers* of the phase at *cursor*, with progress.

    Raises:
        CommandError: the template does not work, or it cannot be drawn.
    """
    from app.mail_out.bounded_templates import TemplateFault  # templates are imported when one is wanted
    from app.mail_out.making import make, plan

    planned = plan(session, cursor, readers, wish)
    try:
        return session.services.watch_over(tr("Making the results…"), lambda go_on: make(session.services, planned, go_on))
    except TemplateFault as fault:
        raise CommandError(str(fault)) from fault
