"""The server of a table on a thread of its own, with its own loop; values go to and fro, and nothing else."""

from __future__ import annotations

import queue
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from app.game.storage.places import places
from app.presentation.drawn_boards import drawn_board
from app.session.requests import WebTerms
from app.session.seating import Seating
from app.session.session import Session
from app.web.channel import public_text, server_key
from app.web.colours import colours_css
from app.web.desk import Desk
from app.web.page_server import PageServer, bound_socket
from app.web.pages import page_text
from app.web.site import Exhibit, PageVisitor, TableEars, TableSite
from app.web.still_board import ground
from app.web.terms import addresses_of, checked_tls
from languages import using

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
