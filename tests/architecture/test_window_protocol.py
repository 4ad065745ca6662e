"""Parts of the window know it by one protocol, whose members are all used."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from app.qt.board.window import Window
from app.qt.main_window.window_services import WindowServices
from app.session import services

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "app" / "qt").rglob("*.py"))


@cache
def texts() -> list[str]:
    """Text of the files."""
    return [file.read_text(encoding="utf-8") for file in FILES]


def test_each_member_of_the_window_is_used_by_a_part() -> None:
    used = set()
    for text in texts():
        used.update(re.findall(r"\b(?:_?host|_window)\.(\w+)", text))
    assert not {name for name in vars(Window) if not name.startswith("_")} - used


def test_no_part_has_a_protocol_of_its_own_for_the_window() -> None:
    protocols = {
        node.name
        for text in texts()
        if "(Protocol)" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)
    }
    members = {name for name in vars(Window) if not name.startswith("_")}
    assert "Window" in protocols
    assert not [name for name in protocols if name.endswith(("Host", "Runner", "Messenger"))], members


def test_each_question_of_a_command_has_a_dialog() -> None:
    kinds = {each for each in vars(services).values() if isinstance(each, type) and issubclass(each, services.PersonQuestion)}
    assert WindowServices.DIALOGS.keys() == kinds - {services.PersonQuestion}
