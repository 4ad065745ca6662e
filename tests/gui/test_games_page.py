"""All games on one page of the real window: by deadline, searched, tagged, one button for what is next; read behind the window."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFont, QFontMetrics, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from app.game.deadlines import put_deadline
from app.game.dpn.writer import write
from app.game.edits import new_game, set_lines, set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.game.record import MAIN, Game
from app.game.storage.places import places
from app.gm.games import watch_folders, with_tags
from app.gm.inbox_store import InboxReport, TakenRow
from app.qt.gm.games_page import GamesPage
from app.qt.gm.games_part import GamesPart
from app.qt.gm.round_part import RoundPart
from app.qt.main_window.main_controller import MainController
from app.session.seating import Times
from app.session.services import TextQuestion
from languages import using
from scripts.emptiness import MOST, emptiness
from tests.gui.answering import answering
from variants.catalogue import standard

NOW = datetime(2026, 11, 25, 17, tzinfo=UTC)
DATE = "Wed, 25 Nov 2020 17:00:00 +0000"


def game(name: str, due: timedelta | None, *, tags: tuple[str, ...] = (), ordered: bool = False) -> Game:
    made = with_tags(new_game(standard(), name), tags)
    for power in made.variant.powers if ordered else ():
        made = set_lines(made, MAIN, power, "\n".join(f"{unit.piece} H" for unit in made.turn(made.last()).position.units_of(power)))
    return made if due is None else put_deadline(made, MAIN, NOW + due, NOW)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for made in (
        game("Late One", timedelta(hours=-2)),
        game("Long Table", timedelta(days=3), ordered=True, tags=("club",)),
        game("Night Watch", None, tags=("postal",)),
    ):
        (folder / f"{made.name}.dpn").write_text(write(made), encoding="utf-8")
    watch_folders(places().settings / "games.json", [folder])
    return folder


@pytest.fixture
def page(controller: MainController, folder: Path, qtbot: QtBot) -> GamesPage:
    """The page once all files are read."""
    controller.session.times = Times(wall=NOW.timestamp)
    assert controller.trigger("all-games")
    part = controller.panels.get(GamesPart)
    assert part.page is not None
    qtbot.waitUntil(lambda: part.page is not None and len(part.page.list.shown) == 3)
    return part.page


def test_tags_stand_beside_the_search_and_no_handle_is_shown_where_nothing_scrolls(page: GamesPage) -> None:
    QApplication.processEvents()
    button = page._tag_buttons.buttons()[0]
    centres = [each.mapTo(page.head, each.rect().center()).y() for each in (button, page.search)]
    assert abs(centres[0] - centres[1]) <= 1
    bar = page.list.verticalScrollBar()
    assert bar.property("idle") == (bar.maximum() == 0)
    bar.setRange(0, 50)
    assert not bar.property("idle")


def test_in_usual_words_every_button_stands_in_one_line(page: GamesPage, controller: MainController) -> None:
    controller.window.resize(1280, 800)
    controller.window.show()
    for _ in range(4):
        QApplication.processEvents()
    buttons = page.list.findChildren(QPushButton)
    assert len(buttons) == 3
    for button in buttons:
        assert button.height() < 2 * button.fontMetrics().height() + 8, button.text()


def test_in_large_words_every_column_is_seen_and_cells_go_on_in_further_lines(page: GamesPage, controller: MainController) -> None:
    controller.window.resize(1366, 768)
    controller.window.show()
    controller.run_line("text-size 200")
    try:
        for _ in range(4):
            QApplication.processEvents()
        assert page.list.horizontalScrollBar().maximum() == 0
        rows = [page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount())]
        games = [each for each in rows if each is not None and each.text(1)]
        assert len(games) == 3
        for row in games:
            for column in range(5):
                room = QRect(0, 0, page.list.columnWidth(column), 1000)
                high = page.list.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), row.text(column)).height()
                assert high <= page.list.visualItemRect(row).height()
    finally:
        controller.run_line("text-size 100")


@pytest.mark.parametrize("wide", [520, 600, 700, 860])
def test_the_name_of_a_game_is_whole_in_a_narrow_list(wide: int, page: GamesPage, controller: MainController, qtbot: QtBot) -> None:
    controller.window.show()
    page.list.setParent(None)
    qtbot.addWidget(page.list)
    page.list.resize(wide, 600)
    page.list.show()
    qtbot.wait(20)
    rows = [page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount())]
    games = [each for each in rows if each is not None and each.text(1)]
    for row in games:
        row.setText(0, f"Winter Harbour {row.text(0)}")
    page.list._fit_rows()
    for row in games:
        room = QRect(0, 0, page.list.columnWidth(0) - 8, 1000)
        high = QFontMetrics(row.font(0)).boundingRect(room, int(Qt.TextFlag.TextWordWrap), row.text(0)).height()
        assert high + 6 <= page.list.visualItemRect(row).height(), "with the padding of a row"


def test_games_stand_by_deadline_in_groups_and_are_found_by_words_and_tags(page: GamesPage, qtbot: QtBot) -> None:
    assert page.list.headings == ("Overdue", "This week", "No deadline")
    assert [each.name for each in page.list.shown] == ["Late One", "Long Table", "Night Watch"]
    assert page.head.summary.text() == "3 in 1 folder, 3 running"
    QTest.keyClicks(page.search, "watch")
    assert [each.name for each in page.list.shown] == ["Night Watch"]
    page.search.clear()
    club = next(each for each in page._tag_buttons.buttons() if each.text() == "club")
    QTest.mouseClick(club, Qt.MouseButton.LeftButton)
    assert [each.name for each in page.list.shown] == ["Long Table"]


def primaries(page: GamesPage) -> list[str]:
    """Words of all primary buttons that are seen on *page*."""
    buttons = page.findChildren(QPushButton)
    return [each.text() for each in buttons if each.property("role") == "primary" and each.isVisibleTo(page)]


def test_the_head_names_the_next_deadline_and_has_the_one_primary_button(
    page: GamesPage, controller: MainController, folder: Path, qtbot: QtBot
) -> None:
    assert (page.head.game.text(), page.head.left.text()) == ("Late One  today 15:00", "2 h ago")
    assert page.head.left.property("role") == "figure-bad"
    assert page.head.remind_button.text() == "Remind 7 powers"
    assert primaries(page) == ["Process Long Table…"], "whose orders are all in"
    (folder / "Long Table.dpn").unlink()
    qtbot.waitUntil(lambda: len(page.list.shown) == 2)
    assert primaries(page) == ["Remind 7 powers"]
    assert not page.head.remind_button.isVisibleTo(page), "the same is not said twice"
    (folder / "Late One.dpn").unlink()
    qtbot.waitUntil(lambda: len(page.list.shown) == 1)
    assert primaries(page) == []
    assert not page.head.card.isVisibleTo(page)


def test_the_primary_button_processes_what_is_ready(page: GamesPage, controller: MainController) -> None:
    QTest.mouseClick(page.head.button, Qt.MouseButton.LeftButton)
    assert controller.session.game.name == "Long Table"
    assert controller.session.game.line(MAIN)[0].resolution is not None


def test_a_doubtful_line_comes_first_and_one_press_leads_to_its_round(
    page: GamesPage, controller: MainController, folder: Path, qtbot: QtBot
) -> None:
    made = set_lines(game("Doubts", timedelta(days=20)), MAIN, "FRANCE", "A Par - Bur or Pic")
    (folder / "Doubts.dpn").write_text(write(made), encoding="utf-8")
    qtbot.waitUntil(lambda: primaries(page) == ["Decide 1 thing"])
    QTest.mouseClick(page.head.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: controller.panels.get(RoundPart).is_open)
    assert controller.session.game.name == "Doubts"


def test_tags_are_given_on_the_page_to_a_game_that_is_not_open(
    page: GamesPage, controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(_question: str, suggestion: str = "") -> str:
        asked.append(suggestion)
        return "club, winter"

    answering(monkeypatch, TextQuestion, answer)
    item = page.list.topLevelItem(3)
    assert item is not None
    at = page.list.visualItemRect(item).center()
    page.list.customContextMenuRequested.emit(at)
    menu = next(each for each in page.findChildren(QMenu) if each.isVisible())
    next(each for each in menu.actions() if each.text() == "Tags…").trigger()
    menu.close()
    assert asked == ["club"]
    qtbot.waitUntil(lambda: any(each.text() == "winter" for each in page._tag_buttons.buttons()))
    assert controller.session.documents == ()


def test_the_button_of_a_game_that_is_ready_processes_it_where_its_board_is_seen(page: GamesPage, controller: MainController) -> None:
    (button,) = (each for each in page.list.findChildren(QPushButton) if each.text() == "Process")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert controller.session.game.name == "Long Table"
    assert controller.session.game.line(MAIN)[0].resolution is not None
    assert controller.page is not None
    assert controller.panels.get(GamesPart).page is None


def test_a_file_that_changes_is_read_again_and_a_folder_can_be_taken_off(
    page: GamesPage, folder: Path, controller: MainController, qtbot: QtBot
) -> None:
    (folder / "New One.dpn").write_text(write(game("New One", timedelta(hours=3))), encoding="utf-8")
    qtbot.waitUntil(lambda: "New One" in [each.name for each in page.list.shown])
    assert "Today" in page.list.headings
    controller.panels.get(GamesPart).take_off(folder)
    qtbot.waitUntil(lambda: page.list.shown == ())
    assert (folder / "New One.dpn").exists()


def test_whoever_looks_as_a_power_is_not_shown_the_page(controller: MainController, folder: Path) -> None:
    controller.run("new")
    controller.run_line("view-as france")
    controller.show_panel("all-games")
    assert controller.panels.get(GamesPart).page is None


def test_many_games_are_read_on_another_thread(controller: MainController, folder: Path, qtbot: QtBot) -> None:
    for number in range(40):
        (folder / f"game {number}.dpn").write_text(write(game(f"Game {number}", timedelta(days=number))), encoding="utf-8")
    part = controller.panels.get(GamesPart)
    controller.trigger("all-games")
    assert part.is_reading, "the page is there before its files are read"
    qtbot.waitUntil(lambda: part.page is not None and len(part.page.list.shown) == 43)


# --- the inbox ---


def club(folder: Path) -> None:
    """Ben plays England in two games, Gus Turkey in one."""
    for name, seats in {"Winter Harbour": {"ENGLAND": "ben", "TURKEY": "gus"}, "Straits of Iron": {"ENGLAND": "ben"}}.items():
        made = new_game(standard(), name)
        for power, who in seats.items():
            made = set_player(made, power, SeatedPlayer(who.title(), f"{who}@example.org", SeatKind.POST))
        (folder / f"{name}.dpn").write_text(write(made), encoding="utf-8")


def letter(sender: str, subject: str, body: str, number: str) -> str:
    return f"From: {sender}@example.org\nSubject: {subject}\nMessage-ID: <{number}@example.org>\nDate: {DATE}\n\n{body}\n"


def orders_in(path: Path) -> dict[str, list[str]]:
    made = open_text(path.read_bytes()).ready().game
    turn = made.turn(made.last(MAIN))
    return {power: [str(line.order) for line in turn.orders_of(power)] for power in turn.orders}


@pytest.fixture
def inbox_page(folder: Path, controller: MainController, qtbot: QtBot) -> GamesPage:
    for old in folder.glob("*.dpn"):
        old.unlink()
    club(folder)
    watch_folders(places().settings / "games.json", [folder])
    controller.window.resize(1366, 768)
    controller.window.show()
    assert controller.run("all-games")
    part = controller.panels.get(GamesPart)
    qtbot.waitUntil(lambda: part.found is not None and not part.is_reading)
    assert part.page is not None
    return part.page


def mailbox(folder: Path, *mails: str) -> Path:
    """A file with these mails."""
    box = folder / "club.mbox"
    box.write_text("".join(f"From MAILER Wed Nov 25 17:00:00 2020\n{each}\n" for each in mails), encoding="utf-8")
    return box


def drop(controller: MainController, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    controller.window.dropEvent(event)


def drop_one_without_a_game(page: GamesPage, controller: MainController, folder: Path, qtbot: QtBot) -> None:
    """Drop a mail of a player of two games, and wait until it is asked for which of them it is."""
    path = folder / "one.eml"
    path.write_text(letter("ben", "o", "F Lon - Nth", "b1"), encoding="utf-8")
    drop(controller, path)
    qtbot.waitUntil(lambda: bool(page.inbox.rows))


def test_a_mailbox_dropped_on_the_page_finds_its_games_and_one_press_gives_the_rest_a_game(
    inbox_page: GamesPage, controller: MainController, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    box = mailbox(
        tmp_path,
        letter("gus", "o", "A Con - Bul", "g1"),
        letter("ben", "o", "F Lon - Nth", "b1"),
        letter("ben", "Straits of Iron", "F Edi - Nth", "b2"),
    )
    assert not inbox_page.inbox.isVisible()
    drop(controller, box)
    qtbot.waitUntil(lambda: bool(inbox_page.inbox.rows))
    assert inbox_page.inbox.isVisible()
    assert orders_in(folder / "Winter Harbour.dpn") == {"TURKEY": ["A CON - BUL"]}
    assert orders_in(folder / "Straits of Iron.dpn") == {"ENGLAND": ["F EDI - NTH"]}
    assert inbox_page.inbox.title.text() == "club.mbox"
    assert inbox_page.inbox.below.text().startswith("3 mails")
    (row,) = inbox_page.inbox.rows.values()
    assert "Plays England in 2 of your games" in row.why.text()
    assert not row.button.isEnabled(), "nothing is proposed, so that nothing is taken by a careless press"
    row.games.setCurrentIndex(row.games.findText("Winter Harbour"))
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not inbox_page.inbox.rows)
    assert orders_in(folder / "Winter Harbour.dpn") == {"TURKEY": ["A CON - BUL"], "ENGLAND": ["F LON - NTH"]}
    drop(controller, box)
    qtbot.waitUntil(lambda: "3 were taken in before" in inbox_page.inbox.below.text())
    assert controller.session.current is None, "no game was opened for it"


def test_games_and_inbox_have_half_of_the_page_each_and_mails_without_a_game_come_first(
    inbox_page: GamesPage, controller: MainController, tmp_path: Path, qtbot: QtBot
) -> None:
    drop_one_without_a_game(inbox_page, controller, tmp_path, qtbot)
    assert 0.4 < inbox_page.list.width() / inbox_page.width() < 0.5
    assert primaries(inbox_page) == ["Decide 1 thing"]
    QTest.mouseClick(inbox_page.head.button, Qt.MouseButton.LeftButton)
    (row,) = inbox_page.inbox.rows.values()
    assert controller.window.focusWidget() is row.games, "what is missing is the choice of a game"


def test_the_second_line_of_a_game_is_smaller_than_its_name(page: GamesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []
    choose = QPainter.setFont

    def note(painter: QPainter, font: QFont) -> None:
        sizes.append(font.pointSizeF())
        choose(painter, font)

    page.list.set_beside_inbox(True)
    monkeypatch.setattr(QPainter, "setFont", note)
    page.list.grab()
    assert len(sizes) >= 2 * len(page.list._rows)
    assert all(below < name for name, below in zip(sizes[::2], sizes[1::2], strict=True))


@pytest.mark.parametrize(("language", "rows"), [("en", 1), ("de", 2)])
def test_none_of_the_answers_to_a_mail_stands_alone_in_a_row(
    language: str, rows: int, inbox_page: GamesPage, controller: MainController, tmp_path: Path, qtbot: QtBot
) -> None:
    controller.window.resize(1366, 768)
    with using(language):
        drop_one_without_a_game(inbox_page, controller, tmp_path, qtbot)
    (row,) = inbox_page.inbox.rows.values()
    answers = (row.games, row.button, row.answer_button, row.out_button)

    def together() -> list[int]:
        return list(Counter(each.geometry().center().y() for each in answers).values())

    qtbot.waitUntil(lambda: together() == [len(answers) // rows] * rows)


def test_no_list_of_games_is_scrolled_across_beside_the_inbox_with_large_words(
    inbox_page: GamesPage, controller: MainController, tmp_path: Path, qtbot: QtBot
) -> None:
    drop_one_without_a_game(inbox_page, controller, tmp_path, qtbot)
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    try:
        qtbot.waitUntil(lambda: inbox_page.list.horizontalScrollBar().maximum() == 0 and inbox_page.list.width() >= 500)
        assert inbox_page.list.width() >= inbox_page.list.least_width
    finally:
        controller.run_line("text-size 100")


def test_a_mail_that_found_no_game_is_answered_in_the_mail_program_and_waits_on(
    inbox_page: GamesPage, controller: MainController, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr("app.qt.gm.sending_dialogs.QDesktopServices.openUrl", open_url)
    path = tmp_path / "one.eml"
    path.write_text(letter("jon", "Can I still join?", "Hello", "j1"), encoding="utf-8")
    drop(controller, path)
    qtbot.waitUntil(lambda: bool(inbox_page.inbox.rows))
    (row,) = inbox_page.inbox.rows.values()
    QTest.mouseClick(row.answer_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any("answered" in each.why.text() for each in inbox_page.inbox.rows.values()))
    (link,) = opened
    assert link.startswith("mailto:jon@example.org?subject=Re%3A Can I still join%3F&body=Hello%2C")
    assert "Winter Harbour" not in link
    assert "names no game" in QApplication.clipboard().text()


def test_open_beside_a_game_leads_to_its_round(
    inbox_page: GamesPage, controller: MainController, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "one.eml"
    path.write_text(letter("gus", "o", "A Con - Bul or Gre", "g1"), encoding="utf-8")
    drop(controller, path)
    qtbot.waitUntil(lambda: bool(inbox_page.inbox.found))
    QTest.mouseClick(inbox_page.inbox.found[str(folder / "Winter Harbour.dpn")], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: controller.panels.get(RoundPart).is_open)
    assert controller.session.game.name == "Winter Harbour"


def test_a_watched_folder_is_taken_in_by_itself(
    inbox_page: GamesPage, controller: MainController, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    incoming = tmp_path / "incoming"
    incoming.mkdir()
    controller.panels.get(GamesPart).watch(incoming)
    (incoming / "1.eml").write_text(letter("gus", "o", "A Con - Bul", "g1"), encoding="utf-8")
    qtbot.waitUntil(lambda: orders_in(folder / "Winter Harbour.dpn") == {"TURKEY": ["A CON - BUL"]}, timeout=10_000)
    qtbot.waitUntil(lambda: bool(inbox_page.inbox.found))


def test_a_mail_that_is_for_no_game_is_put_out_by_one_press(
    inbox_page: GamesPage, controller: MainController, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "one.eml"
    path.write_text(letter("spam", "Win a prize", "Press here", "s1"), encoding="utf-8")
    drop(controller, path)
    qtbot.waitUntil(lambda: bool(inbox_page.inbox.rows))
    (row,) = inbox_page.inbox.rows.values()
    QTest.mouseClick(row.out_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not inbox_page.inbox.rows)
    drop(controller, path)
    qtbot.waitUntil(lambda: "1 was taken in before" in inbox_page.inbox.below.text())
    assert not inbox_page.inbox.rows


def test_an_order_that_a_mail_takes_back_is_decided_in_the_inbox_by_one_press(
    inbox_page: GamesPage, controller: MainController, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    box = mailbox(
        tmp_path,
        letter("gus", "o", "A Con - Bul\nF Ank - Bla", "g1"),
        letter("gus", "o", "I withdraw all my orders.", "g2").replace("17:00", "18:00"),
    )
    drop(controller, box)
    qtbot.waitUntil(lambda: len(inbox_page.inbox.withdrawn) == 2)
    assert primaries(inbox_page) == ["Decide 2 things"]
    army, fleet = inbox_page.inbox.withdrawn
    assert army.words.text() == "Turkey: Army Constantinople moves to Bulgaria, taken back by the mail of Wed 25 Nov, 18:00"
    QTest.mouseClick(inbox_page.head.button, Qt.MouseButton.LeftButton)
    assert army.out_button.hasFocus()
    QTest.mouseClick(army.out_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(inbox_page.inbox.withdrawn) == 1)
    assert orders_in(folder / "Winter Harbour.dpn") == {"TURKEY": ["F ANK - BLA"]}
    (fleet,) = inbox_page.inbox.withdrawn
    QTest.mouseClick(fleet.stand_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not inbox_page.inbox.withdrawn)
    made = open_text((folder / "Winter Harbour.dpn").read_bytes()).ready().game
    turn = made.turn(made.last(MAIN))
    assert [str(line.order) for line in turn.orders_of("TURKEY")] == ["F ANK - BLA"]
    assert not turn.withdrawn


def test_a_wide_page_shows_the_board_of_the_game_that_is_picked(page: GamesPage, controller: MainController, qtbot: QtBot) -> None:
    preview = page.preview
    assert preview.isHidden(), "a small window has room for the list alone"
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(preview.isVisible)
    first, second, *_ = page.list.shown
    assert preview.game == first
    qtbot.waitUntil(lambda: preview.board.image is not None)
    rows = [page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount())]
    page.list.setCurrentItem(next(each for each in rows if each is not None and each.data(0, Qt.ItemDataRole.UserRole) == second))
    assert preview.game == second
    assert preview.board.image is None, "never the board of another game"
    qtbot.waitUntil(lambda: preview.board.image is not None)
    page.search.setText(first.name)
    assert preview.game == first
    QTest.mouseClick(preview.board, Qt.MouseButton.LeftButton)
    assert controller.session.game.name == first.name


def test_a_short_inbox_stands_below_the_games_and_the_board_beside_both(page: GamesPage, controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(page.preview.isVisible)
    page.show_inbox(InboxReport("club.mbox"), ())
    qtbot.waitUntil(lambda: page.inbox.parentWidget() is page.list.parentWidget())
    assert page.inbox.isVisible()
    qtbot.waitUntil(lambda: page.inbox.y() >= page.list.geometry().bottom())
    qtbot.waitUntil(lambda: page.list.verticalScrollBar().maximum() == 0)
    assert page.preview.isVisible()
    assert page.preview.parentWidget() is not page.list.parentWidget()
    assert page.preview.width() > controller.window.width() / 3
    controller.window.resize(1366, 1080)
    qtbot.waitUntil(lambda: page.inbox.parentWidget() is not page.list.parentWidget())
    assert page.inbox.isVisible()
    assert page.preview.isHidden(), "the inbox needs the width"
    controller.window.resize(1920, 1080)
    page.show_inbox(None, ())
    qtbot.waitUntil(page.inbox.isHidden)
    qtbot.waitUntil(page.preview.isVisible)


def test_the_board_stands_below_the_games_beside_a_long_inbox(page: GamesPage, controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(page.preview.isVisible)
    taken = tuple(TakenRow(f"game {number}", f"Game {number}", 1, 3) for number in range(40))
    page.show_inbox(InboxReport("club.mbox", rows=taken), ())
    assert page.inbox.isVisible()
    qtbot.waitUntil(lambda: page.preview.y() >= page.list.geometry().bottom())
    assert page.preview.isVisible()
    assert page.preview.parentWidget() is page.list.parentWidget()
    qtbot.waitUntil(lambda: page.list.verticalScrollBar().maximum() == 0)
    controller.window.resize(1920, 620)
    qtbot.waitUntil(page.preview.isHidden)
    controller.window.resize(1366, 1080)
    qtbot.waitUntil(lambda: page.width() == 1366)
    assert page.preview.isHidden(), "the inbox needs the width"
    controller.window.resize(1920, 1080)
    page.show_inbox(None, ())
    qtbot.waitUntil(page.preview.isVisible)
    assert page.preview.parentWidget() is not page.list.parentWidget()


@pytest.mark.parametrize("width", [1000, 1366, 1920])
def test_the_first_thing_to_do_stands_on_the_right_in_a_second_row_too(
    width: int, page: GamesPage, controller: MainController, qtbot: QtBot
) -> None:
    page.head.button.setText("Process a game that has a name of many words…")
    controller.window.resize(width, 800)
    qtbot.waitUntil(lambda: page.width() == width)
    QApplication.processEvents()
    button = page.head.button
    assert page.head.width() - button.mapTo(page.head, button.rect().topRight()).x() <= 30


@pytest.mark.slow
@pytest.mark.fine_ground
@pytest.mark.renders_anew
def test_a_third_of_the_page_of_three_games_is_empty_at_most(page: GamesPage, controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(lambda: page.preview.board.image is not None)
    assert emptiness(controller.window.grab().toImage()) <= MOST
