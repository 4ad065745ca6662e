"""The examples of the guide and of the notebook run, and print what stands beside them."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from tests.quick import each_nth

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide"
_EXAMPLE = re.compile(r"```python\n(.*?)```\n(?:```output\n(.*?)```\n)?", re.DOTALL)


def run(source: str, names: dict[str, object]) -> str:
    """Return the output of *source*."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, "example", "exec"), names)
    return printed.getvalue()


@pytest.mark.slow
def test_every_example_of_the_guide_prints_what_stands_below_it() -> None:
    examples = _EXAMPLE.findall((GUIDE / "library.md").read_text(encoding="utf-8"))
    assert len(examples) >= 12
    names: dict[str, object] = {}
    for source, expected in examples:
        printed = run(source, names)
        assert printed.rstrip() == expected.rstrip(), source


@each_nth(2, "name", ["library.ipynb", "batch.ipynb"])
def test_every_cell_of_the_notebook_runs_and_prints_what_is_saved_with_it(name: str) -> None:
    notebook = json.loads((GUIDE / name).read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    names: dict[str, object] = {}
    for cell in cells:
        printed = run("".join(cell["source"]), names)
        saved = "".join(text for output in cell["outputs"] for text in output["text"])
        assert printed == saved, cell["source"]
