"""A browser without a screen that keeps cookies, and the judge's pages over a real connection, served while it waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from http.cookiejar import CookieJar
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from app.judge.running import MailJudge
from app.judge.web_site import JudgeSite
from app.session.requests import WebTerms

PATIENCE = 120.0
"""Seconds that an answer may take; no measure, it is there much sooner."""
_MARK = re.compile(r'name="mark" value="([^"]+)"')


class Browser:
    """One person's browser.

    Args:
        judge: serves pages while it waits.
    """

    def __init__(self, judge: MailJudge, port: int) -> None:
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
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(self._opened, request)
            end = monotonic() + PATIENCE
            while not future.done():
                assert monotonic() < end, "no answer came"
                self.judge.pages.serve()
                sleep(0.005)
            self.status, self.page, self.headers = future.result()
        return self.page

    def _opened(self, request: Request) -> tuple[int, str, dict[str, str]]:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers)
        except HTTPError as error:
            return error.code, error.read().decode(), dict(error.headers)


@contextmanager
def pages_of(judge: MailJudge) -> Iterator[JudgeSite]:
    """The pages of a judge on a free port of this machine."""
    site = JudgeSite(judge, WebTerms(port=0))
    try:
        yield site
    finally:
        site.close()
