"""Says where a variant's rule changes are left out."""

from __future__ import annotations

from app.commands.base.session import Session
from entente.words import join_words


def say_unasked_hooks(session: Session, variant: str) -> None:
    """Games between players go by the rules alone: whoever plays a variant that names hooks is told that they are not asked."""
    entry = session.shelf.entry(variant)
    hooks = () if entry is None or entry.folder is None else entry.folder.hooks
    if hooks:
        session.say(f"{variant} is played by its board and rules alone; its hooks are not asked here: {join_words(hooks)}.")
