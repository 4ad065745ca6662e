"""A board looked through for its designer: which variant is meant, what was found as text and as JSON, and what mends it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from app.board_editor.workpiece import Workpiece
from app.game.storage.atomic import StorageError
from app.session.errors import Abort, did_you_mean, nearest
from app.session.session import Session
from languages import system_words, tr
from variants import FolderSource, Source, shipped_source
from variants.notes import BorderAnswer, ShoreAnswer, with_answer, with_known
from variants.reader import read_anyway
from variants.review import review, review_drawing
from variants.reviewed import DividedLand, Review, ReviewedFault
from variants.shore_writing import apply_fix, with_shore
from variants.source import MANIFEST, is_drawing
from variants.toml_edit import TomlEditError


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a variant."""

    source: Source
    root: Path | None
    """Its folder, where it is one of files; ``None`` for one that comes with the program."""
    drawing: Path | None = None
    """The drawing that was asked about."""


def find_place(session: Session, path: Path) -> Place:
    """The variant that *path* means: a folder, its variant.toml, a drawing, or a name on the shelf.

    Raises:
        Abort: there is nothing of the kind.
    """
    if is_drawing(path.name):
        if not path.is_file():
            raise Abort(tr("There is no drawing {path}.", path=path))
        beside = path.absolute().parent
        return Place(FolderSource(beside), beside, path)
    root = (path.parent if path.name == MANIFEST else path).absolute()
    if root.is_dir():
        return Place(FolderSource(root), root)
    entry = session.shelf.entry(str(path))
    if entry is None:
        near = did_you_mean(nearest(str(path), session.shelf.ids()))
        raise Abort(tr("{path} is no folder, and no variant on the shelf is called so{near}.", path=path, near=near))
    return Place(entry.source, session.shelf.place_of(entry))


def look_through(session: Session, place: Place) -> Review:
    """Review the variant or drawing.

    Raises:
        Abort: a drawing cannot be read.
    """
    if place.drawing is not None and not _is_of_variant(place.drawing):
        try:
            content = place.source.read(place.drawing.name)
        except (OSError, ValueError) as error:
            raise Abort(tr("{drawing} cannot be read: {error}", drawing=place.drawing, error=system_words(error))) from error
        return review_drawing(content, place.drawing.name)

    def library(variant_id: str) -> Source:
        if place.root is not None:
            beside = place.root.parent / variant_id
            if (beside / MANIFEST).is_file():
                return FolderSource(beside)
        entry = session.shelf.entry(variant_id)
        return entry.source if entry is not None and place.root is None else shipped_source(variant_id)

    found = review(place.source, library)
    if found.folder is None:
        return found
    return review(place.source, library, session.unit_sets.faults_of(found.folder)) if session.unit_sets.faults_of(found.folder) else found


def _is_of_variant(drawing: Path) -> bool:
    """Return True if the variant beside a drawing is played on it: then each gives the other its meaning."""
    if not (drawing.absolute().parent / MANIFEST).is_file():
        return False
    folder = read_anyway(FolderSource(drawing.absolute().parent), shipped_source).folder
    return folder is not None and any(each.file == drawing.name for each in folder.maps)


def as_lines(found: Review) -> list[str]:
    """A line for each fault that is not known, with its number and what would mend it; then what was compared with the drawings."""
    lines = []
    for each in found.found:
        if each.reason is None:
            mend = "; " + tr("mend: {title}", title=each.fault.fix.title) if each.fault.fix is not None else ""
            lines.append(f"{each.fault} ({each.fault.severity.words}) [{each.ground}{mend}]")
    return [*lines, *map(str, found.steps)]


def as_json(found: Review) -> str:
    """The same for programs; ``docs/formats/variant.md`` says what stands in it."""
    return json.dumps(
        {
            "name": found.name,
            "errors": found.errors,
            "warnings": len(found.faults) - found.errors,
            "faults": [_fault(each) for each in found.found],
            "open": [
                {
                    "between": doubt.pair,
                    "length": doubt.length,
                    "gap": doubt.gap,
                    "witnesses": doubt.witnesses,
                    "listed": doubt.listed,
                    "point": doubt.point,
                    "answer": doubt.answer.reply.value if doubt.answer is not None else None,
                    "reason": doubt.answer.reason if doubt.answer is not None else None,
                }
                for doubt in found.doubts
            ],
            "shores": [
                {
                    "land": land.code,
                    "is": land.present.value,
                    "looks like": land.looks_like.value,
                    "waters": land.waters,
                    "coasts": dict(land.coasts),
                    "neck": land.neck,
                    "point": land.point,
                    "answer": land.answer.kind.value if land.answer is not None else None,
                    "reason": land.answer.reason if land.answer is not None else None,
                }
                for land in found.lands
            ],
            "steps": [
                {
                    "file": each.file,
                    "kind": each.kind,
                    "compared": each.compared,
                    "only listed": each.only_listed,
                    "only drawn": each.only_drawn,
                }
                for each in found.steps
            ],
        },
        ensure_ascii=False,
    )


def _fault(each: ReviewedFault) -> dict[str, object]:
    fault = each.fault
    return {
        "id": each.ground,
        "kind": fault.kind.value,
        "severity": fault.severity.value,
        "file": fault.source,
        "line": fault.line,
        "element": fault.element,
        "places": fault.places,
        "point": fault.point,
        "text": fault.what,
        "expected": fault.expected,
        "mend": fault.fix.title if fault.fix is not None else None,
        "known": each.reason,
    }


def fault_called(found: Review, number: str) -> ReviewedFault:
    """The fault with this number.

    Raises:
        Abort: there is none.
    """
    for each in found.found:
        if each.ground == number.strip("[]#"):
            return each
    raise Abort(tr("{found} has no fault {number}; its numbers stand in brackets behind the faults.", found=found.name, number=number))


def mend(place: Place, found: ReviewedFault) -> str:
    """Write what mends a fault into its file, with the file as it was beside it. Returns what was done.

    Raises:
        Abort: nothing mends it, or the file cannot be written.
    """
    fix = found.fault.fix
    if fix is None:
        raise Abort(tr("Nothing safe mends this fault; mend it by hand."))
    before = _content(place, fix.file)
    try:
        after = apply_fix(before, fix)
    except ValueError as error:
        raise Abort(tr("{file} has changed meanwhile: {error}", file=fix.file, error=error)) from error
    _write(place, fix.title, fix.file, after)
    return tr("{fix}: written into {file}.", fix=fix.title, file=fix.file)


def know(place: Place, found: ReviewedFault, reason: str) -> None:
    """Note in the file that a fault is known.

    Raises:
        Abort: the file cannot be written.
    """
    before = _content(place, MANIFEST)
    try:
        after = with_known(before, found.fault, found.ground, reason)
    except TomlEditError as error:
        raise Abort(str(error)) from error
    _write(place, tr("Know a fault"), MANIFEST, after)


def reply(place: Place, answer: BorderAnswer) -> None:
    """Note in the file what a border is.

    Raises:
        Abort: the file cannot be written.
    """
    before = _content(place, MANIFEST)
    try:
        after = with_answer(before, answer)
    except TomlEditError as error:
        raise Abort(str(error)) from error
    _write(place, tr("Answer a border"), MANIFEST, after)


def say_shore(place: Place, land: DividedLand, answer: ShoreAnswer) -> None:
    """Write what a land between two waters is.

    Raises:
        Abort: the file cannot be changed or written.
    """
    before = _content(place, MANIFEST)
    try:
        after = with_shore(before, land, answer)
    except TomlEditError as error:
        raise Abort(str(error)) from error
    _write(place, tr("Answer a shore"), MANIFEST, after)


def _content(place: Place, file: str) -> bytes:
    if place.root is None:
        raise Abort(tr("This variant comes with the program and is not changed."))
    try:
        return place.source.read(file)
    except (OSError, ValueError) as error:
        raise Abort(tr("{file} cannot be read: {error}", file=file, error=system_words(error))) from error


def _write(place: Place, label: str, file: str, after: bytes) -> None:
    """Change a file as the bench does: the one that was there is kept."""
    assert place.root is not None
    try:
        Workpiece(place.root, command=uuid4().hex).perform(label, file, after)
    except (OSError, StorageError) as error:
        raise Abort(str(error)) from error
