"""Figures of the form of the code, on a small tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.house import begins_with_question_word, figures, modules_of, repeated_names, table, upward_imports

TREE = {
    "adjudicator/order.py": '"""What an order is.\n\n>>> 1 + 1\n2\n"""\n\nimport ast\nfrom os import (\n    path,\n)\n\n'
    'X = 1\n"""Whether it counts."""\n',
    "variants/order.py": 'from importlib import import_module\n\nLIBRARY = import_module("entente.saved")\n',
    "variants/__init__.py": "",
    "app/__init__.py": "",
    "app/start.py": 'import importlib\n\nBELOW = importlib.import_module("entente.saved")\n',
    "tests/test_order.py": '"""Orders of a test."""\n\n\ndef test_order() -> None:\n    """Why it fails."""\n',
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_each_figure_is_counted_on_the_files_below_the_rooms(tree: Path) -> None:
    found = dict(figures(modules_of(tree, ("adjudicator", "variants", "app")), modules_of(tree, ("tests",))))
    assert found == {
        "product files / lines": "5 / 19",
        "modules under 30 lines": "3",
        "import lines": "31.6 %",
        "fullest flat room": "2 (`app`)",
        "docstrings that begin with a question word": "3 of 4",
        "usage examples in public modules": "1",
        "upward arrows behind `import_module`": "1",
        "module names used twice or more": "1 over 2 files",
    }


def test_only_an_import_of_a_higher_package_points_up(tree: Path) -> None:
    assert upward_imports(modules_of(tree, ("variants", "app"))) == ["variants/order.py: entente.saved"]


def test_names_that_every_package_has_are_not_repeated(tree: Path) -> None:
    assert repeated_names(modules_of(tree, ("adjudicator", "variants", "app"))) == {"order": ["adjudicator/order.py", "variants/order.py"]}


def test_a_question_word_counts_at_the_beginning_alone() -> None:
    assert begins_with_question_word("*Whether* it counts.")
    assert begins_with_question_word("``What`` it takes.")
    assert not begins_with_question_word("Whatever comes.")
    assert not begins_with_question_word("Orders, and what becomes of them.")


def test_the_table_is_markdown() -> None:
    assert table([("files", "3")]).splitlines() == ["| figure | now |", "| --- | ---: |", "| files | 3 |"]
