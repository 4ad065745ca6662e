"""Text that came from outside: names, titles, places, reasons, letters, heads of mails.

Its writer may be a program that means ill. Through these functions it cannot close a line of a file or a log and open another, steer a
terminal, turn writing round so that it reads as something else, hide words, or be without end.
"""

from __future__ import annotations

import re

LONGEST_NAME = 100
"""Characters of the name of a person or thing."""
LONGEST_LINE = 2_000
"""Characters of anything else on one line."""
LONGEST_TEXT = 400_000
"""Characters of a letter or a note: far more than anybody writes, and of its like a file holds some."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+|[\ud800-\udfff\ufffe\uffff]")
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]+",
)
"""Marks that turn writing round, and those of no width, under which words are hidden. The joiners of Persian and of emoji stay."""


def outside_line(text: str, most: int = LONGEST_LINE) -> str:
    """*text* on one line: control characters and line breaks become blanks, marks that are not seen are dropped.

    Args:
        most: characters; a longer text is cut, and ends in "…".
    """
    line = text.strip()
    if not line.isprintable():
        line = _cleaned(line[: 4 * most + 100]).strip()
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def outside_name(text: str, most: int = LONGEST_NAME) -> str:
    """*text* as the name of a person or thing: one line, with single blanks between its words."""
    return outside_line(" ".join(outside_line(text, LONGEST_LINE).split()), most)


def outside_text(text: str, most: int = LONGEST_TEXT) -> str:
    """*text* of several lines: line ends are plain, tabs are four blanks, and no control characters, marks that are not seen, blanks at the
    ends of lines, or empty lines at the end are left.

    Args:
        most: characters; a longer text is cut, and ends in "…".
    """
    whole = text if len(text) <= most else f"{text[: most - 1]}…"
    return "\n".join(_cleaned(line.replace("\t", "    ")).rstrip() for line in whole.splitlines()).rstrip("\n")


def _cleaned(text: str) -> str:
    return text if text.isprintable() else _UNSEEN.sub("", _CONTROL.sub(" ", text))
