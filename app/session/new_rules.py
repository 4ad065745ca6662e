"""A game whose variant was saved again: what differs by now, and how it is played on the new rules."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from app.game.edits import new_game
from app.game.gm_edits import edit_position
from app.game.record import MAIN, Game
from app.game.variant_source import Shelved
from app.session.errors import Abort
from app.session.session import Session
from languages import tr


def later_rules(session: Session, game: Game) -> Shelved | None:
    """The variant of *game* as it is on the shelf by now, where it is another than the game plays; ``None`` where it is the same."""
    found = session.shelf.find(game.variant.id)
    if found is None or not game.variant_checksum or found.checksum == game.variant_checksum:
        return None
    return None if found.variant == game.variant else found


def carried_over(game: Game, branch: str, later: Shelved) -> tuple[Game, tuple[str, ...]]:
    """A new game on the later rules that begins with the open position of *branch*; and what could not be carried over, in words.

    The position is kept as a game master's adjustment with its reason. Orders of the open phase are not carried over.

    Raises:
        Abort: a power that stands on the board plays no more.
    """
    position = game.turn(game.last(branch)).position
    powers = {unit.power for unit in position.units} | set(position.owners.values())
    missing = sorted(powers - later.variant.powers.keys())
    if missing:
        raise Abort(tr("{missing} no longer plays by the new rules, so that the position cannot be carried over.", missing=missing[0]))
    fitted, lost = fitting(position, later.variant)
    made = new_game(later.variant, game.name, checksum=later.checksum, rules=tuple(game.rules_at(game.last()).items()))
    reason = f"Carried over from the earlier rules in {position.phase}"
    return edit_position(made, MAIN, fitted, reason), lost


def fitting(position: Position, variant: Variant) -> tuple[Position, tuple[str, ...]]:
    """*position* with what can stand on the board of *variant*, and what cannot, in words."""
    kept: list[Unit] = []
    lost: list[str] = []
    for unit in position.units:
        province = variant.board.provinces.get(unit.province)
        kind = variant.board.kinds.get(unit.kind)
        fits = province is not None and kind is not None and province.terrain in kind.terrains
        if fits and province is not None and unit.location.coast is not None and unit.location.coast not in province.coasts:
            fits = False
        if fits:
            kept.append(unit)
        else:
            lost.append(tr("{unit} cannot stand there any more", unit=unit))
    owners = {place: power for place, power in position.owners.items() if place in variant.board.centres}
    lost += [tr("{place} is no centre any more", place=place) for place in position.owners if place not in owners]
    dislodged = tuple(each for each in position.dislodged if each.unit.province in variant.board.provinces)
    contested = frozenset(place for place in position.contested if place in variant.board.provinces)
    fitted = replace(position, units=tuple(kept), owners=MappingProxyType(owners), dislodged=dislodged, contested=contested)
    return fitted, tuple(lost)
