"""Guides name buttons, menus and commands by the very names that they have in the program."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app.commands.declaring.registry import COMMANDS
from app.session.view_options import View, options_of
from tests.quick import one_by_one

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *sorted(f"docs/guide/{each.name}" for each in (ROOT / "docs" / "guide").glob("*.md")))
MENUS = ("File", "Edit", "Orders", "Game", "Go", "View", "Tools", "Help")

_EMPHASIS = re.compile(r"(\*\*|\*)(?=\S)([^*]+?)(?<=\S)\1")
_PATH = re.compile(rf"\b(?:{'|'.join(MENUS)})(?:(?:, \*?| > )(?!Ctrl\b)[A-Z][\w' -]+…?\*?)+")
_RUN = re.compile(r"\./run ([a-z][\w-]*)(?![\w-]*\.)")
_COMMAND = re.compile(r"`([a-z]+(?:-[a-z]+)+)(?= [^`]*`|`)")
_STEP = re.compile(r", | > ")

NO_WORDS_OF_THE_SCREEN = frozenset(
    """
    18 centres; supports; bounce; friends; promise; practice; 2 against 1; spreading; Use 2 sent earlier; Friends round one laptop;
    Programs at the table; Backup; Restore; I read line 3 as: 1 … 2 …; Francia e Italia; Without a PIN; With a PIN or passphrase;
    Whoever is ready takes the laptop; Write your orders.; Inkscape SVG; A wrong order in a past phase.; A wrong position.;
    A result against the rules.; A line says that there is no connection; The phone does not reach the address;
    A sign-in page of the network comes instead; The clock of a phone is wrong; Several addresses are printed;
    This board is too large for a page; Nobody can connect: the port is in use; A phone is lost;
    Austria-Hungary goes for Serbia, and guards Trieste against Italy.;
    Munich left open: France enters in 71 of 100 plans of the others.; France alone; Turkey alone; Austria alone; What each gets.;
    Ways out.; Straits of Iron; Fall 1903, movement; Fall 1903; F1903M; Austria-Hungary; Dear Ada,;
    34 orders, 10 did not succeed, 6 dislodged; Austria takes Serbia;
    Agreed, we are allied against Turkey until the end of the year. I will not attack you.;
    Agreed. I will not move to Burgundy.; Agreed. I will support A PAR - BUR.
    """.replace("\n", " ")
    .strip()
    .split("; ")
)
"""Words that are emphasised for another reason: terms, beginnings of paragraphs, names of games, sentences with a number in them."""

OTHER_PROGRAMS = ("File > Document Properties", "Edit > Make a Bitmap Copy")
"""Menus of the program that draws boards."""

NO_COMMANDS = frozenset({"systemd-analyze", "den-swe", "keeps-deadlines", "two-words", "random-js", "random-c", "monte-carlo"})
"""Words with a hyphen that are set as code: choices of commands, names of bots, a border, another program."""


def _plain(words: str) -> str:
    return " ".join(words.replace("&", "").split()).rstrip("….:,?").casefold()


def _prose(page: str) -> str:
    """Return what is read on the page as one line, without code."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "`", text))
    return " ".join(text.split())


@pytest.fixture(scope="module")
def sentences() -> frozenset[str]:
    """Sentences of the program and names of its menus, without signs at the end."""
    with (ROOT / "languages" / "de" / "entente.po").open("rb") as file:
        said = [each.id if isinstance(each.id, str) else each.id[0] for each in read_po(file) if each.id]
    return frozenset(map(_plain, (*said, *MENUS, *NO_WORDS_OF_THE_SCREEN)))


@pytest.fixture(scope="module")
def menus() -> dict[str, set[str]]:
    """Entries of each menu and of each menu within one."""
    found: dict[str, set[str]] = {_plain(each): set() for each in MENUS}
    for command in COMMANDS:
        path = [_plain(each) for each in (*(command.menu or "").split("/"), command.title) if each]
        for menu, entry in pairwise(path):
            found.setdefault(menu, set()).add(entry)
    found["view"] |= {_plain(each.title) for each in options_of(View)}
    return found


@one_by_one("page", PAGES)
def test_what_is_emphasised_stands_on_the_screen(page: str, sentences: frozenset[str]) -> None:
    named = [words for _, words in _EMPHASIS.findall(_prose(page))]
    wrong = [each for each in named if _plain(each) not in sentences and not all(_plain(part) in sentences for part in _STEP.split(each))]
    assert wrong == []


@one_by_one("page", PAGES)
def test_what_is_said_to_be_in_a_menu_is_there(page: str, menus: dict[str, set[str]]) -> None:
    wrong = []
    for found in _PATH.findall(_prose(page)):
        menu, *steps = (_plain(step.strip(" *")) for step in _STEP.split(found))
        for step in steps:  # the sentence may go on behind the last one
            entries = [each for each in menus.get(menu, ()) if f"{step} ".startswith(f"{each} ")]
            if not entries and found.strip() not in OTHER_PROGRAMS:
                wrong.append(found)
            menu = max(entries, key=len, default="")
    assert wrong == []


@one_by_one("page", PAGES)
def test_every_command_that_is_named_is_one(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = [*_RUN.findall(text), *_COMMAND.findall(text)]
    assert [each for each in named if COMMANDS.get(each) is None and each not in NO_COMMANDS] == []


def test_a_name_that_is_not_there_is_seen(sentences: frozenset[str], menus: dict[str, set[str]]) -> None:
    assert _plain("Copy picture") not in sentences
    assert _plain("Branches") not in menus["game"]
    assert _plain("Export picture…") in menus["file"]
    assert sum(len(_PATH.findall(_prose(page))) for page in PAGES) > 30
