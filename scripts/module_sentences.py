"""The sentences of one module, for the catalogues: what stands in it as ``tr("...")`` and its like."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python


def said_in(
    source: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the sentences of the module *source*. Most modules say nothing, and are not taken to pieces to find that out."""
    text = source.read()
    says = rb"\b(?:%s)\s*\(" % "|".join(map(re.escape, keywords)).encode()
    if not re.search(says, text):
        return
    yield from extract_python(BytesIO(text), keywords, comment_tags, options)  # type: ignore[arg-type,misc]
    # A place of an f-string stands on one line, unless the string has three quotes: few modules need to be taken to pieces.
    if re.search(rb"\{[^\n]*" + says, text) or re.search(rb"""[fF][rR]?(?:\"{3}|'{3})""", text):
        yield from _within_strings(text, keywords)


def _within_strings(source: bytes, keywords: Collection[str]) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the sentences in the places of f-strings, which Babel passes over."""
    for string in ast.walk(ast.parse(source)):
        for call in ast.walk(string) if isinstance(string, ast.JoinedStr) else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in keywords:
                texts = tuple(each.value if isinstance(each, ast.Constant) else None for each in call.args)
                yield call.lineno, call.func.id, texts[0] if len(texts) == 1 else texts, []
