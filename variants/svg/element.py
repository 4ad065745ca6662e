"""One element of an XML file, as a plain value with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LIGHT = re.compile(r"light-dark\(\s*([^,()]*(?:\([^()]*\))?)\s*,.*", re.DOTALL)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*(.*?)\s*)?\)$", re.DOTALL)
_MOST_CHOICES = 4
"""Functions within one another that are followed in a value."""


@dataclass(slots=True)
class Element:
    """One element. Tags and attributes of SVG have no prefix; those of other names are ``?:name``."""

    tag: str
    attributes: dict[str, str]
    line: int
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """The characters before its first child."""
    tail: str = ""
    """The characters between its end and what follows."""
    start: int = -1
    """Offset at which its tag begins, in bytes of the file."""
    end: int = -1
    """Offset at which its closing tag begins; that behind its tag where it is closed at once."""

    def get(self, name: str) -> str:
        """The attribute, or empty text."""
        return self.attributes.get(name, "")

    @property
    def label(self) -> str:
        """Label by its author: Inkscape's label, else its id."""
        return self.get("inkscape:label") or self.get("id")

    @property
    def href(self) -> str:
        """Target of its link, with or without the prefix of XLink."""
        return self.get("href") or self.get("xlink:href")

    def style(self, name: str) -> str:
        """A presentation property of this very element: the inline style, else the attribute.

        >>> from variants.svg.read_xml import read_xml
        >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: #ffcc00" stroke="black"/></svg>'
        >>> path = read_xml(svg, "board.svg").children[0]
        >>> path.style("fill"), path.style("stroke")
        ('#ffcc00', 'black')
        """
        value = self.stated(name)
        return self._chosen(value) if "(" in value else value

    def stated(self, name: str) -> str:
        """A presentation property as it is written, functions and all."""
        for declaration in self.get("style").split(";"):
            key, _, value = declaration.partition(":")
            if key.strip() == name:
                return value.replace("!important", "").strip()
        return self.get(name).strip()

    def _chosen(self, value: str) -> str:
        """A value without the functions of CSS that choose one: of ``light-dark`` the light one, of ``var`` what its property says."""
        for _ in range(_MOST_CHOICES):
            if (found := _LIGHT.match(value)) is not None:
                value = found[1]
            elif (found := _VARIABLE.match(value)) is not None:
                element: Element | None = self
                while element is not None and not (value := element.stated(found[1])):
                    element = element.parent
                value = value or found[2] or ""
            else:
                break
        return value

    def inherited(self, name: str) -> str:
        """A property that children take over from their parents."""
        element: Element | None = self
        while element is not None:
            value = element.style(name)
            if value and value != "inherit":
                return value
            element = element.parent
        return ""

    @property
    def is_hidden(self) -> bool:
        """True if it, or what it lies in, is not displayed."""
        element: Element | None = self
        while element is not None and element.style("display") != "none":
            element = element.parent
        return element is not None

    @property
    def root(self) -> Element:
        """The element around all others of its file."""
        element = self
        while element.parent is not None:
            element = element.parent
        return element

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))
