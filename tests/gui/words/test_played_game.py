"""A game that is played, corrected and reported, in the pseudo language: results, letters, branches, comparisons, the desk."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.game.document import Document
from app.game.ending_edits import declare_draw
from app.game.record import MAIN
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.statistics.story_part import StoryPart
from tests.gui.test_best_replies import FakeAdviser
from tests.gui.words.walk import Walk
from tests.unit.app.game.play import played_game

pytestmark = pytest.mark.slow

SPRING = (
    *("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "A MUN - BUR", "A VIE - TRI", "F TRI - ALB"),
    *("F SEV - BLA", "F ANK - BLA", "press england --to turkey Hello", "hold-all", "process --missing process"),
)
FALL = ("A BUR - BEL", "hold-all", "F ANK - LON", "process --missing process")
AFTERWARDS = (
    *("results S1901M", "fork S1901M", "A PAR - PIC", "branch main", "compare main b2", "story", "audit", "round", "what-if"),
    *("first-phase", "last-phase", "all-games", "hooks", "seats", "crash-reports"),
    *("address-book", "mail-server", "check-variant standard", "open /nowhere.dpn", "import /nowhere.zip", "set-phase X", "analysis"),
)


def begin(walk: Walk) -> None:
    """A game with a hook that refuses a letter."""
    walk.allow("england", "turkey", "Hello", "Flee", "Restrict")
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.line("variant restrict england turkey")


def test_after_a_spring_with_a_standoff(walk: Walk) -> None:
    begin(walk)
    walk.line(*SPRING)
    walk.panels(walk.controller.panels.names)
    walk.all_is_well()


@pytest.mark.thorough
def test_after_a_year_with_a_new_centre(walk: Walk) -> None:
    begin(walk)
    for line in (*SPRING, *FALL[:-1]):
        walk.controller.run_line(line)
    walk.line(FALL[-1])
    walk.panels(walk.controller.panels.names)
    walk.line("A PAR B", "hold-all", "process --missing process")
    walk.all_is_well()


@pytest.mark.thorough
def test_in_what_is_told_and_corrected_afterwards(walk: Walk) -> None:
    begin(walk)
    for line in (*SPRING, *FALL):
        walk.controller.run_line(line)
    walk.line(*AFTERWARDS)
    walk.look_at_all()
    walk.all_is_well()


@pytest.mark.thorough
def test_where_a_game_is_over_and_told(walk: Walk) -> None:
    walk.controller.session.add(Document(declare_draw(played_game(10, seed=4), MAIN)))
    walk.allow_game()
    walk.go("the card over the board")
    walk.go("its story", lambda: walk.controller.trigger("story"))
    page = walk.controller.panels.get(StoryPart).page
    assert page is not None
    walk.go("all pairs", page.all_pairs.click)
    for name, button in page.export_buttons.items():
        walk.go(name, button.click)
    walk.go("back", page.board_button.click)
    walk.all_is_well()


@pytest.mark.thorough
def test_in_the_best_replies(walk: Walk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    adviser = FakeAdviser()
    monkeypatch.setattr("app.players.adviser.Adviser", lambda: adviser)
    panel = walk.controller.panels.get(RepliesPanel)
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.line("analysis", "best-replies france")
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons), timeout=60_000)
    walk.go("replies")
    walk.go("another reply", panel.widget.buttons[1].click)
    walk.go("its orders", panel.widget.take_button.click)
    walk.all_is_well()
