"""Orders from the clipboard."""

from __future__ import annotations

from adjudicator.notation import read_orders
from adjudicator.verdict import Verdict
from app.commands.base.errors import Abort
from app.commands.base.kinds import PowerName
from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import set_order
from app.game.record import Game
from app.game.rulebook import check_order
from entente.words import describe_reading_error, describe_verdict


@command("paste-orders", "Paste orders", menu="Edit", place=21, shortcut="Ctrl+Shift+V", available=orders_taken)
def paste_orders(session: Session, power: PowerName | None = None) -> None:
    """Take orders from the clipboard: a mail, a list, one or many powers, in any of the usual notations.

    Each order takes the place of the unit's earlier one; other units keep theirs. Lines that are not understood or not legal are listed,
    with their place in the text, and nothing is written for them. All of it is one undo step.

    Args:
        power: whose orders they are until a heading in the text says otherwise.
    """
    variant, position = session.variant, session.open_turn.position
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort("There is no text on the clipboard.")
    sheet = read_orders(variant, position, text, power)
    doubtful: list[str] = []
    for entry in sheet.entries:
        reading, place = entry.reading, f"line {entry.line}"
        if reading.order is None:
            assert reading.error is not None
            doubtful.append(f"{place}: {reading.text!r}: {describe_reading_error(variant, reading.text, reading.error)}")
        elif entry.replaced_by is not None:
            doubtful.append(f"{place}: {reading.order}: replaced by line {sheet.entries[entry.replaced_by].line}")
        elif reading.power is None:
            doubtful.append(f"{place}: {reading.order}: whose order is this?")
    if sheet.truncated:
        doubtful.append("the text is too long; its end was not read")
    taken = []
    for whose, orders in sheet.orders.items():
        session.check_writer(whose)
        for order in orders:
            verdict: Verdict = check_order(variant, position, whose, order)
            if verdict:
                taken.append((whose, order))
            else:
                doubtful.append(f"{order}: {describe_verdict(variant, position, order, verdict)}")
    if not taken:
        raise Abort("\n".join(("No order in the text can be written:", *doubtful)))

    def write(game: Game) -> Game:
        for whose, order in taken:
            game = set_order(game, session.branch, whose, order)
        return game

    session.perform(f"Paste {len(taken)} orders", write)
    session.say("\n".join((f"{len(taken)} orders written." + (" Not written:" if doubtful else ""), *(f"  {each}" for each in doubtful))))
