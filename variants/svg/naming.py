"""Labels for elements of a drawing as Inkscape writes them, in any file."""

from __future__ import annotations

import re

from variants.fix import SetAttribute
from variants.svg.element import Element

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_DECLARED = re.compile(rb"xmlns:([A-Za-z_][\w.-]*)\s*=\s*[\"']" + re.escape(INKSCAPE.encode()) + rb"[\"']")


class Naming:
    """The attribute for labels in one drawing, and what must be declared for it.

    Args:
        content: the drawing, unpacked.
        root: the same, read.
    """

    def __init__(self, content: bytes, root: Element) -> None:
        declared = _DECLARED.search(content, root.start, content.find(b">", root.start) + 1)
        self._prefix = declared[1].decode() if declared is not None else "inkscape"
        self.declaration = () if declared is not None else (SetAttribute(root.start, "xmlns:inkscape", INKSCAPE),)
        """The change that a file needs which knows nothing of Inkscape; empty where it does."""

    def attribute(self, name: str) -> str:
        """``inkscape:label`` as this file writes it."""
        return f"{self._prefix}:{name}"
