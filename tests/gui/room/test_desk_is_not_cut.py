"""A game master's pages that are full: branches compared, what was done, results that go out, the past, one power's eyes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.qt.desk.compare_part import ComparePart
from tests.gui.mail_round import SEASON, Desk
from tests.gui.room.walk import Walk

pytestmark = pytest.mark.slow


def lines(walk: Walk, *them: str) -> None:
    for each in them:
        assert walk.controller.run_line(each), each
    QApplication.processEvents()


@pytest.fixture
def corrected(walk: Walk) -> Walk:
    """A game in which Germany's mail was late, and the branch in which it counts."""
    lines(walk, "new standard", "A PAR - BUR", "A MUN H", "F LON - NTH", "process --missing process", "goto S1901M")
    lines(walk, "correct-phase late mail", "A MUN - BUR", "process --missing process")
    return walk


def test_where_branches_are_compared(corrected: Walk) -> None:
    controller = corrected.controller
    corrected.go("compare", lambda: controller.trigger("compare"))
    page = controller.panels.get(ComparePart).page
    assert page is not None
    assert len(page.rows) > 1
    for name, button in page.parts.items():
        corrected.go(f"without {name}", button.click)
    items = (page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount()))
    for item in [each for each in items if each is not None][:4]:
        corrected.go(f"row {item.text(0)}", lambda item=item: page.list.setCurrentItem(item))  # type: ignore[misc]
    corrected.go("no reason", page.pick.click)
    corrected.nothing_is_cut()


def test_in_panels_of_a_game_with_a_past(corrected: Walk) -> None:
    controller = corrected.controller
    for name in ("results", "audit", "story", "results-out", "all-games", "console"):
        corrected.go(f"panel {name}", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
    corrected.nothing_is_cut()


def test_through_one_powers_eyes_and_in_the_past(corrected: Walk) -> None:
    controller = corrected.controller
    for line in ("view-as FRANCE", "first-phase", "next-phase", "last-phase", "view-as all"):
        corrected.go(line, lambda line=line: controller.run_line(line))  # type: ignore[misc]
    corrected.nothing_is_cut()


def test_in_a_round_by_mail_with_doubtful_lines(walk: Walk, tmp_path: Path) -> None:
    desk = Desk(walk.controller, tmp_path)
    walk.go("mails", lambda: desk.drop(desk.files(*SEASON)))
    panel = desk.part.panel
    assert panel is not None
    assert panel.list.doubts
    walk.go("a doubtful line", lambda: desk.touch("F Tri - Alb or Ven"))
    walk.go("details", panel.details_button.click)
    walk.go("another line", lambda: desk.touch("A Ven H"))
    walk.go("what needs me", panel.urgent_button.click)
    walk.nothing_is_cut()
