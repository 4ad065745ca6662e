"""What is painted at a glance: no hook is asked on the way, and nothing slips through meanwhile."""

from __future__ import annotations

import pytest

from app.game.record import MAIN, Game
from app.hooks.host import HookHost
from app.session.viewpoint import Viewpoint
from tests.unit.app.hooks.playing import fresh, last, ordered, placed, with_shipped, with_text


def _asked() -> HookHost:
    pytest.fail("a hook is asked on the thread that paints")


def test_a_glance_at_a_game_no_hook_was_ever_asked_about_asks_none() -> None:
    viewpoint = Viewpoint(_asked)
    game = ordered(with_shipped(fresh(), "fog_of_war"), FRANCE="A PAR - BUR", ITALY="A ROM H")
    assert {unit.power for unit in last(viewpoint.glance(game, "FRANCE")).position.units} == {"FRANCE"}
    assert set(last(viewpoint.glance(game, "FRANCE")).orders) == {"FRANCE"}
    assert "MUN" in viewpoint.hidden(game, game.last(MAIN), "FRANCE")
    assert last(viewpoint.glance(game, None)).position.units == last(game).position.units


def test_at_a_glance_nothing_is_barred_that_no_hook_was_asked_about() -> None:
    game = with_text(fresh(), "shut", 'def on_build(ctx):\n    return {"sites": []}')
    game = placed(game, "W1901A", "FRANCE A GAS", "FRANCE PAR BRE MAR")
    assert not last(Viewpoint(_asked).glance(game, None)).position.barred


def test_what_hooks_said_is_shown_at_a_glance_from_then_on() -> None:
    host = HookHost()
    viewpoint, game = Viewpoint(lambda: host), with_shipped(fresh(), "fog_of_war")
    assert _powers(viewpoint.glance(game, "ITALY")) == {"ITALY"}
    seen = viewpoint.shown(game, "ITALY")
    assert "AUSTRIA" in _powers(seen)
    assert viewpoint.glance(game, "ITALY") is seen
    viewpoint.forget()
    assert viewpoint.glance(game, "ITALY") is seen, "as they said it before they were to be asked again"
    host.close()


def _powers(game: Game) -> set[str]:
    return {unit.power for unit in last(game).position.units}
