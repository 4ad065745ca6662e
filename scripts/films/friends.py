"""Friends round one laptop: a seat that opens when its ring is held, orders by the mouse, a seal, and the reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication

from app.presentation.order_tools.stage import ProvinceArea
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.lobby_dialog import LobbyDialog
from app.qt.hotseat.reveal_page import RevealPage
from scripts.films.camera import Camera

if TYPE_CHECKING:
    from app.qt.main_window.main_controller import MainController

OTHERS = {
    "ENGLAND": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "FRANCE": ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"),
    "GERMANY": ("A MUN - BUR", "A BER - KIE", "F KIE - DEN"),
    "ITALY": ("A VEN H", "A ROM - APU", "F NAP - ION"),
    "RUSSIA": ("A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"),
    "TURKEY": ("A CON - BUL", "A SMY - CON", "F ANK - BLA"),
}
STEPS = 3
"""Steps of the reveal that are filmed one at a time."""


def film(controller: MainController, camera: Camera) -> None:
    """Play a spring."""
    camera.say("Seven friends, one laptop: “Play round one laptop…”")

    def sit_down() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, LobbyDialog)
        camera.say("Who sits where. Empty chairs can be played by the program.")
        camera.read()
        camera.press(dialog.start_button, milliseconds=0)

    camera.press(controller.start_page.table_button, in_dialog=sit_down)
    curtain = controller.stack.currentWidget()
    assert isinstance(curtain, CurtainPage)
    camera.say("The table talks. Whoever is ready presses a name.")
    camera.look(900)
    camera.press(curtain.cards.card("AUSTRIA"), milliseconds=700)
    camera.say("The others look away. Hold the ring, and your seat opens.")
    camera.look(600)
    camera.hold(curtain.ring, lambda: controller.stack.currentWidget() is not curtain)
    camera.say("Click a unit, then where it goes. Nobody else's orders are here.")
    for start, target in (("VIE", "GAL"), ("BUD", "SER"), ("TRI", "ALB")):
        _order(controller, camera, start, target)
    camera.read()
    camera.say("Seal them, and hand the laptop on.")
    camera.press(controller.table.bar.seal_button, milliseconds=900)
    for power, orders in OTHERS.items():
        controller.run("call", power=power)
        controller.run("open-seat", power=power)
        for order in orders:
            if not controller.run("order", text=order, power=power):
                raise ValueError(f"{order}: {controller.status_text}")
        if power == "ENGLAND":
            camera.say("Everyone in turn, each in their own colour.")
        camera.look(350)
        controller.run("seal", anyway=True)
    camera.read()
    curtain = controller.stack.currentWidget()
    assert isinstance(curtain, CurtainPage)
    camera.say("All are sealed: show the orders.")
    camera.press(curtain.reveal_button, milliseconds=1000)
    page = controller.stack.currentWidget()
    assert isinstance(page, RevealPage)
    camera.say("One thing at a time, each with its reason. Space goes on.")
    for _ in range(STEPS):
        camera.key(page, Qt.Key.Key_Space, 1400)
    camera.say("And then the table talks again, until fall.")
    camera.key(page, Qt.Key.Key_End, 2200)


def _order(controller: MainController, camera: Camera, start: str, target: str) -> None:
    page = controller.page
    assert page is not None
    plan = page.scene.plan
    assert plan is not None
    board = page.board

    def point(x: float, y: float) -> QPoint:
        return board.mapFromScene(QPointF(x, y))

    unit = next(each.at for each in plan.units if each.unit.province == start)
    camera.press(board.viewport(), point(*unit), 350)
    left, top, right, bottom = page.scene.board.provinces[target].bounds
    reachable = page.order_entry.reachable
    steps = range(1, 24)
    inside = [point(left + (right - left) * across / 24, top + (bottom - top) * down / 24) for down in steps for across in steps]
    fitting = [each for each in inside if board.touch_at(each).as_touch(reachable) == ProvinceArea(target)]
    camera.press(board.viewport(), fitting[len(fitting) // 2], 450)
