"""Tables of short sentences, one for each module that reads them: what the module makes of each stands behind it.

A table heads its rows with ``@ POWER PHASE [units]``, as in ``tests/mails/short``, or with the question that they answer. A row is
``text => answer``, in whose text ``¶`` ends a line. The tables stand in ``tests/unit/app/mail_in/tables``, beside the tests that read
them. ``python -m tests.mails.tables`` writes the answers again; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from adjudicator.position import Position
from tests.mails.test_collections import unit_of
from tests.mails.test_mails import position

FOLDER = Path(__file__).parents[1] / "unit/app/mail_in/tables"
ARROW = " => "


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def rows(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the head, the text and the answer of each row."""
    head = ""
    for line in path(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            head = line.removeprefix("@ ")
        elif line:
            text, _, answer = line.partition(ARROW)
            yield head, text.replace("¶", "\n"), answer


@cache
def power_and_position(head: str) -> tuple[str, Position]:
    power, phase, *units = head.split()
    return power, position(phase, tuple(unit_of(unit, power) for unit in units))


def write(name: str, told: Callable[[str, str], str]) -> None:
    """Write the answers of a table again."""
    lines = []
    for line in path(name).read_text(encoding="utf-8").splitlines():
        text, arrow, _ = line.partition(ARROW)
        if line.startswith("@ "):
            head = line.removeprefix("@ ")
        lines.append(f"{text}{ARROW}{told(head, text.replace('¶', chr(10)))}" if arrow else line)
    path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for page in sorted(FOLDER.glob("*.txt")):
        write(page.stem, import_module(f"tests.unit.app.mail_in.test_{page.stem}").told)
