"""Writes into ``variant.toml`` what a land between two waters is: named coasts, or one coast as a canal and a strait have it.

Its own lists and those of its neighbours change together, so that every step goes both ways before and after. Pure text to text.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping

from languages import tr
from variants.fix import (
    AddBlock,
    AddToList,
    DropFromList,
    DropKey,
    DropTable,
    Fix,
    RemoveElement,
    RenameKey,
    ReplaceInList,
    SetAttribute,
    SetValue,
    SvgChange,
    TomlChange,
)
from variants.notes import ShoreAnswer, ShoreKind, with_shore_answer
from variants.reviewed import DividedLand
from variants.svg.edit import insert_inside, remove_element, set_attribute
from variants.svg.read_xml import unpacked
from variants.toml_edit import Path, TomlEditError, TomlEditor


def with_shore(content: bytes, land: DividedLand, answer: ShoreAnswer) -> bytes:
    """The file with *land* as *answer* says, and the answer kept with its reason.

    Steps are only given to a coast or taken together; none is dropped: one of which the drawing does not tell the coast goes to each.

    Raises:
        TomlEditError: it is no TOML, or the land's table is not in it.
    """
    editor = TomlEditor(content)
    if not isinstance(editor.value(("provinces", land.code)), dict):
        raise TomlEditError(tr("{code} does not stand in this file", code=land.code))
    if answer.kind is ShoreKind.COASTS:
        _divide(editor, land)
    else:
        _join(editor, land.code)
    return with_shore_answer(editor.content(), answer)


def _divide(editor: TomlEditor, land: DividedLand) -> None:
    code = land.code
    if len(_coasts(editor, code)) > 1:
        return
    for name in _coasts(editor, code):
        _one_coast(editor, code, name)
    own: Path = ("provinces", code, "fleet")
    targets = _words(editor, own)
    if editor.has(own):
        editor.drop_key(own)
    for name, beside in land.coasts:
        listed = [each for each in targets if each.partition("/")[0] in beside or not _coasts_at(land, each)]
        editor.set_list(("provinces", code, "coasts", name, "fleet"), listed)
    for path in _fleet_lists(editor):
        if path[1] != code and code in _words(editor, path):
            first, *more = [f"{code}/{name}" for name in _coasts_at(land, str(path[1])) or [name for name, _ in land.coasts]]
            editor.replace_in_list(path, code, first)
            for each in more:
                editor.add_to_list(path, each)


def _join(editor: TomlEditor, code: str) -> None:
    for name in _coasts(editor, code):
        _one_coast(editor, code, name)


def _one_coast(editor: TomlEditor, code: str, name: str) -> None:
    """The coast *name* becomes the land's only one, or part of it."""
    own: Path = ("provinces", code, "coasts", name)
    for target in _words(editor, (*own, "fleet")):
        editor.add_to_list(("provinces", code, "fleet"), target)
    editor.drop_table(own)
    for path in _fleet_lists(editor):
        words = _words(editor, path)
        if f"{code}/{name}" not in words:
            continue
        if code in words:
            editor.drop_from_list(path, f"{code}/{name}")
        else:
            editor.replace_in_list(path, f"{code}/{name}", code)
    for path in _starts(editor):
        if f"F {code}/{name}" in _words(editor, path):
            editor.replace_in_list(path, f"F {code}/{name}", f"F {code}")


def _coasts_at(land: DividedLand, place: str) -> list[str]:
    """The coasts of *land* beside a province, in the drawing."""
    return [name for name, beside in land.coasts if place.partition("/")[0] in beside]


def _coasts(editor: TomlEditor, code: str) -> list[str]:
    coasts = editor.value(("provinces", code, "coasts"))
    return list(coasts) if isinstance(coasts, dict) else []


def _words(editor: TomlEditor, path: Path) -> list[str]:
    value = editor.value(path)
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _fleet_lists(editor: TomlEditor) -> Iterator[Path]:
    """Every list of fleets' steps that stands in the file."""
    provinces = editor.value(("provinces",))
    for code, table in list(provinces.items()) if isinstance(provinces, Mapping) else []:
        if isinstance(table, dict):
            if "fleet" in table:
                yield ("provinces", code, "fleet")
            coasts = table.get("coasts")
            for name, each in list(coasts.items()) if isinstance(coasts, dict) else []:
                if isinstance(each, dict) and "fleet" in each:
                    yield ("provinces", code, "coasts", name, "fleet")


def _starts(editor: TomlEditor) -> Iterator[Path]:
    powers = editor.value(("powers",))
    for power, table in list(powers.items()) if isinstance(powers, Mapping) else []:
        if isinstance(table, dict) and "start" in table:
            yield ("powers", power, "start")


def apply_fix(content: bytes, fix: Fix) -> bytes:
    """The file after the fix.

    Args:
        content: the file that the fix was made for, as it was then.

    Raises:
        TomlEditError: it is another file by now.
        EditError: likewise, of a drawing.
    """
    toml = [change for change in fix.changes if isinstance(change, TomlChange)]
    if toml:
        editor = TomlEditor(content)
        for change in toml:
            _write(editor, change)
        return editor.content()
    if content.startswith(b"\x1f\x8b"):
        return gzip.compress(apply_fix(unpacked(content, fix.file), fix), mtime=0)
    svg = [change for change in fix.changes if isinstance(change, SvgChange)]
    for each in sorted(svg, key=lambda change: -change.start):
        if isinstance(each, SetAttribute):
            content = set_attribute(content, each.start, each.name, each.value)
        elif isinstance(each, RemoveElement):
            content = remove_element(content, each.start, each.end)
        else:
            content = insert_inside(content, each.start, each.end, each.markup)
    return content


def _write(editor: TomlEditor, change: TomlChange) -> None:
    match change:
        case SetValue(path, literal):
            editor.set(path, literal)
        case AddToList(path, word):
            editor.add_to_list(path, word)
        case DropFromList(path, word):
            editor.drop_from_list(path, word)
        case ReplaceInList(path, word, other):
            editor.replace_in_list(path, word, other)
        case RenameKey(path, name):
            editor.rename_key(path, name)
        case DropKey(path):
            if editor.has(path):
                editor.drop_key(path)
        case DropTable(path):
            if editor.has(path):
                editor.drop_table(path)
        case AddBlock(block):
            editor.append(block)
