"""The form of places: centres, homes and first units, added and removed by clicking provinces of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from app.board_editor.forms.manifest import Manifest
from app.board_editor.forms.places import home_of, kinds_at, set_centre, set_home, set_unit, unit_at
from app.board_editor.forms.powers import powers_of
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.forms.form_page import FormPage, scrolling
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from entente.words.names import join_words
from languages import mark, plural, tr

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
            button = ChoiceButton(tr(click.value))
            button.setToolTip(click.about)
            button.clicked.connect(lambda checked, click=click: self.choose(click if checked else None))
            row.addWidget(button)
            self.buttons[click] = button
        row.addStretch(1)
        self.column.addLayout(row)
        self.about = PlainLabel("")
        self.about.setWordWrap(True)
        self.column.addWidget(self.about)
        inside = QWidget()
        self._lines = QVBoxLayout(inside)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)
        self._lines.addStretch(1)
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
            line = PlainLabel(words)
            line.setWordWrap(True)
            self._lines.insertWidget(self._lines.count() - 1, line)
            self.summaries.append(line)
