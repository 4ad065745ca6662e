"""Requests for a picture, a story page or a sheet of results, terms of a table in browsers, and the choices when a file is opened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path

from app.game.record import Cursor, Game
from app.session.errors import LineError
from app.session.view_options import PageSize, View
from languages import tr


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


class Trust(StrEnum):
    """Choice of the record that counts where recorded positions do not follow from the orders."""

    ORDERS = "orders"
    POSITIONS = "positions"
    LOOK = "look"
    """Neither: the game is opened for looking only."""


class OtherVariant(StrEnum):
    """Choice for a game that was made with another version of its variant."""

    LOOK = "look"
    HERE = "here"
    """Choice to check it against the variant that is here, and to play on with it."""


class Unread(StrEnum):
    """Choice for a game with lines that could not be read."""

    REST = "rest"
    """The rest is played on; the lines stay in the file."""
    LOOK = "look"


class Recovery(StrEnum):
    """Choice for edits that a crash left behind."""

    TAKE = "take"
    """The game comes back with them; where its file was changed since, as a game that is in no file yet."""
    LEAVE = "leave"
    """The file is opened as it is; they are offered again the next time."""
    DROP = "drop"
    """The file is opened as it is, and they are thrown away."""


@dataclass(frozen=True, slots=True)
class OpeningChoices:
    """The answers, each ``None`` where it is not given yet: then a person is asked; without one the game is looked at, and lines that could
    not be read stay in the file beside the game.
    """

    trust: Trust | None = None
    variant: OtherVariant | None = None
    unread: Unread | None = None
    recovery: Recovery | None = None
    hooks: frozenset[str] | None = None
    """The checksums of the hooks that may run; none of them where the game is looked at without its hooks."""

    def before(self, others: OpeningChoices) -> OpeningChoices:
        """Return these choices, and *others* where nothing was chosen here."""
        mine = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(others, **{name: value for name, value in mine.items() if value is not None})


_CHECKSUM = re.compile(r"[0-9a-f]{64}")


def hooks_named(text: str) -> frozenset[str]:
    """Read ``off``, or checksums with commas between them.

    Raises:
        LineError: *text* is anything else.
    """
    named = text.casefold()
    if named == "off":
        return frozenset()
    checksums = named.split(",")
    if not all(_CHECKSUM.fullmatch(each) for each in checksums):
        raise LineError(
            tr("--hooks is off, or the SHA-256 of each hook to run with commas between them, not {text!r}", text=text), word=text
        )
    return frozenset(checksums)
