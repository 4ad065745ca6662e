"""Variants begun: from an example or a drawing, with its neighbours found and the terrain of its provinces asked once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.board import Terrain
from app.commands.declaring.registry import command
from app.game.storage.atomic import StorageError, write_atomically
from app.library.starter import DRAWING, TakenError, without_template, write_starter
from app.session.errors import Abort, GivenUp
from app.session.parameters import RestOfLine
from app.session.roles import Who
from app.session.services import FileKind, FileToOpen, GoOn
from app.session.session import Session
from entente.words.names import join_words
from languages import labelled, plural, system_words, tr
from variants import FolderSource, Severity, VariantError
from variants.source import MANIFEST, is_drawing
from variants.toml_text import read_toml

if TYPE_CHECKING:
    from variants.compile.neighbours import Proposal


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
            "provinces, neighbours\nSee what is wrong at any time with: {check}",
            folder=folder.name,
            folder_2=folder / DRAWING,
            folder_3=folder / MANIFEST,
            check=session.named("check-variant", f"check-variant {folder.name}"),
        )
    )


@command("begin-variant", "Variant from a drawing…", who=Who.ANYBODY, menu="Tools", place=24)
def begin_variant(
    session: Session,
    drawing: Path | None = None,
    name: str = "",
    *,
    layer: str = "",
    sea: str = "",
    land: str = "",
    impassable: str = "",
    codes: str = "",
    copy: bool = False,
    write: bool = False,
    bare: bool = False,
    cut_water: bool = False,
    names_from: str = "",
) -> None:
    """Begin a variant from an SVG: shapes become provinces, texts over them their names, codes follow, land and sea are proposed.

    It says what each shape is taken for, and why; with --write the variant's file is put beside the drawing, and the drawing gets its
    labels, every other byte as it was. Nothing is written before every province has a terrain.

    In the window the drawing is put on the designer's bench, where all of that is asked.

    Args:
        drawing: the SVG; asked for unless given.
        name: what the variant is called; as the drawing unless given.
        layer: the layer that has the provinces; the likeliest unless given.
        sea: codes of provinces that are water, with blanks between them.
        land: codes of provinces that are land.
        impassable: codes of provinces that nobody enters.
        codes: other codes, such as "OUT=OTS GAL=GIS".
        copy: put a copy of the drawing among your own variants, and the file beside that.
        write: write it.
        bare: take no centres, powers, homes and units from the drawing.
        cut_water: cut water that only lines divide along them, and make each part a province.
        names_from: texts or labels: which are right where two shapes have each other's name over them.
    """
    drawing = drawing or session.services.ask(FileToOpen(FileKind.DRAWING))
    if drawing is None:
        raise GivenUp(tr("No drawing was chosen."))
    screen = session.services.screen
    if screen is not None and not write:
        if not drawing.is_file():
            raise Abort(tr("There is no drawing {drawing}.", drawing=drawing))
        screen.open_bench(drawing)
        return
    # Drawing libraries are loaded only when there is a drawing to look at.
    from app.board_editor.beginning import Answers, begun, look_at
    from app.board_editor.settling import put_down, settling
    from variants import VariantError

    try:
        svg = drawing.read_bytes()
    except OSError as error:
        raise Abort(tr("{file} cannot be read: {error}.", file=drawing, error=system_words(error))) from error
    if names_from not in ("", "texts", "labels"):
        raise Abort(tr("{word!r:.40} is neither texts nor labels.", word=names_from))
    terrains = _terrains(sea, land, impassable)
    lands = frozenset(code for code, terrain in terrains.items() if terrain is Terrain.INLAND)
    others = {code: each for code, each in terrains.items() if code not in lands}
    answers = Answers(layer, _pairs(codes), {}, others, lands, not bare, cut_water, names_from)
    try:
        found = look_at(svg, drawing.name, answers)
    except VariantError as error:
        raise Abort("\n".join(map(str, error.faults))) from error
    _check_named(terrains.keys() | answers.codes.keys(), {each.key for each in found.provinces})
    if len(found.coded.layers) > 1:
        choices = ", ".join(f"{each.name} ({each.shapes})" for each in found.coded.layers)
        session.say(tr("Layers with shapes: {choices}; taken: {layer}.", choices=choices, layer=found.coded.layer))
    for each in found.provinces:
        ground = each.terrain.value if each.terrain is not None else tr("land or sea?")
        session.say(labelled(f"{each.code}  {each.name} ({each.name_reason})", f"{ground} ({each.terrain_reason})"))
    for line in found.taken:
        session.say(line)
    for line in found.exchanged:
        session.say(tr("{line} Say it with {names}.", names=session.named_option("names-from"), line=line))
    for line in found.divided:
        session.say(tr("{line} {cut} cuts it along them.", cut=session.named_option("cut-water"), line=line))
    for fault in (*found.errors, *found.unread):
        session.say(str(fault))
    if found.coded.idle:
        session.say(tr("Over no shape: {idle}.", idle=join_words(found.coded.idle[:12])))
    title = name or drawing.stem.replace("_", " ").replace("-", " ").title()
    if not write:
        session.say(
            plural(
                "{count} province. {write} puts them into {title}.",
                "{count} provinces. {write} puts them into {title}.",
                len(found.provinces),
                write=session.named_option("write"),
                title=title,
            )
        )
        return
    try:
        place = settling(session, drawing, title, copy=copy)
        put_down(place, begun(svg, place.drawing, place.id, title, answers))
    except (OSError, StorageError, ValueError) as error:
        raise Abort(str(error)) from error
    shelf = place.shelve(session)
    session.say(
        tr(
            "{title}: {counted}, written into {folder}.{rest}",
            title=title,
            counted=plural("{count} province", "{count} provinces", len(found.provinces)),
            folder=place.root,
            rest=f" {shelf}" if shelf else "",
        )
    )


@command("propose-terrain", "Propose terrain…", who=Who.ANYBODY)
def propose_terrain(session: Session, variant: Path, *, write: bool = False) -> None:
    """Say of each province of a variant whether the drawing shows it as land or sea, and why, where that is not what its file says.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        write: put all of it into variant.toml, as one change.
    """
    from app.board_editor.editing import Editing
    from app.board_editor.reviewing import find_place
    from app.board_editor.terrain import first_drawing, proposed_terrains, take_terrains
    from variants import VariantError
    from variants.source import MANIFEST

    place = find_place(session, variant)
    editing = Editing(session, place.root)
    drawing = first_drawing(editing.manifest)
    try:
        found = proposed_terrains(place.source.read(drawing), drawing, editing.manifest)
    except VariantError as error:
        raise Abort("\n".join(map(str, error.faults))) from error
    except (OSError, ValueError) as error:
        raise Abort(tr("{drawing} cannot be read: {error}", drawing=drawing or tr("The drawing"), error=system_words(error))) from error
    for each in found:
        session.say(each.words)
    open_ones = [each.code for each in found if each.terrain is None]
    changed = [each for each in found if each.is_change]
    if open_ones:
        raise Abort(
            plural(
                "Nothing tells what {provinces} is: say it with {change}. Nothing is written before.",
                "Nothing tells what {provinces} are: say it with {change}. Nothing is written before.",
                len(open_ones),
                change=session.named("set-province"),
                provinces=join_words(open_ones[:12]),
            )
        )
    if not changed:
        session.say(tr("Every province is in the file as it is drawn."))
    elif write:
        editing.perform(lambda _manifest: take_terrains({each.code: each.terrain for each in changed if each.terrain is not None}))
        session.say(
            plural(
                "Terrain of {count} province written into {manifest}.",
                "Terrain of {count} provinces written into {manifest}.",
                len(changed),
                manifest=MANIFEST,
            )
        )


def _pairs(codes: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in re.split(r"[\s,]+", codes.strip()):
        old, equals, new = word.partition("=")
        if word and not (equals and old and new):
            raise Abort(tr("{word!r:.40} is no pair of codes, such as OUT=OTS.", word=word))
        if word:
            found[old.upper()] = new.upper()
    return found


def _terrains(sea: str, land: str, impassable: str) -> dict[str, Terrain]:
    """Return the terrains as given for each province; land may have a shore or not, which the drawing shows."""
    found: dict[str, Terrain] = {}
    for text, terrain in ((land, Terrain.INLAND), (sea, Terrain.SEA), (impassable, Terrain.IMPASSABLE)):
        for code in re.split(r"[\s,]+", text.strip().upper()):
            if code and found.setdefault(code, terrain) is not terrain:
                raise Abort(tr("{code} is said to be two things.", code=code))
    return found


def _check_named(said: set[str], there: set[str]) -> None:
    strange = sorted(said - there)
    if strange:
        raise Abort(tr("There is no {strange}; there are {there}.", strange=join_words(strange[:12]), there=", ".join(sorted(there))))


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
        entry = session.shelf.entry(variant.name)
        root = (session.shelf.place_of(entry) if entry is not None else None) or session.shelf.folder / variant.name
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
                "the template's provinces {provinces} and its powers {powers}, which the drawing no longer has",
                provinces=provinces,
                powers=powers,
            )
            if cleared.powers
            else tr("the template's provinces {provinces}, which the drawing no longer has", provinces=provinces)
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
                "{root}: {found}, written into {manifest}. {check} compares both from now on.",
                root=root.name,
                found=found,
                manifest=MANIFEST,
                check=session.named("check-variant"),
            )
        )
    else:
        session.say(
            "\n".join(
                (
                    tr(
                        "{root}: {found}. {write} puts this into {manifest}:",
                        write=session.named_option("write"),
                        root=root.name,
                        found=found,
                        manifest=MANIFEST,
                    ),
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
