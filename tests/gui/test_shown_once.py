"""An act of a person makes the board show itself once, and lays it out once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.game.document import Document
from app.game.edits import new_game
from app.presentation.layout.drawing import Plan, Sizes
from app.presentation.layout.plan import Planner
from app.presentation.picture import MapPicture
from app.qt.board import board_supply
from app.qt.main_window.main_controller import MainController
from app.qt.map.scene import BoardScene
from app.session.services import ChoiceQuestion
from app.session.view_options import Pace
from tests.gui.answering import answering
from tests.gui.hands import Hands
from variants.catalogue import standard


@dataclass
class Shown:
    """Record of the pictures and layouts of the boards of the window."""

    pictures: list[MapPicture] = field(default_factory=list)
    layouts: list[MapPicture] = field(default_factory=list)

    def clear(self) -> None:
        """Count from here."""
        self.pictures.clear()
        self.layouts.clear()


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Counts what the boards of the window show, and how often anything is laid out."""
    counted = Shown()
    show, lay_out = BoardScene.show_picture, Planner._planned

    def counted_show(scene: BoardScene, picture: MapPicture) -> None:
        counted.pictures.append(picture)
        show(scene, picture)

    def counted_layout(planner: Planner, picture: MapPicture, sizes: Sizes) -> Plan:
        counted.layouts.append(picture)
        return lay_out(planner, picture, sizes)

    monkeypatch.setattr(BoardScene, "show_picture", counted_show)
    monkeypatch.setattr(Planner, "_planned", counted_layout)
    return counted


@pytest.fixture
def game(controller: MainController, shown: Shown) -> Document:
    """A game in spring 1901 with one order, on the screen and at rest."""
    document = Document(new_game(standard(), "Evening"))
    controller.session.add(document)
    controller.run("order", text="A PAR - BUR")
    QApplication.processEvents()
    page = controller.page
    assert page is not None
    page.board.settle()
    shown.clear()
    return document


def test_a_click_that_writes_an_order_shows_the_board_once(game: Document, hands: Hands, shown: Shown) -> None:
    hands.unit("MAR")
    QApplication.processEvents()
    shown.clear()
    hands.ground("SPA")
    assert hands.orders("FRANCE") == ["A PAR - BUR", "A MAR - SPA"]
    assert len(shown.pictures) == 1
    assert len(shown.layouts) == 1


def test_a_slow_preview_makes_only_the_next_one_wait(
    controller: MainController, game: Document, hands: Hands, shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_supply, "QUICK_SECONDS", 0.0)
    hands.move("MAR", "SPA")
    monkeypatch.setattr(board_supply, "QUICK_SECONDS", 60.0)
    hands.move("BRE", "MAO")
    assert all(each.outcome is None for each in shown.pictures[-1].orders)
    assert controller.background.wait()
    QApplication.processEvents()
    assert all(each.outcome is not None for each in shown.pictures[-1].orders)
    hands.unit("LON")
    QApplication.processEvents()
    shown.clear()
    hands.ground("NTH")
    QApplication.processEvents()
    assert [[each.outcome is not None for each in picture.orders] for picture in shown.pictures] == [[True] * 4]
    assert len(shown.layouts) == 1


def test_picking_a_unit_shows_the_board_once_and_lays_out_nothing(game: Document, hands: Hands, shown: Shown) -> None:
    hands.unit("MAR")
    QApplication.processEvents()
    assert len(shown.pictures) <= 1
    assert shown.layouts == []


@pytest.mark.parametrize("speed", list(Pace))
def test_process_shows_the_outcome_once(
    controller: MainController, game: Document, shown: Shown, speed: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("animation", speed=speed)
    answering(
        monkeypatch,
        ChoiceQuestion,
        lambda _question, choices: next((each for each in choices if each.startswith(("Process", "Go on"))), choices[-1]),
    )
    shown.clear()
    controller.run("process")
    QApplication.processEvents()
    assert controller.session.turn.resolution is not None
    assert [each.orders[0].outcome is not None for each in shown.pictures] == [True]
    assert len(shown.layouts) == 1


def test_going_on_from_an_outcome_shows_the_next_phase_once(controller: MainController, game: Document, shown: Shown) -> None:
    controller.run("process", missing="process")
    controller.run("previous-phase")
    QApplication.processEvents()
    shown.clear()
    controller.run("next-phase")
    QApplication.processEvents()
    assert len(shown.pictures) == 1
    assert len(shown.layouts) == 1


def test_a_game_that_is_opened_lays_itself_out_once(controller: MainController, shown: Shown, tmp_path: Path) -> None:
    controller.run("new")
    controller.run("order", text="A PAR - BUR")
    controller.run("save-as", file=tmp_path / "evening.dpn")
    controller.run("close")
    QApplication.processEvents()
    shown.clear()
    controller.run("open", file=tmp_path / "evening.dpn")
    QApplication.processEvents()
    page = controller.page
    assert page is not None
    page.board.settle()
    assert len(shown.pictures) == 1
    assert len(shown.layouts) == 1
