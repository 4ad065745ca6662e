"""Rounds of the line protocol by the compiled core: whatever comes in, the answers and faults are those of the rules in Python."""

from __future__ import annotations

import io
from itertools import islice
from random import Random

import pytest

from adjudicator import legal_orders
from adjudicator.notation import parse_order
from adjudicator.variant import Variant
from benchmarks.bench_engine import line_of
from benchmarks.positions import from_random_play
from entente.engine import core_rounds, line_protocol
from entente.engine.command import serve
from entente.engine.line_protocol import LineProtocol
from tests.quick import each_nth
from tests.unit.adjudicator.core_agreement import require_core
from variants import standard

ODD_STATES = """\
CLEAR Par
CLEAR ALL
Par A Atlantis
Lon F New Land
Ukr A Kingdom of the Far North
Par F France
StP A Russia
StP F Russia
Swi A Italy
Xyz A Italy""".splitlines()
ODD_ORDERS = """\
Par H
Par - Bur
nonsense
Mar - Spa
MAO S Lyo - Spa
Lon - Nwy C
NTH C Lon - Nwy
Par S Par - Bur
Xyz - Par
Swi - Mun""".splitlines()


@pytest.fixture(autouse=True)
def _core() -> None:
    require_core()


def dialogue(chance: Random, variant: Variant) -> list[str]:
    """Rounds in positions of a game played by lot, with lines that are odd, stand twice or cannot be read."""
    lines: list[str] = []
    for position, _ in islice(from_random_play(variant, 5, 34, chance.getrandbits(32)), 12):
        lines += ["CLEAR ALL"] if chance.random() < 0.6 else []
        for unit in position.units:
            coast = unit.location.coast
            at = f"{unit.province}{'' if coast is None else ' NC' if coast == 'EC' else f' {coast}'}"
            lines += [f"{at} {unit.kind} {unit.power}"] if chance.random() < 0.95 else []
        lines += chance.sample(ODD_STATES, chance.choice([0, 0, 1, 3]))
        lines.append(chance.choice(["", "", "", "  ", "\u3000"]))
        orders = [chance.choice(legal_orders(variant, position, unit.location)) for unit in position.units]
        said = [text for order in orders if (text := line_of(order)) is not None]
        said += chance.sample(ODD_ORDERS, chance.choice([0, 0, 1, 4])) + chance.sample(said, min(len(said), chance.choice([0, 0, 0, 1])))
        chance.shuffle(said)
        lines += [each.lower() if chance.random() < 0.05 else each for each in said]
        lines.append(chance.choice(["", "", "", "\t"]))
    return lines


def converse(protocol: LineProtocol, text: str, sizes: Random) -> tuple[str, str]:
    """The answers to *text* and its faults, where it comes in pieces by lot."""

    class Pieces:
        def __init__(self) -> None:
            self._left = io.BytesIO(text.encode())

        def read1(self, size: int) -> bytes:
            return self._left.read(sizes.choice([1, 30, 500, size]))

    answers, errors = io.StringIO(), io.StringIO()
    serve(protocol, Pieces(), answers, errors)
    return answers.getvalue(), errors.getvalue()


@each_nth(4, "seed", range(24))
def test_rounds_by_lot_are_answered_as_in_python(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, chance = standard(), Random(seed)
    text = "\n".join(dialogue(chance, variant)) + chance.choice(["", "\n", "\n\n"])
    by_core = converse(LineProtocol(variant), text, Random(seed))
    monkeypatch.setattr(line_protocol, "core_for", lambda *_: None)
    monkeypatch.setattr("adjudicator.quick_resolver.core_for", lambda *_: None)
    assert by_core == converse(LineProtocol(variant), text, Random(seed))
    assert by_core[0].count("SUCCEEDS") > 20


def test_lines_are_forgotten_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = standard()
    text = "\n".join(dialogue(Random(1), variant)) + "\n"
    expected = converse(LineProtocol(variant), text, Random(1))
    monkeypatch.setattr(core_rounds, "_MOST_LINES", 3)
    assert converse(LineProtocol(variant), text, Random(1)) == expected


def test_a_support_to_the_only_coast_needs_no_coast() -> None:
    assert parse_order("F MAO S F WES - SPA").target.coast is None  # type: ignore[union-attr]
    said = "WES F Italy\nMAO F Italy\nSpa SC F France\n\nWES - Spa SC\nMAO S WES - Spa\n\n"
    assert converse(LineProtocol(standard()), said, Random(1)) == ("0: SUCCEEDS\n1: SUCCEEDS\n\nSpa: LYO Mar Por\n\n", "")
