"""Parts of the window know it by one protocol, whose members are all used."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from app.qt.board.window import Window

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "app" / "qt").rglob("*.py"))


@cache
def trees() -> list[ast.Module]:
    """Statements of the files, parsed where a test of this file runs."""
    return [ast.parse(file.read_text(encoding="utf-8")) for file in FILES]


def test_each_member_of_the_window_is_used_by_a_part() -> None:
    used = set()
    for tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Attribute(attr="host" | "_host" | "_window") | ast.Name(id="host" | "_host" | "_window")):
                    used.add(node.attr)
    assert not {name for name in vars(Window) if not name.startswith("_")} - used


def test_no_part_has_a_protocol_of_its_own_for_the_window() -> None:
    protocols = {
        node.name
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)
    }
    members = {name for name in vars(Window) if not name.startswith("_")}
    assert "Window" in protocols
    assert not [name for name in protocols if name.endswith(("Host", "Runner", "Messenger"))], members
