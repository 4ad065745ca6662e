"""Numbers as a language writes them."""

from __future__ import annotations

from languages.wording import active_language, mark, tr


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
