"""Two versions of a variant: what differs in provinces, steps, centres, starts and rules, and the same as text for the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.board import Board, Province
from adjudicator.variant import Variant
from entente.words.names import counted, join_words, kind_name, power_name, terrain_word
from languages import clauses, labelled, mark, plural, tr

MOST_LISTED = 40
"""Number of one kind of difference that are listed one by one; a post with more is not read."""


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
    """Differences between *old* and *new*, in both directions."""

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
    """Differences of units and owners at the start, in words."""
    rules: tuple[str, ...]
    """Differences of powers, victory, calendar and rules, in words."""

    @property
    def is_same(self) -> bool:
        """True if nothing differs that the rules know of."""
        return not (self.added or self.removed or self.changed or self.steps_added or self.steps_removed or self.starts or self.rules)

    @property
    def provinces(self) -> frozenset[str]:
        """Every province of *new* that differs, or a step of which does."""
        ends = (end.partition("/")[0] for each in (*self.steps_added, *self.steps_removed) for end in (each.origin, each.target))
        return frozenset((*self.added, *self.changed, *ends)) & self.new.board.provinces.keys()


def compare(old: Variant, new: Variant) -> Comparison:
    """Return the differences between two versions of a variant."""
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
        yield tr("{terrain}, was {before}", terrain=terrain_word(new.terrain), before=terrain_word(old.terrain))
    if old.centre != new.centre:
        yield tr("a centre now") if new.centre else tr("no centre any more")
    if old.home != new.home:
        yield tr("home of {home}, was of {before}", home=new.home or tr("nobody"), before=old.home or tr("nobody"))
    if old.coasts != new.coasts:
        yield tr("coasts {coasts}, were {before}", coasts=", ".join(new.coasts) or tr("none"), before=", ".join(old.coasts) or tr("none"))
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
            now, before_now = owns.get(place) or tr("nobody"), owned.get(place) or tr("nobody")
            yield tr("{place} belongs to {power} at the start, was of {before}", place=place, power=now, before=before_now)


def _rules(old: Variant, new: Variant) -> Iterator[str]:
    yield from (tr("a new power: {power}", power=power_name(new, power)) for power in new.powers if power not in old.powers)
    yield from (tr("{power} no longer plays", power=power_name(old, power)) for power in old.powers if power not in new.powers)
    if old.victory != new.victory:
        yield tr("{centres} to win, was {before}", centres=counted(new.victory, "centre"), before=old.victory)
    if old.builds is not new.builds:
        yield tr("builds: {builds}, was {before}", builds=new.builds, before=old.builds)
    if old.year_limit != new.year_limit:
        yield tr("year limit {limit}, was {before}", limit=new.year_limit or tr("none"), before=old.year_limit or tr("none"))
    if old.years_without_capture != new.years_without_capture:
        yield tr(
            "years without a capture {years}, was {before}",
            years=new.years_without_capture or tr("any"),
            before=old.years_without_capture or tr("any"),
        )
    if old.calendar != new.calendar:
        yield tr("another calendar")
    if old.rules != new.rules:
        yield tr("rules: {rules}, was {before}", rules=new.rules, before=old.rules)


def as_text(found: Comparison) -> list[str]:
    """The differences for a post to the players, a line each."""
    old, new = found.old, found.new
    title = tr("{variant}: what changed", variant=new.name)
    if old.version != new.version:
        words = mark("{variant}: what changed from version {before} to {after}")
        title = tr(words, variant=new.name, before=old.version, after=new.version)
    if found.is_same:
        return [title, tr("Nothing that the rules know of.")]
    lines = [title]
    lines += _section(tr("Provinces"), _province_lines(found))
    lines += _section(tr("Steps"), _step_lines(found))
    lines += _section(tr("Start"), found.starts)
    lines += _section(tr("Rules"), found.rules)
    return lines


def _province_lines(found: Comparison) -> Iterator[str]:
    for code in found.added:
        province = found.new.board.provinces[code]
        text = mark("new: {province} ({code}), {terrain}, a centre") if province.centre else mark("new: {province} ({code}), {terrain}")
        yield tr(text, province=province.name, code=code, terrain=terrain_word(province.terrain))
    yield from (tr("gone: {province} ({code})", province=found.old.board.provinces[code].name, code=code) for code in found.removed)
    for code, words in found.changed.items():
        yield labelled(f"{found.new.board.provinces[code].name} ({code})", clauses(words))


def _step_lines(found: Comparison) -> Iterator[str]:
    opened, closed = mark("{kind} may go now: {steps}"), mark("{kind} may no longer go: {steps}")
    for verb, steps in ((opened, found.steps_added), (closed, found.steps_removed)):
        kinds: dict[str, list[str]] = {}
        for each in steps:
            kinds.setdefault(each.kind, []).append(f"{each.origin} {'–' if each.both else '→'} {each.target}")
        for kind, ways in kinds.items():
            board = found.new.board if kind in found.new.board.kinds else found.old.board
            named = kind_name(found.new if board is found.new.board else found.old, kind)
            yield tr(verb, kind=named, steps=", ".join(ways))


def _section(heading: str, words: Iterable[str]) -> list[str]:
    lines = list(words)
    if not lines:
        return []
    more = ["  " + tr("and {count} more", count=len(lines) - MOST_LISTED)] if len(lines) > MOST_LISTED else []
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
        return tr("nothing that the rules know of changed")
    parts: list[str] = []
    if found.added:
        parts.append(plural("{places} is new", "{places} are new", len(found.added), places=join_words(found.added[:4])))
    if found.removed:
        parts.append(plural("{places} is gone", "{places} are gone", len(found.removed), places=join_words(found.removed[:4])))
    terrain = [code for code in found.changed if found.old.board.provinces[code].terrain is not found.new.board.provinces[code].terrain]
    if terrain:
        parts.append(tr("terrain of {places} changed", places=join_words(terrain[:4])))
    others = [code for code in found.changed if code not in terrain]
    if others:
        parts.append(tr("{places} changed", places=join_words(others[:4])))
    if found.steps_added or found.steps_removed:
        words = [tr("{count} new", count=len(found.steps_added))] if found.steps_added else []
        words += [tr("{count} gone", count=len(found.steps_removed))] if found.steps_removed else []
        ends = sorted({end.partition("/")[0] for each in (*found.steps_added, *found.steps_removed) for end in (each.origin, each.target)})
        parts.append(tr("steps: {numbers} (at {places})", numbers=join_words(words), places=join_words(ends[:4])))
    parts += [*found.starts[:2], *found.rules[:2]]
    return clauses(parts)
