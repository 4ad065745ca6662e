"""Thousands of damaged files meet clean errors only, and what can be loaded is written back without loss."""

from __future__ import annotations

import random

import pytest

from app.game.dpn.block_kinds import KINDS
from app.game.dpn.game_reader import read
from app.game.dpn.writer import write
from app.game.opening import FileStanding, Opened, open_text
from tests.quick import each_nth, examples, one_in_quick
from tests.thorough import rounds
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import played_game

ROUNDS = 20
MUTANTS = 520
"""In each round: 10,400 in all, of which a quarter are read in every run."""

FRAGMENTS = [
    *(b"[", b"]", b"=", b"*", b"!", b"&", b"+", b"-", b"~", b"|", b"?", b'"', b";", b"#", b":", b",", b"branch=", b"from="),
    *(b"none", b"AUSTRIA:", b"WAIVE", b"none received", b"no orders", b"contested:", b"not ordered", b"not used"),
    *(b"= ", b"* ", b"! ", b"& ", b"+ ", b"- ", b"~ ", b"| ", b"|+ ", b"? ", b" ", b"\n", b"\r\n", b"\r", b"\0"),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", "\u2028".encode(), "\u00e9".encode()),
    *(b"[phase", b"[phase S1901M]", b"[phase F1902R branch=b2 from=start]", b"S-0215M", b"S999999999999M", b"9" * 400),
    *(b"A PAR - BUR", b"A STP/NC D", b"[ending]\nwinners: none\nreason: draw\n", b"[game]\nvariant: x\n", b"[file a.b]\nmedia: a/b\n"),
    *(b"entente-game 0\n", b"entente-game 7\n", b"entente-game -1\n", b"sha256:0000"),
    *(b"=" * 80, b"(" * 80, b"{" * 200),
]


def originals() -> list[bytes]:
    """Small games, so that many mutants are read in little time."""
    small, whole = write(played_game(2, seed=5)).encode(), write(game_with_everything()).encode()
    blocks = whole.split(b"\n\n")
    parts = [b"\n\n".join([*blocks[:2], *blocks[at : at + 5]]) for at in range(2, len(blocks), 5)]
    return [small, small.replace(b"\n", b"\r\n"), small[: len(small) // 2], whole, *parts]


ORIGINALS = originals()


def mutant(original: bytes, chance: random.Random) -> bytes:
    """*original* with a few injuries: bytes changed, stretches cut out, doubled, moved, and marks inserted."""
    data = bytearray(original)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(data) + 1)
        length = chance.choice([1, 1, 2, 5, 20, 100])
        match chance.randrange(6):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = data[at : at + length]
            case 3:
                data[at:at] = chance.choice(FRAGMENTS)
            case 4:
                piece = data[at : at + length]
                del data[at : at + length]
                data[chance.randrange(len(data) + 1) : 0] = piece
            case _:
                lines = data.split(b"\n")
                one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                data = bytearray(b"\n".join(lines))
        if not data:
            data = bytearray(b"\n")
    return bytes(data)


def check(data: bytes, found: Opened) -> None:
    """Each fault has a place in the file, and a game that was opened can be written and read again."""
    lines = data.count(b"\n") + 1
    for fault in found.faults:
        assert fault.span.line in range(1, lines + 1), fault
        assert fault.span.column >= 1, fault
        assert fault.what, fault
        assert fault.expected, fault
    if found.standing in {FileStanding.UNREADABLE, FileStanding.OBSTRUCTED}:
        return
    ready = found.look_only()
    again = open_text(ready.writer.compose(ready.game).data)
    assert again.game is not None
    assert [branch.name for branch in again.game.branches] == [branch.name for branch in ready.game.branches]
    assert [turn.phase for turn in again.game.line()] == [turn.phase for turn in ready.game.line()]
    if not found.errors:
        assert [turn.position for turn in again.game.line()] == [turn.position for turn in ready.game.line()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in_quick(5, rounds(ROUNDS // 4, ROUNDS)))
def test_damaged_files_meet_clean_errors_only(seed: int) -> None:
    chance = random.Random(seed)
    for number in range(examples(MUTANTS)):
        data = mutant(chance.choice(ORIGINALS), chance)
        if number % 10 == 0:
            check(data, open_text(data))
        else:
            read(data)


@each_nth(6, "kind", [*KINDS, "unknown"])
def test_blocks_of_nothing_but_marks_meet_clean_errors_only(kind: str) -> None:
    chance = random.Random(kind)
    for _ in range(40):
        body = b"".join(chance.choice(FRAGMENTS) for _ in range(chance.randint(1, 25)))
        heading = f"[{kind}{chance.choice(['', ' S1901M', ' x', ' S1901M FRANCE', ' S1901M branch=b2 from=start'])}]\n".encode()
        data = b"entente-game 1\n[game]\nvariant: standard 1\n[phase S1901M]\n" + heading + body
        check(data, open_text(data))
