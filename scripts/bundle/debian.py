"""The Debian package: the bundle in ``/usr/lib/entente``, its two programs in ``/usr/bin``, and what a desktop needs to know."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path

from entente import __version__
from scripts.bundle.desktop import lay_out

ROOT = Path(__file__).resolve().parents[2]

DEPENDS = ("libc6 (>= 2.36)", "libegl1", "libgl1", "libopengl0", "xkb-data", "fontconfig-config", "ca-certificates")
RECOMMENDS = ("libcups2", "xdg-utils", "gnome-keyring | kwalletmanager")
MAINTAINER = "The Entente developers <entente@localhost>"
SUMMARY = "play, referee and design games of Diplomacy"
DESCRIPTION = (
    "A drawn map that you click, an adjudicator inside that decides and says",
    "why, and games that are kept as text which a person can read and mend.",
    "For friends round one laptop, for game masters of games by post or",
    "e-mail, for designers of boards, and for programs that play.",
)


def build_package(folder: Path, out: Path, work: Path) -> Path:
    """Make the package from *folder*, the bundle.

    Args:
        folder: with the programs ``entente`` and ``entente-engine``.
        out: where the package is written.
        work: for the tree that is packed; what was in it is removed.

    Returns:
        The package.

    Raises:
        subprocess.CalledProcessError: ``dpkg-deb`` fails.
    """
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    library = root / "usr" / "lib" / "entente"
    shutil.copytree(folder, library, symlinks=True)
    programs = root / "usr" / "bin"
    programs.mkdir(parents=True)
    for name in ("entente", "entente-engine"):
        (programs / name).symlink_to(f"../lib/entente/{name}")
    lay_out(root / "usr" / "share")
    notes = root / "usr" / "share" / "doc" / "entente"
    notes.mkdir(parents=True)
    shutil.move(library / "LICENSE", notes / "copyright")
    shutil.move(library / "THIRD_PARTY.md", notes / "THIRD_PARTY.md")
    (notes / "changelog.gz").write_bytes(gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0))
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(_control(_kilobytes(root)), encoding="utf-8")
    _set_modes(root)
    package = out / f"entente_{__version__}_{_architecture()}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, package], check=True, stdout=subprocess.DEVNULL)
    return package


def _control(size: int) -> str:
    lines = (
        "Package: entente",
        f"Version: {__version__}",
        f"Architecture: {_architecture()}",
        f"Maintainer: {MAINTAINER}",
        f"Installed-Size: {size}",
        f"Depends: {', '.join(DEPENDS)}",
        f"Recommends: {', '.join(RECOMMENDS)}",
        "Section: games",
        "Priority: optional",
        f"Description: {SUMMARY}",
        *(f" {line}" for line in DESCRIPTION),
    )
    return "\n".join(lines) + "\n"


def _architecture() -> str:
    return subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def _kilobytes(folder: Path) -> int:
    return sum(each.lstat().st_size for each in folder.rglob("*") if not each.is_dir()) // 1024


def _set_modes(root: Path) -> None:
    """Set the modes of files that are programs, and of the others: as a package needs them, whatever the builder's habits are."""
    for each in root.rglob("*"):
        if each.is_symlink():
            continue
        is_program = each.is_dir() or (os.access(each, os.X_OK) and ".so" not in each.name)
        each.chmod(0o755 if is_program else 0o644)
