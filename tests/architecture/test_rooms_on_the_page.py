"""The page on the architecture has every room there is, in the order in which they may know of one another."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.rooms_picture import PICTURE, drawn, layers_of, rows

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def folders(room: str) -> set[str]:
    """The rooms inside *room*."""
    return {each.name for each in (ROOT / room).iterdir() if (each / "__init__.py").is_file()}


def test_the_picture_is_drawn_from_the_contracts() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m scripts.rooms_picture"


def test_every_room_of_the_program_has_its_row() -> None:
    listed = set(re.findall(r"^\| `app/(\w+)/` \|", PAGE, re.MULTILINE))
    assert listed == folders("app")
    assert {f"app/{each}" for each in listed} <= {room for row in rows() for room in row}


def test_the_rooms_of_the_window_are_named_from_the_top_down() -> None:
    said = PAGE.partition("The rooms of `app/qt` stand above one another")[2].partition(". What a room needs")[0]
    order = [room for row in layers_of("Inside the window, rooms point down, in type checking too") for room in row]
    assert [each for each in re.findall(r"`(\w+)`", said) if each != "main_window"] == order[1:]
    assert set(order) == folders("app/qt")
