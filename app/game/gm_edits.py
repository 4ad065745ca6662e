"""What only a game master does: mend the position, force a result, change rules and hooks, set deadlines. Each leaves an audit line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.position import Position
from adjudicator.resolution import Result
from adjudicator.unit import Unit
from app.game.adjusting import check_year, difference
from app.game.edit_checks import known_power, one_line, open_cursor, text_block
from app.game.edits import add_audit
from app.game.entries import Deadline, ForcedResult, RulesChanged
from app.game.forcing import apply_forced
from app.game.options import UnknownOptionError, check_option, variant_at
from app.game.record import Cursor, Game, Turn
from app.game.refusal import EditError, Why


def edit_position(game: Game, branch: str, position: Position, reason: str, *, by: str = "GM", at: str = "") -> Game:
    """The game with *position* at the open turn of *branch*, kept as an adjustment with its reason. Orders stay as they were written.

    Raises:
        EditError: the branch is over, no reason is given, the position cannot be, or its phase stands on this line already.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    why = reason_given(reason)
    _check_position(game, position)
    check_year(position)
    if position.phase != turn.phase and game.find(branch, position.phase) is not None:
        raise EditError(Why.BAD_POSITION, f"{position.phase} was played before on this branch.")
    change = difference(turn.position, position, why, one_line(by), one_line(at))
    if position == turn.position:
        return game
    edited = replace(turn, position=position, adjustments=(*turn.adjustments, change))
    return add_audit(game.with_turn(cursor, edited), f"position edited in {position.phase}: {first_line(why)}", by, at)


def force_result(game: Game, cursor: Cursor, unit: Unit, results: Iterable[Result], reason: str, *, by: str = "GM", at: str = "") -> Game:
    """The game with the result of *unit*'s order in the turn at *cursor* set to *results*.

    The turn is the open one (then the result holds when it is processed) or the last processed one of its branch.

    Raises:
        EditError: later phases rest on the turn (fork it first), no reason is given, or the units cannot stand as the result says.
    """
    why = reason_given(reason)
    turn = game.turn(cursor)
    forced = ForcedResult(unit, frozenset(results), why, one_line(by), one_line(at))
    if not forced.results:
        raise EditError(Why.CANNOT_FORCE, "A forced result needs at least one word, such as ok or bounce.")
    last = game.last(cursor.branch)
    if cursor == last:
        open_cursor(game, cursor.branch)
        changed = game.with_turn(cursor, replace(turn, forced=(*turn.forced, forced)))
    elif cursor.index == last.index - 1 and game.owner(cursor).name == cursor.branch and turn.resolution is not None:
        resting = [each.name for each in game.branches if each.parent is not None and each.parent == Cursor(cursor.branch, last.index)]
        if resting:
            words = (
                f"Branch {', '.join(resting)} rests on {turn.phase} as well; correct {turn.phase} in a branch, and force the result there."
            )
            raise EditError(Why.ALREADY_PROCESSED, words)
        changed = _force_processed(game, cursor, turn, forced)
    else:
        raise EditError(Why.ALREADY_PROCESSED, f"Later phases rest on {turn.phase}; fork it and force the result there.")
    return add_audit(changed, f"result of {unit} in {turn.phase} forced: {first_line(why)}", by, at)


def take_back_forced(game: Game, cursor: Cursor, unit: Unit, *, by: str = "GM", at: str = "") -> Game:
    """The game in which the result of *unit*'s order in the open turn at *cursor* is for the rules to say again.

    Raises:
        EditError: nothing was forced for it, or the phase is processed: then its results were worked out with it.
    """
    turn = game.turn(cursor)
    if turn.resolution is not None:
        raise EditError(Why.ALREADY_PROCESSED, f"{turn.phase} is processed; undo it, or correct the phase in a branch.")
    left = tuple(each for each in turn.forced if each.unit != unit)
    if left == turn.forced:
        raise EditError(Why.CANNOT_FORCE, f"No result of {unit} is forced in {turn.phase}.")
    return add_audit(game.with_turn(cursor, replace(turn, forced=left)), f"result of {unit} in {turn.phase} left to the rules", by, at)


def change_rules(game: Game, branch: str, words: Iterable[tuple[str, str]], *, by: str = "GM", at: str = "") -> Game:
    """The game with rule options that hold from the open turn of *branch* on.

    Raises:
        EditError: the branch is over, or an option or choice is not known.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    pairs = tuple(words)
    for key, word in pairs:
        check_rule(key, word)
    changed = game.with_turn(cursor, replace(turn, changes=(*turn.changes, RulesChanged(pairs))))
    return add_audit(changed, f"rules from {turn.phase}: {' '.join(f'{key}={word}' for key, word in pairs)}", by, at)


def set_deadline(game: Game, branch: str, deadline: Deadline | None) -> Game:
    """The game with another deadline for the open turn of *branch*, or with none."""
    cursor = open_cursor(game, branch)
    cleaned = None if deadline is None else Deadline(one_line(deadline.at), one_line(deadline.note))
    return game.with_turn(cursor, replace(game.turn(cursor), deadline=cleaned))


def check_rule(key: str, word: str) -> None:
    """Whether the option can be written and, where the adjudicator has it, the choice exists.

    Raises:
        EditError: it cannot, or does not.
    """
    if not key or not word or any(mark in key + word for mark in " \t\r\n=#"):
        raise EditError(Why.BAD_RULES, f"A rule option is written name=choice without blanks, not {key}={word}.")
    if key in OPTIONS_OF_THE_TABLE:
        return
    try:
        check_option(key, word)
    except UnknownOptionError as error:
        raise EditError(Why.BAD_RULES, f"{error}.") from None


OPTIONS_OF_THE_TABLE = frozenset({"votes", "deadline"})
"""Options that the table follows and the adjudicator does not know."""


def first_line(text: str) -> str:
    """The first line of *text*."""
    return text.partition("\n")[0]


def _force_processed(game: Game, cursor: Cursor, turn: Turn, forced: ForcedResult) -> Game:
    assert turn.resolution is not None
    resolution = apply_forced(turn.resolution, (forced,), variant_at(game, cursor), turn.position)
    game = game.with_turn(cursor, replace(turn, resolution=resolution, forced=(*turn.forced, forced)))
    branch = game.branch(cursor.branch)
    if branch.ending == turn.resolution.ending != resolution.ending:
        game = game.with_branch(replace(branch, ending=resolution.ending))
    following = Cursor(cursor.branch, cursor.index + 1)
    after = game.turn(following)
    if after.adjustments:
        raise EditError(Why.ALREADY_PROCESSED, f"The position after {turn.phase} was edited; edit it again instead.")
    if after.phase != resolution.next.phase and any(after.orders.values()):
        words = f"{after.phase} would be {resolution.next.phase} instead, and it has orders; take them back first."
        raise EditError(Why.ALREADY_PROCESSED, words)
    return game.with_turn(following, replace(after, position=resolution.next))


def reason_given(reason: str) -> str:
    """*reason* as it is kept.

    Raises:
        EditError: it is empty.
    """
    cleaned = text_block(reason).strip()
    if not cleaned:
        raise EditError(Why.REASON_MISSING, "An intervention of the game master needs a reason.")
    return cleaned


def _check_position(game: Game, position: Position) -> None:
    seen: set[str] = set()
    for unit in position.units:
        known_power(game, unit.power)
        province = game.variant.board.provinces.get(unit.province)
        if province is None or (unit.location.coast is not None and unit.location.coast not in province.coasts):
            raise EditError(Why.BAD_POSITION, f"{unit}: there is no such place on this board.")
        if unit.kind not in game.variant.board.kinds:
            raise EditError(Why.BAD_POSITION, f"{unit}: there is no such kind of unit on this board.")
        if unit.province in seen:
            raise EditError(Why.BAD_POSITION, f"Two units stand in {unit.province}.")
        seen.add(unit.province)
    for centre, power in position.owners.items():
        known_power(game, power)
        if centre not in game.variant.board.provinces:
            raise EditError(Why.BAD_POSITION, f"{centre}: there is no such place on this board.")
