"""Orders that a mail seems to take back: marked, and removed only after a decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from adjudicator.order import Convoy, Move, Order, Retreat, Support
from app.game.edit_checks import known_power, open_cursor
from app.game.ordered_place import ordered_place
from app.game.record import Game, OrderLine


def withdraw(
    game: Game,
    branch: str,
    power: str,
    places: Collection[str] | None = None,
    but: Collection[str] = (),
    *,
    or_all: bool = True,
    or_leading: bool = True,
) -> Game:
    """The game in which orders of *power* wait for a decision whether they stand.

    Args:
        places: of the units whose orders are meant, else those that the orders lead to; all orders unless given, and where none fits.
        but: the units whose orders are later than the mail.
        or_all: whether all orders are meant where none fits *places*.
        or_leading: whether orders that lead to *places* are meant where no unit stands there.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders.get(known_power(game, power))
    if not lines:
        return game
    candidates = [line for line in lines if line.is_legal and line.order is not None and ordered_place(line.order) not in but]
    meant = candidates
    if places is not None:
        meant = [line for line in candidates if line.order is not None and ordered_place(line.order) in places]
        if or_leading:
            meant = meant or [line for line in candidates if line.order is not None and not places_of(line.order).isdisjoint(places)]
        meant = meant or (candidates if or_all else [])
    if not meant:
        return game
    marked = tuple(replace(line, is_withdrawn=True) if line in meant else line for line in lines)
    return game.with_turn(cursor, turn.with_orders(power, marked))


def stand(game: Game, branch: str, power: str, places: Collection[str] | None = None) -> Game:
    """The game in which the orders of *power* that a mail seemed to take back stand; only those of the units in *places*, if given."""
    return _settled(game, branch, power, places, keeps=True)


def take_out(game: Game, branch: str, power: str, places: Collection[str] | None = None) -> Game:
    """The game without the orders of *power* that a mail took back; only those of the units in *places*, if given."""
    return _settled(game, branch, power, places, keeps=False)


def said_settled(power: str, orders: Sequence[str], *, stands: bool) -> str:
    """The line of the trail for it."""
    return f"{power}: {', '.join(orders)} {'stand' if stands else 'taken out'}, which a mail may take back"


def _settled(game: Game, branch: str, power: str, places: Collection[str] | None, *, keeps: bool) -> Game:
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders.get(known_power(game, power))
    if lines is None:
        return game

    def is_meant(line: OrderLine) -> bool:
        return line.is_withdrawn and (places is None or (line.order is not None and ordered_place(line.order) in places))

    if keeps:
        left = tuple(replace(line, is_withdrawn=False) if is_meant(line) else line for line in lines)
    else:
        left = tuple(line for line in lines if not is_meant(line))
    return game.with_turn(cursor, turn.with_orders(power, left or None))


def places_of(order: Order) -> frozenset[str]:
    """The provinces that *order* names: its unit's, where it leads, and whom it helps."""
    found = {ordered_place(order)}
    match order:
        case Move() | Retreat():
            found.add(order.target.province)
        case Support():
            found |= {order.supported.location.province, order.target.province if order.target is not None else None}
        case Convoy():
            found |= {order.army.location.province, order.target.province}
        case _:
            pass
    return frozenset(place for place in found if place is not None)
