"""Distance of two words, in slips of the hand."""

from __future__ import annotations

_REAL_PLACES = """
    kiev kiew kyiv bucharest bukarest bucarest krakow odessa genova genoa lisbon athens sofia belgrad prague madrid dublin hamburg geneva
    verona parma lille riga varna malta corsica sicily crete norwich bern bari nice nizza nantes metz danzig cyprus
"""
REAL_PLACES = frozenset(_REAL_PLACES.split())
"""Places of the world that are near in their letters to one on many boards: they are no slips for it."""


def letters_of(word: str) -> int:
    """Return the letters of *word*, as bits; words whose bits differ much cannot be near."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) % 64)
    return bits


def distance(first: str, second: str, limit: int) -> int:
    """Letters to add, drop, change or swap with a neighbour to get from *first* to *second*; *limit* + 1 where it is more than *limit*.

    The restricted Damerau-Levenshtein distance.

    >>> distance("burgundy", "burgndy", limit=2)
    1
    >>> distance("paris", "prais", limit=2)
    1
    >>> distance("paris", "london", limit=2)
    3
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, left in enumerate(first, 1):
        older, before = before, row
        row = [i]
        for j, right in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == second[j - 2] and first[i - 2] == right:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def slips_between(first: str, letters: int, second: str, others: int, limit: int) -> int:
    """`distance`, which is not worked out where the *letters* of the first and the *others* of the second are too far apart."""
    return limit + 1 if (letters ^ others).bit_count() > 2 * limit else distance(first, second, limit)


def allowed_slips(word: str) -> int:
    """Return the number of slips that *word* may have and still be recognised: none up to three letters, two from seven on.

    >>> [allowed_slips(word) for word in ("bur", "paris", "burgundy")]
    [0, 1, 2]
    """
    if len(word) <= 3:
        return 0
    return 1 if len(word) <= 6 else 2
