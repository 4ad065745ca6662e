"""Messages of Python's readers on a text are in the language in use, like the sentence around them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shlex
import tomllib
import zipfile
import zlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from xml.parsers import expat

import pytest

from languages import system_words, using
from languages.library_words import without_python
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one

REFUSED: dict[str, Callable[[], object]] = {
    "a value is missing": lambda: json.loads('{"a": }'),
    "a key without quotation marks": lambda: json.loads("{a: 1}"),
    "a colon is missing": lambda: json.loads('{"a" 1}'),
    "a comma is missing": lambda: json.loads("[1 2]"),
    "more behind the end": lambda: json.loads("1 1"),
    "an open text": lambda: json.loads('"abc'),
    "a control character": lambda: json.loads('"a\x01"'),
    "an odd escape": lambda: json.loads('"\\q"'),
    "a number of five thousand digits": lambda: json.loads("1" * 5000),
    "too deep": lambda: json.loads("[" * 100_000),
    "TOML without a value": lambda: tomllib.loads("a = "),
    "TOML with a table twice": lambda: tomllib.loads("[a]\n[a]\n"),
    "TOML with a key twice": lambda: tomllib.loads("a = 1\na = 2\n"),
    "TOML with an open array": lambda: tomllib.loads("a = [1, 2"),
    "TOML with an open text": lambda: tomllib.loads('a = "b'),
    "TOML with an odd character": lambda: tomllib.loads('a = "\x01"'),
    "TOML without an equals sign": lambda: tomllib.loads("a 1"),
    "TOML with two values": lambda: tomllib.loads("a = 1 2"),
    "TOML with an odd escape": lambda: tomllib.loads('a = "\\q"'),
    "TOML with an open table": lambda: tomllib.loads("[a"),
    "XML that is none": lambda: expat.ParserCreate().Parse("<a", True),
    "XML with another end": lambda: expat.ParserCreate().Parse("<a></b>", True),
    "XML with two roots": lambda: expat.ParserCreate().Parse("<a/><b/>", True),
    "XML of nothing": lambda: expat.ParserCreate().Parse("", True),
    "XML with an attribute twice": lambda: expat.ParserCreate().Parse("<a b='' b=''/>", True),
    "XML with an unknown entity": lambda: expat.ParserCreate().Parse("<a>&b;</a>", True),
    "no archive": lambda: zipfile.ZipFile(io.BytesIO(b"no")),
    "no gzip": lambda: gzip.decompress(b"no"),
    "half a gzip": lambda: gzip.decompress(gzip.compress(b"abc")[:-3]),
    "no packed bytes": lambda: zlib.decompress(b"no"),
    "half a packed text": lambda: zlib.decompress(zlib.compress(b"abc")[:-3]),
    "no number": lambda: int("x1"),
    "no number with a point": lambda: float("x1"),
    "no UTF-8": lambda: b"\xff".decode(),
    "an open quotation mark": lambda: shlex.split('a "b'),
    "nothing behind a backslash": lambda: shlex.split("a \\"),
    "a date that is none": lambda: datetime.fromisoformat("2026-13-01T"),
    "a character without a partner": lambda: "\ud800".encode(),
    "a zero in a name": lambda: Path("a\0b").stat(),
    "a TOML number of five thousand digits": lambda: tomllib.loads("a = " + "1" * 5000),
    "JSON behind a mark of its order": lambda: json.loads("\ufeff1"),
    "a table with a huge cell": lambda: list(csv.reader(io.StringIO("1" * 140_000))),
}


PYTHON = re.compile(r"\w\(\)|\bsys\.|set_int_max|\bcodec\b|isoformat|utf-8-sig|\bint\b|\bfloat\b")


@one_by_one("why", REFUSED)
def test_no_function_type_or_setting_of_python_is_named(why: str) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - each reader has kinds of its own
        REFUSED[why]()
    assert PYTHON.search(system_words(raised.value)) is None
    assert PYTHON.search(without_python(f"{type(raised.value).__name__}: {raised.value}")) is None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            "ValueError: Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits()",
            "ValueError: a number has more than 4300 digits",
        ),
        ("invalid literal for int() with base 10: 'x1'", "'x1' is no whole number"),
        ("'utf-8' codec can't decode byte 0xff in position 3: invalid start byte", "byte 3 is no utf-8 text"),
        ("'utf-8' codec can't encode character '\\ud800' in position 0: surrogates not allowed", "character 0 cannot be written as utf-8"),
        ("NameError: name 'bytearray' is not defined", "NameError: name 'bytearray' is not defined"),
        ("No closing quotation", "a quotation mark is not closed"),
    ],
)
def test_words_of_python_become_our_own_in_english_too(said: str, words: str) -> None:
    assert without_python(said) == words


@one_by_one("why", REFUSED)
def test_what_a_reader_says_is_said_in_the_language_in_use(why: str) -> None:
    with pytest.raises(
        (ValueError, EOFError, OSError, RecursionError, expat.ExpatError, zlib.error, csv.Error, zipfile.BadZipFile)
    ) as raised:
        REFUSED[why]()
    assert system_words(raised.value)
    with using("pseudo"):
        said = system_words(raised.value)
    assert said.startswith("⟦")
    assert escaped_words(said, {"line", "column", "char", "utf", "sys", "set"}) == []


def test_where_it_is_stays_in_the_sentence() -> None:
    with pytest.raises(json.JSONDecodeError) as raised:
        json.loads('{"a":\n }')
    with using("de"):
        assert system_words(raised.value) == "hier fehlt ein Wert: Zeile 2, Spalte 2 (Zeichen 7)"
