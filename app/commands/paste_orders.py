"""Orders from the clipboard."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.notation import OrderSheet, ReadingErrorKind, read_orders
from adjudicator.order import Order
from app.commands.base.errors import Abort
from app.commands.base.kinds import PowerName
from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import keep_line, set_order
from app.game.record import Game
from app.game.rulebook import check_order
from entente.words import describe_reading_error, describe_verdict
from entente.words.names import counted

_NO_ORDERS = frozenset({ReadingErrorKind.MALFORMED, ReadingErrorKind.EMPTY, ReadingErrorKind.TOO_LONG})
"""Lines of which nothing looks like an order: greetings, signatures, headers of mails."""


@dataclass(slots=True)
class _Sorted:
    """The lines of a text, by what can be done with them."""

    written: list[tuple[str, Order]] = field(default_factory=list)
    kept: list[tuple[str, str, Order | None]] = field(default_factory=list)
    """Power, text and what it was read as: lines that stay among the orders as they were received."""
    doubtful: list[str] = field(default_factory=list)
    """What was not written, each with its line and the reason."""


@command("paste-orders", "Paste orders", menu="Edit", place=21, shortcut="Ctrl+Shift+V", available=orders_taken)
def paste_orders(session: Session, power: PowerName | None = None) -> None:
    """Take orders from the clipboard: a mail, a list, one or many powers, in any of the usual notations.

    Each order takes the place of the unit's earlier one; other units keep theirs. Lines that are not understood or not legal are listed
    with their place in the text; those that look like an order stay among the orders as they were received, to be mended there. All of it
    is one undo step. Where nothing in the text is a legal order, nothing is changed.

    Args:
        power: whose orders they are until a heading in the text says otherwise.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort("There is no text on the clipboard.")
    found = _sort(session, read_orders(session.variant, session.open_turn.position, text, power))
    if not found.written:
        raise Abort("\n".join(("No order in the text can be written:", *found.doubtful)))

    def write(game: Game) -> Game:
        for whose, order in found.written:
            game = set_order(game, session.branch, whose, order)
        for whose, received, order_read in found.kept:
            game = keep_line(game, session.branch, whose, received, order_read)
        return game

    session.perform(f"Paste {counted(len(found.written), 'order')}", write)
    left = f" {counted(len(found.doubtful), 'line')} not written:" if found.doubtful else ""
    session.services.report(f"{counted(len(found.written), 'order')} written.{left}", found.doubtful)


def _sort(session: Session, sheet: OrderSheet) -> _Sorted:
    variant, position = session.variant, session.open_turn.position
    found = _Sorted()
    placed: dict[tuple[str, Order], tuple[int, str]] = {}
    for entry in sheet.entries:
        reading, place = entry.reading, f"line {entry.line}"
        if reading.order is None:
            assert reading.error is not None
            quoted = "" if reading.error.kind in _NO_ORDERS else f"{reading.text}: "
            found.doubtful.append(f"{place}: {quoted}{describe_reading_error(variant, reading.text, reading.error)}")
            if reading.power is not None and reading.error.kind not in _NO_ORDERS:
                found.kept.append((reading.power, reading.text, None))
        elif entry.replaced_by is not None:
            found.doubtful.append(f"{place}: {reading.order}: replaced by line {sheet.entries[entry.replaced_by].line}")
        elif reading.power is None:
            found.doubtful.append(f"{place}: {reading.order}: whose order is this?")
        else:
            placed[reading.power, reading.order] = (entry.line, reading.text)
    if sheet.truncated:
        found.doubtful.append("the text is too long; its end was not read")
    for whose, orders in sheet.orders.items():
        session.check_writer(whose)
        for order in orders:
            verdict = check_order(variant, position, whose, order)
            if verdict:
                found.written.append((whose, order))
                continue
            line, received = placed[whose, order]
            found.doubtful.append(f"line {line}: {order}: {describe_verdict(variant, position, order, verdict)}")
            found.kept.append((whose, received, order))
    found.doubtful.sort(key=_line_number)
    return found


def _line_number(doubt: str) -> int:
    """The line that a doubt is about; what is about the whole text comes last."""
    head = doubt.partition(":")[0].removeprefix("line ")
    return int(head) if head.isdecimal() else 1_000_000
