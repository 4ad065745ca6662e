"""The page on the protocol says what the program does: its dialogue is held again, its schema made again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.players.programs.messages import json_schema, read_host_line, read_program_line
from scripts.player_page import PAGE, SCHEMA, dialogue, schema, script


def test_the_dialogue_of_the_page_is_what_is_said_with_its_ten_lines() -> None:
    assert f"```text\n{dialogue()}```" in PAGE.read_text(encoding="utf-8"), "python scripts/player_page.py"
    assert len([line for line in script().splitlines() if line.strip()]) <= 10


def test_the_schema_is_current() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema(), "python scripts/player_page.py"


def test_every_type_and_part_of_the_messages_stands_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    parts = json_schema()["$defs"]
    for name in (
        "Hello",
        "NewGameMessage",
        "TurnMessage",
        "Rejected",
        "LetterMessage",
        "Draw",
        "Info",
        "GameOver",
        "Bye",
        "Orders",
        "TurnPosition",
    ):
        for key, of in properties(parts[name]).items():
            word = of["enum"][0] if key == "type" else key
            assert f"`{word}`" in page or f'"{word}"' in page, f"{name}: {word}"


def properties(part: dict[str, Any]) -> dict[str, Any]:
    found = part["properties"]
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_every_line_of_the_page_is_a_message() -> None:
    for line in dialogue().splitlines():
        message = json.loads(line[2:])
        for part in ("map", "deadline_at"):
            message.pop(part, None)
        read = read_host_line if line[0] == ">" else read_program_line
        assert read(json.dumps(message).encode()) is not None


def test_what_the_other_side_alone_says_is_passed_over_like_a_type_that_nobody_knows() -> None:
    assert read_host_line(b'{"type": "orders", "orders": []}') is None
    assert read_program_line(b'{"type": "rejected"}') is None
