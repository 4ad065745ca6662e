"""Reasons that a text is no compiled board, in the language in use.

:mod:`variants.compiled_json` says it in English while it reads a hundred thousand numbers.
"""

from __future__ import annotations

from languages import mark, system_words
from languages.kept import KeptSentences

_PLACES = KeptSentences(
    mark("the board"),
    mark("a kind"),
    mark("the lengths of lines"),
    mark("a polygon"),
    mark("a label"),
    mark("a label's line"),
    mark("a label's lines"),
    mark("a label's form"),
    mark("a name"),
    mark("a border"),
    mark("a border's length"),
    mark("a decoration"),
    mark("a pair"),
    mark("province {code}"),
    mark("levels of {code}"),
    mark("bounds of {code}"),
    mark("labels of {code}"),
)
_WHYS = KeptSentences(
    mark("format is {format}, not {known}"),
    mark("scale is {scale}"),
    mark("{place} is no table"),
    mark("{place} is no list of {count}"),
    mark("{place} is no list"),
    mark("{place} is no text"),
    mark("unknown kind {kind}"),
    mark("a line has half a point, or too few"),
    mark("a line holds something that is no whole number, or leads too far"),
    mark("too many provinces"),
    mark("a line has too few points"),
    mark("lines have not the lengths that are stated"),
    mark("a polygon has no ring"),
    mark("{code} has no outline"),
    mark("{code} lacks a place for a unit or for its retreat"),
    mark("a label is empty or too long"),
    mark("a border of an unknown province {code}"),
    mark("a decoration's rank is no whole number"),
    mark("a pair of unknown provinces"),
    mark("a pair has one witness or two"),
    mark("{place} is {value}"),
)


def board_words(error: BaseException) -> str:
    """Return the message of *error* on the text; messages of JSON's reader are known as well."""
    said = str(error)
    words = _WHYS.say(said, place=_PLACES.say)
    return words if words != said else system_words(error)
