"""Rows and columns said in one expression, of labels and buttons that take their roles as arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QBoxLayout, QFormLayout, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import ColumnsLayout, FlowLayout

Made = TypeVar("Made", bound=QWidget)


@dataclass(frozen=True, slots=True)
class StretchGap:
    """A gap that takes its part of what room is left over."""

    part: int = 1


STRETCH = StretchGap()

Part = QWidget | QLayout | StretchGap | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
"""Part of a row or column: a widget or a layout, a gap of so many pixels, a stretch, or nothing.

In a tuple stand beside a widget or layout its part of what room is left over, and how it is aligned in it.
"""
Margins = tuple[int, int, int, int]
"""Pixels on the left, above, on the right and below."""


def column(*parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QVBoxLayout:
    """Lay *parts* out below one another, in the widget that they stand *on* or for another layout; without *margins* those of the style."""
    layout = QVBoxLayout() if on is None else QVBoxLayout(on)
    _fill(layout, parts, margins, spacing)
    return layout


def row(*parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None) -> QHBoxLayout:
    """Lay *parts* out beside one another."""
    layout = QHBoxLayout() if on is None else QHBoxLayout(on)
    _fill(layout, parts, margins, spacing)
    return layout


def flow(*parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int = 6) -> FlowLayout:
    """Lay *parts* out beside one another, in several rows where there is less room than they need; without *margins* it has none."""
    layout = FlowLayout(on, spacing)
    _fill(layout, parts, margins, None)
    return layout


def columns(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int = 6, last_on_top: bool = False
) -> ColumnsLayout:
    """Lay whole columns out beside one another; with less room than they need in rows, the last of them first if *last_on_top*."""
    layout = ColumnsLayout(on, spacing, last_on_top=last_on_top)
    _fill(layout, parts, margins, None)
    return layout


def fields(*rows: tuple[str, QWidget] | tuple[str, QWidget, QWidget], spacing: int | None = None) -> QFormLayout:
    """Words below one another, each with the field beside it that they name, aloud too; or with what holds the field, and the field."""
    layout = QFormLayout()
    if spacing is not None:
        layout.setSpacing(spacing)
    for words, beside, *field in rows:
        layout.addRow(words, beside)
        (*field, beside)[0].setAccessibleName(words)
    return layout


def _fill(layout: QBoxLayout | FlowLayout, parts: tuple[Part, ...], margins: Margins | None, spacing: int | None) -> None:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        match part:
            case None:
                pass
            case int():
                layout.addSpacing(part)
            case StretchGap():
                layout.addStretch(part.part)
            case QWidget():
                layout.addWidget(part)
            case QLayout():
                layout.addLayout(part)
            case (QLayout() as inner, stretch):
                layout.addLayout(inner, stretch)
            case (QWidget() as widget, stretch, *alignment):
                layout.addWidget(widget, stretch, *alignment)


def styled(widget: Made, role: str = "", *, name: str = "", tip: str = "") -> Made:
    """Return *widget* as the style sheet draws that *role*, with the *name* that is read aloud and a *tip* under the pointer."""
    if role:
        widget.setProperty("role", role)
    if name:
        widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def restyle(widget: QWidget, role: str | None) -> None:
    """Draw *widget*, which is shown already, in another *role*, or in none."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def label(words: str = "", role: str = "", *, wraps: bool = False, name: str = "", tip: str = "") -> PlainLabel:
    """Words that are never taken for HTML, and go on in another line where they *wrap*."""
    made = styled(PlainLabel(words), role, name=name, tip=tip)
    if wraps:
        made.setWordWrap(True)
    return made


def button(
    words: str = "",
    act: Callable[..., object] | SignalInstance | None = None,
    role: str = "",
    *,
    name: str = "",
    tip: str = "",
    by_enter: bool = True,
) -> QPushButton:
    """A button that calls or emits *act* when it is clicked; one that is not *by_enter* is never the default one of its dialog."""
    made = styled(QPushButton(words), role, name=name, tip=tip)
    if act is not None:
        made.clicked.connect(act)
    if not by_enter:
        made.setAutoDefault(False)
    return made
