"""Orders that hooks close do not glow, are in no menu, and are refused with the hook's name, whether clicked, dragged or typed."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from app.game.document import Document
from app.game.edits import new_game
from app.game.entries import Hook
from app.game.record import MAIN
from app.game.table_edits import attach_hook, put_hook
from app.hooks.host import CallOutcome, HookHost
from app.presentation.order_rows import PowerBlock, power_blocks
from app.presentation.order_tools.stage import UnitTouch
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from tests.gui.hands import Hands
from variants.catalogue import standard
from variants.hooks.contracts import Point

WALLS = """# title: Walls
def on_retreat(ctx):
    return {"sites": {at: [place for place in places if place != "GAS"] for at, places in ctx["sites"].items()}}
def on_build(ctx):
    return {"sites": [{"at": at, "kinds": ["A"]} for at in ("BRE", "SPA")]}
"""
ENDLESS = "# title: Endless\ndef on_retreat(ctx):\n    while True:\n        pass\n"

RETREAT = Position(
    Phase.of("S1901R"),
    (Unit.of("FRANCE A BUR"),),
    MappingProxyType({}),
    (DislodgedUnit(Unit.of("ITALY A BUR"), "PAR", by_convoy=False),),
)
WINTER = Position(Phase.of("W1901A"), (), MappingProxyType(dict.fromkeys(("PAR", "BRE", "SPA"), "FRANCE")))


def put_on(controller: MainController, position: Position, source: str = WALLS) -> None:
    """A game at *position* with a hook of that text attached and agreed to, in front."""
    hook = Hook("walls", (), source)
    game = attach_hook(put_hook(new_game(standard(), "Walls", game_id="3a11"), hook), MAIN, "walls", "")
    controller.session.hooks.store.grant((hook,), for_good=False)
    controller.session.add(Document(game.with_turn(game.last(), replace(game.turn(game.last()), position=position))))


def test_a_closed_retreat_does_not_glow_and_a_click_there_names_the_hook(controller: MainController, hands: Hands) -> None:
    put_on(controller, RETREAT)
    hands.unit("BUR", dislodged=True)
    assert hands.page.acts.pointing().targets == {"BEL", "MUN", "PIC", "RUH", "MAR"}
    hands.ground("GAS")
    assert hands.message == "Gascony as a retreat of Army Burgundy is closed by the rule change walls."
    assert hands.orders("ITALY") == []
    hands.ground("PIC")
    assert hands.orders("ITALY") == ["A BUR R PIC"]


def test_a_closed_retreat_is_not_in_the_menu_nor_offered_while_one_types(controller: MainController, hands: Hands) -> None:
    put_on(controller, RETREAT)
    board = hands.page.board
    at = hands.point_for(UnitTouch("BUR", dislodged=True))
    board.context_requested.emit(board.touch_at(at), board.viewport().mapToGlobal(at))
    menu = next(each for each in hands.page.findChildren(QMenu) if each.isVisible())
    words = hands.words_of(menu)
    menu.close()
    assert not any("Gascony" in each for each in words)
    assert any("Picardy" in each for each in words)
    row = next(row for block in blocks(controller) for row in block.rows)
    assert controller.panels.get(GamePanel)._offer(row, "gas") == ((), False)
    assert controller.panels.get(GamePanel)._offer(row, "pic") == (("A BUR R PIC",), True)


def test_a_typed_order_to_a_closed_place_is_a_problem_with_the_hooks_name(controller: MainController, hands: Hands) -> None:
    put_on(controller, RETREAT)
    hands.page.order_entry.enter_text("ITALY", None, "A BUR R GAS")
    (row,) = (row for block in blocks(controller) for row in block.rows if row.text)
    assert row.note == "Gascony as a retreat of Army Burgundy is closed by the rule change walls"
    picture = hands.page.scene.picture
    assert picture is not None
    assert picture.orders == (), "what will not be carried out is not drawn"


def test_only_open_sites_wait_for_builds_and_only_open_kinds_are_asked(controller: MainController, hands: Hands) -> None:
    put_on(controller, WINTER)
    assert hands.page.order_entry.waiting == {"BRE", "SPA"}
    hands.ground("BRE")
    assert hands.orders("FRANCE") == ["A BRE B"], "one kind is left, so nothing is asked"
    hands.ground("PAR")
    assert hands.message == "Building Army Paris is closed by the rule change walls."
    hands.ground("SPA")
    assert hands.orders("FRANCE") == ["A BRE B", "A SPA B"]
    assert hands.page.order_entry.waiting == frozenset()


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of every question to a hook, whether it was asked on the window's own thread."""
    asked: list[bool] = []
    ask = HookHost.call

    def call(host: HookHost, hook: Hook, point: Point, context: Mapping[str, object], **rest: object) -> CallOutcome:
        asked.append(threading.current_thread() is threading.main_thread())
        return ask(host, hook, point, context, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(HookHost, "call", call)
    return asked


def test_the_window_goes_on_while_a_hook_does_not_come_back(controller: MainController, hands: Hands, threads: list[bool]) -> None:
    put_on(controller, RETREAT, ENDLESS)
    assert controller.session.hooks.struck(controller.session.game.hooks[0]) is not None
    hands.unit("BUR", dislodged=True)
    assert "GAS" in hands.page.acts.pointing().targets, "the plain rules answer in its place"
    assert threads
    assert not any(threads)


@pytest.mark.parametrize(
    "lines",
    [
        ("process --missing process",),
        ("what-if",),
        ("A BUR R PIC", "undo", "redo"),
        ("view-as italy", "A BUR R PIC", "view-as"),
        ("variant -walls",),
    ],
)
def test_whatever_is_done_hooks_are_asked_on_another_thread(
    lines: tuple[str, ...], controller: MainController, threads: list[bool]
) -> None:
    sight = "def on_results(ctx):\n    return {'units': ctx['units']}\ndef before_adjudication(ctx):\n    return None\n"
    put_on(controller, RETREAT, WALLS + sight)
    for line in lines:
        controller.run_line(line)
    QApplication.processEvents()
    assert threads
    assert not any(threads)


def test_a_clicked_order_is_put_to_hooks_on_another_thread_and_what_they_refuse_is_marked(
    controller: MainController, hands: Hands, threads: list[bool]
) -> None:
    stay = (
        'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": "stay"} for o in ctx["orders"] if o["at"] == "PAR"]}\n'
    )
    put_on(controller, standard().start, stay)
    hands.move("PAR", "BUR")
    assert threads
    assert not any(threads)
    row = next(row for block in blocks(controller) for row in block.rows if row.text)
    assert (row.text, row.note) == ("A PAR - BUR", "refused by the rule change walls: stay")


def test_the_key_of_a_site_says_why_it_is_closed(controller: MainController, hands: Hands) -> None:
    put_on(controller, WINTER)
    hands.page.point_to("PAR")
    QTest.keyClick(hands.page.board, Qt.Key.Key_Return)
    assert "closed by the rule change walls" in hands.message


def blocks(controller: MainController) -> tuple[PowerBlock, ...]:
    """The rows as the panel shows them."""
    assert controller.page is not None
    return power_blocks(controller.page.shown, controller.session.cursor)
