"""Press within a mail: what players say to one another, which is never an order."""

from __future__ import annotations

import re

from app.mail_in.folding import plain

_OPENS = re.compile(
    r"(?i)[\s*=_-]*(?:(?:grey |white |black |public |anonymous )?press|presse|stampa|prensa|broadcast)"
    r"(?:\s+(?:to|from|by|an|von|à|de|da|a)\b[^:]*|\s*[,(–-]\s*[^:]{1,40})?[\s*=_-]*:?\s*$"
)
_CLOSES = re.compile(r"(?i)[\s*=_-]*end\s*(?:of\s+)?(?:(?:press|broadcast)\b|[*=_-][\s*=_-]*$)")
_INLINE = re.compile(r"(?i)\s*[\[(*]*\s*(?:press|presse|prensa|stampa|broadcast|flugblatt)\b[^:]{0,60}:\s*\S")
_DATELINE = re.compile(
    r"\s*[\[(*]*(?P<from>[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+){0,3}?)"
    r"\s*(?:\s+to\s+|\s+an\s+|\s+à\s+|\s+aux?\s+|\s+alla?\s+|\s+al\s+|\s+a\s+|\s*[-–—=]*[-–—=>→]\s*)"
    r"(?P<to>[^\W\d_]{2,}(?:[ .,'’&-]+[^\W\d_]+){0,4}?)\s*[\])*]*\s*:\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(?i)(?:a|f|army|fleet|armee|flotte|arm[eé]e|armata|flotta|ej[eé]rcito|flota)\s")
_PLAIN_ORDER_WORDS = re.compile(r"(?i)(?:orders?|moves?|hold|h|convoy|support\w*)\s*$")


def opens_press(line: str) -> bool:
    """``PRESS TO F``, ``Press:`` or ``BROADCAST`` alone on a line: what follows is press."""
    return bool(_OPENS.match(plain(line)))


def closes_press(line: str) -> bool:
    """``ENDPRESS``"""
    return bool(_CLOSES.match(plain(line)))


def inside_press(line: str) -> str:
    """*line* of a letter as it may stand between ``PRESS`` and ``ENDPRESS``: one that would end it begins with a backslash."""
    return f"\\{line}" if closes_press(line.lstrip("\\ ")) else line


def said_inside_press(line: str) -> str:
    """The words of a *line* between ``PRESS`` and ``ENDPRESS``, without a backslash that keeps it from ending the press."""
    return line[1:] if line.startswith("\\") and closes_press(line.lstrip("\\ ")) else line


def is_press(line: str) -> bool:
    """A line of press by itself: ``Press: London to Paris: Sorry``, ``Rome to Venice: hold still``."""
    text = plain(line)
    if _INLINE.match(text):
        return True
    found = _DATELINE.match(text)
    if found is None or _UNIT.match(found["from"] + " ") or not found["rest"].strip():
        return False
    if found["to"][0].islower() and found["from"][0].isupper():
        return False  # a hyphen within words: Ce tour-ci
    return not _PLAIN_ORDER_WORDS.match(found["to"])
