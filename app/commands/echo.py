"""Words for whoever reads a script's output."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session


@command("echo", "Echo", palette=False)
def echo(session: Session, text: RestOfLine = "") -> None:
    """Say something: for scripts that tell how far they are.

    Args:
        text: what.
    """
    session.say(text)
