"""Links of a page: every target in Markdown outside code, and the anchors that headings make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

_FENCE = re.compile(r"^\s*(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_TARGET = re.compile(r"\]\(([^)\s]+)\)|(?<=\b(?:href|data)=\")([^\"]+)(?=\")")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")


def targets(text: str) -> tuple[str, ...]:
    """Return the links of the page *text*, pictures included, as they are written."""
    found: list[str] = []

    def note(target: str) -> str:
        found.append(target)
        return target

    with_targets(text, note)
    return tuple(found)


def with_targets(text: str, changed: Callable[[str], str]) -> str:
    """The page *text* with what *changed* makes of each target; code is left alone."""

    def replaced(match: re.Match[str]) -> str:
        written = match.group(1) or match.group(2)
        return match.group().replace(written, changed(written))

    out: list[str] = []
    for line, is_code in _lines(text):
        if is_code:
            out.append(line)
            continue
        kept = list(_CODE.finditer(line))
        at = 0
        pieces: list[str] = []
        for match in _TARGET.finditer(line):
            if any(code.start() <= match.start() and match.end() <= code.end() for code in kept):
                continue
            pieces += [line[at : match.start()], replaced(match)]
            at = match.end()
        out.append("".join([*pieces, line[at:]]))
    return "\n".join(out)


def pictures(text: str) -> tuple[tuple[str, str], ...]:
    """The words and the target of each picture on the page *text*."""
    return tuple(found for line, is_code in _lines(text) if not is_code for found in _PICTURE.findall(line))


@cache
def anchors(text: str) -> frozenset[str]:
    """Return the anchors for links to the page *text*: its headings in the spelling that forges and the site share."""
    seen: dict[str, int] = {}
    found: set[str] = set()
    for line, is_code in _lines(text):
        heading = None if is_code else _HEADING.match(line)
        if heading is None:
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "").replace("*", "").strip().casefold()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if slug in seen else slug)
        seen[slug] = seen.get(slug, 0) + 1
    return frozenset(found)


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it stands in a block of code."""
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark is not None and fence in ("", mark.group(1)):
            fence = "" if fence else mark.group(1)
            yield line, True
        else:
            yield line, fence != ""
