"""Members of a power beside the player in its seat: those who play along, its standby, and earlier players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.game.edit_checks import known_power, one_line
from app.game.edits import set_player
from app.game.entries import Member, MemberRole, SeatedPlayer, SeatKind
from app.game.record import Game
from app.game.refusal import EditError, Why
from languages import tr
from languages.outside_text import outside_name

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
