"""Between two persons a curtain: it asks for the right person, opens only as it should, and keeps no secret that was typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QLineEdit, QScrollArea
from pytestqt.qtbot import QtBot

from adjudicator.phase import Phase
from app.game.edits import new_game
from app.game.entries import KeyWork, Lock, LockKind
from app.hotseat.round import Round, begin
from app.hotseat.table import Decider, Table, first_table
from app.presentation.hotseat.curtain import CurtainState, Gate, SeatStatus, curtain_state, home_provinces
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.curtain_widgets import HOLD, HoldRing, HomeLand
from app.qt.main_window.main_controller import MainController
from app.qt.map.paint.shapes import rings_path
from app.qt.widgets.look import read_look
from app.tables.table_setup import set_table
from scripts.emptiness import MOST, emptiness
from tests.fakes.board_pictures import drawn_standard, start_picture
from variants.catalogue import standard

PIN = Lock(LockKind.PIN, KeyWork(), b"salt", b"check")


def table() -> Table:
    made = first_table(new_game(standard()))
    for power, person in (("AUSTRIA", "Ada"), ("ENGLAND", "Ben")):
        made = made.with_seat(replace(made.seat(power), person=person))
    made = made.with_seat(replace(made.seat("ENGLAND"), lock=PIN))
    return made.with_seat(replace(made.seat("TURKEY"), decider=Decider.ABSENT))


def talks() -> Round:
    everybody = tuple(standard().powers)
    return begin(table(), standard().start.phase, everybody)


def state(now: Round, trouble: str = "", wait: float = 0.0) -> CurtainState:
    return curtain_state("Evening", "Spring 1901, movement", now, trouble, wait)


@pytest.fixture
def page(qtbot: QtBot) -> CurtainPage:
    made = CurtainPage(read_look("parchment"))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def test_all_seats_are_seen_with_large_words_in_rows_and_with_usual_ones_in_one(page: CurtainPage, qtbot: QtBot) -> None:
    page.show_state(state(talks()), {})
    font = page.font()
    font.setPointSizeF(2.4 * font.pointSizeF())
    rows: list[int] = []
    for size in (page.font(), font):
        page.setFont(size)
        qtbot.waitUntil(lambda: page.cards.is_low == (len(rows) > 0))
        qtbot.waitUntil(lambda: all(page.cards.viewport().rect().contains(each.geometry()) for each in page.cards.cards))
        rows.append(len({each.y() for each in page.cards.cards}))
    assert rows[0] == 1
    assert rows[1] > 1


def test_the_clock_stays_over_the_half_of_the_talks_where_the_seats_take_more_room(page: CurtainPage) -> None:
    page.show_state(state(talks()), {})
    page.clock.show()
    page.place_clock()
    half = page.clock.parentWidget()
    assert half is not None
    below = half.height() - page.clock.geometry().bottom()
    page.cards.setMinimumHeight(page.cards.height() + 60)
    QApplication.processEvents()
    assert half.height() - page.clock.geometry().bottom() == below > 0


@pytest.mark.parametrize("before", [(1280, 800), (606, 700), (400, 300), (606, 420)], ids=str)
def test_what_the_page_shows_depends_on_its_size_alone(before: tuple[int, int], qtbot: QtBot) -> None:
    """Else two windows of the same seats would look unlike, by what each of them had shown before."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    qtbot.addWidget(area)
    page = CurtainPage(read_look("parchment"))
    area.setWidget(page)
    area.resize(*before)
    area.show()
    page.show_state(state(talks().call("ENGLAND")), {})
    QApplication.processEvents()
    seen = []
    for size in ((606, 475), (1000, 900), (606, 475)):
        area.resize(*size)
        QApplication.processEvents()
        seen.append((page.height(), page.hint.isVisible(), page.title.font().pointSize(), page.title.geometry().getRect()))
    assert seen[0] == seen[2]


def test_talks_ask_nobody_and_every_person_can_take_the_laptop(page: CurtainPage) -> None:
    shown = state(talks())
    assert shown.chosen is None
    assert {card.power for card in shown.cards if card.can_choose} == set(standard().powers) - {"TURKEY"}
    assert shown.left == 6
    page.show_state(shown, {})
    assert page.title.text() == "The table talks"


def test_a_seat_without_a_secret_opens_by_holding_the_ring_to_its_end(page: CurtainPage, qtbot: QtBot) -> None:
    page.show_state(state(talks().call("AUSTRIA")), {})
    assert page.invitation.text() == "Ada, take the laptop."
    opened: list[tuple[str, str]] = []
    page.open_requested.connect(lambda power, secret: opened.append((power, secret)))
    QTest.mousePress(page.ring, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    qtbot.waitUntil(lambda: page.ring.share > 0.1)
    QTest.mouseRelease(page.ring, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert page.ring.share == 0
    assert opened == []
    QTest.keyPress(page.ring, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: opened == [("AUSTRIA", "")], timeout=HOLD * 10)


def test_a_ring_that_loses_the_keyboard_was_let_go(qtbot: QtBot) -> None:
    ring = HoldRing()
    qtbot.addWidget(ring)
    other = QLineEdit(ring.parentWidget())
    qtbot.addWidget(other)
    ring.show()
    other.show()
    QTest.keyPress(ring, Qt.Key.Key_Space)
    ring.clearFocus()
    other.setFocus()
    QTest.keyRelease(ring, Qt.Key.Key_Space)
    assert ring.share == 0


def test_a_secret_is_handed_on_once_and_forgotten_by_the_field(page: CurtainPage, qtbot: QtBot) -> None:
    page.show_state(state(talks().call("ENGLAND")), {})
    assert page.secret_label.text() == "Your PIN"
    assert page.secret.echoMode() is QLineEdit.EchoMode.Password
    opened: list[tuple[str, str]] = []
    page.open_requested.connect(lambda power, secret: opened.append((power, secret)))
    QTest.keyClicks(page.secret, "4711")
    QTest.keyClick(page.secret, Qt.Key.Key_Return)
    assert opened == [("ENGLAND", "4711")]
    assert page.secret.text() == ""
    page.ring.held.emit()
    assert len(opened) == 1  # holding opens nothing that has a PIN


def test_what_was_typed_for_one_seat_never_reaches_another(page: CurtainPage) -> None:
    page.show_state(state(talks().call("ENGLAND")), {})
    QTest.keyClicks(page.secret, "47")
    page.show_state(state(talks().call("AUSTRIA")), {})
    page.show_state(state(talks().call("ENGLAND")), {})
    assert page.secret.text() == ""


def test_after_a_wrong_pin_it_waits_and_says_why(page: CurtainPage) -> None:
    page.show_state(state(talks().call("ENGLAND"), "That is not the PIN. Try again in 30 seconds.", 30.0), {})
    assert not page.secret.isEnabled()
    assert not page.open_button.isEnabled()
    assert "30 seconds" in page.trouble.text()
    opened: list[str] = []
    page.open_requested.connect(lambda power, _: opened.append(power))
    page.secret.setText("4711")
    page.secret.returnPressed.emit()
    assert opened == []


def test_pressing_a_name_asks_for_that_person_and_absent_ones_cannot_be_asked(page: CurtainPage) -> None:
    page.show_state(state(talks().call("AUSTRIA")), {})
    asked: list[str] = []
    page.chosen.connect(asked.append)
    QTest.mouseClick(page.cards.card("ENGLAND"), Qt.MouseButton.LeftButton)
    QTest.keyClick(page.cards.card("FRANCE"), Qt.Key.Key_Return)
    QTest.mouseClick(page.cards.card("TURKEY"), Qt.MouseButton.LeftButton)
    assert asked == ["ENGLAND", "FRANCE"]


def test_all_sealed_offers_the_reveal_and_nothing_else(page: CurtainPage) -> None:
    now = talks().end_talks()
    for power in now.writers:
        now = now.call(power).opened(power).seal()
    shown = state(now)
    assert shown.can_reveal
    assert {card.status for card in shown.cards} == {SeatStatus.SEALED, SeatStatus.READY}
    page.show_state(shown, {})
    wanted: list[bool] = []
    page.reveal_requested.connect(lambda: wanted.append(True))
    page.reveal_button.click()
    assert wanted == [True]


def test_a_power_that_has_nothing_to_order_is_not_asked() -> None:
    now = begin(table(), Phase.of("F1901R"), ("AUSTRIA",))
    shown = state(now)
    assert shown.chosen == "AUSTRIA"
    assert shown.left == 1
    assert next(card for card in shown.cards if card.power == "FRANCE").status is SeatStatus.NOTHING_DUE


def test_nothing_on_the_curtain_depends_on_what_anybody_wrote(page: CurtainPage) -> None:
    """The state is made of the round alone, and the round knows no orders: the same round gives the same words."""
    now = talks().call("AUSTRIA").opened("AUSTRIA").closed()
    page.show_state(state(now), {})
    words = [label.text() for label in page.findChildren(QLabel)]
    page.show_state(state(talks().call("AUSTRIA").opened("AUSTRIA").closed()), {})
    assert [label.text() for label in page.findChildren(QLabel)] == words
    assert state(now).gate is Gate.PIN  # England is next


def test_a_curtain_that_falls_before_the_window_is_shown_has_all_of_it(controller: MainController, qtbot: QtBot) -> None:
    """As at a start with the evening's file, whose window comes with the docks it had last."""
    controller.run("new")
    controller.window.hide()
    assert controller.run_line("table AUSTRIA=Ada ENGLAND=Ben"), controller.status_text
    controller.window.show()
    curtain = controller.table.curtain
    assert curtain is not None
    qtbot.waitUntil(curtain.isVisible, timeout=5_000)
    assert [dock.objectName() for dock in controller.window.findChildren(QDockWidget) if dock.isVisible()] == []
    qtbot.waitUntil(lambda: curtain.width() == controller.window.width(), timeout=5_000)


def test_the_place_beside_the_whole_board_is_filled_with_the_board_out_of_focus(qtbot: QtBot) -> None:
    home = HomeLand(read_look("parchment"))
    qtbot.addWidget(home)
    home.resize(800, 400)
    home.show_home(drawn_standard(), start_picture(), frozenset())
    home.show()

    def colours(left: int) -> set[int]:
        image = home.grab().toImage()
        return {image.pixel(left + x, y) for x in range(0, 100, 5) for y in range(20, 380, 5)}

    qtbot.waitUntil(lambda: len(colours(350)) > 20)
    assert len(colours(20)) > 20
    assert len(colours(680)) > 20


@pytest.mark.slow
@pytest.mark.fine_ground
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)], ids=str)
def test_a_third_of_a_curtain_at_most_is_empty(size: tuple[int, int], controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(*size)
    controller.run("new")
    everybody = first_table(controller.session.game)
    for seat in everybody.seats:
        everybody = everybody.with_seat(replace(seat, person=seat.power.title()))
    set_table(controller.session, everybody, {})
    curtain = controller.table.curtain
    assert curtain is not None
    shares = {}
    for power in standard().powers:
        controller.run("call", power=power)
        qtbot.waitUntil(curtain.home.is_painted)
        shares[power] = emptiness(controller.window.grab().toImage())
    assert {power: share for power, share in shares.items() if share > MOST} == {}


@pytest.mark.parametrize("code", standard().powers)
@pytest.mark.parametrize("place", [QRect(20, 20, 315, 130), QRect(540, 20, 315, 130)], ids=["left", "right"])
def test_a_home_land_lies_clear_of_what_lies_over_the_board(place: QRect, code: str, qtbot: QtBot) -> None:
    home, board = HomeLand(read_look("parchment")), drawn_standard()
    qtbot.addWidget(home)
    home.resize(874, 569)
    lands = home_provinces(standard(), code)
    home.show_home(board, start_picture(), lands)
    home.keep_clear(place)
    seen = home.seen()
    zoom = home.width() / seen.width()
    assert seen.width() <= board.width * 1.0001
    for land in lands:
        outline = rings_path(board.provinces[land].levels[-1])
        assert not outline.intersects(QRectF(seen.topLeft() + place.toRectF().topLeft() / zoom, place.toRectF().size() / zoom)), land
