"""A retreat phase: back to where a unit is wanted, or off the board where a new one serves better."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator import Disband, Order, PhaseKind, Retreat, legal_orders
from adjudicator.builds import adjustments_of
from app.players.steady.chances import FULL
from app.players.steady.outlook import UNIT, Outlook

_ALONE = 0.5
"""Weight of pulls for a unit that was just driven away."""

_REBUILT = 0.9
"""Worth of a unit that is built again at home, relative to one that stands there already."""


def retreat_orders(outlook: Outlook, dice: Random) -> Sequence[Order]:
    """One order for each dislodged unit of the power. No two go to the same place."""
    position, board = outlook.position, outlook.board
    own = [each for each in position.dislodged if each.unit.power == outlook.power]
    standing = [outlook.here.spots[unit] for unit in outlook.own]
    wishes: list[tuple[float, int, int, Order]] = []
    for number, each in enumerate(own):
        others = [
            board.province_index[order.target.province]
            for other in position.dislodged
            if other.unit.power != outlook.power
            for order in legal_orders(outlook.variant, position, other.unit.location)
            if isinstance(order, Retreat)
        ]
        for order in legal_orders(outlook.variant, position, each.unit.location):
            if not isinstance(order, Retreat):
                continue
            spot = board.spot_at(each.unit.kind, order.target)
            assert spot is not None
            province = board.province_of[spot]
            towards = outlook.drawn(spot, outlook.pulls(spot, standing)) * _ALONE
            worth = UNIT * outlook.holds(province, FULL) + outlook.standing(spot) + towards
            if province in others:
                worth *= 0.5
            wishes.append((worth * (1 + dice.uniform(-0.02, 0.02)), number, province, order))
    chosen: dict[int, Order] = {}
    taken: set[int] = set()
    at_home = _rebuilt_at_home(outlook)
    for worth, number, province, order in sorted(wishes, key=lambda wish: (-wish[0], wish[1], str(wish[3]))):
        if number in chosen or province in taken:
            continue
        if at_home and at_home[0] > worth:
            at_home.pop(0)
            chosen[number] = Disband(own[number].unit.piece)
            continue
        chosen[number] = order
        taken.add(province)
    return [chosen.get(number, Disband(each.unit.piece)) for number, each in enumerate(own)]


def _rebuilt_at_home(outlook: Outlook) -> list[float]:
    """Return the worths, best first, of units that could be built in the next phase in place of those that are given up now."""
    if not _builds_follow(outlook):
        return []
    adjustments = adjustments_of(outlook.tables, outlook.position)
    sites = adjustments.sites(outlook.power)
    dislodged = sum(each.unit.power == outlook.power for each in outlook.position.dislodged)
    entitled = adjustments.due(outlook.power)
    if dislodged <= 0 or entitled <= 0:
        return []
    worths: list[float] = []
    board = outlook.board
    for province in sites:
        spots = [spot for kind in board.board.kinds for spot in board.spots_in[kind, province]]
        if spots:
            best = max(outlook.standing(spot) + outlook.drawn(spot, outlook.pulls(spot, ())) * _ALONE for spot in spots)
            worths.append((UNIT + best) * _REBUILT)
    worths.sort(reverse=True)
    spare = max(0, entitled - dislodged)
    return worths[spare:entitled]


def _builds_follow(outlook: Outlook) -> bool:
    """Return True if units are built before they move again."""
    turns, phase = outlook.tables.turns, outlook.position.phase
    step = outlook.tables.step_of.get((phase.season, phase.kind), 0)
    for number in range(1, len(turns) + 1):
        kind = turns[(step + number) % len(turns)].kind
        if kind is not PhaseKind.RETREAT:
            return kind is PhaseKind.ADJUSTMENT
    return False
