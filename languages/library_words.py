"""Messages of Python's own readers on a text that they cannot read, in the language in use: JSON, TOML, XML, archives, messages, numbers.

They say it in English. Messages in no list here stay unchanged.
"""

from __future__ import annotations

import re

from languages.kept import KeptSentences
from languages.wording import mark, tr

_JSON = (
    mark("Expecting value"),
    mark("Expecting property name enclosed in double quotes"),
    mark("Expecting ':' delimiter"),
    mark("Expecting ',' delimiter"),
    mark("Extra data"),
    mark("Invalid control character at"),
    mark("Invalid \\escape"),
    mark("Invalid \\uXXXX escape"),
    mark("Unterminated string starting at"),
    mark("Unexpected UTF-8 BOM (decode using utf-8-sig)"),
    mark("Exceeds the limit ({most} digits) for integer string conversion: value has {count} digits; use {way} to increase the limit"),
)
_TOML = (
    mark("Invalid statement"),
    mark("Expected newline or end of document after a statement"),
    mark("Expected '=' after a key in a key/value pair"),
    mark("Expected ']' at the end of a table declaration"),
    mark("Expected ']]' at the end of an array declaration"),
    mark("Cannot declare {key} twice"),
    mark("Cannot overwrite a value"),
    mark("Cannot redefine namespace {key}"),
    mark("Cannot mutate immutable namespace {key}"),
    mark("Duplicate inline table key {key}"),
    mark("Invalid initial character for a key part"),
    mark("Invalid value"),
    mark("Invalid hex value"),
    mark("Invalid date or datetime"),
    mark("Unclosed array"),
    mark("Unclosed inline table"),
    mark("Unescaped '\\' in a string"),
    mark("Unterminated string"),
    mark("Escaped character is not a Unicode scalar value"),
    mark("Illegal character {character}"),
    mark("Found invalid character {character}"),
    mark("Expected {what}"),
)
_XML = (
    mark("syntax error"),
    mark("no element found"),
    mark("not well-formed (invalid token)"),
    mark("unclosed token"),
    mark("partial character"),
    mark("mismatched tag"),
    mark("duplicate attribute"),
    mark("junk after document element"),
    mark("illegal parameter entity reference"),
    mark("undefined entity"),
    mark("recursive entity reference"),
    mark("reference to invalid character number"),
    mark("reference to binary entity"),
    mark("reference to external entity in attribute"),
    mark("XML or text declaration not at start of entity"),
    mark("XML declaration not well-formed"),
    mark("unknown encoding"),
    mark("encoding specified in XML declaration is incorrect"),
    mark("unclosed CDATA section"),
    mark("unbound prefix"),
    mark("must not undeclare prefix"),
    mark("limit on input amplification factor (from DTD and entities) breached"),
)
_ARCHIVES = (
    mark("File is not a zip file"),
    mark("Bad magic number for central directory"),
    mark("Bad magic number for file header"),
    mark("Bad offset for central directory"),
    mark("Truncated central directory"),
    mark("Truncated file header"),
    mark("Bad CRC-32 for file {file}"),
    mark("Bad password for file {file}"),
    mark("File {file} is encrypted, password required for extraction"),
    mark("That compression method is not supported"),
    mark("zipfiles that span multiple disks are not supported"),
    mark("Compressed file ended before the end-of-stream marker was reached"),
    mark("Not a gzipped file ({start})"),
    mark("CRC check failed {sums}"),
    mark("Incorrect length of data produced"),
    mark("Error {number} while decompressing data: {why}"),
    mark("Error {number} while decompressing data"),
)
_VALUES = (
    mark("invalid literal for int() with base {base}: {text}"),
    mark("could not convert string to float: {text}"),
    mark("Invalid isoformat string: {text}"),
    mark("unknown encoding: {text}"),
    mark("{codec} codec can't decode byte {byte} in position {place}: {why}"),
    mark("{codec} codec can't decode bytes in position {place}: {why}"),
    mark("{codec} codec can't encode character {character} in position {place}: {why}"),
    mark("embedded null byte"),
    mark("embedded null character"),
    mark("line contains NUL"),
    mark("field larger than field limit ({most})"),
)
_WHY = KeptSentences(
    mark("incorrect header check"),
    mark("incorrect data check"),
    mark("incomplete or truncated stream"),
    mark("invalid block type"),
    mark("invalid distance too far back"),
    mark("invalid code lengths set"),
    mark("invalid stored block lengths"),
    mark("invalid start byte"),
    mark("invalid continuation byte"),
    mark("unexpected end of data"),
    mark("ordinal not in range({most})"),
    mark("surrogates not allowed"),
    mark("character maps to <undefined>"),
    mark("invalid character"),
    mark("invalid character in unicode escape"),
    mark("invalid escape character in string"),
    mark("invalid number"),
    mark("invalid utf-16 surrogate pair"),
    mark("expected '\"'"),
    mark("expected ',' or {sign}"),
    mark("expected ':'"),
    mark("trailing characters"),
    mark("trailing comma in array"),
    mark("trailing comma in object"),
)
_MESSAGES = (
    mark("JSON is malformed: {why} (byte {byte})"),
    mark("Input data was truncated"),
    mark("Expected `{wanted}`, got `{found}` - at `{place}`"),
    mark("Expected `{wanted}`, got `{found}`"),
    mark("Object missing required field `{field}` - at `{place}`"),
    mark("Object missing required field `{field}`"),
    mark("Invalid value {value} - at `{place}`"),
)
_PLACED = KeptSentences(
    mark("{what}: line {line} column {column} (char {character})"),
    mark("{what} (at line {line}, column {column})"),
    mark("{what} (at end of document)"),
    mark("{what}: line {line}, column {column}"),
)
_SAID = KeptSentences(*_JSON, *_XML, *_ARCHIVES, *_VALUES, *_MESSAGES, *_TOML)
_TOO_DEEP = re.compile(r"(RecursionError: )?(maximum recursion depth exceeded|recursion limit exceeded).*", re.DOTALL)
_OWN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.DOTALL), words)
    for pattern, words in (
        (r"Exceeds the limit \((?P<most>\d+) digits\) for integer string conversion.*", mark("a number has more than {most} digits")),
        (r"invalid literal for int\(\) with base \d+: (?P<text>.*)", mark("{text} is no whole number")),
        (r"could not convert string to float: (?P<text>.*)", mark("{text} is no number")),
        (r"Invalid isoformat string: (?P<text>.*)", mark("{text} is no date")),
        (r"cannot convert float (?P<text>NaN|infinity) to integer", mark("{text} is no whole number")),
        (r"Python int too large to convert to .*|int too (large|big) to convert.*", mark("a number is too large")),
        (r"'(?P<codec>[\w-]+)' codec can't decode bytes? (?:0x\w+ )?in position (?P<place>\d+).*", mark("byte {place} is no {codec} text")),
        (
            r"'(?P<codec>[\w-]+)' codec can't encode characters? (?:'.*?' )?in position (?P<place>\d+).*",
            mark("character {place} cannot be written as {codec}"),
        ),
        (r"embedded null (byte|character)|line contains NUL", mark("there is a character in it that ends texts (NUL)")),
        (r"field larger than field limit \((?P<most>\d+)\)", mark("a cell has more than {most} characters")),
        (r"No closing quotation", mark("a quotation mark is not closed")),
        (r"No escaped character", mark("nothing stands behind the last backslash")),
        (r"Unexpected UTF-8 BOM.*", mark("it begins with a byte order mark")),
    )
)
"""Sentences that name functions, types or settings of Python, and what stands for them in every language, English too."""

_KIND = re.compile(r"(?P<kind>[A-Z]\w*Error): (?P<said>.*)", re.DOTALL)


def _own(said: str) -> tuple[str, dict[str, str]] | None:
    for pattern, words in _OWN:
        found = pattern.fullmatch(said)
        if found is not None:
            return words, {key: value for key, value in found.groupdict().items() if value is not None}
    return None


def without_python(said: str) -> str:
    """*said* in English, without functions and settings of Python that no reader can call."""
    kind = _KIND.fullmatch(said)
    told = kind["said"] if kind is not None else said
    own = _own(told)
    if own is None:
        return said
    return said[: len(said) - len(told)] + own[0].format(**own[1])


def library_words(said: str) -> str:
    """*said*, the words of an error of Python's, in the language in use; unchanged where it is not known."""
    if _TOO_DEEP.fullmatch(said):
        return tr("nested too deeply")
    own = _own(said)
    if own is not None:
        return tr(own[0], **own[1])
    words = _PLACED.say(said, what=_SAID.say)
    return words if words != said else _SAID.say(said, why=_WHY.say)
