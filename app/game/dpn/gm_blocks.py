"""Blocks of what the game master did to a phase: ``[adjust]`` and ``[forced]``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import field as member
from types import MappingProxyType

from adjudicator import DislodgedUnit, Phase, Unit
from app.game.dpn.lines import NONE, POWER, PROVINCE, BlockLines, FreeText, Line, field, field_of, free_text, phase_of, piece_of
from app.game.dpn.phase_block import dislodged_of, result_words, results_of
from app.game.dpn.table_blocks import read_fields
from app.game.dpn.text_source import quoted
from app.game.entries import Adjustment, ForcedResult
from languages import tr

_OWNER = re.compile(r"([A-Z][A-Z0-9_]*): ([A-Za-z][A-Za-z0-9_]*)")
_COUNTER = re.compile(r"counter ([^\s=]+(?: [^\s=]+)*) = (none|-?\d{1,9})")


@dataclass(slots=True)
class _Gathered:
    """Values of an ``[adjust]`` block that were read so far."""

    removed: list[Unit] = member(default_factory=list)
    added: list[Unit] = member(default_factory=list)
    removed_dislodged: list[DislodgedUnit] = member(default_factory=list)
    added_dislodged: list[DislodgedUnit] = member(default_factory=list)
    owners: dict[str, str | None] = member(default_factory=dict)
    contested_removed: set[str] = member(default_factory=set)
    contested_added: set[str] = member(default_factory=set)
    conditions_removed: set[str] = member(default_factory=set)
    conditions_added: set[str] = member(default_factory=set)
    counters: dict[str, int | None] = member(default_factory=dict)
    fields: dict[str, str] = member(default_factory=dict)


def read_adjust(lines: BlockLines) -> Adjustment | None:
    """Read an ``[adjust]`` block."""
    gathered, reason = _Gathered(), FreeText()
    for line in lines:
        if not reason.take(line) and not _take(line, gathered):
            lines.unexpected(line, tr("a line such as + FRANCE A PAR, - FRANCE A PAR, * PAR: FRANCE or by: GM, or the reason after |"))
    before: Phase | None = None
    if "was" in gathered.fields:
        before = phase_of(gathered.fields["was"])
        if before is None:
            lines.heading_error(tr("{shown} is not a phase", shown=quoted(gathered.fields["was"])), tr("a line such as was: S1902M"))
            return None
    return Adjustment(
        reason=reason.text,
        by=gathered.fields.get("by", ""),
        at=gathered.fields.get("at", ""),
        phase_before=before,
        removed=tuple(gathered.removed),
        added=tuple(gathered.added),
        removed_dislodged=tuple(gathered.removed_dislodged),
        added_dislodged=tuple(gathered.added_dislodged),
        owners=MappingProxyType(gathered.owners),
        contested_removed=frozenset(gathered.contested_removed),
        contested_added=frozenset(gathered.contested_added),
        conditions_removed=frozenset(gathered.conditions_removed),
        conditions_added=frozenset(gathered.conditions_added),
        counters=MappingProxyType(gathered.counters),
    )


def _take(line: Line, gathered: _Gathered) -> bool:
    """Return True if *line* is a line of an adjustment; then it is kept."""
    mark, text = line.text[0], line.text[2:].strip()
    if line.text[1:2] != " " or mark not in "+-*!&":
        found = field_of(line)
        if found is None or found[0] not in {"by", "at", "was"}:
            return False
        gathered.fields[found[0]] = found[1]
        return True
    match mark:
        case "+" | "-":
            return _take_unit(mark, text, gathered)
        case "*":
            owner = _OWNER.fullmatch(text)
            if owner is None or not (owner[2] == NONE or POWER.fullmatch(owner[2])):
                return False
            gathered.owners[owner[1]] = None if owner[2] == NONE else owner[2]
        case "!":
            sign, place = text[:2], text[2:].strip()
            if sign not in {"+ ", "- "} or not PROVINCE.fullmatch(place):
                return False
            (gathered.contested_added if sign == "+ " else gathered.contested_removed).add(place)
        case _:
            return _take_condition(text, gathered)
    return True


def _take_unit(mark: str, text: str, gathered: _Gathered) -> bool:
    power, _, rest = text.partition(" ")
    if not POWER.fullmatch(power):
        return False
    piece, driven_out = piece_of(rest), dislodged_of(power, rest)
    if piece is not None:
        (gathered.added if mark == "+" else gathered.removed).append(Unit(power, piece))
    elif driven_out is not None:
        (gathered.added_dislodged if mark == "+" else gathered.removed_dislodged).append(driven_out)
    return piece is not None or driven_out is not None


def _take_condition(text: str, gathered: _Gathered) -> bool:
    counter = _COUNTER.fullmatch(text)
    if counter:
        gathered.counters[counter[1]] = None if counter[2] == NONE else int(counter[2])
    elif text.startswith("+ condition "):
        gathered.conditions_added.add(text.removeprefix("+ condition ").strip())
    elif text.startswith("- condition "):
        gathered.conditions_removed.add(text.removeprefix("- condition ").strip())
    else:
        return False
    return True


def write_adjust(change: Adjustment) -> list[str]:
    """The lines of an ``[adjust]`` block."""
    lines = _who(change.by, change.at)
    if change.phase_before is not None:
        lines.append(field("was", str(change.phase_before)))
    lines += [f"- {each}" for each in (*change.removed, *change.removed_dislodged)]
    lines += [f"+ {each}" for each in (*change.added, *change.added_dislodged)]
    lines += [f"* {place}: {power or NONE}" for place, power in change.owners.items()]
    lines += [f"! - {place}" for place in sorted(change.contested_removed)]
    lines += [f"! + {place}" for place in sorted(change.contested_added)]
    lines += [f"& - condition {each}" for each in sorted(change.conditions_removed)]
    lines += [f"& + condition {each}" for each in sorted(change.conditions_added)]
    lines += [f"& counter {name} = {NONE if number is None else number}" for name, number in change.counters.items()]
    return lines + free_text(change.reason)


def read_forced(lines: BlockLines) -> ForcedResult | None:
    """Read a ``[forced]`` block."""
    reason = FreeText()
    fields = read_fields(lines, frozenset({"unit", "result", "by", "at"}), reason)
    power, _, rest = fields.get("unit", "").partition(" ")
    piece = piece_of(rest)
    results, _, _, _, unknown = results_of(fields.get("result", ""))
    if piece is None or not POWER.fullmatch(power) or unknown is not None or not results:
        lines.heading_error(tr("the forced result lacks its unit or its result"), tr("lines such as unit: FRANCE A PAR and result: bounce"))
        return None
    return ForcedResult(Unit(power, piece), results, reason.text, fields.get("by", ""), fields.get("at", ""))


def write_forced(forced: ForcedResult) -> list[str]:
    """The lines of a ``[forced]`` block."""
    words = result_words(forced.results) or "ok"
    return [field("unit", str(forced.unit)), field("result", words), *_who(forced.by, forced.at), *free_text(forced.reason)]


def _who(by: str, at: str) -> list[str]:
    return [field(name, value) for name, value in (("by", by), ("at", at)) if value]
