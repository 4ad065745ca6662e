"""Titles of tabs."""

from __future__ import annotations

from pathlib import Path

from app.qt.main_window.central_pages import OpenGame, tab_titles


def titles(*games: tuple[str, str | None]) -> list[str]:
    return list(tab_titles([OpenGame(name, None if path is None else Path(path)) for name, path in games]))


def test_a_name_of_ones_own_stands_alone() -> None:
    assert titles(("Straits of Iron", "/a/one.dpn"), ("Second", None)) == ["Straits of Iron", "Second"]


def test_games_of_the_same_name_are_told_apart_by_their_files() -> None:
    assert titles(("Standard", "/a/one.dpn"), ("Standard", None), ("Other", "/a/two.dpn")) == [
        "Standard — one.dpn",
        "Standard — not saved",
        "Other",
    ]


def test_files_of_the_same_name_are_told_apart_by_their_folders() -> None:
    assert titles(("Standard", "/a/game.dpn"), ("Standard", "/b/game.dpn")) == ["Standard — /a", "Standard — /b"]
    three = titles(("Standard", "/a/game.dpn"), ("Standard", "/b/game.dpn"), ("Standard", "/b/last.dpn"))
    assert three == ["Standard — game.dpn — /a", "Standard — game.dpn — /b", "Standard — last.dpn"]


def test_games_that_were_never_saved_are_counted() -> None:
    assert titles(("Standard", None), ("Standard", None), ("Standard", None)) == ["Standard", "Standard (2)", "Standard (3)"]
    assert titles(("Standard (2)", None), ("Standard", None), ("Standard", None)) == ["Standard (2)", "Standard", "Standard (3)"]
