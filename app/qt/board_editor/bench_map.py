"""The drawing on the bench: the board as it is played, with the layers over it; a click picks a province, an anchor can be dragged."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.board_editor.reading import OnTheBench, codes_of
from app.presentation.picture import MapPicture
from app.presentation.step_graph import FIRST_SHOWN, STEPS, BenchLayer, doubtful_edges, nodes_of, step_lines
from app.presentation.variant_changes import NOTHING as NOTHING_CHANGED
from app.presentation.variant_changes import ChangesDrawn
from app.qt.board_editor.overlay import KEY, Anchor, Overlay, Shown, StepGraph, layer_key
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene, ProvinceTouch
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton
from app.qt.widgets.look import Look, growth
from app.qt.widgets.wrapping_widgets import WrappingRow
from app.session.view_options import View
from languages import mark, tr
from variants.catalogue import standard
from variants.compiled import CompiledBoard, LabelKind, Point
from variants.fault import Fault
from variants.reviewed import DividedLand

BLANK = CompiledBoard("", 1600, 1000, MappingProxyType({}), (), (), ())
NOTHING = mark("No drawing lies here. Save an SVG beside variant.toml and name it under [maps]; it is shown as soon as it is there.")
_LEAST_VIEW = QSize(240, 180)
"""Pixels of the drawing at least."""
_MOST_ROWS = 3
"""Rows of keys of the layers above the drawing; more of them become a menu."""
FLASH = 900
"""Milliseconds for which a province that was changed is marked."""
_GRASP = 9
"""Pixels beside an anchor within which it is taken hold of."""


class _View(BoardView):
    """A board on which anchors can be dragged.

    Signals:
        anchor_dragged(str, QPointF): the anchor of that name was let go there, in board units.
    """

    anchor_dragged = Signal(str, QPointF)

    def __init__(self, scene: BoardScene) -> None:
        super().__init__(scene)
        self.overlay: Overlay | None = None
        self.may_drag = False
        self._held_anchor: Anchor | None = None

    def anchor_at(self, at: QPointF) -> Anchor | None:
        """The anchor under a point of the scene."""
        overlay = self.overlay
        if overlay is None or BenchLayer.ANCHORS not in overlay.shown.layers:
            return None
        near = [each for each in overlay.shown.anchors if math.dist(each.at, (at.x(), at.y())) * self.zoom <= _GRASP]
        return min(near, key=lambda each: math.dist(each.at, (at.x(), at.y())), default=None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of an anchor, or do what boards do."""
        found = self.anchor_at(self.mapToScene(event.position().toPoint()))
        if self.may_drag and found is not None and event.button() is Qt.MouseButton.LeftButton:
            self._held_anchor = found
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the anchor along."""
        held, overlay = self._held_anchor, self.overlay
        if held is None or overlay is None:
            super().mouseMoveEvent(event)
            return
        at = self.mapToScene(event.position().toPoint())
        moved = Anchor(held.name, (at.x(), at.y()))
        overlay.shown = replace(overlay.shown, anchors=tuple(moved if each.name == held.name else each for each in overlay.shown.anchors))
        overlay.update()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the anchor."""
        held, self._held_anchor = self._held_anchor, None
        if held is None:
            super().mouseReleaseEvent(event)
            return
        self.anchor_dragged.emit(held.name, self.mapToScene(event.position().toPoint()))
        event.accept()


class BenchMap(QWidget):
    """The board, and above it a key for each layer.

    Signals:
        province_picked(str): a province was pressed. anchor_dragged(str, QPointF): the anchor of that name was let go there, in board
        units. layers_changed(): other layers are in view. flashed(object): these provinces are marked as just changed, a set of codes.
    """

    province_picked = Signal(str)
    anchor_dragged = Signal(str, QPointF)
    layers_changed = Signal()
    flashed = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bench: OnTheBench | None = None
        self._view_options: View | None = None
        self.layers = FIRST_SHOWN
        self.picked: str | None = None
        self.pressed_coast = ""
        """The named coast nearest to where the drawing was pressed last; empty where the province has none."""
        self.picked_fault: Fault | None = None
        self._flashing: frozenset[str] = frozenset()
        self._lands: tuple[DividedLand, ...] = ()
        self._drawn_on: Variant = standard()
        self.scene = BoardScene(BLANK, self)
        self.view = _View(self.scene)
        self.overlay = Overlay(BLANK, look)
        self.scene.addItem(self.overlay)
        self.graph = StepGraph(BLANK, look)
        self.scene.addItem(self.graph)
        self.changes = NOTHING_CHANGED
        self.view.overlay = self.overlay
        self.view.location_clicked.connect(self._clicked)
        self.view.anchor_dragged.connect(self.anchor_dragged)
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(FLASH)
        self._flash.timeout.connect(lambda: self.flash(frozenset()))
        self.keys: dict[BenchLayer, QPushButton] = {}
        for layer in BenchLayer:
            button = ChoiceButton(tr(layer.value))
            button.setIcon(layer_key(layer, look))
            button.setChecked(layer in self.layers)
            button.setToolTip(layer.about)
            button.toggled.connect(lambda on, layer=layer: self._switch(layer, on=on))
            self.keys[layer] = button
        self._keep_room()
        self.keys[BenchLayer.CHANGES].setEnabled(False)  # until something is compared
        self.fit_button = forms.button(tr("Fit"), self.view.fit, "choice", tip=tr("The whole drawing (0)"))
        self.nothing = forms.label("", "soft", wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.hide()
        self.layers_button = forms.button(tr("Layers"), role="choice")
        """Opens all layers as a menu, where a key for each would leave the drawing no height."""
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.layers_button.setMenu(self.menu)
        self.layers_button.hide()
        self._row = WrappingRow((self.layers_button, *self.keys.values(), self.fit_button), 5, (10, 8))
        forms.column(self._row, (self.nothing, 1), (self.view, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def changeEvent(self, event: QEvent) -> None:
        """With large words everything beside it takes more room; the drawing keeps what it needs, or the page would be scrolled."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._keep_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the layers into a menu where their keys would take many rows."""
        super().resizeEvent(event)
        needed = sum(each.sizeHint().width() for each in self.keys.values())
        is_folded = needed > _MOST_ROWS * self.width()
        if is_folded is self.layers_button.isHidden():
            self.layers_button.setHidden(not is_folded)
            for each in self.keys.values():
                each.setHidden(is_folded)
            self._row.width_changed()

    def _fill_menu(self) -> None:
        self.menu.clear()
        for button in self.keys.values():
            action = self.menu.addAction(button.icon(), button.text(), button.click)
            action.setCheckable(True)
            action.setChecked(button.isChecked())
            action.setEnabled(button.isEnabled())

    def _keep_room(self) -> None:
        self.view.setMinimumSize(_LEAST_VIEW)
        for button in self.keys.values():
            button.setIconSize(KEY * growth(self.font()))

    def show_bench(self, bench: OnTheBench, view: View, look: Look, *, names_only: bool = False) -> None:
        """Show what lies on the bench; zoom and what is picked stay.

        Args:
            names_only: the outlines are those in view already.
        """
        if look is not self._look:
            for layer, button in self.keys.items():
                button.setIcon(layer_key(layer, look))
        self._bench, self._view_options, self._look = bench, view, look
        if bench.is_whole:  # until then the drawing's faults are unknown, and the earlier ones stay
            self._lands = bench.lands
        has_nothing = bench.is_whole and bench.board is None
        self.nothing.setText(tr(NOTHING) if has_nothing else "")
        self.nothing.setVisible(has_nothing)
        self.view.setVisible(not has_nothing)
        self.view.setBackgroundBrush(look.colour("sunken"))
        if bench.board is not None and bench.board is not self.scene.board:
            if names_only and self.scene.board is not BLANK:
                self.scene.show_names(bench.board)
            else:
                self._show_other(bench.board)
        if bench.board is not None:
            self.scene.show_picture(self._picture(bench, view))
            if self.scene.covered is None:
                self.view.settle()  # a board is painted once it is known what it shows and how large it is seen
        self._show_layers()

    def pick(self, code: str | None, fault: Fault | None = None) -> None:
        """Mark a province and a fault."""
        self.picked, self.picked_fault = code, fault
        self._show_layers()

    def zoom_on(self, fault: Fault) -> None:
        """Bring the place of *fault* into sight, large."""
        at = self._place_of(fault)
        if at is None:
            return
        around = self.scene.sceneRect().width() / 5
        self.view.show_area(QRectF(at[0] - around / 2, at[1] - around / 3, around, around / 1.5))

    def zoom_on_province(self, code: str) -> None:
        """Bring a province into sight where it is out of it."""
        self.view.show_province(code)

    def flash(self, codes: frozenset[str]) -> None:
        """Mark provinces that were just changed, for a moment."""
        self._flashing = codes
        if codes:
            self._flash.start()
            self.flashed.emit(codes)
        self._show_layers()

    @property
    def flashing(self) -> frozenset[str]:
        """Parts that are marked as just changed."""
        return self._flashing

    def show_changes(self, changes: ChangesDrawn) -> None:
        """Show what an earlier version had otherwise."""
        self.changes = changes
        self.keys[BenchLayer.CHANGES].setEnabled(changes is not NOTHING_CHANGED)
        self._show_layers()

    def close_scene(self) -> None:
        """The page goes."""
        self._flash.stop()
        self.scene.close()

    def _show_other(self, board: CompiledBoard) -> None:
        before = self.scene
        self.scene = BoardScene(board, self)
        self.overlay = Overlay(board, self._look)
        self.scene.addItem(self.overlay)
        self.graph = StepGraph(board, self._look)
        self.scene.addItem(self.graph)
        self.view.overlay = self.overlay
        self.view.show_scene(self.scene)
        before.close()
        before.deleteLater()

    def _picture(self, bench: OnTheBench, view: View) -> MapPicture:
        folder = bench.folder
        if folder is not None:
            self._drawn_on = folder.variant
        else:
            usual = standard()
            self._drawn_on = replace(
                usual, id="bench", board=bench.rules, powers=MappingProxyType({}), start=Position(usual.start.phase, (), {}), victory=1
            )
        return MapPicture(
            self._drawn_on,
            self._drawn_on.start,
            {} if folder is None else folder.styles,
            labels=view.labels,
            tint=view.tint,
            units=BenchLayer.UNITS in self.layers,
            nodes=tuple(sorted(nodes_of(step_lines(bench, self.layers, None)))),
            theme=view.theme,
            colours=view.colours,
            patterns=view.patterns,
        )

    def _switch(self, layer: BenchLayer, *, on: bool) -> None:
        self.layers = self.layers | {layer} if on else self.layers - {layer}
        bench, view = self._bench, self._view_options
        if layer in {BenchLayer.UNITS, *STEPS} and bench is not None and bench.board is not None and view is not None:
            self.scene.show_picture(self._picture(bench, view))
        self._show_layers()
        self.layers_changed.emit()

    def _show_layers(self) -> None:
        bench = self._bench
        if bench is None or bench.board is None:
            return
        lines = step_lines(bench, self.layers, self.picked)
        self.graph.show_lines(lines, self.picked, self._look)
        placed = [(fault, at) for fault in bench.faults if (at := self._place_of(fault)) is not None]
        self.overlay.show_all(
            Shown(
                self.layers,
                lines,
                tuple(anchors_of(bench.board, self.picked)) if self.layers & {BenchLayer.ANCHORS} else (),
                doubtful_edges(bench) if BenchLayer.DOUBTFUL in self.layers else (),
                tuple(placed),
                {row.code: row.terrain for row in bench.rows} if BenchLayer.KINDS in self.layers else {},
                self.picked,
                self.picked_fault,
                self._flashing,
                self._lands if BenchLayer.COASTS in self.layers else (),
                self.changes,
            ),
            self._look,
        )

    def _place_of(self, fault: Fault) -> Point | None:
        """Return the place of *fault* as stated; else that of the unit of the province that it is about."""
        if fault.point is not None:
            return fault.point
        bench = self._bench
        if bench is None or bench.board is None:
            return None
        places = [next(iter(bench.board.provinces[code].units.values()), None) for code in codes_of(fault, bench.board.provinces)[:2]]
        found = [each for each in places if each is not None]
        if not found:
            return None
        return (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))

    def _clicked(self, touch: ProvinceTouch) -> None:
        if touch.province is not None:
            self.pressed_coast = touch.coast or ""
            self.province_picked.emit(touch.province)


def anchors_of(board: CompiledBoard, picked: str | None = None) -> list[Anchor]:
    """Every place that the drawing can say, where it is now; those of dislodged units for the province that is *picked*."""
    found: list[Anchor] = []
    for code, shape in board.provinces.items():
        small = code.lower()
        places: list[tuple[str, Mapping[str, Point]]] = [("unit", shape.units)]
        if code == picked:
            places.append(("retreat", shape.retreats))
        name = shape.label(LabelKind.FULL)
        if name is not None:
            found.append(Anchor(f"label:{small}", (name.x, name.y)))
        for kind, points in places:
            found += [Anchor(f"{kind}:{small}/{coast.lower()}" if coast else f"{kind}:{small}", at) for coast, at in points.items()]
        if shape.supply is not None:
            found.append(Anchor(f"sc:{small}", shape.supply))
    return found
