"""A game as one power may see it: another game value, with everything taken out that its hooks hide from that power.

Whoever shows, lists, copies or exports reads this one, so that nothing of the whole game can slip through a window that forgot to ask.
It is for looking: edits are made in the whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.game.entries import HookState
from app.game.record import AttachedHook, Cursor, Game, Turn
from app.hooks.seen import is_limited, seen_by
from app.hooks.worker import HookHost

MOST_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class _Shown:
    whole: Turn
    turn: Turn
    hidden: frozenset[str]


_Key = tuple[int, str, tuple[AttachedHook, ...]]


class Lens:
    """Shows games to powers. Turns that did not change are not asked about again.

    Args:
        host: gives the place where hooks are asked, when one is needed.
    """

    def __init__(self, host: Callable[[], HookHost]) -> None:
        self._host = host
        self._turns: dict[_Key, _Shown] = {}
        self._latest: tuple[Game, str, Game] | None = None

    def shown(self, game: Game, viewer: str | None) -> Game:
        """*game* as *viewer* may see it; as it is for ``None``, the game master."""
        if viewer is None or viewer not in game.variant.powers:
            return game
        if self._latest is not None and self._latest[0] is game and self._latest[1] == viewer:
            return self._latest[2]
        branches = []
        for branch in game.branches:
            cursors = [Cursor(branch.name, branch.start + number) for number in range(len(branch.turns))]
            branches.append(replace(branch, turns=tuple(self._look(game, cursor, viewer).turn for cursor in cursors)))
        settings = tuple((key, value) for key, value in game.settings if not key.startswith("delayed press"))
        seen = replace(game, branches=tuple(branches), audit=(), settings=settings)
        self._latest = (game, viewer, seen)
        return seen

    def hidden(self, game: Game, cursor: Cursor, viewer: str | None) -> frozenset[str]:
        """The provinces of which *viewer* knows nothing at *cursor* of the whole *game*."""
        if viewer is None or viewer not in game.variant.powers:
            return frozenset()
        return self._look(game, cursor, viewer).hidden

    def forget(self) -> None:
        """Ask again: a hook was agreed to, or switched off."""
        self._turns.clear()
        self._latest = None

    def _look(self, game: Game, cursor: Cursor, viewer: str) -> _Shown:
        turn = game.turn(cursor)
        key = (id(turn), viewer, tuple(game.hooks_at(cursor).values()))
        found = self._turns.get(key)
        if found is not None and found.whole is turn:
            return found
        if len(self._turns) >= MOST_KEPT:
            self._turns.clear()
        found = self._turns[key] = _shown(game, cursor, turn, viewer, self._host)
        return found


def _shown(game: Game, cursor: Cursor, turn: Turn, viewer: str, host: Callable[[], HookHost]) -> _Shown:
    limited = is_limited(game, cursor)
    position, orders, resolution, hidden = turn.position, turn.orders, turn.resolution, frozenset[str]()
    if limited:
        seen = seen_by(game, cursor, viewer, host())
        position, orders, resolution, hidden = seen.position, seen.orders, seen.resolution, seen.hidden
    if resolution is None:
        orders = MappingProxyType({power: lines for power, lines in orders.items() if power == viewer})
    shown = replace(
        turn,
        position=position,
        orders=orders,
        resolution=resolution,
        press=tuple(each for each in turn.press if not each.receivers or viewer in (each.sender, *each.receivers)),
        sealed=tuple(each for each in turn.sealed if each.power == viewer),
        votes=tuple(each for each in turn.votes if each.power == viewer or resolution is not None),
        adjustments=() if limited else turn.adjustments,
        forced=() if limited else turn.forced,
        changes=tuple(each for each in turn.changes if not isinstance(each, HookState)),
        note="" if limited else turn.note,
    )
    return _Shown(turn, shown, hidden)
