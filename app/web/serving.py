"""A table that is served without a window: it says where, hears phones, and carries phases out once all have sealed."""

from __future__ import annotations

import queue
import sys
import threading
from contextlib import suppress

from app.commands.declaring.run import run_line
from app.game.refusal import EditError
from app.game.storage.errors import StorageError
from app.hotseat.reveal_state import RevealAct
from app.hotseat.round import RoundStage
from app.session.errors import Abort, CommandError
from app.session.requests import WebTerms
from app.session.session import Session
from app.tables.table_acts import keep_in_file, table_here
from app.tables.table_words import told
from app.web.running import WebTable
from app.web.terms import is_loopback, protection
from languages import labelled, system_words, tr

_LONGEST_LINE = 10_000
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
    lines = _typed_lines()
    stage = seating.round.stage
    try:
        while True:
            web.serve_waiting(timeout=_BEAT)
            while not lines.empty():
                run_typed(session, web, lines.get())
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


def _typed_lines() -> queue.SimpleQueue[str]:
    """Return the queue of lines that the organiser types, read by a thread of its own."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        with suppress(OSError, ValueError):
            for line in sys.stdin:
                lines.put(line[:_LONGEST_LINE])

    if sys.stdin is not None:
        threading.Thread(target=read, name="organiser", daemon=True).start()
    return lines


def run_typed(session: Session, web: WebTable, line: str) -> None:
    """Run a *line* of the organiser: ``who``, ``door``, ``again POWER``, ``steer POWER``, a step of the reveal, or any command."""
    words = line.split()
    match words:
        case []:
            return
        case ["who"]:
            session.say("\n".join(told(web.seating)))
        case ["door", "open" | "shut"]:
            web.desk.door.is_open = words[1] == "open"
            session.say(tr("The door is open.") if web.desk.door.is_open else tr("The door is shut."))
        case ["next" | "back" | "all" | "on"]:
            if not web.desk.steer(RevealAct(words[0])):
                session.say(tr("No reveal is shown now."))
        case ["steer", power]:
            _let_steer(session, web, power.upper())
        case ["again", power]:
            code = power.upper()
            if not any(seat.power == code and seat.by_phone and seat.lock is not None for seat in web.seating.table.seats):
                session.say(tr("Nobody sits there with a phone."))
                return
            session.say(tr("Open this on the other phone: {address}", address=web.desk.give_again(code)))
        case _:
            try:
                run_line(session, line.strip())
            except (CommandError, EditError, StorageError) as error:
                session.say(str(error))


def _let_steer(session: Session, web: WebTable, power: str) -> None:
    seats = {seat.power: seat for seat in web.seating.table.seats if seat.by_phone and seat.lock is not None}
    web.seating.telling.steering = power if power in seats else None
    if power in seats:
        session.say(tr("{person} goes from step to step of the reveal.", person=seats[power].who))
    else:
        session.say(tr("The reveal goes on by itself."))


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
