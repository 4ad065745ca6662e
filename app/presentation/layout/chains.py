"""The chain of fleets that a convoyed army is drawn through."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

from adjudicator.board import Board
from adjudicator.order import Move
from app.presentation.picture import DrawnOrder

Neighbours = Mapping[str, frozenset[str]]


def neighbours(board: Board) -> Neighbours:
    """Province to the provinces that some unit reaches from it in one step, coasts merged, both ways."""
    found: dict[str, set[str]] = {}
    for edge in board.edges:
        found.setdefault(edge.origin.province, set()).add(edge.target.province)
        found.setdefault(edge.target.province, set()).add(edge.origin.province)
    return {code: frozenset(others) for code, others in found.items()}


def chain(around: Neighbours, fleets: Collection[str], origin: str, target: str) -> tuple[str, ...]:
    """The shortest chain among *fleets* from *origin* to *target*, in sequence; empty where they do not connect."""
    previous: dict[str, str | None] = {}
    waiting: deque[str] = deque()
    for fleet in sorted(fleets):
        if fleet in around.get(origin, frozenset()):
            previous[fleet] = None
            waiting.append(fleet)
    while waiting:
        here = waiting.popleft()
        if target in around.get(here, frozenset()):
            found: list[str] = []
            step: str | None = here
            while step is not None:
                found.append(step)
                step = previous[step]
            return tuple(reversed(found))
        for fleet in sorted(fleets):
            if fleet not in previous and fleet in around.get(here, frozenset()):
                previous[fleet] = here
                waiting.append(fleet)
    return ()


def is_convoyed(drawn: DrawnOrder, around: Neighbours) -> bool:
    """Return True if the move *drawn* goes by sea: its order names the convoy, or it cannot be walked though it is an army."""
    order = drawn.order
    if not isinstance(order, Move):
        return False
    origin, target = order.piece.location.province, order.target.province
    if order.via_convoy:
        return True
    return target not in around.get(origin, frozenset()) and order.piece.kind == "A"
