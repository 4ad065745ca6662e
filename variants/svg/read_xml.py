"""XML from strangers as a tree, bounded, with line numbers; and the loose XML that older programs wrote.

The document type is cut out before anything is parsed, so nothing can be declared, expanded or fetched. Sizes, depth and counts are
bounded.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from xml.parsers import expat

from languages import system_words, tr
from languages.library_words import library_words
from variants.fault import Fault, VariantError
from variants.svg.element import Element

LARGEST_DRAWING = 32 * 1024 * 1024
MOST_ELEMENTS = 200_000
DEEPEST = 60
MOST_ATTRIBUTES = 60

_PREFIXES = {
    "http://www.w3.org/2000/svg": "",
    "http://www.inkscape.org/namespaces/inkscape": "inkscape:",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd": "sodipodi:",
    "http://www.w3.org/1999/xlink": "xlink:",
    "http://www.w3.org/XML/1998/namespace": "xml:",
}
_BAR = "\x1f"


def read_xml(content: bytes, source: str) -> Element:
    """The root element of an SVG; prefixes follow from the names that the file declares.

    Raises:
        VariantError: too large, too deep, too many elements, not well formed, or with entities; with the line.

    >>> root = read_xml(b'<svg xmlns="http://www.w3.org/2000/svg"><path id="par" d="M0 0h9v9z"/></svg>', "board.svg")
    >>> [(element.tag, element.get("id")) for element in root.walk()]
    [('svg', ''), ('path', 'par')]
    """
    check_size(content, source, tr("the drawing"))
    content = unpacked(content, source)
    parser = expat.ParserCreate(None, _BAR)
    root = parse(parser, content, source, tr("a drawing saved as SVG in UTF-8"), _short, _short_attribute)
    if root is None or root.tag != "svg":
        raise xml_error(source, 1, tr("this is no SVG"), tr("a root element {element}", element="<svg>"))
    return root


def unpacked(content: bytes, source: str) -> bytes:
    """*content*, unpacked where it is a drawing saved as compressed SVG.

    Raises:
        VariantError: it cannot be unpacked, or would be too large.
    """
    if not content.startswith(b"\x1f\x8b"):
        return content
    unpacking = zlib.decompressobj(31)
    try:
        whole = unpacking.decompress(content, LARGEST_DRAWING + 1)
    except zlib.error as error:
        raise xml_error(
            source, None, tr("this compressed drawing is damaged: {error}", error=system_words(error)), tr("a drawing saved as SVG")
        ) from None
    check_size(whole, source, tr("the drawing, unpacked,"))
    if not unpacking.eof:
        raise xml_error(source, None, tr("this compressed drawing ends too early"), tr("the whole file: save it again"))
    return whole


class InvalidTokenError(VariantError):
    """The text holds a sign that cannot stand where it stands, such as a byte that is none of its encoding."""


_INVALID_TOKEN = expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]


def check_size(content: bytes, source: str, subject: str) -> None:
    """Refuse what is too large to be parsed.

    Raises:
        VariantError: it is.
    """
    if len(content) > LARGEST_DRAWING:
        raise xml_error(
            source,
            None,
            tr("{subject} has {count} bytes", subject=subject, count=len(content)),
            tr("at most {largest_drawing}", largest_drawing=LARGEST_DRAWING),
        )


def parse(
    parser: expat.XMLParserType,
    content: bytes,
    source: str,
    expected: str,
    tag: Callable[[str], str],
    attribute: Callable[[str], str] | None = None,
) -> Element | None:
    """The root element of *content*, or ``None`` where there is none.

    Args:
        source: the file's name, for faults.
        expected: what the file should have been, for faults.
        tag: the name of an element here, from that of the parser.
        attribute: the name of an attribute here; ``None`` leaves them as they are.

    Raises:
        VariantError: it is not well formed, beyond a bound, or declares an entity.
    """
    builder = _TreeBuilder(parser, source, tag, attribute)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.refuse_entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        what = tr("this is no XML: {errorstring}", errorstring=library_words(expat.ErrorString(error.code)))
        kind = InvalidTokenError if error.code == _INVALID_TOKEN else VariantError
        raise kind((Fault(source, error.lineno, what, expected),)) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise xml_error(source, None, tr("this is no XML: {errorstring}", errorstring=system_words(error))[:200], expected) from None
    return builder.root


def xml_error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    """A fault of a file as an error."""
    return VariantError((Fault(source, line, what, expected),))


class _TreeBuilder:
    """Builds elements from what the parser meets, and bounds them."""

    def __init__(self, parser: expat.XMLParserType, source: str, tag: Callable[[str], str], attribute: Callable[[str], str] | None) -> None:
        self.root: Element | None = None
        self._parser = parser
        self._source = source
        self._tag = tag
        self._attribute = attribute
        self._open: list[Element] = []
        self._count = 0

    def _error(self, what: str, expected: str) -> VariantError:
        return xml_error(self._source, self._parser.CurrentLineNumber, what, expected)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise self._error(tr("too many elements"), tr("at most {most_elements}", most_elements=MOST_ELEMENTS))
        if len(self._open) >= DEEPEST:
            raise self._error(tr("elements are nested too deeply"), tr("at most {deepest} levels", deepest=DEEPEST))
        if len(attributes) > MOST_ATTRIBUTES:
            raise self._error(tr("too many attributes on one element"), tr("at most {most_attributes}", most_attributes=MOST_ATTRIBUTES))
        if self._attribute is not None:
            attributes = {self._attribute(key): value for key, value in attributes.items()}
        parent = self._open[-1] if self._open else None
        element = Element(self._tag(name), attributes, self._parser.CurrentLineNumber, parent, start=self._parser.CurrentByteIndex)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop().end = self._parser.CurrentByteIndex

    def characters(self, text: str) -> None:
        if self._open:
            element = self._open[-1]
            if element.children:
                element.children[-1].tail += text
            else:
                element.text += text

    def refuse_entity(self, *_declaration: object) -> None:
        raise self._error(tr("the drawing declares an entity"), tr("a file without <!ENTITY>; save it as plain SVG"))


def _short(name: str) -> str:
    space, bar, local = name.rpartition(_BAR)
    return _PREFIXES.get(space, "?:") + local if bar else name


def _short_attribute(name: str) -> str:
    space, bar, local = name.rpartition(_BAR)
    return (_PREFIXES.get(space, "?:") or "svg:") + local if bar else name


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
