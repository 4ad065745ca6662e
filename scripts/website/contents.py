"""Contents of the site, by part and in sequence."""

from __future__ import annotations

from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = "docs/index.md"
ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "THIRD_PARTY.md", "LICENSE")
"""Pages beside ``docs`` that belong to the site."""

PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Begin", ("docs/installing.md", "docs/guide/first-game.md", "docs/films.md", "docs/comparison.md")),
    (
        "Play",
        (
            "docs/guide/README.md",
            "docs/guide/around-one-laptop.md",
            "docs/guide/phones-at-the-table.md",
            "docs/guide/playing-against-the-program.md",
            "docs/guide/writing-orders.md",
            "docs/guide/games-and-files.md",
            "docs/guide/the-story-of-a-game.md",
            "docs/guide/practice.md",
        ),
    ),
    (
        "Be the game master",
        ("docs/guide/game-master.md", "docs/guide/sending-results.md", "docs/guide/a-judge-of-your-own.md", "docs/guide/rule-changes.md"),
    ),
    ("Draw a board", ("docs/guide/drawing-a-board.md", "docs/formats/variant.md", "docs/formats/board-svg.md", "docs/formats/pack.md")),
    (
        "Write a program",
        (
            "docs/guide/write-a-bot.md",
            "docs/guide/library.md",
            "docs/guide/own-commands.md",
            "docs/formats/players.md",
            "docs/formats/daide.md",
        ),
    ),
    (
        "Look up",
        ("docs/reference/README.md", "docs/formats/README.md", "docs/rules/README.md", "docs/examples/README.md", "docs/glossary.md"),
    ),
    (
        "The project",
        (
            "CHANGELOG.md",
            "SECURITY.md",
            "docs/untested.md",
            "CONTRIBUTING.md",
            "docs/architecture.md",
            "docs/interfaces.md",
            "docs/decisions/README.md",
            "CODE_OF_CONDUCT.md",
            "THIRD_PARTY.md",
            "LICENSE",
        ),
    ),
)
"""Captions and pages of the sidebar. A folder's ``README.md`` brings the pages beside it that no part names."""

MORE = "More"
"""The part of pages that no other part has."""


@cache
def page_paths() -> tuple[str, ...]:
    """Every page of the site by its path in the repository, sorted."""
    found = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    return tuple(sorted([*found, *(name for name in ROOT_PAGES if (ROOT / name).is_file())]))


def parts() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The parts with what is left over as the last one."""
    named = {START, *(page for _, pages in PARTS for page in pages)}
    left = tuple(page for page in page_paths() if page not in named and not _has_folder_page(page))
    return (*PARTS, (MORE, left)) if left else PARTS


def beside(page: str) -> tuple[str, ...]:
    """The pages that the folder page *page* lists: those of its folder that no part names; none for other pages."""
    if not page.endswith("/README.md"):
        return ()
    named = {each for _, pages in PARTS for each in pages}
    return tuple(each for each in page_paths() if each.rpartition("/")[0] == page.rpartition("/")[0] and each not in named)


def _has_folder_page(page: str) -> bool:
    folder, _, name = page.rpartition("/")
    return name != "README.md" and folder != "" and (ROOT / folder / "README.md").is_file()
