"""Headings that nearly name a power: ``Farnce:``. Whose orders stand below them is for a person to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.notation.spelling import allowed_slips, distance
from app.post.folding import folded_words, word_set

_LONGEST = 4
"""Words of a heading."""
_AROUND = word_set(
    """
    order orders move moves for from of by the my befehl befehle zug zuge fur von ordre ordres pour de ordine ordini mosse per orden ordenes
    movimientos para
    """
)


def nearly_named(text: str, names: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The powers whose name *text* misspells, where it says nothing else; empty where it is no such heading.

    A line that ends as a greeting does (``Franco,``) speaks to somebody and is none.

    Args:
        text: a line on which no order stands.
        names: of each power, the folded words it is called by.
    """
    if text.rstrip().endswith((",", "!")):
        return frozenset()
    words = [word for word in folded_words(text) if word not in _AROUND]
    if len(words) != 1 or len(folded_words(text)) > _LONGEST:
        return frozenset()
    slips = allowed_slips(words[0])
    near = {power: [distance(words[0], name, slips) for name in called if len(name) > 3] for power, called in names.items()}
    if any(0 in each for each in near.values()):
        return frozenset()
    return frozenset(power for power, each in near.items() if any(0 < slip <= slips for slip in each))
