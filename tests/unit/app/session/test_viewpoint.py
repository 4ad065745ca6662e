"""Painting of a game in sight: no hook is asked on the way, and nothing slips through meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from adjudicator.verdict import Refusal
from app.game.edits import process
from app.game.ending_edits import abandon
from app.game.entries import Hook
from app.game.record import MAIN, Game
from app.game.table_edits import detach_hook, put_hook
from app.hooks.host import HookHost
from app.session.viewpoint import Viewpoint
from tests.unit.app.hooks.playing import fresh, last, ordered, placed, with_shipped, with_text


def _asked() -> HookHost:
    pytest.fail("a hook is asked on the thread that paints")


@pytest.fixture
def host() -> Iterator[HookHost]:
    """Return the host that asks hooks."""
    host = HookHost()
    yield host
    host.close()


def test_a_glance_at_a_game_no_hook_was_ever_asked_about_asks_none() -> None:
    viewpoint = Viewpoint(_asked)
    game = ordered(with_shipped(fresh(), "fog_of_war"), FRANCE="A PAR - BUR", ITALY="A ROM H")
    assert {unit.power for unit in last(viewpoint.filtered_as_known(game, "FRANCE")).position.units} == {"FRANCE"}
    assert set(last(viewpoint.filtered_as_known(game, "FRANCE")).orders) == {"FRANCE"}
    assert "MUN" in viewpoint.hidden(game, game.last(MAIN), "FRANCE")
    assert last(viewpoint.filtered_as_known(game, None)).position.units == last(game).position.units


def test_at_a_glance_nothing_is_barred_that_no_hook_was_asked_about() -> None:
    game = with_text(fresh(), "shut", 'def on_build(ctx):\n    return {"sites": []}')
    game = placed(game, "W1901A", "FRANCE A GAS", "FRANCE PAR BRE MAR")
    assert not last(Viewpoint(_asked).filtered_as_known(game, None)).position.barred


def test_what_hooks_said_is_shown_at_a_glance_from_then_on() -> None:
    host = HookHost()
    viewpoint, game = Viewpoint(lambda: host), with_shipped(fresh(), "fog_of_war")
    assert _powers(viewpoint.filtered_as_known(game, "ITALY")) == {"ITALY"}
    seen = viewpoint.filtered(game, "ITALY")
    assert "AUSTRIA" in _powers(seen)
    assert viewpoint.filtered_as_known(game, "ITALY") is seen
    viewpoint.forget()
    assert viewpoint.filtered_as_known(game, "ITALY") is seen, "as they said it before they were to be asked again"
    host.close()


def _powers(game: Game) -> set[str]:
    return {unit.power for unit in last(game).position.units}


SHUT = 'def on_build(ctx):\n    return {"sites": []}'
"""Closes every site."""


def _winter(source: str = SHUT) -> Game:
    return placed(with_text(fresh(), "shut", source), "W1901A", "FRANCE A GAS", "FRANCE PAR BRE MAR")


def test_who_sees_one_power_s_view_sees_all_orders_of_a_phase_that_is_over(host: HookHost) -> None:
    game = process(ordered(fresh(), FRANCE="A PAR - BUR", ITALY="A ROM H"))
    shown = Viewpoint(lambda: host).filtered(game, "FRANCE")
    assert {"FRANCE", "ITALY"} <= set(shown.line(MAIN)[0].orders)
    assert set(last(Viewpoint(lambda: host).filtered(ordered(game, ITALY="A ROM H"), "FRANCE")).orders) <= {"FRANCE"}


def test_what_hooks_barred_is_known_from_then_on(host: HookHost) -> None:
    viewpoint, game = Viewpoint(lambda: host), _winter()
    assert not viewpoint.knows(game, None)
    assert last(viewpoint.filtered(game, None)).position.barred
    later = ordered(game, FRANCE="WAIVE")
    assert viewpoint.knows(later, None), "no hook is asked again for orders that it does not judge"
    assert last(viewpoint.filtered_as_known(later, None)).position.barred


def test_a_sight_is_known_from_then_on_whatever_is_ordered(host: HookHost) -> None:
    viewpoint, game = Viewpoint(lambda: host), with_shipped(fresh(), "fog_of_war")
    viewpoint.filtered(game, "ITALY")
    assert viewpoint.knows(ordered(game, ITALY="A ROM H"), "ITALY")


def test_a_hook_with_another_text_is_asked_anew(host: HookHost) -> None:
    viewpoint, game = Viewpoint(lambda: host), _winter()
    assert last(viewpoint.filtered(game, None)).position.barred
    other = put_hook(game, Hook("shut", (), 'def on_build(ctx):\n    return {"sites": [{"at": "PAR", "kinds": ["A", "F"]}]}'))
    assert not viewpoint.knows(other, None)
    barred = last(viewpoint.filtered(other, None)).position.barred
    assert not any(" PAR " in order for order in barred)
    assert any(" BRE " in order for order in barred)


def test_what_a_hook_hides_is_seen_again_once_it_is_gone(host: HookHost) -> None:
    viewpoint, game = Viewpoint(lambda: host), with_shipped(fresh(), "fog_of_war")
    assert "TURKEY" not in _powers(viewpoint.filtered(game, "FRANCE"))
    assert "TURKEY" in _powers(viewpoint.filtered(detach_hook(game, MAIN, "fog_of_war"), "FRANCE"))


def test_a_game_that_is_over_is_shown_without_asking_what_its_hooks_would_close() -> None:
    assert Viewpoint(_asked).knows(abandon(_winter()), None)


def test_a_hook_judges_orders_that_the_rules_allow_and_no_others(host: HookHost) -> None:
    source = 'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": str(len(ctx["orders"]))} for o in ctx["orders"]]}'
    game = ordered(with_text(fresh(), "counts", source), FRANCE="A PAR - BUR; A MAR - LON; nonsense")
    lines = last(Viewpoint(lambda: host).filtered(game, None)).orders["FRANCE"]
    judged = {line.text: line.verdict for line in lines}
    allowed, impossible = judged["A PAR - BUR"], judged["A MAR - LON"]
    assert allowed is not None
    assert allowed.refusal is Refusal.BARRED
    assert allowed.by.endswith("1"), "one order was asked about"
    assert impossible is not None
    assert impossible.refusal not in {None, Refusal.BARRED}


def test_an_order_that_a_hook_refuses_stays_refused_in_the_view_of_a_power_in_fog(host: HookHost) -> None:
    source = 'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": "no"} for o in ctx["orders"]]}'
    game = ordered(with_text(with_shipped(fresh(), "fog_of_war"), "never", source), FRANCE="A PAR - BUR")
    (line,) = last(Viewpoint(lambda: host).filtered(game, "FRANCE")).orders["FRANCE"]
    assert line.verdict is not None
    assert line.verdict.refusal is Refusal.BARRED


def test_what_a_hook_refused_is_known_while_the_orders_stay(host: HookHost) -> None:
    source = 'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": "no"} for o in ctx["orders"]]}'
    viewpoint, game = Viewpoint(lambda: host), ordered(with_text(fresh(), "never", source), FRANCE="A PAR - BUR", ITALY="A ROM H")
    viewpoint.filtered(game, None)
    noted = replace(game, note="Something else was changed.")
    assert viewpoint.knows(noted, None)
    (line,) = last(viewpoint.filtered_as_known(noted, None)).orders["FRANCE"]
    assert line.verdict is not None
    assert line.verdict.refusal is Refusal.BARRED


def test_a_game_whose_variant_is_not_here_is_shown_without_asking_its_hooks() -> None:
    game = _winter()
    bare = replace(game.variant, board=replace(game.variant.board, edges=()))
    assert Viewpoint(_asked).knows(replace(game, variant=bare), None)


def test_orders_that_a_hook_refused_are_asked_about_anew_once_it_has_another_text(host: HookHost) -> None:
    source = 'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": "no"} for o in ctx["orders"]]}'
    viewpoint, game = Viewpoint(lambda: host), ordered(with_text(fresh(), "never", source), FRANCE="A PAR - BUR")
    viewpoint.filtered(game, None)
    other = put_hook(game, Hook("never", (), 'def on_orders(ctx):\n    return {"refuse": []}'))
    assert not viewpoint.knows(other, None)
    (line,) = last(viewpoint.filtered(other, None)).orders["FRANCE"]
    assert line.verdict is not None
    assert line.verdict.refusal is None
