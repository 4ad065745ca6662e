"""Pages in Markdown (the guide, the change log) in the language of the reader, a paragraph at a time.

Paragraphs, headings, items of lists and cells of tables are looked up one by one in catalogues of their own (``guide.po``, ``news.po``),
which are only read when the help is opened. How a paragraph is wrapped does not matter. Code stays as it is, and so does a paragraph
without a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from languages.language import read_messages
from languages.pseudo import PSEUDO, stretched
from languages.wording import active_code

FOLDER = Path(__file__).parent
GUIDE, NEWS = "guide", "news"
"""The catalogues of the pages of the guide, and of the change log."""

_FENCE = re.compile(r"```")
_ITEM = re.compile(r"( *(?:[-*]|\d+\.) +|#+ +)(.*)")
_RULE_OF_TABLE = re.compile(r"\|(?: *:?-+:? *\|)+ *")
_KEPT = re.compile(r"`[^`]*`|\]\([^)]*\)|!\[")
"""Parts that stay unchanged within a paragraph: code, and the target of a link."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page; the parts of a page one after another are the page."""

    lead: str
    """Beginning before the text that stays unchanged: the mark of a heading or of an item, or a whole block of code."""

    text: str
    """Text for a reader, on one line; empty where there is nothing to translate."""

    end: str


def pieces(markdown: str) -> Iterator[PagePart]:
    """The parts of the page *markdown*, its paragraphs unwrapped."""
    lines = markdown.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        if _FENCE.match(line):
            last = next((each for each in range(number + 1, len(lines)) if _FENCE.match(lines[each])), len(lines) - 1)
            yield PagePart("\n".join(lines[number : last + 1]), "", "\n")
            number = last + 1
        elif not line.strip() or line.startswith("    ") or _RULE_OF_TABLE.fullmatch(line):
            yield PagePart(line, "", "\n")
            number += 1
        elif line.startswith("|"):
            yield from _row(line)
            number += 1
        else:
            item = _ITEM.match(line)
            lead, text = (item[1], item[2]) if item else ("", line)
            words = [text.strip()]
            number += 1
            while not lead.startswith("#") and number < len(lines) and _goes_on(lines[number], bool(lead)):
                words.append(lines[number].strip())
                number += 1
            yield PagePart(lead, " ".join(words), "\n")


def _goes_on(line: str, in_item: bool) -> bool:
    """Return True if *line* belongs to the paragraph above it."""
    if not line.strip() or _FENCE.match(line) or line.startswith("|") or _ITEM.match(line):
        return False
    return in_item or not line.startswith("    ")


def _row(line: str) -> Iterator[PagePart]:
    cells = line.strip().strip("|").split("|")
    for place, cell in enumerate(cells):
        yield PagePart("| " if place == 0 else " | ", cell.strip(), " |\n" if place == len(cells) - 1 else "")


def sentences(markdown: str) -> list[str]:
    """Return the sentences to translate on the page *markdown*, in its sequence."""
    return [each.text for each in pieces(markdown) if re.search(r"[^\W\d_]", _KEPT.sub("", each.text))]


def page(markdown: str, catalogue: str = GUIDE) -> str:
    """The page *markdown* in the language in use, as far as that *catalogue* has its paragraphs."""
    code = active_code()
    if code == PSEUDO:
        return _put_together(markdown, {each: _stretched(each) for each in sentences(markdown)})
    messages = _messages(code, catalogue)
    if messages is None:
        return markdown
    return _put_together(markdown, {each: messages.gettext(each) for each in sentences(markdown)})


def _put_together(markdown: str, translations: dict[str, str]) -> str:
    return "".join(each.lead + translations.get(each.text, each.text) + each.end for each in pieces(markdown)).removesuffix("\n")


def _stretched(text: str) -> str:
    kept: list[str] = []

    def put_by(found: re.Match[str]) -> str:
        kept.append(found.group())
        return f"{{{len(kept) - 1}}}"

    return re.sub(r"\{(\d+)\}", lambda found: kept[int(found[1])], stretched(_KEPT.sub(put_by, text)))


@cache
def _messages(code: str, catalogue: str) -> GNUTranslations | None:
    return read_messages(FOLDER / code / f"{catalogue}.mo.gz")
