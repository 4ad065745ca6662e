"""Edits of a game master alone: mend the position, change rules and hooks, set deadlines, members of a power. Each leaves an audit line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.position import Position
from adjudicator.position_tables import unit_number
from adjudicator.unit import Unit
from adjudicator.variant_tables import VariantTables, variant_tables
from app.game.edit_checks import known_power, one_line, open_cursor, text_block
from app.game.edits import add_audit, set_player
from app.game.entries import Deadline, Member, MemberRole, RulesChanged, SeatedPlayer, SeatKind
from app.game.options import UnknownOptionError, check_option
from app.game.played import check_year, difference
from app.game.record import Game
from app.game.refusal import EditError, Why
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
