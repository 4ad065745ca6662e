"""Translation of sentences: ``tr("Save {game}?", game=name)`` gives one in the language in use.

The English text is the key, so a reader of the code sees what a person reads. It is a whole sentence or a whole label, never a piece that
is joined with others: another language has the pieces elsewhere. A text without places is taken unchanged; in one with places, braces that
are meant are doubled.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from languages.language import Language


VARIABLE = "ENTENTE_LANGUAGE"
"""Variable that hands the language on to the processes that the program starts."""

ENGLISH = "en"


class _InUse:
    """The language of this process."""

    def __init__(self) -> None:
        self.is_known = False
        self.language: Language | None = None


_process = _InUse()
_for_now: ContextVar[tuple[Language | None] | None] = ContextVar("language", default=None)


def active_language() -> Language | None:
    """The language in use; ``None`` for English."""
    here = _for_now.get()
    if here is not None:
        return here[0]
    if not _process.is_known:
        _process.language = _load(os.environ.get(VARIABLE, ENGLISH))
        _process.is_known = True
    return _process.language


def active_code() -> str:
    """``en``, ``de``: what keeps apart the texts that are remembered."""
    language = active_language()
    return ENGLISH if language is None else language.code


def set_language(code: str) -> None:
    """Use the language *code* in this process and those that it starts; English where there is none of that code."""
    _process.language = _load(code)
    _process.is_known = True
    os.environ[VARIABLE] = ENGLISH if _process.language is None else _process.language.code


@contextmanager
def using(code: str) -> Iterator[None]:
    """Within it, sentences are in the language *code*: what goes out to a player who reads another one."""
    token = _for_now.set((_load(code),))
    try:
        yield
    finally:
        _for_now.reset(token)


def tr(text: str, /, **places: object) -> str:
    """*text* in the language in use, its places filled.

    Args:
        text: whole English sentence or label, the key in the catalogue.
        places: what stands at ``{name}``; an exclamation mark or a format after the name works as in :meth:`str.format`.
    """
    language = active_language()
    if language is None:
        return text.format(**places) if places else text
    return language.say(language.found(text), text, places)


def tr_in(context: str, text: str, /, **places: object) -> str:
    """Translate as :func:`tr` does, of an English *text* that means several things: *context* names the meaning (``menu``, ``season``)."""
    language = active_language()
    if language is None:
        return text.format(**places) if places else text
    return language.say(language.found(text, context), text, places)


def plural(one: str, many: str, count: int, /, **places: object) -> str:
    """*one* or *many* by *count*, as the language counts; ``{count}`` is filled by itself."""
    language = active_language()
    places.setdefault("count", count)
    text = one if count == 1 else many
    if language is None:
        return text.format(**places)
    return language.say(language.counted(one, many, count), text, places)


def mark(text: str) -> str:
    """*text* itself: a constant for the catalogue, which goes through :func:`tr` where it is displayed."""
    return text


def _load(code: str) -> Language | None:
    if code == ENGLISH or not code:
        return None
    from languages.language import load_language  # the start in English does not pay for it

    return load_language(code)


NAMED_KEYS = frozenset({"Ctrl", "Shift", "Return", "Space"})
"""Keys that have a name in the catalogues; all others have that of Qt."""


def key_name(name: str) -> str:
    """The key that Qt calls *name*; keys with the same letters on every keyboard stay as they are."""
    match name:
        case "Ctrl":
            return tr_in("key", "Ctrl")
        case "Shift":
            return tr_in("key", "Shift")
        case "Return":
            return tr_in("key", "Return")
        case "Space":
            return tr_in("key", "Space")
        case _:
            return name


def shortcut_name(keys: str) -> str:
    """*keys* held together, such as ``Ctrl+Shift+Return``."""
    return "+".join(map(key_name, keys.split("+"))) if not keys.endswith("+") else keys


def in_digits(number: float, form: str) -> str:
    """*number* in the *form* of :func:`format` (``.1f``), with the separators of the language in use: ``4.1``, ``4,1``."""
    language = active_language()
    text = format(number, form)
    return text if language is None else language.grammar.with_separators(text)


def in_words(number: int) -> str:
    """``six``; numbers above ten in digits."""
    return tr(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


_NUMBERS = (
    mark("no"),
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
)


def labelled(label: object, words: object) -> str:
    """``Paris: no such place``: the subject, and the words on it, each unchanged."""
    return tr("{label}: {words}", label=label, words=words)


def heading(label: object) -> str:
    """``France:``, above the lines that belong to it."""
    return tr("{label}:", label=label)


def clauses(parts: Iterable[str]) -> str:
    """``France holds; Germany moves``: several clauses in one line."""
    if active_language() is None:
        return "; ".join(parts)
    return reduce(lambda said, more: tr("{said}; {more}", said=said, more=more), parts) if (parts := list(parts)) else ""


_NAME_FIRST = re.compile(r"\S*\w[./\\@_]\w|[^:\n]+\.[a-z]{2,5}: ")
"""Words that begin with the name of a file, a folder, a site or an address."""


def sentence(words: str) -> str:
    """*words* with a capital letter first, as a sentence begins; the name of a file or an address keeps its small letter."""
    return words if _NAME_FIRST.match(words) else words[:1].upper() + words[1:]


def quoted(words: str) -> str:
    """*words* as a quotation."""
    return tr("“{words}”", words=words)


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
