"""Rules of other programs that our variants have no words for, written as hooks that go with the imported variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_SITES = """\
    taken = {unit["at"]: True for unit in ctx["units"]}
    kinds = {"inland": ["A"], "coastal": ["A", "F"], "sea": ["F"]}
    sites = [{"at": at, "kinds": kinds.get(ctx["terrain"][at], [])} for at in wanted if at not in taken]
"""


@dataclass(frozen=True, slots=True)
class ClosingTime:
    """Time in which something holds: a season of each year, or phases from one on. Years count as in a phase, before our era below 0."""

    season: str | None
    """The season's letter."""
    year: int | None = None
    kind: str | None = None
    """``M``, ``R``, ``A``."""
    onwards: bool = False

    def words(self) -> str:
        """For a table of a hook."""
        return f'{{"season": {_word(self.season)}, "year": {self.year}, "kind": {_word(self.kind)}, "onwards": {self.onwards}}}'


@dataclass(frozen=True, slots=True)
class Closing:
    """Time in which a step is closed; ``None`` sets no limit."""

    seasons: tuple[str, ...] | None = None
    """Letters of seasons."""
    first: int | None = None
    last: int | None = None
    """Years, as in a phase."""
    odd: bool | None = None
    """In odd years, or in even ones."""
    kind: str | None = None
    """``M`` or ``R``."""

    def words(self) -> str:
        """For a table of a hook."""
        seasons = None if self.seasons is None else list(self.seasons)
        return f"[{seasons}, {self.first}, {self.last}, {self.odd}, {_word(self.kind)}]".replace("'", '"')


def victory_by_year(numbers: Sequence[int], first_year: int) -> str:
    """A hook that asks for another number of centres each year; the last number holds for all years after."""
    sentence = ", ".join(map(str, numbers[:-1])) + f", then {numbers[-1]}"
    return f"""\
# title: Victory by year
# on: victory
# note: The number of centres that wins changes with the years: {sentence}.
def on_victory(ctx):
    if not ctx["counted"]:
        return None
    numbers = {list(numbers)}
    first = {first_year}
    passed = abs(ctx["year"] - first) - (1 if ctx["year"] > 0 and first < 0 else 0)
    needed = numbers[min(passed, len(numbers) - 1)]
    count = {{}}
    for owner in ctx["centres"].values():
        if owner != None:
            count[owner] = count.get(owner, 0) + 1
    most = max([count.get(power, 0) for power in ctx["powers"]])
    leaders = [power for power in ctx["powers"] if count.get(power, 0) == most]
    if most >= needed and len(leaders) == 1:
        return {{"winners": leaders, "why": leaders[0] + " holds " + str(most) + " centres and needs " + str(needed)}}
    ending = ctx["ending"]
    if ending != None and len(ending["winners"]) == 1:
        return {{"winners": []}}
    return None
"""


def builds_anywhere(powers: Sequence[str]) -> str:
    """A hook that lets some powers build at every centre they own."""
    return f"""\
# title: Builds at any centre
# on: build
# note: Some powers build at every centre that they own.
# param powers: powers 1.. = {" ".join(powers)} | Who builds at any centre
def on_build(ctx):
    me = ctx["power"]
    if me not in ctx["args"]["powers"]:
        return None
    wanted = [centre for centre, owner in sorted(ctx["centres"].items()) if owner == me]
{_SITES}\
    known = [site["at"] for site in sites]
    return {{"sites": sites + [site for site in ctx["sites"] if site["at"] not in known]}}
"""


def changing_homes(changes: Sequence[tuple[ClosingTime, Mapping[str, Sequence[str]]]]) -> str:
    """A hook that gives powers other home centres at some times: where they may build then."""
    table = ",\n        ".join(f"[{when.words()}, {_table(homes)}]" for when, homes in changes)
    return f"""\
# title: Home centres that change
# on: build
# note: At some times a power builds in other home centres than at the start.
def holds(when, ctx):
    if when["onwards"]:
        return ctx["year"] >= when["year"]
    return when["season"] in (None, ctx["season"]) and when["year"] in (None, ctx["year"])
def on_build(ctx):
    me = ctx["power"]
    changes = [
        {table},
    ]
    homes = None
    for when, others in changes:
        if me in others and holds(when, ctx):
            homes = others[me]
    if homes == None:
        return None
    wanted = [home for home in homes if ctx["centres"].get(home) == me]
{_SITES}\
    return {{"sites": sites}}
"""


def closed_steps(changes: Mapping[Closing, Sequence[str]]) -> str:
    """A hook that closes steps of the board at some times.

    Args:
        changes: when, and which: ``PAR - BUR``.
    """
    table = ",\n        ".join(f"[{when.words()}, [{', '.join(map(_word, steps))}]]" for when, steps in changes.items())
    return f"""\
# title: Steps that are closed at times
# on: phase
# note: At some times steps of the board are closed.
def holds(when, ctx):
    seasons, first, last, odd, kind = when
    if seasons != None and ctx["season"] not in seasons:
        return False
    if first != None and ctx["year"] < first or last != None and ctx["year"] > last:
        return False
    return odd in (None, ctx["year"] % 2 == 1) and kind in (None, ctx["kind"][0].upper())
def on_phase(ctx):
    changes = [
        {table},
    ]
    closed = []
    for when, steps in changes:
        if holds(when, ctx):
            closed = closed + [step for step in steps if step not in closed]
    return {{"closed": closed}}
"""


def _table(homes: Mapping[str, Sequence[str]]) -> str:
    return "{" + ", ".join(f"{_word(power)}: [{', '.join(map(_word, codes))}]" for power, codes in homes.items()) + "}"


def _word(text: str | None) -> str:
    """A literal: codes and steps hold neither quotes nor strokes."""
    return "None" if text is None else f'"{text}"'
