"""A variant written for other programs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.game.edits import new_game
from app.game.storage.atomic import is_there, write_atomically
from app.session.errors import Abort, CommandError, GivenUp
from app.session.game_files import may_replace
from app.session.roles import Who
from app.session.services import FileKind, FileToSave, GoOn, PictureFormat, PictureRequest, path_for
from app.session.session import Session
from app.session.starting import playable_at
from app.session.view_options import View
from languages import plural, system_words, tr
from variants.catalogue import CatalogueEntry
from variants.packed import ENDING

if TYPE_CHECKING:
    from variants.compiled import CompiledBoard


THUMBNAIL_WIDTH = 480
"""Pixels."""


@command("pack", "Pack a variant for a friend…", who=Who.ANYBODY, menu="Tools", place=26)
def pack(session: Session, variant: str, file: Path | None = None, *, replace: bool = False) -> None:
    """Put a variant into one file for a friend: its rules and boards, its own unit symbols and hooks, SOURCE.md, a picture, checksums.

    Whoever gets it drops the file on the window, names it on the command line, or uses import. Variants of yours that it extends come
    along. The same variant gives the same file.

    Args:
        variant: its name on the shelf, or its folder.
        file: a zip archive inside, whose name ends in .dpv, or in .zip where you write so; beside where you are, named by the variant,
            unless given. In the window it is asked for.
        replace: write over a file that is there already.
    """
    from app.board_editor.packing import packed

    entry = playable_at(session, variant)
    suggestion = f"{entry.id}{ENDING}"
    named = file or (Path(suggestion) if session.services.screen is None else None)
    path = path_for(session.services, FileToSave(FileKind.PACK, suggestion), named)
    if path.suffix.casefold() not in (ENDING, ".zip"):
        path = path.with_name(f"{path.name}{ENDING}")
    if file is not None and is_there(path) and not replace and not may_replace(session, path):
        raise Abort(tr("{path} is there already; {replace} writes over it.", replace=session.named_option("replace"), path=path))
    try:
        content, names = packed(entry, session.shelf.entry, session.unit_sets.folder, thumbnail(session, entry))
    except (OSError, ValueError) as error:
        raise Abort(tr("{entry} cannot be read: {error}", entry=entry.id, error=system_words(error))) from error
    write_atomically(path, content, tr("packing the variant"))
    session.say(
        plural(
            "{entry}: {count} file, {text} kB, packed into {path}.",
            "{entry}: {count} files, {text} kB, packed into {path}.",
            len(names),
            entry=entry.id,
            text=max(1, len(content) // 1000),
            path=path,
        )
    )


def thumbnail(session: Session, entry: CatalogueEntry) -> bytes:
    """A small picture of the start; empty where it cannot be drawn, which does not prevent sending the variant."""
    shelved = session.shelf.find(entry.id)
    known = session.shelf.entry(entry.id)
    if shelved is None or known is None or (entry.own and known.source is not entry.source):  # boards are painted from the shelf
        session.say(tr("There is no small picture in it: {variant} is not on the shelf of New Game.", variant=entry.id))
        return b""
    game = new_game(shelved.variant, checksum=shelved.checksum)
    request = PictureRequest(game, game.last(), View(), THUMBNAIL_WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "start.png"
        try:
            session.services.write_picture(request, PictureFormat.PNG, path)
            return path.read_bytes()
        except (CommandError, OSError) as error:
            session.say(tr("There is no small picture in it: {error}", error=system_words(error)))
            return b""


_ENDINGS = ".map, .json, .svg, .d.svg, .dvar.json, .creator.json, .php or .zip"
_JDIP_NAME = ("variant.zip", "variants.zip", "variant.jar", "variants.jar")


@command("export-variant", "Export a variant…", who=Who.ANYBODY)
def export_variant(session: Session, variant: str, file: Path, *, replace: bool = False) -> None:
    """Write a variant for other programs; what the format has no words for is listed. Its ending says what is written.

    .zip (or .jar) is a package of jDip; .svg a drawing with the layers of godip, with the board as a Go text beside it; .d.svg the
    drawing of diplicity's service with its older JSON beside it, .dvar.json the file that the service takes with that drawing beside it,
    .creator.json a file for its Variant Creator, ids.json one of its maps with
    map.svg beside it; install.php the folder of a webDiplomacy variant, with variant.php, classes and pictures beside it; config.json the
    folder of the bot DiplomacyGM, with its drawing; .map a map file of the judges; any other .json its neighbours.

    Args:
        variant: its name on the shelf, or its folder.
        file: where to.
        replace: write over a file that is there already.
    """
    from app.board_editor.exporting import NotExpressibleError

    entry = playable_at(session, variant)
    assert entry.folder is not None
    rules = entry.folder.variant
    try:
        files, left_out = _written(session, entry, file)
    except NotExpressibleError as error:
        raise Abort(tr("{rules} cannot be written as {suffix}: {error}.", rules=rules.name, suffix=file.suffix, error=error)) from error
    for path in files:
        if is_there(path) and not replace and not may_replace(session, path):
            raise Abort(tr("{path} is there already; {replace} writes over it.", replace=session.named_option("replace"), path=path))
    for path, content in files.items():
        if path.parent != file.parent:
            path.parent.mkdir(exist_ok=True)
        write_atomically(path, content, tr("writing the variant"))
    session.say(tr("{variant} is in {files}.", variant=rules.name, files=f" {tr('and')} ".join(map(str, files))))
    for each in (*left_out, *([tr("its hooks")] if entry.folder.hooks and file.suffix.casefold() != ".json" else [])):
        session.say(tr("Left out: {one}.", one=each))
    if file.suffix.casefold() in (".zip", ".jar") and not file.name.casefold().endswith(_JDIP_NAME):
        session.say(tr("jDip looks for packages whose names end in Variants.zip; {file} is none until it is renamed.", file=file.name))


def _written(session: Session, entry: CatalogueEntry, file: Path) -> tuple[Mapping[Path, bytes], tuple[str, ...]]:
    """Return the contents of each file, and a list of what is left out of it, in words.

    Raises:
        NotExpressibleError: the format cannot have the board.
    """
    assert entry.folder is not None
    rules = entry.folder.variant
    ending = next(
        (each for each in (".d.svg", ".dvar.json", ".creator.json") if file.name.casefold().endswith(each)), file.suffix.casefold()
    )
    match ending:
        case ".d.svg":
            from app.board_editor.diplicity_export import diplicity_json, diplicity_svg, steps_not_drawn

            text, left_out = diplicity_json(rules, entry.folder.styles)
            drawing = diplicity_svg(rules, _board(session, entry))
            beside = file.with_name(file.name[: -len(ending)] + ".json")
            return {file: drawing.encode(), beside: text.encode()}, (
                *left_out,
                *steps_not_drawn(rules, {"board.json": text, "board.d.svg": drawing}),
            )
        case ".dvar.json":
            from app.board_editor.diplicity_export import diplicity_svg, dvar_json

            text, left_out = dvar_json(rules, entry.folder.styles)
            beside = file.with_name(file.name[: -len(ending)] + ".d.svg")
            return {file: text.encode(), beside: diplicity_svg(rules, _board(session, entry)).encode()}, left_out
        case ".creator.json":
            from app.board_editor.diplicity_export import creator_json

            text, left_out = creator_json(rules, _board(session, entry), entry.folder.styles)
            return {file: text.encode()}, left_out
        case ".php":
            from app.board_editor.webdiplomacy_export import webdiplomacy_files

            if file.name.casefold() != "install.php":
                raise Abort(
                    tr("The folder of a webDiplomacy variant is named by its install.php: {path}.", path=file.with_name("install.php"))
                )
            found, left_out = webdiplomacy_files(rules, _board(session, entry), entry.folder.styles)
            return {file.parent / name: content for name, content in found.items()}, left_out
        case ".map":
            from app.board_editor.exporting import judge_map

            text, left_out = judge_map(rules)
            return {file: text.encode()}, left_out
        case ".json" if file.name.casefold().endswith("ids.json"):
            from app.board_editor.diplicity_export import diplicity_map, steps_not_drawn

            drawing, text = diplicity_map(rules, _board(session, entry))
            beside = file.with_name(file.name[: -len("ids.json")] + "map.svg")
            start = tr("powers, units and the start, which a map does not have")
            return {beside: drawing.encode(), file: text.encode()}, (start, *steps_not_drawn(rules, {"ids.json": text, "map.svg": drawing}))
        case ".json" if file.name.casefold() == "config.json":
            from app.board_editor.diplomacygm_export import diplomacygm_files

            found, left_out = diplomacygm_files(rules, _board(session, entry), entry.folder.styles, f"{entry.id}.svg")
            return {file.with_name(name): content for name, content in found.items()}, left_out
        case ".json":
            from app.board_editor.exporting import adjacency_json

            return {file: adjacency_json(rules).encode()}, ()
        case ".svg":
            from app.board_editor.godip_export import godip_go, godip_svg

            go_text, left_out = godip_go(rules, entry.folder.styles, file.name)
            return {file: godip_svg(rules, _board(session, entry)).encode(), file.with_suffix(".go"): go_text.encode()}, left_out
        case ".zip" | ".jar":
            from app.board_editor.jdip_package import jdip_package

            board = _board(session, entry)
            content, left_out = jdip_package(entry.folder, board, entry.folder.styles, thumbnail(session, entry))
            return {file: content}, left_out
        case _:
            if ending == ENDING:
                raise Abort(
                    tr(
                        "A variant in one file for this program is written by pack: pack {variant} {file}.",
                        variant=entry.id,
                        file=file.name,
                    )
                )
            raise Abort(
                tr("{ending} is none of what can be written: {endings}.", ending=ending, endings=_ENDINGS)
                if ending
                else tr("A file without an ending is none of what can be written: {endings}.", endings=_ENDINGS)
            )


def _board(session: Session, entry: CatalogueEntry) -> CompiledBoard:
    """The variant's board, made while a person can stop it.

    Raises:
        Abort: it has none.
        GivenUp: it was stopped.
    """
    from app.library.finished_board import NoFinishedBoardError, finished_board
    from variants.compile.elements import CompilationStoppedError

    def work(go_on: GoOn) -> CompiledBoard:
        return finished_board(entry, session.shelf, lambda: not go_on(0, 0, ""))

    try:
        return session.services.watch_over(tr("Drawing {entry}…", entry=entry.id), work)
    except NoFinishedBoardError as error:
        raise Abort(str(error)) from error
    except CompilationStoppedError:
        raise GivenUp(tr("Stopped; nothing was written.")) from None
