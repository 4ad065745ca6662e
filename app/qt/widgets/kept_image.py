"""Images that can be made again are kept in files: each is there whole or not at all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from app.game.storage.atomic import make_folder, write_atomically
from languages import tr


def keep_image(image: QImage, path: Path, quality: int = -1) -> None:
    """Write *image* to *path*, in the format that its ending names; an image of no size is not kept.

    Args:
        quality: of a JPEG, from 0 to 100; the usual one unless told.

    Raises:
        StorageError: it could not be written.
    """
    if image.isNull():
        return
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, path.suffix.removeprefix(".").upper(), quality)  # type: ignore[call-overload]  # the stubs want bytes
    make_folder(path.parent, tr("writing the picture"))
    write_atomically(path, bytes(buffer.data().data()), tr("writing the picture"))
