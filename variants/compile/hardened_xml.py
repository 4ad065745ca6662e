"""How XML from strangers is parsed, whoever reads it: nothing is fetched, nothing expanded, every fault has its line."""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

from variants.fault import Fault, VariantError


class Handlers(Protocol):
    """What builds something from the elements, and bounds their number."""

    parser: expat.XMLParserType | None
    """Set before the first call; says the line."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """It ends."""

    def characters(self, text: str) -> None:
        """Text inside it."""


def parse_hardened(
    content: bytes, source: str, handlers: Handlers, expected: str, *, encoding: str | None = None, separator: str | None = None
) -> None:
    """Parse *content* for *handlers*.

    Args:
        source: the file's name, for faults.
        expected: what the file should have been, for faults.
        encoding: in place of the one that it says.
        separator: between namespace and name; ``None`` leaves prefixes in names.

    Raises:
        VariantError: it is not well formed, or declares an entity.
    """
    parser = expat.ParserCreate(encoding, separator) if separator is not None else expat.ParserCreate(encoding)
    handlers.parser = parser

    def refuse_entity(*_declaration: object) -> None:
        raise _error(source, parser.CurrentLineNumber, "the drawing declares an entity", "a file without <!ENTITY>; save it as plain SVG")

    parser.buffer_text = True
    parser.StartElementHandler = handlers.start
    parser.EndElementHandler = handlers.end
    parser.CharacterDataHandler = handlers.characters
    parser.EntityDeclHandler = refuse_entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise _error(source, error.lineno, f"this is no XML: {expat.ErrorString(error.code)}", expected) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise _error(source, None, f"this is no XML: {error}"[:200], expected) from None


def _error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, line, what, expected),))
