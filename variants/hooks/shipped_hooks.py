"""The hooks that come with the program, one file each in the folder ``shipped``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from variants.hooks.hook_text import HookText, read_hook_text

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
