"""Unicode's tables for Qt, without the languages and time zones that are never used: 32 MB become 2.5.

Qt sorts and changes case by the library ICU, whose tables are one symbol in one library. Here the tables are read out of it, what is
kept is packed again by ICU's own tool, and a library with the same symbol is linked. Only on Linux: Windows and macOS have theirs.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

LANGUAGES = ("root", "de", "en", "es", "fr", "it")
"""Languages by whose rules names can be sorted; ``root`` serves all others."""

_TABLES = ("res_index", "pool", "metadata", "plurals", "icuver", "icustd", "likelySubtags", "numberingSystems", "keyTypeData",
           "supplementalData", "timezoneTypes", "langInfo", "dayPeriods", "metaZones", "windowsZones")  # fmt: skip
_SORTING = ("res_index", "ucadata", "de_AT", "fr_CA")
_NAMES_OF_LETTERS = "unames"
_TOOLS = ("icupkg", "cc")


def missing_tools() -> list[str]:
    """The tools for this that the machine lacks; on Debian they are in ``icu-devtools`` and ``gcc``."""
    return [tool for tool in _TOOLS if shutil.which(tool) is None]


def is_kept(item: str) -> bool:
    """Return True if the *item* of ICU's tables, ``coll/de.res``, stays."""
    folder, _, name = item.rpartition("/")
    stem, _, kind = name.partition(".")
    if folder:
        return folder == "coll" and stem in (*LANGUAGES, *_SORTING)
    if kind in ("cnv", "spp"):  # other encodings, and rules for names of the internet
        return False
    return stem in (*LANGUAGES, *_TABLES) if kind == "res" else stem != _NAMES_OF_LETTERS


def shrink(library: Path, work: Path) -> None:
    """Replace *library*, ``libicudata.so.73``, by one with the tables that are kept.

    Args:
        library: of which the tables are taken.
        work: a folder for what is made on the way.

    Raises:
        subprocess.CalledProcessError: a tool fails.
        ValueError: the file is no such library.
    """
    number = library.name.rpartition(".")[2]
    work.mkdir(parents=True, exist_ok=True)
    whole = work / f"icudt{number}l.dat"
    whole.write_bytes(_tables(library.read_bytes()))
    items = subprocess.run(["icupkg", "-l", whole], check=True, capture_output=True, text=True).stdout.split()
    dropped = work / "dropped.txt"
    dropped.write_text("".join(f"{each}\n" for each in items if not is_kept(each)), encoding="ascii")
    small = work / "small" / whole.name
    small.parent.mkdir(exist_ok=True)
    subprocess.run(["icupkg", "-r", dropped, whole, small], check=True, capture_output=True)
    symbol = f"icudt{number}_dat"
    source = work / "tables.S"
    source.write_text(
        f".globl {symbol}\n.section .rodata\n.balign 16\n.type {symbol}, @object\n{symbol}:\n"
        f'.incbin "{small}"\n.size {symbol}, .-{symbol}\n.section .note.GNU-stack,"",@progbits\n',
        encoding="ascii",
    )
    linked = work / library.name
    subprocess.run(["cc", "-shared", "-nostdlib", f"-Wl,-soname,{library.name}", "-o", linked, source], check=True)
    shutil.copy(linked, library)


def _tables(library: bytes) -> bytes:
    """Return the contents of the one read-only section of an ELF file of 64 bits."""
    if library[:6] != b"\x7fELF\x02\x01":
        raise ValueError("no library of Linux with 64 bits")
    (start,) = struct.unpack_from("<Q", library, 0x28)
    size, count, names = struct.unpack_from("<HHH", library, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", library, start + size * number) for number in range(count)]
    texts = sections[names][4]
    for name, _kind, _flags, _address, offset, length in sections:
        if library[texts + name :].startswith(b".rodata\0"):
            return library[offset : offset + length]
    raise ValueError("the library holds no tables")
