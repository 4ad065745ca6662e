"""The text of an HTML mail, line by line, with quoted blocks marked as they are in plain mails."""

from __future__ import annotations

import re
from html.parser import HTMLParser

MOST_HTML = 400_000
"""Characters that are taken apart."""

_SILENT = frozenset({"script", "style", "head", "title", "template", "noscript"})
_BLOCKS = frozenset(
    {
        "p",
        "div",
        "tr",
        "table",
        "ul",
        "ol",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "pre",
        "hr",
        "section",
        "article",
        "header",
        "footer",
        "form",
    }
)
_STRUCK = frozenset({"s", "strike", "del"})
_VOID = frozenset({"br", "hr", "img", "meta", "input", "link", "wbr", "area", "base", "col", "embed", "source", "track"})
_UNSEEN = ("display:none", "visibility:hidden", "mso-hide:all")
_LONE = re.compile(r"<(?=[^<>]*(?:<|\Z))")
"""The mark of a tag that does not end."""
_BLANKS = re.compile(r"[ \t\r\n\f\xa0]+")
_EMPTY = re.compile(r"\n{3,}")


def text_of_html(html: str) -> str:
    """The lines of *html*: what is quoted begins with ``> ``, and what is struck out stands between ``~~``.

    Text that a reader of the mail would not see is given as if it were quoted: its sender may not know of it.
    """
    reader = _Reader()
    reader.feed(_LONE.sub("&lt;", _without_comments(html[:MOST_HTML])))
    reader.close()
    return reader.text()


def _without_comments(html: str) -> str:
    """*html* up to a comment that does not end, without those that do: the parser would look for each end again."""
    kept: list[str] = []
    at = 0
    while (start := html.find("<!--", at)) >= 0:
        kept.append(html[at:start])
        end = html.find("-->", start + 4)
        if end == -1:
            return "".join(kept)
        at = end + 3
    return "".join((*kept, html[at:]))


class _Reader(HTMLParser):
    """Collects lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line = ""
        self._depth = 0
        self._silent = 0
        self._struck: list[str] = []
        self._unseen: list[str] = []
        """The element that is not seen, and those of its kind within it."""
        self._pre = 0
        self._cells = 0
        """Cells of tables that are open."""

    def text(self) -> str:
        """Return the collected text."""
        self._end_line()
        return _EMPTY.sub("\n\n", "\n".join(self._lines)).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        style = next((value or "" for name, value in attrs if name == "style"), "").replace(" ", "").casefold()
        if tag not in _VOID and not self._silent:
            self._hide(tag, style, {name for name, _value in attrs})
        if tag == "body":
            self._silent = 0
        elif tag in _SILENT or (tag not in _VOID and self._silent):
            self._silent += 1
        elif tag == "br":
            self._end_line(always=True)
        elif tag == "blockquote":
            self._end_line()
            self._depth += 1
        elif tag == "li":
            self._end_line()
            self._line = "- "
        elif tag in {"td", "th"}:
            self._cells += 1
            self._line += " "
        elif tag in {"p", "div"} and self._cells:
            self._line += " "
        elif tag in _BLOCKS:
            self._end_line()
            self._pre += tag == "pre"
            if tag in {"p", "hr"}:
                self._blank()
        if (tag in _STRUCK or "line-through" in style) and tag not in _VOID:
            self._struck.append(tag)
            self._line += "~~"

    def handle_endtag(self, tag: str) -> None:
        """A tag closes."""
        if self._struck and self._struck[-1] == tag:
            self._struck.pop()
            self._line += "~~"
        if self._silent:
            self._silent -= tag not in _VOID
            return
        if self._unseen and self._unseen[-1] == tag:
            self._unseen.pop()
            if not self._unseen:
                self._end_line()
                self._depth = max(0, self._depth - 1)
        if tag == "blockquote":
            self._end_line()
            self._depth = max(1 if self._unseen else 0, self._depth - 1)  # what is not seen stays so
        elif tag in {"td", "th"}:
            self._cells = max(0, self._cells - 1)
        elif tag in {"p", "div"} and self._cells:
            pass
        elif tag in _BLOCKS or tag == "li":
            self._end_line()
            self._pre = max(0, self._pre - (tag == "pre"))
            if tag in {"p", "ul", "ol", "table"}:
                self._blank()

    def _hide(self, tag: str, style: str, attributes: set[str]) -> None:
        """Begin what is not seen with *tag*, or count an element of its kind within it."""
        if self._unseen:
            if tag == self._unseen[0]:
                self._unseen.append(tag)
        elif "hidden" in attributes or any(each in style for each in _UNSEEN):
            self._end_line()
            self._unseen.append(tag)
            self._depth += 1

    def handle_data(self, data: str) -> None:
        """Words between tags."""
        if self._silent:
            return
        if self._pre:
            for number, line in enumerate(data.split("\n")):
                if number:
                    self._end_line(always=True)
                self._line += line
            return
        words = _BLANKS.sub(" ", data)
        self._line += words.lstrip() if self._line.endswith(" ") else words

    def _end_line(self, *, always: bool = False) -> None:
        line = self._line.strip()
        if self._struck:
            line += "~~"
        if line or always:
            self._lines.append(("> " * self._depth + line).rstrip())
        self._line = "~~" if self._struck else ""

    def _blank(self) -> None:
        if self._lines and self._lines[-1].strip("> "):
            self._lines.append(("> " * self._depth).rstrip())
