"""Puts icons, menu entry, description and file types where a Linux desktop looks for them, and the manual and the words for the shell."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from app.commands.declaring.completion import Shell, completion, engine_page, manual_page
from app.commands.declaring.registry import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
DESKTOP = ROOT / "resources" / "desktop"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
NAME = "org.entente.Entente"
_ICONS = {"entente.svg": ("apps", NAME), "entente-game.svg": ("mimetypes", f"{NAME}-game")}


def lay_out(share: Path) -> None:
    """Fill *share*, the folder that becomes ``/usr/share``.

    Args:
        share: made if it is not there.
    """
    for source, (kind, name) in _ICONS.items():
        scalable = share / "icons" / "hicolor" / "scalable" / kind / f"{name}.svg"
        scalable.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DESKTOP / source, scalable)
        for size in SIZES:
            picture = share / "icons" / "hicolor" / f"{size}x{size}" / kind / f"{name}.png"
            picture.parent.mkdir(parents=True, exist_ok=True)
            draw(DESKTOP / source, size, picture)
    _copy(DESKTOP / "entente-symbolic.svg", share / "icons" / "hicolor" / "symbolic" / "apps" / f"{NAME}-symbolic.svg")
    _copy(DESKTOP / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    _copy(DESKTOP / f"{NAME}.metainfo.xml", share / "metainfo" / f"{NAME}.metainfo.xml")
    _copy(DESKTOP / "entente-types.xml", share / "mime" / "packages" / "entente.xml")
    pages = share / "man" / "man1"
    pages.mkdir(parents=True, exist_ok=True)
    for name, text in {"entente": manual_page(COMMANDS), "entente-engine": engine_page()}.items():
        (pages / f"{name}.1.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    for folder, name, shell in (
        ("bash-completion/completions", "entente", Shell.BASH),
        ("zsh/vendor-completions", "_entente", Shell.ZSH),
        ("fish/vendor_completions.d", "entente.fish", Shell.FISH),
    ):
        (share / folder).mkdir(parents=True, exist_ok=True)
        (share / folder / name).write_text(completion(shell, COMMANDS), encoding="utf-8")


def draw(drawing: Path, size: int, file: Path) -> None:
    """Draw *drawing*, an SVG, into *file*, a PNG (or ICO) of *size* by *size* pixels."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    if not image.save(str(file)):
        raise OSError(f"{file} cannot be written")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
