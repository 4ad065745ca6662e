"""Drawn boards: ``svg`` holds the drawings and their compiled boards, ``source`` what they are generated from."""

from __future__ import annotations

from pathlib import Path


def drawn(name: str) -> Path:
    """The file of that name among the drawn boards; it need not exist."""
    return Path(__file__).parent.joinpath("svg", name)
