"""Forms of powers and their places: colours, centres, homes and first units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.board_editor.forms.colours import Alike, palette
from app.board_editor.forms.manifest import Manifest
from app.board_editor.forms.places import home_of, kinds_at, set_centre, set_home, set_unit, unit_at
from app.board_editor.forms.powers import PowerEntry, add_power, change_power, powers_of, remove_power, warnings_of
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.game_forms import FormPage, scrolling
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, ChoiceButton, PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from entente.words.names import join_words
from languages import mark, plural, tr
from variants.style import Pattern

_OFFERED = 16
_TEXTS = {
    "name": (mark("Name"), mark("What it is called")),
    "adjective": (mark("Adjective"), mark("As in: the Austrian fleet")),
    "letter": (mark("Letter"), mark("By which it is marked")),
}


class PowersForm(FormPage):
    """Form of the powers."""

    title = mark("Powers")
    hint = mark(
        "Who plays. The colour of the land follows from that of the units; every pair is tried, also for eyes that lack a kind of cone."
    )

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.entries: tuple[PowerEntry, ...] = ()
        self.list = forms.styled(QListWidget(), name=tr("Powers"))
        self.list.setIconSize(QSize(34, 18))
        self.list.setMinimumHeight(90)
        self.list.currentRowChanged.connect(self._picked)
        self.new_name = AskingLine()
        self.new_name.setPlaceholderText(tr("Name of a power"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = forms.button(tr("Add"), self._add, tip=tr("Put the power in, in a colour that all can tell from the others"))
        above = forms.flow((self.new_name, 1), self.add_button)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(above)
        self.fields = QWidget()
        inside = forms.column(on=self.fields, margins=(0, 4, 0, 0), spacing=6)
        self.texts: dict[str, QLineEdit] = {}
        for key, (words, tip) in _TEXTS.items():
            edit = AskingLine()
            edit.editingFinished.connect(partial(self._typed, key))
            self.texts[key] = edit
            inside.addWidget(self.field(tr(words), edit, tr(tip)))
        self.pattern = QComboBox()
        patterns = {tr(each.value): each.value for each in Pattern}
        self.pattern.addItems(list(patterns))
        self.pattern.textActivated.connect(lambda word: self._change("pattern", patterns[word]))
        inside.addWidget(self.field(tr("Pattern"), self.pattern, tr("The second sign besides the colour, where patterns are shown")))
        self.colours: dict[str, QPushButton] = {}
        grid = QGridLayout()
        grid.setSpacing(4)
        for at, colour in enumerate(list(palette())[:_OFFERED]):
            button = forms.button(
                act=partial(self._change, "unit", colour),
                role="choice",
                name=tr("Units in {colour}", colour=colour),
                tip=tr("Units in {colour}", colour=colour),
            )
            button.setIcon(QIcon(_chip(colour, QSize(18, 18))))
            button.setFixedSize(30, 26)
            self.colours[colour] = button
            grid.addWidget(button, at // 8, at % 8)
        self.other = forms.button(tr("Other…"), self._ask_colour, tip=tr("Any colour for the units"))
        grid.addWidget(self.other, 0, 8, 2, 1)
        inside.addLayout(grid)
        self.remove_button = forms.button(
            tr("Take it out"), self._remove, tip=tr("The power goes with its units; its centres belong to nobody")
        )
        inside.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.fields)
        self._warnings = forms.column(spacing=4)
        self.column.addLayout(self._warnings)
        self.warning_rows: list[QWidget] = []
        self.take_buttons: list[QPushButton] = []

    @property
    def picked(self) -> PowerEntry | None:
        """The power in front."""
        row = self.list.currentRow()
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        before = self.picked.id if self.picked is not None else ""
        old = {each.id for each in self.entries}
        self.entries = powers_of(manifest)
        new = [each.id for each in self.entries if each.id not in old] if old or not before else []
        wanted = new[-1] if len(new) == 1 else before
        with QSignalBlocker(self.list):
            self.list.clear()
            for each in self.entries:
                item = QListWidgetItem(QIcon(_pair(each.fill, each.unit)), f"{each.name} ({each.letter})")
                item.setToolTip(tr("{id}: units {unit}, land {fill}", id=each.id, unit=each.unit, fill=each.fill))
                self.list.addItem(item)
            row = next((at for at, each in enumerate(self.entries) if each.id == wanted), 0)
            self.list.setCurrentRow(row if self.entries else -1)
        self._picked(self.list.currentRow())
        self._show_warnings(warnings_of(manifest))

    def _picked(self, _row: int) -> None:
        entry = self.picked
        self.fields.setVisible(entry is not None)
        if entry is None:
            return
        for key, edit in self.texts.items():
            if not edit.hasFocus() or edit.text() != getattr(entry, key):
                edit.setText(getattr(entry, key))
        pattern = "" if self.manifest is None else self.manifest.text("powers", entry.id, "pattern")
        self.pattern.setCurrentText(pattern or str(Pattern.NONE))

    def _show_warnings(self, found: tuple[Alike, ...]) -> None:
        for row in self.warning_rows:
            self._warnings.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.warning_rows, self.take_buttons = [], []
        names = {each.id: each.name for each in self.entries}
        for pair in found[:4]:
            row = QWidget()
            words = forms.label(
                pair.words.replace(pair.first, names[pair.first], 1).replace(pair.second, names[pair.second], 1), "bad", wraps=True
            )
            line = forms.row((words, 1), on=row, margins=(0, 0, 0, 0))
            if pair.proposal:
                button = forms.button(
                    tr("{names}: take this", names=names[pair.second]),
                    partial(self._take, pair.second, pair.proposal),
                    tip=tr("{proposal}, which all can tell from every other power's", proposal=pair.proposal),
                )
                button.setIcon(QIcon(_chip(pair.proposal, QSize(16, 16))))
                line.addWidget(button)
                self.take_buttons.append(button)
            self._warnings.addWidget(row)
            self.warning_rows.append(row)

    def _take(self, power: str, colour: str) -> None:
        self.wanted.emit(lambda manifest: change_power(manifest, power, "unit", colour))

    def _add(self) -> None:
        name = self.new_name.text().strip()
        if name:
            self.new_name.clear()
            self.wanted.emit(lambda manifest: add_power(manifest, name)[0])

    def _typed(self, key: str) -> None:
        entry, words = self.picked, self.texts[key].text().strip()
        if entry is not None and words != getattr(entry, key):
            self._change(key, words)

    def _change(self, key: str, value: str) -> None:
        entry = self.picked
        if entry is not None:
            self.wanted.emit(lambda manifest: change_power(manifest, entry.id, key, value))

    def _ask_colour(self) -> None:
        entry = self.picked
        if entry is None:
            return
        colour = QColorDialog.getColor(QColor(entry.unit), self, tr("The units of {entry}", entry=entry.name))
        if colour.isValid():
            self._change("unit", colour.name().upper())

    def _remove(self) -> None:
        entry = self.picked
        if entry is not None:
            self.wanted.emit(lambda manifest: remove_power(manifest, entry.id))


def _chip(colour: str, size: QSize) -> QPixmap:
    made = QPixmap(size)
    made.fill(QColor(colour))
    return made


def _pair(land: str, unit: str) -> QPixmap:
    """The land, and a unit on it."""
    made = QPixmap(QSize(34, 18))
    made.fill(QColor(land))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(unit))
    painter.drawEllipse(11, 3, 12, 12)
    painter.end()
    return made


Ask = Callable[[str, Sequence[str]], str | None]
NOTHING = mark("Nothing")


class PlaceClick(StrEnum):
    """Effect of a click on a province."""

    CENTRES = mark("Centres")
    HOMES = mark("Homes")
    UNITS = mark("Units")

    @property
    def about(self) -> str:
        """In a sentence."""
        return {
            PlaceClick.CENTRES: tr("A click makes a province a supply centre, or none."),
            PlaceClick.HOMES: tr("A click makes a province a home of the power, or nobody's; a home is a centre."),
            PlaceClick.UNITS: tr("A click puts a unit of the power there, or takes it away; what could stand there is asked."),
        }[self]


class PlacesForm(FormPage):
    """Form of the start: units, centres and homes."""

    title = mark("Start")
    hint = mark("Choose what a click does, then click provinces of the drawing. Choose it again to look around only.")

    def __init__(self, look: Look, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._ask = ask
        self.power = QComboBox()
        self.column.addWidget(self.field(tr("Power"), self.power, tr("Whose home, whose unit")))
        self.buttons: dict[PlaceClick, QPushButton] = {}
        row = FlowLayout()
        for click in PlaceClick:
            button = forms.styled(ChoiceButton(tr(click.value)), tip=click.about)
            button.clicked.connect(lambda checked, click=click: self.choose(click if checked else None))
            row.addWidget(button)
            self.buttons[click] = button
        row.addStretch(1)
        self.column.addLayout(row)
        self.about = forms.label(wraps=True)
        self.column.addWidget(self.about)
        inside = QWidget()
        self._lines = forms.column(forms.STRETCH, on=inside, margins=(0, 0, 0, 0), spacing=8)
        self.column.addWidget(scrolling(inside), 1)
        self.summaries: list[PlainLabel] = []

    @property
    def click(self) -> PlaceClick | None:
        """Effect of a click on the drawing now."""
        return next((each for each, button in self.buttons.items() if button.isChecked()), None)

    def choose(self, click: PlaceClick | None) -> None:
        """From now on a click does that."""
        for each, button in self.buttons.items():
            button.setChecked(each is click)
        self.about.setText("" if click is None else click.about)

    def pressed(self, code: str) -> bool:
        """A province was pressed; whether that was meant for this form."""
        manifest, click, power = self.manifest, self.click, str(self.power.currentData() or "")
        if manifest is None or click is None:
            return False
        if click is PlaceClick.CENTRES:
            self.wanted.emit(lambda now: set_centre(now, code, on=now.at("provinces", code, "centre") is not True))
        elif not power:
            self.about.setText(tr("There is no power yet: put one in under Powers."))
        elif click is PlaceClick.HOMES:
            self.wanted.emit(lambda now: set_home(now, code, "" if home_of(now, code) == power else power))
        else:
            self._unit(manifest, code, power)
        return True

    def _unit(self, manifest: Manifest, code: str, power: str) -> None:
        able = {words: (kind, coast) for kind, coast, words in kinds_at(manifest, code)}
        owner, kind, coast = unit_at(manifest, code)
        if not able:
            self.about.setText(tr("No unit can stand in {code}.", code=code))
            return
        choices = [*able, tr(NOTHING)] if owner else [*able]
        if len(choices) == 1:
            answer: str | None = choices[0]
        elif owner == power and len(able) == 1:
            answer = tr(NOTHING)
        else:
            stands = tr("A unit of {owner} stands there: {kind}.", owner=owner, kind=f"{kind}/{coast}" if coast else kind) if owner else ""
            answer = self._ask(f"{tr('What starts in {code} for {power}?', code=code, power=power)} {stands}".strip(), choices)
        if answer is None:
            return
        chosen = able.get(answer, ("", ""))
        self.wanted.emit(lambda now: set_unit(now, code, power, *chosen))

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the file says it all
        before = self.power.currentData()
        entries = powers_of(manifest)
        self.power.clear()
        for each in entries:
            self.power.addItem(each.name, each.id)
        at = self.power.findData(before)
        self.power.setCurrentIndex(max(0, at) if entries else -1)
        for line in self.summaries:
            self._lines.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.summaries = []
        centres = sorted(code for code, each in manifest.tables("provinces").items() if each.get("centre") is True)
        free = [code for code in centres if not home_of(manifest, code)]
        said = [
            plural(
                "{count} centre; nobody has a home in {free}.",
                "{count} centres; nobody has a home in {free}.",
                len(centres),
                free=join_words(free),
            )
            if free
            else plural("{count} centre.", "{count} centres.", len(centres))
        ]
        for each in entries:
            words = tr(
                "{power}: homes {homes}; units {units}",
                power=each.name,
                homes=", ".join(each.home) or tr("none"),
                units=", ".join(each.start) or tr("none"),
            )
            said.append(words if len(each.home) == len(each.start) else f"{words}  {tr('(not as many of each)')}")
        for words in said:
            line = forms.label(words, wraps=True)
            self._lines.insertWidget(self._lines.count() - 1, line)
            self.summaries.append(line)
