"""Assignment of powers, drawn at random or by preference lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom

from app.game.refusal import EditError, Why
from languages import tr


def dice(seed: int | None = None) -> Random:
    """Dice of the system, or those of a *seed* that can be announced beforehand."""
    return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a seed is given to be repeated


def drawn(powers: Sequence[str], people: Sequence[str], chance: Random, *, several: bool = False) -> dict[str, str]:
    """Powers and the people who drew them; every draw is equally likely.

    Args:
        several: whether all powers are dealt out, as evenly as they go; otherwise each person gets one and the rest stay free.

    Raises:
        EditError: there are more people than powers, there are none, or a name stands twice.
    """
    _check(powers, people)
    shuffled = list(powers)
    chance.shuffle(shuffled)
    hands = list(people)
    chance.shuffle(hands)
    count = len(shuffled) if several else len(hands)
    return {power: hands[at % len(hands)] for at, power in enumerate(shuffled[:count])}


def by_preference(powers: Sequence[str], wishes: Mapping[str, Sequence[str]], chance: Random) -> dict[str, str]:
    """Powers and the people who get them by their lists, the most wanted first; each person gets one power.

    The rule: getting the nth wish of one's list costs n - 1 squared; powers that a list leaves out cost as much as its next place. Of all
    ways to seat the people the cheapest is taken, so that no person is sent far down to lift others by a little; among ways that cost the
    same, the lot decides. The sequence in which people are named does not matter.

    Raises:
        EditError: there are more people than powers, there are none, or a list names a power that is not there, or one twice.
    """
    people = list(wishes)
    _check(powers, people)
    for person, wished in wishes.items():
        wrong = [power for at, power in enumerate(wished) if power not in powers or power in wished[:at]]
        if wrong:
            raise EditError(
                Why.NO_SUCH_POWER,
                tr(
                    "The list of {person} names {wrong}, which is no power of this game or stands there twice.",
                    person=person,
                    wrong=wrong[0],
                ),
            )
    chance.shuffle(people)
    columns = list(powers)
    chance.shuffle(columns)
    lots = 10**9
    """More than all lots together cost, so that they decide among equals only."""
    each = lots // (len(columns) + 1)
    costs = []
    for person in people:
        wished = list(wishes[person])
        ranks = [wished.index(power) if power in wished else len(wished) for power in columns]
        costs.append([rank * rank * lots + chance.randrange(each) for rank in ranks])
    return {columns[column]: people[row] for row, column in enumerate(_cheapest(costs))}


def _check(powers: Sequence[str], people: Sequence[str]) -> None:
    if not people:
        raise EditError(Why.BAD_NAME, tr("Nobody is there to be given a power."))
    if len(set(people)) != len(people):
        raise EditError(Why.NAME_TAKEN, tr("Two people have one name; give each a name of their own."))
    if len(people) > len(powers):
        raise EditError(
            Why.BAD_NAME, tr("{count} people are too many for {count_powers} powers.", count=len(people), count_powers=len(powers))
        )


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row the column of the cheapest assignment (the Hungarian method with potentials; rows are no more than columns)."""
    width = len(costs[0])
    of_row = [0] * (len(costs) + 1)
    of_column = [0] * (width + 1)
    taken = [0] * (width + 1)
    came_from = [0] * (width + 1)
    for row in range(1, len(costs) + 1):
        taken[0], at = row, 0
        least: list[int | None] = [None] * (width + 1)
        used = [False] * (width + 1)
        while True:
            used[at] = True
            current, step, to = taken[at], None, 0
            for column in range(1, width + 1):
                if used[column]:
                    continue
                cost = costs[current - 1][column - 1] - of_row[current] - of_column[column]
                known = least[column]
                if known is None or cost < known:
                    least[column], came_from[column], known = cost, at, cost
                if step is None or known < step:
                    step, to = known, column
            assert step is not None
            for column in range(width + 1):
                if used[column]:
                    of_row[taken[column]] += step
                    of_column[column] -= step
                elif (held := least[column]) is not None:
                    least[column] = held - step
            at = to
            if taken[at] == 0:
                break
        while at:
            taken[at], at = taken[came_from[at]], came_from[at]
    found = [0] * len(costs)
    for column in range(1, width + 1):
        if taken[column]:
            found[taken[column] - 1] = column - 1
    return found
