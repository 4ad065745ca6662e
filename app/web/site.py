"""The pages and connections, on the thread of the server: it knows no game, passes messages on as values, and bounds all that comes."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.session.requests import WebTerms
from app.web.channel import Channel, ChannelError, answer_hello, public_text
from app.web.terms import allowed_host, allowed_origin
from languages.choosing import available_languages, first_of
from resources import resource

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

MOST_CONNECTIONS = 600
MOST_OF_ONE_ADDRESS = 120
"""A whole evening of 34 seats behind one router, with watchers."""
LARGEST_MESSAGE = 64 * 1024
"""Bytes of one message; the server ends a connection that sends more."""
LARGEST_BOARD = 2 * 1024 * 1024
"""Bytes of a packed board that a phone can still draw and move; of a larger one a page shows the lists alone."""
HELLO_SECONDS = 10.0
SLOW_SECONDS = 20.0
"""Seconds that sending a message may take before the connection is given up."""
BURST, PER_SECOND = 60.0, 12.0
"""Messages of one connection."""

_FILES = {
    "seat.js": "text/javascript",
    "stage.js": "text/javascript",
    "judge.js": "text/javascript",
    "noble.js": "text/javascript",
    "style.css": "text/css",
    "icon.svg": "image/svg+xml",
}
_FONTS = frozenset(
    {
        *("inter-regular.woff2", "inter-bold.woff2", "pagella-regular.woff2", "pagella-italic.woff2"),  # the letters of our languages
        *("Inter-Regular.otf", "Inter-Bold.otf", "texgyrepagella-regular.otf", "texgyrepagella-italic.otf"),
    }
)
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'{sockets};"
    " base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Contents that are the same on all pages, made on any thread."""

    board: Callable[[str], str]
    """The board with its names in a language."""
    colours: Callable[[], str]
    page: Callable[[str, str, str], str]
    """The page ``seat`` or ``stage`` in a language, with the server's public key."""


@dataclass(frozen=True, slots=True)
class TableEars:
    """Receivers of messages; each is called on the thread of the server and returns at once."""

    welcome: Callable[[PageVisitor, bool], None]
    hear: Callable[[PageVisitor, object], None]
    forget: Callable[[PageVisitor], None]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file that is served, with what tells its versions apart."""

    data: bytes
    packed: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, data: bytes, kind: str) -> _Kept:
        tag = hashlib.sha256(data).hexdigest()[:32]
        return cls(data, gzip.compress(data, 6, mtime=0), kind, f'"{tag}"')


class PageVisitor:
    """One connection: what it is sent waits here, the newest of each part alone, until it can take it."""

    def __init__(self, socket: WebSocket, channel: Channel | None, language: str, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.address = address
        self.language = language
        self._socket = socket
        self._channel = channel
        self._loop = loop
        self._waiting: dict[str, object] = {}
        self._parts: dict[str, object] = {}
        self._event = asyncio.Event()
        self._answered = asyncio.Event()
        self._is_ending = False

    def push(self, message: Mapping[str, object]) -> None:
        """Send *message* when the other end can take it. On any thread."""
        with suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._take, dict(message))

    def close(self) -> None:
        """End the connection once all was sent. On any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)

    def answered(self) -> None:
        """Let the next message come. On any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._answered.set)

    def _take(self, message: dict[str, object]) -> None:
        parts = message.pop("parts", None)
        if isinstance(parts, dict):
            self._parts.update(parts)
        self._waiting.update(message)
        self._event.set()

    def _end(self) -> None:
        self._is_ending = True
        self._event.set()

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        while True:
            await self._event.wait()
            self._event.clear()
            message = {**self._waiting, **({"parts": self._parts} if self._parts else {})}
            self._waiting, self._parts = {}, {}
            if message:
                message["t"] = round(monotonic(), 1)
                async with asyncio.timeout(SLOW_SECONDS):
                    if self._channel is None:
                        await self._socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
                    else:
                        await self._socket.send_bytes(self._channel.sealed(message))
            if self._is_ending and not self._event.is_set():
                return

    async def read(self, hear: Callable[[PageVisitor, object], None]) -> None:
        """Pass on what comes, one message after the other."""
        tokens, last = BURST, monotonic()
        while True:
            frame = await self._socket.receive()
            if frame["type"] != "websocket.receive":
                return
            now = monotonic()
            tokens, last = min(BURST, tokens + (now - last) * PER_SECOND), now
            tokens -= 1
            data = frame.get("bytes")
            if self._channel is None or tokens < 0 or data is None:
                raise ChannelError
            message = self._channel.opened(data)
            if message == {"do": "ping"}:
                continue
            self._answered.clear()
            hear(self, message)
            await self._answered.wait()


class PageFiles:
    """Files that are served: each is read or made once, and kept packed."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def file(self, request: Request) -> Response:
        """Answer with a file of our own pages."""
        name = request.path_params["name"]
        if name not in _FILES:
            return PlainTextResponse("", 404)
        return self.served(request, name, lambda: resource("web", name).read_bytes(), _FILES[name])

    def font(self, request: Request) -> Response:
        """Answer with a font."""
        name = request.path_params["name"]
        if name not in _FONTS:
            return PlainTextResponse("", 404)
        return self.served(request, name, lambda: resource("fonts", name).read_bytes(), f"font/{name.rpartition('.')[2]}", "max-age=604800")

    async def made(self, name: str, make: Callable[[], str], kind: str) -> int:
        """Make the text *name* once, away from the thread of the server; returns its packed size."""
        if name not in self._kept:
            text = await run_in_threadpool(make)
            self._kept[name] = await run_in_threadpool(_Kept.of, text.encode("utf-8", "replace"), kind)
        return len(self._kept[name].packed)

    def served(self, request: Request, name: str, made: Callable[[], bytes], kind: str, cache: str = "no-cache") -> Response:
        """Answer with the file *name*, or with the word that the page has it."""
        kept = self._kept.get(name)
        if kept is None:
            kept = self._kept[name] = _Kept.of(made(), kind)
        headers = {"etag": kept.tag, "cache-control": cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == kept.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(kept.packed, media_type=kept.kind, headers={**headers, "content-encoding": "gzip"})
        return Response(kept.data, media_type=kept.kind, headers=headers)


@dataclass(slots=True)
class PageConnections:
    """The connections of a site, bounded in all.

    Args:
        terms: where it is served.
        key: the program's lasting key.
    """

    terms: WebTerms
    key: X25519PrivateKey
    _there: Counter[str] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        """Number of connections."""
        return self._there.total()

    async def talk(self, socket: WebSocket, ears: TableEars, *, is_stage: bool = False) -> None:
        """Talk to one page until it goes away; a stage is sent everything open, and says nothing."""
        address = "" if socket.client is None else socket.client.host.removeprefix("::ffff:")  # IPv4, over a socket for both
        most = MOST_CONNECTIONS if self.terms.public_url else MOST_OF_ONE_ADDRESS
        if self._there.total() >= MOST_CONNECTIONS or self._there[address] >= most:
            await socket.close(1013)
            return
        self._there[address] += 1
        visitor: PageVisitor | None = None
        try:
            await socket.accept()
            language, channel = await self._hello(socket, is_stage=is_stage)
            visitor = PageVisitor(socket, channel, language, address, asyncio.get_running_loop())
            ears.welcome(visitor, is_stage)
            await self._talk(visitor, self._deaf if is_stage else ears.hear)
        except (ChannelError, WebSocketDisconnect, TimeoutError, OSError, ValueError, KeyError, RuntimeError):
            pass  # a connection that sent nonsense, or was closed, gets no answer
        finally:
            self._there[address] -= 1
            if self._there[address] <= 0:
                del self._there[address]
            if visitor is not None:
                ears.forget(visitor)
            if socket.application_state is WebSocketState.CONNECTED:
                with suppress(Exception):
                    await asyncio.wait_for(socket.close(1000), 2.0)

    async def _hello(self, socket: WebSocket, *, is_stage: bool) -> tuple[str, Channel | None]:
        language = language_of(socket.query_params.get("l", ""), socket.headers.get("accept-language", ""))
        if is_stage:
            return language, None
        async with asyncio.timeout(HELLO_SECONDS):
            said = await socket.receive_text()
        if len(said) > 1000:
            raise ChannelError
        answer, channel = answer_hello(self.key, json.loads(said))
        await socket.send_text(answer)
        return language, channel

    async def _talk(self, visitor: PageVisitor, hear: Callable[[PageVisitor, object], None]) -> None:
        reading = asyncio.ensure_future(visitor.read(hear))
        writing = asyncio.ensure_future(visitor.write())
        done, left = await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        for each in left:
            each.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for each in done:
            error = each.exception()
            if error is not None and not isinstance(error, ChannelError | WebSocketDisconnect | TimeoutError | OSError | RuntimeError):
                raise error

    @staticmethod
    def _deaf(_visitor: PageVisitor, _message: object) -> None:
        raise ChannelError  # a stage says nothing


@dataclass(slots=True)
class TableSite:
    """The web site of one table.

    Args:
        terms: where it is served.
        key: the program's lasting key.
        exhibit: what is the same for everybody.
        table: where messages go.
    """

    terms: WebTerms
    key: X25519PrivateKey
    exhibit: Exhibit
    table: TableEars
    _files: PageFiles = field(default_factory=PageFiles)
    _connections: PageConnections = field(init=False)

    def __post_init__(self) -> None:
        self._connections = PageConnections(self.terms, self.key)

    def application(self) -> Callable[[Any, Any, Any], Awaitable[None]]:
        """The application that a server runs."""
        routes = [
            Route("/", self._seat_page, methods=["GET"]),
            Route("/stage", self._stage_page, methods=["GET"]),
            Route("/static/{name}", self._file, methods=["GET"]),
            Route("/font/{name}", self._font, methods=["GET"]),
            Route("/colours.css", self._colours, methods=["GET"]),
            Route("/board/{language}.svg", self._board, methods=["GET"]),
            WebSocketRoute("/ws/seat", self._seat),
            WebSocketRoute("/ws/stage", self._stage),
        ]
        return GuardedSite(Starlette(routes=routes), self.terms)

    # --- pages ---

    async def _seat_page(self, request: Request) -> Response:
        return await self._page(request, "seat")

    async def _stage_page(self, request: Request) -> Response:
        return await self._page(request, "stage")

    async def _page(self, request: Request, name: str) -> Response:
        language = language_of(request.query_params.get("l", ""), request.headers.get("accept-language", ""))
        text = await run_in_threadpool(self.exhibit.page, name, language, public_text(self.key))
        return Response(text, media_type="text/html", headers={"cache-control": "no-store"})

    async def _file(self, request: Request) -> Response:
        return self._files.file(request)

    async def _font(self, request: Request) -> Response:
        return self._files.font(request)

    async def _colours(self, request: Request) -> Response:
        return self._files.served(request, "colours.css", lambda: self.exhibit.colours().encode(), "text/css")

    async def _board(self, request: Request) -> Response:
        language = language_of(request.path_params["language"], "")
        name = f"board {language}"
        if await self._files.made(name, lambda: self.exhibit.board(language), "image/svg+xml") > LARGEST_BOARD:
            return PlainTextResponse("", 413)
        return self._files.served(request, name, bytes, "image/svg+xml")

    # --- connections ---

    async def _seat(self, socket: WebSocket) -> None:
        await self._connections.talk(socket, self.table)

    async def _stage(self, socket: WebSocket) -> None:
        await self._connections.talk(socket, self.table, is_stage=True)


class GuardedSite:
    """Every request: who may ask at all, and what a page may do.

    Args:
        with_forms: whether pages send forms; they may send them to this site alone.
    """

    def __init__(self, inner: Starlette, terms: WebTerms, *, with_forms: bool = False) -> None:
        self._inner = inner
        self._terms = terms
        self._forms = "'self'" if with_forms else "'none'"

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        is_socket = scope["type"] == "websocket"
        if not allowed_host(host, self._terms) or (is_socket and not allowed_origin(headers.get("origin"), host, self._terms)):
            if is_socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("", 421)(scope, receive, send)
            return
        if is_socket:
            await self._inner(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                sockets = f" ws://{host} wss://{host}"
                message["headers"] = [*message["headers"], *_security_headers(_POLICY.format(sockets=sockets, forms=self._forms))]
            await send(message)

        await self._inner(scope, receive, guarded)


def _security_headers(policy: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-security-policy", policy.encode("latin-1", "replace")),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]


def language_of(asked: str, accepted: str) -> str:
    """The language that a page is *asked* for in, else the first that its reader's browser accepts."""
    known = {"en", *available_languages()}
    if asked in known:
        return asked
    wished = [part.partition(";")[0].strip() for part in accepted[:200].split(",")]
    found = first_of(wished)
    return found if found in known else "en"
