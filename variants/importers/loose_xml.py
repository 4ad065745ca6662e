"""XML as older programs wrote it: with a document type of its own, prefixes that nobody declared, any encoding.

The document type is cut out before anything is parsed, so nothing can be declared, expanded or fetched. Sizes, depth and counts are
bounded.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from variants.compile.hardened_xml import parse_hardened
from variants.compile.xml_tree import DEEPEST, LARGEST_DRAWING, MOST_ATTRIBUTES, MOST_ELEMENTS, Element
from variants.fault import Fault, VariantError
from variants.importers.result import Report

_START = re.compile(rb"<!DOCTYPE\b", re.IGNORECASE)
_AMPERSAND = re.compile(rb"&(?!#?\w{1,30};)")
_ENTITY = re.compile(rb"&([A-Za-z]\w{0,30});")
_KNOWN = {b"amp", b"lt", b"gt", b"quot", b"apos"}
_LETTERS = {b"nbsp": b"&#160;", b"mdash": b"&#8212;", b"ndash": b"&#8211;", b"copy": b"&#169;"}
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']""")


def read_loose_xml(content: bytes, source: str, report: Report) -> Element:
    """The root element. Prefixes stay in names, the one of SVG apart.

    Raises:
        VariantError: too large, too deep, too much, or no XML; with the line.
    """
    if len(content) > LARGEST_DRAWING:
        raise _error(source, None, f"the file has {len(content)} bytes", f"at most {LARGEST_DRAWING}")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        content = content.decode("utf-16", "replace").encode("utf-8")
        content = re.sub(rb"<\?xml[^>]*\?>", b"", content, count=1)
    text = _mended(_without_doctype(content, source), source, report)
    try:
        return _parse(text, source, None)
    except VariantError as error:
        if "invalid token" not in str(error) or _ENCODING.search(text[:300]):
            raise
        report.mended(source, None, "the file is not UTF-8", "read as Latin-1")
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
    raise _error(source, content.count(b"\n", 0, found.start()) + 1, "the document type never ends", "]> after it")


def _mended(content: bytes, source: str, report: Report) -> bytes:
    """Stray ampersands and the names of letters that only HTML knows, so that they can be parsed."""
    mended = _AMPERSAND.sub(b"&amp;", content)
    strange = {name for name in _ENTITY.findall(mended) if name not in _KNOWN}
    if strange:
        mended = _ENTITY.sub(lambda match: match[0] if match[1] in _KNOWN else _LETTERS.get(match[1], b"?"), mended)
        report.mended(source, None, f"unknown entities {', '.join(sorted(name.decode() for name in strange))[:80]}", "taken out")
    return mended


def _parse(content: bytes, source: str, encoding: str | None) -> Element:
    builder = _Builder(source)
    parse_hardened(content, source, builder, "a well-formed file", encoding=encoding)
    if builder.root is None:
        raise _error(source, 1, "the file is empty", "an element")
    return builder.root


class _Builder:
    def __init__(self, source: str) -> None:
        self.root: Element | None = None
        self.parser: expat.XMLParserType | None = None
        self._source = source
        self._open: list[Element] = []
        self._count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber if self.parser is not None else 0
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise _error(self._source, line, "too many elements", f"at most {MOST_ELEMENTS}")
        if len(self._open) >= DEEPEST:
            raise _error(self._source, line, "elements are nested too deeply", f"at most {DEEPEST} levels")
        if len(attributes) > MOST_ATTRIBUTES:
            raise _error(self._source, line, "too many attributes on one element", f"at most {MOST_ATTRIBUTES}")
        parent = self._open[-1] if self._open else None
        element = Element(name.removeprefix("svg:"), attributes, line, parent)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop()

    def characters(self, text: str) -> None:
        if self._open:
            element = self._open[-1]
            if element.children:
                element.children[-1].tail += text
            else:
                element.text += text


def _error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, line, what, expected),))
