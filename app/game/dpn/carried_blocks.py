"""Blocks of what a game carries with it: ``[hook]`` and ``[file]``."""

from __future__ import annotations

import re

from app.game.dpn.blocks import FileBlock, HookBlock
from app.game.dpn.lines import BlockLines, FreeText, base64_lines, field, field_of, free_text, from_base64, listed
from app.game.dpn.table_blocks import read_fields
from app.game.entries import EmbeddedFile, Hook
from languages import tr

_HOOK_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_MEDIA = re.compile(r"[a-z]+/[a-z0-9.+-]{1,60}")


def read_hook(lines: BlockLines) -> HookBlock | None:
    """Read a ``[hook]`` block. Its source is kept, not read."""
    words = lines.heading.words
    if len(words) != 1 or not _HOOK_NAME.fullmatch(words[0]):
        lines.heading_error(tr("the hook has no name"), tr("a heading such as [hook fog_of_war]"))
        return None
    source = FreeText()
    fields = read_fields(lines, frozenset({"on", "note"}), source)
    points = tuple(item for item, _ in listed(fields.get("on", ""), 1) if item)
    if not all(_HOOK_NAME.fullmatch(point) for point in points):
        lines.heading_error(tr("the hook does not say where it takes part"), tr("a line such as on: press, results"))
        return None
    return HookBlock(Hook(words[0], points, source.text, fields.get("note", "")))


def write_hook(block: HookBlock) -> list[str]:
    """The lines of a ``[hook]`` block."""
    hook = block.hook
    note = [field("note", hook.note)] if hook.note else []
    return [field("on", ", ".join(hook.points)), *note, *free_text(hook.source)]


def read_file(lines: BlockLines) -> FileBlock | None:
    """Read a ``[file]`` block."""
    words = lines.heading.words
    media, data = "", []
    for line in lines:
        found = field_of(line)
        if found is not None and found[0] == "media":
            media = found[1]
        else:
            data.append(line.text.strip())
    content = from_base64(data)
    if len(words) != 1 or not _FILE_NAME.fullmatch(words[0]) or not _MEDIA.fullmatch(media) or content is None:
        lines.heading_error(tr("the file that is kept here is damaged"), tr("[file NAME], a line media: TYPE, and data in base64"))
        return None
    return FileBlock(EmbeddedFile(words[0], media, content))


def write_file(block: FileBlock) -> list[str]:
    """The lines of a ``[file]`` block."""
    return [field("media", block.file.media), *base64_lines(block.file.data)]
