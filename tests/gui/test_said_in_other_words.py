"""Texts that the window takes from data are in the language in use: terrains, proposals, keys as the system writes them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.board_editor.reading import ProvinceRow
from app.players.daide.board import DaideBoard
from app.players.daide.press import Arrangement, PressProposal, PressWords
from app.presentation.keys import written_keys
from app.qt.board_editor.province_table import TERRAIN, ProvinceModel
from app.qt.widgets.labels import key_words
from app.qt.widgets.look import read_look
from languages import using
from variants.catalogue import standard


def test_the_table_of_the_bench_says_terrains_and_keeps_the_words_of_the_file(qapp: QApplication) -> None:
    look = read_look("parchment")
    model = ProvinceModel(look)
    row = ProvinceRow("PAR", "Paris", "inland", True, "", "FRANCE", (), {}, True, True)
    model.show_rows([row], {}, look)
    model.is_editable = True
    taken: list[tuple[str, str, object]] = []
    model.cell_edited.connect(lambda *said: taken.append(said))
    cell = model.index(0, TERRAIN)
    with using("de"):
        assert model.data(cell) == "Binnenland"
        assert not model.setData(cell, "inland", Qt.ItemDataRole.EditRole)
        assert model.setData(cell, "coastal", Qt.ItemDataRole.EditRole)
    assert taken == [("PAR", "terrain", "coastal")]


@pytest.mark.parametrize("code", ["en", "de", "fr", "it", "es", "pseudo"])
def test_an_answer_to_a_proposal_does_not_say_again_that_it_is_one(code: str) -> None:
    words = PressWords(DaideBoard(standard()))
    text = words.proposal(Arrangement(PressProposal.PEACE, ("ENGLAND", "FRANCE"), ()))
    with using(code):
        whole, bare = words.sentence(text), words.proposed(text)
    assert whole is not None
    assert bare is not None
    assert bare in whole
    assert len(bare) < len(whole)
    assert ":" not in bare


def test_keys_are_written_as_the_system_writes_them(qapp: QApplication) -> None:
    assert key_words("Ctrl+Shift+Return") == "Ctrl+Shift+Return"
    assert written_keys(["Ctrl+Shift+Z", "Ctrl+M"], "darwin") == "⌘⇧Z, ⌃M"
    assert written_keys(["Ctrl+Shift+Z"], "linux") == "Ctrl+Shift+Z"
