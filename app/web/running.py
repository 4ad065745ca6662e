"""The server of a table on a thread of its own, with its own loop; values go to and fro, and nothing else."""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from app.game.storage.places import places
from app.presentation.drawn_boards import drawn_board
from app.session.requests import WebTerms
from app.session.seating import Seating
from app.session.session import Session
from app.session.view_options import View
from app.web.board_svg import board_svg
from app.web.channel import public_text, server_key
from app.web.colours import colours_css
from app.web.desk import Desk
from app.web.layer_svg import symbols_svg
from app.web.pages import page_text
from app.web.site import LARGEST_MESSAGE, Exhibit, PageVisitor, TableEars, TableSite
from app.web.terms import EVERYWHERE, addresses_of, checked_tls
from languages import using

MOST_AT_ALL = 1000
"""Connections of all addresses together."""
KEEP_ALIVE = 10
"""Seconds for which a connection is kept after an answer."""
LONGEST_HEAD = 16 * 1024
"""Bytes of the head of a request."""

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
    _thread: threading.Thread | None = None
    _server: object = None
    _forget: Callable[[], None] | None = None
    _quiet: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen from now on.

        Raises:
            OSError: the port is in use, or there is no such address, or certificate and key cannot be read.
            ValueError: certificate and key do not belong together.
        """
        import uvicorn

        from app.web import patience

        checked_tls(self.terms)
        listening = _bound(self.terms.host, self.terms.port)
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
        config = uvicorn.Config(
            site.application(),
            http=patience.patient_protocol(MOST_AT_ALL if self.terms.public_url else patience.MOST_OF_ONE_ADDRESS),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=30,
            limit_concurrency=MOST_AT_ALL,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=3,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            server_header=False,
            ssl_certfile=None if self.terms.tls_cert is None else str(self.terms.tls_cert),
            ssl_keyfile=None if self.terms.tls_key is None else str(self.terms.tls_key),
            proxy_headers=bool(self.terms.public_url),
            lifespan="off",
        )
        config.load()
        server = self._server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]

        def run() -> None:
            with suppress(asyncio.CancelledError):
                asyncio.run(server.serve(sockets=[listening]))

        self._thread = threading.Thread(target=run, name="phones", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell the phones, and listen no more."""
        for forget in (self._forget, self._quiet):
            if forget is not None:
                forget()
        self.desk.close()
        server = self._server
        if server is not None:
            server.should_exit = True  # type: ignore[attr-defined]
        if self._thread is not None:
            self._thread.join(8.0)

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
                drawn = drawn_board(variant.id)
                whole = board_svg(drawn)
            symbols = symbols_svg(drawn.units(View().unit_symbols).units, variant.board.kinds)
            start = whole.index(">") + 1
            return whole[:start] + symbols + whole[start:]

        def colours() -> str:
            return colours_css(variant, variant.start, drawn_board(variant.id).styles)

        return Exhibit(board, colours, lambda page, language, key: page_text(page, language, key, name))


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens at *host*, for every network at IPv4 and IPv6 where the machine has both.

    Raises:
        OSError: the port is taken, or there is no such address.
    """
    is_everywhere = host in EVERYWHERE
    if is_everywhere and socket.has_dualstack_ipv6():
        with suppress(OSError):  # IPv6 is there and switched off: then IPv4 alone; where the port is taken, IPv4 says so
            return _listening(socket.AF_INET6, "::", port, is_dual=True)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return _listening(family, "0.0.0.0" if is_everywhere and family is socket.AF_INET else host, port)  # noqa: S104 - asked for


def _listening(family: socket.AddressFamily, host: str, port: int, *, is_dual: bool = False) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_dual:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.bind((host, port))
        made.listen(256)
    except BaseException:
        made.close()
        raise
    return made
