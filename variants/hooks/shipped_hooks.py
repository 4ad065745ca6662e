"""The hooks that come with the program, one file each in the folder ``shipped``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from variants.hooks.hook_text import HookText, checksum_of, read_hook_text

SUFFIX = ".hook"


@cache
def shipped_hooks() -> Mapping[str, HookText]:
    """The shipped hooks by name, sorted by title."""
    folder = files("variants.hooks").joinpath("shipped")
    found = [
        read_hook_text(entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(SUFFIX)
    ]
    return MappingProxyType({hook.name: hook for hook in sorted(found, key=lambda hook: hook.title)})


@cache
def shipped_checksums() -> frozenset[str]:
    """Name and text of every hook that comes with the program, as checksums: those on the shelf and those of the shipped variants' own."""
    folders = [entry.joinpath("hooks") for entry in files("variants").joinpath("shipped").iterdir() if entry.is_dir()]
    own = [entry for folder in folders if folder.is_dir() for entry in folder.iterdir() if entry.name.endswith(SUFFIX)]
    texts = [(entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")) for entry in own]
    return frozenset(checksum_of(name, text) for name, text in (*texts, *((hook.name, hook.source) for hook in shipped_hooks().values())))
