"""Writes what mends a fault: the file after a fix, every other byte as it was."""

from __future__ import annotations

import gzip

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
from variants.svg.edit import insert_inside, remove_element, set_attribute
from variants.svg.read_xml import unpacked
from variants.toml_edit import TomlEditor


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
