"""Resources of the program besides code: fonts, themes, unit symbols, start pictures, the conformance cases; licences lie beside them."""

from __future__ import annotations

from pathlib import Path


def resource(*names: str) -> Path:
    """The file or folder of that name, one name a level; it need not exist.

    Wheels are unpacked when they are installed, so this is always a path of the file system. ``importlib.resources`` answers the same and
    costs the start of the window some 10 ms.
    """
    return Path(__file__).parent.joinpath(*names)
