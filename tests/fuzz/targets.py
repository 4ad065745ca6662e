"""Targets of fuzzing: each takes bytes as a stranger may send them, and raises only where the program is at fault."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from app.address_book.address_book import book_of
from app.game.dpn.game_reader import read
from app.game.file_store import game_bytes
from app.game.opening import FileStanding, open_text
from app.game.storage.atomic import Failure, StorageError
from app.game.variant_source import ShippedShelf
from app.import_export.reading import read_game
from app.import_export.received import ExchangeError
from app.mail_in.account import account_for
from app.players.daide.frames import FrameType, frame, initial
from app.players.daide.host import Host
from app.players.daide.options import GameOptions
from app.players.programs.messages import NotUnderstoodError, read_program_line
from variants.catalogue import standard
from variants.compile.board import compile_board
from variants.compile.elements import CompilationStoppedError
from variants.fault import VariantError
from variants.svg.read_xml import read_loose_xml

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 3.0
"""Seconds after which a drawing is given up, as a user would."""


def game(data: bytes) -> None:
    """A game file opens or has a reason not to; an opened one is written unchanged, and reads back as the same."""
    found = open_text(data)
    if found.standing is FileStanding.UNREADABLE or found.game is None or found.obstacle is not None:
        return
    ready = found.ready()
    written = ready.writer.compose(ready.game)
    again = open_text(written.data)
    assert again.game is not None
    assert again.ready().writer.compose(again.ready().game).data == written.data
    assert len(read(written.data).blocks) >= len(found.text.blocks)
    stays = {part for line in found.text.source.lines[1:] if "[" not in line for part in _said(line)}
    there = {part for line in written.text.split("\n") for part in _said(line.removeprefix("# "))}
    assert not stays - there, "a line was dropped"
    try:
        game_bytes(ready.game, Path("new.dpn"))
    except StorageError as error:
        assert error.failure is Failure.TOO_LARGE, error  # noqa: PT017 - any other fault is printed


def _said(line: str) -> list[str]:
    """Return the meaning of *line*, however it is set: a list one by one, since lists of one power become one."""
    bare = re.sub(r"\s+", "", line)
    listed = re.match(r"[=*!]\w+:", bare)
    return [bare] * bool(bare) if listed is None else [f"{listed[0]}{item}" for item in bare[listed.end() :].split(",")]


def drawing(data: bytes) -> None:
    """A drawing becomes a board, or its faults are named."""
    ends = time.monotonic() + LONGEST
    with suppress(CompilationStoppedError):
        made = compile_board(data, names=False, stop=lambda: time.monotonic() > ends)
        assert made.board is not None or made.faults
    with suppress(VariantError):
        read_loose_xml(data, "loose.xml", lambda *_: None)


def mail(data: bytes) -> None:
    """Every line of a mail is accounted for, as bytes and as pasted text."""
    board = standard()
    for received in (data, data.decode("utf-8", "replace")):
        for letter in account_for(board, board.start, received).letters:
            assert len(letter.lines) <= 10_000


class _Wire:
    """A connection whose other end is not read."""

    def write(self, data: bytes) -> None:
        assert data

    def close(self) -> None:
        pass


def client(data: bytes) -> None:
    """A client says anything, in frames of its own and in well-formed ones; the server answers or hangs up."""
    host = Host(standard(), GameOptions(level=10), clock=lambda: 0.0)
    for said in (data, frame(FrameType.DIPLOMACY, data[: len(data) // 2 * 2])):
        link = host.connect(_Wire())
        link.received(initial())
        link.received(said)
    host.tick()


def exchange(data: bytes) -> None:
    """A game of another program is read so that it can be saved, or has a reason not to; a line of a program likewise."""
    with suppress(NotUnderstoodError):
        read_program_line(data)
    book_of(data[:20_000])
    try:
        brought = read_game("game.json", data, ShippedShelf())
    except ExchangeError:
        return
    game_bytes(brought.game, Path("new.dpn"))


TARGETS: Mapping[str, Callable[[bytes], None]] = MappingProxyType(
    {"game": game, "drawing": drawing, "mail": mail, "client": client, "exchange": exchange}
)

SEEDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game": ("tests/golden/games/*.dpn", "docs/examples/*.dpn"),
        "drawing": ("tests/unit/**/*.svg", "docs/examples/**/*.svg"),
        "mail": ("tests/mails/*.eml", "tests/mails/*.mbox"),
        "client": (),
        "exchange": ("tests/unit/app/import_export/*.json",),
    }
)
"""Seeds of each: files of the project that it reads."""


def kept(target: str) -> list[Path]:
    """Inputs that once failed, and small ones to begin with."""
    return sorted((ROOT / "tests" / "fuzz" / "kept" / target).glob("*"))


def seeds(target: str) -> list[Path]:
    """Files of the project to begin with, small ones only."""
    found = [path for pattern in SEEDS[target] for path in sorted(ROOT.glob(pattern))]
    return [path for path in found if path.stat().st_size <= 64_000]
