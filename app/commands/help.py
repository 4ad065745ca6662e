"""Help on a command."""

from __future__ import annotations

from app.commands.base.kinds import RestOfLine
from app.commands.base.reference import help_text
from app.commands.base.registry import COMMANDS, command
from app.commands.base.session import Session
from app.commands.base.words import split


@command("help", "Help", menu="Help", place=10, shortcut="F1")
def help_on(session: Session, name: RestOfLine | None = None) -> None:
    """Say what a command does, and what words it takes.

    Args:
        name: of the command; without one the pages of the help open, at what is in front.
    """
    if name is None and session.services.screen is not None:
        session.services.screen.show_panel("help")
        return
    if name is None:
        session.say(
            "Orders are typed as they are: A PAR - BUR. 'commands' lists the commands, 'help process' explains one.\n"
            "With the mouse: press a unit, then where it moves, a unit that it supports, or itself to hold; Esc goes back a step."
        )
        return
    found, _ = COMMANDS.find(split(name))
    session.say(help_text(found))
