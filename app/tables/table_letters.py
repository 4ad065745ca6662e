"""Letters that programs at a table write: through the hooks of the game, into it, while the laptop is free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.game.deadlines import written
from app.game.entries import Press
from app.game.record import Game
from app.game.refusal import EditError
from app.hooks.press import send_with_hooks
from app.session.moments import now_of
from app.session.seating import Seating
from app.session.session import Session
from entente.words.names import join_words, power_name
from languages import tr

Inform = Callable[[str, str], None]
"""Tells the sender of a letter what was kept back."""


def put_letters(session: Session, seating: Seating, letters: Sequence[Press], inform: Inform) -> None:
    """Add *letters* to the game as one step without undo."""
    game = seating.game
    for press in letters:
        dated = replace(press, at=written(now_of(session)))
        game = _sent(session, seating, game, dated, inform)
    if game is not seating.game:
        names = join_words(power_name(game.variant, each) for each in dict.fromkeys(press.sender for press in letters))
        seating.perform_beside(game, tr("Press from {names}", names=names))
        session.table_changed()


def _sent(session: Session, seating: Seating, game: Game, press: Press, inform: Inform) -> Game:
    """*game* with the letter, as its hooks let it through; its sender learns which parts were kept back."""
    try:
        changed, deliveries, log = session.hooks.waiting(
            lambda: send_with_hooks(game, seating.branch, press, session.hooks.host, seating.letters.seal)
        )
    except EditError as error:
        inform(press.sender, str(error))
        return game
    session.hooks.note(game, log)
    for each in deliveries:
        if not each.allowed:
            inform(press.sender, f"not delivered to {each.receiver}: {each.reason}")
        elif each.delay:
            inform(press.sender, f"{each.receiver} will read it in {each.delay} phases")
    return changed
