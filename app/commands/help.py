"""Help on a command."""

from __future__ import annotations

from app.commands.declaring.own_commands import load, own_commands
from app.commands.declaring.reference import help_text
from app.commands.declaring.registry import COMMANDS, command
from app.session.errors import UnknownCommandError
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session
from app.session.words import split


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
    try:
        found, _ = COMMANDS.find(split(name))
    except UnknownCommandError:
        told = help_on_own(session, name)
        if told is None:
            raise
        session.say(told)
        return
    told = help_on_own(session, name.strip()[len(found.id) :]) if found.id == "own" else None
    session.say(told or help_text(found))


def help_on_own(session: Session, name: str) -> str | None:
    """What a command of a person's own does; of a text that nobody has agreed to, only what it says of itself."""
    wanted = "-".join(name.replace("_", "-").casefold().split())
    own = next((each for each in own_commands(session.desk.places.commands) if each.name == wanted), None)
    if own is None:
        return None
    if session.hooks.store.unknown((own.as_text,)):
        return f"own {own.name}\n\n{own.summary or own.title}\n\nIts text has not been agreed to yet; it lies in {own.path}."
    return f"own {help_text(load(own))}"
