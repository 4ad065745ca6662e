"""Results as files: all of a round, or none of them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.game.storage.atomic import make_folder, sync_folder, write_new
from app.game.storage.errors import storing
from app.game.storage.moving import move_over
from app.mail_out.making import Package, safe_name
from languages import mark

_DOING = mark("writing the results")


def files_of(packages: Iterable[Package]) -> dict[str, bytes]:
    """The files of *packages* by name: text or page, picture, PDF, web page of the game; a picture that all share once."""
    found: dict[str, bytes] = {}
    for each in packages:
        found[f"{each.name}.txt"] = each.text.encode("utf-8")
        if each.html:
            found[f"{each.name}.html"] = each.html_page.encode("utf-8")
        if each.picture is not None:
            found[picture_name(each)] = each.picture
        if each.page is not None:
            found[f"{each.name}.pdf"] = each.page
        if each.replay is not None:
            found[f"{each.name} game.html"] = each.replay
    return found


def picture_name(package: Package) -> str:
    """Return the file name of the picture of *package*; without a name of a power where it is everybody's."""
    facts = package.facts
    name = safe_name(f"{facts.game} {facts.code}") if package.picture_shared else package.name
    return f"{name}.{package.picture_format.value}"


def write_together(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write *files* into *folder*, which need not exist: first all of them beside it, then each moved to its place.

    Raises:
        StorageError: one of them could not be written; then nothing of any is in the folder, and what was there is as it was.
    """
    is_new = not folder.exists()
    make_folder(folder.parent, _DOING)
    with storing(folder, _DOING):
        making = Path(tempfile.mkdtemp(prefix=".entente-", dir=folder.parent))
    try:
        with storing(folder, _DOING):
            for name, content in files.items():
                write_new(making / name, content, _DOING)
            if is_new:
                making.chmod(0o755)
                making.rename(folder)
            else:
                for name in files:
                    move_over(making / name, folder / name)
            sync_folder(folder)
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(making)
    return tuple(folder / name for name in files)
