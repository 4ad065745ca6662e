"""Pages that lead through the code name files and folders that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("docs/architecture.md", "docs/glossary.md", "CONTRIBUTING.md", "README.md")
_PATH = re.compile(r"`((?:adjudicator|app|benchmarks|docs|entente|maps|resources|scripts|tests|variants)/[\w./-]*)`")
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_page_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [name for name in _PATH.findall(text) if not (ROOT / name).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_on_the_page_leads_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [target for target in _LINK.findall(text) if not (folder / target).exists()] == []
