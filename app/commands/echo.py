"""Words for whoever reads a script's output."""

from __future__ import annotations

from app.commands.base.kinds import RestOfLine
from app.commands.base.registry import command
from app.commands.base.session import Session


@command("echo", "Echo", palette=False)
def echo(session: Session, text: RestOfLine = "") -> None:
    """Say something: for scripts that tell how far they are.

    Args:
        text: what.
    """
    session.say(text)
