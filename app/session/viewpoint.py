"""A game as it may be looked at: another game value, in which the open turns bar what hooks close, and, in one power's view, from
which everything is taken out that its hooks hide from that power.

All views, lists, copies and exports read this one, so that nothing of the whole game can slip through a window that forgot to ask. It is
for looking: edits are made in the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from adjudicator import Order, PhaseKind, Position, Refusal, Resolution, Verdict
from app.game.default_lists import PREFIX
from app.game.edits import judged_lines
from app.game.entries import DefaultList, Hook, HookState, MemberRole, SeatedPlayer, SeatKind, TurnChange
from app.game.record import AttachedHook, Cursor, Game, OrderLine, Turn, variant_at
from app.game.versions import HistoryStep
from app.hooks.hook_consent import attached_at
from app.hooks.host import HookHost
from app.hooks.next_phase import HookedRules
from app.hooks.referee import judge_orders
from app.hooks.seen import is_limited, seen_by, visible_orders
from app.import_export.received import REST_FILE
from variants.hooks.contracts import Point

CURTAIN = "(curtain)"
"""The viewer when the laptop is free: sees all that the whole table may see, and no secrets."""

MOST_KEPT = 4_000
"""Turns and answers that are kept."""
MOST_GAMES = 12
"""Versions of games that are kept as they were seen."""

_Key = TypeVar("_Key")
_Answer = TypeVar("_Answer")

_SITE_POINTS: Mapping[PhaseKind, Point] = MappingProxyType({PhaseKind.RETREAT: Point.RETREAT, PhaseKind.ADJUSTMENT: Point.BUILD})

_Hooks = tuple[tuple[Hook, AttachedHook], ...]
"""The hooks of a moment, with their texts, parameters and what they keep."""


class NotAskedYetError(Exception):
    """An answer is needed that no hook has given yet."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """Answers of hooks on a position and its resolution, for one viewer."""

    of: tuple[Position, Resolution | None]
    """Position and resolution that they are about: kept, so that no other value can take their place in memory."""

    position: Position
    resolution: Resolution | None


@dataclass(frozen=True, slots=True)
class _VisibleTurn:
    whole: Turn
    turn: Turn


class Viewpoint:
    """Shows games. What did not change is not asked about again.

    Args:
        host: gives the place where hooks are asked, when one is needed.
    """

    def __init__(self, host: Callable[[], HookHost]) -> None:
        self._host = host
        self._now = _Answers()
        self._was_away = False
        """True if a game was shown while hooks could not be asked at all."""
        self._before = _Answers()
        """Answers from the time before hooks were last to be asked again: for a board that is painted meanwhile."""
        self._unasked = _Answers()
        """Answers for games about which no hook was ever asked."""

    def filtered(self, game: Game, viewer: str | None) -> Game:
        """*game* as *viewer* may see it; the whole of it for ``None``, the game master. Open turns bar what hooks close.

        Hooks are asked for missing answers, which takes its time where one of them does not come back.
        """
        self._ask_again_if_hooks_are_back()
        shown = self._now.filtered(game, viewer, self._host)
        self._was_away = self._was_away or bool(game.hooks and self._host().unavailable)
        return shown

    def turn(self, game: Game, cursor: Cursor, viewer: str | None) -> Turn:
        """One turn of *game* as *viewer* may see it, without looking at the others."""
        return self._now.look(game, cursor, viewer, self._host).turn

    def knows(self, game: Game, viewer: str | None) -> bool:
        """Return True if the view of *game* is known without asking any hook."""
        self._ask_again_if_hooks_are_back()
        try:
            self._now.filtered(game, viewer, None)
        except NotAskedYetError:
            return False
        return True

    def filtered_as_known(self, game: Game, viewer: str | None) -> Game:
        """The same without asking hooks, by their answers from before they were to be asked again if need be.

        Of a game about which they were never asked, a power sees its own where they may hide something; nothing is barred.
        """
        for known in (self._now, self._before):
            with suppress(NotAskedYetError):
                return known.filtered(game, viewer, None)
        return self._unasked.filtered(game, viewer, _host_without_hooks)

    def hidden(self, game: Game, cursor: Cursor, viewer: str | None) -> frozenset[str]:
        """The provinces of which *viewer* knows nothing at *cursor* of the whole *game*; hooks are asked as there."""
        for known in (self._now, self._before):
            with suppress(NotAskedYetError):
                return known.look(game, cursor, viewer, None).turn.position.unseen
        return self._unasked.look(game, cursor, viewer, _host_without_hooks).turn.position.unseen

    def label(self, step: HistoryStep, viewer: str | None) -> str:
        """Return the label of a step of the history, as *viewer* may know it.

        Empty where *viewer* may not see its effect, and where hooks would have to be asked to know that.
        """
        if viewer is None or not _is_one(viewer, step.after):
            return step.label
        if _others_wrote(step, viewer) or not (self.knows(step.before, viewer) and self.knows(step.after, viewer)):
            return ""
        return "" if self.filtered(step.before, viewer) == self.filtered(step.after, viewer) else step.label

    def forget(self) -> None:
        """Ask again: a hook was agreed to, or switched off."""
        self._before, self._now, self._unasked = self._now, _Answers(), _Answers()

    def _ask_again_if_hooks_are_back(self) -> None:
        if self._was_away and not self._host().unavailable:
            self._was_away = False
            self.forget()


class _Answers:
    """Answers of hooks, and the games and turns as seen by them. Where a host is given, it is asked for what is not known."""

    def __init__(self) -> None:
        self._bars: dict[tuple[int, _Hooks, tuple[tuple[str, str], ...]], tuple[Position, Position]] = {}
        self._sights: dict[tuple[int, int, str, _Hooks], _Sight] = {}
        self._orders: dict[tuple[int, str, tuple[Order, ...], _Hooks], tuple[Position, Mapping[Order | None, Verdict]]] = {}
        self._turns: dict[tuple[int, str, _Hooks], _VisibleTurn] = {}
        self._games: dict[tuple[int, str | None], tuple[Game, Game]] = {}

    def filtered(self, game: Game, viewer: str | None, host: Callable[[], HookHost] | None) -> Game:
        """*game* as *viewer* may see it.

        Raises:
            NotAskedYetError: there is no host, and something is not known.
        """
        if not _is_one(viewer, game):
            viewer = None
        known = self._games.get((id(game), viewer))
        if known is not None and known[0] is game:
            return known[1]
        if viewer is None:
            seen = self._barred(game, host)
        else:
            branches = []
            for branch in game.branches:
                cursors = [Cursor(branch.name, branch.start + number) for number in range(len(branch.turns))]
                branches.append(replace(branch, turns=tuple(self.look(game, cursor, viewer, host).turn for cursor in cursors)))
            settings = tuple((key, value) for key, value in game.settings if not key.startswith(("delayed press", PREFIX)))
            players = {power: _as_announced(player, power, viewer) for power, player in game.players.items()}
            members = tuple(each if each.power == viewer else replace(each, address="") for each in game.members)
            notes = {power: text for power, text in game.notes.items() if power == viewer}
            seen = replace(
                game,
                branches=tuple(branches),
                players=MappingProxyType(players),
                members=tuple(each for each in members if each.role is not MemberRole.STANDBY),
                audit=(),
                files=tuple(each for each in game.files if each.name != REST_FILE),
                settings=settings,
                note="",
                notes=MappingProxyType(notes),
            )
        _make_room(self._games, MOST_GAMES)
        self._games[id(game), viewer] = (game, seen)
        return seen

    def look(self, game: Game, cursor: Cursor, viewer: str | None, host: Callable[[], HookHost] | None) -> _VisibleTurn:
        """The turn at *cursor* as *viewer* may see it."""
        turn = self.filtered(game, None, host).turn(cursor)
        if viewer is None or not _is_one(viewer, game):
            return _VisibleTurn(turn, turn)
        key = (id(turn), viewer, _hooks(game, cursor))
        found = self._turns.get(key)
        if found is not None and found.whole is turn:
            return found
        sight = self._sight(game, cursor, viewer, host)
        _make_room(self._turns)
        found = self._turns[key] = _visible_turn(game, cursor, turn, viewer, sight)
        return found

    def _barred(self, game: Game, host: Callable[[], HookHost] | None) -> Game:
        """*game* with what hooks close barred in its open turns, and the orders there judged by it; itself where they close nothing."""
        found = game
        if not game.variant.board.edges:
            return found  # the variant is not here: nothing can be judged on the board that stands in for it
        for branch in game.branches if game.hooks else ():
            cursor = game.last(branch.name)
            if branch.ending is not None:
                continue
            turn = game.turn(cursor)
            position, orders = self._with_bars(game, cursor, turn.position, host), turn.orders
            if position is not turn.position:
                orders = _judged(game, cursor, position, orders)
            orders = self._as_hooks_judge(game, cursor, orders, host)
            if position is not turn.position or orders is not turn.orders:
                found = found.with_turn(cursor, replace(turn, position=position, orders=orders))
        return found

    def _as_hooks_judge(
        self, game: Game, cursor: Cursor, orders: Mapping[str, tuple[OrderLine, ...]], host: Callable[[], HookHost] | None
    ) -> Mapping[str, tuple[OrderLine, ...]]:
        """*orders* with those that hooks refuse marked; the same where they refuse none."""
        if not any(orders.values()) or not attached_at(game, cursor).has(Point.ORDERS):
            return orders
        judged = {}
        for power, lines in orders.items():
            refused = self._refused(
                game, cursor, power, tuple(each.order for each in lines if each.order is not None and each.is_legal), host
            )
            judged[power] = tuple(
                replace(each, verdict=refused[each.order]) if each.order in refused and each.is_legal else each for each in lines
            )
        return orders if judged == orders else MappingProxyType(judged)

    def _refused(
        self, game: Game, cursor: Cursor, power: str, orders: tuple[Order, ...], host: Callable[[], HookHost] | None
    ) -> Mapping[Order | None, Verdict]:
        position = game.turn(cursor).position
        key = (id(position), power, orders, _hooks(game, cursor))
        known = self._orders.get(key)
        if known is not None and known[0] is position:
            return known[1]
        if host is None:
            raise NotAskedYetError
        _make_room(self._orders)
        refused: dict[Order | None, Verdict] = {}
        with suppress(ValueError):
            judged, _ = judge_orders(game, cursor, power, orders, host())
            refused.update((each.order, each.verdict) for each in judged if not each.verdict)
        self._orders[key] = (position, refused)
        return refused

    def _with_bars(self, game: Game, cursor: Cursor, position: Position, host: Callable[[], HookHost] | None) -> Position:
        point = _SITE_POINTS.get(position.phase.kind)
        if point is None or not attached_at(game, cursor).has(point):
            return position
        key = (id(position), _hooks(game, cursor), tuple(sorted(game.rules_at(cursor).items())))
        known = self._bars.get(key)
        if known is not None and known[0] is position:
            return known[1]
        if host is None:
            raise NotAskedYetError
        _make_room(self._bars)
        barred = position
        with suppress(ValueError):  # on a board that is not here nothing can be judged, and the game is only looked at
            barred = HookedRules(game, cursor, host()).position
        self._bars[key] = (position, barred)
        return barred

    def _sight(self, game: Game, cursor: Cursor, viewer: str, host: Callable[[], HookHost] | None) -> _Sight | None:
        """Return the answers of hooks on the turn; ``None`` where none limits the view."""
        if not is_limited(game, cursor):
            return None
        turn = game.turn(cursor)
        key = (id(turn.position), id(turn.resolution), viewer, _hooks(game, cursor))
        if viewer == CURTAIN:
            host = _host_without_hooks  # where sight is limited, what is everybody's is nothing
        known = self._sights.get(key)
        if known is not None and known.of[0] is turn.position and known.of[1] is turn.resolution:
            return known
        if host is None:
            raise NotAskedYetError
        _make_room(self._sights)
        seen = seen_by(game, cursor, viewer, host())
        known = self._sights[key] = _Sight((turn.position, turn.resolution), seen.position, seen.resolution)
        return known


def _host_without_hooks() -> HookHost:
    """Return a host that runs no hook: each of them fails, so that a power sees only its own."""
    return HookHost(lambda *_: False)


def _visible_turn(game: Game, cursor: Cursor, turn: Turn, viewer: str, sight: _Sight | None) -> _VisibleTurn:
    position, resolution, orders = turn.position, turn.resolution, turn.orders
    if sight is not None:
        position, resolution = sight.position, sight.resolution
        orders = visible_orders(turn, viewer, resolution, position.unseen)
        own = {order: hook for order, hook in turn.position.barred.items() if order.startswith(f"{viewer} ")}
        position = replace(position, barred=own)
    if resolution is None:
        orders = MappingProxyType({power: lines for power, lines in orders.items() if power == viewer})
        if sight is not None:
            orders = _judged(game, cursor, position, orders, keeping=turn.orders)
    else:
        orders = MappingProxyType({power: lines if power == viewer else _as_published(lines) for power, lines in orders.items()})
    shown = replace(
        turn,
        position=position,
        orders=orders,
        resolution=resolution,
        press=tuple(each for each in turn.press if not each.receivers or viewer in (each.sender, *each.receivers)),
        sealed=tuple(each for each in turn.sealed if each.power == viewer),
        votes=tuple(each for each in turn.votes if each.power == viewer or (resolution is not None and not _has_secret_votes(game))),
        later=tuple(each for each in turn.later if each.power == viewer),
        mails=tuple(each for each in turn.mails if each.power == viewer),
        waits=tuple(each for each in turn.waits if each == viewer),
        adjustments=() if sight is not None else turn.adjustments,
        forced=() if sight is not None else turn.forced,
        changes=tuple(each for each in turn.changes if _may_see(each, viewer)),
        note="",
    )
    return _VisibleTurn(turn, shown)


def _has_secret_votes(game: Game) -> bool:
    """Return True if votes are their powers' own at the table of *game*, for ever."""
    return game.table is not None and game.table.secret_votes


def _is_one(viewer: str | None, game: Game) -> bool:
    """Return True if *viewer* sees less than everything: a power of *game*, or those around a closed laptop."""
    return viewer == CURTAIN or viewer in game.variant.powers


def _may_see(change: TurnChange, viewer: str) -> bool:
    """Return True if *viewer* may know of a change: the state of hooks may tell of all, and a default list is its power's own."""
    return not isinstance(change, HookState) and (not isinstance(change, DefaultList) or change.power == viewer)


def _as_announced(player: SeatedPlayer, power: str, viewer: str) -> SeatedPlayer:
    """Another power's player without what only the game master needs: the address, and what the seat needs besides. Opponents are known."""
    if power == viewer:
        return player
    return replace(player, address="", detail=player.detail if player.seat is SeatKind.BOT else "")


def _as_published(lines: tuple[OrderLine, ...]) -> tuple[OrderLine, ...]:
    """Another power's lines of a phase that is over: what was ordered, without the words in which the game master received it."""
    return tuple(replace(line, text=str(line.order)) for line in lines if line.order is not None)


_Lines = Mapping[str, tuple[OrderLine, ...]]


def _judged(game: Game, cursor: Cursor, position: Position, orders: _Lines, keeping: _Lines | None = None) -> _Lines:
    """*orders* with the verdicts that they have in *position*.

    Args:
        keeping: the same lines as hooks judged them; what they refused stays refused.
    """
    variant = variant_at(game, cursor)
    judged = {power: judged_lines(variant, position, power, lines) for power, lines in orders.items()}
    for power, lines in (keeping or {}).items():
        if power in judged:
            judged[power] = tuple(
                old if old.verdict is not None and old.verdict.refusal is Refusal.BARRED else new
                for old, new in zip(lines, judged[power], strict=True)
            )
    return MappingProxyType(judged)


def _others_wrote(step: HistoryStep, viewer: str) -> bool:
    """Return True if the step changed the text of another power in a turn that is open."""
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
