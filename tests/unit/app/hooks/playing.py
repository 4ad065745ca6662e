"""A game of the standard variant with shipped hooks attached, for the tests of this folder."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from app.game.edits import new_game, process, set_lines
from app.game.entries import Hook
from app.game.record import MAIN, Cursor, Game, Turn
from app.game.table_edits import attach_hook, put_hook
from app.hooks.asking_hooks import Log, LogEntry
from app.hooks.hook_consent import hook_of
from app.hooks.host import HookHost
from app.hooks.next_phase import HookedRules, Site
from app.hooks.press import deliver_due
from app.hooks.referee import hooked_referee
from variants import standard
from variants.hooks.hook_text import shipped_hooks


def fresh() -> Game:
    """A standard game whose id never changes, so that chance does not either."""
    return new_game(standard(), "Test", game_id="7f3a7f3a")


def with_shipped(game: Game, name: str, arguments: str = "") -> Game:
    """*game* with a shipped hook attached from its open turn on."""
    return attach_hook(put_hook(game, hook_of(shipped_hooks()[name])), MAIN, name, arguments)


def with_text(game: Game, name: str, source: str, arguments: str = "") -> Game:
    """*game* with a hook of the test's own."""
    return attach_hook(put_hook(game, Hook(name, (), source)), MAIN, name, arguments)


def placed(game: Game, phase: str, units: str, owners: str = "") -> Game:
    """*game* with its open turn at *phase*, the units ``FRANCE A PAR; ...`` and the owners ``FRANCE PAR BRE; ...``."""
    owned: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in owners.split(";"))):
        power, *centres = part.split()
        owned.update(dict.fromkeys(centres, power))
    standing = tuple(sorted((Unit.of(each.strip()) for each in units.split(";") if each.strip()), key=str))
    position = Position(Phase.of(phase), standing, MappingProxyType(owned))
    return game.with_turn(game.last(MAIN), replace(game.turn(game.last(MAIN)), position=position))


def ordered(game: Game, **lines: str) -> Game:
    """*game* with orders: ``FRANCE="A PAR - BUR; F BRE H"``."""
    for power, text in lines.items():
        game = set_lines(game, MAIN, power, [each.strip() for each in text.split(";") if each.strip()])
    return game


def last(game: Game) -> Turn:
    """The open turn."""
    return game.turn(game.last(MAIN))


def before_last(game: Game) -> Turn:
    """The turn that was processed last."""
    return game.line(MAIN)[-2]


def process_with_hooks(game: Game, branch: str = MAIN, *, host: HookHost) -> tuple[Game, Log]:
    """The open turn of *branch* adjudicated with the game's hooks, the next appended, and press delivered that is due."""
    log: list[LogEntry] = []
    after = process(game, branch, referee=hooked_referee(host, log.append))
    return deliver_due(after, branch), tuple(log)


def build_sites(game: Game, cursor: Cursor, power: str, host: HookHost) -> tuple[Site, ...]:
    """Return the sites where *power* may build at *cursor*."""
    return HookedRules(game, cursor, host).build_sites(power)
