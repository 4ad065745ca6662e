"""Installs a Debian package inside another system, tries the programs there, and removes it: nothing of it may be left."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = Path("/usr/bin")
"""Folder in which the package has the programs, as the other system sees it."""


class PackageError(Exception):
    """The package cannot be installed, or removed again, with the output."""


@contextmanager
def installed(package: Path, root: Path) -> Iterator[Path]:
    """Install *package* in the system *root* with what it depends on, and remove it again.

    Args:
        package: the ``.deb``.
        root: a whole system with ``apt`` that reaches its packages.

    Yields:
        The folder of the programs, as that system sees it.

    Raises:
        PackageError: it cannot be installed or removed, or something of it is left.
    """
    inside = root / "opt" / package.name
    shutil.copy(package, inside)
    _run(root, "apt-get", "update")
    _run(root, "apt-get", "install", "--yes", "--no-install-recommends", f"/opt/{package.name}")
    inside.unlink()
    paths = [each for each in _run(root, "dpkg", "-L", "entente").split("\n") if "entente" in each.lower()]
    yield PROGRAMS
    _run(root, "apt-get", "purge", "--yes", "--auto-remove", "entente")
    left = [each for each in paths if os.path.lexists(root / each.lstrip("/"))]
    if left:
        raise PackageError(f"left behind: {', '.join(left[:10])}")


def _run(root: Path, *command: str) -> str:
    done = subprocess.run(
        ["chroot", str(root), *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"},
    )
    if done.returncode:
        raise PackageError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout
