"""A small variant of a person's own, with a drawing of its own."""

from __future__ import annotations

from pathlib import Path

from app.game.storage.places import places
from variants.catalogue import shipped_drawing, shipped_source


def own_pure(variant_id: str = "mine") -> Path:
    """The folder of a copy of Pure in the user's folder, drawn on its ``board.svg``."""
    folder = places().variants / variant_id
    folder.mkdir(parents=True)
    text = shipped_source("pure").read("variant.toml").decode()
    text = (
        text.replace('id = "pure"', f'id = "{variant_id}"')
        .replace('name = "Pure"', 'name = "Mine"')
        .replace('file = "pure"', 'file = "board.svg"')
    )
    (folder / "variant.toml").write_text(text, encoding="utf-8")
    (folder / "board.svg").write_bytes(shipped_drawing("pure"))
    return folder
