"""Results of a tournament on the disk: a line for each game as soon as it has ended, and the games themselves.

A line is written whole or not at all as far as a reader can tell: what a crash left half written at the end is passed over, and its
game is played again.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from app.board_editor.tournament.game import GameResult
from app.board_editor.tournament.plan import TournamentPlan
from app.game.storage.atomic import make_folder, write_atomically
from languages import tr

GAMES = "games.jsonl"


class Header(msgspec.Struct, tag_field="type", tag="tournament"):
    """The first line: which tournament the games are of."""

    name: str
    key: str


class OtherTournamentError(ValueError):
    """The folder holds games of another tournament."""


_result = msgspec.json.Decoder(GameResult)
_header = msgspec.json.Decoder(Header)


class ResultStore:
    """The folder of a tournament.

    Args:
        folder: where the games lie, or will lie.
        plan: the tournament.
    """

    def __init__(self, folder: Path, plan: TournamentPlan) -> None:
        self.folder = folder
        self.plan = plan
        self.done: set[int] = set()
        """Numbers of the games that are kept."""
        self._file: IO[bytes] | None = None

    def open(self) -> Iterator[GameResult]:
        """The games that were kept before, one after the other; afterwards further ones can be added.

        Raises:
            OtherTournamentError: the folder holds games of another tournament.
            OSError: it cannot be read or written.
        """
        make_folder(self.folder / "games", tr("keeping the tournament"))
        path = self.folder / GAMES
        whole = 0
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    if whole == 0:
                        self._check(line)
                    else:
                        try:
                            game = _result.decode(line)
                        except msgspec.DecodeError:
                            break
                        if game.number not in self.done:
                            self.done.add(game.number)
                            yield game
                    whole += len(line)
        self._file = path.open("r+b" if path.exists() else "w+b")
        self._file.truncate(whole)
        self._file.seek(whole)
        if whole == 0:
            self._write(msgspec.json.encode(Header(self.plan.name, self.plan.key)))

    def _check(self, line: bytes) -> None:
        try:
            header = _header.decode(line)
        except msgspec.DecodeError:
            raise OtherTournamentError(tr("{folder} is no list of games of a tournament", folder=self.folder / GAMES)) from None
        if header.key != self.plan.key:
            words = tr("games of another tournament, or of this one before its file was changed; name another folder with --into")
            raise OtherTournamentError(tr("{folder} holds {words}", folder=self.folder, words=words))

    def add(self, game: GameResult, text: str) -> None:
        """Keep a game: first the game itself, then its line, which says that it is kept."""
        name = f"{game.number + 1:06d}.dpn"
        write_atomically(self.folder / "games" / name, text.encode())
        self._write(msgspec.json.encode(game))
        self.done.add(game.number)

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        at = self._file.tell()
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        with (self.folder / GAMES).open("rb") as again:
            again.seek(at)
            if again.read() != line + b"\n":
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(self.folder / GAMES))

    def close(self) -> None:
        """Close the file of results."""
        if self._file is not None:
            self._file.close()
