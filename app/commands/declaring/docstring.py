"""A command's docstring taken apart: what the palette, the help and the reference say."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Description:
    """Description in a docstring."""

    summary: str
    """Its first paragraph, on one line."""

    details: str
    """The paragraphs between the summary and ``Args:``."""

    arguments: dict[str, str]
    """Description of each parameter."""


_LITERAL = re.compile(r"(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)")


def in_plain_words(text: str) -> str:
    """*text* of a docstring in plain words: literals stand in quotation marks, not between backticks."""
    return _LITERAL.sub(r"'\2'", text)


def describe(docstring: str) -> Description:
    """The parts of a docstring with a summary, more paragraphs, and an ``Args:`` part of ``name: text`` entries."""
    body: list[str] = []
    arguments: dict[str, str] = {}
    part = ""
    name = ""
    for line in inspect.cleandoc(docstring).splitlines():
        if line in {"Args:", "Raises:", "Returns:"}:
            part = line
            continue
        if part and line and not line[0].isspace():
            part = ""
        if part == "Args:":
            text = line.strip()
            if line.startswith("    ") and not line.startswith("     ") and ":" in text:
                name, _, text = text.partition(":")
                arguments[name] = text.strip()
            elif text and name:
                arguments[name] = f"{arguments[name]} {text}"
        elif not part:
            body.append(line)
    paragraphs = [" ".join(line.strip() for line in block.splitlines()) for block in "\n".join(body).split("\n\n")]
    cleaned = [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]
    return Description(cleaned[0] if cleaned else "", "\n\n".join(cleaned[1:]), arguments)
