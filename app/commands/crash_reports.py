"""Reports of crashes: what went wrong inside the program, to be read before anybody is told of it."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from languages import plural, system_words, tr


@command("crash-reports", "Crash reports…", who=Who.ANYBODY, menu="Help", place=22)
def crash_reports(session: Session, report: str | None = None, *, delete: bool = False) -> None:
    """Show the reports of crashes on this machine. They are sent to nobody; orders, notes, passwords and names of games are not in them.

    In the window they are read, copied, saved and deleted on a page of their own.

    Args:
        report: the name of one, which is printed; all are listed unless given.
        delete: delete it, or all of them, instead.
    """
    from app import crash_reports as kept

    if session.services.screen is not None and report is None and not delete:
        session.services.screen.show_panel("crash-reports")
        return
    found = kept.crash_reports(session.library.places.reports)
    chosen = found if report is None else tuple(each for each in found if report in (each.name, each.stem))
    if report is not None and not chosen:
        raise Abort(tr("There is no report {report}; crash-reports lists them.", report=report))
    try:
        if delete:
            for each in chosen:
                each.unlink()
            session.say(plural("{count} report is deleted.", "{count} reports are deleted.", len(chosen)))
            return
        if report is not None:
            session.say(kept.read_report(chosen[0]).rstrip("\n"))
            return
    except OSError as error:
        raise Abort(tr("The reports cannot be changed or read: {reason}", reason=system_words(error))) from error
    for each in found:
        session.say(each.name)
    if not found:
        session.say(tr("There are no reports of crashes."))
