"""Variants of one's own: begun, filled in from a drawing, checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.session.errors import Abort, GivenUp
from app.session.parameter_kinds import RestOfLine
from app.session.roles import Who
from app.session.services import GoOn
from app.session.session import Session
from app.shelf.starter import DRAWING, TakenError, write_starter
from app.shelf.template import without_template
from entente.words.names import join_words
from languages import labelled, plural, system_words, tr
from variants import FolderSource, Severity, VariantError
from variants.inherit import MANIFEST
from variants.notes import BorderAnswer, Reply, ShoreAnswer, ShoreKind
from variants.source import is_drawing
from variants.toml_text import read_toml

if TYPE_CHECKING:
    from variants.compile.neighbours import Proposal


@command("check-variant", "Check a variant…", who=Who.ANYBODY, menu="Tools", place=22)
def check_variant(session: Session, variant: Path, *, json: bool = False) -> None:
    """List every fault of a variant and of its drawings, each with its place and what was expected.

    Errors stand in the way of playing, warnings do not. The exit code says whether there were errors. Behind each fault stands its
    number, and what would mend it where something safe does: see mend and know.

    Args:
        variant: its folder, its variant.toml, a drawing, or the name it has on the shelf.
        json: as JSON, for programs.
    """
    # Drawing libraries are loaded only when there is a drawing to look at.
    from app.bench.reviewing import as_json, as_lines, find_place, look_through

    found = look_through(session, find_place(session, variant))
    known = sum(each.reason is not None for each in found.found)

    for line in [as_json(found)] if json else as_lines(found):
        session.say(line)
    if not json:
        warnings = len(found.faults) - found.errors
        said = [
            plural("{count} error", "{count} errors", found.errors),
            plural("{count} warning", "{count} warnings", warnings),
            *([plural("{count} known", "{count} known", known)] if known else []),
        ]
        session.say(labelled(found.name, ", ".join(said)))
    if found.errors:
        raise Abort(tr("{found} cannot be played as it is.", found=found.name))


@command("mend", "Mend a fault of a variant…", who=Who.ANYBODY)
def mend(session: Session, variant: Path, fault: str) -> None:
    """Write what mends a fault of a variant into the one file that it is in; the file as it was is kept beside it, hidden.

    Args:
        variant: its folder, its variant.toml, a drawing, or the name of one of your own variants.
        fault: the number that stands in brackets behind it where check-variant lists it.
    """
    from app.bench.reviewing import fault_called, find_place, look_through
    from app.bench.reviewing import mend as write

    place = find_place(session, variant)
    session.say(write(place, fault_called(look_through(session, place), fault)))


@command("know", "Tell a fault no more…", who=Who.ANYBODY)
def know(session: Session, variant: Path, fault: str, reason: RestOfLine) -> None:
    """Note in variant.toml that a fault is known, and why: it is not told again until what it stands on changes.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        fault: the number that stands in brackets behind it where check-variant lists it.
        reason: in your own words.
    """
    from app.bench.reviewing import fault_called, find_place, look_through
    from app.bench.reviewing import know as note

    place = find_place(session, variant)
    found = fault_called(look_through(session, place), fault)
    if found.reason is not None:
        raise Abort(tr("It is known already: {reason}", reason=found.reason))
    note(place, found, str(reason))
    session.say(tr("Known: {what}", what=found.fault.what))


@command("border", "Say what a border is…", who=Who.ANYBODY)
def border(session: Session, variant: Path, one: str = "", other: str = "", answer: Reply | None = None, reason: RestOfLine = "") -> None:
    """List the borders that a drawing leaves open, the longest first; or say what one of them is.

    Open are borders that are short or hard to see, and gaps where units may go. The answer is kept in variant.toml with its reason,
    apart from what is derived: yes (they are neighbours), no, bridge (neighbours that do not touch), cut (they touch and are none).

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        one: a province.
        other: the province beside it.
        answer: what they are to one another.
        reason: in your own words.
    """
    from app.bench.reviewing import find_place, look_through, reply

    place = find_place(session, variant)
    if not one:
        found = look_through(session, place)
        for doubt in found.doubts:
            said = f": {doubt.answer.reply} ({doubt.answer.reason})" if doubt.answer is not None else ""
            session.say(labelled(f"{doubt.pair[0]} - {doubt.pair[1]}", f"{doubt.why}{said}"))
        count = sum(each.answer is None for each in found.doubts)
        session.say(plural("{variant}: {count} open border", "{variant}: {count} open borders", count, variant=found.name))
        return
    if not other or answer is None:
        raise Abort(tr("Say both provinces and yes, no, bridge or cut."))
    pair = (min(one, other).upper(), max(one, other).upper())
    reply(place, BorderAnswer(pair, answer, str(reason)))
    session.say(tr("{pair} - {pair_2}: {answer}, written into {manifest}.", pair=pair[0], pair_2=pair[1], answer=answer, manifest=MANIFEST))


@command("shore", "Say what a land between waters is…", who=Who.ANYBODY)
def shore(session: Session, variant: Path, land: str = "", answer: ShoreKind | None = None, reason: RestOfLine = "") -> None:
    """List the lands that lie between two waters; or say what one of them is, and have its lists written so.

    Coasts: each shore is a coast of its own. A canal and a strait have one coast, from which a fleet sails into either water. The lists of
    the land and of its neighbours change together, and the answer is kept in variant.toml with its reason.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        land: a province.
        answer: what it is.
        reason: in your own words.
    """
    from app.bench.reviewing import find_place, look_through, say_shore

    place = find_place(session, variant)
    found = look_through(session, place)
    if not land:
        for each in found.lands:
            said = f" ({each.answer.reason})" if each.answer is not None else ""
            looks = "" if each.present is each.looks_like else "; " + tr("it looks like {kind}", kind=tr(each.looks_like))
            words = tr("{code}: {kind}, between {waters}", code=each.code, kind=tr(each.present), waters=join_words(each.waters))
            session.say(f"{words}{looks}{said}")
        session.say(
            plural(
                "{found}: {count} land between two waters", "{found}: {count} lands between two waters", len(found.lands), found=found.name
            )
        )
        return
    if answer is None:
        raise Abort(tr("Say coasts, canal or strait."))
    meant = next((each for each in found.lands if each.code == land.upper()), None)
    if meant is None:
        known = join_words([each.code for each in found.lands]) or tr("none")
        raise Abort(tr("{land} does not lie between two waters on the drawing; {known} does.", land=land.upper(), known=known))
    say_shore(place, meant, ShoreAnswer(meant.code, answer, str(reason)))
    session.say(tr("{code}: {answer}, written into {manifest}.", code=meant.code, answer=answer, manifest=MANIFEST))


@command("new-variant", "New variant…", who=Who.ANYBODY, menu="Tools", place=23)
def new_variant(session: Session, name: RestOfLine) -> None:
    """Begin a variant of your own: a folder with a small board that can be played at once and edited in Inkscape.

    The drawing has all layers, the rules have comments. What you save in them is seen on the shelf of New Game and in open games.

    Args:
        name: of the variant, such as Two Lakes.
    """
    shelf = session.shelf
    if shelf.folder is None:
        raise Abort(tr("There is no folder of your own variants."))
    try:
        folder = write_starter(name, shelf.folder, {entry.id for entry in shelf.entries()})
    except TakenError as error:
        raise Abort(tr("There is a variant {error} already; choose another name.", error=error)) from error
    except OSError as error:
        raise Abort(tr("{folder} cannot be written: {error}.", folder=shelf.folder, error=system_words(error))) from error
    session.say(
        tr(
            "{folder} is on the shelf of New Game. Its files:\n  {folder_2}: draw it in Inkscape\n  {folder_3}: powers, "
            "provinces, neighbours\nSee what is wrong at any time with: check-variant {folder}",
            folder=folder.name,
            folder_2=folder / DRAWING,
            folder_3=folder / MANIFEST,
        )
    )


@command("neighbours", "Neighbours from a drawing…", who=Who.ANYBODY, menu="Tools", place=25)
def neighbours(session: Session, variant: Path, *, write: bool = False) -> None:
    """Find out from the drawing of a variant which provinces border on one another.

    Provinces that variant.toml lacks, and neighbours of those that list none, are listed as the lines to put there, or written into the
    file. What stands in the file already is left as it is: correct a terrain or a list there, and ask again.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        write: put the lines into the file.
    """
    root = (variant.parent if variant.name == MANIFEST else variant).absolute()
    if not root.is_dir() and session.shelf.folder is not None and variant == Path(variant.name):
        root = session.shelf.folder / variant.name
    if not (root / MANIFEST).is_file():
        raise Abort(tr("There is no {manifest} in {root}.", manifest=MANIFEST, root=root))
    # Drawing libraries are loaded only when there is a drawing to look at.
    from variants.compile.elements import CompilationStoppedError
    from variants.compile.fill_in import fill_in, stated_answers, stated_coasts, stated_lands, stated_terrains
    from variants.compile.neighbours import propose

    source = FolderSource(root)
    try:
        content = source.read(MANIFEST)
        toml = read_toml(MANIFEST, content)
        drawing = _drawing(toml.table)
        svg = source.read(drawing)

        def work(go_on: GoOn) -> Proposal:
            known = stated_terrains(toml), drawing, stated_coasts(toml), stated_answers(toml)
            return propose(svg, *known, stop=lambda: not go_on(0, 0, ""), divided=stated_lands(toml))

        proposal = session.services.watch_over(tr("Finding who borders on whom in {drawing}…", drawing=drawing), work)
        cleared = without_template(content, proposal.provinces)
        filled = fill_in(MANIFEST, cleared.content, proposal.provinces)
    except CompilationStoppedError:
        raise GivenUp(tr("Stopped; nothing was written.")) from None
    except VariantError as error:
        raise Abort("\n".join(map(str, error.faults))) from error
    except (OSError, ValueError) as error:
        raise Abort(tr("{root} cannot be read: {error}", root=root.name, error=system_words(error))) from error
    errors = [fault for fault in proposal.faults if fault.severity is Severity.ERROR]
    if errors:
        raise Abort("\n".join((tr("The drawing cannot be used yet:"), *map(str, errors))))
    # A shape that is taken for land by mistake would let armies walk into the sea.
    unknown = [code for code, ground in proposal.grounds.items() if ground.is_water is None]
    if unknown:
        raise Abort(
            plural(
                'Nothing tells whether {provinces} is land or sea. Say it in the drawing (data-type="land" or "sea"), by '
                'colour, or in {manifest} (terrain = "sea"); nothing is written before.',
                'Nothing tells whether {provinces} are land or sea. Say it in the drawing (data-type="land" or "sea"), by '
                'colour, or in {manifest} (terrain = "sea"); nothing is written before.',
                len(unknown),
                provinces=join_words(unknown[:12]),
                manifest=MANIFEST,
            )
        )
    if cleared.provinces:
        provinces, powers = join_words(cleared.provinces), join_words(cleared.powers)
        gone = (
            tr(
                "the template's provinces {provinces} and its powers {powers}, which the drawing has no more",
                provinces=provinces,
                powers=powers,
            )
            if cleared.powers
            else tr("the template's provinces {provinces}, which the drawing has no more", provinces=provinces)
        )
        session.say(tr("Taken out: {gone}.", gone=gone) if write else tr("To be taken out: {gone}.", gone=gone))
    guessed = [
        tr("{code} is taken for sea: {reason}", code=code, reason=each.reason)
        if each.is_water
        else tr("{code} is taken for land: {reason}", code=code, reason=each.reason)
        for code, each in proposal.grounds.items()
    ]
    for line in guessed if filled.added or filled.completed else ():
        session.say(line)
    for shore in proposal.shores:
        if shore.code in filled.added or shore.code in filled.listed:
            waters = join_words(dict.fromkeys(water for coast in shore.coasts for water in coast.waters))
            names = join_words(f"{shore.code}/{coast.name}" for coast in shore.coasts if coast.name)
            session.say(
                tr(
                    "{code} lies between {waters}; it has two coasts, {coasts}. Write its lists yourself if it is another thing.",
                    code=shore.code,
                    waters=waters,
                    coasts=names,
                )
                if names
                else tr(
                    "{code} lies between {waters}; it is a {kind}, with one coast. Write its lists yourself if it is another thing.",
                    code=shore.code,
                    waters=waters,
                    kind=shore.kind,
                )
            )
    parts = (
        plural("{count} new province", "{count} new provinces", len(filled.added)) if filled.added else "",
        plural("what was missing of {count} province", "what was missing of {count} provinces", len(filled.completed))
        if filled.completed
        else "",
        plural("neighbours for {count} province without any", "neighbours for {count} provinces without any", len(filled.listed))
        if filled.listed
        else "",
    )
    found = join_words(part for part in parts if part)
    if not filled.added and not filled.listed and not filled.completed:
        session.say(tr("{root}: every province of the drawing has its neighbours already.", root=root.name))
    elif write:
        try:
            write_atomically(root / MANIFEST, filled.text.encode(), tr("writing the variant"))
        except StorageError as error:
            raise Abort(str(error)) from error
        session.say(
            tr(
                "{root}: {found}, written into {manifest}. check-variant compares both from now on.",
                root=root.name,
                found=found,
                manifest=MANIFEST,
            )
        )
    else:
        session.say(
            "\n".join(
                (
                    tr("{root}: {found}. --write puts this into {manifest}:", root=root.name, found=found, manifest=MANIFEST),
                    "",
                    *filled.lines,
                )
            )
        )


def _drawing(table: object) -> str:
    """The first drawing that the file names.

    Raises:
        ValueError: it names none, or has its board from another variant.
    """
    tables = table if isinstance(table, dict) else {}
    if "extends" in tables:
        raise ValueError(tr("its board is that of {tables!r:.40}, whose neighbours stand there", tables=tables["extends"]))
    maps = tables.get("maps")
    for each in maps.values() if isinstance(maps, dict) else ():
        file = each.get("file") if isinstance(each, dict) else None
        if isinstance(file, str) and is_drawing(file):
            return file
    raise ValueError(tr('it names no drawing: [maps.main] with file = "board.svg"'))
