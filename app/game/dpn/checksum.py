"""The checksum that the end mark of a game file carries: ``[end sum=9f86d081884c7d65]``.

It is the beginning of the SHA-256 of the file as it is without it, with LF line ends and one at its end. It finds what no reader can: a bit
that fell over in a letter, or two people's edits that git joined. It never stands in the way: an editor of the file need not think of it,
the mismatch is reported, and saving renews it.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

SUM = "sum"
"""The attribute of ``[end]`` that has it."""
DIGITS = 16

_SUM = re.compile(rb"(?m)^(\[ *end) +sum=([0-9a-f]{16}) *(\][^\n]*)$")
_END = re.compile(rb"(?m)^(\[ *end) *(\][^\n]*)$")
_IN_HEADING = re.compile(rf"^(\[ *end\b[^\]]*?) +{SUM}=[^\s\]]*")


class Checksum(NamedTuple):
    """Stated and actual checksum of a file."""

    stated: str
    actual: str

    @property
    def fits(self) -> bool:
        """True if the file is as it was written."""
        return self.stated == self.actual


def checksum_of(data: bytes) -> Checksum | None:
    """The checksum that *data* states, beside the one that it has; ``None`` where it states none.

    >>> data = sealed(b'''entente-game 1, closed by [end]
    ...
    ... [game]
    ... name: Straits of Iron
    ...
    ... [end]
    ... ''')
    >>> checksum_of(data).fits
    True
    >>> checksum_of(data.replace(b"Iron", b"Tron")).fits
    False
    >>> print(checksum_of(b"[end]"))
    None
    """
    plain = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    marks = list(_SUM.finditer(plain))
    if not marks:
        return None
    found = marks[-1]
    return Checksum(found[2].decode(), _digest(plain[: found.start()] + found[1] + found[3] + plain[found.end() :]))


def sealed(data: bytes) -> bytes:
    """*data*, which states no checksum, with that in its end mark; as it is where it has no end mark.

    >>> sealed(b"[end]").decode()
    '[end sum=115333e8408786c4]'
    """
    marks = list(_END.finditer(data))
    if not marks:
        return data
    found = marks[-1]
    bare = data[: found.start()] + found[1] + found[2] + data[found.end() :]
    return data[: found.start()] + b"[end sum=" + _digest(bare).encode() + found[2] + data[found.end() :]


def without_checksum(heading: str) -> str:
    """The line of an end mark as it is without its checksum.

    >>> without_checksum("[end sum=9f86d081884c7d65]")
    '[end]'
    """
    return _IN_HEADING.sub(r"\1", heading)


def _digest(plain: bytes) -> str:
    return hashlib.sha256(plain.rstrip(b"\n") + b"\n").hexdigest()[:DIGITS]
