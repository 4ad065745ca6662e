"""Edits of a game master alone: mend the position, change rules and hooks, set deadlines, members of a power. Each leaves an audit line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from adjudicator import Build, Convoy, Move, Order, OrderOutcome, Position, Remove, Resolution, Result, Retreat, Support, Unit
from adjudicator.variant_tables import VariantTables, unit_number, variant_tables
from app.game.dpn.phase_block import result_words
from app.game.edits import add_audit, judged_lines, known_power, one_line, open_cursor, set_player, text_block
from app.game.entries import Deadline, ForcedResult, Member, MemberRole, RulesChanged, SeatedPlayer, SeatKind
from app.game.played import check_year, difference
from app.game.record import Cursor, EditError, Game, Turn, UnknownOptionError, Why, check_option, ordered_place, variant_at
from app.game.rulings import Referee, apply_forced, judged_orders, plain_referee
from entente.words.outcomes import describe_result
from entente.words.rule_faults import rule_fault
from languages import tr
from languages.outside_text import outside_name


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
        raise EditError(Why.BAD_POSITION, tr("{phase} was played before on this branch.", phase=position.phase))
    change = difference(turn.position, position, why, one_line(by), one_line(at))
    if position == turn.position:
        return game
    edited = replace(turn, position=position, adjustments=(*turn.adjustments, change))
    return add_audit(game.with_turn(cursor, edited), f"position edited in {position.phase}: {first_line(why)}", by, at)


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
    """Check that the option can be written and, where the adjudicator has it, that the choice exists.

    Raises:
        EditError: it cannot, or does not.
    """
    if not key or not word or any(mark in key + word for mark in " \t\r\n=#"):
        raise EditError(Why.BAD_RULES, tr("A rule option is written name=choice without blanks, not {key}={word}.", key=key, word=word))
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


def reason_given(reason: str) -> str:
    """*reason* as it is kept.

    Raises:
        EditError: it is empty.
    """
    cleaned = text_block(reason).strip()
    if not cleaned:
        raise EditError(Why.REASON_MISSING, tr("An intervention of the game master needs a reason."))
    return cleaned


def _check_position(game: Game, position: Position) -> None:
    """Check that a file with *position* opens, and that it can be adjudicated."""
    phase, tables = position.phase, variant_tables(game.variant)
    if (phase.season, phase.kind) not in tables.step_of:
        raise EditError(
            Why.BAD_POSITION, tr("The calendar of {variant} has no phase such as {phase}.", variant=game.variant.name, phase=phase)
        )
    seen: set[str] = set()
    for unit in position.units:
        known_power(game, unit.power)
        province = game.variant.board.provinces.get(unit.province)
        if province is None or (unit.location.coast is not None and unit.location.coast not in province.coasts):
            raise EditError(Why.BAD_POSITION, tr("{unit}: there is no such place on this board.", unit=unit))
        if unit.kind not in game.variant.board.kinds:
            raise EditError(Why.BAD_POSITION, tr("{unit}: there is no such kind of unit on this board.", unit=unit))
        if unit.province in seen:
            raise EditError(Why.BAD_POSITION, tr("Two units stand in {province}.", province=unit.province))
        seen.add(unit.province)
        _check_standing(tables, unit)
    for each in position.dislodged:
        known_power(game, each.unit.power)
        _check_standing(tables, each.unit)
    for place in (*position.contested, *(each.attacker_origin for each in position.dislodged)):
        if place not in game.variant.board.provinces:
            raise EditError(Why.BAD_POSITION, tr("{centre}: there is no such place on this board.", centre=place))
    for centre, power in position.owners.items():
        known_power(game, power)
        if centre not in game.variant.board.provinces:
            raise EditError(Why.BAD_POSITION, tr("{centre}: there is no such place on this board.", centre=centre))


def _check_standing(tables: VariantTables, unit: Unit) -> None:
    try:
        unit_number(tables, unit)
    except ValueError as error:
        raise EditError(Why.BAD_POSITION, f"{rule_fault(error)}.") from None


TAGS = "tags"
"""The setting of a game that holds its tags, with commas between them: a club, a league."""

MOST_MEMBERS = 500
"""Highest number of members of one game: seven powers would change hands seventy times."""


def with_member(game: Game, member: Member) -> Game:
    """The game with *member* in it; once, however often it is added.

    Raises:
        EditError: the power is not known, the address is none, there is no name, or there are too many.
    """
    known_power(game, member.power)
    address = one_line(member.address.strip("<> "))
    if any(each in address for each in "<> "):
        raise EditError(Why.BAD_NAME, tr("{address} is no address.", address=address))
    cleaned = replace(member, name=outside_name(member.name), address=address)
    if not cleaned.name and not address:
        raise EditError(Why.BAD_NAME, tr("A name or a mail address is needed."))
    if cleaned in game.members:
        return game
    if len(game.members) >= MOST_MEMBERS:
        raise EditError(Why.BAD_TEXT, tr("This game names {most} people beside its players already.", most=MOST_MEMBERS))
    return replace(game, members=(*game.members, cleaned))


def without_member(game: Game, power: str, called: str) -> Game:
    """The game without the second player, standby or former player of *power* with that name or address.

    Raises:
        EditError: there is none.
    """
    wanted = called.strip().strip("<>").casefold()
    left = tuple(each for each in game.members if each.power != power or wanted not in {each.name.casefold(), each.address.casefold()})
    if left == game.members:
        raise EditError(Why.BAD_NAME, tr("{called} is nobody beside the player of {power}.", called=called.strip(), power=power))
    return replace(game, members=left)


def with_new_player(game: Game, branch: str, power: str, player: SeatedPlayer | None, *, left_to: SeatKind | None = None) -> Game:
    """The game in which *player* sits in the seat of *power* from the open phase of *branch*, and the earlier player is kept as such.

    A second player stays; who becomes the player is no standby any more.

    Args:
        player: ``None`` for no player from now.
        left_to: for a power without a player: the kind of writer of its orders, for good.
    """
    known_power(game, power)
    old, turn = game.players.get(power, SeatedPlayer()), game.turn(game.last(branch))
    began = any(each.resolution is not None for each in game.line(branch))
    new = SeatedPlayer(seat=left_to or SeatKind.CIVIL_DISORDER) if player is None else player
    gone: list[Member] = []
    if began and (old.name or old.address) and not _is_same(old, new):
        gone.append(Member(power, MemberRole.UNTIL, old.name, old.address, str(turn.phase)))
    left: list[Member] = []
    for each in game.members:
        if each.power != power or each.role is MemberRole.UNTIL:
            left.append(each)
        elif player is None and each.role is MemberRole.ALSO:
            if began:
                gone.append(replace(each, role=MemberRole.UNTIL, until=str(turn.phase)))
        elif not _is_same(SeatedPlayer(each.name, each.address), new):
            left.append(each)
    game = set_player(replace(game, members=tuple(left)), power, new)
    for member in gone:
        game = with_member(game, member)
    return game


def _is_same(one: SeatedPlayer, other: SeatedPlayer) -> bool:
    """Return True if both are one person: by their address where both have one, else by name."""
    if one.address and other.address:
        return one.address.casefold() == other.address.casefold()
    return bool(one.name) and one.name.casefold() == other.name.casefold()


def members_of(game: Game, power: str, *roles: MemberRole) -> Iterator[Member]:
    """Return the members of *power* in one of *roles*, as the file lists them."""
    return (each for each in game.members if each.power == power and each.role in roles)


def unit_with_result(turn: Turn, province: str) -> Unit | None:
    """The unit of *province* whose result can be set: that which stands there or was driven out, else one that is to be built there."""
    dislodged = turn.position.dislodged_at(province)
    standing = dislodged.unit if dislodged is not None else turn.position.unit_at(province)
    if standing is not None:
        return standing
    forced = [each.unit for each in turn.forced if each.unit.province == province]
    orders = [(power, line.order) for power, lines in turn.orders.items() for line in lines]
    if turn.resolution is not None:
        found = (*turn.resolution.outcomes, *turn.resolution.refused)
        orders = [(each.power, each.order) for each in found]
    built = [Unit(power, order.piece) for power, order in orders if isinstance(order, Build) and order.piece.location.province == province]
    return next(iter((*built, *forced)), None)


def force_result(
    game: Game,
    cursor: Cursor,
    unit: Unit,
    results: Iterable[Result],
    reason: str,
    *,
    referee: Referee = plain_referee,
    by: str = "GM",
    at: str = "",
) -> Game:
    """The game with the result of *unit*'s order in the turn at *cursor* set to *results*, in place of one that was set before.

    The turn is the open one (then the result holds when it is processed) or the last processed one of its branch. What cannot be is refused
    here, in the open turn by the orders that it has now, and not only when that is processed.

    Raises:
        EditError: later phases rest on the turn (fork it first), no reason is given, the result is none that its order can have, or the
            units cannot stand as the result says.
    """
    why = reason_given(reason)
    turn = game.turn(cursor)
    forced = ForcedResult(unit, frozenset(results), why, one_line(by), one_line(at))
    if not forced.results:
        raise EditError(Why.CANNOT_FORCE, tr("A forced result needs at least one word, such as ok or bounce."))
    others = tuple(each for each in turn.forced if each.unit != unit)
    changed = _with_forced(game, cursor, (*others, forced), referee)
    if turn.resolution is None:
        _check_open(changed, cursor, forced, referee)
    else:
        _check_fits(turn.resolution, forced)
    former, present = _line_of(turn, unit), _line_of(changed.turn(cursor), unit)
    how = "forced otherwise" if others != turn.forced else "forced"
    lines = f" from {former} to {present}" if former else f" to {present}"
    told = f"result of {unit} in {turn.phase} {how}{lines}"
    return add_audit(changed, f"{told}: {first_line(why)}", by, at)


def take_back_forced(
    game: Game, cursor: Cursor, unit: Unit, reason: str = "", *, referee: Referee = plain_referee, by: str = "GM", at: str = ""
) -> Game:
    """The game in which the result of *unit*'s order in the turn at *cursor* is for the rules to say again.

    A turn that is processed, the last one of its branch, is adjudicated again with the results that stay forced.

    Raises:
        EditError: nothing was forced for it, later phases rest on the turn, or it is processed and no reason is given.
    """
    turn = game.turn(cursor)
    left = tuple(each for each in turn.forced if each.unit != unit)
    if left == turn.forced:
        raise EditError(Why.CANNOT_FORCE, tr("No result of {unit} is forced in {phase}.", unit=unit, phase=turn.phase))
    why = first_line(reason_given(reason)) if reason or turn.resolution is not None else ""
    changed = _with_forced(game, cursor, left, referee)
    former, present = _line_of(turn, unit), _line_of(changed.turn(cursor), unit)
    lines = f" from {former} to {present}" if present else f" from {former}"
    told = f"result of {unit} in {turn.phase} left to the rules{lines}"
    return add_audit(changed, f"{told}: {why}" if why else told, by, at)


def _line_of(turn: Turn, unit: Unit) -> str:
    """The order of *unit* with its result, as the file says it; empty where the rules are still to say what becomes of it."""
    forced = next((each for each in turn.forced if each.unit == unit), None)
    if turn.resolution is None:
        lines = (line for power, lines in turn.orders.items() if power == unit.power for line in lines if line.is_legal and line.order)
        orders = (line.order for line in lines if line.order is not None and ordered_place(line.order) == unit.province)
        order, results = next(orders, None), None if forced is None else forced.results
    else:
        outcomes = (*turn.resolution.outcomes, *turn.resolution.refused)
        outcome = next((each for each in outcomes if _unit_of(each) == unit), None)
        order, results = (None, None) if outcome is None else (outcome.order, outcome.results)
    if results is None:
        return ""
    return f"{order or unit.piece} ({result_words(results - {Result.OK}) or 'ok'})"


def _check_open(game: Game, cursor: Cursor, forced: ForcedResult, referee: Referee) -> None:
    """Check that the open turn at *cursor* can be processed with its forced results and its present orders.

    Raises:
        EditError: it cannot.
    """
    turn = game.turn(cursor)
    if turn.sealed:
        return  # the orders are still unknown
    try:
        resolution = referee(game, cursor).resolution
    except ValueError:
        return  # the phase cannot be adjudicated at all, which is reported when that is tried
    _check_fits(resolution, forced)
    apply_forced(resolution, turn.forced, variant_at(game, cursor), turn.position)


_CONTRADICTED_BY_OK = frozenset(Result) - {Result.OK, Result.DISLODGED}
_OF_ANY_UNIT = frozenset({Result.OK, Result.DISLODGED, Result.DESTROYED, Result.VOID, Result.ILLEGAL})
_OF_MOVES = _OF_ANY_UNIT | {Result.BOUNCE, Result.NO_CONVOY}
_OF_RETREATS = _OF_ANY_UNIT | {Result.BOUNCE}
_OF_BUILDS = frozenset({Result.OK, Result.VOID, Result.ILLEGAL})


def _check_fits(resolution: Resolution, forced: ForcedResult) -> None:
    """Check that the results are such as the order of the unit can have, and go together.

    Raises:
        EditError: they are not; an order that has no result at all is reported by ``apply_forced``.
    """
    refused = (each for each in resolution.refused if isinstance(each.order, Build | Remove))
    outcomes = (*resolution.outcomes, *refused)
    order = next((each.order for each in outcomes if _unit_of(each) == forced.unit), None)
    if order is None:
        return
    possible = _possible_results(order)
    for each in Result:
        if each in forced.results and each not in possible:
            raise EditError(
                Why.CANNOT_FORCE, tr("“{result}” cannot be the result of {order}.", result=describe_result(each), order=str(order))
            )
    contradicting = _CONTRADICTED_BY_OK | ({Result.DISLODGED} if isinstance(order, Move) else frozenset())
    if Result.OK in forced.results and (others := forced.results & contradicting):
        said = ", ".join(describe_result(each) for each in Result if each in others)
        raise EditError(Why.CANNOT_FORCE, tr("An order cannot be carried out and “{results}” at once.", results=said))


def _unit_of(outcome: OrderOutcome) -> Unit | None:
    if outcome.unit is None and isinstance(outcome.order, Build | Remove):
        return Unit(outcome.power, outcome.order.piece)
    return outcome.unit


def _possible_results(order: Order) -> frozenset[Result]:
    match order:
        case Move():
            return _OF_MOVES
        case Support():
            return _OF_ANY_UNIT | {Result.CUT}
        case Convoy():
            return _OF_ANY_UNIT | {Result.DISRUPTED}
        case Retreat():
            return _OF_RETREATS
        case Build() | Remove():
            return _OF_BUILDS
        case _:
            return _OF_ANY_UNIT


def _with_forced(game: Game, cursor: Cursor, forced: tuple[ForcedResult, ...], referee: Referee) -> Game:
    """The game with exactly *forced* at the turn at *cursor*; one that is processed is adjudicated again."""
    turn, last = game.turn(cursor), game.last(cursor.branch)
    if cursor == last:
        open_cursor(game, cursor.branch)
        return game.with_turn(cursor, replace(turn, forced=forced))
    if not (cursor.index == last.index - 1 and game.owner(cursor).name == cursor.branch and turn.resolution is not None):
        raise EditError(Why.ALREADY_PROCESSED, tr("Later phases depend on {phase}; fork it and force the result there.", phase=turn.phase))
    resting = [each.name for each in game.branches if each.parent is not None and each.parent == Cursor(cursor.branch, last.index)]
    if resting:
        words = tr(
            "Branch {resting} depends on {phase} as well; correct {phase} in a branch, and force the result there.",
            resting=", ".join(resting),
            phase=turn.phase,
        )
        raise EditError(Why.ALREADY_PROCESSED, words)
    if forced[: len(turn.forced)] == turn.forced:
        resolution = apply_forced(turn.resolution, forced[len(turn.forced) :], variant_at(game, cursor), turn.position)
    else:
        resolution = _with_rulings(game, cursor, forced, referee)
    return _ruled_so(game, cursor, replace(turn, resolution=resolution, forced=forced), turn, resolution)


def _with_rulings(game: Game, cursor: Cursor, forced: tuple[ForcedResult, ...], referee: Referee) -> Resolution:
    """Return the resolution of the turn at *cursor*, the last processed one of its branch, with *forced* alone."""
    branch = game.branch(cursor.branch)
    reopened = replace(game.turn(cursor), resolution=None, forced=())
    as_it_was = game.with_branch(replace(branch, turns=(*branch.turns[:-2], reopened), ending=None))
    try:
        ruling = referee(as_it_was, cursor)
    except ValueError as error:
        raise EditError(Why.BAD_POSITION, tr("This phase cannot be adjudicated: {error}.", error=rule_fault(error))) from error
    return apply_forced(ruling.resolution, forced, variant_at(game, cursor), reopened.position)


def _ruled_so(game: Game, cursor: Cursor, turn: Turn, before: Turn, resolution: Resolution) -> Game:
    """The game with *turn* in place of *before*, and what follows as *resolution* has it."""
    assert before.resolution is not None
    game = game.with_turn(cursor, replace(turn, orders=judged_orders(turn, resolution)))
    branch = game.branch(cursor.branch)
    if branch.ending == before.resolution.ending != resolution.ending:
        game = game.with_branch(replace(branch, ending=resolution.ending))
    following = Cursor(cursor.branch, cursor.index + 1)
    after = game.turn(following)
    if after.position == resolution.next:
        return game
    if after.adjustments:
        raise EditError(Why.ALREADY_PROCESSED, tr("The position after {phase} was edited; edit it again instead.", phase=turn.phase))
    if after.phase != resolution.next.phase and any(after.orders.values()):
        words = tr(
            "{phase} would be {next_phase} instead, and it has orders; take them back first.",
            phase=after.phase,
            next_phase=resolution.next.phase,
        )
        raise EditError(Why.ALREADY_PROCESSED, words)
    variant = variant_at(game, following)
    judged = {power: judged_lines(variant, resolution.next, power, lines) for power, lines in after.orders.items()}
    return game.with_turn(following, replace(after, position=resolution.next, orders=MappingProxyType(judged)))
