"""Choices of each own unit: its legal orders, sorted by their purpose."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator import Convoy, Hold, Location, Move, Piece, Support, legal_orders
from adjudicator.convoy_routes import shortest_route
from adjudicator.rule_choices import ConvoyPath
from app.players.steady.chances import FULL
from app.players.steady.outlook import Outlook


@dataclass(slots=True)
class Choices:
    """Possible orders of one unit."""

    unit: int
    piece: Piece
    spot: int
    province: int
    goals: list[Goal] = field(default_factory=list)
    supports: dict[tuple[Piece, Location | None], Support] = field(default_factory=dict)
    convoys: dict[tuple[Piece, Location], Convoy] = field(default_factory=dict)

    @property
    def hold(self) -> Hold:
        """To stay."""
        return Hold(self.piece)


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that a unit could go to."""

    order: Move
    spot: int
    province: int
    strength: int
    """Strength of the unit on the way, in halves."""

    fleets: tuple[int, ...] = ()
    """The own units that have to carry it."""


def choices_of(outlook: Outlook) -> dict[int, Choices]:
    """Return the possible orders of each own unit, by the unit's place in the position."""
    here, board = outlook.here, outlook.board
    found: dict[int, Choices] = {}
    for unit in outlook.own:
        choices = found[unit] = Choices(unit, board.pieces[here.spots[unit]], here.spots[unit], here.provinces[unit])
        for order in legal_orders(outlook.variant, outlook.position, choices.piece.location):
            match order:
                case Move():
                    goal = _goal(outlook, choices, order)
                    if goal is not None:
                        choices.goals.append(goal)
                case Support():
                    choices.supports[order.supported, order.target] = order
                case Convoy():
                    choices.convoys[order.army, order.target] = order
                case _:
                    pass
    return found


def _goal(outlook: Outlook, choices: Choices, order: Move) -> Goal | None:
    """Return the goal of *order*: on the unit's own way, or carried by own fleets alone. A way by water beside one by land is left out."""
    board, reach = outlook.board, outlook.reach
    spot = board.spot_at(choices.piece.kind, order.target)
    if spot is None:
        return None
    province = board.province_of[spot]
    strength = reach.moves[choices.spot].get(spot)
    if strength is not None:
        return None if order.via_convoy else Goal(order, spot, province, strength)
    carriers = 0
    for unit in outlook.own:
        if board.carries[outlook.here.spots[unit]]:
            carriers |= 1 << outlook.here.spots[unit]
    route = shortest_route(reach, choices.province, province, carriers)
    if not route:
        return None
    fleets = tuple(outlook.here.at[board.province_index[code]] for code in route)
    if outlook.variant.rules.convoy_path is ConvoyPath.REQUIRED:
        order = Move(choices.piece, order.target, via_convoy=True, route=route)
    return Goal(order, spot, province, FULL, fleets)
