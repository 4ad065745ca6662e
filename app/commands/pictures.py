"""Pictures of the board and sheets for orders: exported, copied, printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from adjudicator import Phase, Variant
from app.commands.declaring.registry import command
from app.game.deadlines import due, terms_of
from app.game.readiness import builds_left, removals_left, unordered
from app.game.record import Turn
from app.game.storage.atomic import write_atomically
from app.gm.deadline_words import moment_words
from app.session.errors import Abort, did_you_mean, nearest
from app.session.front_picture import named_set, picture_of, theme_of
from app.session.parameters import PhaseOrAll, PowerName
from app.session.requests import OrdersForm
from app.session.roles import Who
from app.session.services import FileKind, FileToSave, PictureFormat, path_for
from app.session.session import Session, board_on_screen, game_open, moment, orders_taken
from app.session.view_options import PageSize
from entente.words.names import describe_phase, power_name
from languages import plural, tr

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
    page_size: PageSize | None = None,
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
        page_size: of a PDF: a4 or letter; as chosen in Preferences unless given.
    """
    if phase == "all":
        _export_all(session, file, width, mail=mail, pieces=pieces, theme=theme, page_size=page_size)
        return
    width = width if width is not None else MAIL_WIDTH if mail else 1800
    if not 100 <= width <= 12_000:
        raise Abort(tr("A picture can be 100 to 12000 pixels wide, not {width}.", width=width))
    cursor = session.cursor if phase is None else moment(session, Phase.of(phase))
    shown = session.shown.turn(cursor).phase
    kind = FileKind.SMALL_PICTURE if mail else FileKind.PICTURE
    path = path_for(session.services, FileToSave(kind, f"{session.game.name} {shown}.png"), file)
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
    if page_size is not None:
        request = replace(request, view=replace(request.view, page_size=page_size))
    session.services.write_picture(request, formats[ending], path)
    session.say(tr("{shown} written to {path}.", shown=shown, path=path))


def _export_all(
    session: Session, file: Path | None, width: int | None, *, mail: bool, pieces: str | None, theme: str | None, page_size: PageSize | None
) -> None:
    from app.commands.statistics import export_booklet, export_pictures

    if mail or pieces is not None:
        raise Abort(
            tr(
                "All phases at once are written without {mail} and {pieces}.",
                mail=session.named_option("mail"),
                pieces=session.named_option("pieces"),
            )
        )
    if file is not None and file.suffix.casefold() == ".pdf":
        if width is not None:
            raise Abort(tr("A booklet is as wide as its paper; {width} is for pictures.", width=session.named_option("width")))
        export_booklet(session, file, theme=theme, page_size=page_size)
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


SPARE_LINES = 3
"""Empty lines below those of a power's units."""
BLANK_LINES = 18
"""Lines of a sheet that names no units."""


@command("orders-sheet", "Orders sheet…", who=Who.SEAT, menu="File", place=29, available=orders_taken)
def orders_sheet(
    session: Session, file: Path | None = None, *, power: PowerName | None = None, blank: bool = False, page_size: PageSize | None = None
) -> None:
    """Write sheets for the orders of the open phase as a PDF, to be printed and filled in by hand: a page for each power.

    A sheet has a line for each unit, dislodged unit, build or removal of its power, and when orders are due. No orders are on it.

    Args:
        file: where to; asked for unless given.
        power: only the sheet of this power.
        blank: without units, for any phase.
        page_size: a4 or letter; as chosen in Preferences unless given.
    """
    game, variant, branch = session.shown, session.variant, session.branch
    if power is not None:
        session.check_writer(power)
    turn = replace(game.turn(game.last(branch)), orders=MappingProxyType({}))
    size = page_size or session.view.page_size
    moment = due(turn.deadline)
    forms = []
    for each in variant.powers:
        lines = _lines_to_fill(variant, turn, each)
        if power not in {None, each} or session.viewer not in {None, each} or not (lines or blank):
            continue
        name, phase = power_name(variant, each), describe_phase(variant, turn.phase)
        forms.append(
            OrdersForm(
                game.name,
                name if blank else tr("{power}, {phase}", power=name, phase=phase),
                "" if blank or moment is None else tr("Due {moment}.", moment=moment_words(moment, terms_of(game).zone_info)),
                () if blank else lines,
                BLANK_LINES if blank else SPARE_LINES,
                size,
                each,
            )
        )
    if not forms:
        raise Abort(tr("Nobody has anything to order in this phase."))
    path = path_for(session.services, FileToSave(FileKind.BOOKLET, f"{game.name} {turn.phase}.pdf"), file)
    write_atomically(path, session.services.draw_forms(forms), tr("writing the orders sheet"))
    session.say(plural("{count} orders sheet written to {path}.", "{count} orders sheets written to {path}.", len(forms), path=path))


def _lines_to_fill(variant: Variant, turn: Turn, power: str) -> tuple[str, ...]:
    """Return the words before each line that *power* can order in *turn*, which has no orders."""
    units = tuple(str(unit.piece) for unit in unordered(variant, turn, power))
    builds = (tr("Build {number}", number=number) for number in range(1, builds_left(variant, turn, power) + 1))
    removals = (tr("Remove {number}", number=number) for number in range(1, removals_left(variant, turn, power) + 1))
    return (*units, *builds, *removals)
