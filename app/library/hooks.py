"""The hooks that a game can take: shipped ones, those of a variant's folder, and those in a person's own. They are read as text only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from languages import mark, sort_key, tr
from variants.hooks.hook_text import LARGEST_SOURCE, NAME, SUFFIX, HookText, read_hook_text, shipped_hooks
from variants.source import Source

MOST_HOOKS = 500


class Origin(StrEnum):
    """Source of a hook."""

    SHIPPED = mark("comes with Entente")
    VARIANT = mark("belongs to the variant")
    OWN = mark("from your own folder")
    GAME = mark("travels in the game")


@dataclass(frozen=True, slots=True)
class ShelvedHook:
    """A hook and where it comes from."""

    text: HookText
    origin: Origin

    @property
    def name(self) -> str:
        """Its name."""
        return self.text.name


class HookShelf:
    """Finds hooks by name. A person's own stand before shipped ones of the same name, a variant's before both.

    Args:
        folder: a person's own hooks, a file ``NAME.hook`` each; it need not exist.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path | None:
        """Folder of a person's own hooks."""
        return self._folder

    def hooks(self, variant: Source | None = None) -> Mapping[str, ShelvedHook]:
        """Every hook by name, sorted by its title on the screen.

        Args:
            variant: the folder of the variant that is played.
        """
        found = {name: ShelvedHook(text, Origin.SHIPPED) for name, text in shipped_hooks().items()}
        found.update({text.name: ShelvedHook(text, Origin.OWN) for text in self._own()})
        if variant is not None:
            found.update({text.name: ShelvedHook(text, Origin.VARIANT) for text in hooks_in(variant)})
        return dict(sorted(found.items(), key=lambda each: sort_key(tr(each[1].text.title))))

    def left_out(self) -> tuple[str, ...]:
        """Files in a person's folder that are not read as hooks, each with the reason in words; no more than 20."""
        if self._folder is None:
            return ()
        try:
            files = [each for each in sorted(self._folder.iterdir()) if each.is_file() and not each.name.startswith(".")]
        except OSError:
            return ()
        bad_end = [
            tr("{name} is left out: a hook's file ends in {suffix}.", name=each.name, suffix=SUFFIX)
            for each in files
            if each.suffix != SUFFIX
        ]
        bad_name = [
            tr("{name} is left out: a hook's name has small letters, digits and _, and starts with a letter.", name=each.name)
            for each in files
            if each.suffix == SUFFIX and NAME.fullmatch(each.stem) is None
        ]
        return (*bad_name, *bad_end)[:20]

    def _own(self) -> list[HookText]:
        if self._folder is None:
            return []
        try:
            files = [each for each in sorted(self._folder.iterdir()) if each.suffix == SUFFIX and each.is_file()]
        except OSError:
            return []
        found: list[HookText] = []
        for file in files[:MOST_HOOKS]:
            name = file.stem
            if NAME.fullmatch(name):
                try:
                    with file.open("rb") as stream:
                        content = stream.read(LARGEST_SOURCE + 1)
                except OSError:
                    continue
                found.append(_read(name, content))
        return found


def hooks_in(source: Source) -> list[HookText]:
    """The hooks in a variant's folder."""
    found: list[HookText] = []
    for name in source.names():
        stem = name.removeprefix("hooks/").removesuffix(SUFFIX)
        if name == f"hooks/{stem}{SUFFIX}" and NAME.fullmatch(stem):
            try:
                found.append(_read(stem, source.read(name)))
            except (OSError, ValueError):
                continue
    return found[:MOST_HOOKS]


def _read(name: str, content: bytes) -> HookText:
    return read_hook_text(name, content.decode("utf-8", "replace").replace("\r\n", "\n"))
