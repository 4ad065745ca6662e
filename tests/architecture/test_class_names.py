"""One public class name means one thing, so that who reads a name need not ask which is meant."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("adjudicator", "variants", "entente", "maps", "app")

SAID_ON_A_LINK = {"Carried", "Game", "Hello", "Name", "NewGame", "Offer", "Option", "Position", "Press", "Ready", "Turn", "Vocabulary"}
"""Messages of the protocols for programs and of DAIDE are called as the protocols call them."""

DOUBLED_SO_FAR = {"Plan", "Step", "Variant"}
"""Doubled so far, each in a room of its own. Whoever works on one may find it a better name; none is to be added."""


def test_no_two_public_classes_have_one_name_but_those_that_are_known() -> None:
    where: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for found in re.finditer(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            where[found[1]].append(path.relative_to(ROOT).as_posix())
    known = SAID_ON_A_LINK | DOUBLED_SO_FAR
    doubled = {name: files for name, files in where.items() if len(files) > 1}
    assert {name: files for name, files in doubled.items() if name not in known} == {}, "another name, or a place in the lists above"
