"""Preferences of a person: read from the commands of the View menu, which declare the present value and the choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.commands.declaring.command import Command, Offer
from app.commands.declaring.registry import COMMANDS
from app.session.parameters import Kind
from app.session.session import Session, on_screen
from languages import tr

MENU = "View"


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference that is on or off, or one of several."""

    command: Command

    switch: str = ""
    """The parameter of the command that takes on or off; empty where there are ``offers``."""

    is_on: bool = False

    offers: tuple[Offer, ...] = ()
    """Choices; the present one is ``chosen``."""

    @property
    def title(self) -> str:
        """Title of the preference."""
        return tr(self.command.title)

    @property
    def sentence(self) -> str:
        """Sentence on its effect."""
        return tr(self.command.summary)

    def turned(self, on: bool) -> Mapping[str, object]:
        """The command's arguments that switch it."""
        return {self.switch: on}


def preferences(session: Session) -> tuple[Preference, ...]:
    """All of them, as the menu lists them, with what holds now.

    A command of the View menu is one that needs no game and declares a tick with a parameter for it, or offers.
    """
    found = (_preference(session, each) for each in COMMANDS.in_menu_order() if each.menu == MENU and each.available is on_screen)
    return tuple(each for each in found if each is not None)


def _preference(session: Session, command: Command) -> Preference | None:
    if command.offers is not None:
        return Preference(command, offers=tuple(command.offers(session)))
    switch = next((each.python_name for each in command.parameters if each.kind is Kind.FLAG), None)
    if switch is None or command.checked is None:
        return None
    return Preference(command, switch, command.checked(session))
