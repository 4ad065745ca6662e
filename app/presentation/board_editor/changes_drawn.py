"""Changes from an earlier version of a variant, drawn over the board on the bench: by sign and line, never by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.board import Province
from adjudicator.location import Location
from adjudicator.unit import Unit
from app.board_editor.comparing import Comparison, StepChange
from app.presentation.board_editor.earlier_drawing import laying
from app.presentation.board_editor.graph import points_between
from languages import tr
from variants.compiled import CompiledBoard, Point, Polygon


class Sign(StrEnum):
    """Sign of a difference."""

    ADDED = "+"
    GONE = "−"
    CHANGED = "≠"


@dataclass(frozen=True, slots=True)
class ChangedStep:
    """A step that is new, or gone."""

    sign: Sign
    origin: str
    target: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChangesDrawn:
    """All that is drawn."""

    provinces: Mapping[str, Sign]
    """Provinces of the present board."""
    gone: Mapping[str, tuple[Polygon, ...]]
    """Provinces of the earlier board with their outlines, laid over the present drawing."""
    words: Mapping[str, tuple[tuple[Sign, str], ...]]
    """Words at a province: ``+ centre``, ``− A ALD``."""
    steps: tuple[ChangedStep, ...]
    not_drawn: tuple[str, ...] = ()
    """Provinces that are gone and whose place is not known."""


NOTHING = ChangesDrawn({}, {}, {}, ())


def changes_drawn(found: Comparison, board: CompiledBoard, earlier: CompiledBoard | None) -> ChangesDrawn:
    """*found* over *board*, the present drawing.

    Args:
        earlier: the earlier drawing, as soon as it was made.
    """
    provinces = dict.fromkeys(found.added, Sign.ADDED) | dict.fromkeys(found.changed, Sign.CHANGED)
    way = None if earlier is None else laying(earlier, board)
    gone: dict[str, tuple[Polygon, ...]] = {}
    if earlier is not None and way is not None:
        gone = {code: way.polygons(earlier.provinces[code].levels[1]) for code in found.removed if code in earlier.provinces}
    words: dict[str, list[tuple[Sign, str]]] = {code: [(Sign.ADDED, code)] for code in found.added}
    before, after = found.old.board.provinces, found.new.board.provinces
    for code in found.changed:
        words.setdefault(code, []).extend(_of_province(before[code], after[code]))
    stood, stands = frozenset(found.old.start.units), frozenset(found.new.start.units)
    for sign, units in ((Sign.ADDED, stands - stood), (Sign.GONE, stood - stands)):
        for unit in sorted(units, key=str):
            words.setdefault(unit.location.province, []).append((sign, _short(unit)))
    steps = (*_steps(board, found.steps_added, Sign.ADDED), *_steps(board, found.steps_removed, Sign.GONE))
    return ChangesDrawn(
        {code: sign for code, sign in provinces.items() if code in board.provinces},
        gone,
        {code: tuple(each) for code, each in words.items() if code in board.provinces},
        tuple(steps),
        tuple(code for code in found.removed if code not in gone),
    )


def _of_province(old: Province, new: Province) -> Iterable[tuple[Sign, str]]:
    if old.centre != new.centre:
        yield (Sign.ADDED if new.centre else Sign.GONE), tr("centre")
    if old.terrain is not new.terrain:
        yield Sign.CHANGED, tr(new.terrain.value)
    if old.name != new.name:
        yield Sign.CHANGED, new.name
    if old.home != new.home:
        yield Sign.CHANGED, tr("home of {home}", home=new.home or tr("nobody"))
    if (old.coasts, old.convoyable, old.build_site) != (new.coasts, new.convoyable, new.build_site):
        yield Sign.CHANGED, tr("coasts") if old.coasts != new.coasts else tr("what may be done there")


def _short(unit: Unit) -> str:
    return f"{unit.kind} {unit.location}"


def _steps(board: CompiledBoard, steps: Iterable[StepChange], sign: Sign) -> Iterable[ChangedStep]:
    for each in steps:
        points = points_between(board, Location.of(each.origin), Location.of(each.target), is_fleet=each.kind == "F")
        if points:
            yield ChangedStep(sign, each.origin, each.target, points)
