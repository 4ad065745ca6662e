"""The templates of results: those that come with the program, and a person's own in the folder of settings. Never from a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from app.mail_out.bounded_templates import TemplateFault
from languages import mark, tr
from languages.wording import ENGLISH
from resources import resource

LARGEST = 100_000
"""Bytes of a template."""
MOST = 200
"""Templates that are listed."""
SUFFIXES = (".txt", ".html")
USUAL = "plain"
JUDGE = "judge"
_TITLES = {
    "plain": mark("Plain"),
    "judge": mark("Judge"),
    "zine": mark("Magazine"),
    "chat": mark("Chat"),
    "html": mark("HTML"),
}

_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")


@dataclass(frozen=True, slots=True)
class ShelvedTemplate:
    """A template, and where it comes from."""

    name: str
    """``plain``"""
    path: Path
    own: bool

    @property
    def is_html(self) -> bool:
        """True if it makes a page instead of a plain text."""
        return self.path.suffix == ".html"

    @property
    def title(self) -> str:
        """``Plain``; a person's own says so."""
        words = tr(_TITLES[self.name]) if self.name in _TITLES else self.name.replace("-", " ").capitalize()
        return tr("{name} (own)", name=words) if self.own else words

    @property
    def language(self) -> str:
        """The language that it is always in; empty where it speaks its reader's. What reads a judge's results reads English."""
        return ENGLISH if self.name == JUDGE else ""


class TemplateShelf:
    """Finds templates by name. A person's own stand before those of the same name that come with the program.

    Args:
        folder: a person's own, a file ``NAME.txt`` or ``NAME.html`` each; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def templates(self) -> Mapping[str, ShelvedTemplate]:
        """Every template by name: the usual one first, then by name."""
        found = {each.stem: ShelvedTemplate(each.stem, each, own=False) for each in _files(resource("results"))}
        found.update({each.stem: ShelvedTemplate(each.stem, each, own=True) for each in _files(self.folder)})
        return dict(sorted(found.items(), key=lambda each: (each[0] != USUAL, each[0])))

    def find(self, file_name: str) -> tuple[str, Path] | None:
        """The text of the template in the file *file_name*, a person's own first; ``None`` where there is none.

        Raises:
            TemplateFault: it is too large, is no text, or cannot be read.
        """
        stem, suffix = Path(file_name).stem, Path(file_name).suffix
        if suffix not in SUFFIXES or _NAME.fullmatch(stem) is None or file_name != f"{stem}{suffix}":
            return None
        for folder in (self.folder, resource("results")):
            path = folder / file_name
            if path.is_file():
                return _read(path), path
        return None

    def copy_to_edit(self, template: ShelvedTemplate) -> Path:
        """A person's own file of that template, made from the shipped one where there is none yet.

        Raises:
            StorageError: it could not be written.
        """
        if template.own:
            return template.path
        make_folder(self.folder, tr("copying the template"))
        target = self.folder / template.path.name
        write_atomically(target, template.path.read_bytes(), tr("copying the template"))
        return target


def _files(folder: Path) -> list[Path]:
    try:
        files = sorted(folder.iterdir())
    except OSError:
        return []
    return [each for each in files if each.suffix in SUFFIXES and _NAME.fullmatch(each.stem) and each.is_file()][:MOST]


def _read(path: Path) -> str:
    try:
        data = read_bounded(path, LARGEST, tr("reading the template"))
    except StorageError as error:
        raise TemplateFault(str(path), None, str(error)) from error
    if len(data) > LARGEST:
        raise TemplateFault(str(path), None, tr("a template has at most {most} kB", most=LARGEST // 1000))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TemplateFault(str(path), line, tr("it is not written in UTF-8")) from error
