"""Qt's own texts are in the language in use as well."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.keys import written_keys
from app.qt.main_window import spoken_language
from app.qt.widgets.dialogs import CANCEL, CLOSE, OK, answer_buttons
from languages import using


def copy() -> str:
    return QCoreApplication.translate("QWidgetTextControl", "&Copy")


@pytest.mark.parametrize(("code", "words"), [("de", "&Kopieren"), ("it", "&Copia")])
def test_the_menu_of_a_text_field_is_in_the_language_in_use_and_english_again_later(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    monkeypatch.setattr(spoken_language, "active_code", lambda: code)
    assert spoken_language.have_qt_speak(qapp)
    assert copy() == words
    monkeypatch.setattr(spoken_language, "active_code", lambda: "tlh")
    assert not spoken_language.have_qt_speak(qapp)
    assert copy() == "&Copy"


@pytest.mark.parametrize(("code", "keys"), [("de", "Strg+Eingabe"), ("fr", "Ctrl+Entrée"), ("it", "Ctrl+Invio"), ("es", "Ctrl+Intro")])
def test_keys_are_called_as_keyboards_of_the_country_do(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, code: str, keys: str) -> None:
    with using(code):
        assert spoken_language.have_qt_speak(qapp)
        assert QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText) == keys
        assert written_keys(["Ctrl+Return"], "linux") == keys
    monkeypatch.setattr(spoken_language, "active_code", lambda: "tlh")
    assert not spoken_language.have_qt_speak(qapp)


def test_the_buttons_at_the_foot_of_a_dialog_go_through_the_catalogue(qtbot: QtBot) -> None:
    box = answer_buttons(OK, CANCEL, CLOSE)
    assert [box.button(each).text() for each in (OK, CANCEL, CLOSE)] == ["OK", "Cancel", "Close"]
    with using("pseudo"):
        box = answer_buttons(OK, CANCEL, CLOSE)
    assert all(button.text().startswith("⟦") for button in box.buttons())
