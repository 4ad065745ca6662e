"""Results of an order, as words after a semicolon."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.resolution import Result

NOT_ORDERED = "not ordered"
"""Mark of an order that was not given: the rules filled it in."""

NOT_USED = "not used"
"""A later line orders the same unit."""

WITHDRAWN = "withdrawn?"
"""Mark of an order that a later mail seems to take back; the game master has to decide."""

_BY_WORD = {result.value: result for result in Result} | {
    "bounces": Result.BOUNCE,
    "bounced": Result.BOUNCE,
    "fails": Result.BOUNCE,
    "succeeds": Result.OK,
    "dislodges": Result.DISLODGED,
}
_SEQUENCE = tuple(Result)


@lru_cache(maxsize=4_096)
def results_of(text: str) -> tuple[frozenset[Result], bool, bool, bool, str | None]:
    """Read the results in ``bounce, dislodged``.

    Returns:
        The results; whether the order was given; whether a later line replaced it; whether a mail may have taken it back; and the first
        word that is not known, if any.
    """
    results: set[Result] = set()
    given, replaced, withdrawn, unknown = True, False, False, None
    for item in text.split(","):
        word = item.strip()
        if word == NOT_ORDERED:
            given = False
        elif word == NOT_USED:
            replaced = True
        elif word == WITHDRAWN:
            withdrawn = True
        elif word in _BY_WORD:
            results.add(_BY_WORD[word])
        elif unknown is None:
            unknown = word
    return frozenset(results), given, replaced, withdrawn, unknown


def result_words(results: frozenset[Result], *, given: bool = True, replaced: bool = False, withdrawn: bool = False) -> str:
    """The words for *results*; none for an order that was given and did what it says."""
    if replaced:
        return NOT_USED
    if withdrawn:
        return WITHDRAWN
    words = [result.value for result in _SEQUENCE if result in results and not (result is Result.OK and len(results) == 1)]
    return ", ".join(words if given else [NOT_ORDERED, *words])
