"""A round by mail that tests go through by hand: mails of a season, what is dropped, pressed and touched, and how often."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.mail_in.accounting import Fate
from app.qt.gm.round_part import RoundPart
from app.qt.gm.round_rows import HEAD, ROW
from app.qt.main_window.main_controller import MainController

DATE = "Wed, 25 Nov 2020 17:00:00 +0000"
SEASON = {
    "ada": "Austria:\nA Vie - Gal\nA Bud - Serb\nF Tri - Alb or Ven\nGood luck all, Ada\n",
    "ben": "SIGNON Estandard sesame\nF Lon - Nth\nF Edi - Nwg\nA Lvp - Yor\nSIGNOFF\n",
    "cleo": "France:\nA Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao\nWinter 1901:\nBuild F Bre\n",
    "dan": "Germany:\nA Mun - Ruh\nA Ber - Kie\nF Kie - Den or Hol\n> A Mun - Bur\n",
    "eve": "Italy:\nA Ven H\nA Rom - Apu\nF Nap - Ion\nF Nap - Ion\n",
    "finn": "Russia:\nA Mos - Ukr\nA War - Gal\nF Sev - Bla\nF Stp - Bot\nPRESS TO TURKEY\nHello\nENDPRESS\n",
    "gus": "Turkey:\nA Con - Bul\nA Smy - Con\nF Ank - Bla\n",
}


def mail(name: str, body: str) -> str:
    return f"From: {name.title()} <{name}@example.org>\nSubject: orders\nDate: {DATE}\n\n{body}"


class Desk:
    """The round of a new game, and hands that count every press."""

    def __init__(self, controller: MainController, folder: Path) -> None:
        self.controller = controller
        self.folder = folder
        self.presses = 0
        assert controller.run("new")
        assert controller.run("round")
        self.part = controller.panels.get(RoundPart)
        QApplication.processEvents()

    @property
    def lines(self) -> dict[str, Fate]:
        """The fate of each line, by its words."""
        self.settle()
        assert self.part.sheet is not None
        return {row.words: row.fate for row in self.part.sheet.rows}

    def fate(self, words: str) -> Fate:
        """Of the line with these words."""
        return self.lines[words]

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def files(self, *names: str) -> list[Path]:
        found = []
        for name in names:
            path = self.folder / f"{name}.eml"
            path.write_text(mail(name, SEASON[name]), encoding="utf-8")
            found.append(path)
        return found

    def drop(self, paths: list[Path], at: QPoint | None = None) -> None:
        """Drop *paths* on the list: one press."""
        assert self.part.panel is not None
        viewport = self.part.panel.list.viewport()
        where = at or QPoint(viewport.width() // 2, viewport.height() - 4)
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(viewport, QDragEnterEvent(where, actions, data, buttons, keys))
        QApplication.sendEvent(viewport, QDropEvent(QPointF(where), actions, data, buttons, keys))
        self.presses += 1
        self.settle()

    def press(self, button: QPushButton) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.presses += 1
        self.settle()

    def buttons(self, beginning: str) -> list[QPushButton]:
        assert self.part.panel is not None
        found = [button for doubt in self.part.panel.list.doubts for button in doubt.buttons]
        return [button for button in found if button.text().startswith(beginning)]

    def place_of(self, words: str) -> QPoint:
        """A point on the line with these words, or on the head of that name."""
        assert self.part.panel is not None
        rows, model = self.part.panel.list, self.part.panel.list.model()
        for top in (model.index(number, 0) for number in range(model.rowCount())):
            if top.data(HEAD).name == words:
                return rows.visualRect(top).center()
            for index in (model.index(number, 0, top) for number in range(model.rowCount(top))):
                if index.data(ROW) is not None and index.data(ROW).words == words:
                    rows.scrollTo(index)
                    return rows.visualRect(index).center()
        raise AssertionError(words)

    def touch(self, words: str) -> None:
        assert self.part.panel is not None
        QTest.mouseClick(self.part.panel.list.viewport(), Qt.MouseButton.LeftButton, pos=self.place_of(words))
        self.presses += 1
        self.settle()
