"""The build of the compiled core: ``python native/build.py FOLDER`` puts it there; ``--sanitize`` with checks of memory and behaviour.

The wheel's build asks here too (``hatch_build.py``). A C compiler is all that is needed, on Windows ``setuptools`` besides, which finds it.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = (
    "module.c",
    "tables.c",
    "convoys.c",
    "movement.c",
    "cycles.c",
    "phases.c",
    "legal.c",
    "judging.c",
    "explaining.c",
    "kept.c",
    "listing.c",
    "playing.c",
    "outcomes.c",
    "following.c",
    "known.c",
    "lines.c",
)
NAME = "entente_core"
SANITIZE = ("-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
LONGEST = 600
"""Seconds after which a compiler hangs."""


class NoCompilerError(Exception):
    """The core could not be compiled; the program works without it."""


def build_core(folder: Path, *, sanitize: bool = False) -> Path:
    """Compile the core into *folder*; one file serves Python 3.11 and all that follow it.

    Raises:
        NoCompilerError: there is no compiler, or it failed; with its output.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return _with_setuptools(folder) if os.name == "nt" else _with_cc(folder, sanitize=sanitize, whole=not sanitize)


def _with_cc(folder: Path, *, sanitize: bool, whole: bool) -> Path:
    target = folder / f"{NAME}.abi3.so"
    compiler = shlex.split(os.environ.get("CC") or "cc")
    paths = sysconfig.get_paths()
    is_mac = sys.platform == "darwin"
    command = [
        *compiler,
        *(("-flto",) if whole else ()),
        "-std=c11",
        "-O3",
        "-ffp-contract=off",
        "-Wall",
        "-Wextra",
        "-fPIC",
        "-fvisibility=hidden",
        *(SANITIZE if sanitize else ()),
        *shlex.split(os.environ.get("CFLAGS", "")),
        *(shlex.split(os.environ.get("ARCHFLAGS", "")) if is_mac else ()),
        *(f"-I{each}" for each in dict.fromkeys((paths["include"], paths["platinclude"]))),
        *(("-bundle", "-undefined", "dynamic_lookup") if is_mac else ("-shared",)),
        *(str(HERE / name) for name in SOURCES),
        "-o",
        str(target),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)  # noqa: S603 - the compiler of the system
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCompilerError(str(error)) from None
    if done.returncode != 0 and whole:  # not every linker can look at all files at once, which makes the core a tenth faster
        return _with_cc(folder, sanitize=sanitize, whole=False)
    if done.returncode != 0:
        raise NoCompilerError(done.stderr[-2000:])
    return target


def _with_setuptools(folder: Path) -> Path:
    try:
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext

        core = Extension(NAME, [str(HERE / name) for name in SOURCES], extra_compile_args=["/O2", "/std:c11"], py_limited_api=True)
        command = build_ext(Distribution({"name": NAME, "ext_modules": [core]}))
        command.build_lib, command.build_temp = str(folder), str(folder / "objects")
        command.ensure_finalized()
        command.run()
    except Exception as error:  # noqa: BLE001 - whatever it is, the core is left out
        raise NoCompilerError(str(error)) from None
    return next(folder.glob(f"{NAME}*.pyd"))


def wheel_tag() -> str:
    """The tag of a wheel with the core in it: ``cp311-abi3-linux_x86_64``."""
    return f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def main() -> int:
    """Build where the command line says; returns the exit code."""
    words = [each for each in sys.argv[1:] if not each.startswith("-")]
    try:
        print(build_core(Path(words[0]) if words else HERE, sanitize="--sanitize" in sys.argv))  # noqa: T201 - answers at a terminal
    except NoCompilerError as error:
        print(f"The compiled core could not be built:\n{error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
