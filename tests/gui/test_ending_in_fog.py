"""The end of a game through one power's eyes: the card over the board tells nothing of centres that were never in its sight."""

from __future__ import annotations

import pytest

from app.game.ending_edits import declare_draw
from app.game.record import MAIN, Game
from app.qt.board.ending_card import CentreChart
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.labels import PlainLabel
from tests.unit.app.session.fog_twins import fog_twin


def card_of(controller: MainController, game: Game, viewer: str | None) -> tuple[list[str], object]:
    """The words of the card and what its chart is painted from."""
    session = controller.session
    session.hooks.store.grant(game.hooks, for_good=False)
    session.add(session.library.new(game), viewer)
    page = controller.page
    assert page is not None
    assert page.ending.card is not None
    (chart,) = page.ending.card.findChildren(CentreChart)
    return [label.text() for label in page.ending.card.findChildren(PlainLabel)], chart.history


@pytest.mark.parametrize("viewer", ["FRANCE", "TURKEY"])
def test_the_card_and_its_chart_are_the_same_whatever_happened_out_of_sight(controller: MainController, viewer: str) -> None:
    one, two = (declare_draw(fog_twin(viewer, number), MAIN, ("ENGLAND", "RUSSIA")) for number in (1, 2))
    assert card_of(controller, one, viewer) == card_of(controller, two, viewer)
    assert card_of(controller, one, None) != card_of(controller, two, None), "and the game master sees the difference"


def test_centres_that_are_not_known_are_not_told_as_a_number(controller: MainController) -> None:
    game = declare_draw(fog_twin("FRANCE", 1), MAIN, ("ENGLAND", "RUSSIA"))
    words, _ = card_of(controller, game, "FRANCE")
    assert words[words.index("France") + 1] == "3 centres"
    assert words[words.index("Turkey") + 1] == "centres unknown"
