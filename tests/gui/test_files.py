"""Files: faults with their places, the three choices, outside edits, recovery, locks, and folders that take nothing."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.game import file_store as store
from app.game.dpn.text_source import checksum_of
from app.game.edits import new_game, process, set_lines
from app.game.file_store import game_bytes
from app.game.library import Library
from app.game.record import Game
from app.game.storage.atomic import StorageError
from app.game.storage.places import places
from app.qt.board.faults_dialogs import FaultsDialog
from app.qt.main_window import game_pages
from app.qt.main_window.main_controller import MainController
from app.qt.panels.file_panel import FilePanel
from app.qt.widgets import dialogs
from app.session.game_files import LOOK, OPEN_REST, ORDERS, POSITIONS
from tests.gui.conftest import shut
from tests.gui.hands import Hands
from tests.unit.app.game.play import played_game
from variants.catalogue import standard


def saved(path: Path, game: Game) -> Path:
    """*game* in a file."""
    document = Library().new(game)
    document.save(path)
    document.close(discard=True)
    return path


def played() -> Game:
    """A game of one phase."""
    return process(set_lines(new_game(standard(), "Evening"), "main", "FRANCE", ["A PAR - BUR"]))


def choosing(monkeypatch: pytest.MonkeyPatch, choice: str) -> None:
    """Faults are answered with *choice*."""

    def answer(dialog: FaultsDialog) -> int:
        dialog.buttons[choice].click()
        return 1

    monkeypatch.setattr(FaultsDialog, "exec", answer)


def test_all_faults_are_listed_with_line_and_column_and_the_rest_opens(
    controller: MainController, hands: Hands, tmp_path: Path, dialogs: list[FaultsDialog]
) -> None:
    path = saved(tmp_path / "faults.dpn", played())
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("= RUSSIA"))
    lines[at] = "= RUSSIA: A MOS, Q WAR, F SEV, F STP/SC"
    lines.append("[nonsense here]")
    path.write_text("\n".join(lines) + "\n")
    controller.run("open", file=path)
    first = dialogs[0]
    words = [first.list.item(number).text() for number in range(first.list.count())]
    assert any(f"line {at + 1}," in each for each in words)
    assert any(f"line {len(lines)}," in each for each in words)
    assert OPEN_REST in first.buttons


def test_a_file_without_a_game_is_refused_with_its_faults(controller: MainController, tmp_path: Path, dialogs: list[FaultsDialog]) -> None:
    path = tmp_path / "binary.dpn"
    path.write_bytes(bytes(range(256)) * 40)
    controller.run("open", file=path)
    assert controller.page is None
    assert len(dialogs) == 1
    assert dialogs[0].list.count() >= 1
    assert path.read_bytes() == bytes(range(256)) * 40


@pytest.mark.parametrize(("choice", "read_only"), [(ORDERS, False), (POSITIONS, False), (LOOK, True)])
def test_where_positions_and_orders_differ_the_three_choices_are_offered(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str, read_only: bool
) -> None:
    path = saved(tmp_path / "differs.dpn", played())
    path.write_text(path.read_text().replace("A BUR", "A GAS"))
    choosing(monkeypatch, choice)
    controller.run("open", file=path)
    assert bool(hands.page.document.read_only) is read_only
    unit = hands.turn.position.unit_at("GAS" if choice != ORDERS else "BUR")
    assert unit is not None
    assert unit.power == "FRANCE"


def test_an_edit_made_outside_is_noticed_checked_and_offered(
    controller: MainController, hands: Hands, tmp_path: Path, qtbot: QtBot
) -> None:
    path = saved(tmp_path / "outside.dpn", played())
    controller.run("open", file=path)
    path.write_text(path.read_text().replace("name: Evening", "name: Morning"))
    page = hands.page
    qtbot.waitUntil(lambda: page.banners.banner(game_pages.OUTSIDE_EDIT) is not None, timeout=10_000)
    banner = page.banners.banner(game_pages.OUTSIDE_EDIT)
    assert banner is not None
    assert "can be read" in banner.label.text()
    assert [button.text() for button in banner.buttons] == ["Reload", "Keep mine", "Show differences"]
    hands.click(banner.buttons[0])
    assert hands.page.document.game.name == "Morning"


def test_mine_can_be_kept_over_an_outside_edit(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    path = saved(tmp_path / "mine.dpn", played())
    controller.run("open", file=path)
    path.write_text(path.read_text().replace("name: Evening", "name: Morning"))
    controller.pages.outside_edits(hands.page.document).watch.look()
    banner = hands.page.banners.banner(game_pages.OUTSIDE_EDIT)
    assert banner is not None
    hands.click(banner.buttons[1])
    assert "name: Evening" in path.read_text()
    assert hands.page.banners.banner(game_pages.OUTSIDE_EDIT) is None


def test_saving_is_not_taken_for_an_outside_edit(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    path = saved(tmp_path / "own.dpn", played())
    controller.run("open", file=path)
    hands.move("MOS", "UKR")
    controller.run("save")
    controller.pages.outside_edits(hands.page.document).watch.look()
    assert hands.page.banners.banner(game_pages.OUTSIDE_EDIT) is None


def test_a_game_that_was_never_saved_is_offered_after_a_crash(controller: MainController, hands: Hands) -> None:
    controller.run("new", name="Lost evening")
    hands.move("PAR", "BUR")
    document = hands.page.document
    controller.session.remove(document)
    document.close(discard=False)  # the journal stays, as after a crash
    controller.start_controller.look_again()
    banners = controller.start_page.recovered()
    assert len(banners) == 1
    hands.click(banners[0].open_button)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    assert hands.page.document.is_modified


def test_a_file_that_another_copy_has_open_is_offered_for_looking(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "locked.dpn", played())
    other = Library().open(path)
    questions: list[str] = []

    def answer(_parent: object, question: str, choices: tuple[str, ...], **_more: object) -> str:
        questions.append(question)
        return choices[0]

    monkeypatch.setattr(dialogs, "ask", answer)
    controller.run("open", file=path)
    assert str(path) in questions[0]
    assert hands.page.document.read_only
    other.close(discard=True)


def test_a_folder_that_takes_nothing_is_said_with_what_can_be_done(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    controller.run("new")
    missing = tmp_path / "not there" / "deep.dpn"
    assert not controller.run("save-as", file=missing)
    assert "not there" in hands.message
    assert hands.page.document.is_modified


def test_closing_asks_about_what_is_not_saved_and_can_be_called_off(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    monkeypatch.setattr(dialogs, "ask", lambda *_args, **_more: "Cancel")
    assert not controller.window.close()
    assert controller.page is not None
    monkeypatch.setattr(dialogs, "ask", lambda *_args, **_more: "Do not save")
    assert controller.window.close()
    shut(controller)


def test_the_saved_text_is_shown_beside_the_board(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    path = saved(tmp_path / "text.dpn", played())
    controller.run("open", file=path)
    controller.run("show-file")
    assert controller.panels.get(FilePanel).dock.isVisible()
    assert (
        controller.panels.get(FilePanel).widget.text.toPlainText() == path.read_text().rstrip("\n")
        or controller.panels.get(FilePanel).widget.text.toPlainText() == path.read_text()
    )
    hands.move("MOS", "UKR")
    assert "does not have yet" in controller.panels.get(FilePanel).widget.state.text()


def test_the_text_opens_at_the_phase_that_is_shown_and_follows_it(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    controller.run("open", file=saved(tmp_path / "text.dpn", played_game(12)))
    text = controller.panels.get(FilePanel).widget.text
    controller.run("last-phase")
    controller.run("show-file")
    assert marked(controller) == f"[phase {hands.turn.phase}]"
    for _ in range(3):
        controller.run("previous-phase")
        assert marked(controller) == f"[phase {hands.turn.phase}]"
    assert text.firstVisibleBlock().text() == marked(controller)
    text.verticalScrollBar().setValue(2)
    controller.run("labels")
    assert text.verticalScrollBar().value() == 2, "whoever reads elsewhere is left there"


def test_the_text_shows_the_phase_of_the_branch_that_is_shown(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("process", missing="process")
    controller.run("previous-phase")
    controller.run("fork", name="What if")
    controller.run("show-file")
    assert marked(controller) == '[phase S1901M branch="What if" from=start]'


def marked(controller: MainController) -> str:
    return controller.panels.get(FilePanel).widget.text.textCursor().selectedText()


def test_a_truncated_file_opens_as_far_as_it_goes(controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "cut.dpn", played())
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    choosing_first = [OPEN_REST, LOOK, ORDERS]

    def answer(dialog: FaultsDialog) -> int:
        next(dialog.buttons[each] for each in (LOOK, *choosing_first) if each in dialog.buttons).click()
        return 1

    monkeypatch.setattr(FaultsDialog, "exec", answer)
    controller.run("open", file=path)
    assert controller.page is not None
    assert path.read_bytes() == whole[: len(whole) * 2 // 3]


def test_a_file_that_is_too_large_is_refused_while_the_window_goes_on(
    controller: MainController, tmp_path: Path, qtbot: QtBot, dialogs: list[FaultsDialog]
) -> None:
    path = tmp_path / "giant.dpn"
    path.write_bytes(b"entente-game 1\n" + b"# filler\n" * 1_200_000)
    controller.run("open", file=path)
    assert not list(controller.pages), "it is read on another thread"
    qtbot.waitUntil(
        lambda: bool(dialogs) or ("giant" in controller.status.message.text() and not controller.background.is_busy), timeout=60_000
    )
    qtbot.waitUntil(lambda: not controller.background.is_busy, timeout=60_000)
    assert controller.page is None or controller.page.document.read_only


def test_a_full_disk_is_said_and_the_game_in_memory_is_whole(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "full.dpn", played())
    before = path.read_bytes()
    controller.run("open", file=path)
    hands.move("MOS", "UKR")

    def full(target: Path, _data: bytes, doing: str = "saving the game") -> None:
        raise StorageError.of(OSError(errno.ENOSPC, "No space left on device"), target, doing)

    monkeypatch.setattr(store, "write_atomically", full)
    assert not controller.run("save")
    assert "no space left" in hands.message.casefold()
    assert "Make room on the disk" in hands.message
    assert path.read_bytes() == before
    assert hands.orders("RUSSIA") == ["A MOS - UKR"]
    assert controller.window.isWindowModified()


@pytest.mark.parametrize(("choice", "read_only"), [(LOOK, True), (OPEN_REST, False)])
def test_a_game_without_its_end_is_looked_at_or_played_on_as_somebody_says(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str, read_only: bool
) -> None:
    path = saved(tmp_path / "cut.dpn", played())
    path.write_text(path.read_text().rpartition("\n[phase ")[0])
    choosing(monkeypatch, choice)
    controller.run("open", file=path)
    assert bool(hands.page.document.read_only) is read_only
    assert [str(turn.phase) for turn in hands.page.document.game.line()] == ["S1901M"]


@pytest.mark.parametrize("name", ["a" * 300 + ".dpn", "nul\0byte.dpn"])
def test_a_name_that_no_file_can_have_is_said_and_the_window_goes_on(
    controller: MainController, hands: Hands, tmp_path: Path, name: str
) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    assert not controller.run("save-as", file=tmp_path / name)
    assert hands.page.document.is_modified
    hands.move("MAR", "SPA")
    controller.run("open", file=tmp_path / name)
    assert controller.run("save-as", file=tmp_path / "short.dpn")
    assert "A MAR - SPA" in (tmp_path / "short.dpn").read_text()


def test_a_file_that_was_edited_is_said_to_be_so_and_its_checksum_is_renewed_with_one_press(
    controller: MainController, hands: Hands, tmp_path: Path
) -> None:
    file = tmp_path / "iron.dpn"
    whole = game_bytes(played(), file)
    file.write_bytes(whole.replace(b"name: Evening", b"name: Morning"))
    controller.run("open", file=file)
    banner = hands.page.banners.banner(game_pages.CHECKSUM)
    assert banner is not None
    assert "iron.dpn was changed outside of this program" in banner.label.text()
    assert not controller.session.document.read_only
    hands.click(banner.buttons[0])
    assert hands.page.banners.banner(game_pages.CHECKSUM) is None
    found = checksum_of(file.read_bytes())
    assert found is not None
    assert found.fits


def test_a_file_as_the_program_wrote_it_opens_without_a_word(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    file = tmp_path / "iron.dpn"
    file.write_bytes(game_bytes(played(), file))
    controller.run("open", file=file)
    assert hands.page.banners.banner(game_pages.CHECKSUM) is None


def in_the_way_of_backups() -> None:
    folder = places().backups
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way of the folder")


def test_a_failed_backup_stays_in_a_banner(controller: MainController, hands: Hands, tmp_path: Path, qtbot: QtBot) -> None:
    """A backup that cannot be made stays said over the board while the game is played and saved."""
    controller.run("open", file=saved(tmp_path / "evening.dpn", played()))
    in_the_way_of_backups()
    controller.run("process", missing="process")
    banners = hands.page.banners
    qtbot.waitUntil(lambda: banners.banner("trouble") is not None, timeout=10_000)
    controller.run("rename", name="Later")
    controller.run("save")
    banner = banners.banner("trouble")
    assert banner is not None
    assert "keeping a backup failed" in banner.label.text()


@pytest.mark.parametrize("way", ["close", "quit"])
def test_a_backup_that_fails_in_the_last_moment_is_said_where_the_game_or_the_window_is_closed(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(dialogs, "ask", lambda _parent, question, _choices: asked.append(question))
    controller.run("open", file=saved(tmp_path / "evening.dpn", played()))
    in_the_way_of_backups()
    hands.page.document.when_trouble(None)  # the window had no time to hear of it
    controller.run("process", missing="process")
    controller.run("save")
    if way == "close":
        controller.run("close")
        assert "keeping a backup failed" in controller.status.message.text()
        assert not asked
    else:
        assert controller.close()
        (said,) = asked
        assert "keeping a backup failed" in said
