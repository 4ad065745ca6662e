"""Libraries that others are linked with and never call here: a stand-in of a few kB takes the place of each, for 4 MB less on Linux.

The client of the message bus can be started by systemd, and Qt's network knows Kerberos; neither is ever asked for in this program.
Each function of a stand-in fails (it returns -1). The stand-in has a name of its own, so that what else is loaded, such as the
system's library for printing, finds the system's own library.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

UNUSED = {"libsystemd.so.0": "libdbus-1.so.3", "libgssapi_krb5.so.2": "libQt6Network.so.6"}
"""A library that is never called, and the one that is linked with it."""

_BEHIND = (
    "libgcrypt.so.20", "libgpg-error.so.0", "liblz4.so.1", "libcap.so.2", "libkrb5.so.3", "libk5crypto.so.3", "libkrb5support.so.0",
    "libcom_err.so.2", "libkeyutils.so.1",
)  # fmt: skip
"""Libraries that those bring along; each goes where nothing else needs it."""

_SYMBOL = re.compile(r"^ +[Uw] (\w+)@(\w+)$", re.MULTILINE)


def leave_out(folder: Path, patchelf: Path, work: Path) -> list[str]:
    """Put stand-ins into *folder*, the libraries of a bundle.

    Args:
        folder: searched with all folders in it.
        patchelf: the program that changes the name of what a library needs.
        work: for the stand-ins' sources.

    Returns:
        The names of the libraries that are gone.

    Raises:
        subprocess.CalledProcessError: a tool fails.
    """
    work.mkdir(parents=True, exist_ok=True)
    gone: list[str] = []
    for unused, user in UNUSED.items():
        found, users = folder / unused, [each for each in folder.rglob(user) if not each.is_symlink()]
        if not found.is_file() or set(needing(folder, unused)) - {*users, *(folder / each for each in _BEHIND)}:
            continue
        name = f"libwithout-{unused.removeprefix('lib')}"
        symbols = sorted({each for library in users for each in symbols_of(library, found)})
        _link(folder / name, symbols, work / f"{unused}.S")
        for library in users:
            subprocess.run([patchelf, "--replace-needed", unused, name, library], check=True)
        found.unlink()
        gone.append(unused)
    while behind := [each for each in _BEHIND if (folder / each).is_file() and not any(needing(folder, each))]:
        for each in behind:
            (folder / each).unlink()
        gone += behind
    return gone


def needing(folder: Path, name: str) -> Iterator[Path]:
    """The libraries in *folder* that are linked with the library *name*."""
    for each in folder.rglob("*"):
        is_library = ".so" in each.name and each.is_file() and not each.is_symlink()
        if is_library and re.search(rf"\(NEEDED\).*\[{re.escape(name)}\]", _told("readelf", "-d", str(each))):
            yield each


def symbols_of(library: Path, unused: Path) -> list[tuple[str, str]]:
    """Return the symbols that *library* has from *unused*: each function with its version."""
    offered = set(re.findall(r" [A-Z] (\w+)@@(\w+)$", _told("nm", "-D", str(unused)), re.MULTILINE))
    return [each for each in _SYMBOL.findall(_told("nm", "-D", str(library))) if each in offered]


def _link(target: Path, symbols: Sequence[tuple[str, str]], source: Path) -> None:
    functions = "".join(f".globl {name}\n.type {name}, @function\n{name}:\n" for name, _version in symbols)
    source.write_text(f'.text\n{functions}mov $-1, %eax\nret\n.section .note.GNU-stack,"",@progbits\n', encoding="ascii")
    versions = source.with_suffix(".versions")
    named = sorted({version for _name, version in symbols})
    versions.write_text(
        "".join(f"{each} {{ global: {' '.join(f'{name};' for name, version in symbols if version == each)} }};\n" for each in named),
        encoding="ascii",
    )
    options = ("-shared", "-nostdlib", f"-Wl,-soname,{target.name}", f"-Wl,--version-script={versions}", "-Wl,-z,max-page-size=4096")
    subprocess.run(["cc", *options, "-o", target, source], check=True)


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout
