"""Markup that is safe whatever strangers wrote: names, press and notes are text, never tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text(words: str) -> str:
    """*words* as text of a page; characters that no page may hold become a sign."""
    return escape(_UNPRINTABLE.sub("\ufffd", words), quote=True)


def strangers(words: str) -> str:
    """The same for what a person wrote, whose direction of writing must not spread to what stands beside it."""
    return f"<bdi>{text(words)}</bdi>"


def tag(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element; *content* is markup already. An underscore at an attribute's end is dropped, others become hyphens."""
    said = "".join(f' {_named(key)}="{text(_number(value))}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{said}>{''.join(content)}</{name}>"


def data(value: object) -> str:
    """*value* as JSON that can stand within a script element."""
    found = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return found.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def joined(parts: Iterable[str]) -> str:
    """*parts* one after the other."""
    return "".join(parts)


def number(value: float, places: int = 1) -> str:
    """*value* as shortly as it can be written."""
    found = f"{value:.{places}f}"
    if "." in found:
        found = found.rstrip("0").rstrip(".")
    return "0" if found == "-0" else found


def _number(value: str | float | None) -> str:
    return value if isinstance(value, str) else number(float(value or 0), 2)


def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
