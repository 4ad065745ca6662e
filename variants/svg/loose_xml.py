"""XML as older programs wrote it: with a document type of its own, undeclared prefixes, any encoding.

The document type is cut out before anything is parsed, so nothing can be declared, expanded or fetched. Sizes, depth and counts are
bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from languages import tr
from variants.svg.element import Element
from variants.svg.read_xml import InvalidTokenError, check_size, parse, unpacked, xml_error

Mended = Callable[[str, int | None, str, str], None]
"""Gets what was mended: the file, the line, what was wrong, what was done."""

_START = re.compile(rb"<!DOCTYPE\b", re.IGNORECASE)
_AMPERSAND = re.compile(rb"&(?!#?\w{1,30};)")
_ENTITY = re.compile(rb"&([A-Za-z]\w{0,30});")
_KNOWN = {b"amp", b"lt", b"gt", b"quot", b"apos"}
_LETTERS = {b"nbsp": b"&#160;", b"mdash": b"&#8212;", b"ndash": b"&#8211;", b"copy": b"&#169;"}
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']""")


def read_loose_xml(content: bytes, source: str, mended: Mended) -> Element:
    """The root element. Prefixes stay in names, the one of SVG apart.

    Raises:
        VariantError: too large, too deep, too much, or no XML; with the line.
    """
    check_size(content, source, tr("the file"))
    content = unpacked(content, source)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        content = content.decode("utf-16", "replace").encode("utf-8")
        content = re.sub(rb"<\?xml[^>]*\?>", b"", content, count=1)
    text = _readable(_without_doctype(content, source), source, mended)
    try:
        return _parse(text, source, None)
    except InvalidTokenError:
        if _ENCODING.search(text[:300]):
            raise
        mended(source, None, tr("the file is not UTF-8"), tr("read as Latin-1"))
        return _parse(text, source, "iso-8859-1")


def _without_doctype(content: bytes, source: str) -> bytes:
    """*content* with blanks for its document type, line ends kept."""
    found = _START.search(content)
    if found is None:
        return content
    at, depth, end = found.end(), 0, len(content)
    while at < end:
        mark = content[at : at + 1]
        if content.startswith(b"<!--", at):
            close = content.find(b"-->", at)
            at = end if close < 0 else close + 3
            continue
        if mark in (b'"', b"'"):
            close = content.find(mark, at + 1)
            at = end if close < 0 else close + 1
            continue
        if mark == b"[":
            depth += 1
        elif mark == b"]":
            depth -= 1
        elif mark == b">" and depth <= 0:
            cut = content[found.start() : at + 1]
            return content[: found.start()] + b"\n" * cut.count(b"\n") + content[at + 1 :]
        at += 1
    raise xml_error(source, content.count(b"\n", 0, found.start()) + 1, tr("the document type never ends"), tr("]> after it"))


def _readable(content: bytes, source: str, mended: Mended) -> bytes:
    """Stray ampersands and the names of letters that only HTML knows, so that they can be parsed."""
    content = _AMPERSAND.sub(b"&amp;", content)
    strange = {name for name in _ENTITY.findall(content) if name not in _KNOWN}
    if strange:
        content = _ENTITY.sub(lambda match: match[0] if match[1] in _KNOWN else _LETTERS.get(match[1], b"?"), content)
        mended(
            source, None, tr("unknown entities {names}", names=", ".join(sorted(name.decode() for name in strange))[:80]), tr("taken out")
        )
    return content


def _parse(content: bytes, source: str, encoding: str | None) -> Element:
    root = parse(expat.ParserCreate(encoding), content, source, tr("a well-formed file"), _without_prefix)
    if root is None:
        raise xml_error(source, 1, tr("the file is empty"), tr("an element"))
    return root


def _without_prefix(name: str) -> str:
    return name.removeprefix("svg:")
