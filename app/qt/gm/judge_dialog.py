"""A judge run from the window: its folder, Start and Stop, where its games are, what waits for the game master, and what it did."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
)

from app.game.file_store import judge_folder
from app.game.storage.atomic import PrivateJson
from app.game.storage.places import places
from app.gm.judge_watch import JudgeSight, is_judge_folder, last_words, no_judge_folder, sight_of
from app.qt.board.window import Window
from app.qt.panels.panel import WindowPart
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons
from languages import labelled, tr, tr_in

EVERY = 1_000
"""Milliseconds between two looks at the folder."""
_WITHOUT_FOLDER, _SIZE = (405, 0), (760, 620)
"""Pixels of the page before a folder is chosen, when it has nothing to list, and of one with a folder."""
_MOST_TROUBLES = 5


class JudgePart(WindowPart):
    """Opens the page of the judge by its name."""

    name = "let-it-run"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self.dialog: JudgeDialog | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the judge of the game in front, or the one that was looked at last."""
        if self.dialog is None:
            self.dialog = JudgeDialog(self._host)
        current = self._host.session.current
        self.dialog.begin(judge_folder(None if current is None else current.path))
        self.dialog.show()
        self.dialog.raise_()

    def close(self) -> None:
        """Look no more; a judge that runs goes on."""
        if self.dialog is not None:
            self.dialog.close()


class JudgeDialog(FittingDialog):
    """Window of one judge. It stays open beside the board."""

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self.setWindowTitle(tr("Let it run by itself"))
        self.resize(*_WITHOUT_FOLDER)
        self._host = host
        self._kept = PrivateJson(places().data / "judge.json", 10_000, tr("keeping the folder of the judge"))
        self.folder: Path | None = None
        self._shown: JudgeSight | None = None
        self.where, self.state, self.trouble = forms.label(wraps=True), forms.label(role="heading"), forms.label(role="bad", wraps=True)
        self.choose, self.start = (
            forms.button(tr("Choose a folder…"), self._choose),
            forms.button(tr_in("button", "Start"), lambda: self._act("start")),
        )
        self.stop = forms.button(tr("Stop"), lambda: self._act("stop"))
        self.games = _table(tr("Games"), [tr("Game"), tr("State")])
        self.games.itemActivated.connect(self._open)
        self.steps = _table(tr("Last steps"), [tr("Time"), tr("Done")])
        below = answer_buttons(CLOSE)
        below.rejected.connect(self.reject)
        goes_on = forms.label(
            tr("It goes on when this window is closed. Games open here show at once what it writes; Undo takes that back."),
            "soft",
            wraps=True,
        )
        forms.column(
            self.state,
            self.where,
            self.trouble,
            forms.row(self.choose, self.start, self.stop, forms.STRETCH),
            (self.games, 1),
            (self.steps, 2),
            forms.row((goes_on, 1), (below, 0, Qt.AlignmentFlag.AlignBottom)),
            on=self,
            margins=(22, 20, 22, 16),
            spacing=10,
        )
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY)
        self._clock.timeout.connect(self.look)
        self.finished.connect(self._clock.stop)

    def begin(self, folder: Path | None) -> None:
        """Look at *folder*, or at the one of before."""
        kept = self._kept.read_once().get("folder")
        self.folder = folder or self.folder or (Path(kept) if isinstance(kept, str) and kept else None)
        self._clock.start()
        self.look()

    def look(self) -> None:
        """Show the state of the folder as it is now."""
        folder = self.folder
        is_there = folder is not None and is_judge_folder(folder)
        self.where.setText(
            tr(
                "No folder is chosen yet for the judge, the program that runs games by mail. The page on a judge of your own in the "
                "help says how one is made."
            )
            if folder is None
            else str(folder)
        )
        seen = sight_of(folder) if folder is not None and is_there else JudgeSight()
        if is_there and self.games.isHidden():
            self.resize(*_SIZE)
        for table in (self.games, self.steps):
            table.setVisible(is_there)
        self.start.setEnabled(is_there and not seen.runs)
        self.stop.setEnabled(seen.runs)
        self.state.setText(tr("The judge runs.") if seen.runs else tr("The judge does not run."))
        troubles = [*seen.attention, *(labelled(short, why) for short, why in seen.stopped.items())]
        if folder is not None and not is_there:
            troubles.append(no_judge_folder(folder, in_window=True))
        elif folder is not None and not seen.runs and (said := last_words(folder)):
            troubles.append(said)
        self.trouble.setText("\n".join(troubles[-_MOST_TROUBLES:]))
        self.trouble.setVisible(bool(troubles))
        if seen != self._shown:
            self._shown = seen
            _fill(self.games, [(short, tr(life)) for short, life in seen.games.items()])
            _fill(self.steps, list(seen.steps))

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, tr("Folder of the judge"), "" if self.folder is None else str(self.folder))
        if chosen:
            self.take(Path(chosen))

    def take(self, folder: Path) -> None:
        """Look at another folder from now on."""
        self.folder = folder
        self._kept.write({"folder": str(folder)})
        self.look()

    def _act(self, action: str) -> None:
        if self.folder is not None:
            self._host.run("judge", words=(action, str(self.folder)))
            self.look()

    def _open(self, item: QTreeWidgetItem) -> None:
        """Open the game of a row."""
        path = None if self.folder is None else self.folder / "games" / f"{item.text(0)}.dpn"
        if path is not None and path.exists():
            self._host.run("open", file=path)


def _table(name: str, titles: list[str]) -> QTreeWidget:
    made = forms.styled(QTreeWidget(), name=name)
    made.setHeaderLabels(titles)
    made.setRootIsDecorated(False)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    return made


def _fill(table: QTreeWidget, rows: list[tuple[str, str]]) -> None:
    table.clear()
    for row in rows:
        table.addTopLevelItem(QTreeWidgetItem(list(row)))
