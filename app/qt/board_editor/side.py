"""Left side of the bench: the table of provinces, the forms, and the wizard that leads through them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from app.board_editor.forms.manifest import Manifest
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.game_forms import FormPage, GameForm, HooksForm, RulesForm
from app.qt.board_editor.powers_form import PlacesForm, PowersForm
from app.qt.board_editor.terrain_form import BeginForm, TerrainForm
from app.qt.widgets import forms
from app.qt.widgets.look import Look
from languages import mark, tr
from variants.hooks.hook_text import HookText

PROVINCES = mark("Provinces")
_LEAST_WIDTH = 400
"""Pixels."""


@dataclass(frozen=True, slots=True)
class FormQuestions:
    """Questions of forms to a person."""

    choose: Callable[[str, Sequence[str]], str | None]
    """One of several answers."""
    known_hooks: Callable[[], Mapping[str, HookText]]
    """The hooks that can be named."""
    agree: Callable[[HookText], bool]
    """Consent to a hook's text; at once where it was given, or comes with the program."""


class _Pages(QStackedWidget):
    """Pages of which the one in front alone decides how much room is needed: a high form behind it had the whole bench scrolled."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _at: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        if page is None:
            return super().minimumSizeHint()
        least, layout = page.minimumSizeHint().expandedTo(page.minimumSize()), page.layout()
        if layout is not None and layout.hasHeightForWidth():
            least.setHeight(max(least.height(), layout.totalMinimumHeightForWidth(max(self.width(), least.width()))))
        return least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # less width needs more rows


class BenchSide(QWidget):
    """Tabs over pages.

    Args:
        table: the table of provinces with what belongs to it.
        asking: how a person is asked.

    Signals:
        wanted(object): a change of the variant's file, as a function from a Manifest to a Fix.
    """

    wanted = Signal(object)

    def __init__(self, look: Look, table: QWidget, asking: FormQuestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.begin = BeginForm()
        self.terrain = TerrainForm()
        self.places = PlacesForm(look, asking.choose)
        self.forms: dict[str, FormPage] = {}
        for form in (PowersForm(look), self.places, GameForm(look), RulesForm(look), HooksForm(look, asking.known_hooks, asking.agree)):
            form.wanted.connect(self.wanted)
            self.forms[form.title] = form
        self._stale: set[str] = set()
        self._shown: tuple[Manifest, OnTheBench] | None = None
        self.tabs = forms.styled(QTabBar(), "narrow", name=tr("Parts of the variant"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(True)
        self.tabs.setUsesScrollButtons(False)
        self.stack = _Pages()
        self._pages: dict[str, QWidget] = {PROVINCES: table, **self.forms}
        for name, page in self._pages.items():
            self.tabs.addTab(tr(name))
            self.stack.addWidget(page)
        self.stack.addWidget(self.begin)
        self.stack.addWidget(self.terrain)
        self.tabs.currentChanged.connect(lambda _at: self.open(self.tab))
        self.terrain.left.connect(lambda: self.open(PROVINCES))
        self.step = forms.label(role="soft")
        self.back, self.next = forms.button(tr("Back"), lambda: self._go(-1)), forms.button(tr("Next"), lambda: self._go(1))
        self.guide = forms.button(
            tr("Step by step"),
            lambda: self.lead(on=True),
            tip=tr("Go through provinces, powers, start, game, rules and hooks one after the other"),
        )
        self.strip = QWidget()
        forms.flow((self.step, 1), self.guide, self.back, self.next, on=self.strip, margins=(12, 4, 12, 6))
        column = forms.column(on=self, margins=(0, 4, 0, 0), spacing=0)
        column.addStrut(_LEAST_WIDTH)
        column.addWidget(self.tabs)
        column.addWidget(self.stack, 1)
        column.addWidget(self.strip)
        self.is_leading = False
        self.lead(on=False)

    @property
    def tab(self) -> str:
        """The page in front, by its tab."""
        return list(self._pages)[self.tabs.currentIndex()]

    def open(self, name: str) -> None:
        """Bring a page to the front."""
        at = list(self._pages).index(name)
        if self.tabs.currentIndex() != at:
            self.tabs.setCurrentIndex(at)
            return
        self.stack.setCurrentWidget(self._pages[name])
        self.places.choose(None)
        self._refresh(name)
        self._show_strip()

    def show_bench(self, bench: OnTheBench, manifest: Manifest | None, look: Look, *, may_edit: bool) -> None:
        """Show what lies on the bench now."""
        self._look = look
        is_lone = bench.beginning is not None
        self.tabs.setVisible(manifest is not None and may_edit)
        self.strip.setVisible(manifest is not None and may_edit)
        if is_lone:
            self.stack.setCurrentWidget(self.begin)
        elif self.stack.currentWidget() is self.begin or manifest is None or not may_edit:
            self.open(PROVINCES)
        if manifest is not None:
            self._shown = (manifest, bench)
            self._stale = set(self.forms)
            self._refresh(self.tab)

    def show_terrain(self) -> None:
        """Bring the proposals of terrain to the front."""
        self.stack.setCurrentWidget(self.terrain)

    def lead(self, *, on: bool) -> None:
        """Lead through the pages one after the other, or no more."""
        self.is_leading = on
        if on:
            self.open(PROVINCES)
        self._show_strip()

    def pick(self, code: str) -> None:
        """Bring the province to the front in the tables."""
        self.begin.table.pick(code)
        self.terrain.table.pick(code)

    def pressed(self, code: str) -> bool:
        """A province of the drawing was pressed; whether that was meant for the page in front."""
        return self.stack.currentWidget() is self.places and self.places.pressed(code)

    def _refresh(self, name: str) -> None:
        form = self.forms.get(name)
        if form is not None and name in self._stale and self._shown is not None:
            self._stale.discard(name)
            form.show_form(*self._shown, self._look)

    def _go(self, by: int) -> None:
        names = list(self._pages)
        at = names.index(self.tab) + by
        if at >= len(names):
            self.lead(on=False)
            self.open(PROVINCES)
        elif at >= 0:
            self.open(names[at])

    def _show_strip(self) -> None:
        names = list(self._pages)
        at = names.index(self.tab)
        self.step.setText(tr("Step {at} of {count}", at=at + 1, count=len(names)) if self.is_leading else "")
        self.guide.setVisible(not self.is_leading)
        self.back.setVisible(self.is_leading)
        self.next.setVisible(self.is_leading)
        self.back.setEnabled(at > 0)
        self.next.setText(
            tr("Done") if at == len(names) - 1 else tr("Next: {part}", part=tr(names[at + 1])) if self.is_leading else tr("Next")
        )
