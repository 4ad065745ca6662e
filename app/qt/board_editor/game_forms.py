"""Forms of a variant's game, rules and hooks, and the page that every form is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from adjudicator.variant import BuildPolicy
from app.board_editor.forms.game import (
    CALENDARS,
    calendar_name,
    rules_after,
    rules_of,
    set_builds,
    set_calendar,
    set_hooks,
    set_number,
    set_rules,
    set_start,
    set_words,
    set_year_step,
    start_of,
    steps_of,
)
from app.board_editor.forms.manifest import Manifest
from app.board_editor.reading import OnTheBench
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.look import Look
from app.qt.widgets.rule_switches import RuleSwitches
from languages import mark, tr, tr_in
from variants.hooks.hook_text import HookText


class FormPage(QWidget):
    """One form.

    Signals:
        wanted(object): a change is wanted: a function from a Manifest to a Fix, which may raise FormError.
    """

    wanted = Signal(object)

    title = ""
    hint = ""
    """Advice on the form, in a sentence or two."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.manifest: Manifest | None = None
        self.told = forms.label(tr(self.hint), "soft", wraps=True)
        self.column = forms.column(self.told, margins=(12, 8, 12, 8), spacing=8)
        forms.column(self.column, on=self, margins=(0, 0, 0, 0))

    def show_form(self, manifest: Manifest, bench: OnTheBench, look: Look) -> None:
        """Show what the file says now."""
        self.manifest, self._look = manifest, look
        self.refresh(manifest, bench)

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:
        """Fill the fields."""
        raise NotImplementedError

    def field(self, words: str, widget: QWidget, tip: str = "") -> QWidget:
        """*widget* with what it is for before it."""
        row = QWidget()
        label = PlainLabel(words)
        label.setMinimumWidth(112)
        label.setBuddy(widget)
        widget.setAccessibleName(words)
        widget.setToolTip(tip)
        forms.row(label, (widget, 1), on=row, margins=(0, 0, 0, 0), spacing=8)
        return row


def scrolling(inside: QWidget) -> TallRoom:
    """*inside*, scrolled up and down where there is more of it than room."""
    area = TallRoom()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    return area


OWN = mark("As the file has it")
_KINDS = {"M": mark("{season}, moves"), "R": mark("{season}, retreats"), "A": mark("{season}, builds")}


class GameForm(FormPage):
    """Calendar and ends."""

    title = mark("Game")
    hint = mark("What it is called, when it starts, and how it ends.")

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.name = QLineEdit()
        self.name.editingFinished.connect(self._named)
        self.description = QPlainTextEdit()
        self.description.setMaximumHeight(58)
        self.description.setTabChangesFocus(True)
        self.take_description = forms.button(tr("Take the description"), self._described)
        self.take_description.hide()
        self.description.textChanged.connect(self._describing)
        self.calendar = QComboBox()
        self.calendar.textActivated.connect(self._calendar)
        self.phase = QComboBox()
        self.phase.activated.connect(self._started)
        self.year = _number(-9999, 9999, self._started)
        self.year_step = _number(1, 1000, lambda: self._emit(lambda now, value: set_year_step(now, value), self.year_step))
        self.victory = _number(0, 1000, partial(self._limit, "victory"), tr("more than half"))
        self.year_limit = _number(-9999, 9999, partial(self._limit, "year_limit"), tr("no last year"))
        self.years_without_capture = _number(0, 1000, partial(self._limit, "years_without_capture"), tr("never"))
        self.builds = QComboBox()
        policies = {tr(each.value): each.value for each in BuildPolicy}
        self.builds.addItems(list(policies))
        self.builds.textActivated.connect(lambda word: self.wanted.emit(lambda now: set_builds(now, policies[word])))
        for words, widget, tip in (
            (tr("Name"), self.name, ""),
            (tr("Description"), self.description, tr("A sentence or two for the shelf of New Game")),
            ("", self.take_description, ""),
            (tr("Calendar"), self.calendar, tr("The seasons of a year; others are written into the file")),
            (tr("First season"), self.phase, ""),
            (tr("First year"), self.year, tr("Years before our era are below zero")),
            (tr("Years in a round"), self.year_step, tr("5: the next spring is five years later")),
            (tr("Victory"), self.victory, tr("Centres that win")),
            (tr("Last year"), self.year_limit, tr("The game ends after it")),
            (tr("Draw after"), self.years_without_capture, tr("So many years without a capture make a draw")),
            (tr("Builds"), self.builds, tr("Where powers build")),
        ):
            self.column.addWidget(self.field(words, widget, tip) if words else widget)
        self.column.addStretch(1)

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:
        if not (self.name.hasFocus() and self.name.isModified()):
            self.name.setText(manifest.text("name"))
        if not self.description.hasFocus():
            with QSignalBlocker(self.description):
                self.description.setPlainText(manifest.text("description"))
            self.take_description.hide()
        own = calendar_name(manifest)
        self.calendar.clear()
        self.calendar.addItems([*map(tr, CALENDARS), *([] if own else [tr(OWN)])])
        self.calendar.setCurrentText(tr(own or OWN))
        seasons = manifest.at("calendar", "seasons")
        words = (
            {key: str(name) for key, name in seasons.items()}
            if isinstance(seasons, dict)
            else {"S": tr_in("season", "Spring"), "F": tr_in("season", "Fall"), "W": tr_in("season", "Winter")}
        )
        start = start_of(manifest)
        self.phase.clear()
        for step in steps_of(manifest):
            letter, kind = step[:1], step[2:3]
            if kind != "R":
                self.phase.addItem(tr(_KINDS.get(kind, "{season}"), season=words.get(letter, letter)), f"{letter}{kind}")
        self.phase.setCurrentIndex(self.phase.findData(f"{start.season}{start.kind.value}"))
        limit = manifest.whole("year_limit")
        victory = manifest.whole("victory") or 0
        self.victory.setToolTip(tr("Centres that win; of {count}", count=len(bench.rules.centres)))
        draw = manifest.whole("years_without_capture") or 0
        for box, value in (
            (self.year, start.year),
            (self.year_step, manifest.whole("calendar", "year_step") or 1),
            (self.victory, victory),
            (self.year_limit, self.year_limit.minimum() if limit is None else limit),
            (self.years_without_capture, draw),
        ):
            with QSignalBlocker(box):
                box.setValue(value)
        self.builds.setCurrentText(tr(manifest.text("builds") or BuildPolicy.HOME.value))

    def _named(self) -> None:
        words = self.name.text().strip()
        if self.manifest is not None and words != self.manifest.text("name"):
            self.wanted.emit(lambda now: set_words(now, "name", words))

    def _describing(self) -> None:
        known = "" if self.manifest is None else self.manifest.text("description")
        self.take_description.setVisible(self.description.toPlainText().strip() != known)

    def _described(self) -> None:
        words = " ".join(self.description.toPlainText().split())
        self.take_description.hide()
        self.wanted.emit(lambda now: set_words(now, "description", words))

    def _calendar(self, words: str) -> None:
        name = next((each for each in CALENDARS if tr(each) == words), None)
        if name is not None:
            self.wanted.emit(lambda now: set_calendar(now, name))

    def _started(self) -> None:
        chosen, year = str(self.phase.currentData() or ""), self.year.value()
        if self.manifest is None or not chosen:
            return
        text = f"{chosen[0]}{year:04}{chosen[1]}" if year >= 0 else f"{chosen[0]}-{-year:04}{chosen[1]}"
        if text != str(start_of(self.manifest)):
            self.wanted.emit(lambda now: set_start(now, text))

    def _emit(self, make: Callable[[Manifest, int], object], box: QSpinBox) -> None:
        value = box.value()
        if self.manifest is not None and value != (self.manifest.whole("calendar", "year_step") or 1):
            self.wanted.emit(lambda now: make(now, value))

    def _limit(self, key: str) -> None:
        box: QSpinBox = getattr(self, key)
        value = None if box.value() == box.minimum() else box.value()
        if self.manifest is not None and value != self.manifest.whole(key):
            self.wanted.emit(lambda now: set_number(now, key, value))


def _number(least: int, most: int, changed: Callable[[], object], none: str = "") -> QSpinBox:
    """A number that counts once it was typed; its least one means *none* where that is allowed."""
    box = QSpinBox()
    box.setRange(least, most)
    box.setKeyboardTracking(False)
    box.setSpecialValueText(none)
    box.valueChanged.connect(lambda _value: changed())
    return box


class RulesForm(FormPage):
    """The rule options of the variant."""

    title = mark("Rules")
    hint = mark("The rules that a new game has unless its players choose others: a rulebook, and every question that it leaves open.")

    @cached_property
    def switches(self) -> RuleSwitches:
        """The questions; made when they are first wanted, since two hundred widgets would keep the bench from opening."""
        made = RuleSwitches(self)
        made.changed.connect(self._changed)
        self.column.addWidget(made, 1)
        return made

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        self.switches.show_rules(rules_of(manifest))

    def _changed(self) -> None:
        words = " ".join(self.switches.words)
        if words:
            self.wanted.emit(lambda now: set_rules(now, rules_after(now, words)))


_NAME = Qt.ItemDataRole.UserRole


class HooksForm(FormPage):
    """Rule changes by name.

    Args:
        known: the hooks that can be named now, by name.
        agree: asks for consent to a hook's text; at once where it was given or the hook comes with the program.
    """

    title = mark("Hooks")
    hint = mark(
        "Rule changes that a new game starts with. Their text is below; one that does not come with Entente is agreed to before it runs."
    )

    def __init__(
        self, look: Look, known: Callable[[], Mapping[str, HookText]], agree: Callable[[HookText], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._known, self._agree = known, agree
        self.hooks: Mapping[str, HookText] = {}
        self.list = forms.styled(QListWidget(), name=tr("Hooks"))
        self.list.setWordWrap(True)
        self.list.itemChanged.connect(self._checked)
        self.list.currentItemChanged.connect(lambda item, _before: self._show(item))
        self.note = forms.label(wraps=True)
        self.text = forms.styled(QPlainTextEdit(), name=tr("Text of the hook"))
        self.text.setReadOnly(True)
        self.text.setProperty("fixed", True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.column.addWidget(self.list, 3)
        self.column.addWidget(self.note)
        self.column.addWidget(self.text, 2)

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        picked = self.list.currentItem().data(_NAME) if self.list.currentItem() is not None else None
        self.hooks = self._known()
        chosen = manifest.words("hooks")
        with QSignalBlocker(self.list):
            self.list.clear()
            for name in (*chosen, *(each for each in self.hooks if each not in chosen)):
                hook = self.hooks.get(name)
                item = QListWidgetItem(tr(hook.title) if hook is not None else tr("{name}, which is not here", name=name))
                item.setData(_NAME, name)
                item.setToolTip(name)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
                self.list.addItem(item)
                if name == picked:
                    self.list.setCurrentItem(item)
        self._show(self.list.currentItem())

    def _show(self, item: QListWidgetItem | None) -> None:
        hook = None if item is None else self.hooks.get(item.data(_NAME))
        self.note.setText("" if hook is None or not hook.note else tr(hook.note))
        self.text.setPlainText("" if hook is None else hook.source)
        self.text.setVisible(hook is not None)

    def _checked(self, item: QListWidgetItem) -> None:
        name, on = str(item.data(_NAME)), item.checkState() is Qt.CheckState.Checked
        hook, manifest = self.hooks.get(name), self.manifest
        if manifest is None:
            return
        if on and (hook is None or not self._agree(hook)):
            with QSignalBlocker(self.list):
                item.setCheckState(Qt.CheckState.Unchecked)
            return
        chosen = manifest.words("hooks")
        wanted = (*chosen, name) if on else tuple(each for each in chosen if each != name)
        known = (*self.hooks, *chosen)
        self.wanted.emit(lambda now: set_hooks(now, wanted, known))
