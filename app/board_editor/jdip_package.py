"""A variant as a package of jDip: its rules, its neighbours and its drawing in one archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from app.board_editor.jdip_drawing import jdip_svg
from app.board_editor.jdip_rules import adjacency_xml, check_expressible, variants_xml
from variants.compiled import CompiledBoard
from variants.reader import VariantFolder
from variants.style import PowerStyle

_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every file: the same variant gives the same bytes."""


def jdip_package(
    folder: VariantFolder, board: CompiledBoard, styles: Mapping[str, PowerStyle], thumbnail: bytes = b""
) -> tuple[bytes, tuple[str, ...]]:
    """The archive, and what is left out of it, in words.

    Args:
        thumbnail: a PNG of the board; none unless given.

    Raises:
        NotExpressibleError: kinds of unit or coasts that jDip does not know.
    """
    variant = folder.variant
    check_expressible(variant)
    stem = variant.id.replace("-", "_")
    names = (f"{stem}.svg", f"{stem}_adjacency.xml", f"{stem}_thumb.png")
    manifest, left_out = variants_xml(variant, folder.description, *names)
    files = {
        "variants.xml": manifest.encode(),
        names[0]: jdip_svg(variant, board, styles).encode(),
        names[1]: adjacency_xml(variant).encode(),
    }
    if thumbnail:
        files[names[2]] = thumbnail
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            member = zipfile.ZipInfo(name, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, content)
    return stream.getvalue(), left_out
