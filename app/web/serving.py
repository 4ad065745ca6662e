"""A table served to browsers: its server on a thread of its own, and the run without a window."""

from __future__ import annotations

import queue
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from app.commands.declaring.run import run_line
from app.game.record import EditError
from app.game.storage.atomic import StorageError
from app.game.storage.places import places
from app.hotseat.round import RevealAct, RoundStage
from app.presentation.drawn_boards import drawn_board
from app.session.errors import Abort, CommandError
from app.session.requests import WebTerms
from app.session.seating import Seating
from app.session.session import Session
from app.tables.table_acts import keep_in_file, table_here, table_lines
from app.web.board_picture import ground
from app.web.channel import public_text, server_key
from app.web.desk import Desk
from app.web.page_parts import colours_css, page_text
from app.web.page_server import PageServer, bound_socket
from app.web.site import Exhibit, PageVisitor, TableEars, TableSite
from app.web.terms import addresses_of, checked_tls, is_loopback, protection
from languages import labelled, system_words, tr, using

_Heard = tuple[str, PageVisitor, object]


@dataclass(slots=True)
class WebTable:
    """A table that browsers can come to.

    Everything but ``stop`` is called on the thread of the session; the server puts what it hears into a queue, calls *wake*, and whoever
    is woken calls ``serve_waiting``.

    Args:
        session: the open games.
        seating: the table.
        terms: where it is served.
        drives: whether phases are carried out without anybody at the laptop.
        wake: called on the server's thread when something waits.
    """

    session: Session
    seating: Seating
    terms: WebTerms
    drives: bool = False
    wake: Callable[[], None] = lambda: None
    desk: Desk = field(init=False)
    port: int = 0
    _waiting: queue.SimpleQueue[_Heard] = field(default_factory=queue.SimpleQueue)
    _server: PageServer | None = None
    _forget: Callable[[], None] | None = None
    _quiet: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen from now on.

        Raises:
            OSError: the port is in use, or there is no such address, or certificate and key cannot be read.
            ValueError: certificate and key do not belong together.
        """
        checked_tls(self.terms)
        listening = bound_socket(self.terms.host, self.terms.port)
        self.port = listening.getsockname()[1]
        key = server_key(places().data)
        self.desk = Desk(
            self.session,
            self.seating,
            public_text(key),
            self.drives,
            self.terms.pace,
            addresses=addresses_of(self.terms, self.port, with_ipv6=listening.family is socket.AF_INET6),
        )
        self._forget = self.session.subscribe(self.desk.changed)
        self._quiet = self.seating.telling.changed.add(self.wake)
        site = TableSite(self.terms, key, self._exhibit(), TableEars(self._welcome, self._hear, self._gone))
        self._server = PageServer(site.application(), self.terms, listening, "phones")

    def stop(self) -> None:
        """Tell the phones, and listen no more."""
        for forget in (self._forget, self._quiet):
            if forget is not None:
                forget()
        self.desk.close()
        if self._server is not None:
            self._server.stop()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The web addresses of the table, the best first."""
        return self.desk.addresses

    def serve_waiting(self, most: int = 200, timeout: float = 0.0) -> None:
        """Hear what waits, *most* messages at a time, and wait *timeout* seconds for the first."""
        for number in range(most):
            try:
                kind, visitor, message = self._waiting.get(timeout=timeout) if number == 0 and timeout else self._waiting.get_nowait()
            except queue.Empty:
                break
            try:
                if kind == "hear":
                    self.desk.hear(visitor, message)
                elif kind == "forget":
                    self.desk.forget(visitor)
                else:
                    self.desk.welcome(visitor, is_stage=kind == "stage")
            finally:
                visitor.answered()
        self.desk.drive()

    # --- on the server's thread ---

    def _welcome(self, visitor: PageVisitor, is_stage: bool) -> None:
        self._put("stage" if is_stage else "seat", visitor, None)

    def _hear(self, visitor: PageVisitor, message: object) -> None:
        self._put("hear", visitor, message)

    def _gone(self, visitor: PageVisitor) -> None:
        self._put("forget", visitor, None)

    def _put(self, kind: str, visitor: PageVisitor, message: object) -> None:
        self._waiting.put((kind, visitor, message))
        self.wake()

    def _exhibit(self) -> Exhibit:
        variant, name = self.seating.game.variant, self.seating.game.name

        def board(language: str) -> str:
            with using(language):
                return ground(drawn_board(variant.id))

        def colours() -> str:
            return colours_css(variant, variant.start, drawn_board(variant.id).styles)

        return Exhibit(board, colours, lambda page, language, key: page_text(page, language, key, name))


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
            session.say("\n".join(table_lines(web.seating)))
        case ["door", "open" | "shut"]:
            web.desk.door.is_open = words[1] == "open"
            session.say(tr("Free seats can be taken now.") if web.desk.door.is_open else tr("Free seats cannot be taken now."))
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
    session.say(labelled(tr("Table password"), web.desk.door.word))
    if is_loopback(web.terms.host) and not web.terms.public_url:
        session.say(tr("Only this machine can connect; --host 0.0.0.0 lets phones of the local network in."))
    session.say(protection(web.terms))
    if invitation is not None:
        drawn = io.StringIO()
        segno.make(f"{web.addresses[0]}/#join.{web.desk.door.word}.{web.desk.server_key}", error="m", micro=False).terminal(
            drawn, compact=True
        )
        session.say(drawn.getvalue().rstrip("\n"))
