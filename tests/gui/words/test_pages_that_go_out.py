"""Texts written for others in the pseudo language: the web page of a game, booklet, pictures, paper, results and mails."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtPrintSupport import QPrinter

from app.game.record import MAIN, Cursor
from app.qt.main_window.printing import paint
from app.qt.map.paint import sheet_painter
from app.session.front_picture import picture_of
from languages.pseudo import OPENING
from tests.gui.words.walk import Walk
from tests.unit.app.mail_out.round_of_two import PLAYED

pytestmark = pytest.mark.thorough

_IN_ATTRIBUTES = re.compile(r"""\b(?:alt|title|aria-label|placeholder)="([^"]*)\"""")
_UNSEEN = re.compile(r"<(style|script)\b.*?</\1>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL | re.IGNORECASE)
_TITLE = re.compile(r"<(title|desc)>(.*?)</\1>", re.DOTALL)
SOURCES = ("webDiplomacy", "Scoring", "Wiki")
"""Sources of the systems of points, under their own names."""
NAMES = "Ada Ben ada ben The north calm Serbia mine Hello"


@pytest.fixture
def played(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """A year with a standoff, a dislodgement, letters, a retreat and builds; two players have addresses."""

    class Noted(QTextLayout):
        def __init__(self, text: str, *given: object) -> None:
            walk.note([text])
            super().__init__(text, *given)

    monkeypatch.setattr(sheet_painter, "QTextLayout", Noted)
    walk.allow(NAMES, *SOURCES)
    walk.controller.run_line("new standard")
    walk.allow_game()
    for line in (*PLAYED, "process --missing process", "A BUD B", "process --missing process", "press england Hello"):
        walk.controller.run_line(line)
    assert len(walk.controller.session.game.line()) > 3
    return walk


def words_of_page(page: str) -> Iterator[str]:
    """Yield the words of a page, the descriptions of its pictures, and its title; the letters of its style sheet and script apart."""
    yield from _IN_ATTRIBUTES.findall(page)
    yield from (words for _, words in _TITLE.findall(page))
    yield from _UNSEEN.sub(" ", page).splitlines()


def shown_in(mail: EmailMessage) -> Iterator[str]:
    """The subject and all texts of a mail."""
    yield str(mail["Subject"])
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            yield from words_of_page(part.get_content())


@pytest.mark.parametrize("letters", ["", " --letters"])
def test_on_the_web_page_of_a_game(letters: str, played: Walk, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    played.line(f"export-page {file}{letters}")
    page = file.read_text(encoding="utf-8")
    assert page.count(OPENING) > 100
    played.note(words_of_page(page))
    played.all_is_well()


def test_in_a_booklet_and_in_pictures(played: Walk, tmp_path: Path) -> None:
    for name in ("game.pdf", "game.png", "game.svg"):
        command = "export-booklet" if name.endswith(".pdf") else "export"
        played.line(f"{command} {tmp_path / name}")
        assert (tmp_path / name).stat().st_size > 1000
    played.all_is_well()


def test_on_paper(played: Walk, tmp_path: Path) -> None:
    session = played.controller.session
    for index in range(len(session.game.line())):
        printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
        printer.setOutputFileName(str(tmp_path / f"{index}.pdf"))
        played.go(f"page {index}", lambda index=index, printer=printer: paint(printer, picture_of(session, Cursor(MAIN, index))))  # type: ignore[misc]
    played.all_is_well()


def test_in_results_and_mails(played: Walk, tmp_path: Path) -> None:
    for phase, more in (("S1901M", ""), ("F1901M", " --template html --replay"), ("F1901R", " --template zine --addresses")):
        played.line(f"results-files {tmp_path / phase} --phase {phase}{more}")
        played.line(f"results-drafts {tmp_path}/drafts-{phase} --phase {phase}{more.replace(' --addresses', '')}")
    for file in sorted(tmp_path.rglob("*")):
        if file.suffix == ".eml":
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            assert isinstance(mail, EmailMessage)
            played.note(f"{file.name}: {each}" for each in shown_in(mail))
        elif file.suffix in {".txt", ".html"}:
            played.note(words_of_page(file.read_text(encoding="utf-8")))
    played.line("remind england", "outbox")
    assert {each.suffix for each in tmp_path.rglob("*")} >= {".txt", ".html", ".pdf", ".eml"}
    played.all_is_well()
