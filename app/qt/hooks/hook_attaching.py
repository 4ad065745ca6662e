"""Steps before a hook of a person's own is attached: it is rehearsed, and takes another name where its own has been played with."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.game.record import Game
from app.hooks.host import CallOutcome
from app.qt.widgets.dialogs import ask
from app.session.hook_changes import Attach, Detach, Variation, attached_words, free_name, was_played_with_another_text
from languages import mark, tr

ATTACH_ANYWAY, WRITE_ON = mark("Attach it all the same"), mark("Go on writing")


def failure_words(outcome: CallOutcome) -> str:
    """Return the failure, with its line before it."""
    return tr("Line {line}: {what}.", line=outcome.line, what=outcome.words) if outcome.line else f"{outcome.words}."


def attach_although(parent: QWidget, failed: CallOutcome) -> bool:
    """Return True if the user wants a hook attached that failed when it was rehearsed."""
    question = tr("Asked about the present phase, it fails. {failure}", failure=failure_words(failed))
    return ask(parent, question, (tr(WRITE_ON), tr(ATTACH_ANYWAY))) == tr(ATTACH_ANYWAY)


def under_a_name_of_its_own(parent: QWidget, game: Game, branch: str, wish: Attach) -> tuple[Attach, tuple[Variation, ...]] | None:
    """*wish* and what has to be done for it; under another name where phases were played with another text of this one.

    Returns:
        ``None`` where the other name is refused.
    """
    name = wish.hook.name
    if not was_played_with_another_text(game, wish.hook):
        return wish, (wish,)
    other = free_name(game, name)
    agreed = tr("Attach it as {other}", other=other)
    question = tr(
        "Earlier phases were played with another text of {name} and are checked by it, so the new one takes another name.", name=name
    )
    if ask(parent, question, (agreed, tr(WRITE_ON))) != agreed:
        return None
    renamed = Attach(replace(wish.hook, name=other), wish.arguments)
    return renamed, (Detach(name), renamed) if name in attached_words(game, branch) else (renamed,)
