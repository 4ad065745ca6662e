"""Two versions of a variant: what differs in provinces, steps, centres, starts and rules, and the same as text for the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.board import Board, Province
from adjudicator.variant import Variant
from entente.words.names import counted, join_words, power_name

MOST_LISTED = 40
"""Of one sort of difference that are told one by one; a post with more is read by nobody."""


@dataclass(frozen=True, slots=True)
class StepChange:
    """A step that one version has and the other has not; both ways unless it says otherwise."""

    kind: str
    """The unit's letter."""
    origin: str
    target: str
    both: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What *new* has that *old* has not, and the other way round."""

    old: Variant
    new: Variant
    added: tuple[str, ...]
    """Provinces."""
    removed: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]]
    """Provinces of both, each with what differs of itself, in words."""
    steps_added: tuple[StepChange, ...]
    """Between provinces that both have."""
    steps_removed: tuple[StepChange, ...]
    starts: tuple[str, ...]
    """What differs of units and owners at the start, in words."""
    rules: tuple[str, ...]
    """What differs of powers, victory, calendar and rules, in words."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs that the rules know of."""
        return not (self.added or self.removed or self.changed or self.steps_added or self.steps_removed or self.starts or self.rules)

    @property
    def provinces(self) -> frozenset[str]:
        """Every province of *new* that differs, or a step of which does."""
        ends = (end.partition("/")[0] for each in (*self.steps_added, *self.steps_removed) for end in (each.origin, each.target))
        return frozenset((*self.added, *self.changed, *ends)) & self.new.board.provinces.keys()


def compare(old: Variant, new: Variant) -> Comparison:
    """What differs between two versions of a variant."""
    before, after = old.board.provinces, new.board.provinces
    both = before.keys() & after.keys()
    changed = {code: words for code in sorted(both) if (words := tuple(_province(before[code], after[code])))}
    one, other = _steps(old.board, both), _steps(new.board, both)
    return Comparison(
        old,
        new,
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(before.keys() - after.keys())),
        changed,
        tuple(_paired(other - one)),
        tuple(_paired(one - other)),
        tuple(_starts(old, new)),
        tuple(_rules(old, new)),
    )


def _province(old: Province, new: Province) -> Iterator[str]:
    if old.name != new.name:
        yield f"was called {old.name}"
    if old.terrain is not new.terrain:
        yield f"{new.terrain}, was {old.terrain}"
    if old.centre != new.centre:
        yield "a centre now" if new.centre else "no centre any more"
    if old.home != new.home:
        yield f"home of {new.home or 'nobody'}, was of {old.home or 'nobody'}"
    if old.coasts != new.coasts:
        yield f"coasts {', '.join(new.coasts) or 'none'}, were {', '.join(old.coasts) or 'none'}"
    if old.convoyable != new.convoyable:
        yield "fleets convoy from there now" if new.convoyable else "fleets do not convoy from there any more"
    if old.build_site != new.build_site:
        yield "a build site now" if new.build_site else "no build site any more"


Steps = frozenset[tuple[str, str, str, str]]


def _steps(board: Board, both: Iterable[str]) -> Steps:
    """Unit, origin, target, and in words what is special about the step."""
    known = frozenset(both)
    found: set[tuple[str, str, str, str]] = set()
    for edge in board.edges:
        if edge.origin.province in known and edge.target.province in known:
            special = repr((edge.half_strength, edge.supports, edge.seasons, edge.years, edge.powers))
            found |= {(kind, str(edge.origin), str(edge.target), special) for kind in edge.kinds}
    return frozenset(found)


def _paired(steps: Steps) -> Iterator[StepChange]:
    for kind, origin, target, special in sorted(steps):
        back = (kind, target, origin, special) in steps
        if not back or origin < target:
            yield StepChange(kind, origin, target, back)


def _starts(old: Variant, new: Variant) -> Iterator[str]:
    before, after = set(map(str, old.start.units)), set(map(str, new.start.units))
    if old.start.phase != new.start.phase:
        yield f"begins in {new.start.phase}, was {old.start.phase}"
    yield from (f"{unit} stands there from the start" for unit in sorted(after - before))
    yield from (f"{unit} is gone" for unit in sorted(before - after))
    owned, owns = old.start.owners, new.start.owners
    for place in sorted(owned.keys() | owns.keys()):
        if owned.get(place) != owns.get(place) and place in new.board.provinces and place in old.board.provinces:
            yield f"{place} belongs to {owns.get(place, 'nobody')} at the start, was of {owned.get(place, 'nobody')}"


def _rules(old: Variant, new: Variant) -> Iterator[str]:
    yield from (f"a new power: {power_name(new, power)}" for power in new.powers if power not in old.powers)
    yield from (f"{power_name(old, power)} plays no more" for power in old.powers if power not in new.powers)
    if old.victory != new.victory:
        yield f"{counted(new.victory, 'centre')} to win, was {old.victory}"
    if old.builds is not new.builds:
        yield f"builds: {new.builds}, was {old.builds}"
    if old.year_limit != new.year_limit:
        yield f"year limit {new.year_limit or 'none'}, was {old.year_limit or 'none'}"
    if old.years_without_capture != new.years_without_capture:
        yield f"years without a capture {new.years_without_capture or 'any'}, was {old.years_without_capture or 'any'}"
    if old.calendar != new.calendar:
        yield "another calendar"
    if old.rules != new.rules:
        yield f"rules: {new.rules}, was {old.rules}"


def as_text(found: Comparison) -> list[str]:
    """The differences for a post to the players, a line each."""
    old, new = found.old, found.new
    title = f"{new.name}: what changed"
    if old.version != new.version:
        title += f" from version {old.version} to {new.version}"
    if found.is_same:
        return [title, "Nothing that the rules know of."]
    lines = [title]
    lines += _section("Provinces", _province_lines(found))
    lines += _section("Steps", _step_lines(found))
    lines += _section("Start", found.starts)
    lines += _section("Rules", found.rules)
    return lines


def _province_lines(found: Comparison) -> Iterator[str]:
    for code in found.added:
        province = found.new.board.provinces[code]
        centre = ", a centre" if province.centre else ""
        yield f"new: {province.name} ({code}), {province.terrain}{centre}"
    yield from (f"gone: {found.old.board.provinces[code].name} ({code})" for code in found.removed)
    for code, words in found.changed.items():
        yield f"{found.new.board.provinces[code].name} ({code}): {'; '.join(words)}"


def _step_lines(found: Comparison) -> Iterator[str]:
    for verb, steps in (("may go now", found.steps_added), ("may go no more", found.steps_removed)):
        kinds: dict[str, list[str]] = {}
        for each in steps:
            kinds.setdefault(each.kind, []).append(f"{each.origin} {'–' if each.both else '→'} {each.target}")
        for kind, ways in kinds.items():
            board = found.new.board if kind in found.new.board.kinds else found.old.board
            yield f"{board.kinds[kind].name.capitalize()} {verb}: {', '.join(ways)}"


def _section(heading: str, words: Iterable[str]) -> list[str]:
    lines = list(words)
    if not lines:
        return []
    more = [f"  and {len(lines) - MOST_LISTED} more"] if len(lines) > MOST_LISTED else []
    return ["", heading, *(f"  {line}" for line in lines[:MOST_LISTED]), *more]


def as_data(found: Comparison) -> dict[str, object]:
    """The differences as plain data."""

    def steps(each: Iterable[StepChange]) -> list[dict[str, object]]:
        return [{"unit": step.kind, "from": step.origin, "to": step.target, "both ways": step.both} for step in each]

    return {
        "old": {"id": found.old.id, "version": found.old.version},
        "new": {"id": found.new.id, "version": found.new.version},
        "same": found.is_same,
        "provinces": {
            "added": list(found.added),
            "removed": list(found.removed),
            "changed": {code: list(words) for code, words in found.changed.items()},
        },
        "steps": {"added": steps(found.steps_added), "removed": steps(found.steps_removed)},
        "start": list(found.starts),
        "rules": list(found.rules),
    }


def in_short(found: Comparison) -> str:
    """One sentence: ``terrain of GAT changed; a step more``."""
    if found.is_same:
        return "nothing that the rules know of changed"
    parts: list[str] = []
    if found.added:
        parts.append(f"{join_words(found.added[:4])} {'is' if len(found.added) == 1 else 'are'} new")
    if found.removed:
        parts.append(f"{join_words(found.removed[:4])} {'is' if len(found.removed) == 1 else 'are'} gone")
    terrain = [code for code in found.changed if found.old.board.provinces[code].terrain is not found.new.board.provinces[code].terrain]
    if terrain:
        parts.append(f"terrain of {join_words(terrain[:4])} changed")
    others = [code for code in found.changed if code not in terrain]
    if others:
        parts.append(f"{join_words(others[:4])} changed")
    if found.steps_added or found.steps_removed:
        words = [f"{len(found.steps_added)} new"] if found.steps_added else []
        words += [f"{len(found.steps_removed)} gone"] if found.steps_removed else []
        ends = sorted({end.partition("/")[0] for each in (*found.steps_added, *found.steps_removed) for end in (each.origin, each.target)})
        parts.append(f"steps: {join_words(words)} (at {join_words(ends[:4])})")
    parts += [*found.starts[:2], *found.rules[:2]]
    return "; ".join(parts)
