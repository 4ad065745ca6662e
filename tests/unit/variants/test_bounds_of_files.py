"""Bounds of the files of a variant: one just within the limit is read, and one byte more is refused with the limit named."""

from __future__ import annotations

from pathlib import Path

import pytest

from variants import source
from variants.compiled_json import LARGEST_BOARD, read_board
from variants.fault import VariantError
from variants.source import FolderSource
from variants.toml_text import LARGEST_TEXT, read_toml


def test_a_text_of_the_largest_size_is_read_and_a_larger_one_is_not() -> None:
    just = b"a = 1\n#" + b"x" * (LARGEST_TEXT - 7)
    assert len(just) == LARGEST_TEXT
    assert read_toml("variant.toml", just).table == {"a": 1}
    with pytest.raises(VariantError, match=f"at most {LARGEST_TEXT}"):
        read_toml("variant.toml", just + b"x")


def test_a_quote_within_a_long_text_does_not_end_it() -> None:
    """The rest would be read as tables and keys, and be counted against the limits or reported as duplicates."""
    text = 'a = """one \\""" [b]\nc = 1\n"""\n[d]\nc = 2\n'
    found = read_toml("variant.toml", text.encode())
    assert found.table["a"] == 'one """ [b]\nc = 1\n'
    assert found.lines["d", "c"] == 5


@pytest.mark.parametrize("end", ['"""', '""""', '"""""'])
def test_quotes_at_the_end_of_a_long_text_belong_to_it(end: str) -> None:
    text = f'a = """one{end}\nb = 2\n'
    assert read_toml("variant.toml", text.encode()).table == {"a": "one" + end[3:], "b": 2}


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "LARGEST_FILE", 2 * 1024 * 1024)
    for extra in (0, 1):
        (tmp_path / f"{extra}.svg").write_bytes(b"x" * (2 * 1024 * 1024 + extra))
    folder = FolderSource(tmp_path)
    assert len(folder.read("0.svg")) == 2 * 1024 * 1024
    with pytest.raises(ValueError, match=r"1\.svg is larger than 2 MB"):
        folder.read("1.svg")


def test_a_board_that_is_no_board_is_named_for_its_file() -> None:
    with pytest.raises(VariantError, match=r"^board\.json: "):
        read_board(b"x")
    with pytest.raises(VariantError, match=f"at most {LARGEST_BOARD}"):
        read_board(b" " * (LARGEST_BOARD + 1), "map.json")
