"""The sequence in which a reader of a language looks for names."""

from __future__ import annotations

from functools import lru_cache

from languages.wording import active_language

_LETTERS_OF_THEIR_OWN = {"es": {"ñ": "n\uffff"}}
"""Letters that follow another one in a language, instead of standing among its words: Spanish has ``ñ`` after all of ``n``."""


def sort_key(text: str) -> tuple[str, str]:
    """Key by which *text* is sorted in the language in use.

    Letters with accents stand among those without (``Österreich`` between ``Norwegen`` and ``Portugal``), and decide where nothing else
    does; capitals count as small letters. This is the usual sequence of dictionaries (DIN 5007-1 for German).
    """
    if text.isascii():  # as most names are, and a board has hundreds of them
        return text.casefold(), text
    from unicodedata import normalize  # the first picture of the window sorts nothing

    language = active_language()
    own = {} if language is None else _LETTERS_OF_THEIR_OWN.get(language.code, {})
    folded = "".join(own.get(each) or _bare(each) for each in normalize("NFC", text).casefold())
    return folded, text


@lru_cache(maxsize=1024)
def _bare(letter: str) -> str:
    """*letter* without what stands above or below it."""
    import unicodedata

    return "".join(each for each in unicodedata.normalize("NFD", letter) if not unicodedata.combining(each))
