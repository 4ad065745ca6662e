"""The rule options of a variant file: one key for each field of :class:`adjudicator.rules.Rules`."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import Any, get_type_hints

from adjudicator.rules import Rules
from variants.node import Node


def read_rules(root: Node) -> Rules:
    """The rules; fields the file does not name keep their defaults."""
    node = root.table("rules")
    if node is None:
        return Rules()
    kinds = get_type_hints(Rules)
    chosen: dict[str, Any] = {}
    for field in dataclasses.fields(Rules):
        kind = kinds[field.name]
        if not node.has(field.name):
            continue
        value: object = None
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            value = node.choice(field.name, kind, None)
        elif kind is bool:
            value = node.flag(field.name)
        elif kind is int:
            value = node.whole(field.name, None, -1_000_000, 1_000_000)
        elif kind is str:
            value = node.text(field.name)
        else:
            node.fault(f"rules.{field.name} cannot be set here", "another rule", field.name)
        if value is not None:
            chosen[field.name] = value
    for field in dataclasses.fields(Rules):
        node.know(field.name)
    node.done()
    return dataclasses.replace(Rules(), **chosen)
