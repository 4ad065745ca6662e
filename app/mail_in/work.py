"""Work of reading a mail: counted, so that a stranger's text costs about a second at most, on any machine and the same on each."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_LINE_WORK = 1_200
"""For the lines of one letter: 300 short orders, or 20 long lines of prose that speak of places."""
MOST_CHOICE_WORK = 300
"""For reading once more what the doubtful lines of a letter may mean."""
MOST_BOX_WORK = 60_000
"""For all the letters of a box."""
MOST_LOOKED_AT = 60_000
"""Characters of one letter's own text that are looked at; the shortest lines come first, since orders are short."""
_LETTERS_A_WORD = 12
"""A run of letters without a blank counts as so many words as it is long."""
_MOST_A_WORD = 8
_STRANGE = re.compile(r"[^\w\s.,:;!?()\[\]/'\"*>=+–—→-]")


def work_of(text: str) -> int:
    """Return the cost of reading *text*: it grows with the square of its words, as every stretch may be an order; long ones are cut.

    A sign that no order has, such as what stands for a letter that could not be read, is a word of its own to the reader.
    """
    words = 1 + max(text.count(" ") + len(_STRANGE.findall(text)), len(text) // _LETTERS_A_WORD)
    return 1 + min(words * words // 6, words * _MOST_A_WORD)


@dataclass(slots=True)
class WorkLeft:
    """Budget for reading."""

    left: int

    def takes(self, text: str) -> bool:
        """Return True if there is work left for *text*; if so, it is counted off."""
        cost = work_of(text)
        if cost > self.left:
            return False
        self.left -= cost
        return True
