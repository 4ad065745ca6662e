"""New Game: the shelf, what a variant is, its rule changes and switches."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.presentation.variant_summary import POWER_COUNTS, SIZES
from app.qt.board.faults_dialogs import VariantFaultsDialog
from app.qt.main_window import application
from app.qt.main_window.application import prepare_new_game
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.new_game import new_game_dialog
from app.qt.new_game.new_game_dialog import NewGameDialog
from app.qt.new_game.variant_shelf import FRONT, LARGE, THUMBNAIL, VariantPictures
from app.qt.widgets.rule_switches import RuleSwitches
from tests.fakes.own_variants import own_pure
from variants import catalogue
from variants.fault import Fault

OWN = """\
format = 1
id = "early-italy"
name = "{name}"
version = "1"
extends = "standard"
description = "Italy is awake before the others."

[powers.ITALY]
start = ["A ROM", "A VEN", "F NAP", "A APU"]
"""


@pytest.fixture
def dialog(controller: MainController, qtbot: QtBot) -> Iterator[NewGameDialog]:
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    made.read_all()
    yield made
    made.close()
    made.deleteLater()


def own_variant(name: str = "Early Italy", text: str = OWN) -> Path:
    folder = places().variants / "early-italy"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "variant.toml"
    file.write_text(text.format(name=name), encoding="utf-8")
    return file


def test_with_large_words_the_dialog_is_whole_on_a_small_screen(controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    try:
        made.read_all()
        made.show()
        qtbot.waitUntil(lambda: made.start_button.visibleRegion().boundingRect() == made.start_button.rect())
        assert made.height() <= 768
        assert not made.picture.isVisible()
    finally:
        controller.run_line("text-size 100")
        made.close()
        made.deleteLater()


def test_the_usual_game_is_in_front_and_needs_nothing_but_start(dialog: NewGameDialog) -> None:
    assert dialog.variant_id == "standard"
    assert dialog.start_button.isEnabled()
    assert dialog.start_button.isDefault()
    assert (dialog.rule_words, dialog.hook_words) == ((), "")
    assert "7 powers" in dialog.numbers.text()
    assert "34 centres" in dialog.numbers.text()


def test_four_boards_come_first_in_new_game(dialog: NewGameDialog, qtbot: QtBot) -> None:
    """The usual game and three more come first with large boards and all others are a step away."""
    dialog.show()
    qtbot.waitExposed(dialog)
    assert set(dialog.variants.matching_ids()) == set(FRONT)
    assert dialog.variants.visible_ids() == dialog.variants.matching_ids(), "without scrolling"
    assert dialog.variants.iconSize() == LARGE
    dialog.all_button.click()
    assert len(dialog.variants.matching_ids()) == dialog.variants.count() > 20
    assert dialog.variants.iconSize() == THUMBNAIL


def test_what_is_found_and_chosen_stays_chosen_when_the_search_is_cleared(dialog: NewGameDialog) -> None:
    dialog.search.setText("1898")
    assert dialog.variant_id == "1898"
    dialog.search.setText("")
    assert dialog.variant_id == "1898"
    assert set(dialog.variants.matching_ids()) == {*FRONT, "1898"}


def test_a_variant_of_ones_own_is_among_the_first(controller: MainController, qtbot: QtBot) -> None:
    own_variant()
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    qtbot.addWidget(made)
    made.read_all()
    assert "early-italy" in made.variants.matching_ids()


def test_a_few_words_find_a_variant(dialog: NewGameDialog) -> None:
    dialog.search.setText("fog")
    assert dialog.variants.matching_ids() == ("fog-of-war",)
    assert dialog.variant_id == "fog-of-war"
    dialog.search.setText("34 powers")
    assert dialog.variants.matching_ids() == ("chaos",)
    dialog.search.setText("norwegian lowlands")
    assert dialog.variants.matching_ids() == ("crowded",)
    dialog.search.setText("trondheim")
    assert dialog.variants.matching_ids() == ()
    dialog.search.setText("")
    assert "chaos" in dialog.variants.matching_ids()


def test_collections_stand_in_groups_and_are_found_by_powers_and_size(controller: MainController, qtbot: QtBot) -> None:
    for name in ("first", "second"):
        folder = places().variants / "Old boards" / name
        folder.mkdir(parents=True)
        (folder / "variant.toml").write_text(OWN.format(name=name).replace("early-italy", name), encoding="utf-8")
    own_variant()
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    qtbot.addWidget(made)
    made.read_all()
    made.show()
    assert not made.group_box.isHidden()
    assert "early-italy" in made.variants.matching_ids()
    assert "first" not in made.variants.matching_ids(), "a collection waits until it is asked for"
    made.group_box.setCurrentIndex(made.group_box.findText("Old boards"))
    assert made.variants.matching_ids() == ("first", "second")
    assert made.variants.current_id == "first"
    made.powers_box.setCurrentIndex(1 + POWER_COUNTS.index((1, 2)))
    assert made.variants.matching_ids() == ()
    made.group_box.setCurrentIndex(0)
    assert "duel-france-austria" in made.variants.matching_ids()
    assert not {"standard", "chaos", "first"} & set(made.variants.matching_ids())
    made.powers_box.setCurrentIndex(0)
    made.size_box.setCurrentIndex(1 + SIZES.index((1, 30)))
    assert len(made.variants.matching_ids()) == 1, "the smallest of those that come with the program"
    made.choose("second")
    assert made.variants.current_id == "second"
    assert made.powers_box.currentIndex() == made.size_box.currentIndex() == 0
    headings = [
        made.variants.item(row).text() for row in range(made.variants.count()) if not made.variants.item(row).icon().availableSizes()
    ]
    assert headings == ["In no collection", "Old boards"]
    shutil.rmtree(places().variants / "Old boards")
    made.refresh()
    assert made.group_box.isHidden()


def test_a_variants_own_hooks_are_ticked_and_can_be_left_out(dialog: NewGameDialog) -> None:
    dialog.choose("gunboat")
    assert dialog.hook_words == "gunboat"
    dialog.hooks.rows["gunboat"].tick.setChecked(False)
    assert dialog.hook_words == ""


def test_a_hook_with_parameters_has_a_form_and_start_waits_until_it_fits(dialog: NewGameDialog) -> None:
    row = dialog.hooks.rows["restrict"]
    row.tick.setChecked(True)
    assert row.form is not None
    assert row.form.isVisibleTo(dialog)
    assert not dialog.start_button.isEnabled()
    assert "Who may not write to one another" in dialog.trouble.text()
    for button in row.form.fields["powers"].findChildren(type(dialog.start_button)):
        button.setChecked(button.text() in {"England", "Turkey"})
    assert dialog.start_button.isEnabled()
    assert dialog.hook_words == "restrict powers=ENGLAND,TURKEY"


def test_every_rule_switch_is_a_question_with_its_choices_in_words(dialog: NewGameDialog) -> None:
    combo = dialog.rules.combos["4.A.3"]
    assert any("VIA" in combo.itemText(number) for number in range(combo.count()))
    combo.setCurrentIndex(combo.findData("DPTG"))
    assert dialog.rule_words == ("4.A.3=DPTG",)
    assert dialog.rules.preset.currentText() == "Your own choice"


def test_what_only_a_game_master_can_follow_is_marked_and_found(dialog: NewGameDialog) -> None:
    dialog.rules.search.setText("game master to follow")
    rows = {issue: combo.parentWidget() for issue, combo in dialog.rules.combos.items()}
    assert {issue for issue, row in rows.items() if row is not None and not row.isHidden()} == {
        "4.D.1",
        "4.D.2",
        "4.E.4",
        "4.E.5",
        "4.E.6",
    }


def test_a_rulebook_sets_all_switches_at_once(dialog: NewGameDialog) -> None:
    dialog.rules.preset.setCurrentText("1971")
    dialog.rules.preset.activated.emit(dialog.rules.preset.currentIndex())
    assert "4.A.1=a" in dialog.rule_words


def test_a_variant_that_is_saved_in_ones_own_folder_appears_and_changes_show(dialog: NewGameDialog, qtbot: QtBot) -> None:
    file = own_variant()
    qtbot.waitUntil(lambda: "early-italy" in dialog.variants.matching_ids(), timeout=20_000)
    dialog.choose("early-italy")
    assert dialog.title.text() == "Early Italy"
    file.write_text(OWN.format(name="Very early Italy"), encoding="utf-8")
    qtbot.waitUntil(lambda: dialog.title.text() == "Very early Italy", timeout=20_000)


def test_a_variant_with_faults_says_what_and_where_and_cannot_be_started(controller: MainController, qtbot: QtBot) -> None:
    own_variant(text=OWN.replace("A APU", "A MUNICH"))
    dialog = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    dialog.read_all()
    dialog.choose("early-italy")
    assert not dialog.start_button.isEnabled()
    assert "variant.toml:9" in dialog.about.text()
    dialog.close()


def test_starting_a_game_with_what_was_chosen(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    own_variant()

    def person(dialog: NewGameDialog) -> int:
        dialog.choose("early-italy")
        dialog.hooks.rows["no_convoys"].tick.setChecked(True)
        dialog.name.setText("Before breakfast")
        dialog.start_button.click()
        return dialog.result()

    monkeypatch.setattr(new_game_dialog.NewGameDialog, "exec", person)
    controller.trigger("new")
    game = controller.session.game
    assert (game.name, game.variant.id) == ("Before breakfast", "early-italy")
    assert list(game.hooks_at(game.last())) == ["no_convoys"]
    assert game.turn(game.last()).position.unit_at("APU") is not None
    assert controller.page is not None
    assert controller.page.scene.board.provinces["APU"].code == "APU", "its board is drawn"


def painted(controller: MainController, qtbot: QtBot, ids: tuple[str, ...]) -> list[str]:
    """The pictures of *ids* in the sequence they came, the last of them being in a hurry."""
    came: list[str] = []
    pictures = VariantPictures(controller.background, controller.look.name, controller.view.unit_symbols)
    pictures.came.connect(lambda variant_id, _: came.append(variant_id))
    entries = {each.id: each for each in controller.session.shelf.entries()}
    for each in ids:
        pictures.want(entries[each])
    pictures.hurry(ids[::-1])
    qtbot.waitUntil(lambda: len(came) == len(ids), timeout=60_000)
    return came


def test_variants_that_begin_alike_share_one_picture(controller: MainController, qtbot: QtBot) -> None:
    painted(controller, qtbot, ("standard", "gunboat", "fog-of-war", "fleet-rome"))
    assert len(list(places().thumbnails.glob("variant-*.png"))) == 2


def test_what_is_looked_at_is_painted_first(controller: MainController, qtbot: QtBot) -> None:
    assert painted(controller, qtbot, ("standard", "chaos", "pure", "1898")) == ["standard", "1898", "pure", "chaos"]


def test_cards_in_sight_are_those_of_the_first_page(dialog: NewGameDialog, qtbot: QtBot) -> None:
    dialog.all_button.click()
    dialog.show()
    qtbot.waitExposed(dialog)
    seen = dialog.variants.visible_ids()
    assert seen[0] == "standard"
    assert 3 < len(seen) < dialog.variants.count()
    dialog.variants.scrollToBottom()
    assert "standard" not in dialog.variants.visible_ids()


def test_the_board_of_a_variant_of_ones_own_is_painted_before_it_has_names(controller: MainController, qtbot: QtBot) -> None:
    own_pure()
    assert painted(controller, qtbot, ("mine",)) == ["mine"]


def test_a_drawing_that_cannot_be_used_says_so_before_the_game_and_heals_when_it_is_saved_whole(
    controller: MainController, qtbot: QtBot
) -> None:
    folder = own_pure()
    svg = (folder / "board.svg").read_bytes()
    (folder / "board.svg").write_bytes(svg[: len(svg) // 2])
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    made.read_all()
    made.choose("mine")
    made.show()
    qtbot.waitUntil(lambda: not made.start_button.isEnabled(), timeout=60_000)
    assert "board.svg:" in made.picture.text()
    assert made.faults_button.isVisible()
    (folder / "board.svg").write_bytes(svg)
    qtbot.waitUntil(lambda: made.start_button.isEnabled() and not made.picture.pixmap().isNull(), timeout=60_000)
    assert not made.faults_button.isVisible()
    made.close()
    made.deleteLater()


def test_what_was_ticked_stays_ticked_while_another_variant_is_saved(controller: MainController, qtbot: QtBot) -> None:
    folder = own_pure()
    made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    made.read_all()
    made.hooks.rows["blind"].tick.setChecked(True)
    file = folder / "variant.toml"
    file.write_text(file.read_text().replace('name = "Mine"', 'name = "Ours"'))
    qtbot.waitUntil(lambda: any("Ours" in made.variants.item(row).text() for row in range(made.variants.count())), timeout=20_000)
    assert made.variant_id == "standard"
    assert made.hook_words == "blind"
    made.close()
    made.deleteLater()


def test_a_click_on_a_fault_goes_to_its_line_in_its_file(controller: MainController, qtbot: QtBot) -> None:
    folder = own_pure()
    faults = (
        Fault("variant.toml", 12, "an odd key"),
        Fault("board.svg", None, "lies outside", element="unit:par"),
        Fault("gone.svg", 3, "not there"),
    )
    board = folder / "board.svg"
    board.write_text('<svg>\n<g>\n<circle id="unit:par"/>\n</g>\n</svg>' + "\n" * 3)
    entry = controller.session.shelf.entry("mine")
    assert entry is not None
    dialog = VariantFaultsDialog(controller.look, entry.source, faults, folder)
    qtbot.addWidget(dialog)
    assert dialog.text.textCursor().blockNumber() + 1 == 12
    dialog.choose(1)
    assert dialog.text.textCursor().blockNumber() + 1 == 3
    assert dialog.file.text() == "board.svg"
    dialog.choose(2)
    assert "not in the folder" in dialog.file.text()


def test_the_shelf_fills_in_steps_and_rule_switches_are_made_when_they_are_looked_at(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_read", {"standard": catalogue.shipped("standard")})
    dialog = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    qtbot.addWidget(dialog)
    assert dialog.variants.matching_ids() == ("standard",), "nothing else is read while the dialog comes up"
    assert dialog.start_button.isEnabled()
    seen = [1]
    dialog.variants.model().rowsInserted.connect(lambda: seen.append(dialog.variants.count()))
    dialog.search.setText("o")
    qtbot.waitUntil(lambda: dialog.variants.count() == len(catalogue.shipped_ids()))
    assert len(set(seen)) == dialog.variants.count(), "one more at a time"
    assert dialog.variant_id == "standard"
    assert dialog.rule_words == ()
    assert dialog.findChildren(RuleSwitches) == []
    dialog.tabs.setCurrentIndex(1)
    (rules,) = dialog.findChildren(RuleSwitches)
    assert rules.isVisibleTo(dialog)


def test_a_variant_that_is_asked_for_is_there_before_the_shelf_is_full(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_read", {"standard": catalogue.shipped("standard")})
    dialog = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
    qtbot.addWidget(dialog)
    dialog.choose("gunboat")
    assert dialog.variant_id == "gunboat"
    assert dialog.hook_words == "gunboat"
    dialog.read_all()
    assert dialog.variant_id == "gunboat"


def test_what_new_game_begins_with_is_read_before_it_is_asked_for(
    main_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(application, "import_module", read.append)
    monkeypatch.setattr(catalogue, "shipped", read.append)
    prepare_new_game(main_window)
    assert read == [], "nothing while the window comes up"
    qtbot.waitUntil(
        lambda: read == ["app.qt.board.game_page", "app.commands.view", "app.qt.new_game.new_game_dialog", "PySide6.QtSvg", "standard"]
    )


def test_the_geometry_library_is_read_once_boards_are_imported(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.qt.new_game.import_dialog", None)  # reading it is an error
    monkeypatch.setattr(new_game_dialog, "run_dialog", lambda _dialog: True)
    asked = new_game_dialog.ask_new_game(controller.session, controller.look, controller.background, controller.window)
    assert asked is not None


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_word_of_a_choice_is_broken(percent: int, controller: MainController, qtbot: QtBot) -> None:
    controller.run_line(f"text-size {percent}")
    try:
        made = NewGameDialog(controller.session, controller.look, controller.background, controller.window)
        qtbot.addWidget(made)
        made.powers_box.setItemText(0, "Powersthatareverymany indeed")
        with qtbot.waitExposed(made):
            made.show()
        for box in (made.powers_box, made.size_box):
            longest = max(box.fontMetrics().horizontalAdvance(word) for word in box.currentText().split())
            assert box.words_room().width() >= longest, box.currentText()
    finally:
        controller.run_line("text-size 100")
