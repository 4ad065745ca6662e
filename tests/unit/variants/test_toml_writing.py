"""Texts written as TOML are read as the same texts."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from variants.toml_text import toml_string


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str) -> None:
    assert tomllib.loads(f"text = {toml_string(text)}") == {"text": text}
    assert tomllib.loads(f"text = {toml_string(text + chr(127))}") == {"text": text + chr(127)}
