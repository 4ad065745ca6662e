"""Two versions of a variant: what differs in provinces, steps, centres, starts and rules, and the same as text for the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.board import Board, Province
from adjudicator.variant import Variant
from entente.words.names import counted, join_words, power_name
from languages import tr

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
        yield tr("was called {old}", old=old.name)
    if old.terrain is not new.terrain:
        yield tr("{terrain}, was {old_terrain}", terrain=new.terrain, old_terrain=old.terrain)
    if old.centre != new.centre:
        yield tr("a centre now") if new.centre else tr("no centre any more")
    if old.home != new.home:
        yield tr("home of {home}, was of {before}", home=new.home or "nobody", before=old.home or "nobody")
    if old.coasts != new.coasts:
        yield f"coasts {', '.join(new.coasts) or 'none'}, were {', '.join(old.coasts) or 'none'}"
    if old.convoyable != new.convoyable:
        yield tr("fleets convoy from there now") if new.convoyable else tr("fleets do not convoy from there any more")
    if old.build_site != new.build_site:
        yield tr("a build site now") if new.build_site else tr("no build site any more")


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
        yield tr("begins in {phase}, was {before}", phase=new.start.phase, before=old.start.phase)
    yield from (tr("{unit} stands there from the start", unit=unit) for unit in sorted(after - before))
    yield from (tr("{unit} is gone", unit=unit) for unit in sorted(before - after))
    owned, owns = old.start.owners, new.start.owners
    for place in sorted(owned.keys() | owns.keys()):
        if owned.get(place) != owns.get(place) and place in new.board.provinces and place in old.board.provinces:
            yield f"{place} belongs to {owns.get(place, 'nobody')} at the start, was of {owned.get(place, 'nobody')}"


def _rules(old: Variant, new: Variant) -> Iterator[str]:
    yield from (tr("a new power: {power_name}", power_name=power_name(new, power)) for power in new.powers if power not in old.powers)
    yield from (tr("{power_name} plays no more", power_name=power_name(old, power)) for power in old.powers if power not in new.powers)
    if old.victory != new.victory:
        yield tr("{centres} to win, was {before}", centres=counted(new.victory, "centre"), before=old.victory)
    if old.builds is not new.builds:
        yield tr("builds: {builds}, was {old_builds}", builds=new.builds, old_builds=old.builds)
    if old.year_limit != new.year_limit:
        yield tr("year limit {limit}, was {before}", limit=new.year_limit or "none", before=old.year_limit or "none")
    if old.years_without_capture != new.years_without_capture:
        yield tr(
            "years without a capture {years}, was {before}",
            years=new.years_without_capture or "any",
            before=old.years_without_capture or "any",
        )
    if old.calendar != new.calendar:
        yield tr("another calendar")
    if old.rules != new.rules:
        yield tr("rules: {rules}, was {old_rules}", rules=new.rules, old_rules=old.rules)


def as_text(found: Comparison) -> list[str]:
    """The differences for a post to the players, a line each."""
    old, new = found.old, found.new
    title = f"{new.name}: what changed"
    if old.version != new.version:
        title += f" from version {old.version} to {new.version}"
    if found.is_same:
        return [title, tr("Nothing that the rules know of.")]
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
    yield from (tr("gone: {provinces} ({code})", provinces=found.old.board.provinces[code].name, code=code) for code in found.removed)
    for code, words in found.changed.items():
        yield f"{found.new.board.provinces[code].name} ({code}): {'; '.join(words)}"


def _step_lines(found: Comparison) -> Iterator[str]:
    for verb, steps in ((tr("may go now"), found.steps_added), (tr("may go no more"), found.steps_removed)):
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
        return [{"unit": step.kind, "from": step.origin, "to": step.target, tr("both ways"): step.both} for step in each]

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
        return tr("nothing that the rules know of changed")
    parts: list[str] = []
    if found.added:
        parts.append(f"{join_words(found.added[:4])} {'is' if len(found.added) == 1 else 'are'} new")
    if found.removed:
        parts.append(f"{join_words(found.removed[:4])} {'is' if len(found.removed) == 1 else 'are'} gone")
    terrain = [code for code in found.changed if found.old.board.provinces[code].terrain is not found.new.board.provinces[code].terrain]
    if terrain:
        parts.append(tr("terrain of {terrain} changed", terrain=join_words(terrain[:4])))
    others = [code for code in found.changed if code not in terrain]
    if others:
        parts.append(f"{join_words(others[:4])} changed")
    if found.steps_added or found.steps_removed:
        words = [f"{len(found.steps_added)} new"] if found.steps_added else []
        words += [f"{len(found.steps_removed)} gone"] if found.steps_removed else []
        ends = sorted({end.partition("/")[0] for each in (*found.steps_added, *found.steps_removed) for end in (each.origin, each.target)})
        parts.append(tr("steps: {words} (at {ends})", words=join_words(words), ends=join_words(ends[:4])))
    parts += [*found.starts[:2], *found.rules[:2]]
    return "; ".join(parts)
