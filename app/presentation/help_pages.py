"""The pages of the help: the guide, the keys and every command, as values that can be searched. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from adjudicator.phase import PhaseKind
from app import news
from app.commands.declaring.command import Command
from app.commands.declaring.declare import command_page
from app.game.record import Cursor, Game
from app.installation import with_program_name
from app.presentation.keys import BOARD_KEYS, written_keys
from languages import active_code, mark, markdown_pages, sort_key, tr
from resources import resource

GUIDE_ORDER = (
    "first-game",
    "around-one-laptop",
    "phones-at-the-table",
    "game-master",
    "writing-orders",
    "playing-against-the-program",
    "write-a-bot",
    "games-and-files",
    "sending-results",
    "a-judge-of-your-own",
    "practice",
    "rule-changes",
    "drawing-a-board",
    "library",
    "own-commands",
    "adding-a-language",
)
"""Pages of the guide as they are listed; others follow by name."""

KEYS = "keys"
NEWS = "what-is-new"
_EXCERPT = 90
"""Characters of a page around the words that were found."""


class HelpPart(StrEnum):
    """The parts of the help, as the list of pages names them."""

    GUIDE = mark("Guide")
    KEYS = mark("Keys")
    NEWS = mark("What is new")
    COMMANDS = mark("Commands")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page."""

    id: str
    """``first-game``, ``keys``, ``command:process``."""

    title: str
    part: HelpPart
    markdown: str


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that a search found."""

    page: HelpPage
    excerpt: str
    """The text around the first place, on one line; empty where the title alone fits."""


def help_pages(commands: Iterable[Command]) -> tuple[HelpPage, ...]:
    """Every page: the guide, the keys, then the *commands* by title."""
    listed = tuple(commands)
    by_title = sorted(listed, key=lambda each: sort_key(tr(each.title)))
    every = (
        *_guide(active_code()),
        HelpPage(KEYS, tr("Keys"), HelpPart.KEYS, _keys_page(listed)),
        HelpPage(NEWS, tr("What is new"), HelpPart.NEWS, news.page(news.releases(news.change_log()))),
        *(HelpPage(f"command:{each.id}", tr(each.title).rstrip("…"), HelpPart.COMMANDS, command_page(each)) for each in by_title),
    )
    return tuple(replace(each, markdown=with_program_name(each.markdown)) for each in every)


def search(among: Sequence[HelpPage], query: str) -> tuple[FoundPage, ...]:
    """Pages of *among* in which every word of *query* begins a word; all of them for an empty query.

    Those with a word in their title come first.
    """
    wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in query.split()]
    if not wanted:
        return tuple(FoundPage(each, "") for each in among)
    found: list[tuple[int, int, FoundPage]] = []
    for number, page in enumerate(among):
        plain = _plain(page.markdown)
        if not all(word.search(page.title) or word.search(plain) for word in wanted):
            continue
        in_title = sum(word.search(page.title) is not None for word in wanted)
        found.append((-in_title, number, FoundPage(page, _excerpt(plain, wanted))))
    return tuple(each for _, _, each in sorted(found, key=lambda entry: entry[:2]))


def page_about(game: Game | None, cursor: Cursor | None) -> tuple[str, str]:
    """The page about what is in front: its id, and the English heading to begin at; *game* is ``None`` on the start page."""
    if game is None or cursor is None:
        return "first-game", ""
    if game.is_analysis:
        return "writing-orders", "An analysis board"
    turn = game.turn(cursor)
    if turn.resolution is not None:
        return "first-game", "Going back"
    headings = {
        PhaseKind.MOVEMENT: "With the mouse",
        PhaseKind.RETREAT: "Retreats",
        PhaseKind.ADJUSTMENT: "Builds and removals",
    }
    return "writing-orders", headings[turn.phase.kind]


@cache
def _guide(_language: str) -> tuple[HelpPage, ...]:
    rank = {name: number for number, name in enumerate(GUIDE_ORDER)}
    files = sorted(resource("guide").glob("*.md"), key=lambda path: (rank.get(path.stem, len(rank)), path.stem))
    found: list[HelpPage] = []
    for path in files:
        text = markdown_pages.page(path.read_text(encoding="utf-8"))
        title = text.partition("\n")[0].lstrip("# ").strip()
        found.append(HelpPage(path.stem, title, HelpPart.GUIDE, text))
    return tuple(found)


def _keys_page(commands: Sequence[Command]) -> str:
    board = [f"| `{tr(key)}` | {tr(words)} |" for key, words in BOARD_KEYS]
    others = [
        f"| `{written_keys(each.shortcuts)}` | {tr(each.summary)} |"
        for each in sorted(commands, key=lambda each: each.shortcut or "")
        if each.shortcut
    ]
    head = [f"| {tr('key')} | {tr('what it does')} |", "| --- | --- |"]
    return "\n".join(
        [f"# {tr('Keys')}", "", f"## {tr('On the board')}", "", *head, *board, "", f"## {tr('Everywhere')}", "", *head, *others, ""]
    )


def _plain(markdown: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[`*#|]|\]\([^)]*\)|\[|-{3,}", " ", markdown)).strip()


def _excerpt(plain: str, wanted: Sequence[re.Pattern[str]]) -> str:
    places = [found.start() for found in (word.search(plain) for word in wanted) if found is not None]
    if not places:
        return ""
    start = max(0, min(places) - _EXCERPT // 3)
    cut = plain[start : start + _EXCERPT].strip()
    return ("… " if start else "") + cut + (" …" if start + _EXCERPT < len(plain) else "")
