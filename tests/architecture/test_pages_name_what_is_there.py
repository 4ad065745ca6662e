"""Pages that lead through the code name files and folders that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("docs/architecture.md", "docs/interfaces.md", "docs/glossary.md", "docs/untested.md", "CONTRIBUTING.md", "README.md")
_PATH = re.compile(r"`((?:adjudicator|app|benchmarks|docs|entente|maps|resources|scripts|tests|variants)/[\w./-]*)`")
_MODULE = re.compile(r"\b\w+\.py\b")
_NAME_IN = re.compile(r"`(\w+)`(?: \([^)]*\))? (?:in|of|there, in)\s+`([\w/]+\.py)`")
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_page_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [name for name in _PATH.findall(text) if not (ROOT / name).exists()]
    assert missing == []


def test_every_module_that_a_page_on_the_code_names_is_there() -> None:
    there = {path.name for path in ROOT.glob("[!.]*/**/*.py")}
    pages = (each for each in PAGES if each != "README.md")  # which names a bot of its reader
    named = [(page, name) for page in pages for name in _MODULE.findall((ROOT / page).read_text(encoding="utf-8"))]
    assert [f"{page}: {name}" for page, name in named if name not in there] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_on_the_page_leads_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [target for target in _LINK.findall(text) if not (folder / target).exists()] == []


def test_every_decision_stands_on_the_page_of_those_that_hold() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(_LINK.findall((folder / "README.md").read_text(encoding="utf-8")))
    assert {each.name for each in folder.glob("0*.md")} == listed


def test_every_name_that_contributors_are_sent_to_stands_in_its_file() -> None:
    named = _NAME_IN.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [f"{name} in {path}" for name, path in named if name not in _defined(ROOT / path)] == []


def _defined(path: Path) -> set[str]:
    """Return the names that the file itself defines at its top level; those that it only imports are defined elsewhere."""
    found: set[str] = set()
    for each in ast.parse(path.read_text(encoding="utf-8")).body:
        match each:
            case ast.ClassDef() | ast.FunctionDef():
                found.add(each.name)
            case ast.Assign():
                found |= {target.id for target in each.targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found
