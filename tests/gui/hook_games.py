"""Games with hooks, for the tests of the window."""

from __future__ import annotations

from pathlib import Path

from app.game.dpn.writer import write
from app.game.edits import new_game, set_lines
from app.game.entries import Hook
from app.game.record import MAIN, Game
from app.game.table_edits import attach_hook, put_hook
from app.hooks.hook_consent import hook_of
from app.hooks.host import HookHost
from tests.unit.app.hooks.playing import process_with_hooks
from variants.catalogue import standard
from variants.hooks.hook_text import shipped_hooks

NO_SPRING_MOVES = """\
# title: Frozen spring
# note: Nobody moves in spring.
def before_adjudication(ctx):
    if ctx["season"] != "S":
        return None
    return {"orders": {power: [] for power in ctx["powers"]}, "log": "it is too cold"}
"""


def hooked_game(*names: str, own: tuple[tuple[str, str], ...] = (), arguments: str = "") -> Game:
    """A standard game in its first spring with shipped hooks by name, and others by name and source."""
    game = new_game(standard(), "Hooked", game_id="400c0001")
    hooks = [hook_of(shipped_hooks()[name]) for name in names] + [Hook(name, (), source) for name, source in own]
    for hook in hooks:
        game = put_hook(game, hook)
        game = attach_hook(game, MAIN, hook.name, arguments)
    return game


def frozen_game() -> Game:
    """A game whose hook has kept everybody at home in the first spring."""
    game = hooked_game(own=(("frozen", NO_SPRING_MOVES),))
    game = set_lines(game, MAIN, "FRANCE", ["A PAR - BUR"])
    host = HookHost()
    try:
        game, _ = process_with_hooks(game, host=host)
    finally:
        host.close()
    return game


def saved(game: Game, folder: Path, name: str = "hooked.dpn") -> Path:
    """*game* in a file."""
    file = folder / name
    file.write_text(write(game), encoding="utf-8")
    return file
