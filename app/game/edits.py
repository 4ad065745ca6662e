"""Edits of a game, each a function from one game to the next, and the checks of every edit: open branch, power in play, text for a file.

Orders can be given at the open turn of a branch only. An act that cannot be done raises ``EditError`` and leaves the game as it was.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator import Build, Ending, Order, Piece, Position, Refusal, Variant, Verdict, Waive, check_order
from adjudicator.notation import read_order
from app.game.entries import AuditLine, SeatedPlayer
from app.game.record import MAIN, Branch, Cursor, EditError, Game, OrderLine, Turn, Why, ordered_place, variant_at
from app.game.rulings import Referee, apply_forced, judged_orders, plain_referee
from entente.words.rule_faults import rule_fault
from languages import tr
from languages.outside_text import LONGEST_LINE, LONGEST_TEXT, outside_line, outside_name, outside_text


def open_cursor(game: Game, branch: str) -> Cursor:
    """The open turn of *branch*.

    Raises:
        EditError: there is no such branch, or it is over.
    """
    ending = game.branch(branch).ending
    if ending is not None:
        raise EditError(
            Why.GAME_OVER,
            f"{_how_it_ended(ending)} {tr('The game is over. Play on from an earlier phase in a branch.')}",
        )
    return game.last(branch)


def known_power(game: Game, power: str) -> str:
    """*power*, if the variant has it.

    Raises:
        EditError: it does not.
    """
    if power not in game.variant.powers:
        raise EditError(
            Why.NO_SUCH_POWER,
            tr(
                "{power} is no power of {variant}; they are {powers}.",
                power=power,
                variant=game.variant.name,
                powers=", ".join(game.variant.powers),
            ),
        )
    return power


def one_line(text: str) -> str:
    """*text* on one line, as ``outside_line`` makes it, and never cut.

    Raises:
        EditError: it is longer than 2,000 characters.
    """
    cleaned = outside_line(text, len(text))
    if len(cleaned) > LONGEST_LINE:
        raise EditError(
            Why.BAD_TEXT,
            tr(
                "A line of {count} characters is too long; at most {longest_line} are taken.", count=len(cleaned), longest_line=LONGEST_LINE
            ),
        )
    return cleaned


def text_block(text: str) -> str:
    """*text* of several lines, as ``outside_text`` makes it, and never cut.

    Raises:
        EditError: it is longer than 400,000 characters.
    """
    if len(text) > LONGEST_TEXT:
        raise EditError(
            Why.BAD_TEXT,
            tr("A text of {count:,} characters is too long; at most {most:,} are taken.", count=len(text), most=LONGEST_TEXT),
        )
    return outside_text(text)


def _how_it_ended(ending: Ending) -> str:
    if not ending.winners:
        return tr("This game was abandoned.")
    if len(ending.winners) == 1:
        return tr("{winners} has won this game ({reason}).", winners=ending.winners[0], reason=tr(ending.reason))
    return tr("This game is a draw between {winners}.", winners=", ".join(ending.winners))


_MOST_NAMED = 12
MOST_LINES = 500
"""Order lines that one power can send for one phase."""


# --- a game begins and ends ---


def new_game(
    variant: Variant,
    name: str = "",
    *,
    checksum: str = "",
    players: Mapping[str, SeatedPlayer] | None = None,
    rules: Iterable[tuple[str, str]] = (),
    game_id: str | None = None,
) -> Game:
    """A game of *variant* at its start, with one branch and nothing ordered.

    Args:
        checksum: ``sha256:...`` of the variant's files.
        rules: rule options as words, such as ``("nmr", "hold")``.
        game_id: eight random hexadecimal digits unless given.
    """
    return Game(
        id=game_id or secrets.token_hex(4),
        name=one_line(name) or outside_name(variant.name),
        variant=variant,
        variant_checksum=checksum,
        branches=(Branch(MAIN, None, (Turn(variant.start),)),),
        players=MappingProxyType({power: _seated(player) for power, player in (players or {}).items()}),
        rules=tuple(rules),
    )


def process(game: Game, branch: str = MAIN, *, referee: Referee = plain_referee) -> Game:
    """Adjudicate the open turn of *branch* and append the next, which has no orders yet.

    Args:
        referee: in place of the rules alone, one that asks the game's hooks as well.

    Raises:
        EditError: the branch is over, or a mail seems to have taken back orders without a decision on them.
    """
    cursor = open_cursor(game, branch)
    doubtful = game.turn(cursor).withdrawn
    if doubtful:
        named = ", ".join(f"{power} {line.order}" for power, line in doubtful[:_MOST_NAMED])
        raise EditError(Why.WITHDRAWN, tr("Not processed: a mail may have taken back {named}; say first whether they stand.", named=named))
    try:
        ruling = referee(game, cursor)
    except ValueError as error:
        raise EditError(Why.BAD_POSITION, tr("This phase cannot be adjudicated: {error}.", error=rule_fault(error))) from error
    found, turn = game.branch(branch), game.turn(cursor)
    resolution = apply_forced(ruling.resolution, turn.forced, variant_at(game, cursor), turn.position)
    resolved = replace(turn, resolution=resolution, orders=judged_orders(turn, resolution))
    turns = (*found.turns[:-1], resolved, Turn(resolution.next, changes=ruling.changes))
    return game.with_branch(replace(found, turns=turns, ending=resolution.ending))


# --- orders ---


def set_order(game: Game, branch: str, power: str, order: Order, text: str | None = None) -> Game:
    """The game with *order* drafted for its unit, in place of the earlier one.

    In an adjustment phase builds replace each other by site, and each waive is a line of its own.

    Args:
        text: what was written; the order's canonical text unless given.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    line = _judged(game, cursor, known_power(game, power), one_line(text) if text else str(order), order)
    return game.with_turn(cursor, turn.with_orders(power, _with_line(turn.orders_of(power), line)))


def set_orders(game: Game, branch: str, power: str, orders: Iterable[Order]) -> Game:
    """The game with exactly *orders* from *power*; none of them is an empty set received."""
    cursor = open_cursor(game, branch)
    lines: tuple[OrderLine, ...] = ()
    for order in orders:
        lines = _with_line(lines, _judged(game, cursor, known_power(game, power), str(order), order))
    return game.with_turn(cursor, game.turn(cursor).with_orders(known_power(game, power), lines))


def settle_line(game: Game, branch: str, power: str, text: str, order: Order) -> Game:
    """The game with *order* for its unit, and the words *text* that were received for it kept beside.

    Lines that waited for a decision about these words, or about another order for this unit, go.

    Args:
        text: what was received; where it is the order itself, nothing is kept beside.
    """
    game = set_order(game, branch, power, order, text)
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders_of(power)
    left = tuple(line for line in lines if line.order is not None or not _is_about(game, turn, power, line.text, text, order))
    return game if len(left) == len(lines) else game.with_turn(cursor, turn.with_orders(power, left))


def _is_about(game: Game, turn: Turn, power: str, kept: str, text: str, order: Order) -> bool:
    """Return True if an unread line is settled by *order*: it has the words received for it, or orders the same unit otherwise."""
    if kept == one_line(text):
        return True
    read = read_order(game.variant, turn.position, kept, power).order
    return read is not None and ordered_place(order) is not None and ordered_place(read) == ordered_place(order)


def write_line(game: Game, branch: str, power: str, at: int | None, text: str, orders: Sequence[Order] = ()) -> Game:
    """The game with *text* in place of line number *at* of *power*, or after its last line; the other lines stay as they were read.

    Args:
        text: as it was written; an empty one takes the line away.
        orders: what it was read as, a line for each; without any it is kept as one that could not be read.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders_of(known_power(game, power))
    replaced = at is not None and at < len(lines)
    start, end = (at, at + 1) if replaced and at is not None else (len(lines), len(lines))
    cleaned = one_line(text)
    new: list[OrderLine] = []
    if cleaned:
        new = [_judged(game, cursor, power, cleaned, order) for order in orders] or [OrderLine(cleaned)]
    kept = (*lines[:start], *new, *lines[end:])
    if len(kept) > MOST_LINES:
        raise EditError(
            Why.BAD_TEXT,
            tr("{count} lines of orders are too many; at most {most_lines} are taken.", count=len(kept), most_lines=MOST_LINES),
        )
    judged = [_judged(game, cursor, power, each.text, each.order) if each.is_replaced and each.order is not None else each for each in kept]
    return game.with_turn(cursor, turn.with_orders(power, last_counts(judged) if judged else None))


def keep_line(game: Game, branch: str, power: str, text: str, order: Order | None = None) -> Game:
    """The game with a line of *power* kept as received: one that could not be read, or that is not legal and whose unit has no legal order.

    It stands among the orders with what is wrong with it, to be mended; it takes the place of none.

    Args:
        order: what the line was read as.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    line = OrderLine(one_line(text)) if order is None else _judged(game, cursor, known_power(game, power), one_line(text), order)
    lines = turn.orders_of(power)
    place = None if order is None else ordered_place(order)
    ordered = place is not None and any(each.is_legal and each.order is not None and ordered_place(each.order) == place for each in lines)
    if ordered or line in lines or len(lines) >= MOST_LINES:
        return game
    return game.with_turn(cursor, turn.with_orders(known_power(game, power), (*lines, line)))


def set_lines(game: Game, branch: str, power: str, lines: str | Iterable[str]) -> Game:
    """The game with the lines that *power* wrote in place of all it sent before.

    Lines that cannot be read, or that are not legal, are kept as received. Where several order the same unit the last one counts, and the
    earlier ones stay in the list as lines that were not used. Text without a line in it is an empty set, which is not the same as none.

    Raises:
        EditError: the branch is over, or there are more than 500 lines, or a line is longer than 2,000 characters.
    """
    cursor = open_cursor(game, branch)
    position = game.turn(cursor).position
    texts = lines.splitlines() if isinstance(lines, str) else list(lines)
    kept = [cleaned for cleaned in map(one_line, texts) if cleaned]
    if len(kept) > MOST_LINES:
        raise EditError(
            Why.BAD_TEXT,
            tr("{count} lines of orders are too many; at most {most_lines} are taken.", count=len(kept), most_lines=MOST_LINES),
        )
    read: list[OrderLine] = []
    for text in kept:
        reading = read_order(game.variant, position, text, known_power(game, power))
        if reading.order is None:
            read.append(OrderLine(text))
        else:
            read.extend([_judged(game, cursor, power, text, reading.order)] * reading.count)
    return game.with_turn(cursor, game.turn(cursor).with_orders(known_power(game, power), last_counts(read)))


def clear_order(game: Game, branch: str, power: str, target: Piece | Order | str) -> Game:
    """Take back one order of *power*: that of a unit, of a province, an order itself (one waive), or a line by its text.

    Raises:
        EditError: *power* gave no such order, or the branch is over.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    lines = turn.orders_of(known_power(game, power))
    at = next((index for index in reversed(range(len(lines))) if _matches(lines[index], target)), None)
    if at is None:
        raise EditError(Why.NO_SUCH_ORDER, tr("{power} has given no order for {target}.", power=power, target=target))
    left = lines[:at] + lines[at + 1 :]
    return game.with_turn(cursor, turn.with_orders(power, left or None))


def clear_power(game: Game, branch: str, power: str) -> Game:
    """The game as if *power* had sent nothing for the open turn of *branch*."""
    cursor = open_cursor(game, branch)
    return game.with_turn(cursor, game.turn(cursor).with_orders(known_power(game, power), None))


# --- the game's own fields ---


def rename_game(game: Game, name: str) -> Game:
    """The game under another name."""
    cleaned = one_line(name)
    if not cleaned:
        raise EditError(Why.BAD_NAME, tr("A game needs a name."))
    return replace(game, name=cleaned)


def set_player(game: Game, power: str, player: SeatedPlayer | None) -> Game:
    """The game with *player* in the seat of *power*; ``None`` leaves the seat as it is at the start, a person at this screen."""
    players = {name: seated for name, seated in game.players.items() if name != power}
    if player is not None:
        players[known_power(game, power)] = _seated(player)
    ordered = {name: players[name] for name in game.variant.powers if name in players}
    return replace(game, players=MappingProxyType(ordered))


def _seated(player: SeatedPlayer) -> SeatedPlayer:
    """*player* as the line of a file can say it."""
    address = one_line(player.address.strip("<>"))
    if any(mark in address for mark in "<> "):
        raise EditError(Why.BAD_NAME, tr("{address} is no address.", address=address))
    detail = one_line(player.detail.translate({ord("("): " ", ord(")"): " "}))
    return replace(player, name=outside_name(player.name), address=address, detail=detail)


def set_note(game: Game, note: str) -> Game:
    """The game with another note."""
    return replace(game, note=text_block(note))


def set_turn_note(game: Game, cursor: Cursor, note: str) -> Game:
    """The game with a note at a turn, past or open."""
    return game.with_turn(cursor, replace(game.turn(cursor), note=text_block(note)))


def add_audit(game: Game, text: str, by: str = "", at: str = "", reason: str = "") -> Game:
    """The game with one more audit line."""
    who = one_line(by.translate({ord("("): " ", ord(")"): " "}))
    return replace(game, audit=(*game.audit, AuditLine(one_line(text), who, "".join(one_line(at).split()), one_line(reason))))


# --- shared by the edits ---


def _judged(game: Game, cursor: Cursor, power: str, text: str, order: Order) -> OrderLine:
    variant = variant_at(game, cursor)
    return OrderLine(text, order, check_order(variant, game.turn(cursor).position, power, order))


def _with_line(lines: tuple[OrderLine, ...], line: OrderLine) -> tuple[OrderLine, ...]:
    """*lines* with *line* where the earlier order for the same unit or site stood, or at the end."""
    assert line.order is not None
    place = ordered_place(line.order)
    if place is None:
        return (*lines, line)
    same = [index for index, kept in enumerate(lines) if kept.order is not None and ordered_place(kept.order) == place]
    if not same:
        return (*lines, line)
    rest = [kept for index, kept in enumerate(lines) if index not in same[1:]]
    rest[same[0]] = line
    return tuple(rest)


def last_counts(lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The lines in sequence; where several order the same unit, all but the last are marked as not used."""
    received = tuple(lines)
    places = [None if line.order is None else ordered_place(line.order) for line in received]
    ordered = [place for place in places if place is not None]
    if len(set(ordered)) == len(ordered):
        return received
    last = {place: at for at, place in enumerate(places)}
    kept: list[OrderLine] = []
    for at, (line, place) in enumerate(zip(received, places, strict=True)):
        is_replaced = place is not None and last[place] != at
        kept.append(replace(line, verdict=Verdict(Refusal.UNIT_ORDERED_TWICE, (place or "",))) if is_replaced else line)
    return tuple(kept)


def _matches(line: OrderLine, target: Piece | Order | str) -> bool:
    order = line.order
    if order is not None and order == target:
        return True
    if isinstance(target, str):
        return target == line.text or (order is not None and target in {str(order), ordered_place(order)})
    if isinstance(target, Piece) and order is not None and not isinstance(order, Waive):
        return order.piece == target or (isinstance(order, Build) and order.piece.location.province == target.location.province)
    return False


def judged_lines(variant: Variant, position: Position, power: str, lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The *lines* of *power* with the verdicts that they have in *position*."""
    return last_counts(_judged_draft(variant, position, power, line) for line in lines)


def _judged_draft(variant: Variant, position: Position, power: str, line: OrderLine) -> OrderLine:
    if line.order is None:
        return line
    return replace(line, verdict=check_order(variant, position, power, line.order))
