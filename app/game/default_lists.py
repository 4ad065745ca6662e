"""Default lists of powers for retreats and builds, and what a game master decides beforehand for powers whose orders are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator import Build, Disband, Move, Order, PhaseKind, Position, PowerRole, Remove, Retreat, Variant
from adjudicator.notation import Reading, read_order
from app.game.edits import known_power, one_line, open_cursor
from app.game.entries import DefaultList
from app.game.record import Cursor, EditError, Game, Why
from app.game.rulings import standing_places
from languages import mark, tr

MOST_LINES = 200
"""Lines of one list; the largest boards have fewer units and centres of one power."""

_BETWEEN = re.compile(r"[,;\n]+")


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a list as it was read."""

    text: str
    order: Order | None
    """``None`` where it was not understood, or is no retreat, removal or build."""

    reading: Reading
    impossible: str = ""
    """The place where its unit can never stand; empty where it can."""


def read_list_lines(variant: Variant, position: Position, power: str, text: str) -> tuple[ListLine, ...]:
    """The lines of *text*, which stand on lines of their own or between commas: ``build F BRE, remove A PIC, A MUN R BUR``.

    "A MUN - BUR" is read as a retreat, "disband A PIC" as a removal, which in a retreat phase means that the unit disbands.
    """
    winter = replace(position, phase=replace(position.phase, kind=PhaseKind.ADJUSTMENT))
    return tuple(_list_line(variant, winter, power, each) for each in map(str.strip, _BETWEEN.split(text)) if each)


def set_default_list(game: Game, branch: str, power: str, orders: Iterable[Order]) -> Game:
    """The game with *orders* as the default list of *power* from the open turn of *branch* on; none of them takes the list back.

    Raises:
        EditError: the branch is over, the power does not play, or an order is no retreat, removal or build.
    """
    cursor = open_cursor(game, branch)
    listed = tuple(dict.fromkeys(Remove(each.piece) if isinstance(each, Disband) else each for each in orders))
    if game.variant.powers[known_power(game, power)].role is not PowerRole.PLAYING:
        raise EditError(Why.NO_SUCH_POWER, tr("{power} does not play in this game.", power=power))
    if len(listed) > MOST_LINES:
        raise EditError(
            Why.BAD_TEXT,
            tr("{count} lines are too many for a default list; at most {most_lines} are taken.", count=len(listed), most_lines=MOST_LINES),
        )
    for order in listed:
        if not isinstance(order, Retreat | Remove | Build):
            raise EditError(Why.BAD_TEXT, tr("{order} is no retreat, removal or build.", order=order))
    turn = game.turn(cursor)
    others = tuple(each for each in turn.changes if not (isinstance(each, DefaultList) and each.power == power))
    changed = replace(turn, changes=others)
    before = game.with_turn(cursor, changed).default_lists_at(cursor).get(power, ())
    if listed != before:
        changed = replace(turn, changes=(*others, DefaultList(power, listed)))
    return game if changed == turn else game.with_turn(cursor, changed)


def list_used(game: Game, cursor: Cursor) -> tuple[str, ...]:
    """The powers that have sent nothing for the turn at *cursor* and have a default list that orders something there."""
    from app.game.rulings import orders_due  # what it brings in is not needed to write a list

    return tuple(orders_due(game, cursor).by_default)


def _list_line(variant: Variant, winter: Position, power: str, text: str) -> ListLine:
    reading = read_order(variant, winter, one_line(text), power)
    order = reading.order
    if isinstance(order, Move):
        order = Retreat(order.piece, order.target)
    elif isinstance(order, Disband):
        order = Remove(order.piece)
    if not isinstance(order, Retreat | Remove | Build):
        return ListLine(text, None, reading)
    places = [order.piece.location, *([order.target] if isinstance(order, Retreat) else [])]
    wrong = next((each for each in places if not standing_places(variant.board, replace(order.piece, location=each))), None)
    return ListLine(text, order, reading, "" if wrong is None else str(wrong))


PREFIX = "if missing "
"""Words before the power, in small letters, as names of fields in a file are: ``if missing france``."""


class IfMissing(StrEnum):
    """Policy for a phase in which a power lacks orders, or has lines that are not decided."""

    DECIDE = mark("decide")
    """Policy to ask when the phase is processed."""
    WAIT = mark("wait")
    """The phase waits."""
    HOLD = mark("hold")
    """Policy that a power without orders is taken to have sent an empty set; units without an order hold."""
    DEFAULT = mark("default")
    """Its default list orders for it."""
    ASK = mark("ask")
    """The phase waits, and its player is asked."""


def policies(game: Game, branch: str) -> Mapping[str, IfMissing]:
    """Return the decisions for powers in the open phase of *branch*; a power without one is absent."""
    mark = _mark(game, branch)
    found = {}
    for key, value in game.settings:
        word, _, of = value.partition(" ")
        if key.startswith(PREFIX) and of == mark and word in set(IfMissing):
            found[key.removeprefix(PREFIX).replace("-", "_").upper()] = IfMissing(word)
    return found


def with_policy(game: Game, branch: str, power: str, policy: IfMissing) -> Game:
    """The game in which *policy* holds for *power* in the open phase of *branch*; what was decided for phases that are over goes.

    Raises:
        EditError: there is no such power, or the branch is over.
    """
    open_cursor(game, branch)
    key, mark = f"{PREFIX}{known_power(game, power).lower().replace('_', '-')}", _mark(game, branch)
    others = (each for each in game.settings if each[0] != key)
    kept = tuple((name, value) for name, value in others if not name.startswith(PREFIX) or value.endswith(f" {mark}"))
    added = () if policy is IfMissing.DECIDE else ((key, f"{policy} {mark}"),)
    return replace(game, settings=(*kept, *added))


def _mark(game: Game, branch: str) -> str:
    return f"{game.turn(game.last(branch)).phase} {branch}"
