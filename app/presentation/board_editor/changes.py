"""Provinces that differ on the bench from the time before a file was saved."""

from __future__ import annotations

from app.board_editor.reading import OnTheBench


def changed_provinces(before: OnTheBench, after: OnTheBench) -> frozenset[str]:
    """The provinces that are drawn or written otherwise than they were."""
    if before.board is None or after.board is None:
        return frozenset()
    old, new = before.board.provinces, after.board.provinces
    drawn = {code for code in new if code not in old or old[code].levels[0] != new[code].levels[0]}
    rows = {row.code: row for row in before.rows}
    written = {
        row.code
        for row in after.rows
        if (was := rows.get(row.code)) is not None
        and (row.name, row.terrain, row.centre, row.army, row.fleet) != (was.name, was.terrain, was.centre, was.army, was.fleet)
    }
    found = drawn | written
    return frozenset(found) if len(found) < max(4, len(new) // 2) else frozenset()
