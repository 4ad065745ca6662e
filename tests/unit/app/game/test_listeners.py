"""Listeners are plain functions; they may end their listening while they are called."""

from __future__ import annotations

from app.game.versions import Listeners


def test_all_are_told_in_their_sequence_until_they_are_taken_away() -> None:
    said: list[str] = []
    listeners: Listeners[[str]] = Listeners()
    remove = listeners.add(lambda word: said.append(f"first {word}"))
    listeners.add(lambda word: said.append(f"second {word}"))
    listeners.tell("one")
    remove()
    remove()
    listeners.tell("two")
    assert said == ["first one", "second one", "second two"]


def test_who_goes_or_comes_meanwhile_disturbs_nobody() -> None:
    said: list[str] = []
    listeners: Listeners[[]] = Listeners()

    def once() -> None:
        said.append("once")
        remove()
        listeners.add(lambda: said.append("later"))

    remove = listeners.add(once)
    listeners.add(lambda: said.append("always"))
    listeners.tell()
    listeners.tell()
    assert said == ["once", "always", "always", "later"]
