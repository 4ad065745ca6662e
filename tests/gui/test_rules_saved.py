"""The rules of an open game's variant are saved: differences are reported at once, and never silently played."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.qt.main_window.main_controller import MainController


def test_it_is_told_at_once_what_differs_and_the_position_can_be_carried_over(controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("new-variant Two Lakes")
    assert controller.run("new", variant="two-lakes")
    page = controller.page
    assert page is not None
    rules = places().variants / "two-lakes" / "variant.toml"
    text = rules.read_text()
    old, new = 'name = "Brede"\nterrain = "coastal"\ncentre = true', 'name = "Brede"\nterrain = "coastal"'
    assert old in text
    rules.write_text(text.replace(old, new, 1))
    qtbot.waitUntil(lambda: page.banners.banner("rules") is not None, timeout=60_000)
    banner = page.banners.banner("rules")
    assert banner is not None
    assert banner.label.text().startswith("BRE changed")
    assert banner.label.text().endswith("this game plays the old rules.")
    assert page.document.game.variant.board.provinces["BRE"].centre, "nothing happens silently"
    button = next(each for each in banner.findChildren(QPushButton) if each.text() == "Carry the position over")
    button.click()
    assert controller.page is not page
    assert not controller.session.game.variant.board.provinces["BRE"].centre
    rules.write_text(text)
    qtbot.waitUntil(lambda: page.banners.banner("rules") is None, timeout=60_000)


def test_what_was_ordered_stays_and_the_new_rules_are_played_from_the_start(controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("new-variant Two Lakes")
    assert controller.run("new", variant="two-lakes")
    page = controller.page
    assert page is not None
    qtbot.waitUntil(lambda: not page.supply.is_blank, timeout=60_000)
    assert controller.run_line("RED: A ALD - BRE")
    rules = places().variants / "two-lakes" / "variant.toml"
    text = rules.read_text()
    assert "victory = 4" in text
    rules.write_text(text.replace("victory = 4", "victory = 5", 1))
    qtbot.waitUntil(lambda: page.banners.banner("rules") is not None, timeout=60_000)
    banner = page.banners.banner("rules")
    assert banner is not None
    assert banner.label.text() == "5 centres to win, was 4; this game plays the old rules."
    assert "RED" in page.document.game.line()[0].orders, "what was ordered stays"
    next(each for each in banner.findChildren(QPushButton) if each.text() == "Play from the start on the new rules").click()
    assert controller.page is not page
    assert controller.session.game.line()[0].orders == {}
    assert controller.session.game.variant.victory == 5
