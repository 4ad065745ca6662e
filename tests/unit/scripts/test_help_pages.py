"""The guide that the program ships is the guide of the project."""

from __future__ import annotations

import re

from scripts.help_pages import SHIPPED, main, pages


def test_the_shipped_guide_is_current() -> None:
    assert main(["--check"]) == 0, "run python scripts/help_pages.py"


def test_shipped_pages_name_no_picture_and_link_to_shipped_pages_alone() -> None:
    for name, text in pages().items():
        assert "![" not in text, name
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            assert target.startswith("https://") or (SHIPPED / target).is_file(), f"{name}: {target}"
