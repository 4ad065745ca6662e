"""Changes that nothing can tell, each with the reason: `equivalents.toml` lists them by file and by the line before and after.

A line stands for itself wherever it is in its file, so that the list outlives lines that move; one that fits no change is named as stale.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.mutation.changes import Mutant

LISTED = Path(__file__).with_name("equivalents.toml")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change of a line that leaves every answer as it was."""

    file: str
    before: str
    after: str
    reason: str


def read_equivalents(path: Path = LISTED) -> list[Equivalent]:
    """Read the list of equivalents, each change once.

    Raises:
        ValueError: a reason is missing, or a change is listed twice.
    """
    found: dict[tuple[str, str, str], Equivalent] = {}
    for group in tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", ()):
        if not group["reason"].strip():
            raise ValueError(f"{group['file']}: no reason")
        for before, after in group["changes"]:
            key = group["file"], before, after
            if key in found:
                raise ValueError(f"{group['file']}: listed twice: {after}")
            found[key] = Equivalent(*key, group["reason"])
    return list(found.values())


def reasons_of(listed: Iterable[Equivalent], mutants: Iterable[Mutant], sources: Mapping[str, str]) -> dict[str, str]:
    """Id of each of *mutants* that is listed to the reason."""
    reasons = {(each.file, each.before, each.after): each.reason for each in listed}
    files = {file for file, _, _ in reasons}
    found = {}
    for mutant in mutants:
        if mutant.path in files:
            reason = reasons.get((mutant.path, *mutant.shown(sources[mutant.path])))
            if reason is not None:
                found[mutant.id] = reason
    return found


def stale(listed: Iterable[Equivalent], mutants: Iterable[Mutant], sources: Mapping[str, str]) -> list[Equivalent]:
    """Equivalents in files of *sources* that fit none of *mutants*."""
    shown = {(each.path, *each.shown(sources[each.path])) for each in mutants}
    return [each for each in listed if each.file in sources and (each.file, each.before, each.after) not in shown]
