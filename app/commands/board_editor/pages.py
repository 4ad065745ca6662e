"""The designer's bench and the play-test page, opened on a variant."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.files import put_on_shelf
from app.session.errors import Abort, GivenUp, did_you_mean, nearest
from app.session.roles import Who
from app.session.services import FileKind, FileToOpen
from app.session.session import Session
from app.session.starting import playable
from languages import tr
from variants.source import MANIFEST, FolderSource, is_drawing


@command("bench", "Designer's bench…", who=Who.ANYBODY, menu="Tools", place=27, shortcut="Ctrl+Shift+B")
def bench(session: Session, variant: Path | None = None) -> None:
    """Put a board on the designer's bench: its drawing with all steps, its provinces, and what is wrong, each beside its line.

    It is read again whenever one of its files is saved. A folder of another program is imported first. A drawing beside
    which there is no variant is asked about, and one is begun from it. Without a window begin-variant does that, and check-variant says
    what is wrong.

    Args:
        variant: its folder, its variant.toml, an SVG, or the name of one of your own variants; what lies there, or a file dialog, unless
            given.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort(tr("The bench needs a window; check-variant lists the faults of a variant without one."))
    if variant is None and screen.has_bench:
        screen.show_panel("bench")
        return
    path = variant or session.services.ask(FileToOpen(FileKind.DRAWING))
    if path is None:
        return
    screen.open_bench(_found(session, path))


def _brought_in(session: Session, path: Path) -> Path | None:
    """The folder of what is made of a board of another program at *path*; ``None`` where none lies there."""
    from variants.importers import boards_in

    if session.shelf.folder is None or not boards_in(FolderSource(path)):
        return None
    brought = put_on_shelf(session, path)
    if not brought.boards:
        raise GivenUp(tr("Nothing was imported."))
    entry = session.shelf.entry(brought.boards[0])
    return None if entry is None else session.shelf.place_of(entry)


def _found(session: Session, path: Path) -> Path:
    """Return the folder of the files.

    Raises:
        Abort: there are none.
    """
    if not path.exists() and path == Path(path.name) and (entry := session.shelf.entry(path.name)) is not None:
        place = session.shelf.place_of(entry)
        if place is None:
            raise Abort(
                tr(
                    "{entry} comes with Entente and is not changed; begin one of your own with {new}.",
                    new=session.named("new-variant"),
                    entry=entry.id,
                )
            )
        return place
    if path.is_dir() and not (path / MANIFEST).is_file():
        if (brought := _brought_in(session, path)) is not None:
            return brought
        drawings = sorted(each for each in path.iterdir() if is_drawing(each.name))
        if len(drawings) != 1:
            raise Abort(
                tr("There is no {file} in {folder}, and more than one drawing; name one.", file=MANIFEST, folder=path)
                if drawings
                else tr("There is no {file} in {folder}, and no drawing; name one.", file=MANIFEST, folder=path)
            )
        return drawings[0]
    if not path.exists():
        ids = [entry.id for entry in session.shelf.entries() if entry.own]
        raise Abort(
            tr(
                "{path} is no folder, no file, and none of your own variants{did_you_mean}.",
                path=path,
                did_you_mean=did_you_mean(nearest(str(path), ids)),
            )
        )
    return path


@command("play-test", "Play-test…", who=Who.ANYBODY, menu="Tools", place=28)
def play_test(session: Session, variant: str | None = None) -> None:
    """Let opponents play many games of a variant in the background, and see what they add up to: shares, centres by year, where they fight.

    Without a window, selfplay does the same. Hooks take no part here; in selfplay they do.

    Args:
        variant: what is played; that of the game in front, or the standard one, unless given.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort(tr("The play-test page needs a window; selfplay adds games up without one."))
    in_front = session.current.game.variant.id if session.current is not None else "standard"
    screen.open_play_test(playable(session, variant or in_front).id)
