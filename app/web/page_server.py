"""The server of pages on a thread of its own, with its own loop, and the socket that it listens at."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from app.session.requests import WebTerms
from app.web.site import LARGEST_MESSAGE
from app.web.terms import EVERYWHERE

MOST_AT_ALL = 1000
"""Connections of all addresses together."""
KEEP_ALIVE = 10
"""Seconds for which a connection is kept after an answer."""
LONGEST_HEAD = 16 * 1024
"""Bytes of the head of a request."""


class PageServer:
    """A server that runs until ``stop``.

    Args:
        application: answers requests, on the thread of the server.
        listening: the bound socket.
        name: of its thread.
    """

    def __init__(
        self, application: Callable[[Any, Any, Any], Awaitable[None]], terms: WebTerms, listening: socket.socket, name: str
    ) -> None:
        import uvicorn

        from app.web import patience

        config = uvicorn.Config(
            application,
            http=patience.patient_protocol(MOST_AT_ALL if terms.public_url else patience.MOST_OF_ONE_ADDRESS),
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
            ssl_certfile=None if terms.tls_cert is None else str(terms.tls_cert),
            ssl_keyfile=None if terms.tls_key is None else str(terms.tls_key),
            proxy_headers=bool(terms.public_url),
            lifespan="off",
        )
        config.load()
        server = self._server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]

        def run() -> None:
            with suppress(asyncio.CancelledError):
                asyncio.run(server.serve(sockets=[listening]))

        self._thread = threading.Thread(target=run, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more, and end what is open."""
        self._server.should_exit = True
        self._thread.join(8.0)


def bound_socket(host: str, port: int) -> socket.socket:
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
