"""What is asked for when the results of a phase are put on paper."""

from __future__ import annotations

from dataclasses import dataclass

from app.session.picture_request import PictureRequest


@dataclass(frozen=True, slots=True)
class ResultsEntry:
    """A line of a part."""

    text: str
    note: str = ""
    """What became of it."""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A heading with lines."""

    heading: str
    lines: tuple[ResultsEntry, ...]
    power: str = ""
    """Whose colours stand beside the heading; none where it is nobody's."""


@dataclass(frozen=True, slots=True)
class ResultsSheet:
    """The picture of a phase with its results below it, on as few pages of A4 as it takes."""

    title: str
    """``Straits of Iron``"""
    subtitle: str
    """``Fall 1903, movement, for Austria-Hungary``"""
    picture: PictureRequest
    parts: tuple[SheetPart, ...]
    colour: bool = True
    """In colours, or in black and white."""
