"""Reads what was compiled of a catalogue."""

from __future__ import annotations

import gzip
import struct
import zlib
from gettext import GNUTranslations
from pathlib import Path


def read_messages(file: Path) -> GNUTranslations | None:
    """The translations in *file* (a ``.mo``, packed as ``.gz``); ``None`` where it is missing or damaged."""
    try:
        with gzip.open(file) as source:
            return GNUTranslations(source)
    except (OSError, EOFError, ValueError, struct.error, zlib.error):
        return None
