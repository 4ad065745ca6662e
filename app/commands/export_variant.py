"""A variant written for other programs."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import is_there, write_atomically
from app.session.errors import Abort
from app.session.roles import Who
from app.session.saving import may_replace
from app.session.session import Session
from app.session.starting import playable


@command("export-variant", "Export a variant…", who=Who.ANYBODY)
def export_variant(session: Session, variant: str, file: Path, *, replace: bool = False) -> None:
    """Write a variant for other programs: a .map file of the judges, or its neighbours as .json. What the format has no words for is told.

    Args:
        variant: its name on the shelf.
        file: where to; its ending says what is written.
        replace: write over a file that is there already.
    """
    from app.bench.exporting import NotExpressibleError, adjacency_json, judge_map

    entry = playable(session, variant)
    assert entry.folder is not None
    rules = entry.folder.variant
    left_out: tuple[str, ...] = ()
    try:
        match file.suffix.casefold():
            case ".map":
                text, left_out = judge_map(rules)
            case ".json":
                text = adjacency_json(rules)
            case ending:
                raise Abort(f"{ending or 'A file without an ending'} is none of what can be written: .map or .json.")
    except NotExpressibleError as error:
        raise Abort(f"{rules.name} cannot be written as {file.suffix}: {error}.") from error
    if is_there(file) and not replace and not may_replace(session, file):
        raise Abort(f"{file} is there already; --replace writes over it.")
    write_atomically(file, text.encode(), "writing the variant")
    session.say(f"{rules.name} is in {file}.")
    for each in (*left_out, *(["its hooks"] if entry.folder.hooks and file.suffix.casefold() == ".map" else [])):
        session.say(f"Left out: {each}.")
