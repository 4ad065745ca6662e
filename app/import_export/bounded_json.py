"""JSON of strangers, read within bounds: size, depth and number of values."""

from __future__ import annotations

import json
import re

from app.import_export.received import ExchangeError
from languages import system_words, tr
from languages.library_words import library_words

MOST_BYTES = 8_000_000
MOST_DEPTH = 40
MOST_VALUES = 2_000_000

_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{},]', re.DOTALL)


def read_json(data: bytes, what: str, line: int | None = None) -> object:
    """The value that *data* holds.

    Args:
        what: the file's name, for messages.
        line: of the file, where *data* is one line of it; else faults name the line themselves.

    Raises:
        ExchangeError: it is too large, nested too deeply, or no JSON; with the place.
    """
    if len(data) > MOST_BYTES:
        raise ExchangeError(
            tr("{what} is too large: {count:,} bytes; at most {most:,} are read.", what=what, count=len(data), most=MOST_BYTES)
        )
    deepest = depth = values = 0
    for found in _MARKS.finditer(data):
        mark = found[0]
        if mark == b",":
            values += 1
        elif mark in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif mark in (b"]", b"}"):
            depth -= 1
    if deepest > MOST_DEPTH or values > MOST_VALUES:
        raise ExchangeError(
            tr(
                "{what} is no game: its JSON has {values:,} values, {deepest} deep; at most {most_depth} deep is read.",
                what=what,
                values=values,
                deepest=deepest,
                most_depth=MOST_DEPTH,
            )
        )
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise ExchangeError(tr("{what} is no JSON text: byte {start} is no UTF-8.", what=what, start=error.start + 1)) from error
    except json.JSONDecodeError as error:
        place = f"{error.lineno if line is None else line}:{error.colno}"
        raise ExchangeError(tr("{what}:{place}: no JSON: {msg}.", what=what, place=place, msg=library_words(error.msg))) from error
    except (RecursionError, ValueError) as error:
        raise ExchangeError(tr("{what} is no JSON that can be read: {error}.", what=what, error=system_words(error))) from error


def mapping(value: object, where: str) -> dict[str, object]:
    """*value*, if it is an object.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, dict):
        raise ExchangeError(tr("{where}: an object was expected, not {kind}", where=where, kind=_kind(value)))
    return value


def texts(value: object, where: str) -> tuple[str, ...]:
    """*value*, if it is a list of texts.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ExchangeError(tr("{where}: a list of texts was expected, not {kind}", where=where, kind=_kind(value)))
    return tuple(value)


def text(value: object, where: str) -> str:
    """*value*, if it is a text.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, str):
        raise ExchangeError(tr("{where}: a text was expected, not {kind}", where=where, kind=_kind(value)))
    return value


def _kind(value: object) -> str:
    names = {dict: tr("an object"), list: tr("a list"), str: tr("a text"), bool: tr("true or false"), type(None): "null"}
    return names.get(type(value), tr("a number"))
