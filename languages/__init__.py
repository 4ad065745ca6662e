"""Sentences in the language of the reader: the catalogue, and the rules that inflect names in another language.

English stands in the code; a folder for every other language holds its catalogue (``entente.po``, made into a ``.mo.gz``) and how names
are bent in it (``grammar.toml``). ``docs/guide/adding-a-language.md`` tells how one comes in.
"""

from languages.choosing import available_languages, begin, first_of, use
from languages.system_words import system_words
from languages.wording import (
    active_code,
    active_language,
    clauses,
    heading,
    in_digits,
    in_words,
    labelled,
    mark,
    plural,
    quoted,
    sentence,
    sort_key,
    tr,
    tr_in,
    using,
)

__all__ = [
    "active_code",
    "active_language",
    "available_languages",
    "begin",
    "clauses",
    "first_of",
    "heading",
    "in_digits",
    "in_words",
    "labelled",
    "mark",
    "plural",
    "quoted",
    "sentence",
    "sort_key",
    "system_words",
    "tr",
    "tr_in",
    "use",
    "using",
]
