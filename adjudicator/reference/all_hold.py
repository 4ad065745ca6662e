"""Convoy paradoxes under the rule "all hold" (DATC 4.A.2): every move that is part of the paradox fails.

What is part of it is found by trial, decision by decision. A decision is certain where its equation says the same whatever the open ones
may be. Of those left, one depends on another where changing that one alone changes it. Those that depend on one another in a circle, and
on nothing else that is open, are settled together: by the one outcome they have, by moving on where no convoy is among them, or else
they are a paradox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

Decision = tuple[str, str]
"""``("move", "LON")`` or ``("path", "LON")``: what is decided, and of which unit."""

Equation = Callable[[Decision, Mapping[Decision, bool]], bool]


def settle_by_holding(decisions: Sequence[Decision], equation: Equation) -> Mapping[Decision, bool]:
    """Every decision, made; in a paradox moves fail and paths are closed."""
    known: dict[Decision, bool] = {}
    while True:
        _settle_what_is_certain(decisions, equation, known)
        left = [each for each in decisions if each not in known]
        if not left:
            return known
        circle = _first_circle(left, equation, known)
        outcomes = [each for each in _guesses(circle, left, known) if all(equation(one, each) == each[one] for one in circle)]
        paths = [(what, unit) for what, unit in circle if what == "path"]
        answers = {tuple(outcome[path] for path in paths): outcome for outcome in outcomes}
        """Units of a circle move on together if they can (DATC 6.C): those outcomes are tried last."""
        only = next(iter(answers.values())) if len(answers) == 1 else None
        known.update({each: False if only is None else only[each] for each in circle})


def _settle_what_is_certain(decisions: Sequence[Decision], equation: Equation, known: dict[Decision, bool]) -> None:
    changed = True
    while changed:
        left = [each for each in decisions if each not in known]
        certain = {}
        for one in left:
            answers = {equation(one, guess) for guess in _guesses(left, left, known)}
            if len(answers) == 1:
                certain[one] = answers.pop()
        known.update(certain)
        changed = bool(certain)


def _first_circle(left: Sequence[Decision], equation: Equation, known: Mapping[Decision, bool]) -> list[Decision]:
    """Decisions that depend on one another, and on nothing else that is open."""
    reached = {one: {other for other in left if _depends(one, other, left, equation, known)} | {one} for one in left}
    for _ in left:
        reached = {one: set().union(*(reached[other] for other in others)) for one, others in reached.items()}
    return min(([each for each in left if each in others] for others in reached.values()), key=len)


def _depends(one: Decision, other: Decision, left: Sequence[Decision], equation: Equation, known: Mapping[Decision, bool]) -> bool:
    rest = [each for each in left if each != other]
    return any(equation(one, {**guess, other: False}) != equation(one, {**guess, other: True}) for guess in _guesses(rest, rest, known))


def _guesses(varied: Sequence[Decision], left: Sequence[Decision], known: Mapping[Decision, bool]) -> Iterator[dict[Decision, bool]]:
    """Every answer to those *varied*; the others that are *left* are taken for failing."""
    for answers in product((False, True), repeat=len(varied)):
        yield {**dict.fromkeys(left, False), **known, **dict(zip(varied, answers, strict=True))}
