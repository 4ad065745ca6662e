"""Hooks in the window: chips, log, rule changes, the board in one power's view, and the editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.game.dpn.text_source import sealed
from app.game.dpn.writer import write
from app.game.storage.places import places
from app.hooks.asking_hooks import StopChoice
from app.hooks.engine import CallOutcomeKind, EngineError, HookCall, MontyEngine, Ran
from app.hooks.host import HookHost
from app.qt.hooks import hook_forms
from app.qt.hooks.consent_dialog import ConsentDialog
from app.qt.hooks.hook_editor import HookEditor
from app.qt.hooks.hook_forms import HookChangeDialog
from app.qt.hooks.hook_panel import HookPanel
from app.qt.hooks.hook_widget import HookWidget
from app.qt.main_window.main_controller import MainController
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.session.hook_service import AskedHook, HookAnswer, HookChoice
from app.session.services import ConsentQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands
from variants.hooks.hook_text import read_hook_text, shipped_hooks

ENDLESS = "# title: Endless\n# note: It never ends.\ndef before_adjudication(ctx):\n    while True:\n        pass\n"
FROZEN = (
    '# title: Frozen\ndef before_adjudication(ctx):\n    return {"orders": {power: [] for power in ctx["powers"]}, "log": "too cold"}\n'
)


@pytest.fixture
def editor(controller: MainController) -> Iterator[HookEditor]:
    controller.run("new")
    made = HookEditor(controller, "", controller.window)
    yield made
    made.close()
    made.deleteLater()


def test_the_header_shows_what_is_attached(controller: MainController) -> None:
    controller.run("new")
    assert controller.panels.get(HookPanel).chips.words() == ()
    controller.run("variant", changes="gunboat restrict england turkey")
    assert controller.panels.get(HookPanel).chips.words() == ("Gunboat", "Restricted press")
    controller.run("undo")
    assert controller.panels.get(HookPanel).chips.words() == ()


def test_a_hooks_own_note_stands_in_the_panel_and_in_the_tooltip_of_its_chip(controller: MainController) -> None:
    controller.run("new")
    controller.run("variant", changes="no_convoys")
    note = shipped_hooks()["no_convoys"].note
    assert note in controller.panels.get(HookPanel).chips.chip(0).toolTip()
    first, second, third = controller.panels.get(HookPanel).widget.hooks.item(0).text().splitlines()
    assert (first, second) == ("No convoys", note)
    assert third.startswith("runs. It may ")


def test_the_log_says_which_hook_did_what(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", attach="no_convoys")
    for line in ("F LON - NTH", "A LVP - YOR"):
        controller.run("order", text=line)
    controller.run("process", missing="process")
    controller.run("last-phase")
    controller.run("order", text="F NTH C A YOR - NWY")
    controller.run("process", missing="process")
    log = controller.panels.get(HookPanel).widget.log
    qtbot.waitUntil(lambda: log.count() == 1, timeout=10_000)
    assert "no_convoys: refused “Fleet North Sea convoys Army Yorkshire to Norway” (England)" in log.item(0).text()


def test_what_hooks_did_stands_with_the_results_of_the_phase_for_whoever_sees_everything(
    controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    places().hooks.mkdir(parents=True)
    (places().hooks / "frozen.hook").write_text(FROZEN, encoding="utf-8")
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    controller.run("new", attach="frozen")
    controller.run("order", text="A PAR - BUR")
    assert controller.run("process", missing="process")
    controller.run("results")
    assert "frozen: too cold" in controller.panels.get(GamePanel).widget.results.notes()
    controller.run("view-as", power="FRANCE")
    controller.run("results")
    assert not [each for each in controller.panels.get(GamePanel).widget.results.notes() if "frozen" in each]


def test_a_hook_that_fails_is_shown_with_its_line_and_switched_off(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    places().hooks.mkdir(parents=True)
    (places().hooks / "endless.hook").write_text(ENDLESS, encoding="utf-8")
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    controller.run("new", attach="endless")
    assert controller.page is not None
    page = controller.page
    monkeypatch.setattr(controller.services, "decide_stopped", lambda *_: StopChoice.WAIT)
    assert not controller.run("process", missing="process"), "the phase waits"
    qtbot.waitUntil(lambda: page.banners.banner("hooks") is not None, timeout=10_000)
    banner = page.banners.banner("hooks")
    assert banner is not None
    assert "line 3" in banner.label.text()
    assert "switched off for this session" in banner.label.text()
    assert controller.panels.get(HookPanel).chips.words() == ("Endless: off",)
    panel = controller.panels.get(HookPanel).widget
    panel.hooks.setCurrentRow(0)
    panel.again_button.click()
    assert controller.panels.get(HookPanel).chips.words() == ("Endless",), "a person may let it try again"


def test_while_hooks_cannot_be_asked_nothing_is_processed_and_a_press_tries_again(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new", attach="no_convoys")
    controller.run("order", text="A PAR - BUR")
    assert controller.page is not None
    page, game = controller.page, controller.session.game
    with monkeypatch.context() as away:
        away.setattr(MontyEngine, "run", _no_worker)
        assert not controller.run("process", missing="process")
        qtbot.waitUntil(lambda: page.banners.banner("hooks") is not None, timeout=10_000)
        banner = page.banners.banner("hooks")
        assert banner is not None
        assert "no_convoys cannot be asked" in banner.label.text()
        assert controller.session.game is game
        assert controller.panels.get(HookPanel).chips.words() == ("No convoys: off",)
        controller.panels.get(HookPanel).try_again("no_convoys")
        assert controller.panels.get(HookPanel).chips.words() == ("No convoys: off",)
    panel = controller.panels.get(HookPanel).widget
    panel.hooks.setCurrentRow(0)
    panel.again_button.click()
    assert controller.panels.get(HookPanel).chips.words() == ("No convoys",)
    assert page.banners.banner("hooks") is None
    assert controller.run("process", missing="process")


def _no_worker(_engine: MontyEngine, _run: HookCall) -> Ran:
    raise EngineError(CallOutcomeKind.UNAVAILABLE, "the worker is gone")


def test_rule_changes_are_ticked_and_set_in_a_form(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new", attach="gunboat")

    def person(dialog: HookChangeDialog) -> int:
        dialog.hooks.rows["gunboat"].tick.setChecked(False)
        row = dialog.hooks.rows["restrict"]
        row.tick.setChecked(True)
        assert not dialog.ok_button.isEnabled()
        assert row.form is not None
        for button in row.form.fields["powers"].findChildren(type(dialog.ok_button)):
            button.setChecked(button.text() in {"France", "Italy"})
        dialog.ok_button.click()
        return dialog.result()

    monkeypatch.setattr(hook_forms.HookChangeDialog, "exec", person)
    controller.trigger("variant")
    document = controller.session.document
    attached = document.game.hooks_at(document.game.last())
    assert {name: each.arguments for name, each in attached.items()} == {"restrict": "powers=FRANCE,ITALY"}
    controller.run("undo")
    assert list(document.game.hooks_at(document.game.last())) == ["gunboat"], "both were one step"


def test_what_stays_as_it_is_written_is_no_change(controller: MainController) -> None:
    controller.run("new", attach="restrict england turkey until=1903")
    dialog = HookChangeDialog(controller.session, controller.window)
    assert dialog.words == ""
    dialog.close()


def test_through_one_powers_eyes_the_board_the_list_and_the_file_show_no_more(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="fog_of_war")
    controller.run("order", text="A MUN - BUR")
    viewer = controller.panels.get(HookPanel).chips.viewer
    viewer.setCurrentIndex(viewer.findData("FRANCE"))
    viewer.activated.emit(viewer.currentIndex())
    picture = hands.page.scene.picture
    assert picture is not None
    assert {unit.power for unit in picture.position.units} == {"FRANCE"}
    assert "MUN" in picture.hidden
    assert all(drawn.power == "FRANCE" for drawn in picture.orders)
    assert hands.page.acts.words_for("MUN") == "Munich (MUN) · out of sight"
    controller.show_panel("file")
    assert "MUN" not in controller.panels.get(FilePanel).widget.text.toPlainText()
    hands.move("PAR", "BUR")
    assert "A MUN - BUR" in write(controller.session.document.game), "the whole game keeps what others wrote"
    controller.run("view-as")
    whole = hands.page.scene.picture
    assert whole is not None
    assert len(whole.position.units) == 22


def test_units_of_others_cannot_be_ordered_through_ones_own_eyes(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("view-as", power="FRANCE")
    hands.unit("MUN")
    assert hands.page.order_entry.is_idle
    assert hands.orders("GERMANY") == []


def test_builds_that_a_hook_allows_can_be_clicked(controller: MainController, hands: Hands) -> None:
    controller.run("new", attach="build_anywhere")
    for orders in (["A PAR - PIC"], ["A PIC - BEL"], [], ["A BEL - BUR"], []):
        for text in orders:
            controller.run("order", text=text)
        controller.run("process", missing="process")
        controller.run("last-phase")
    assert str(hands.turn.phase) == "W1902A"
    hands.ground("BEL")
    hands.answer("Army")
    assert hands.orders("FRANCE") == ["A BEL B"]
    assert hands.turn.orders_of("FRANCE")[0].is_legal
    controller.run("process", missing="process")
    assert controller.session.game.turn(controller.session.game.last()).position.unit_at("BEL") is not None


def test_the_editor_shows_the_contract_of_the_point_beside_the_text(editor: HookEditor) -> None:
    assert editor.point.currentText() == "on_press"
    assert "before it is delivered" in editor.contract.toPlainText()
    editor.point.setCurrentIndex(editor.point.findText("on_build"))
    assert "what the rules offer" in editor.contract.toPlainText()


def test_a_try_on_the_present_position_shows_the_answer(editor: HookEditor) -> None:
    editor.text.setPlainText('# title: Eyes\ndef on_results(ctx):\n    return {"units": [u for u in ctx["units"] if u["at"] == "PAR"]}\n')
    editor.point.setCurrentIndex(editor.point.findText("on_results"))
    editor.ask_button.click()
    assert '"at": "PAR"' in editor.answer.toPlainText()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("def on_press(ctx):\n    return {'allow': True\n", 2, ""),
        ("def on_press(ctx):\n    x = 1\n    return x.nothing\n", 3, "nothing"),
        ("def on_press(ctx):\n    return {'allowed': 1}\n", 1, "allowed"),
        ("# param x: nonsense | What\ndef on_press(ctx):\n    return None\n", 1, "nonsense"),
    ],
)
def test_an_error_is_marked_on_its_line_before_anything_is_attached(editor: HookEditor, text: str, line: int, words: str) -> None:
    editor.text.setPlainText(text)
    editor.point.setCurrentIndex(editor.point.findText("on_press"))
    editor.ask_button.click()
    assert editor.fault_line == line
    assert words in editor.state.text()
    assert f"Line {line}" in editor.state.text()


def test_a_copy_of_the_game_is_played_and_the_difference_shown(editor: HookEditor, controller: MainController) -> None:
    controller.run("order", text="A PAR - BUR")
    before = controller.session.game
    editor.text.setPlainText(FROZEN)
    editor.play_button.click()
    shown = editor.answer.toPlainText()
    assert any(line.startswith("-= FRANCE:") and "A BUR" in line for line in shown.splitlines())
    assert any(line.startswith("+= FRANCE:") and "A PAR" in line for line in shown.splitlines())
    assert "too cold" in shown
    assert controller.session.game is before


def test_what_was_written_is_attached_to_the_game_without_being_asked_about_again(editor: HookEditor, controller: MainController) -> None:
    editor.name.setText("frozen")
    editor.text.setPlainText(FROZEN)
    editor.attach_button.click()
    assert "frozen" in controller.session.game.hooks_at(controller.session.game.last())
    controller.run("order", text="A PAR - BUR")
    assert controller.run("process", missing="process")
    assert controller.session.game.turn(controller.session.game.last()).position.unit_at("BUR") is None


def test_a_hook_kept_in_ones_own_folder_is_on_the_shelf_at_once(editor: HookEditor, controller: MainController) -> None:
    editor.name.setText("frozen")
    editor.text.setPlainText(FROZEN)
    editor.keep_button.click()
    assert "frozen" in controller.session.hook_shelf.hooks()
    assert controller.run("variant", changes="frozen")


def test_a_line_of_the_log_opens_the_text_at_its_line(controller: MainController) -> None:
    controller.run("new", attach="gunboat")
    editor = HookEditor(controller, "gunboat", controller.window)
    editor.go_to(4)
    assert editor.text.textCursor().blockNumber() == 3
    assert "on_press" in editor.text.toPlainText()
    editor.close()


@pytest.mark.parametrize("name", ["fog.dpn", "truce.dpn", "wires-cut.dpn"])
def test_the_examples_open_with_their_hooks_and_are_right(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    copy = tmp_path / name
    copy.write_bytes((Path(__file__).resolve().parents[2] / "docs" / "examples" / name).read_bytes())
    controller.run("open", file=copy)
    document = controller.session.document
    assert not document.read_only
    assert not document.is_modified
    document.save(tmp_path / "again.dpn")
    assert (tmp_path / "again.dpn").read_bytes() == sealed(copy.read_bytes())
    assert controller.panels.get(HookPanel).chips.words()


def test_where_hooks_cannot_run_the_header_and_the_panel_say_so(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new", attach="gunboat")
    monkeypatch.setattr(HookHost, "unavailable", property(lambda _: "no wheel for this machine"))
    controller.panels.get(HookPanel).refresh()
    assert controller.panels.get(HookPanel).chips.words() == ("Gunboat: off",)
    assert "no wheel for this machine" in controller.panels.get(HookPanel).widget.hooks.item(0).text()


def test_the_panel_opens_a_text_by_a_button_and_says_where_there_is_nothing_to_list(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    controller.run("new", attach="gunboat")
    panel = controller.panels.get(HookPanel).widget
    controller.panels.get(HookPanel).show()
    assert "Nothing in this session yet" in panel.log.item(0).text()
    assert not panel.text_button.isEnabled()
    opened: list[str] = []
    monkeypatch.setattr(HookEditor, "exec", lambda editor: opened.append(editor.text.toPlainText()))
    panel.hooks.setCurrentRow(0)
    panel.text_button.click()
    assert "gunboat game" in opened[0]
    controller.run("press", sender="FRANCE", text="hello")
    qtbot.waitUntil(lambda: "kept back a letter" in panel.log.item(0).text(), timeout=5_000)
    controller.run("view-as", power="FRANCE")
    assert "listed only while everything is shown" in panel.log.item(0).text()


def test_values_and_deeds_of_a_rule_change_are_told_in_words(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", attach="restrict ENGLAND TURKEY until=1903")
    panel = controller.panels.get(HookPanel)
    panel.show()
    assert "runs, England, Turkey, until=1903." in panel.widget.hooks.item(0).text()
    controller.run("press", sender="ENGLAND", text="hello", to="TURKEY")
    qtbot.waitUntil(lambda: "a letter from England to Turkey" in panel.widget.log.item(0).text(), timeout=5_000)
    assert "Spring 1901" in panel.widget.log.item(0).text()


def test_the_lists_stand_in_the_dock_however_it_comes_up(controller: MainController) -> None:
    controller.run("new", attach="gunboat")
    dock = controller.panels.get(HookPanel).dock
    assert dock.findChild(HookWidget) is None
    dock.show()  # as the menu of docks does, which asks no panel
    lists = dock.findChild(HookWidget)
    assert lists is not None
    assert lists.hooks.item(0).text().startswith("Gunboat")


def test_titles_and_notes_from_a_game_are_text_and_never_anything_else(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, ConsentQuestion, lambda *_: HookAnswer(HookChoice.RUN))
    places().hooks.mkdir(parents=True)
    picture = "<img src='file:///etc/hostname'>"
    text = f"# title: {picture} & co\n# note: {picture}\n# param x: number = 1 | {picture}\ndef on_press(ctx):\n    return None\n"
    (places().hooks / "picture.hook").write_text(text, encoding="utf-8")
    controller.run("new", attach="picture")
    chip = controller.panels.get(HookPanel).chips.chip(0)
    assert "<img" not in chip.toolTip()
    assert chip.text() == f"{picture} && co"
    shown = AskedHook(read_hook_text("picture", text), "", "", known=False, shipped=False)
    dialogs = (
        HookChangeDialog(controller.session, controller.window),
        ConsentDialog(controller.look, f"{picture}.dpn", [shown], parent=controller.window),
    )
    for dialog in dialogs:
        labels = [label for label in dialog.findChildren(QLabel) if "<img" in label.text()]
        assert labels
        assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
        dialog.close()


def test_the_checksum_that_is_agreed_to_stands_under_the_text(controller: MainController) -> None:
    text = read_hook_text("frozen", FROZEN)
    dialog = ConsentDialog(
        controller.look, "cold.dpn", [AskedHook(text, "", "S1901M", known=False, shipped=False)], parent=controller.window
    )
    assert dialog.checksum.text() == f"SHA-256 {text.checksum}"
    assert "It may change orders before they are adjudicated." in dialog.about.text()
    dialog.close()


def test_a_shipped_hook_that_somebody_changed_is_not_taken_for_ours(controller: MainController) -> None:
    ours = shipped_hooks()["gunboat"]
    theirs = read_hook_text("gunboat", ours.source.replace("no press", "no press!"))
    for text, shipped, words in ((ours, True, "comes with the program"), (theirs, False, "not Entente's own text")):
        dialog = ConsentDialog(
            controller.look, "x.dpn", [AskedHook(text, "", "S1901M", known=False, shipped=shipped)], parent=controller.window
        )
        assert words in dialog.list.item(0).text()
        dialog.close()
