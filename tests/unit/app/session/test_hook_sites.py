"""Orders that hooks close are closed everywhere: where orders are offered, typed, pasted, listed and judged. The reason names the hook."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from app.game.document import Document
from app.game.edits import new_game, set_lines
from app.game.entries import Hook
from app.game.record import MAIN, Game
from app.game.table_edits import attach_hook, put_hook
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

WALLS = """# title: Walls
# note: Nobody retreats to Gascony, and no fleets are built.
def on_retreat(ctx):
    return {"sites": {at: [place for place in places if place != "GAS"] for at, places in ctx["sites"].items()}}
def on_build(ctx):
    mine = [centre for centre, owner in ctx["centres"].items() if owner == ctx["power"]]
    return {"sites": [{"at": centre, "kinds": ["A"]} for centre in mine if centre != "PAR"]}
"""


def walled(position: Position, source: str = WALLS, name: str = "walls") -> Game:
    game = attach_hook(put_hook(new_game(standard(), "Walls", game_id="3a11"), Hook(name, (), source)), MAIN, name, "")
    return game.with_turn(game.last(), replace(game.turn(game.last()), position=position))


def retreat() -> Position:
    driven = DislodgedUnit(Unit.of("ITALY A BUR"), "PAR", by_convoy=False)
    return Position(Phase.of("S1901R"), (Unit.of("FRANCE A BUR"),), MappingProxyType({}), (driven,))


def winter() -> Position:
    return Position(Phase.of("W1901A"), (), MappingProxyType(dict.fromkeys(("PAR", "BRE", "SPA"), "FRANCE")))


def desk_with(game: Game) -> Desk:
    desk = Desk(game=False)
    desk.session.hooks.store.grant(game.hooks, for_good=False)
    desk.session.add(Document(game))
    return desk


def test_legal_offers_only_open_retreats() -> None:
    said = desk_with(walled(retreat())).run("legal BUR")
    assert "GAS" not in said
    assert "A BUR R PIC" in said


@pytest.mark.slow
def test_an_order_to_a_closed_place_is_refused_and_the_hook_is_named() -> None:
    desk = desk_with(walled(retreat()))
    with pytest.raises(Abort, match="Gascony as a retreat of Army Burgundy is closed by the rule change walls"):
        desk.run("A BUR R GAS")
    assert desk.orders("ITALY") == []
    desk.services.clipboard = "ITALY: A BUR R GAS"
    with pytest.raises(Abort, match="closed by the rule change walls"):
        desk.run("paste-orders")
    desk.run("A BUR R PIC")
    assert desk.orders("ITALY") == ["A BUR R PIC"]


def test_a_line_that_is_taken_down_all_the_same_is_listed_with_the_reason() -> None:
    desk = desk_with(walled(retreat()))
    said = desk.run("order --lying A BUR R GAS", "orders")
    assert "A BUR R GAS  ; Gascony as a retreat of Army Burgundy is closed by the rule change walls" in said
    desk.run("process --missing process")
    assert "closed by the rule change walls" in desk.run("results S1901R")


def test_builds_are_open_where_and_for_what_the_hook_says() -> None:
    desk = desk_with(walled(winter()))
    assert "F BRE B" not in desk.run("legal BRE")
    assert "A SPA B" in desk.run("legal SPA")
    with pytest.raises(Abort, match="building Fleet Brest is closed by the rule change walls"):
        desk.run("F BRE B")
    assert desk.run("who") == "France: 2 to build", "no more builds lack than there are open sites"
    desk.run("A BRE B", "A SPA B")
    assert desk.run("who") == "All orders are in."


def test_orders_written_before_a_hook_came_are_judged_by_it() -> None:
    game = walled(retreat(), "def on_press(ctx):\n    return None\n", "idle")
    desk = desk_with(set_lines(game, MAIN, "ITALY", ["A BUR R GAS"]))
    assert "closed" not in desk.run("orders")
    walls = Hook("walls", (), WALLS)
    desk.session.hooks.store.grant((walls,), for_good=False)
    desk.session.perform("Attach walls", lambda game: attach_hook(put_hook(game, walls), MAIN, "walls", ""))
    assert "closed by the rule change walls" in desk.run("orders")
    desk.run("undo")
    assert "closed" not in desk.run("orders")


def test_a_phase_goes_on_where_every_retreat_is_closed() -> None:
    source = 'def on_retreat(ctx):\n    return {"sites": {at: [] for at in ctx["sites"]}}\n'
    desk = desk_with(walled(retreat(), source, "shut"))
    said = desk.run("legal BUR")
    assert "A BUR D" in said
    assert "BUR R" not in said
    desk.run("process --missing process")
    assert desk.session.turn.position.units_of("ITALY") == ()


def test_a_hook_that_nobody_agreed_to_closes_nothing() -> None:
    game = walled(retreat())
    desk = Desk(game=False)
    desk.session.add(Document(game))
    assert "A BUR R GAS" in desk.run("legal BUR")


def test_a_power_that_sends_nothing_does_not_repeat_a_retreat_that_is_closed_by_now() -> None:
    source = 'def on_retreat(ctx):\n    return {"sites": {"BUR": ["PIC"]}} if ctx["season"] == "F" else None\n'
    game = replace(walled(retreat(), source, "autumn"), rules=(("nmr", "repeat"),))
    desk = desk_with(set_lines(game, MAIN, "ITALY", ["A BUR R GAS"]))
    desk.run("process --missing process")
    assert str(desk.session.game.turn(desk.session.game.last()).position.unit_at("GAS")) == "ITALY A GAS"
    position = replace(retreat(), phase=Phase.of("F1901R"))
    desk.session.perform("Again", lambda game: game.with_turn(game.last(), replace(game.turn(game.last()), position=position)))
    desk.run("process --missing process")
    judged = desk.session.game.line()[-2].resolution
    assert judged is not None
    assert [str(each.order) for each in judged.outcomes] == ["A BUR D"]
    assert judged.refused == ()


def test_what_is_barred_is_not_part_of_what_is_saved_or_copied() -> None:
    desk = desk_with(walled(winter()))
    desk.run("copy-position")
    assert "walls" not in desk.services.clipboard
    desk.run("copy-position-line")
    assert "walls" not in desk.services.clipboard
    assert desk.document.game.turn(desk.document.game.last()).position.barred == {}


def test_what_if_asks_the_hooks_as_processing_does() -> None:
    frozen = 'def before_adjudication(ctx):\n    return {"orders": {power: [] for power in ctx["powers"]}, "state": {"asked": True}}\n'
    game = attach_hook(put_hook(new_game(standard(), "Cold", game_id="c01d"), Hook("frozen", (), frozen)), MAIN, "frozen", "")
    desk = desk_with(set_lines(game, MAIN, "FRANCE", ["A PAR - BUR"]))
    assert "moves to Burgundy" not in desk.run("what-if")
    assert desk.document.game is desk.session.game
    assert desk.session.hooks.log(desk.session.game) == (), "it was only tried out"
    assert desk.document.game.hooks_at(desk.document.game.last())["frozen"].state == ""


def test_what_if_goes_by_no_other_rules_than_the_games() -> None:
    desk = Desk(game=False)
    desk.session.add(Document(walled(retreat())))
    with pytest.raises(Abort, match="Nobody has agreed to run walls"):
        desk.run("what-if")


def test_what_if_refuses_a_closed_retreat() -> None:
    desk = desk_with(walled(retreat()))
    assert "closed by the rule change walls" in desk.run("order --lying A BUR R GAS", "what-if")


NO_CONVOYS = """# title: Dry feet
def on_orders(ctx):
    return {"refuse": [{"order": o["order"], "reason": "no convoys"} for o in ctx["orders"] if o["kind"] == "convoy"]}
"""


def test_an_order_that_a_hook_refuses_is_marked_as_soon_as_it_is_written() -> None:
    game = attach_hook(put_hook(new_game(standard(), "Dry", game_id="d001"), Hook("dry", (), NO_CONVOYS)), MAIN, "dry", "")
    desk = desk_with(game)
    desk.run("F LON - NTH", "A LVP - YOR", "process --missing process", "F NTH C A YOR - NWY", "A YOR - NWY")
    assert "F NTH C A YOR - NWY  ; refused by the rule change dry: no convoys" in desk.run("orders")
    desk.run("process --missing process")
    assert "refused by the rule change dry: no convoys" in desk.run("results F1901M")
