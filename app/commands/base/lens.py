"""A game as it may be looked at: another game value, in which the open turns bar what hooks close, and, through one power's eyes, from
which everything is taken out that its hooks hide from that power.

Whoever shows, lists, copies or exports reads this one, so that nothing of the whole game can slip through a window that forgot to ask.
It is for looking: edits are made in the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from app.game.drafts import judged_lines
from app.game.entries import DefaultList, Hook, HookState, TurnChange
from app.game.history import Step
from app.game.options import variant_at
from app.game.record import AttachedHook, Cursor, Game, OrderLine, Turn
from app.hooks.attached import attached_at
from app.hooks.seen import is_limited, orders_shown, seen_by
from app.hooks.sites import HookedRules
from app.hooks.worker import HookHost
from variants.hooks.contracts import Point

MOST_KEPT = 4_000
"""Turns and answers that are kept."""
MOST_GAMES = 12
"""Versions of games that are kept as they were shown."""

_Key = TypeVar("_Key")
_Answer = TypeVar("_Answer")

_SITE_POINTS: Mapping[PhaseKind, Point] = MappingProxyType({PhaseKind.RETREAT: Point.RETREAT, PhaseKind.ADJUSTMENT: Point.BUILD})

_Hooks = tuple[tuple[Hook, AttachedHook], ...]
"""The hooks of a moment, with their texts, parameters and what they keep."""


class NotAskedYetError(Exception):
    """An answer is needed that no hook has given yet."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """What hooks said of a position and of what became of it, to one viewer."""

    of: tuple[Position, Resolution | None]
    """What it was said of: kept, so that no other value can take its place in memory."""

    position: Position
    resolution: Resolution | None
    hidden: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Shown:
    whole: Turn
    turn: Turn
    hidden: frozenset[str]


class Lens:
    """Shows games. What did not change is not asked about again.

    Args:
        host: gives the place where hooks are asked, when one is needed.
    """

    def __init__(self, host: Callable[[], HookHost]) -> None:
        self._host = host
        self._bars: dict[tuple[int, _Hooks, tuple[tuple[str, str], ...]], tuple[Position, Position]] = {}
        self._sights: dict[tuple[int, int, str, _Hooks], _Sight] = {}
        self._turns: dict[tuple[int, str, _Hooks], _Shown] = {}
        self._latest: dict[tuple[int, str | None], tuple[Game, Game]] = {}

    def shown(self, game: Game, viewer: str | None, *, asking: bool = True) -> Game:
        """*game* as *viewer* may see it; the whole of it for ``None``, the game master. Open turns bar what hooks close.

        Args:
            asking: whether hooks may be asked, which takes its time where one of them does not come back.

        Raises:
            NotAskedYetError: they may not be, and have not said yet what is needed.
        """
        if viewer not in game.variant.powers:
            viewer = None
        known = self._latest.get((id(game), viewer))
        if known is not None and known[0] is game:
            return known[1]
        if viewer is None:
            seen = self._barred(game, asking=asking)
        else:
            seen = self.shown(game, None, asking=asking)
            branches = []
            for branch in seen.branches:
                cursors = [Cursor(branch.name, branch.start + number) for number in range(len(branch.turns))]
                turns = tuple(self._look(game, seen, cursor, viewer, asking=asking).turn for cursor in cursors)
                branches.append(replace(branch, turns=turns))
            settings = tuple((key, value) for key, value in game.settings if not key.startswith("delayed press"))
            seen = replace(game, branches=tuple(branches), audit=(), settings=settings)
        _make_room(self._latest, MOST_GAMES)
        self._latest[id(game), viewer] = (game, seen)
        return seen

    def turn(self, game: Game, cursor: Cursor, viewer: str | None) -> Turn:
        """One turn of *game* as *viewer* may see it, without looking at the others."""
        whole = self.shown(game, None)
        return whole.turn(cursor) if viewer is None else self._look(game, whole, cursor, viewer, asking=True).turn

    def knows(self, game: Game, viewer: str | None) -> bool:
        """Whether *game* can be shown without asking any hook."""
        try:
            self.shown(game, viewer, asking=False)
        except NotAskedYetError:
            return False
        return True

    def hidden(self, game: Game, cursor: Cursor, viewer: str | None) -> frozenset[str]:
        """The provinces of which *viewer* knows nothing at *cursor* of the whole *game*."""
        if viewer is None or viewer not in game.variant.powers:
            return frozenset()
        return self._look(game, self.shown(game, None), cursor, viewer, asking=True).hidden

    def label(self, step: Step, viewer: str | None) -> str:
        """What a step of the history did, as *viewer* may know it; empty where it did something that *viewer* is not shown."""
        if viewer is None or viewer not in step.after.variant.powers:
            return step.label
        if _others_wrote(step, viewer) or self.shown(step.before, viewer) == self.shown(step.after, viewer):
            return ""
        return step.label

    def forget(self) -> None:
        """Ask again: a hook was agreed to, or switched off."""
        self._bars.clear()
        self._sights.clear()
        self._turns.clear()
        self._latest.clear()

    # --- what hooks close ---

    def _barred(self, game: Game, *, asking: bool) -> Game:
        """*game* with what hooks close barred in its open turns, and the orders there judged by it; itself where they close nothing."""
        found = game
        for branch in game.branches if game.hooks else ():
            cursor = game.last(branch.name)
            if branch.ending is not None:
                continue
            turn = game.turn(cursor)
            position = self._with_bars(game, cursor, turn.position, asking=asking)
            if position is not turn.position:
                found = found.with_turn(cursor, replace(turn, position=position, orders=_judged(game, cursor, position, turn.orders)))
        return found

    def _with_bars(self, game: Game, cursor: Cursor, position: Position, *, asking: bool) -> Position:
        point = _SITE_POINTS.get(position.phase.kind)
        if point is None or not attached_at(game, cursor).has(point):
            return position
        key = (id(position), _hooks(game, cursor), tuple(sorted(game.rules_at(cursor).items())))
        known = self._bars.get(key)
        if known is not None and known[0] is position:
            return known[1]
        if not asking:
            raise NotAskedYetError
        _make_room(self._bars)
        barred = HookedRules(game, cursor, self._host()).position
        self._bars[key] = (position, barred)
        return barred

    # --- what a power sees ---

    def _look(self, game: Game, barred: Game, cursor: Cursor, viewer: str, *, asking: bool) -> _Shown:
        turn = barred.turn(cursor)
        key = (id(turn), viewer, _hooks(game, cursor))
        found = self._turns.get(key)
        if found is not None and found.whole is turn:
            return found
        sight = self._sight(game, cursor, viewer, asking=asking)
        _make_room(self._turns)
        found = self._turns[key] = _shown(game, cursor, turn, viewer, sight)
        return found

    def _sight(self, game: Game, cursor: Cursor, viewer: str, *, asking: bool) -> _Sight | None:
        """What hooks say of the turn; ``None`` where none limits what is seen."""
        if not is_limited(game, cursor):
            return None
        turn = game.turn(cursor)
        key = (id(turn.position), id(turn.resolution), viewer, _hooks(game, cursor))
        known = self._sights.get(key)
        if known is not None and known.of[0] is turn.position and known.of[1] is turn.resolution:
            return known
        if not asking:
            raise NotAskedYetError
        _make_room(self._sights)
        seen = seen_by(game, cursor, viewer, self._host())
        known = self._sights[key] = _Sight((turn.position, turn.resolution), seen.position, seen.resolution, seen.hidden)
        return known


def _shown(game: Game, cursor: Cursor, turn: Turn, viewer: str, sight: _Sight | None) -> _Shown:
    position, resolution, hidden = turn.position, turn.resolution, frozenset[str]()
    orders = turn.orders
    if sight is not None:
        position, resolution, hidden = sight.position, sight.resolution, sight.hidden
        orders = orders_shown(turn, viewer, resolution, hidden)
        own = {order: hook for order, hook in turn.position.barred.items() if order.startswith(f"{viewer} ")}
        position = replace(position, barred=own)
    if resolution is None:
        orders = MappingProxyType({power: lines for power, lines in orders.items() if power == viewer})
        if sight is not None:
            orders = _judged(game, cursor, position, orders)
    shown = replace(
        turn,
        position=position,
        orders=orders,
        resolution=resolution,
        press=tuple(each for each in turn.press if not each.receivers or viewer in (each.sender, *each.receivers)),
        sealed=tuple(each for each in turn.sealed if each.power == viewer),
        votes=tuple(each for each in turn.votes if each.power == viewer or resolution is not None),
        adjustments=() if sight is not None else turn.adjustments,
        forced=() if sight is not None else turn.forced,
        changes=tuple(each for each in turn.changes if _may_see(each, viewer)),
        note="" if sight is not None else turn.note,
    )
    return _Shown(turn, shown, hidden)


def _may_see(change: TurnChange, viewer: str) -> bool:
    """Whether *viewer* is told of a change: what hooks keep may tell of all, and a default list is its power's own."""
    return not isinstance(change, HookState) and (not isinstance(change, DefaultList) or change.power == viewer)


def _judged(
    game: Game, cursor: Cursor, position: Position, orders: Mapping[str, tuple[OrderLine, ...]]
) -> Mapping[str, tuple[OrderLine, ...]]:
    """*orders* with the verdicts that they have in *position*."""
    variant = variant_at(game, cursor)
    return MappingProxyType({power: judged_lines(variant, position, power, lines) for power, lines in orders.items()})


def _others_wrote(step: Step, viewer: str) -> bool:
    """Whether the step changed what another power has written in a turn that is open."""
    for branch in step.after.branches:
        cursor = step.after.last(branch.name)
        after = step.after.turn(cursor)
        if all(each.name != branch.name for each in step.before.branches) or step.before.last(branch.name) != cursor:
            continue
        before = step.before.turn(cursor)
        powers = {*before.orders, *after.orders} - {viewer}
        if before.resolution is after.resolution and any(before.orders.get(power) != after.orders.get(power) for power in powers):
            return True
    return False


def _hooks(game: Game, cursor: Cursor) -> _Hooks:
    attached = game.hooks_at(cursor) if game.hooks else {}
    return tuple((hook, attached[hook.name]) for hook in game.hooks if hook.name in attached)


def _make_room(kept: dict[_Key, _Answer], most: int = MOST_KEPT) -> None:
    if len(kept) >= most:
        kept.clear()
