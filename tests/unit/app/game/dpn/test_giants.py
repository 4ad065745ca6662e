"""Files as large as can be, made to be slow: a reader that were not linear would not come to an end here."""

from __future__ import annotations

import pytest

from app.game.dpn.text_source import LARGEST, MOST_LINES
from app.game.opening import open_text

HEAD = b"entente-game 1\n[game]\nvariant: standard 1\n"
PHASE = HEAD + b"[phase S1901M]\n"


def filled(head: bytes, line: bytes) -> bytes:
    """*head* and as many copies of *line* as a file can hold."""
    return head + line * min((LARGEST - len(head)) // len(line), MOST_LINES - 10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "line"),
    [
        (HEAD, b"[x]\n"),
        (HEAD, b'[phase "' + b'"' * 3_900 + b"\n"),
        (HEAD, b"a" + b" " * 3_900 + b"b\n"),
        (HEAD + b"[players]\n", b"FRANCE: (" + b"x" * 3_900 + b")\n"),
        (HEAD + b"[hook a]\non: press\n| x\n", b"|+ " + b"x" * 40 + b"\n"),
        (HEAD + b"[file a.b]\nmedia: a/b\n", b"A" * 76 + b"\n"),
        (HEAD + b"[audit]\n", b"@ " + b"(" * 3_900 + b"\n"),
        (PHASE, b"! FRANCE: " + b", ".join([b"A PAR < BUR"] * 300) + b"\n"),
        (PHASE, b"= FRANCE: " + b", ".join([b"A PAR"] * 500) + b"\n"),
        (PHASE + b"FRANCE:\n", b"  A PAR - BUR\n"),
        (PHASE + b"FRANCE:\n", b"  xyzzy plugh\n"),
        (PHASE, b"\x01\n"),
    ],
    ids=[
        "headings",
        "quotes",
        "blanks",
        "players",
        "continued text",
        "base64",
        "brackets",
        "dislodged",
        "units",
        "orders",
        "no orders",
        "control characters",
    ],
)
def test_a_giant_file_is_read_to_its_end(head: bytes, line: bytes) -> None:
    open_text(filled(head, line))


@pytest.mark.slow
def test_as_many_branches_as_can_be_are_read_and_the_rest_is_named() -> None:
    branches = b"".join(b"[phase F1901M branch=b%d from=S1901M]\n" % number for number in range(400))
    found = open_text(PHASE + b"[phase F1901M]\n" + branches)
    assert found.game is not None
    assert len(found.game.branches) == 200
    assert sum("more than 200 branches" in str(fault) for fault in found.faults) == 201
