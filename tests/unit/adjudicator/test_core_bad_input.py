"""Bad input to the compiled core and to batches: each in a process of its own, which must end well with a Python error and its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.compiled import find_core
from tests.unit.adjudicator.core_agreement import require_core

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.slow

HEAD = """
import numpy as np
from entente.batch import Batch
batch = Batch("standard")
rows, orders = batch.starts(3), np.zeros((3, 75), dtype=np.int64)
assert batch.is_compiled
def told(act):
    try:
        act()
    except (ValueError, TypeError) as error:
        print(f"{type(error).__name__}: {error}")
"""

WITHOUT = (
    HEAD.replace("assert batch.is_compiled", "assert not batch.is_compiled")
    + """
from app.installation import core_words
print(core_words())
"""
)

LARGE = """
from adjudicator import ARMY, FLEET, Board, Edge, Location, Phase, Piece, Position, Power, Province, Rules, Terrain, Unit, Variant
from adjudicator import legal_orders
from adjudicator.joint_orders import JointOrders
from adjudicator.compiled import core_for
from adjudicator.variant_tables import variant_tables
from tests.unit.adjudicator.small_boards import calendar
def board(count):
    ground = (Terrain.SEA, Terrain.COASTAL, Terrain.COASTAL)
    places = tuple(Province(f"P{n:04}", f"Place {n}", ground[n % 3], centre=n % 3 == 1) for n in range(count))
    edges = []
    for n in range(count):
        for m in (n + 1, n + 40):
            if m < count:
                kinds = {k.letter for k in (ARMY, FLEET) if places[n].terrain in k.terrains and places[m].terrain in k.terrains}
                ends = [Location(places[n].code), Location(places[m].code)]
                edges += [Edge(*ends, frozenset(kinds)), Edge(*ends[::-1], frozenset(kinds))]
    return Board.of(places, (ARMY, FLEET), tuple(edges))
def variant(count):
    units = [Unit("ABC"[n % 3], Piece("F" if n % 3 == 0 else "A", Location(f"P{n:04}"))) for n in range(0, count, 2)]
    start = Position(Phase.of("S1901M"), tuple(sorted(units, key=str)), {})
    powers = {p: Power(p, p, p, p) for p in "ABC"}
    return Variant("large", "Large", "1", board(count), powers, calendar(), Rules(), start, 999)
"""

CASES = {
    "rows of another shape": (
        "told(lambda: batch.after(rows[:, :9], orders))",
        "ValueError: rows: 383 numbers for each position are needed",
    ),
    "orders of another shape": ("told(lambda: batch.after(rows, orders[:, :9]))", "ValueError: orders: 75 numbers for each position"),
    "floats": ("told(lambda: batch.after(rows.astype(float), orders))", "TypeError: rows: an array of int32 is needed, not float64"),
    "too few numbers, past the checks of Batch": (
        """
import entente_core
from adjudicator.compiled import core_for
here = core_for(batch._tables, batch._rows.open_edges)
told(lambda: entente_core.advance(here.handle, rows[:2].copy(), orders, rows.copy(), np.zeros(3, np.int32), 0, 3))
""",
        "ValueError: rows: 3 rows of 383 numbers are needed, 766 numbers are given",
    ),
    "an order for a unit that is not there": (
        "orders[1, batch.provinces.index('BUR')] = 1\ntold(lambda: batch.after(rows, orders))",
        "ValueError: row 1, BUR: the order is for a unit that is not there",
    ),
    "a support for a unit that is not there": (
        "orders[2] = batch.orders([{'FRANCE': ['A PAR S A BUR']}])[0]\ntold(lambda: batch.after(rows, orders))",
        "ValueError: row 2, PAR: the order is for a unit that is not there, or names one that is not",
    ),
    "a board of 1,500 provinces": (
        f"""{LARGE}
large = variant(1500)
tables = variant_tables(large)
assert core_for(tables, tables.open_edges(large.start)) is not None
joint = JointOrders(large, large.start)
print(len(joint.after([len(each) - 1 for each in joint.options]).position.units))
""",
        "750",
    ),
    "a board of 5,000 provinces, which it does not claim": (
        f"""{LARGE}
large = variant(5000)
tables = variant_tables(large)
print(core_for(tables, tables.open_edges(large.start)), len(legal_orders(large, large.start, "P0000")) > 0)
""",
        "None True",
    ),
    "an option that it does not claim": (
        """
import entente
other = Batch(entente.standard().with_rules("4.E.3=a"))
print(other.is_compiled, len(other.after(other.starts(1), orders[:1])))
""",
        "False 1",
    ),
    "tables of another format": (
        "core = __import__('entente_core')\nfrom array import array\ntold(lambda: core.tables(array('i', [7, 99, 1, 1, 1, 1, 1, 1])))",
        "ValueError: tables of format 99",
    ),
    "tables that are cut off": (
        "core = __import__('entente_core')\nfrom array import array\ntold(lambda: core.tables(array('i', [7, 1])))",
        "ValueError: part 1 of the tables is cut off",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_told_and_the_process_goes_on(name: str) -> None:
    require_core()
    code, expected = CASES[name]
    done = _run(HEAD + code, {})
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("FORMAT = 1", "The rules in Python are used: the compiled core is of another version."),
        ("raise ImportError('wrong ELF class')", "The rules in Python are used: the compiled core cannot be loaded: wrong ELF class"),
        ("raise ModuleNotFoundError", "The rules in Python are used: no compiled core is installed."),
        ("", "The rules in Python are used: the compiled core is of another version."),
    ],
    ids=["another version", "broken", "absent", "not ours"],
)
def test_another_core_is_told_and_not_used(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "entente_core.py").write_text(text, encoding="utf-8")
    code = WITHOUT
    done = _run(f"{code}\nprint(len(batch.after(rows, orders)))", {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "ENTENTE_LANGUAGE": "en"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [why, "3"]


def test_a_core_for_another_processor_is_told_and_not_used(tmp_path: Path) -> None:
    require_core()
    built = Path(str(find_core().module.__file__))  # type: ignore[union-attr]
    foreign = bytearray(built.read_bytes())
    if foreign[:4] != b"\x7fELF":
        pytest.skip("written for the loader of Linux")
    foreign[18:20] = b"\x16\x00"  # the machine of its header: an IBM S/390
    (tmp_path / built.name).write_bytes(foreign)
    code = WITHOUT
    done = _run(code, {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert done.returncode == 0, done.stderr
    assert "cannot be loaded" in done.stdout


def test_spoilt_tables_rows_and_arrays_never_end_the_process() -> None:
    require_core()
    done = subprocess.run(
        [sys.executable, "-m", "tests.unit.adjudicator.core_garbage", "3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 20


def _run(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([sys.executable, "-c", code], env=given, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
