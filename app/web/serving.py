"""A table that is served without a window: it says where, hears phones, and carries phases out once all have sealed."""

from __future__ import annotations

from app.hotseat.round import RoundStage
from app.session.errors import Abort
from app.session.session import Session
from app.session.table_acts import keep_in_file, table_here
from app.session.web_terms import WebTerms
from app.web.running import WebTable
from app.web.terms import is_loopback, protection
from languages import labelled, system_words, tr

_BEAT = 0.25
"""Seconds between two looks at clocks and opponents."""


def serve_table(session: Session, terms: WebTerms) -> None:
    """Serve the table in front until Ctrl+C.

    Raises:
        Abort: nobody can connect there.
    """
    seating = table_here(session)
    web = WebTable(session, seating, terms, drives=True)
    try:
        web.start()
    except (OSError, ValueError) as error:
        words = system_words(error) if isinstance(error, OSError) else str(error)
        raise Abort(tr("Nobody can connect at {host}:{port}: {error}.", host=terms.host, port=terms.port, error=words)) from error
    _say_where(session, web)
    stage = seating.round.stage
    try:
        while True:
            web.serve_waiting(timeout=_BEAT)
            if seating.round.stage is not stage:
                stage = seating.round.stage
                keep_in_file(session, seating)
                if stage is RoundStage.OVER:
                    session.say(tr("The game is over. Ctrl+C ends the program."))
    except KeyboardInterrupt:
        session.say(tr("The table is closed; the phones wait for it."))
    finally:
        web.stop()
        keep_in_file(session, seating)


def _say_where(session: Session, web: WebTable) -> None:
    import io

    import segno

    invitation = web.desk.invitation
    for address in web.addresses:
        session.say(labelled(tr("Table"), address))
    session.say(labelled(tr("Stage"), f"{web.addresses[0]}/stage"))
    session.say(labelled(tr("Table word"), web.desk.door.word))
    if is_loopback(web.terms.host) and not web.terms.public_url:
        session.say(tr("Only this machine can connect; --host 0.0.0.0 lets phones of the local network in."))
    session.say(protection(web.terms))
    if invitation is not None:
        drawn = io.StringIO()
        segno.make(f"{web.addresses[0]}/#join.{web.desk.door.word}.{web.desk.server_key}", error="m", micro=False).terminal(
            drawn, compact=True
        )
        session.say(drawn.getvalue().rstrip("\n"))
