"""Provinces whose code a drawing does not say: a label is soon lost, and then what lies around a shape tells which it is.

Of these alone a drawing is compiled with their neighbours, so that it need not be compiled again whenever a list is changed.
"""

from __future__ import annotations

import re

from adjudicator.board import Board

MOST_LOST = 12
"""A drawing that lacks more has other codes, or none at all."""
_SAID = re.compile(rb"""=\s*["']\s*_?([A-Za-z][A-Za-z0-9]{1,7})\s*["']""")


def lost_neighbours(svg: bytes, board: Board) -> dict[str, frozenset[str]]:
    """Each province of *board* whose code stands nowhere in *svg*, to those that units reach from there; empty where there are too many."""
    said = {each.decode().upper() for each in _SAID.findall(svg)}
    found: dict[str, set[str]] = {code: set() for code in board.provinces if code not in said}
    if len(found) > MOST_LOST:
        return {}
    for edge in board.edges if found else ():
        for one, other in ((edge.origin.province, edge.target.province), (edge.target.province, edge.origin.province)):
            if one in found:
                found[one].add(other)
    return {code: frozenset(others) for code, others in found.items()}
