"""Page of a tournament of people: seats and results as a table to write in, standings beside it, the next round by a button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QInputDialog, QLineEdit, QTableWidget, QTableWidgetItem, QWidget

from app.game.storage.atomic import StorageError, read_bounded, write_atomically
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons, ask
from app.qt.widgets.tables import WholeHeads
from app.session.services import FileKind, FileToOpen, FileToSave, Services
from app.statistics.story import points_text, system_name
from app.statistics.tournament import (
    MOST_BYTES,
    RESULTS,
    PeopleTournament,
    TournamentError,
    TournamentSeat,
    drawn_words,
    new_seed,
    read_tournament,
    seat_next_round,
    tournament_standings,
    write_standings,
    write_tournament,
)
from entente.formula import Formula, FormulaError
from entente.scoring import Scoring
from languages import mark, tr, tr_in

_COLUMNS = 7
_PLAYER, _CENTRES, _RESULT, _YEARS = 3, 4, 5, 6
_RESULT_WORDS = {"": "", "won": mark("won"), "draw": mark("draw")}
_OWN = "own"
SAVE, DISCARD, CANCEL = mark("Save"), mark("Do not save"), mark("Cancel")
"""Answers to the question about a tournament that is not saved."""
_NUMBERS = frozenset({0, 1, _CENTRES, _YEARS})
_PLACE, _POINTS = 0, 2
"""Columns of the standings with numbers, which stand one below the other."""
_AROUND = 18
"""Pixels that a cell has besides its words."""
_BEGINNING, _SIZE = (520, 0), (1180, 680)
"""Pixels of the page before the first round, when there is nothing to fill it with, and of one with rounds."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _heads() -> list[str]:
    """Return the heads of the columns in which games are written."""
    return [tr_in("tournament", "Round"), tr_in("tournament", "Board"), tr("Power"), tr("Player"), tr("Centres"), tr("Result"), tr("Years")]


class PeopleTournamentDialog(FittingDialog):
    """Shows one tournament; what is written in its table is kept by Save.

    Args:
        powers: the powers of a board, with their names.
    """

    def __init__(self, services: Services, powers: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Tournament of people"))
        self.resize(*_BEGINNING)
        self._services = services
        self._powers = dict(powers)
        self.tournament = PeopleTournament()
        self._path: Path | None = None
        self._kept = PeopleTournament()
        """The tournament as it was opened or saved last."""
        self._names: list[str] = []
        """Players named for the last round that was seated here; those who waited in it may stand at no board yet."""
        self.open_button = forms.button(tr("Open…"), self._open)
        self.save_button = forms.button(tr("Save…"), self._save)
        self.round_button = forms.button(tr("Seat the next round…"), self._seat, "primary")
        self.standings_button = forms.button(tr("Save the standings…"), self._save_standings)
        self.system = forms.styled(QComboBox(), name=tr("System of points"))
        for each in Scoring:
            self.system.addItem(system_name(each), each.value)
        self.system.addItem(tr("Own formula"), _OWN)
        self.system.setCurrentIndex(list(Scoring).index(Scoring.SUM_OF_SQUARES))
        self.formula = forms.styled(QLineEdit("100 * centres^2 / sum(centres^2)"), name=tr("Own formula"))
        self.formula.hide()
        self.table = forms.styled(QTableWidget(0, _COLUMNS), "roomy", name=tr("Seats and results"))
        self.table.setHorizontalHeaderLabels(_heads())
        self.standings = forms.styled(QTableWidget(0, 3), "roomy", name=tr("Standings"))
        self.standings.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.standings.setHorizontalHeaderLabels([tr("Place"), tr("Player"), tr("Points")])
        self._heads: list[WholeHeads] = []
        for table, wide, numbers in ((self.table, _PLAYER, _NUMBERS), (self.standings, 1, {_PLACE, _POINTS})):
            table.verticalHeader().hide()
            for column in range(table.columnCount()):
                head = table.horizontalHeaderItem(column)
                assert head is not None
                head.setTextAlignment(_RIGHT if column in numbers else _LEFT)
            table.horizontalHeader().setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
            widths = {column: 120 if column == wide else 62 for column in range(table.columnCount())}
            self._heads.append(WholeHeads(table.horizontalHeader(), widths, partial(_wide, table)))
        self.beginning = QWidget()
        """Words in the place of the rounds before the first one."""
        self.note = forms.label("", "soft", wraps=True)
        self.note.hide()
        self._lay_out()
        self.system.currentIndexChanged.connect(self._reckon)
        self.formula.textChanged.connect(self._reckon)
        self.table.itemChanged.connect(self._take)
        self.show_tournament(PeopleTournament())

    def _lay_out(self) -> None:
        self._side = QWidget()
        choice = forms.flow(forms.label(tr("Points by")), self.system, self.standings_button)
        forms.column(choice, self.formula, (self.standings, 1), on=self._side, margins=(0, 0, 0, 0))
        about = tr(
            "Each round seats everybody at boards by lot. You write down how each board ended; the standings count the points. The table "
            "of a tournament is a CSV file, which any spreadsheet opens."
        )
        begin = forms.label(tr("Seat the first round, or open the table of a tournament (CSV)."), "subheading", wraps=True)
        forms.column(begin, forms.label(about, "soft", wraps=True), on=self.beginning, margins=(0, 0, 0, 0), spacing=6)
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        forms.column(
            self.beginning,
            (forms.columns((self.table, 3), (self._side, 2), spacing=16), 1),
            self.note,
            forms.flow(self.round_button, self.open_button, self.save_button, forms.STRETCH, buttons),
            on=self,
            margins=(22, 20, 22, 16),
            spacing=12,
        )

    # --- what is shown ---

    def _note(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def show_tournament(self, tournament: PeopleTournament) -> None:
        """Show *tournament* from now on."""
        self.tournament = tournament
        self.table.blockSignals(True)
        self.table.setRowCount(len(tournament.seats))
        for row, seat in enumerate(tournament.seats):
            centres = "" if seat.centres is None else str(seat.centres)
            years = "" if seat.years is None else str(seat.years)
            power = self._powers.get(seat.power, seat.power)
            result = tr(_RESULT_WORDS[seat.result]) if seat.result else ""
            for column, words in enumerate((str(seat.round), str(seat.board), power, seat.player, centres, result, years)):
                cell = QTableWidgetItem(words)
                cell.setTextAlignment(_RIGHT if column in _NUMBERS else _LEFT)
                if column < _PLAYER:
                    cell.setFlags(cell.flags() & ~Qt.ItemFlag.ItemIsEditable)
                self.table.setItem(row, column, cell)
        self.table.blockSignals(False)
        self.save_button.setEnabled(bool(tournament.seats))
        has_begun = bool(tournament.seats)
        self.round_button.setText(tr("Seat the next round…") if has_begun else tr("Seat the first round…"))
        if has_begun and self._side.isHidden():
            self.resize(*(max(pair) for pair in zip(_SIZE, (self.width(), self.height()), strict=True)))
        for each in (self._side, self.table):
            each.setVisible(has_begun)
        self._reckon()

    def _scoring(self) -> Scoring | Formula:
        chosen = self.system.currentData()
        return Formula.of(self.formula.text()) if chosen == _OWN else Scoring(chosen)

    def _reckon(self) -> None:
        """Show the standings by the system that is chosen; say what is missing where there are none."""
        self.formula.setVisible(self.system.currentData() == _OWN)
        self.standings.setRowCount(0)
        try:
            scoring = self._scoring()
            found = tournament_standings(self.tournament, scoring)
        except (FormulaError, ValueError) as error:
            self._note(str(error))
            self.standings_button.setEnabled(False)
            return
        self.standings_button.setEnabled(bool(found))
        self.beginning.setVisible(not self.tournament.seats)
        if not found:
            self._note("")
        elif isinstance(scoring, Scoring):
            self._note(scoring.description)
        else:
            self._note("")
        self.standings.setRowCount(len(found))
        for row, each in enumerate(found):
            for column, words in enumerate((str(each.place), each.player, points_text(each.points))):
                cell = QTableWidgetItem(words)
                cell.setTextAlignment(_LEFT if column == 1 else _RIGHT)
                self.standings.setItem(row, column, cell)
        for heads in self._heads:
            heads.fit()

    # --- acts ---

    def _take(self, cell: QTableWidgetItem) -> None:
        """Take what was typed into a cell; a cell that is no number, player or result has its former words again."""
        seat = self.tournament.seats[cell.row()]
        changed = _changed(seat, cell.column(), cell.text().strip())
        if changed is not None:
            self.tournament = self.tournament.with_seats([changed])
        self.show_tournament(self.tournament)

    def reject(self) -> None:
        """Close, unless there are results that are not saved and the user wants to go on with them."""
        if self._may_go():
            super().reject()

    def _may_go(self) -> bool:
        """Ask about changes that are not saved; True if they are saved now, or given up."""
        if self.tournament == self._kept:
            return True
        question = tr("The tournament has changes that are not saved. Save them?")
        answer = ask(self, question, (tr(SAVE), tr(DISCARD), tr(CANCEL)))
        return self._save() if answer == tr(SAVE) else answer == tr(DISCARD)

    def _open(self) -> None:
        if not self._may_go():
            return
        path = self._services.ask(FileToOpen(FileKind.TOURNAMENT))
        if path is None:
            return
        try:
            found = read_tournament(read_bounded(path, MOST_BYTES, tr("reading the tournament")), path.name)
        except (TournamentError, StorageError) as error:
            self._note(str(error))
            return
        self._path, self._kept, self._names = path, found, []
        self.show_tournament(found)

    def _save(self) -> bool:
        if not self._write(tr("tournament.csv") if self._path is None else self._path.name, write_tournament(self.tournament)):
            return False
        self._kept = self.tournament
        return True

    def _save_standings(self) -> None:
        self._write(tr("standings.csv"), write_standings(tournament_standings(self.tournament, self._scoring())))

    def _write(self, name: str, content: bytes) -> bool:
        path = self._services.ask(FileToSave(FileKind.TOURNAMENT, name))
        if path is None:
            return False
        path = path if path.suffix else path.with_suffix(".csv")
        try:
            write_atomically(path, content)
        except StorageError as error:
            self._note(str(error))
            return False
        self._note(tr("Written to {path}.", path=path))
        return True

    def _seat(self) -> None:
        before = "\n".join(self._names or self.tournament.players)
        text, is_given = QInputDialog.getMultiLineText(
            self, tr("Seat the next round"), tr("Who plays? One name in each line; {count} to a board.", count=len(self._powers)), before
        )
        if is_given:
            self.seat_players(text.splitlines())

    def seat_players(self, names: list[str]) -> None:
        """Seat the next round of *names* by lot; the seed, who waits, and what is wrong with the names is said."""
        seed = new_seed()
        try:
            seated = seat_next_round(self.tournament, names, tuple(self._powers), seed)
        except TournamentError as error:
            self._note(str(error))
            return
        self._names = [name.strip() for name in names if name.strip()]
        self.show_tournament(seated)
        self._note(drawn_words(seated, names, seed))
        self.table.scrollToBottom()


def _wide(table: QTableWidget, column: int) -> int:
    """Pixels that the widest cell of *column* takes; names of players end in dots where they are very long."""
    if column == _PLAYER and table.columnCount() == _COLUMNS:
        return 0
    items = (table.item(row, column) for row in range(table.rowCount()))
    metrics = table.fontMetrics()
    return max((metrics.horizontalAdvance(item.text()) + _AROUND for item in items if item is not None), default=0)


def _changed(seat: TournamentSeat, column: int, text: str) -> TournamentSeat | None:
    """Return *seat* with *text* in a column; ``None`` where it does not belong there."""
    if column == _PLAYER:
        return replace(seat, player=text) if text else None
    if column == _RESULT:
        known = {tr(words).casefold(): result for result, words in _RESULT_WORDS.items() if words} | {each: each for each in RESULTS}
        return replace(seat, result=known[text.casefold()]) if text.casefold() in known else None
    if text and not (text.isascii() and text.isdigit() and len(text) < 4):
        return None
    number = int(text) if text else None
    return replace(seat, centres=number) if column == _CENTRES else replace(seat, years=number) if column == _YEARS else None
