"""Texts as TOML writes them. Whole files are written as lines; docs/decisions/0071 says why."""

from __future__ import annotations

import json


def toml_string(text: str) -> str:
    """A basic string of TOML, which JSON's escapes are as well, but for one character.

    >>> print(toml_string("Isle of Man"))
    "Isle of Man"
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
