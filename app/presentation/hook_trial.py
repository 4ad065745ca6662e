"""A hook tried before it is attached: asked about the present position, or played with on a copy of the game. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import unified_diff

from adjudicator import PhaseKind, adjustment
from app.game.dpn.writer import write
from app.game.edits import process
from app.game.entries import Hook
from app.game.record import Cursor, EditError, Game
from app.game.table_edits import attach_hook, detach_hook, put_hook
from app.hooks.asking_hooks import LogEntry, board_part, common, order_table, orders_part, position_part, results_part
from app.hooks.hook_consent import RunningHook, names_of, read_state, text_of
from app.hooks.host import CallOutcome, HookHost
from app.hooks.next_phase import HookedRules, start_with_hooks
from app.hooks.referee import hooked_referee
from variants.hooks.contracts import Point
from variants.hooks.hook_parameters import read_arguments

LETTER = "Shall we meet in Belgium?"
"""Letter for the trial of a hook that takes part in press."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Question to a hook at one point, and its answer."""

    given: dict[str, object]
    outcome: CallOutcome


@dataclass(frozen=True, slots=True)
class Played:
    """A phase of a copy of the game, adjudicated without the hook and with it."""

    difference: tuple[str, ...]
    """Lines of the game's text that differ, marked - without the hook and + with it; empty where it changed nothing."""

    log: tuple[LogEntry, ...]
    trouble: str = ""
    """Reason that it could not be played."""
    untried: tuple[Point, ...] = ()
    """The points of the hook at which this phase gives it nothing to decide."""


def ask_now(game: Game, cursor: Cursor, hook: Hook, arguments: str, point: Point, viewer: str, host: HookHost, receiver: str = "") -> Asked:
    """Ask *hook* at *point* about the moment at *cursor*.

    Args:
        viewer: the power that the question is about, where it is about one.
        receiver: who is to read the letter that is asked about; the first of the others unless given.

    Raises:
        ArgumentError: the parameters do not fit.
    """
    text = text_of(hook)
    values = read_arguments(text.parameters, arguments, names_of(game.variant))
    attached = game.hooks_at(cursor).get(hook.name)
    running = RunningHook(hook, text, values, read_state("" if attached is None else attached.state))
    extra = _extra(game, cursor, point, viewer, host)
    if point is Point.PRESS:
        to = receiver or next(power for power in game.variant.powers if power != viewer)
        extra = {"message": {"from": viewer, "to": to, "text": LETTER}}
    given = {**common(game.variant, game.turn(cursor).position, running), **extra}
    phase = game.turn(cursor).phase
    return Asked(given, host.call(hook, point, given, seed=f"{game.id} {phase} {hook.name} {point} {viewer}", year=phase.year))


def ask_letters(game: Game, cursor: Cursor, hook: Hook, arguments: str, sender: str, host: HookHost) -> dict[str, CallOutcome]:
    """Return the answers on a letter from *sender* to each of the others, by receiver; it ends with the first that has no answer.

    Raises:
        ArgumentError: the parameters do not fit.
    """
    found: dict[str, CallOutcome] = {}
    for receiver in game.variant.powers:
        if receiver == sender:
            continue
        found[receiver] = ask_now(game, cursor, hook, arguments, Point.PRESS, sender, host, receiver).outcome
        if not found[receiver].ok:
            break
    return found


def rehearse(game: Game, cursor: Cursor, hook: Hook, arguments: str, viewer: str, host: HookHost) -> CallOutcome | None:
    """Ask *hook* about the moment at *cursor* at each of its points; the first answer that is none, or ``None`` where all is well.

    Raises:
        ArgumentError: the parameters do not fit.
    """
    for point in text_of(hook).points:
        host.pardon(hook)
        outcome = ask_now(game, cursor, hook, arguments, point, viewer, host).outcome
        if not outcome.ok:
            return outcome
    return None


def _extra(game: Game, cursor: Cursor, point: Point, viewer: str, host: HookHost) -> dict[str, object]:
    turn, variant = game.turn(cursor), game.variant
    orders = turn.read_orders()
    moment = {**position_part(variant, turn.position), **board_part(variant)}
    resolution = turn.resolution
    results = [] if resolution is None else results_part(resolution.outcomes)
    match point:
        case Point.START:
            return {**moment, "seasons": list(variant.calendar.seasons)}
        case Point.PRESS:
            return {"message": {"from": viewer, "to": viewer, "text": LETTER}}
        case Point.ORDERS:
            lines = [line for line in turn.orders_of(viewer) if line.order is not None]
            return {
                "power": viewer,
                "orders": [{**order_table(line.order), "legal": line.is_legal} for line in lines if line.order],
                **moment,
            }
        case Point.BEFORE_ADJUDICATION:
            return {"orders": orders_part(orders), **moment}
        case Point.AFTER_ADJUDICATION:
            following = turn.position if resolution is None else resolution.next
            after = {"phase": str(following.phase), **position_part(variant, following)}
            return {"orders": orders_part(orders), "results": results, "next": after, "round": 0, **moment}
        case Point.RETREAT:
            ways = HookedRules(replace(game, hooks=()), cursor, host).retreats(viewer)
            sites = {place: sorted(targets) for place, targets in ways.items()}
            return {"power": viewer, "sites": sites, **position_part(variant, turn.position)}
        case Point.BUILD:
            offered = HookedRules(replace(game, hooks=()), cursor, host).build_sites(viewer)
            tables = [{"at": each.location.province, "coast": each.location.coast, "kinds": list(each.kinds)} for each in offered]
            return {"power": viewer, "sites": tables, "builds": max(0, adjustment(variant, turn.position, viewer)), **moment}
        case Point.RESULTS:
            return {"viewer": viewer, "results": results, **moment}
        case Point.VICTORY:
            return {"counted": True, "votes": [], "ending": None, **moment}
        case Point.PHASE:
            return {"edges": [], **moment}


def play_copy(game: Game, branch: str, hook: Hook, arguments: str, host: HookHost) -> Played:
    """Adjudicate the open phase of a copy of *game* without *hook* and with it, and tell what differs. The game itself stays as it is."""
    try:
        without = detach_hook(game, branch, hook.name) if hook.name in game.hooks_at(game.last(branch)) else game
        attached = attach_hook(put_hook(game, hook), branch, hook.name, arguments)
        log: list[LogEntry] = []
        if game.last(branch).index == 0 and Point.START in text_of(hook).points:
            attached, started = start_with_hooks(attached, host)
            log.extend(started)
        plain = process(without, branch, referee=hooked_referee(host))
        hooked = process(attached, branch, referee=hooked_referee(host, log.append))
    except EditError as error:
        return Played((), (), str(error))
    before, after = _phases(plain), _phases(hooked)
    lines = [line for line in unified_diff(before, after, lineterm="", n=1) if not line.startswith(("---", "+++", "@@"))]
    return Played(tuple(lines), tuple(log), untried=untried_points(game, game.last(branch), hook))


def untried_points(game: Game, cursor: Cursor, hook: Hook) -> tuple[Point, ...]:
    """The points of *hook* about which the phase at *cursor* is asked nothing when it is adjudicated: no orders, nothing to build."""
    turn = game.turn(cursor)
    has_orders = any(turn.orders.values())
    is_tried = {
        Point.START: cursor.index == 0,
        Point.PRESS: False,
        Point.ORDERS: has_orders,
        Point.BEFORE_ADJUDICATION: has_orders,
        Point.AFTER_ADJUDICATION: has_orders,
        Point.RETREAT: turn.phase.kind is PhaseKind.RETREAT,
        Point.BUILD: turn.phase.kind is PhaseKind.ADJUSTMENT,
        Point.RESULTS: False,
        Point.VICTORY: True,
        Point.PHASE: True,
    }
    return tuple(point for point in text_of(hook).points if not is_tried[point])


def _phases(game: Game) -> list[str]:
    """The lines of the game's text from its first phase on, without those that say which hooks are attached."""
    lines = write(game).splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("[phase ")), 0)
    return [line for line in lines[start:] if not line.startswith(("+ hook", "- hook"))]
