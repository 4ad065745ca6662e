"""Sentences that stand in files in English, so that a game reads the same everywhere, translated for the reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import Formatter

from languages.wording import tr


class KeptSentences:
    """Knows the sentences that were written, and says them again.

    Args:
        texts: the English sentences with their places, marked; of two that fit, the one that stands first counts. Of a pair the first
            stands in the file, and the second, which is marked, is shown.
    """

    def __init__(self, *texts: str | tuple[str, str]) -> None:
        self._texts = texts
        self._known: list[tuple[re.Pattern[str], str]] | None = None

    def say(self, kept: str, **retold: Callable[[str], str]) -> str:
        """*kept* in the language in use; unchanged where it is none of the sentences, such as one that a person wrote.

        Args:
            kept: the text in the file.
            retold: what says again what stands in the place of this name, such as a list of powers.
        """
        if self._known is None:
            pairs = ((each, each) if isinstance(each, str) else each for each in self._texts)
            self._known = [(_pattern(written), shown) for written, shown in pairs]
        for pattern, text in self._known:
            found = pattern.fullmatch(kept)
            if found is not None:
                places = found.groupdict()
                return tr(text, **{name: retold[name](value) if name in retold else value for name, value in places.items()})
        return kept


def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern that matches *text* with anything in its places."""
    found = "".join(re.escape(before) + (f"(?P<{place}>.+?)" if place else "") for before, place, _, _ in Formatter().parse(text))
    return re.compile(found, re.DOTALL)
