"""Boards and unit symbols of other programs: what is in a file, whether it can be played, and which of it goes onto the shelf."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QMenu, QSplitter, QWidget

from adjudicator.unit import Unit
from app.commands.files import put_on_shelf
from app.library.board_imports import BoardJudge, BoardVerdict, by_verdict
from app.presentation.layout.drawing import Sizes, UnitDrawing
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.presentation.variant_summary import numbers
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.unit_painter import paint_unit
from app.qt.widgets import forms
from app.qt.widgets.dialogs import ClosingRow, FittingDialog
from app.qt.widgets.look import Look
from app.qt.widgets.wrapping_widgets import WrappingList, as_heading
from app.session.errors import CommandError, GivenUp
from app.session.importing import SMALLEST_GROUP
from app.session.services import ChoiceQuestion, FileKind, FileToOpen
from app.session.session import Session
from entente.words.names import join_words
from languages import labelled, plural, tr
from variants.catalogue import shipped, standard
from variants.fault import Fault, Severity
from variants.importers import ImportedUnits, ImportResult
from variants.unit_set import UnitSet, read_unit_set

ICON_WIDTH, ICON_HEIGHT = 105, 34
_RADIUS = 12.5
_SHARP = 2
"""Pixels of the picture for each of the screen, at least."""


def symbols_icon(units: UnitSet, kinds: Sequence[str], theme: str) -> QIcon:
    """Up to three kinds of *units* beside each other, each in the colours of another power; a selected line leaves it as it is."""
    picture = _painted(units, kinds, theme)
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


def _painted(units: UnitSet, kinds: Sequence[str], theme: str) -> QPixmap:
    load_fonts()
    variant = standard()
    picture_colours = picture_colours_of(MapPicture(variant, variant.start, shipped(variant.id).styles, theme=theme))
    made = QPixmap(ICON_WIDTH * _SHARP, ICON_HEIGHT * _SHARP)
    made.setDevicePixelRatio(_SHARP)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sizes = Sizes(pixel=1.0, unit=_RADIUS, star=4.0, badge=6.0, text=9.0, shaft=3.0, small=True)
    for place, (kind, power) in enumerate(zip(kinds[:3], variant.powers, strict=False)):
        at = (ICON_WIDTH / 6 * (2 * place + 1), ICON_HEIGHT / 2)
        paint_unit(painter, UnitDrawing(Unit.of(f"{power} {kind} PAR"), at, _RADIUS), picture_colours, sizes, units)
    painter.end()
    return made


MOST_LINES = 10
"""Number of lines of a report; all of it is in the folder."""


class ImportDialog(FittingDialog):
    """Lists the variants and sets of unit symbols that came out of a file, each with its report."""

    def __init__(
        self, look: Look, name: str, result: ImportResult, parent: QWidget | None = None, verdicts: Sequence[BoardVerdict] | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import {name}", name=name))
        self.resize(960, 600)
        self._look = look
        self._result = result
        self._read = list(BoardJudge().judge_all(result) if verdicts is None else verdicts)
        self._units: list[tuple[ImportedUnits, UnitSet | None]] = [
            (each, read_unit_set(each.id, each.name, each.content)[0] if each.content else None) for each in result.units
        ]
        playable = sum(each.folder is not None for each in self._read)
        usable = sum(units is not None for _, units in self._units)
        boards = tr("Each becomes a folder of your own that can be played and edited.")
        symbols = tr("Each becomes one of the looks of units in the View menu.")
        what = boards if self._read or not self._units else symbols
        words = forms.styled(QLabel(f"{what} {tr('What had to be mended is listed, the worst first.')}"), "soft")
        words.setWordWrap(True)
        self.variants = forms.styled(WrappingList(62), name=tr("Variants"))
        self.variants.setMinimumWidth(300)
        self.report = forms.styled(QListWidget(), name=tr("Report"))
        self.report.setWordWrap(True)
        self.report.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self._rows: list[BoardVerdict | tuple[ImportedUnits, UnitSet | None] | None] = []
        """Verdict or symbols that each row of the list stands for; ``None`` for a heading."""
        grouped = by_verdict(self._read)
        for heading, those in grouped:
            if len(grouped) > 1 and len(self._read) >= SMALLEST_GROUP:
                self._add(QListWidgetItem(f"{heading} · {len(those)}"), None)
            for each in those:
                self._add_board(each)
        for pack, units in self._units:
            about = tr("cannot be used") if units is None else tr("unit symbols: {kinds}", kinds=_kinds(pack.kinds))
            item = QListWidgetItem(f"{pack.name}\n{about}\n{_repairs(pack.report)}")
            if units is None:
                item.setForeground(look.colour("bad"))
            else:
                item.setIcon(symbols_icon(units, pack.kinds, look.name))
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked)
            self._add(item, (pack, units))
        self.variants.setIconSize(QSize(ICON_WIDTH, ICON_HEIGHT))
        self.variants.fit()
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.variants)
        splitter.addWidget(self.report)
        splitter.setSizes([330, 600])
        row = ClosingRow(self, tr("Put on the shelf"))
        self.add_button = row.ok_button
        self.add_button.setEnabled(playable + usable > 0)
        forms.column(
            forms.styled(QLabel(_title(name, (len(self._read), playable), (len(self._units), usable))), "heading"),
            words,
            (splitter, 1),
            row,
            on=self,
            margins=(22, 18, 22, 16),
            spacing=10,
        )
        self.variants.currentRowChanged.connect(self._show_report)
        self.variants.itemChanged.connect(self._check)
        if self.variants.count():
            self.variants.setCurrentRow(0 if self._rows[0] is not None else 1)
        else:
            self._show_lines(result.report)

    def _add(self, item: QListWidgetItem, what: BoardVerdict | tuple[ImportedUnits, UnitSet | None] | None) -> None:
        if what is None:
            as_heading(item, self.variants)
        self._rows.append(what)
        self.variants.addItem(item)

    def _add_board(self, each: BoardVerdict) -> None:
        about = tr("not yet") if each.folder is None else f"{numbers(each.folder.variant, briefly=True)}\n{each.headline}"
        item = QListWidgetItem(f"{each.imported.name}\n{about}")
        item.setToolTip(each.headline)
        if each.folder is None:
            item.setForeground(self._look.colour("bad"))
        else:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
        self._add(item, each)

    def _is_ticked(self, row: int) -> bool:
        return self.variants.item(row).checkState() == Qt.CheckState.Checked

    def chosen(self) -> tuple[BoardVerdict, ...]:
        """The variants that are ticked, in the sequence in which they were read."""
        ticked = {id(each) for row, each in enumerate(self._rows) if self._is_ticked(row)}
        return tuple(each for each in self._read if each.folder is not None and id(each) in ticked)

    def chosen_units(self) -> tuple[ImportedUnits, ...]:
        """The sets of unit symbols that are ticked."""
        return tuple(
            each[0] for row, each in enumerate(self._rows) if isinstance(each, tuple) and each[1] is not None and self._is_ticked(row)
        )

    def _check(self) -> None:
        self.add_button.setEnabled(bool(self.chosen() or self.chosen_units()))

    def _show_report(self, row: int) -> None:
        shown = self._rows[row] if 0 <= row < len(self._rows) else None
        if isinstance(shown, tuple):
            self._show_lines((*shown[0].report, *self._result.report))
        elif shown is not None:
            self._show_verdict(shown)

    def _show_verdict(self, verdict: BoardVerdict) -> None:
        """Show the result of the check, in ten lines, the worst first."""
        self.report.clear()
        first, *rest = verdict.words()
        for at, line in enumerate((f"{first[0].upper()}{first[1:]}.", *rest)):
            item = QListWidgetItem(line if at == 0 else f"·  {line}")
            item.setForeground(self._look.colour("bad" if verdict.folder is None else "text"))
            self.report.addItem(item)
        if len(verdict.lines) > len(rest):
            self.report.addItem(tr("All of it will stand in REPORT.txt in its folder."))

    def _show_lines(self, lines: tuple[Fault, ...]) -> None:
        self.report.clear()
        for fault in sorted(lines, key=lambda each: each.severity is not Severity.ERROR)[:MOST_LINES]:
            sign = "✕" if fault.severity is Severity.ERROR else "·"
            item = QListWidgetItem(f"{sign}  {fault}")
            item.setForeground(self._look.colour("bad" if fault.severity is Severity.ERROR else "text"))
            self.report.addItem(item)
        if not lines:
            self.report.addItem(tr("Nothing had to be mended."))


def import_at(session: Session, at: QWidget) -> tuple[str, ...]:
    """Ask at the widget *at* whether a file or a folder is meant, and import it; the ids of the variants that are new on the shelf."""
    menu = QMenu(at.window())
    file = menu.addAction(tr("A file: packed variant (.dpv), jDip package, unit symbols or archives of these (.zip), or .map…"))
    folder = menu.addAction(tr("A folder: DiplomacyGM, or all packages in it…"))
    taken = menu.exec(at.mapToGlobal(at.rect().topLeft()))
    menu.deleteLater()
    path: Path | None = None
    if taken is file:
        path = session.services.ask(FileToOpen(FileKind.BOARD))
    elif taken is folder:
        path = session.services.ask(FileToOpen(FileKind.BOARD_FOLDER))
    if path is None:
        return ()
    try:
        return put_on_shelf(session, path).boards
    except GivenUp:
        return ()
    except CommandError as error:
        session.services.ask(ChoiceQuestion(str(error), (tr("Close"),)))
        return ()


def _title(name: str, boards: tuple[int, int], symbols: tuple[int, int]) -> str:
    parts = [words for words in (_boards(*boards), _symbols(*symbols)) if words]
    return labelled(name, join_words(parts)) if parts else tr("There is no board in {name}", name=name)


def _boards(found: int, usable: int) -> str:
    if usable < found:
        return tr("{usable} of {found} boards can be played", usable=usable, found=found)
    return plural("a board", "{count} boards", found) if found else ""


def _symbols(found: int, usable: int) -> str:
    if usable < found:
        return tr("{usable} of {found} sets of unit symbols can be used", usable=usable, found=found)
    return plural("a set of unit symbols", "{count} sets of unit symbols", found) if found else ""


def _kinds(letters: Sequence[str]) -> str:
    names = {"A": tr("army"), "F": tr("fleet"), "W": tr("wing")}
    return ", ".join(names.get(letter, letter) for letter in letters)


def _repairs(report: Sequence[Fault]) -> str:
    count = sum(line.severity is Severity.WARNING for line in report)
    errors = len(report) - count
    parts = [plural("{count} repair", "{count} repairs", count) if count else tr("nothing mended")]
    if errors:
        parts.append(plural("{count} error", "{count} errors", errors))
    return ", ".join(parts)
