"""Results of a phase for all and for each power: the text, the picture, the page, the game as a web page; as files, all of a round or none.

``plan`` looks at the game and asks its hooks, which takes the thread that the session belongs to; ``make`` draws, and may run on another.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from adjudicator.phase import Phase
from app.address_book.letter_languages import language_of, own_book
from app.game.record import Cursor, Game
from app.game.storage.atomic import make_folder, move_over, storing, sync_folder, write_new
from app.mail_out.facts import Facts
from app.mail_out.phase_facts import EVERYBODY, addresses_in, facts_of
from app.mail_out.readers import game_for, shelf, written
from app.mail_out.template_shelf import USUAL, ShelvedTemplate
from app.session.errors import CommandError, GivenUp
from app.session.parameters import PowerName
from app.session.requests import ResultsEntry, ResultsSheet, SheetPart, StoryFormat, StoryRequest
from app.session.services import GoOn, PictureFormat, PictureRequest, Services
from app.session.session import Session
from app.session.view_options import PageSize, View
from app.session.viewpoint import CURTAIN
from entente.words.names import join_words
from languages import mark, plural, tr, using
from languages.outside_text import outside_line


def sheet_of(facts: Facts, picture: PictureRequest, *, colour: bool) -> ResultsSheet:
    """The page for the reader of *facts*: what is the reader's own comes first."""
    with using(facts.language):
        return ResultsSheet(facts.game, facts.subtitle, picture, tuple(_parts(facts)), colour)


def _parts(facts: Facts) -> Iterator[SheetPart]:
    own = tuple(_own(facts))
    if own:
        yield SheetPart(tr("For {reader}", reader=facts.reader_name), own, facts.reader)
    if facts.ending:
        yield SheetPart(tr("The game is over"), (ResultsEntry(f"{facts.ending}."),))
    else:
        due = tr("{phase}, due {deadline}", phase=facts.next_phase, deadline=facts.deadline) if facts.deadline else facts.next_phase
        yield SheetPart(tr("Next"), (ResultsEntry(due),))
    for power in facts.powers:
        lines = [ResultsEntry(order.text, order.reason, not order.succeeded) for order in power.orders]
        if power.idle:
            lines.append(ResultsEntry(plural("{count} unit held without an order", "{count} units held without an order", power.idle)))
        if lines:
            yield SheetPart(power.name, tuple(lines), power.id)
    others = [each for each in facts.retreats if each.power != facts.reader]
    if others:
        yield SheetPart(tr("Retreats due"), tuple(ResultsEntry(f"{each.power_name}, {each.unit}", _where(each.targets)) for each in others))
    if facts.centres_told:
        yield SheetPart(tr("Supply centres"), tuple(_centres(facts)))
    for press in facts.press:
        yield SheetPart(
            tr("Press from {sender}", sender=press.sender),
            tuple(ResultsEntry(line) for line in press.lines if line.strip()) or (ResultsEntry(""),),
        )


def _own(facts: Facts) -> Iterator[ResultsEntry]:
    for each in facts.my_retreats:
        yield ResultsEntry(tr("Retreat {unit}", unit=each.unit), _where(each.targets))
    mine = facts.mine
    if mine is not None and mine.builds:
        where = join_words(mine.sites, "or")
        yield ResultsEntry(
            tr("Build {count}", count=mine.builds), tr("in {places}", places=where) if where else tr("no place for it is free")
        )
    if mine is not None and mine.removals:
        yield ResultsEntry(tr("Remove {count}", count=mine.removals))
    for letter in facts.letters:
        yield ResultsEntry(
            tr("Press from {sender} to {receivers}", sender=letter.sender, receivers=join_words(letter.receivers)), " ".join(letter.lines)
        )


def _where(targets: tuple[str, ...]) -> str:
    return tr("to {places}", places=join_words(targets, "or")) if targets else tr("can only disband")


def _centres(facts: Facts) -> Iterator[ResultsEntry]:
    for power in facts.powers:
        if not power.known and not power.centres:
            continue
        change = f" ({power.signed_change})" if power.change else ""
        due = (
            tr("builds {count}", count=power.builds)
            if power.builds
            else tr("removes {count}", count=power.removals)
            if power.removals
            else ""
        )
        yield ResultsEntry(f"{power.name} {power.centres}{change}", due)


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

    def without_players(self) -> ResultsPlan:
        """The same without the names of those who play, but for that of each reader."""
        facts = (replace(each, powers=tuple(replace(power, player="") for power in each.powers)) for each in self.facts)
        return replace(self, parts=tuple(replace(part, facts=each) for part, each in zip(self.parts, facts, strict=True)))


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
    view = session.view
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


class MailPicture(StrEnum):
    """Kind of picture in a mail."""

    PNG = "png"
    JPEG = "jpg"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ResultsOptions:
    """Options of the results and their readers.

    Args:
        phase: of when; the phase that is shown unless given, or the one before where that is not adjudicated yet.
        power: for this power alone.
        template: plain, judge, zine, chat or html, or one of your own; an html one goes beside the plain text.
        picture: of the board: png, jpg or none; at most 250 kB.
        pdf: picture and results on one page where it fits; --no-pdf leaves it out.
        colour: of the PDF; --no-colour makes it black and white.
        page_size: of the PDF: a4 or letter; as chosen in Preferences unless given.
    """

    phase: Phase | None = None
    power: PowerName | None = None
    template: str = "plain"
    picture: MailPicture = MailPicture.PNG
    pdf: bool = True
    colour: bool = True
    page_size: PageSize | None = None

    @property
    def wish(self) -> Wish:
        """The same for those who make it.

        Raises:
            Abort: there is no such template.
        """
        from app.mail_out.readers import named_template

        format_ = None if self.picture is MailPicture.NONE else PictureFormat(self.picture.value)
        return Wish(named_template(self.template), format_, self.pdf, self.colour, page_size=self.page_size)


def made(session: Session, cursor: Cursor, readers: Sequence[str], wish: Wish) -> tuple[Package, ...]:
    """Make what is wished for *readers* of the phase at *cursor*, with progress.

    Raises:
        CommandError: the template does not work, or it cannot be drawn.
    """
    from app.mail_out.bounded_templates import TemplateFault  # templates are imported when one is wanted

    planned = plan(session, cursor, readers, wish)
    if wish.replay:
        session.services.get_ready_for_story(StoryFormat.PAGE)
    try:
        return session.services.watch_over(tr("Making the results…"), lambda go_on: make(session.services, planned, go_on))
    except TemplateFault as fault:
        raise CommandError(str(fault)) from fault


_DOING = mark("writing the results")


def files_of(packages: Iterable[Package]) -> dict[str, bytes]:
    """The files of *packages* by name: text or page, picture, PDF, web page of the game; a picture that all share once."""
    found: dict[str, bytes] = {}
    for each in packages:
        found[f"{each.name}.txt"] = each.text.encode("utf-8")
        if each.html:
            found[f"{each.name}.html"] = each.html_page.encode("utf-8")
        if each.picture is not None:
            found[picture_name(each)] = each.picture
        if each.page is not None:
            found[f"{each.name}.pdf"] = each.page
        if each.replay is not None:
            found[f"{each.name} game.html"] = each.replay
    return found


def picture_name(package: Package) -> str:
    """Return the file name of the picture of *package*; without a name of a power where it is everybody's."""
    facts = package.facts
    name = safe_name(f"{facts.game} {facts.code}") if package.picture_shared else package.name
    return f"{name}.{package.picture_format.value}"


def write_together(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write *files* into *folder*, which need not exist: first all of them beside it, then each moved to its place.

    Raises:
        StorageError: one of them could not be written; then nothing of any is in the folder, and what was there is as it was.
    """
    is_new = not folder.exists()
    make_folder(folder.parent, _DOING)
    with storing(folder, _DOING):
        making = Path(tempfile.mkdtemp(prefix=".entente-", dir=folder.parent))
    try:
        with storing(folder, _DOING):
            for name, content in files.items():
                write_new(making / name, content, _DOING)
            if is_new:
                making.chmod(0o755)
                making.rename(folder)
            else:
                for name in files:
                    move_over(making / name, folder / name)
            sync_folder(folder)
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(making)
    return tuple(folder / name for name in files)
