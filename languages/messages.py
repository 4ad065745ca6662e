"""Reads what was compiled of a catalogue."""

from __future__ import annotations

import gzip
import struct
import zlib
from gettext import GNUTranslations
from pathlib import Path


def read_messages(file: Path) -> GNUTranslations | None:
    """The translations in *file* (``.mo``, or packed as ``.mo.gz``); ``None`` where it is missing or damaged."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as source:
            return GNUTranslations(source)
    except (OSError, EOFError, ValueError, struct.error, zlib.error):
        return None
