"""Small changes to a drawing, each at one place: every other byte stays what it was."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

from languages import tr

_SPACE = rb"[ \t\r\n]"
_TAG = re.compile(rb"<[A-Za-z_][^\s/>]*")
_CLOSED = re.compile(_SPACE + rb"*/>")
_ATTRIBUTE = re.compile(rb"[ \t\r\n]*([A-Za-z_:][^\s=/>]*)[ \t\r\n]*=[ \t\r\n]*(\"[^\"]*\"|'[^']*')")


class SvgChangedError(ValueError):
    """The place is not what it was thought to be: the file has changed, or is written in another encoding."""


def set_attribute(content: bytes, start: int, name: str, value: str | None) -> bytes:
    """*content* with an attribute of the element whose tag begins at *start* set, or taken away where *value* is ``None``.

    Raises:
        EditError: no element begins there.
    """
    spans, close = _attributes(content, start)
    quoted = quoteattr(value).encode() if value is not None else b""
    if name in spans:
        (begin, end), (value_begin, value_end) = spans[name]
        if value is None:
            return content[:begin] + content[end:]
        return content[:value_begin] + quoted + content[value_end:]
    if value is None:
        return content
    return content[:close] + b" " + name.encode() + b"=" + quoted + content[close:]


def remove_element(content: bytes, start: int, end: int) -> bytes:
    """*content* without the element from *start* to the closing tag at *end*, and without the line it leaves empty.

    Raises:
        EditError: no element begins there.
    """
    _, last = span_of(content, start, end)
    before = content[:start]
    indent = len(before) - len(before.rstrip(b" \t"))
    if before[: len(before) - indent].endswith(b"\n") and content[last : last + 1] in (b"\n", b"\r"):
        after = re.match(rb"\r?\n", content[last:])
        return before[: len(before) - indent] + content[last + (len(after[0]) if after else 0) :]
    return before + content[last:]


def span_of(content: bytes, start: int, end: int) -> tuple[int, int]:
    """From where to where the element from *start* to the closing tag at *end* reaches, that tag with it.

    Raises:
        EditError: no element begins there.
    """
    _, close = _attributes(content, start)
    closed = _CLOSED.match(content, close)
    last = closed.end() if closed is not None else content.find(b">", max(close, end)) + 1
    if last == 0:
        raise SvgChangedError(tr("the element has no end"))
    return start, last


def opening_tag(content: bytes, start: int) -> bytes:
    """The tag of the element that begins at *start*.

    Raises:
        EditError: no element begins there.
    """
    _, close = _attributes(content, start)
    return content[start : content.index(b">", close) + 1]


def insert_inside(content: bytes, start: int, end: int, markup: str) -> bytes:
    """*content* with *markup* as the last child of the element from *start* to the closing tag at *end*.

    Raises:
        EditError: no element begins there.
    """
    spans, close = _attributes(content, start)
    del spans
    closed = _CLOSED.match(content, close)
    if closed is not None:
        name = _TAG.match(content, start)
        assert name is not None
        closing = b"></" + name[0][1:] + b">"
        return content[:close] + b">\n" + markup.encode() + b"\n" + closing[1:] + content[closed.end() :]
    return content[:end] + markup.encode() + b"\n" + content[end:]


def _attributes(content: bytes, start: int) -> tuple[dict[str, tuple[tuple[int, int], tuple[int, int]]], int]:
    """Attribute to where it stands and where its quoted value stands; and where the tag closes, at ``>``, ``/>`` or a blank before."""
    tag = _TAG.match(content, start)
    if tag is None:
        raise SvgChangedError(tr("no element begins there"))
    found: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {}
    at = tag.end()
    while match := _ATTRIBUTE.match(content, at):
        found[match[1].decode("utf-8", "replace")] = (match.span(), match.span(2))
        at = match.end()
    rest = re.compile(_SPACE + rb"*(/?>)").match(content, at)
    if rest is None:
        raise SvgChangedError(tr("the tag is not closed"))
    return found, rest.start()
