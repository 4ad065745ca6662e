"""Spaces at which a line must not break: French has one before ``: ; ? ! »`` and after ``«``."""

from __future__ import annotations

import re

_NO_BREAK = "\N{NO-BREAK SPACE}"
_FRENCH = re.compile(r"(`[^`]*`)|(?<=\S) (?=[:;?!»](?:[\s).,»*]|$))|(?<=«) ")
"""Text between backticks, which is to be typed and stays unchanged."""


def typeset(text: str, code: str) -> str:
    """*text* in the language *code* with the spaces that keep a mark beside its word."""
    if code != "fr":
        return text
    return _FRENCH.sub(lambda found: found[1] or _NO_BREAK, text)
