"""One element of an XML file, as a plain value with its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


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
    """Offset at which its closing tag begins; the same as *start* where it is closed at once."""

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
        for declaration in self.get("style").split(";"):
            key, _, value = declaration.partition(":")
            if key.strip() == name:
                return value.replace("!important", "").strip()
        return self.get(name).strip()

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
