"""Issue forms can be filled in, and the page on security names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]-*.yml"))
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def _form(path: Path) -> dict[str, Any]:
    form: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return form


def test_there_is_a_form_for_each_kind_of_report() -> None:
    assert [path.stem[2:] for path in FORMS] == ["fault", "wrong-adjudication", "board-import", "translation"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_what_a_forge_asks_of_it(path: Path) -> None:
    form = _form(path)
    assert {"name", "description", "body"} <= form.keys()
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))
    assert all(field["type"] in ("input", "textarea") and field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_a_wrong_adjudication_asks_for_the_game() -> None:
    game = next(field for field in _form(FORMS[1])["body"] if field["id"] == "game")
    assert ".dpn" in game["attributes"]["description"]
    assert game["validations"]["required"]


def test_the_page_on_security_names_tests_that_are_there() -> None:
    named = _TEST.findall((ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) >= 20
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
    assert missing == []


def test_every_kind_of_file_on_the_page_on_security_names_a_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    sections = re.split(r"(?m)^#{2,3} ", text)
    kinds = [section for section in sections if "It can " in section]
    assert len(kinds) >= 10
    assert [section.partition("\n")[0] for section in kinds if "It cannot " not in section or not _TEST.search(section)] == []
