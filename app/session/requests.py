"""Requests for a picture, a story page or a sheet of results, and the terms on which a table is opened to browsers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.game.record import Cursor, Game
from app.session.view_options import PageSize, View


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of the board at a moment of a game."""

    game: Game
    cursor: Cursor
    view: View
    width: int = 1800
    """Pixels of a PNG or JPEG; vector pictures have none."""

    hidden: frozenset[str] = frozenset()
    """Provinces of which the viewer knows nothing; drawn veiled."""

    most_bytes: int | None = None
    """Greatest size of the file of a PNG or JPEG; unlimited unless given."""


class StoryFormat(StrEnum):
    """Format of the story of a game."""

    PAGE = "page"
    """One HTML page with everything."""
    FILM = "film"
    """A GIF of all phases."""
    SEASON = "season"
    """A GIF of one phase: its orders, then what comes of them."""
    BOOKLET = "booklet"
    """A PDF with a page for each phase."""
    PICTURES = "pictures"
    """A folder with a PNG of each phase."""


@dataclass(frozen=True, slots=True)
class StoryRequest:
    """A game, to be kept as its maker may see it: nothing else is in it, open orders neither."""

    game: Game
    branch: str
    view: View
    viewer: str | None = None
    """Viewer through whose eyes *game* is seen."""
    hidden: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Provinces of which the viewer knows nothing, by turn; turns that are seen whole are absent."""
    letters: bool = False
    """True if press between single powers is included."""
    turn: int | None = None
    """The phase that a film of a season shows."""
    width: int = 900
    """Pixels of the pictures of a film or a folder."""
    is_webp: bool = False
    """True if a film is written as WebP, in place of GIF."""


@dataclass(frozen=True, slots=True)
class ResultsEntry:
    """A line of a part."""

    text: str
    note: str = ""
    """Result of the order."""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A heading with lines."""

    heading: str
    lines: tuple[ResultsEntry, ...]
    power: str = ""
    """Power whose colours stand beside the heading; none where it belongs to none."""


@dataclass(frozen=True, slots=True)
class OrdersForm:
    """A sheet for the orders of one power, to be filled in by hand: a line for each unit, dislodged unit, build or removal."""

    title: str
    """``Straits of Iron``"""
    subtitle: str
    """``Austria-Hungary, Spring 1901, movement``"""
    due: str
    """Sentence that says when orders are due; empty without a deadline."""
    lines: tuple[str, ...]
    """Words before each line: ``A VIE``."""
    spare: int
    """Empty lines below."""
    page_size: PageSize
    power: str = ""


@dataclass(frozen=True, slots=True)
class ResultsSheet:
    """The picture of a phase with its results below it, on as few pages as it takes."""

    title: str
    """``Straits of Iron``"""
    subtitle: str
    """``Fall 1903, movement, for Austria-Hungary``"""
    picture: PictureRequest
    parts: tuple[SheetPart, ...]
    colour: bool = True
    """In colours, or in black and white."""


@dataclass(frozen=True, slots=True)
class WebTerms:
    """Address and encryption of a served table."""

    host: str = "127.0.0.1"
    """The address to listen at; this machine alone unless given."""
    port: int = 1901
    """0 takes a free one."""
    public_url: str = ""
    """The address by which others reach it, behind a reverse proxy or a tunnel."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    pace: float = 3.5
    """Seconds that a step of the reveal is in view at a table without a window; 0 shows no steps."""
