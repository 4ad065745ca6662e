"""A part of the window is handed what it uses: each member of its host protocol is used in its file, or where the host is handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "app" / "qt").rglob("*.py"))
SMALL = ROOT / "app" / "qt" / "widgets" / "host.py"
"""Holds protocols that the others are made of."""

OPEN = {"PageHost", "WindowHost"}
"""A protocol that others are made of, and the one that says what all parts ask for together."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


CLASSES = {
    node.name: (path, node)
    for path in FILES
    if "Protocol" in path.read_text(encoding="utf-8")  # a look at the text is soon done, and this is done wherever tests are collected
    for node in tree(path).body
    if isinstance(node, ast.ClassDef)
}


def is_protocol(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)


def members(node: ast.ClassDef) -> Iterator[str]:
    """Yield the members of the protocol *node*, with those of its bases."""
    yield from (each.name for each in node.body if isinstance(each, ast.FunctionDef))
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in CLASSES:
            yield from members(CLASSES[base.id][1])


def used(path: Path) -> Iterator[str]:
    """Yield the members of a host that the file at *path* uses."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute):
            holder = node.value
            name = holder.id if isinstance(holder, ast.Name) else holder.attr if isinstance(holder, ast.Attribute) else ""
            if name in {"host", "_host", "_window"}:
                yield node.attr


def imported(path: Path) -> Iterator[Path]:
    """The files of the window that the one at *path* imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("app.qt."):
            yield ROOT / f"{node.module.replace('.', '/')}.py"


HOSTS = [
    (path, node)
    for path, node in CLASSES.values()
    if is_protocol(node) and node.name.endswith("Host") and node.name not in OPEN and path != SMALL
]


def test_there_are_hosts() -> None:
    assert len(HOSTS) >= 12


@pytest.mark.parametrize(("path", "node"), HOSTS, ids=[node.name for _, node in HOSTS])
def test_a_host_is_asked_for_nothing_that_is_not_used(path: Path, node: ast.ClassDef) -> None:
    nearby = {path, *(each for each in imported(path) if each in FILES)}
    if path.name in {"panel.py", "conformance_page.py"}:  # what is asked for there is used by those who take it over
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        nearby |= {each for each in FILES if module in each.read_text(encoding="utf-8") and path in set(imported(each))}
    asked = {name for each in nearby for name in used(each)}
    assert sorted(set(members(node)) - asked) == []
