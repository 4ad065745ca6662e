"""A browser without a screen that keeps cookies, and the judge's pages over a real connection, served while it waits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from html import unescape
from http.cookiejar import CookieJar
from time import monotonic, sleep
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.judge.running import MailJudge
from app.judge.web_site import JudgeSite
from app.session.requests import WebTerms
from app.web.channel import Channel, PhoneHello, decoded

PATIENCE = 120.0
"""Seconds that an answer may take; no measure, it is there much sooner."""
_T = TypeVar("_T")
_MARK = re.compile(r'name="mark" value="([^"]+)"')


class Browser:
    """One person's browser.

    Args:
        judge: serves pages while it waits; ``None`` for a program of its own.
    """

    def __init__(self, judge: MailJudge | None, port: int) -> None:
        self.judge, self.port = judge, port
        self.jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))
        self.status = 0
        self.page = ""
        self.headers: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> str:
        """Open a page; returns it."""
        return self._asked(Request(f"http://127.0.0.1:{self.port}{path}", headers=headers))

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: str | list[str]) -> str:
        """Send a form; returns the page that comes of it."""
        data = urlencode(fields, doseq=True).encode()
        return self._asked(Request(f"http://127.0.0.1:{self.port}{path}", data, headers or {}))

    def write(self, short: str, **fields: str | list[str]) -> str:
        """Send a form of the page of a game."""
        self.get(f"/game/{short}")
        return self.post("/write", None, game=short, mark=self.mark, **fields)

    def ask(self, what: str, name: str, address: str, wishes: str = "") -> str:
        """Ask for a seat on the first page."""
        self.get("/")
        return self.post("/ask", mark=self.open_mark, what=what, wishes=wishes, name=name, address=address)

    @property
    def mark(self) -> str:
        """The mark of the first form of the page."""
        found = _MARK.search(self.page)
        assert found is not None, self.page
        return found[1]

    @property
    def open_mark(self) -> str:
        """The mark of the form for anybody."""
        found = re.search(r'action="/(?:ask|confirm)[^>]*>.*?name="mark" value="([^"]+)"', self.page, re.DOTALL)
        assert found is not None, self.page
        return found[1]

    @property
    def text(self) -> str:
        """Words of the page, without its marks of style."""
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.page)).split())

    def _asked(self, request: Request) -> str:
        self.status, self.page, self.headers = served(self.judge, lambda: self._opened(request))
        return self.page

    def _opened(self, request: Request) -> tuple[int, str, dict[str, str]]:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers)
        except HTTPError as error:
            return error.code, error.read().decode(), dict(error.headers)


def served(judge: MailJudge | None, work: Callable[[], _T]) -> _T:
    """Result of *work*, which waits for pages of the judge, on a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        end = monotonic() + PATIENCE
        while not future.done():
            assert monotonic() < end, "no answer came"
            if judge is not None:
                judge.pages.serve()
            sleep(0.005)
        return future.result()


class SeatSocket:
    """The connection of the page of a seat, or of one that only watches, in the hands of a program."""

    def __init__(self, browser: Browser, short: str, *, watches: bool = False) -> None:
        self.judge, self.parts, self.told = browser.judge, dict[str, Any](), list[Mapping[str, Any]]()
        base = f"127.0.0.1:{browser.port}"
        cookies = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in browser.jar)}
        where = f"ws://{base}/ws/{short}{'/watch' if watches else ''}"
        self._channel: Channel | None = None
        self._until = ExitStack()

        def opened() -> ClientConnection:
            origin = Origin(f"http://{base}")
            made = self._until.enter_context(
                connect(where, origin=origin, additional_headers=cookies, compression=None, open_timeout=PATIENCE)
            )
            if not watches:
                key = re.search(r'name="server-key" content="([^"]+)"', browser.page)
                assert key is not None, browser.page
                hello = PhoneHello(decoded(key[1]))
                made.send(hello.first())
                answer = made.recv(timeout=PATIENCE)
                assert isinstance(answer, str)
                self._channel = hello.channel(answer)
            return made

        self._connection = served(self.judge, opened)

    def say(self, **message: object) -> None:
        """Send a message."""
        assert self._channel is not None
        self._connection.send(self._channel.sealed(message))

    def until(self, holds: Callable[[Mapping[str, Any]], object]) -> Mapping[str, Any]:
        """The parts of the page once they hold; messages are kept in ``told``."""

        def heard() -> Mapping[str, Any]:
            while not holds(self.parts):
                data = self._connection.recv(timeout=PATIENCE / 2)
                found: Any = json.loads(data) if isinstance(data, str) else self._channel and self._channel.opened(data)
                self.told.append(found)
                self.parts |= {**found.get("parts", {}), **{name: each for name, each in found.items() if name != "parts"}}
            return self.parts

        return served(self.judge, heard)

    def close(self) -> None:
        """Hang up."""
        self._until.close()


@contextmanager
def pages_of(judge: MailJudge) -> Iterator[JudgeSite]:
    """The pages of a judge on a free port of this machine."""
    site = JudgeSite(judge, WebTerms(port=0))
    try:
        yield site
    finally:
        site.close()
