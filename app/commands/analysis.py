"""The analysis board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.analysis import analysis_board, emptied
from app.session.analysis_board import put_in_front
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.session import Session


@command("analysis", "Analysis board", menu="Tools", place=30, shortcut="Ctrl+Shift+A")
def analysis(session: Session, variant: str | None = None, *, empty: bool = False) -> None:
    """Open a board where pieces stay while orders change: set them up freely, write orders for all, and see what would come of them.

    It begins with the position and the orders that are shown; without an open game, with the start of the standard one.

    Args:
        variant: what is played; then it begins with the variant's start.
        empty: begin without units and owners.
    """
    if variant is None and session.current is not None:
        shown, turn = session.shown, session.turn
        rules = tuple(session.game.rules_at(session.cursor).items())
        name = f"Analysis of {shown.name}, {turn.phase}"
        game = analysis_board(
            shown.variant, turn.position, {} if empty else turn.orders, name=name, rules=rules, checksum=shown.variant_checksum
        )
    else:
        wanted = variant or "standard"
        shelved = session.shelf.find(wanted)
        if shelved is None:
            ids = session.shelf.ids()
            raise Abort(f"There is no variant {wanted}; there are {', '.join(ids)}{did_you_mean(nearest(wanted, ids))}")
        game = analysis_board(shelved.variant, name=f"Analysis, {shelved.variant.name}", checksum=shelved.checksum)
    if empty:
        game = emptied(game)
    put_in_front(session, game)
    session.say(f"{game.name}. Pieces stay while orders change; place, clear and owner set them up.")
