"""Games and variants in files, for programs: read, written, loaded.

The formats of games belong to packages above this library, which register a module with ``read`` and ``written`` under the entry point
``entente.formats``; it is loaded when a game is first read or written. The program registers ``app.import_export.entente_formats``.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from adjudicator.order import Order
from adjudicator.variant import Variant as Model
from entente.playing import Record
from entente.state import Variant

MOST_BYTES = 16_000_000
"""A file of a game or a variant that is larger is not read."""

_NO_ORDERS: Mapping[str, tuple[Order, ...]] = MappingProxyType({})
_NO_PLAYERS: Mapping[str, str] = MappingProxyType({})


class GameFileError(ValueError):
    """A file that holds no game that can be read. ``str()`` says what is wrong, where, and what was expected."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as a file has it."""

    name: str
    record: Record
    """Every phase that was played: its orders, what became of them, and the state after."""
    orders: Mapping[str, tuple[Order, ...]] = field(default_factory=lambda: _NO_ORDERS)
    """Orders of the open phase that are given already, by power."""
    remarks: tuple[str, ...] = ()
    """Remarks for a person: rules that were found, phases that differ, and other contents of the file."""
    players: Mapping[str, str] = field(default_factory=lambda: _NO_PLAYERS)
    """Player of each power, where the file names one."""

    def __repr__(self) -> str:
        return f"<SavedGame {self.name[:40]!r}: {self.record!r}>"


FORMATS = "entente.formats"
"""Group of entry points under which a package registers formats of games."""


class _Formats(Protocol):
    """Interface of a module that is registered."""

    def read(self, name: str, data: bytes, variant: Model | None, number: int) -> SavedGame: ...

    def written(self, game: SavedGame, ending: str) -> bytes: ...


def _formats() -> _Formats:
    for registered in entry_points(group=FORMATS):
        return cast("_Formats", registered.load())
    raise GameFileError("no formats of games are installed: they come with the program, as the package entente")


def read_game(path: str | PathLike[str], *, variant: Variant | None = None, number: int = 1) -> SavedGame:
    """The game in the file at *path*: ours (``.dpn``), a saved game of the package ``diplomacy``, a judge's results, a block of positions
    and orders, or a game of jDip. Nothing in it is run: phases of a game with hooks stand as the file has them.

    Args:
        path: of the file.
        variant: what is played, where it does not come with the program.
        number: which game of a file that holds several, from 1.

    Raises:
        OSError: the file cannot be read.
        GameFileError: it holds no game that can be read.
    """
    file = Path(path)
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise GameFileError(f"{file.name} is too large: at most {MOST_BYTES:,} bytes are read")
    return _formats().read(file.name, data, None if variant is None else variant.model, number)


def write_game(game: SavedGame | Record, path: str | PathLike[str], *, name: str = "", replace: bool = False) -> None:
    """Write *game* to *path*, in the format that the ending tells: ``.dpn`` ours, ``.json`` or ``.jsonl`` a saved game of the package
    ``diplomacy``, ``.txt`` the last phase's results as a judge mails them, ``.datc`` the last position with its orders, ``.csv`` who owned
    which centre.

    Args:
        game: a saved game, or the record of a play.
        path: where to.
        name: of the game, where *game* is a record; the variant's unless given.
        replace: write over a file that is there already.

    Raises:
        FileExistsError: there is a file, and *replace* was not given.
        OSError: the file cannot be written.
        ValueError: nothing is written for that ending.
    """
    file = Path(path)
    saved = SavedGame(name or game.start.variant.name, game) if isinstance(game, Record) else game
    content = _formats().written(saved, file.suffix.casefold())
    with file.open("wb" if replace else "xb") as opened:
        opened.write(content)
    if file.is_file() and file.read_bytes() != content:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(file))


def load_variant(path: str | PathLike[str], name: str = "") -> Variant:
    """The variant in a folder with a ``variant.toml``, in what ``pack`` wrote (``.dpv``), or on a board of another program: jDip's archives
    (``.zip``), map files of judges (``.map``), folders of DiplomacyGM.

    Args:
        path: of the folder or file.
        name: which one, by id or name, where there are several.

    Raises:
        OSError: it cannot be read.
        VariantError: it is no variant that can be played; with every fault.
        LookupError: there are several and none, or none of them, is named.
    """
    from variants import load
    from variants.importers import import_archive, import_board
    from variants.packed import ARCHIVES
    from variants.source import FolderSource

    place = Path(path)
    if (place / "variant.toml").is_file():
        return Variant(load(FolderSource(place)).variant)
    if place.is_dir():
        result = import_board(FolderSource(place))
    elif place.suffix.casefold() in ARCHIVES:
        with place.open("rb") as opened:
            result = import_archive(place.name, opened.read(4 * MOST_BYTES))
    else:
        with place.open("rb"):
            result = import_board(FolderSource(place.parent), place.name)
    found = [each for each in result.variants if not name or name.casefold() in {each.id.casefold(), each.name.casefold()}]
    if not found or (len(found) > 1 and not name):
        names = ", ".join(each.id for each in result.variants) or "none"
        faults = "; ".join(str(each) for each in result.errors[:5])
        raise LookupError(f"{place.name}: name one of its variants; there are: {names}{f' ({faults})' if faults else ''}")
    return Variant(load(found[0].source).variant)
