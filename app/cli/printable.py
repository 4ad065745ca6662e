"""Printable text for a terminal: a terminal obeys control characters, and no text of a hook or a file may steer it."""

from __future__ import annotations

import re

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: object) -> str:
    """``str(text)`` with every control character but line ends and tabs written out: ``\\x1b``; marks that turn writing round too."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], str(text).replace("\r\n", "\n"))
