"""One language: its catalogue, and sentences with their places filled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

from languages.grammar import Grammar, read_grammar
from languages.messages import read_messages
from languages.pseudo import PSEUDO, stretched

FOLDER = Path(__file__).parent
CATALOGUE = "entente.mo.gz"

_FORMATTER = Formatter()

TextPart = tuple[str, str | None, str | None, str | None]
"""Text before a place, the place's name, its format, its conversion."""


class Language:
    """A language as it is used.

    Args:
        code: ``de``.
        messages: its catalogue.
        grammar: how names are bent in it.
    """

    def __init__(self, code: str, messages: GNUTranslations | None, grammar: Grammar) -> None:
        self.code = code
        self.grammar = grammar
        self._messages = messages
        self._pieces: dict[str, list[TextPart]] = {}

    def found(self, text: str, context: str = "") -> str:
        """Return the catalogue's translation of the English *text*; *text* itself where it has none."""
        if not text:
            return text  # gettext answers an empty text with the head of its catalogue
        if self._messages is None:
            return stretched(text)
        return self._messages.pgettext(context, text) if context else self._messages.gettext(text)

    def counted(self, one: str, many: str, count: int) -> str:
        """Return the catalogue's translation for *count* of something."""
        if self._messages is None:
            return stretched(one if count == 1 else many)
        return self._messages.ngettext(one, many, count)

    def say(self, translated: str, english: str, places: Mapping[str, object]) -> str:
        """*translated* with its *places* filled; where it asks for a place that is not there, the *english* text."""
        if not places:
            return translated
        try:
            return "".join(self._filled(translated, places))
        except (KeyError, ValueError, IndexError, TypeError):
            return english.format(**places)

    def _filled(self, text: str, places: Mapping[str, object]) -> list[str]:
        pieces = self._pieces.get(text)
        if pieces is None:
            pieces = self._pieces[text] = list(_FORMATTER.parse(text))
        found = []
        for before, place, form, conversion in pieces:
            found.append(before)
            if place is None:
                continue
            value = places[place]
            if conversion is not None:
                value = _FORMATTER.convert_field(value, conversion)
            found.append(self._formatted(value, form))
        return found

    def _formatted(self, value: object, form: str | None) -> str:
        if not form:
            return str(value)
        if form.casefold() in self.grammar.forms:
            return self.grammar.bent(form, str(value))
        text = format(value, form)
        return self.grammar.with_separators(text) if isinstance(value, int | float) else text


@cache
def load_language(code: str) -> Language | None:
    """The language *code*; ``None`` where there is none, or its catalogue cannot be read."""
    if code == PSEUDO:
        return Language(PSEUDO, None, Grammar())
    messages = read_messages(FOLDER / code / CATALOGUE)
    return None if messages is None else Language(code, messages, read_grammar(FOLDER / code / "grammar.toml"))
