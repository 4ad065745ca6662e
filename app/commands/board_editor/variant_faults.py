"""Faults of a variant and the answers to them, and two versions of it compared."""

from __future__ import annotations

import contextlib
import json as plain_json
from pathlib import Path

from app.commands.declaring.registry import command
from app.session.errors import Abort, did_you_mean, nearest
from app.session.parameters import RestOfLine
from app.session.roles import Who
from app.session.session import Session
from entente.words.names import join_words
from languages import labelled, plural, tr
from variants import FolderSource, Source, VariantFolder, read_with_faults, shipped_source
from variants.notes import BorderAnswer, Reply, ShoreAnswer, ShoreKind
from variants.packed import ARCHIVES
from variants.source import MANIFEST


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
    from app.board_editor.reviewing import as_json, as_lines, find_place, look_through

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
    from app.board_editor.reviewing import fault_called, find_place, look_through
    from app.board_editor.reviewing import mend as write

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
    from app.board_editor.reviewing import fault_called, find_place, look_through
    from app.board_editor.reviewing import know as note

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
    from app.board_editor.reviewing import find_place, look_through, reply

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
    from app.board_editor.reviewing import find_place, look_through, say_shore

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


@command("compare-variants", "Compare two versions of a variant…", who=Who.ANYBODY, menu="Tools", place=29)
def compare_variants(session: Session, old: Path, new: Path | None = None, *, json: bool = False) -> None:
    """Say what differs between two versions of a variant: provinces, steps, centres, starts, rules; as text for a post to the players.

    On the designer's bench the map shows it as well.

    Args:
        old: the earlier one: its folder, its variant.toml, a file that pack wrote, or its name on the shelf.
        new: the later one, likewise; what lies on the bench unless given.
        json: say it as data.
    """
    from app.board_editor.comparing import as_data, as_text, compare

    if new is None:
        _on_the_bench(session, old)
        return
    found = compare(read_version(session, old).variant, read_version(session, new).variant)
    session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False) if json else "\n".join(as_text(found)))


def _on_the_bench(session: Session, old: Path) -> None:
    screen = session.services.screen
    if screen is None or not screen.has_bench:
        raise Abort(tr("Say both versions; one alone is compared with what lies on the bench."))
    source, folder = _source(session, old), read_version(session, old)
    svg = b""
    if folder.maps:
        with contextlib.suppress(OSError, ValueError):
            svg = source.read(folder.maps[0].file)
    screen.compare_on_bench(folder, svg)


def read_version(session: Session, path: Path) -> VariantFolder:
    """The variant at *path*.

    Raises:
        Abort: there is none, or it cannot be played.
    """
    source = _source(session, path)
    sources = {entry.id: entry.source for entry in session.shelf.entries()}

    def library(variant_id: str) -> Source:
        beside = path.absolute().parent / variant_id
        if (beside / MANIFEST).is_file():
            return FolderSource(beside)
        return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

    folder, faults = read_with_faults(source, library)
    if folder is None:
        raise Abort(
            tr(
                "{path} cannot be played, so that it cannot be compared: {faults}",
                path=path,
                faults=faults[0] if faults else tr("there is no variant in it"),
            )
        )
    return folder


def _source(session: Session, path: Path) -> Source:
    if path.suffix.casefold() in ARCHIVES and path.is_file():
        from app.library.board_imports import read_board

        variants = [each for each in read_board(path).variants if each.own]
        if len(variants) == 0:
            raise Abort(tr("There is no variant of this program in {path}.", path=path))
        return variants[-1].source
    root = path.parent if path.name == MANIFEST else path
    if root.is_dir():
        return FolderSource(root)
    entry = session.shelf.entry(str(path))
    if entry is None:
        near = did_you_mean(nearest(str(path), session.shelf.ids()))
        raise Abort(tr("{path} is no folder, no file that pack wrote, and no variant on the shelf{near}.", path=path, near=near))
    return entry.source
