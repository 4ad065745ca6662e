"""Pictures of the board: exported, copied, printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.errors import Abort, GivenUp, did_you_mean, nearest
from app.session.moments import moment
from app.session.parameters import PhaseOrAll
from app.session.pictures import named_set, picture_of, theme_of
from app.session.roles import Who
from app.session.services import FileKind, PictureFormat
from app.session.session import Session, board_on_screen, game_open
from languages import tr

MAIL_WIDTH = 900
MAIL_BYTES = 250_000


@command("export", "Export picture…", who=Who.ANYBODY, menu="File", place=30, shortcut="Ctrl+E", available=game_open)
def export(
    session: Session,
    file: Path | None = None,
    *,
    phase: PhaseOrAll | None = None,
    width: int | None = None,
    mail: bool = False,
    pieces: str | None = None,
    theme: str | None = None,
) -> None:
    """Write a picture of the board with its orders to a file: PNG, JPEG, SVG or PDF, by the file's ending.

    With --phase all it is a new folder with a picture of every phase, or, where the name ends in .pdf, a booklet.

    Args:
        file: where to; asked for unless given.
        phase: of when, or all; the phase that is shown unless given.
        width: of a PNG or JPEG, in pixels: 100 to 12000; 1800 unless given, 900 for mail.
        mail: a PNG or JPEG of at most 250 kB, with fewer colours or some loss.
        pieces: what units look like: the id of a set of unit symbols; as on the screen unless given.
        theme: of the picture; as on the screen unless given.
    """
    if phase == "all":
        _export_all(session, file, width, mail=mail, pieces=pieces, theme=theme)
        return
    width = width if width is not None else MAIL_WIDTH if mail else 1800
    if not 100 <= width <= 12_000:
        raise Abort(tr("A picture can be 100 to 12000 pixels wide, not {width}.", width=width))
    cursor = session.cursor if phase is None else moment(session, Phase.of(phase))
    shown = session.shown.turn(cursor).phase
    path = file or session.services.save_path(FileKind.SMALL_PICTURE if mail else FileKind.PICTURE, f"{session.game.name} {shown}.png")
    if path is None:
        raise GivenUp(tr("No file was chosen."))
    ending = path.suffix.casefold().lstrip(".")
    formats = {each.value: each for each in PictureFormat} | {"jpeg": PictureFormat.JPEG}
    if ending not in formats:
        raise Abort(
            tr(
                "{path}: a picture's file can end in {endings}{did_you_mean}",
                path=path,
                endings=", ".join(FileKind.PICTURE.endings),
                did_you_mean=did_you_mean(nearest(ending, formats)),
            )
        )
    if mail and formats[ending] not in (PictureFormat.PNG, PictureFormat.JPEG):
        raise Abort(
            tr("{path}: a picture for mail is a .png or .jpg; how large a .{ending} is cannot be chosen.", path=path, ending=ending)
        )
    chosen = None if pieces is None else named_set(session, pieces)
    request = replace(picture_of(session, cursor, width, chosen, theme_of(session, theme)), most_bytes=MAIL_BYTES if mail else None)
    session.services.write_picture(request, formats[ending], path)
    session.say(tr("{shown} written to {path}.", shown=shown, path=path))


def _export_all(session: Session, file: Path | None, width: int | None, *, mail: bool, pieces: str | None, theme: str | None) -> None:
    from app.commands.story import export_booklet, export_pictures

    if mail or pieces is not None:
        raise Abort(tr("All phases at once are written without --mail and --pieces."))
    if file is not None and file.suffix.casefold() == ".pdf":
        if width is not None:
            raise Abort(tr("A booklet is as wide as its paper; --width is for pictures."))
        export_booklet(session, file, theme=theme)
    elif file is not None and file.suffix.casefold().lstrip(".") in {*PictureFormat, "jpeg"}:
        raise Abort(tr("{file}: all phases go into a folder, or into a booklet, whose name ends in .pdf.", file=file))
    else:
        export_pictures(session, file, width=1400 if width is None else width, theme=theme)


@command("export-for-mail", "Export picture for mail…", who=Who.ANYBODY, menu="File", place=33, available=game_open)
def export_for_mail(session: Session, file: Path | None = None) -> None:
    """Write a picture 900 pixels wide and of at most 250 kB, as PNG or JPEG: export --mail.

    Args:
        file: where to; asked for unless given.
    """
    export(session, file, mail=True)


@command("print", "Print…", who=Who.ANYBODY, menu="File", place=31, shortcut="Ctrl+P", available=board_on_screen)
def print_board(session: Session) -> None:
    """Print the board as it is shown."""
    session.services.print_picture(picture_of(session, session.cursor), preview=False)


@command("print-preview", "Print preview", who=Who.ANYBODY, menu="File", place=32, shortcut="Ctrl+Shift+P", available=board_on_screen)
def print_preview(session: Session) -> None:
    """Show what printing the board would give."""
    session.services.print_picture(picture_of(session, session.cursor), preview=True)


@command("copy-picture", "Copy picture of the board", who=Who.ANYBODY, menu="Edit", place=32, available=game_open)
def copy_picture(session: Session, *, width: int = 1800) -> None:
    """Put a picture of the board as it is shown onto the clipboard.

    Args:
        width: in pixels.
    """
    session.services.copy_picture(picture_of(session, session.cursor, width))
    session.say(tr("Picture copied."))
