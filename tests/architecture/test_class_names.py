"""One public class name means one thing, so that who reads a name need not ask which is meant."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("adjudicator", "variants", "entente", "languages", "maps", "app")

OF_THE_LIBRARY = {"Variant"}
"""``entente.Variant`` is what programs of others ask for by name; it holds one of the adjudicator."""


def test_no_two_public_classes_have_one_name_but_those_of_the_library() -> None:
    where: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for found in re.finditer(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            where[found[1]].append(path.relative_to(ROOT).as_posix())
    doubled = {name: files for name, files in where.items() if len(files) > 1 and name not in OF_THE_LIBRARY}
    assert doubled == {}, "find another name"
