"""A variant begun from a drawing, and the terrain of its provinces asked once."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.board import Terrain
from app.commands.declaring.registry import command
from app.game.storage.errors import StorageError
from app.session.errors import Abort, GivenUp
from app.session.roles import Who
from app.session.services import FileKind
from app.session.session import Session
from entente.words.names import join_words
from languages import labelled, plural, system_words, tr


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
    """
    drawing = drawing or session.services.open_path(FileKind.DRAWING)
    if drawing is None:
        raise GivenUp(tr("No drawing was chosen."))
    screen = session.services.screen
    if screen is not None and not write:
        if not drawing.is_file():
            raise Abort(tr("There is no drawing {drawing}.", drawing=drawing))
        screen.open_bench(drawing)
        return
    # Drawing libraries are loaded only when there is a drawing to look at.
    from app.bench.beginning import Answers, begun, look_at
    from app.bench.settling import put_down, settling
    from variants import VariantError

    try:
        svg = drawing.read_bytes()
    except OSError as error:
        raise Abort(tr("{file} cannot be read: {error}.", file=drawing, error=system_words(error))) from error
    terrains = _terrains(sea, land, impassable)
    lands = frozenset(code for code, terrain in terrains.items() if terrain is Terrain.INLAND)
    answers = Answers(layer, _pairs(codes), {}, {code: each for code, each in terrains.items() if code not in lands}, lands)
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
    if found.coded.idle:
        session.say(tr("Over no shape: {idle}.", idle=join_words(found.coded.idle[:12])))
    title = name or drawing.stem.replace("_", " ").replace("-", " ").title()
    if not write:
        session.say(
            plural(
                "{count} province. --write puts them into {title}.",
                "{count} provinces. --write puts them into {title}.",
                len(found.provinces),
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
    from app.bench.editing import Editing
    from app.bench.reviewing import find_place
    from app.bench.terrain import first_drawing, proposed_terrains, take_terrains
    from variants import VariantError
    from variants.inherit import MANIFEST

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
                "Nothing tells what {provinces} is: say it with set-province. Nothing is written before.",
                "Nothing tells what {provinces} are: say it with set-province. Nothing is written before.",
                len(open_ones),
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
    """What was said of each; land may have a shore or not, which the drawing shows."""
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
