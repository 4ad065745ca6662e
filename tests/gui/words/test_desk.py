"""A game master's pages that are full, in the pseudo language: branches compared, the trail, results that go out."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.address_book.address_book import save_book
from app.commands.gm.sending import book_file
from app.game.dpn.writer import write
from app.game.storage.places import places
from app.gm.games import watch_folders
from app.qt.gm.address_book_dialog import AddressBookDialog
from app.qt.gm.compare_part import ComparePart
from app.qt.gm.games_part import GamesPart
from app.qt.gm.results_part import ResultsPart
from app.session.seating import Times
from tests.gui.mail_round import SEASON, Desk
from tests.gui.test_games_page import NOW, game
from tests.gui.words.walk import Walk
from tests.unit.app.mail_out.round_of_two import PLAYED

pytestmark = pytest.mark.slow


def lines(walk: Walk, *them: str) -> None:
    """Carry them out without a look at what they say."""
    for each in them:
        assert walk.controller.run_line(each), each
    QApplication.processEvents()


@pytest.fixture
def corrected(walk: Walk) -> Walk:
    """A game in which Germany's mail was late, and the branch in which it counts."""
    lines(walk, "new standard", "A PAR - BUR", "A MUN H", "F LON - NTH", "process --missing process", "goto S1901M")
    lines(walk, "correct-phase late mail", "A MUN - BUR", "process --missing process")
    walk.allow_game()
    walk.allow("late mail")
    return walk


@pytest.mark.thorough
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
    corrected.all_is_well()


@pytest.mark.thorough
def test_in_panels_of_a_game_with_a_past(corrected: Walk) -> None:
    controller = corrected.controller
    for name in ("results", "audit", "story", "results-out", "all-games", "console"):
        corrected.go(f"panel {name}", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
    corrected.all_is_well()


@pytest.mark.thorough
def test_through_one_powers_eyes_and_in_the_past(corrected: Walk) -> None:
    controller = corrected.controller
    for line in ("view-as FRANCE", "first-phase", "next-phase", "last-phase", "view-as all"):
        corrected.go(line, lambda line=line: controller.run_line(line))  # type: ignore[misc]
    corrected.all_is_well()


def test_in_a_round_by_mail_with_doubtful_lines(walk: Walk, tmp_path: Path) -> None:
    desk = Desk(walk.controller, tmp_path)
    walk.allow_game()
    walk.allow(*SEASON, *(name.title() for name in SEASON), *SEASON.values(), "orders")
    walk.go("mails", lambda: desk.drop(desk.files(*SEASON)))
    panel = desk.part.panel
    assert panel is not None
    assert panel.list.doubts
    walk.go("a doubtful line", lambda: desk.touch("F Tri - Alb or Ven"))
    walk.go("details", panel.details_button.click)
    walk.go("another line", lambda: desk.touch("A Ven H"))
    walk.go("what needs me", panel.urgent_button.click)
    walk.all_is_well()


@pytest.mark.thorough
def test_where_results_are_read_before_they_go_out(walk: Walk, qtbot: QtBot) -> None:
    controller = walk.controller
    lines(walk, "new standard", *PLAYED)
    walk.allow_game()
    walk.allow("Ada Ben The north calm Serbia mine")
    assert controller.trigger("send-results")
    page = controller.panels.get(ResultsPart).page
    assert page is not None

    def is_made() -> bool:
        return not (page.pdf.pixmap().isNull() or page.picture.pixmap().isNull())

    qtbot.waitUntil(is_made, timeout=60_000)
    walk.go("results to read")
    for reader in page.recipients.rows:
        walk.go(f"results for {reader}", lambda reader=reader: page.reader_picked.emit(reader))  # type: ignore[misc]
    for box in (page.template, page.picture_kind, page.page_kind):
        box.setCurrentIndex(box.count() - 1)
        walk.go(f"as {box.accessibleName()}", lambda box=box: box.activated.emit(box.currentIndex()))  # type: ignore[misc]
    walk.go("with addresses", page.addresses.click)
    for button in (page.copy_button, page.pdf_button, page.drafts_button, page.template_button, page.send_button):
        walk.go(button.text(), button.click)
    walk.all_is_well()


@pytest.mark.thorough
def test_where_all_games_are_listed(walk: Walk, tmp_path: Path, qtbot: QtBot) -> None:
    walk.allow("Late One Long Table club broken entente")
    for made in (game("Late One", timedelta(hours=-2)), game("Long Table", timedelta(days=3), ordered=True, tags=("club",))):
        (tmp_path / f"{made.name}.dpn").write_text(write(made), encoding="utf-8")
    (tmp_path / "broken.dpn").write_text("nonsense", encoding="utf-8")
    watch_folders(places().settings / "games.json", [tmp_path])
    walk.controller.session.times = Times(wall=NOW.timestamp)
    assert walk.controller.trigger("all-games")
    part = walk.controller.panels.get(GamesPart)
    qtbot.waitUntil(lambda: part.page is not None and len(part.page.list.shown) == 3, timeout=60_000)
    walk.go("all games")
    walk.all_is_well()


def test_in_an_address_book_with_people(walk: Walk) -> None:
    walk.allow("Konstantin von Schwarzenberg The Baroness Somewhere plays late Winter Harbour example nowhere colour addresses")
    save_book(
        book_file(walk.controller.session),
        '[[person]]\nname = "Konstantin von Schwarzenberg"\nmails = ["konstantin@example.org", "k@work.example"]\nlanguage = "de"\n'
        '[[person]]\nname = "The Baroness of Somewhere"\nnotes = "plays late"\ncolour = "red"\npowers = ["Winter Harbour: TURKEY"]\n',
    )

    def fill_in(dialog: QDialog) -> None:
        assert isinstance(dialog, AddressBookDialog)
        for row in range(dialog.people.count()):
            dialog.people.setCurrentRow(row)
            walk.look(dialog)
        for mails in ("nowhere", "eve@example.org"):
            dialog.mails.setText(mails)
            dialog.save.click()
            walk.look(dialog)
        for button in (dialog.new, dialog.save, dialog.remove):
            button.click()
            walk.look(dialog)

    walk.answer("AddressBookDialog", fill_in)
    walk.line("address-book")
    walk.all_is_well()
