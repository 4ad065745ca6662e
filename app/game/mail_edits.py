"""Edits for games by mail: their short names, mails of a phase, lines for a later one, orders that seem to be taken back, and powers that
ask to wait.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from adjudicator import Convoy, Move, Order, Phase, Retreat, Support, Waive
from app.game.edits import known_power, one_line, open_cursor, text_block
from app.game.entries import LaterLine, Mail
from app.game.record import EditError, Game, OrderLine, Why, ordered_place
from languages import tr

MOST_MAILS = 500
"""Mails that are kept in one phase."""
LONGEST_MAIL = 20_000
"""Characters of one mail's own words that are kept."""
MOST_WORDS = 2_000_000
"""Characters of all mails that a game keeps, so that its file stays one that can be opened."""


def keep_mail(game: Game, branch: str, mail: Mail) -> Game:
    """The game with *mail* behind the mails of the open phase. What strangers wrote is cleaned: no field can end a line of the file.

    Raises:
        EditError: the branch is over, the power is not known, too many mails are kept, or their words are too many.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    if mail.power:
        known_power(game, mail.power)
    if len(turn.mails) >= MOST_MAILS:
        raise EditError(Why.BAD_TEXT, tr("{most_mails} mails are kept in this phase already; no more are taken.", most_mails=MOST_MAILS))
    cleaned = replace(
        mail,
        name=one_line(mail.name)[:200],
        address=one_line(mail.address)[:200],
        subject=one_line(mail.subject)[:300],
        sent=one_line(mail.sent),
        taken=one_line(mail.taken),
        received=one_line(mail.received),
        mark=one_line(mail.mark),
        text=text_block(mail.text).rstrip("\n"),
    )
    held = sum(len(each.text) for branch_ in game.branches for each_turn in branch_.turns for each in each_turn.mails)
    if len(cleaned.text) > LONGEST_MAIL or held + len(cleaned.text) > MOST_WORDS:
        raise EditError(
            Why.BAD_TEXT, tr("The words of this mail are too many to be kept in the game's file; take its orders from a shorter text.")
        )
    return game.with_turn(cursor, replace(turn, mails=(*turn.mails, cleaned)))


def replace_mail(game: Game, branch: str, number: int, mail: Mail | None) -> Game:
    """The game with *mail* in place of number *number* (from 1) of the open phase; ``None`` takes it out.

    Raises:
        EditError: the branch is over, or there is no such mail.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    if not 1 <= number <= len(turn.mails):
        raise EditError(Why.NO_SUCH_TURN, tr("There is no mail number {number} in this phase.", number=number))
    new = () if mail is None else (mail,)
    return game.with_turn(cursor, replace(turn, mails=(*turn.mails[: number - 1], *new, *turn.mails[number:])))


def settle_mail_line(game: Game, branch: str, number: int, line: int) -> Game:
    """The game in which line *line* of mail *number* is set aside; line 0 is the mail as a whole.

    Raises:
        EditError: the branch is over, or there is no such mail.
    """
    turn = game.turn(open_cursor(game, branch))
    if not 1 <= number <= len(turn.mails):
        return replace_mail(game, branch, number, None)  # says that there is none
    mail = turn.mails[number - 1]
    return replace_mail(game, branch, number, replace(mail, settled=tuple(sorted({*mail.settled, line}))))


def trail_of_set_aside(mail: Mail, line: int, phase: Phase | None) -> str:
    """The line of the trail for a line that is set aside, or for a mail as a whole."""
    what = f"line {line} set aside" if line else "set aside"
    return f"mail of {mail.power or 'nobody known'}: {what}{'' if phase is None else f', kept for {phase}'}"


def set_wait(game: Game, branch: str, power: str, *, waits: bool) -> Game:
    """The game in which *power* asks not to process the open phase before its deadline, or asks it no longer."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    asking = {*turn.waits, known_power(game, power)} if waits else {*turn.waits} - {known_power(game, power)}
    return game.with_turn(cursor, replace(turn, waits=tuple(each for each in game.variant.powers if each in asking)))


MOST_LATER = 1_000
"""Lines that are kept in one turn."""


def keep_for_later(game: Game, branch: str, power: str, phase: Phase, text: str) -> Game:
    """The game with a line of *power* kept for *phase*, as it was received; the same game where it is kept already.

    Raises:
        EditError: the branch is over, the power is not known, or too many lines are kept.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    line = LaterLine(known_power(game, power), phase, one_line(text))
    if line in turn.later or not line.text:
        return game
    if len(turn.later) >= MOST_LATER:
        raise EditError(Why.BAD_TEXT, tr("{most_later} lines are kept for later phases already; no more are taken.", most_later=MOST_LATER))
    return game.with_turn(cursor, replace(turn, later=(*turn.later, line)))


def withdraw(
    game: Game,
    branch: str,
    power: str,
    places: Collection[str] | None = None,
    but: Collection[str] = (),
    kinds: Collection[str] = (),
    *,
    or_all: bool = True,
    or_leading: bool = True,
) -> Game:
    """The game in which orders of *power* wait for a decision whether they stand.

    Args:
        places: of the units whose orders are meant, else those that the orders lead to; all orders unless given, and where none fits.
        but: the units whose orders are later than the mail, or spared by it.
        kinds: of the units whose orders are meant, where no places are given.
        or_all: whether all orders are meant where none fits *places*.
        or_leading: whether orders that lead to *places* are meant where no unit stands there.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders.get(known_power(game, power))
    if not lines:
        return game
    candidates = [line.order for line in lines if line.is_legal and line.order is not None and ordered_place(line.order) not in but]
    meant = orders_meant(candidates, places, kinds, or_all=or_all, or_leading=or_leading)
    if not meant:
        return game
    marked = tuple(replace(line, is_withdrawn=True) if line.is_legal and line.order in meant else line for line in lines)
    return game.with_turn(cursor, turn.with_orders(power, marked))


def orders_meant(
    orders: Collection[Order],
    places: Collection[str] | None,
    kinds: Collection[str] = (),
    *,
    or_all: bool = True,
    or_leading: bool = True,
) -> tuple[Order, ...]:
    """Return those of *orders* that words about *places*, or about *kinds* of units, may mean; see ``withdraw``."""
    every = tuple(orders)
    meant = every
    if places is not None:
        meant = tuple(order for order in every if ordered_place(order) in places)
        if or_leading:
            meant = meant or tuple(order for order in every if not places_of(order).isdisjoint(places))
        meant = meant or (every if or_all else ())
    elif kinds:
        meant = tuple(order for order in every if not isinstance(order, Waive) and order.piece.kind in kinds)
        meant = meant or (every if or_all else ())
    return meant


def stand(game: Game, branch: str, power: str, places: Collection[str] | None = None) -> Game:
    """The game in which the orders of *power* that a mail seemed to take back stand; only those of the units in *places*, if given."""
    return _settled(game, branch, power, places, keeps=True)


def take_out(game: Game, branch: str, power: str, places: Collection[str] | None = None) -> Game:
    """The game without the orders of *power* that a mail took back; only those of the units in *places*, if given."""
    return _settled(game, branch, power, places, keeps=False)


def trail_of_settled(power: str, orders: Sequence[str], *, stands: bool) -> str:
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


SHORT = "short-name"
"""The setting of a game that holds its short name, by which players of a mail judge call it: ``SIGNON fstraits password``."""

_SHORT = re.compile(r"[a-z0-9][a-z0-9-]{1,19}")


def short_name_of(game: Game) -> str:
    """The short name of *game*; empty where it has none."""
    return dict(game.settings).get(SHORT, "")


def is_short_name(text: str) -> bool:
    """Return True if *text* can be one: 2 to 20 small letters, digits and hyphens."""
    return _SHORT.fullmatch(text) is not None


def with_short_name(game: Game, name: str) -> Game:
    """*game* with that short name; none where it is empty."""
    others = tuple(pair for pair in game.settings if pair[0] != SHORT)
    return replace(game, settings=(*others, (SHORT, name)) if name else others)
