"""Entry of the bundled program.

A bundle has no separate Python. The program starts Python again in several places all the same: boards are compiled, opponents think
and hooks run in processes of their own, and a person's bot is a Python file. So this one answers to the options by which Python is
called (``-m MODULE``, ``-c TEXT``, ``-u FILE``); everything else goes to the program itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

INSIDE = Path(getattr(sys, "_MEIPASS", Path(__file__).parent))
"""The folder with the program's modules and libraries."""

FALLBACKS = INSIDE / "without-graphics"
"""Libraries that every desktop brings for its own screen and graphics card; these are taken only where the system has none."""

FALLBACK_NAMES = (
    "libmd.so.0", "libbsd.so.0", "libXau.so.6", "libXdmcp.so.6", "libxcb.so.1",
    "libGLdispatch.so.0", "libGLX.so.0", "libEGL.so.1", "libOpenGL.so.0", "libGL.so.1",
)  # fmt: skip
"""The fallback libraries, each after those it needs."""

_ALONE = "bBdEIiOPqRsSuv"
"""Options of Python without a value; none of them changes what is done here."""


def main() -> int:
    """Run as Python or as the program; returns the exit code."""
    multiprocessing.freeze_support()
    _prepare()
    arguments = sys.argv[1:]
    rest = without_lone_options(arguments)
    if len(rest) < len(arguments) or (rest and rest[0] in ("-m", "-c")):
        return run_as_python(rest)
    if Path(sys.argv[0]).stem == "entente-engine":  # called by this name, through a link
        from entente.engine.command import main as engine

        return engine() or 0
    from app.start import run

    return run()


def without_lone_options(arguments: Sequence[str]) -> list[str]:
    """*arguments* without the options of Python before a file, ``-m`` or ``-c`` that have no value."""
    rest = list(arguments)
    while rest and len(rest[0]) > 1 and rest[0][0] == "-" and all(letter in _ALONE for letter in rest[0][1:]):
        del rest[0]
        while rest[:1] == ["-X"] or rest[:1] == ["-W"]:
            del rest[:2]
    return rest


def run_as_python(arguments: Sequence[str]) -> int:
    """Do what ``python *arguments`` does; returns the exit code.

    Raises:
        SystemExit: what was run asked for it.
    """
    if not arguments:
        sys.stderr.write("Give a Python file, -m MODULE or -c TEXT.\n")
        return 2
    import runpy

    first, *rest = arguments
    if first == "-m" and rest:
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c" and rest:
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 - what the caller would run with any Python
    else:
        sys.argv = list(arguments)
        sys.path.insert(0, str(Path(first).resolve().parent))
        runpy.run_path(first, run_name="__main__")
    return 0


def _prepare() -> None:
    worker = INSIDE / ("monty.exe" if sys.platform == "win32" else "monty")
    if worker.is_file():
        os.environ.setdefault("MONTY_BIN", str(worker))
    stay_readable(getattr(sys.modules.get("pyimod02_importers"), "pyz_archive", None))
    if sys.platform.startswith("linux"):
        _give_back_library_path()
        for name in FALLBACK_NAMES:
            _load_where_missing(name)


def stay_readable(archive: Any) -> None:
    """Keep the modules readable where the program was moved while it runs, so that a game can be saved.

    PyInstaller reads each module out of the program's file when it is first wanted, and ends the program where that file is gone. On Linux
    the file stays open and is read through its number; where that cannot be, a module that is missing is a visible error.

    Args:
        archive: PyInstaller's reader of modules; ``None`` where none is used.
    """
    if archive is None:
        return
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError):
            handle = os.open(archive._filename, os.O_RDONLY)  # noqa: SLF001 - the reader has no other way
            archive._filename = f"/proc/self/fd/{handle}"  # noqa: SLF001
    extract = archive.extract

    def extracted(name: str, raw: bool = False) -> object:
        try:
            return extract(name, raw)
        except SystemExit as error:
            raise ImportError(f"{name} cannot be read: the program was moved or removed") from error

    archive.extract = extracted


def _give_back_library_path() -> None:
    """Programs that this one starts, such as a browser, get the system's libraries and not the bundle's; this one again finds its own."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


def _load_where_missing(name: str) -> None:
    try:
        ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        ours = FALLBACKS / name
        if ours.is_file():
            with contextlib.suppress(OSError):  # the library that needs it reports it
                ctypes.CDLL(str(ours), mode=ctypes.RTLD_GLOBAL)


if __name__ == "__main__":
    sys.exit(main())
