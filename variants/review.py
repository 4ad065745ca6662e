"""A review of a variant as a whole, for a designer who mends it: its file, its drawings and how they agree.

One error hides no other: the file is read as far as it goes, a drawing is compiled as far as it goes, and both are compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import shapely

from adjudicator.board import Board, Terrain
from languages import system_words, tr
from variants import fix as fixes
from variants.check import check_variant
from variants.compile.board import Compilation, compile_board
from variants.compile.check_board import compare, faults_of
from variants.compile.neighbours import divided_lands, doubts_of, with_answers
from variants.compile.regions import shapes_of
from variants.fault import Fault, FaultKind, Severity, Weight
from variants.fix import Change, Fix
from variants.notes import BorderAnswer, Notes, Reply, ShoreAnswer, ShoreKind, ground_of, worded_ground_of
from variants.reader import VariantReading, read_anyway
from variants.reviewed import DividedLand, Doubt, Review, ReviewedFault, StepTally
from variants.source import MANIFEST, Source, SourceFinder, is_drawing

Compiler = Callable[[bytes, Board | None, str], Compilation]
"""Drawing, board and the drawing's name to what became of it: :func:`compile_board`, or one that remembers."""


def review(source: Source, library: SourceFinder, more: tuple[Fault, ...] = (), compiled: Compiler = compile_board) -> Review:
    """The variant in *source*, with all its drawings.

    Args:
        source: its folder.
        library: where variants are that it extends.
        more: faults that were found elsewhere.
        compiled: compiles its drawings.
    """
    reading = read_anyway(source, library)
    if reading.folder is None or reading.layers is None:
        return Review(source.label, None, tuple(ReviewedFault(fault, ground_of(fault, None)) for fault in reading.faults))
    layers, folder = reading.layers, reading.folder
    faults = [*reading.faults, *(each for each in check_variant(folder, place=layers.place) if each not in reading.faults), *more]
    doubts: tuple[Doubt, ...] = ()
    lands: tuple[DividedLand, ...] = ()
    steps: tuple[StepTally, ...] = ()
    shapes: dict[str, shapely.Geometry] = {}
    told = {each.file for each in folder.maps if any(each.file in fault.what for fault in reading.faults)}
    for file in (each.file for each in folder.maps if is_drawing(each.file) and each.file not in told):
        try:
            content = source.read(file)
        except (OSError, ValueError) as error:
            what = tr("the drawing {file} cannot be read: {error}", file=file, error=system_words(error))
            faults.append(Fault(MANIFEST, None, what, tr("a file of the variant's folder"), kind=FaultKind.MISSING_FILE))
            continue
        made = _answered(compiled(content, folder.variant.board, file), reading.notes)
        parted = [pair for pair, answer in reading.notes.answers.items() if not answer.reply.joins]
        differences, tallies = compare(made, folder.variant.board, file, layers.place, parted)
        faults += differences
        steps += tallies
        if made.draft is not None and not shapes:
            shapes = shapes_of(made.draft)
            doubts = doubts_of(made.draft, folder.variant.board, reading.notes.answers)
            if made.drawing is not None:
                lands = divided_lands(made.draft, made.drawing, folder.variant.board, reading.notes.shores)
    told_once = _without_echoes(list(dict.fromkeys(faults)), folder.variant.board)
    return Review(source.label, folder, tuple(_found(fault, reading, shapes) for fault in told_once), doubts, lands, steps)


def review_drawing(svg: bytes, name: str, compiled: Compiler = compile_board) -> Review:
    """A drawing without a variant: only what it says of itself."""
    board = Board.of((), (), ())
    made = compiled(svg, None, name)
    faults = faults_of(replace(made, draft=None), board, name)
    # Without a file that states it, the kind of a land need not be stated twice.
    return Review(name, None, tuple(ReviewedFault(fault, ground_of(fault, None)) for fault in faults))


def _without_echoes(faults: list[Fault], rules: Board) -> list[Fault]:
    """The faults without those that say again what another says better."""
    shores = [fault for fault in faults if fault.kind is FaultKind.NO_STEP]
    seas = {code for code, province in rules.provinces.items() if province.terrain is Terrain.SEA}
    wet = {code for fault in shores if seas & set(fault.places) for code in fault.places}
    alone = {fault.places[0] for fault in faults if fault.kind is FaultKind.NO_NEIGHBOURS}
    unbalanced = {place for fault in faults if fault.kind is FaultKind.START for place in fault.places}
    for fault in faults:
        if fault.kind is FaultKind.POWERS:
            unbalanced |= {rules.provinces[code].home or "" for code in fault.places if code in rules.provinces}
    found: list[Fault] = []
    for fault in faults:
        if fault.kind is FaultKind.BALANCE and unbalanced & set(fault.places):
            continue
        if fault.kind is FaultKind.NO_SEA and wet & set(fault.places):
            continue
        if fault.kind is FaultKind.NO_STEP and alone & set(fault.places):
            continue
        if fault.kind is FaultKind.NO_NEIGHBOURS:
            # One fault, and one fix with all the neighbours that the drawing has.
            around = [each.fix for each in shores if set(fault.places) & set(each.places) and each.fix is not None]
            changes = tuple(dict.fromkeys(change for fix in around for change in fix.changes))
            fault = replace(fault, fix=Fix(tr("Take the neighbours of the drawing"), MANIFEST, changes) if changes else None)
        found.append(fault)
    return found


def _answered(made: Compilation, notes: Notes) -> Compilation:
    """The compilation with the borders as its designer has answered."""
    if made.draft is None or not notes.answers:
        return made
    return replace(made, draft=with_answers(made.draft, notes.answers))


def _found(fault: Fault, reading: VariantReading, shapes: Mapping[str, shapely.Geometry]) -> ReviewedFault:
    codes = sorted({place.partition("/")[0] for place in fault.places})
    tables = reading.layers.table.get("provinces") if reading.layers is not None else None
    file = [tables.get(code) for code in codes] if isinstance(tables, dict) else []
    drawn = [shapely.to_wkb(shapely.set_precision(shapes[code], 0.1)).hex() for code in codes if code in shapes]
    about = (file, drawn)
    ground = ground_of(fault, about)
    return ReviewedFault(fault, ground, reading.notes.reason_for(fault, (ground, worded_ground_of(fault, about))))


_CHANGES: dict[str, Callable[..., Change]] = {
    each.__name__: each
    for each in (
        fixes.SetValue,
        fixes.AddToList,
        fixes.DropFromList,
        fixes.ReplaceInList,
        fixes.RenameKey,
        fixes.DropKey,
        fixes.DropTable,
        fixes.AddBlock,
        fixes.SetAttribute,
        fixes.RemoveElement,
        fixes.InsertInside,
    )
}


def review_as_text(found: Review) -> bytes:
    """*found* without its variant."""
    return json.dumps(
        {
            "name": found.name,
            "found": [[_fault(each.fault), each.ground, each.reason] for each in found.found],
            "doubts": [_doubt(each) for each in found.doubts],
            "lands": [_land(each) for each in found.lands],
            "steps": [[each.file, each.kind, each.compared, each.only_listed, each.only_drawn] for each in found.steps],
        }
    ).encode()


def read_review(content: bytes) -> Review:
    """The review that was written so; its variant is not with it.

    Raises:
        ValueError: it is none.
    """
    try:
        table = json.loads(content)
        found = tuple(ReviewedFault(_read_fault(fault), ground, reason) for fault, ground, reason in table["found"])
        doubts, lands = (_read_doubt(each) for each in table["doubts"]), (_read_land(each) for each in table["lands"])
        return Review(table["name"], None, found, tuple(doubts), tuple(lands), tuple(StepTally(*each) for each in table["steps"]))
    except (TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"no review: {error}") from error


def _fault(fault: Fault) -> list[object]:
    fix = (
        None if fault.fix is None else [fault.fix.title, fault.fix.file, [_change(each) for each in fault.fix.changes], fault.fix.is_guess]
    )
    words = [fault.source, fault.line, fault.what, fault.expected, fault.severity.value, fault.element, fault.point]
    return [*words, fault.weight.value, fault.kind.value, fault.places, fix]


def _read_fault(row: list[Any]) -> Fault:
    source, line, what, expected, severity, element, point, weight, kind, places, fix = row
    mended = None if fix is None else Fix(fix[0], fix[1], tuple(_read_change(each) for each in fix[2]), fix[3])
    at = None if point is None else (point[0], point[1])
    return Fault(source, line, what, expected, Severity(severity), element, at, Weight(weight), FaultKind(kind), tuple(places), mended)


def _change(change: Change) -> list[object]:
    return [type(change).__name__, *(getattr(change, each.name) for each in fields(change))]


def _read_change(row: list[Any]) -> Change:
    name, *values = row
    return _CHANGES[name](*(tuple(each) if isinstance(each, list) else each for each in values))


def _doubt(doubt: Doubt) -> list[object]:
    answer = None if doubt.answer is None else [doubt.answer.between, doubt.answer.reply.value, doubt.answer.reason]
    return [doubt.pair, doubt.length, doubt.gap, doubt.witnesses, doubt.listed, doubt.point, answer]


def _read_doubt(row: list[Any]) -> Doubt:
    pair, length, gap, witnesses, listed, point, answer = row
    said = None if answer is None else BorderAnswer((answer[0][0], answer[0][1]), Reply(answer[1]), answer[2])
    return Doubt((pair[0], pair[1]), length, gap, witnesses, listed, (point[0], point[1]), said)


def _land(land: DividedLand) -> list[object]:
    answer = None if land.answer is None else [land.answer.land, land.answer.kind.value, land.answer.reason]
    return [land.code, land.waters, land.looks_like.value, land.neck, land.point, land.coasts, land.is_split, answer, land.stretches]


def _read_land(row: list[Any]) -> DividedLand:
    code, waters, looks_like, neck, point, coasts, is_split, answer, stretches = row
    said = None if answer is None else ShoreAnswer(answer[0], ShoreKind(answer[1]), answer[2])
    parts = tuple((name, tuple(beside)) for name, beside in coasts)
    lines = tuple(tuple(tuple((x, y) for x, y in line) for line in each) for each in stretches)
    return DividedLand(code, tuple(waters), ShoreKind(looks_like), neck, (point[0], point[1]), parts, is_split, said, lines)
