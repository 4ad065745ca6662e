"""Sentences that are built thousands of times a second: English is filled as fast as text can be, other languages ask the catalogue."""

from __future__ import annotations

from string import Formatter

from languages import active_language, tr

_MOST_KEPT = 1 << 11


class Sentence:
    """One sentence with places: ``Sentence(mark("{unit} moves to {place}"))("Army Paris", "Burgundy")``.

    Args:
        text: English, the key in the catalogue. What it is called with stands in the order of its places, each of which is there once.
    """

    __slots__ = ("_english", "_text", "places")

    def __init__(self, text: str) -> None:
        pieces = list(Formatter().parse(text))
        self._text = text
        self._english = "".join(before.replace("%", "%%") + ("" if name is None else "%s") for before, name, _, _ in pieces)
        self.places = tuple(name for _, name, _, _ in pieces if name)

    def __call__(self, *values: str) -> str:
        if active_language() is None:
            return self._english % values
        return tr(self._text, **dict(zip(self.places, values, strict=True)))


class Sentences:
    """One thing to say, in a text for every choice of places that may be empty: with odds, with a place, with both.

    Args:
        places: all of them, in the order of what it is called with.
        texts: the fullest last. A choice that is none of theirs takes the fullest.
    """

    __slots__ = ("_fullest", "_places", "_said", "_texts")

    def __init__(self, places: str, *texts: str) -> None:
        self._places = tuple(places.split())
        self._texts = {frozenset(Sentence(each).places): each for each in texts}
        self._fullest = texts[-1]
        self._said: dict[tuple[str, ...], str] = {}

    def __call__(self, *values: str) -> str:
        if active_language() is not None:
            return self._say(values)
        said = self._said.get(values)
        if said is None:
            if len(self._said) >= _MOST_KEPT:
                self._said.clear()
            said = self._said[values] = self._say(values)
        return said

    def _say(self, values: tuple[str, ...]) -> str:
        given = dict(zip(self._places, values, strict=True))
        filled = {name: value for name, value in given.items() if value}
        text = self._texts.get(frozenset(filled))
        return tr(self._fullest, **given) if text is None else tr(text, **filled)
