"""The play-test page: games in the background, what they add up to, and where they were fought."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from adjudicator.board import Terrain
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.tally import GameTally
from app.players.bots import Bot
from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
from app.qt.board_editor.playtest_charts import ShareChart
from app.qt.board_editor.playtest_page import PlayTestPage
from app.qt.board_editor.playtest_where import Heat, chip_place
from app.qt.main_window.main_controller import MainController
from app.qt.map.paint.label_painter import label_path
from app.session.services import FileToSave
from tests.gui.answering import answering
from variants.catalogue import standard
from variants.compiled import LabelKind

ISLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "ten-provinces" / "3-ready"


@pytest.fixture
def page(controller: MainController) -> PlayTestPage:
    assert controller.run("play-test", variant="pure")
    found = controller.panels.get(PlayTestPart).page
    assert found is not None
    assert controller.stack.currentWidget() is found
    found.head.bot.setCurrentText("Random")
    found.head.games.setValue(24)
    found.head.most_years.setValue(3)
    return found


@pytest.fixture
def on_standard(controller: MainController) -> PlayTestPage:
    assert controller.run("play-test", variant="standard")
    found = controller.panels.get(PlayTestPart).page
    assert found is not None
    return found


def painted(page: PlayTestPage) -> QImage:
    """The map as it is on the screen."""
    page.where.map.scene.finish_rendering()
    return page.where.map.grab().toImage()


def played(page: PlayTestPage, qtbot: QtBot) -> None:
    page.head.start_button.click()
    runner = page.runner
    assert runner is not None
    qtbot.waitUntil(lambda: not runner.is_running, timeout=120_000)


def test_games_are_added_up_in_the_background(page: PlayTestPage, qtbot: QtBot) -> None:
    played(page, qtbot)
    assert page.figures.games == 24
    assert page.head.bar.value() == page.head.bar.maximum() == 24
    assert page.head.time.text().startswith("24 of 24 games")
    assert "seats" in page.verdict.text()
    assert "3.0 years on average" in page.where.below.text()
    assert "24 games of Pure" in page.shares.accessibleDescription()
    assert page.head.start_button.isEnabled()


def test_the_map_is_tinted_by_what_is_asked_for(page: PlayTestPage, qtbot: QtBot) -> None:
    played(page, qtbot)
    fought = dict(page.where.map.heat)
    page.where.heats[Heat.ENTERED].click()
    assert page.where.map.heat != fought
    assert max(page.where.map.heat.values()) <= 7, "the six movement phases of three years, and the end"
    page.where.heats[Heat.TAKEN].click()
    assert max(page.where.map.heat.values()) <= 1


def test_provinces_that_nobody_entered_are_hatched_on_the_map(on_standard: PlayTestPage, qtbot: QtBot) -> None:
    page = on_standard
    assert page.where.map.never == frozenset(), "before any game nothing is said"
    page.head.bot.setCurrentIndex(page.head.bot.findData(Bot.HOLDING.value))
    page.head.games.setValue(2)
    page.head.most_years.setValue(1)
    played(page, qtbot)
    start = {unit.location.province for unit in standard().start.units}
    assert page.where.map.never == frozenset(page.where.map.scene.board.provinces) - start - {"SWI"}
    assert page.where.legend.accessibleName().endswith("hatched: never entered")
    hatched = painted(page)
    page.where.map.never = frozenset()
    page.where.map.show_heat({}, str, page._look)
    assert painted(page) != hatched
    page.where.heats[Heat.TAKEN].click()
    assert page.where.map.never == frozenset(standard().board.centres), "nobody moved"


def test_what_presses_on_each_power_at_the_start_is_shown_before_any_game(page: PlayTestPage) -> None:
    page.where.heats[Heat.START].click()
    assert set(page.where.map.heat) == set(page._variant.start.owners)
    assert all(f"{name}: " in page.where.never.text() for name in page._names.values())
    page.where.heats[Heat.FOUGHT].click()
    assert page.where.never.text() == ""


def test_every_opponent_can_be_chosen(page: PlayTestPage) -> None:
    assert {page.head.bot.itemData(at) for at in range(page.head.bot.count())} == {each.value for each in Bot}


def test_solos_draws_and_survival_have_their_bounds_beside_them_where_there_is_room(page: PlayTestPage) -> None:
    game = GameTally(1, 4, ("ENGLAND", "FRANCE"), "centres", ("ENGLAND", "FRANCE"), ((1,) * 7,) * 2, {}, {}, (), "", ())
    few, many = page._nothing(), page._nothing()
    for figures, count in ((few, 25), (many, 2500)):
        for _ in range(count):
            figures.add(game)

    def numbers(figures: Figures, width: int, columns: int) -> QImage:
        page.shares.setParent(None)
        page.shares.resize(width, 260)
        page.shares.show_figures(figures, page._names, page._swatches, page._look, "")
        return page.shares.grab(QRect(width - columns, 24, columns, 200)).toImage()

    assert numbers(few, 600, 240) != numbers(many, 600, 240), "the same shares, surer"
    assert numbers(few, 420, 150) == numbers(many, 420, 150), "no room for more than the shares"


def test_figures_on_the_map_stand_clear_of_names_and_stars_as_they_are_shown(on_standard: PlayTestPage) -> None:
    painted(on_standard)
    scene = on_standard.where.map.scene
    pixel = 1 / on_standard.where.map.view.transform().m11()
    width, height = 56 * pixel, 20 * pixel
    hidden, moved = [], 0
    for code, shape in scene.board.provinces.items():
        name, star = scene.written_in(code)
        if name.isNull() or star.isNull() or not shape.units:
            continue
        label = shape.label(LabelKind.FULL)
        assert label is not None
        as_drawn = label_path(label, shape.terrain is Terrain.SEA, label.size).boundingRect()
        moved += not name.adjusted(-1, -1, 1, 1).contains(as_drawn)
        middle = chip_place(QPointF(*next(iter(shape.units.values()))), name, star, width, height)
        box = QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)
        if box.intersects(name):
            hidden.append(code)
    assert hidden == []
    assert moved, "some names stand elsewhere than the drawing has them"


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_figures(page: PlayTestPage, qtbot: QtBot) -> None:
    played(page, qtbot)
    first = page.figures.by_power()
    played(page, qtbot)
    assert page.figures.by_power() == first
    page.head.seed.setValue(2)
    played(page, qtbot)
    assert page.figures.by_power() != first


def test_cancel_ends_it_with_what_has_ended(page: PlayTestPage, qtbot: QtBot) -> None:
    page.head.games.setValue(100_000)
    page.head.start_button.click()
    qtbot.waitUntil(lambda: page.figures.games > 0, timeout=60_000)
    page.head.cancel_button.click()
    runner = page.runner
    assert runner is not None
    qtbot.waitUntil(lambda: not runner.is_running, timeout=60_000)
    assert 0 < page.figures.games < 100_000
    assert page.head.start_button.isEnabled()


def test_the_figures_are_written_for_programs(
    page: PlayTestPage, controller: MainController, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(page, qtbot)
    answering(monkeypatch, FileToSave, lambda _kind, _suggestion: tmp_path / "figures.json")
    page.head.json_button.click()
    data = json.loads((tmp_path / "figures.json").read_text())
    assert (data["variant"], data["players"], data["games"]) == ("pure", "random", 24)


@pytest.mark.thorough
def test_what_lies_on_the_bench_is_played(controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("new-variant Two Lakes")
    assert controller.run("bench", variant=Path("two-lakes"))
    bench = controller.panels.get(BenchPart)
    assert bench.page is not None
    assert bench.reader is not None
    reader = bench.reader
    qtbot.waitUntil(lambda: reader.bench is not None and reader.bench.is_whole, timeout=60_000)
    bench.page.action_buttons["Play-test…"].click()
    page = controller.panels.get(PlayTestPart).page
    assert page is not None
    page.head.bot.setCurrentText("Easy")
    page.head.games.setValue(6)
    played(page, qtbot)
    assert set(page.figures.powers) == {"RED", "BLUE"}
    page.head.close_button.click()
    assert controller.stack.currentWidget() is bench.page


@pytest.mark.parametrize(("wide", "points"), [(300, 10), (420, 10), (600, 10), (600, 20), (440, 20)])
def test_no_words_of_the_chart_of_shares_lie_on_others(
    wide: int, points: int, page: PlayTestPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[QRectF, str]] = []
    real = QPainter.drawText

    def watched(painter: QPainter, box: QRectF, flags: int, words: str) -> None:
        drawn.append((painter.boundingRect(box, flags, words), words))
        real(painter, box, flags, words)

    figures = page._nothing()
    figures.add(GameTally(1, 4, ("ENGLAND",), "centres", ("ENGLAND", "FRANCE"), ((1,) * 7,) * 2, {}, {}, (), "", ()))
    chart = ShareChart("Shares")
    qtbot.addWidget(chart)
    font = chart.font()
    font.setPointSizeF(points)
    chart.setFont(font)
    chart.show_figures(figures, page._names, page._swatches, page._look, "")
    chart.resize(wide, chart.sizeHint().height())
    monkeypatch.setattr(QPainter, "drawText", watched)
    chart.grab()
    assert len(drawn) > len(figures.powers)
    assert [(a, b) for (one, a), (other, b) in combinations(drawn, 2) if one.intersects(other)] == []


def test_the_chart_of_few_powers_leaves_its_room_to_the_other_one(page: PlayTestPage) -> None:
    figures = Figures(("RED", "BLUE"), 1901)
    page.shares.show_figures(figures, {}, {}, page._look, "")
    assert page.shares.maximumHeight() < 2 * page.shares.minimumSizeHint().height() < 400
