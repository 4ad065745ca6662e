"""Addresses of the judge's pages, on the thread of their server: forms are bounded, seats kept in cookies, all else asked of the judge."""

from __future__ import annotations

import asyncio
import queue
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from app.game.storage.places import places
from app.judge.mail_words import words_of_form
from app.judge.records import is_short
from app.judge.running import MailJudge
from app.judge.web_pages import NoPageError, WebVisitor
from app.judge.web_seat import SeatDesk
from app.presentation.drawn_boards import drawn_board
from app.session.errors import Abort
from app.session.requests import WebTerms
from app.web.board_picture import ground
from app.web.channel import public_text, server_key
from app.web.page_parts import colours_css, page, page_text
from app.web.page_server import PageServer, bound_socket
from app.web.site import LARGEST_BOARD, GuardedSite, PageConnections, PageFiles, PageVisitor, TableEars, language_of
from app.web.terms import allowed_origin, checked_tls
from languages import tr, using
from variants.catalogue import standard

PATIENCE = 60.0
"""Seconds that a request waits for the judge, which may be at work on a phase."""
LARGEST_FORM = 64 * 1024
MOST_FIELDS = 300
MOST_A_MINUTE = 60
"""Forms of one network address within a minute."""
COOKIE_DAYS = 180
_BEAT = 1.0
"""Seconds between two looks whether a game that is open on a page was changed."""
_COOKIE = "entente-"
_MASTER = "judge"

Form = Mapping[str, list[str]]


class JudgeSite:
    """The site of a running judge, until ``close``.

    Raises:
        OSError: the port is in use, there is no such address, or certificate and key cannot be read.
        ValueError: certificate and key do not belong together.
    """

    def __init__(self, judge: MailJudge, terms: WebTerms) -> None:
        checked_tls(terms)
        self._pages, self._terms, self._files = judge.pages, terms, PageFiles()
        self._is_safe = terms.tls_cert is not None or terms.public_url.startswith("https://")
        self._key = server_key(places().data)
        self._desk = SeatDesk(judge.pages, judge.state.room.session)
        judge.pages.served = self._desk.refresh
        self._connections = PageConnections(terms, self._key)
        self._beat: asyncio.Future[None] | None = None
        self._forms: Counter[str] = Counter()
        self._minute = 0
        listening = bound_socket(terms.host, terms.port)
        self.port: int = listening.getsockname()[1]
        self._server = PageServer(self._application(), terms, listening, "judge pages")

    def close(self) -> None:
        """Listen no more."""
        self._server.stop()
        self._pages.served = lambda: None

    def _application(self) -> Callable[[Any, Any, Any], Awaitable[None]]:
        routes = [
            Route("/", self._home),
            Route("/game/{short}", self._game),
            Route("/game/{short}/board.svg", self._board),
            Route("/game/{short}/version", self._version),
            Route("/game/{short}/seat", self._touch),
            Route("/game/{short}/colours.css", self._game_colours),
            Route("/game/{short}/ground/{language}.svg", self._ground),
            WebSocketRoute("/ws/{short}", self._socket),
            WebSocketRoute("/ws/{short}/watch", self._watch),
            Route("/seat/{token}", self._seat),
            Route("/confirm/{token}", self._confirm, methods=["GET", "POST"]),
            Route("/write", self._write, methods=["POST"]),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/sign-in", self._sign_in, methods=["POST"]),
            Route("/sign-out", self._sign_out, methods=["POST"]),
            Route("/static/{name}", self._static),
            Route("/font/{name}", self._font),
            Route("/colours.css", self._colours),
        ]
        return GuardedSite(Starlette(routes=routes), self._terms, with_forms=True)

    # --- files ---

    async def _static(self, request: Request) -> Response:
        return self._files.file(request)

    async def _font(self, request: Request) -> Response:
        return self._files.font(request)

    async def _colours(self, request: Request) -> Response:
        def made() -> str:
            known = standard()
            return colours_css(known, known.start, drawn_board(known.id).styles)

        await self._files.made("colours.css", made, "text/css")
        return self._files.served(request, "colours.css", bytes, "text/css")

    # --- pages ---

    async def _home(self, request: Request) -> Response:
        visitor = self._visitor(request)
        return await self._answered(visitor, "home", lambda: {**self._pages.home(visitor), "open": self._pages.fresh_mark()})

    async def _game(self, request: Request) -> Response:
        visitor, short = self._visitor(request), _short(request)
        phase, mark = request.query_params.get("phase", "")[:12], request.query_params.get("said", "")[:100]

        def made() -> Mapping[str, Any]:
            values = self._pages.game(visitor, short, phase)
            return {
                **values,
                "said": self._pages.said(visitor, short, mark) if mark else "",
                "version": self._pages.version(visitor, short),
            }

        return await self._answered(visitor, "game", made)

    async def _board(self, request: Request) -> Response:
        visitor, short = self._visitor(request), _short(request)
        phase = request.query_params.get("phase", "")[:12]
        try:
            drawn = await self._judged(lambda: self._pages.board(visitor, short, phase))
        except _REFUSED as error:
            return PlainTextResponse(str(error), _status(error))
        return Response(drawn, media_type="image/svg+xml", headers=_PRIVATE)

    async def _version(self, request: Request) -> Response:
        visitor, short = self._visitor(request), _short(request)
        try:
            return PlainTextResponse(await self._judged(lambda: self._pages.version(visitor, short)), headers=_PRIVATE)
        except _REFUSED as error:
            return PlainTextResponse("", _status(error))

    async def _seat(self, request: Request) -> Response:
        token = request.path_params["token"][:200]
        visitor = self._visitor(request)
        try:
            game = await self._judged(lambda: self._pages.opened(token))
        except _REFUSED as error:
            return self._words(visitor, str(error), _status(error))
        if game is None:
            with using(visitor.language):
                return self._words(visitor, tr("This link belongs to no seat any more."), 403)
        return self._with_seat(game, token)

    async def _confirm(self, request: Request) -> Response:
        token, visitor = request.path_params["token"][:200], self._visitor(request)
        if request.method == "GET":
            return await self._answered(visitor, "confirm", lambda: {"token": token, "open": self._pages.fresh_mark()})
        form = await self._form(request)
        if isinstance(form, Response):
            return form
        return await self._outcome_page(visitor, lambda: self._pages.confirm(token, _first(form, "mark")))

    # --- the page of a seat with its board ---

    async def _touch(self, request: Request) -> Response:
        visitor, short = self._visitor(request), _short(request)
        try:
            language, title = await self._judged(
                lambda: (self._pages.language_of_seat(visitor, short), self._pages.seat_view(visitor, short).game.name)
            )
        except _REFUSED as error:
            return self._words(visitor, str(error), _status(error))
        where = f"/game/{short}"
        paths = {"socket": f"/ws/{short}", "ground": f"{where}/ground/", "colours": f"{where}/colours.css", "forms": where}
        text = await run_in_threadpool(page_text, "seat", language, public_text(self._key), title, paths)
        return Response(text, media_type="text/html", headers=_PRIVATE)

    async def _game_colours(self, request: Request) -> Response:
        known = await self._variant(request)
        if isinstance(known, Response):
            return known

        def made() -> str:
            drawn = drawn_board(known)
            variant = drawn.folder.variant
            return colours_css(variant, variant.start, drawn.styles)

        await self._files.made(f"colours {known}", made, "text/css")
        return self._files.served(request, f"colours {known}", bytes, "text/css")

    async def _ground(self, request: Request) -> Response:
        known, language = await self._variant(request), language_of(request.path_params["language"], "")
        if isinstance(known, Response):
            return known

        def made() -> str:
            with using(language):
                return ground(drawn_board(known))

        name = f"board {known} {language}"
        if await self._files.made(name, made, "image/svg+xml") > LARGEST_BOARD:
            return PlainTextResponse("", 413)
        return self._files.served(request, name, bytes, "image/svg+xml")

    async def _variant(self, request: Request) -> str | Response:
        """The id of the variant of a game that the visitor may look at."""
        visitor, short = self._visitor(request), _short(request)
        try:
            found: str = await self._judged(lambda: self._pages.variant(visitor, short))
        except _REFUSED as error:
            return PlainTextResponse("", _status(error))
        return found

    async def _socket(self, socket: WebSocket) -> None:
        await self._talk(socket, watches=False)

    async def _watch(self, socket: WebSocket) -> None:
        await self._talk(socket, watches=True)

    async def _talk(self, socket: WebSocket, *, watches: bool) -> None:
        visitor, short, desk = self._visitor(socket), _short(socket), self._desk

        def welcome(page: PageVisitor, _is_stage: bool) -> None:
            self._ask_desk(page, lambda: desk.welcome(page, visitor, short, watches=watches))

        def hear(page: PageVisitor, message: object) -> None:
            def heard() -> None:
                try:
                    desk.hear(page, message)
                finally:
                    page.answered()

            self._ask_desk(page, heard)

        def forget(page: PageVisitor) -> None:
            self._ask_desk(page, lambda: desk.forget(page))

        if self._beat is None or self._beat.done():
            self._beat = asyncio.ensure_future(self._beats())
        await self._connections.talk(socket, TableEars(welcome, hear, forget), is_stage=watches)

    def _ask_desk(self, page: PageVisitor, work: Callable[[], None]) -> None:
        try:
            self._pages.ask(work)
        except queue.Full:
            page.close()

    async def _beats(self) -> None:
        """Have pages shown what mails, deadlines and windows changed, as long as one is open."""
        while True:
            await asyncio.sleep(_BEAT)
            if not self._connections.count:
                return
            if self._desk.is_stale:
                with suppress(queue.Full):
                    self._pages.ask(self._desk.refresh)

    # --- forms ---

    async def _write(self, request: Request) -> Response:
        form = await self._form(request)
        if isinstance(form, Response):
            return form
        visitor, short, mark = self._visitor(request), _first(form, "game"), _first(form, "mark")
        phase = _first(form, "phase")
        try:
            with using(visitor.language):
                text = words_of_form(form)
            answer = await self._judged(lambda: self._pages.write(visitor, short, text, mark, phase))
        except (Abort, *_REFUSED) as error:
            return self._words(visitor, str(error), _status(error))
        return self._words(visitor, answer, 200) if answer or not short else RedirectResponse(f"/game/{short}?said={mark}", 303)

    async def _ask(self, request: Request) -> Response:
        form = await self._form(request)
        if isinstance(form, Response):
            return form
        name, address, mark = _first(form, "name")[:80], _first(form, "address").strip()[:254], _first(form, "mark")
        wish = " ".join((_first(form, "what"), _first(form, "wishes"))).strip()[:300].splitlines()
        return await self._outcome_page(self._visitor(request), lambda: self._pages.request(name, address, wish[0] if wish else "", mark))

    async def _sign_in(self, request: Request) -> Response:
        form = await self._form(request)
        if isinstance(form, Response):
            return form
        visitor = self._visitor(request)
        game, power, word = (_first(form, name)[:100] for name in ("game", "power", "word"))
        try:
            found = await self._judged(lambda: self._pages.sign_in(game, power, word))
        except _REFUSED as error:
            return self._words(visitor, str(error), _status(error))
        if found is None:
            with using(visitor.language):
                return self._words(
                    visitor, tr("That is not the word of this seat, or there were too many wrong ones within the hour."), 403
                )
        return self._with_seat(*found)

    async def _sign_out(self, request: Request) -> Response:
        form = await self._form(request)
        if isinstance(form, Response):
            return form
        answer = RedirectResponse("/", 303)
        for name in request.cookies:
            if name.startswith(_COOKIE):
                answer.delete_cookie(name)
        return answer

    async def _form(self, request: Request) -> Form | Response:
        """The fields of a form; an answer where it is not taken."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if origin not in (None, "null") and not allowed_origin(origin, host, self._terms):
            return PlainTextResponse("", 403)
        minute = int(monotonic() // 60)
        if minute != self._minute:
            self._minute = minute
            self._forms.clear()
        address = "" if request.client is None else request.client.host
        self._forms[address] += 1
        if self._forms[address] > MOST_A_MINUTE:
            return PlainTextResponse("", 429, {"retry-after": "60"})
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_FORM:
                return PlainTextResponse("", 413)
        try:
            return parse_qs(body.decode("utf-8"), max_num_fields=MOST_FIELDS)
        except (UnicodeDecodeError, ValueError):
            return PlainTextResponse("", 400)

    # --- answers ---

    async def _judged(self, work: Callable[[], Any]) -> Any:
        """Return the result of *work* on the judge's thread."""
        return await asyncio.wait_for(asyncio.wrap_future(self._pages.ask(work)), PATIENCE)

    async def _answered(self, visitor: WebVisitor, kind: str, work: Callable[[], Mapping[str, Any]]) -> Response:
        try:
            values = await self._judged(work)
        except _REFUSED as error:
            return self._words(visitor, str(error), _status(error))
        return self._page(visitor, kind, values, 200)

    async def _outcome_page(self, visitor: WebVisitor, work: Callable[[], str]) -> Response:
        try:
            return self._words(visitor, await self._judged(work), 200)
        except _REFUSED as error:
            return self._words(visitor, str(error), _status(error))

    def _words(self, visitor: WebVisitor, text: str, status: int) -> Response:
        return self._page(visitor, "words", {"text": text or tr("The judge is busy; try again.")}, status)

    def _page(self, visitor: WebVisitor, kind: str, values: Mapping[str, Any], status: int) -> Response:
        with using(visitor.language):
            text = page("judge.html", kind=kind, language=visitor.language, v=values, t=_titles())
        return Response(text, status, media_type="text/html", headers=_PRIVATE)

    def _with_seat(self, game: str, token: str) -> Response:
        answer = RedirectResponse(self._pages.first_page(game), 303)
        name = f"{_COOKIE}{game or _MASTER}"
        answer.set_cookie(name, token, max_age=COOKIE_DAYS * 86_400, httponly=True, samesite="lax", secure=self._is_safe)
        return answer

    def _visitor(self, request: HTTPConnection) -> WebVisitor:
        language = language_of(request.query_params.get("l", ""), request.headers.get("accept-language", ""))
        found = [(name, value) for name, value in request.cookies.items() if name.startswith(_COOKIE)][:50]
        found.sort(key=lambda each: each[0] == f"{_COOKIE}{_MASTER}")  # whose seat it is comes before whose game it is
        return WebVisitor(tuple(value[:200] for _, value in found), language)


_PRIVATE = {"cache-control": "no-store"}
_REFUSED = (NoPageError, TimeoutError, queue.Full)


def _status(error: Exception) -> int:
    return 404 if isinstance(error, NoPageError) else 400 if isinstance(error, Abort) else 503


def _short(request: HTTPConnection) -> str:
    found: str = request.path_params["short"]
    return found if is_short(found) else ""


def _first(form: Form, name: str) -> str:
    return next(iter(form.get(name, ())), "")


def _titles() -> Mapping[str, str]:
    """Words of the pages that are the same for every game."""
    return {
        "address": tr("Your mail address"),
        "all": tr("Everybody"),
        "ask": tr("Ask"),
        "board": tr("The board"),
        "broadcast": tr("To"),
        "changed": tr("The game has changed. Load this page again."),
        "take_out": tr("Take all my orders out"),
        "confirm": tr("Confirm"),
        "confirm_ask": tr("A mail that was sent to the judge under your address waits for you to confirm it."),
        "deadline": tr("Deadline"),
        "draw": tr("Vote for a draw"),
        "earlier": tr("Earlier phases"),
        "every": tr("All games"),
        "game": tr("Game"),
        "join": tr("Ask for a seat"),
        "letter": tr("Write a letter"),
        "letters": tr("Letters"),
        "master": tr("The game master"),
        "name": tr("Your name"),
        "no": tr("Vote to play on"),
        "nothing": tr("No order"),
        "now": tr("Back to now"),
        "nowait": tr("Process as soon as all orders are in"),
        "observe": tr("Get by mail what everybody may see: {game}", game="…").partition("…")[0],
        "orders": tr("My orders"),
        "orders_go": tr("Send these orders"),
        "one_word": tr("One of the words; choose it and fill in what it needs"),
        "players": tr("Players"),
        "power": tr("Your power"),
        "send": tr("Send"),
        "seat": tr("My seat"),
        "sign_in": tr("Sign on"),
        "sign_out": tr("Sign off"),
        "takeover": tr("Take over"),
        "touch": tr("Write on the board"),
        "wait": tr("Wait for the deadline"),
        "waive": tr("Waive a build"),
        "what": tr("Seat"),
        "wishes": tr("Powers that you like best, with commas"),
        "word": tr("Secret word"),
        "words": tr("Any words that a mail may hold; HELP lists them"),
    }
