"""News: the change log that comes with the program, read by version.

The change log is ``CHANGELOG.md`` of the checkout; a wheel has it among its resources. What stands under *Unreleased* belongs to the
version that runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.installation import PACKAGES
from entente import __version__
from languages import markdown_pages, tr
from resources import resource

_HEADING = re.compile(r"^## +\[?(Unreleased|\d+(?:\.\d+)*)\]?(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Release:
    """One version."""

    version: str
    changes: tuple[str, ...]
    """Sentences in Markdown, the newest first."""


def change_log() -> str:
    """The text of the change log; empty where it did not come along."""
    for file in (resource("CHANGELOG.md"), PACKAGES / "CHANGELOG.md"):
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""


def releases(text: str) -> tuple[Release, ...]:
    """The versions in the change log *text*, the newest first. New lines are added at the end of a version, so they are turned round."""
    heads = list(_HEADING.finditer(text))
    found: list[Release] = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : None if following is None else following.start()]
        changes = [each.strip() for each in re.split(r"^- ", body, flags=re.MULTILINE)[1:]]
        version = __version__ if head[1] == "Unreleased" else head[1]
        found.append(Release(version, tuple(reversed(changes))))
    return tuple(sorted(found, key=lambda each: numbers(each.version), reverse=True))


def numbers(version: str) -> tuple[int, ...]:
    """``0.10.2`` as numbers that can be compared; of anything else, what numbers it has."""
    return tuple(int(each) for each in re.findall(r"\d{1,9}", version))


def newer_than(found: Sequence[Release], version: str) -> tuple[Release, ...]:
    """Releases of *found* that came after *version*."""
    return tuple(each for each in found if numbers(each.version) > numbers(version))


def page(found: Sequence[Release]) -> str:
    """The page that tells of them, in Markdown."""
    parts = [f"# {tr('What is new')}"]
    for each in found:
        changes = markdown_pages.page("\n".join(f"- {change}" for change in each.changes), markdown_pages.NEWS)
        parts += ["", f"## Entente {each.version}", "", changes]
    if not found:
        parts += ["", tr("The change log did not come along with this installation.")]
    return "\n".join(parts) + "\n"
