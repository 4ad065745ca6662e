"""Lines of a variant's file for each province."""

from __future__ import annotations

from app.board_editor.reading import OnTheBench
from variants.inherit import MANIFEST


def line_of_province(bench: OnTheBench, code: str) -> int | None:
    """Return the first line of the table of a province."""
    for number, line in enumerate(_manifest_lines(bench), 1):
        if line.strip().replace('"', "") == f"[provinces.{code}]":
            return number
    return None


def province_at(bench: OnTheBench, line: int) -> str | None:
    """The province in whose table *line* stands."""
    lines = _manifest_lines(bench)[:line]
    for text in reversed(lines):
        stripped = text.strip().replace('"', "")
        if stripped.startswith("["):
            parts = stripped.strip("[]").split(".")
            return parts[1] if parts[0] == "provinces" and len(parts) > 1 else None
    return None


def _manifest_lines(bench: OnTheBench) -> list[str]:
    return bench.files.get(MANIFEST, b"").decode("utf-8-sig", "replace").splitlines()
