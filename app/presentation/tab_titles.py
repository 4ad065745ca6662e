"""Titles of the tabs of open games: their names, and parts of the path for those of the same name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from languages import tr


class OpenGame(NamedTuple):
    """Open game, as far as the title of its tab needs it."""

    name: str
    path: Path | None
    """Its file; ``None`` where it was never saved."""


def tab_titles(games: Sequence[OpenGame]) -> tuple[str, ...]:
    """A title for each of *games*, no two alike.

    Where names are the same the file's name tells them apart, then its folder, then a number in the sequence in which they were opened.
    """
    titles = [game.name for game in games]
    for more in (_file, _folder):
        titles = _apart(titles, games, more)
    found: list[str] = []
    for title in titles:
        number = found.count(title) + 1
        alike = [title, *(f"{title} ({each})" for each in range(2, len(titles) + 1))]
        found.append(next(each for each in alike[number - 1 :] if each not in found))
    return tuple(found)


def _apart(titles: Sequence[str], games: Sequence[OpenGame], more: Callable[[OpenGame], str]) -> list[str]:
    """*titles* with *more* behind those that are not the only one of their kind, where it tells them apart."""
    longer = []
    for title, game in zip(titles, games, strict=True):
        words = {more(other) for known, other in zip(titles, games, strict=True) if known == title}
        longer.append(f"{title} — {more(game)}" if len(words) > 1 and more(game) else title)
    return longer


def _file(game: OpenGame) -> str:
    return tr("not saved") if game.path is None else game.path.name


def _folder(game: OpenGame) -> str:
    return "" if game.path is None else str(game.path.parent)
