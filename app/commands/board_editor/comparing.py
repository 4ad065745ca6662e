"""Two versions of a variant, compared."""

from __future__ import annotations

import contextlib
import json as plain_json
from pathlib import Path

from app.commands.declaring.registry import command
from app.session.errors import Abort, did_you_mean, nearest
from app.session.roles import Who
from app.session.session import Session
from languages import tr
from variants import FolderSource, Source, VariantFolder, read_with_faults, shipped_source
from variants.inherit import MANIFEST
from variants.packed import ARCHIVES


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
