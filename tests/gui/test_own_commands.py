"""Commands of one's own in the window: their text is displayed, and their arguments are asked for in a form."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit

from app.commands.declaring.own_commands import EXAMPLE
from app.game.storage.places import places
from app.qt.main_window.command_form import CommandForm, OwnCommandsDialog
from app.qt.main_window.main_controller import MainController


def test_a_command_is_read_agreed_to_set_in_a_form_and_run(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    places().commands.mkdir(parents=True)
    (places().commands / "greet.py").write_text(EXAMPLE, encoding="utf-8")
    controller.run("new")

    def fill(form: CommandForm) -> bool:
        power, times = form.field("power"), form.field("times")
        assert isinstance(power, QComboBox)
        assert isinstance(times, QLineEdit)
        power.setCurrentIndex(power.findText("Italy"))
        times.setText("1")
        form.accept_if_complete()
        return True

    monkeypatch.setattr(CommandForm, "exec", fill)
    dialog = OwnCommandsDialog(controller.session, controller.look, controller.refresh_menus, controller.window)
    assert "def greet" in dialog.text.toPlainText()
    assert dialog.run_button.text() == "Agree and run"
    dialog.run_button.click()
    assert "Good day, ITALY." in controller.status.message.text()
    assert dialog.run_button.text() == "Run"
    dialog.close()


def test_without_any_an_example_is_shown(controller: MainController) -> None:
    dialog = OwnCommandsDialog(controller.session, controller.look, controller.refresh_menus, controller.window)
    assert '@command("greet"' in dialog.text.toPlainText()
    assert not dialog.run_button.isEnabled()
    dialog.close()
