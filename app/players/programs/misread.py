"""Reason that a line of a program is no message, in the language in use.

The program gets it in English, as the protocol is; a viewer of its log reads it in their own language.
"""

from __future__ import annotations

import re

from languages import mark
from languages.kept import KeptSentences
from languages.library_words import library_words

_SAID = KeptSentences(
    mark("not a JSON object: {why}"),
    mark("an object without a type"),
)
_OF_A_TYPE = re.compile(r"([a-z_]+): (.+)", re.DOTALL)


def misread(why: str) -> str:
    """*why*, as :func:`app.players.programs.messages.read_program_line` says it."""
    said = _SAID.say(why, why=library_words)
    if said != why:
        return said
    of_a_type = _OF_A_TYPE.fullmatch(why)
    return library_words(why) if of_a_type is None else f"{of_a_type[1]}: {library_words(of_a_type[2])}"
