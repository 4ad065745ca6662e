"""Results of a phase for all and for each power: the text, the picture, the page, and the game as a web page.

``plan`` looks at the game and asks its hooks, which takes the thread that the session belongs to; ``make`` draws, and may run on another.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from app.address_book.languages import language_of, own_book
from app.game.record import Cursor, Game
from app.mail_out.facts import Facts
from app.mail_out.phase_facts import EVERYBODY, addresses_in, facts_of
from app.mail_out.readers import game_for, shelf, written
from app.mail_out.sheet import sheet_of
from app.mail_out.template_shelf import USUAL, ShelvedTemplate
from app.session.errors import GivenUp
from app.session.requests import ResultsSheet, StoryFormat, StoryRequest
from app.session.services import GoOn, PictureFormat, PictureRequest, Services
from app.session.session import Session
from app.session.view_options import PageSize, View
from app.session.viewpoint import CURTAIN
from languages import tr, using
from languages.outside_text import outside_line

WIDTH = 900
"""Pixels of a picture for mail."""
MOST_BYTES = 250_000
IN_MAIL = "cid:board@results"
"""Address of the picture in a page that is a mail."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Wish for the files to be made."""

    template: ShelvedTemplate
    picture: PictureFormat | None = PictureFormat.PNG
    """PNG, JPEG, or none."""
    page: bool = True
    """True if there is a PDF."""
    colour: bool = True
    """True if the PDF is in colours."""
    replay: bool = False
    """True if there is to be a web page of the whole game."""
    theme: str | None = None
    """Theme of the pictures; as on the screen unless given."""
    width: int = WIDTH
    addresses: bool = False
    """True if the texts list the players' addresses."""
    page_size: PageSize | None = None
    """Of the PDF; as chosen in Preferences unless given."""


@dataclass(frozen=True, slots=True)
class _Part:
    facts: Facts
    picture: PictureRequest
    replay: StoryRequest | None


@dataclass(frozen=True, slots=True)
class ResultsPlan:
    """Plan of the results to be made; holds nothing of the session."""

    wish: Wish
    parts: tuple[_Part, ...]

    @property
    def facts(self) -> tuple[Facts, ...]:
        """Facts for each reader."""
        return tuple(each.facts for each in self.parts)


@dataclass(frozen=True, slots=True)
class Package:
    """Package of one reader."""

    facts: Facts
    text: str
    html: str
    """Page of the template, which finds the picture at ``IN_MAIL``; empty where it makes none."""
    picture: bytes | None
    picture_format: PictureFormat
    picture_shared: bool
    """True if all readers get the same picture."""
    page: bytes | None
    replay: bytes | None
    sheet: ResultsSheet
    """Sheet from which the page is drawn."""

    @property
    def reader(self) -> str:
        """The power; ``EVERYBODY`` for all."""
        return self.facts.reader

    @property
    def html_page(self) -> str:
        """``html`` as a page of its own, the picture inside."""
        if self.picture is None:
            return self.html
        kind = "jpeg" if self.picture_format is PictureFormat.JPEG else "png"
        return self.html.replace(IN_MAIL, f"data:image/{kind};base64,{b64encode(self.picture).decode('ascii')}")

    @property
    def name(self) -> str:
        """Name of its files, without an ending: ``Straits of Iron F1903M Austria-Hungary``."""
        return safe_name(f"{self.facts.game} {self.facts.code} {self.facts.reader_name or tr('everybody')}")


def safe_name(name: str) -> str:
    """*name* as a file of any system can be called: no folders, no marks that a shell or a mail header would read."""
    plain = re.sub(r'[/\\:*?"<>|;=]+', " ", outside_line(name))
    return " ".join(plain.split()).strip(" .")[:120].strip(" .") or "results"


def plan(session: Session, cursor: Cursor, readers: Sequence[str], wish: Wish) -> ResultsPlan:
    """Plan the results for *readers*, each through their own eyes; hooks are called here.

    Raises:
        Abort: the board is seen as one power, and another is among the readers.
    """
    screen = session.services.screen
    view = screen.view if screen is not None else View()
    if wish.theme is not None:
        view = replace(view, theme=wish.theme)
    if wish.page_size is not None:
        view = replace(view, page_size=wish.page_size)
    book = own_book()
    kept: list[tuple[object, PictureRequest]] = []
    parts = []
    for reader in readers:
        shown = game_for(session, reader)
        viewer = reader or CURTAIN
        hidden = session.viewpoint.hidden(session.game, cursor, viewer)
        turns = tuple((each.position, each.resolution) for each in shown.line(cursor.branch)[: cursor.index + 1])
        seen = (turns, hidden, shown.name)
        picture = next((request for known, request in kept if known == seen), None)
        if picture is None:
            picture = PictureRequest(shown, cursor, view, wish.width, hidden, MOST_BYTES)
            kept.append((seen, picture))
        replay = _replay(session, shown, cursor, viewer, view) if wish.replay else None
        with using(wish.template.language or language_of(session.game, reader, book)):
            facts = facts_of(shown, cursor, reader)
            if wish.addresses:
                facts = replace(facts, addresses=addresses_in(session.shown))
        parts.append(_Part(facts, picture, replay))
    return ResultsPlan(wish, tuple(parts))


def make(services: Services, planned: ResultsPlan, go_on: GoOn) -> tuple[Package, ...]:
    """Write and draw all of it.

    Raises:
        GivenUp: *go_on* returned no.
        TemplateFault: the template does not work; nothing is made.
        CommandError: it could not be drawn.
    """
    wish, total = planned.wish, len(planned.parts)
    texts = texts_of(planned)
    shows = IN_MAIL if wish.picture is not None else ""
    pages = [written(part.facts, wish.template, shows) if wish.template.is_html else "" for part in planned.parts]
    drawn: dict[int, bytes] = {}
    shared = len({id(part.picture) for part in planned.parts}) == 1
    found = []
    for number, (part, text, html) in enumerate(zip(planned.parts, texts.values(), pages, strict=True)):
        if not go_on(number, total, part.facts.reader_name or tr("everybody")):
            raise GivenUp(tr("Stopped: nothing was made."))
        picture = None
        if wish.picture is not None:
            if id(part.picture) not in drawn:
                drawn[id(part.picture)] = services.draw(part.picture, wish.picture)
            picture = drawn[id(part.picture)]
        sheet = sheet_of(part.facts, part.picture, colour=wish.colour)
        page = services.draw_sheet(sheet) if wish.page else None
        replay = _drawn_replay(services, part.replay) if part.replay is not None else None
        found.append(Package(part.facts, text, html, picture, wish.picture or PictureFormat.PNG, shared, page, replay, sheet))
    go_on(total, total, "")
    return tuple(found)


def texts_of(planned: ResultsPlan) -> dict[str, str]:
    """Return by reader the text alone: the plain one beside a page. It takes no drawing.

    Raises:
        TemplateFault: the template does not work.
    """
    template = planned.wish.template
    plain = shelf().templates()[USUAL] if template.is_html else template
    return {part.facts.reader: written(part.facts, plain) for part in planned.parts}


def readers_of(session: Session) -> tuple[str, ...]:
    """All in one, and each power with a player, in the variant's sequence; in one power's view that power alone."""
    if session.viewer is not None:
        return (EVERYBODY, session.viewer) if session.viewer in session.variant.powers else (EVERYBODY,)
    return (EVERYBODY, *session.variant.powers)


def _replay(session: Session, shown: Game, cursor: Cursor, viewer: str, view: View) -> StoryRequest:
    """The game up to and with the phase of these results: nothing of what is ordered now is in it."""
    hidden = {}
    for index in range(cursor.index + 1):
        veiled = session.viewpoint.hidden(session.game, Cursor(cursor.branch, index), viewer)
        if veiled:
            hidden[index] = veiled
    last = shown.last(cursor.branch)
    turn = shown.turn(last)
    if turn.resolution is None:
        press = tuple(each for each in turn.press if not each.receivers)
        quiet = replace(turn, orders=MappingProxyType({}), press=press, sealed=(), votes=(), later=(), note="")
        shown = shown.with_turn(last, quiet)
    return StoryRequest(shown, cursor.branch, view, viewer, MappingProxyType(hidden))


def _drawn_replay(services: Services, request: StoryRequest) -> bytes:
    with TemporaryDirectory(prefix="entente-") as folder:
        path = Path(folder) / "game.html"
        services.write_story(request, StoryFormat.PAGE, path, lambda *_: True)
        return path.read_bytes()
