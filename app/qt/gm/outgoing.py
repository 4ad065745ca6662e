"""Mails on the page of results: their receivers, and the state of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.game.record import Cursor
from app.mail_out.facts import Facts
from app.mail_out.mail import Correspondent
from app.mail_out.making import Package
from app.mail_out.outbox import Item
from app.mail_out.posting import Recipient
from app.qt.gm.results_page import ResultsPage


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
