"""Copies the pages of ``docs/guide`` into ``resources/guide``, where the program finds them: pictures and links out of the guide left out.

``python scripts/help_pages.py`` writes them, ``--check`` says whether they are current.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide"
SHIPPED = ROOT / "resources" / "guide"

_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")


def pages() -> dict[str, str]:
    """The text of every page as it is shipped, by file name."""
    return {path.name: _as_shipped(path.read_text(encoding="utf-8")) for path in sorted(GUIDE.glob("*.md")) if path.name != "README.md"}


def _as_shipped(text: str) -> str:
    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        return found.group() if "/" not in target else words

    return _LINK.sub(link, _PICTURE.sub("", text))


def main(arguments: list[str]) -> int:
    """Write or check the pages; returns the exit code."""
    wanted = pages()
    present = {path.name: path.read_text(encoding="utf-8") for path in SHIPPED.glob("*.md")} if SHIPPED.is_dir() else {}
    if "--check" in arguments:
        if wanted != present:
            sys.stderr.write("resources/guide is not what docs/guide says: run python scripts/help_pages.py\n")
        return int(wanted != present)
    SHIPPED.mkdir(exist_ok=True)
    for name in present.keys() - wanted.keys():
        (SHIPPED / name).unlink()
    for name, text in wanted.items():
        (SHIPPED / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
