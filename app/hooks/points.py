"""A game played with its hooks: the functions that the commands call in place of the plain ones.

Each is pure but for the worker it asks: same game, same answer. Without hooks they do what the plain functions do.
"""

from __future__ import annotations

from app.game.edits import process
from app.game.record import MAIN, Cursor, Game
from app.hooks.host import HookHost
from app.hooks.log import Log, LogEntry
from app.hooks.press import Delivery, deliver_due, judge_press, send_with_hooks
from app.hooks.referee import JudgedOrder, hooked_referee, judge_orders
from app.hooks.seen import Seen, is_limited, seen_by
from app.hooks.sites import HookedRules, Site
from app.hooks.start import start_with_hooks

__all__ = [
    "Delivery",
    "HookedRules",
    "JudgedOrder",
    "Seen",
    "Site",
    "build_sites",
    "hooked_referee",
    "is_limited",
    "judge_orders",
    "judge_press",
    "process_with_hooks",
    "seen_by",
    "send_with_hooks",
    "start_with_hooks",
]


def process_with_hooks(game: Game, branch: str = MAIN, *, host: HookHost) -> tuple[Game, Log]:
    """Adjudicate the open turn of *branch* with the game's hooks, append the next, and deliver press that is due.

    Raises:
        EditError: the branch is over.
    """
    log: list[LogEntry] = []
    after = process(game, branch, referee=hooked_referee(host, log.append))
    return deliver_due(after, branch), tuple(log)


def build_sites(game: Game, cursor: Cursor, power: str, host: HookHost) -> tuple[Site, ...]:
    """Where *power* may build at *cursor*."""
    return HookedRules(game, cursor, host).build_sites(power)
