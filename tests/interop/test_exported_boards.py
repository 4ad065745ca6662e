"""Boards that we export, in the programs that they are for: loaded there without an error, and played there as their own board is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.board_editor.exporting import judge_map
from tests.interop.imported_boards import imported_board
from tests.interop.package_diplomacy import Package, started_package
from tests.shared_data import shared_folder
from tests.thorough import rounds
from variants.catalogue import shipped

pytestmark = pytest.mark.interop

SHIPPED = ("standard", "pure", "1898", "chaos", "fleet-rome", "britain", "crowded", "build-anywhere", "winter-1900")
"""Those that lie beside this one hide nothing, and have the same boards."""

LOADED = """
import contextlib, sys
from diplomacy.engine.map import Map
for path in games:
    with contextlib.redirect_stdout(sys.stderr):  # it says there what it does for the first time
        tell({"errors": [str(each) for each in Map(path).error]})
"""
ALIKE = """
import contextlib, random, sys
from diplomacy import Game
for asked in games:
    chance = random.Random(asked["seed"])
    with contextlib.redirect_stdout(sys.stderr):
        one, other = Game(map_name="standard"), Game(map_name=asked["path"])
    phases, differences = 0, []
    while not one.is_game_done and phases < 24 and not differences:
        possible, there = one.get_all_possible_orders(), other.get_all_possible_orders()
        for place in possible:
            if set(possible[place]) != set(there.get(place, ())):
                differences.append([one.get_current_phase(), place, sorted(set(possible[place]) ^ set(there.get(place, ())))[:4]])
        for power in sorted(one.powers):
            places = sorted(one.get_orderable_locations(power))
            orders = [chance.choice(sorted(possible[place])) for place in places if possible[place]]
            one.set_orders(power, orders)
            other.set_orders(power, orders)
        one.process()
        other.process()
        phases += 1
        if one.get_current_phase() != other.get_current_phase():
            differences.append([one.get_current_phase(), other.get_current_phase()])
        for what in ("get_units", "get_centers"):
            before, after = getattr(one, what)(), getattr(other, what)()
            differences += [[one.get_current_phase(), power] for power in before if sorted(before[power]) != sorted(after[power])]
    tell({"seed": asked["seed"], "phases": phases, "differences": differences[:3]})
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    with started_package(tmp_path_factory.mktemp("package")) as found:
        yield found


@pytest.fixture
def shared() -> Path:
    return shared_folder()


def exported(name: str, folder: Path) -> Path:
    path = folder / f"{name.replace('-', '')}.map"
    path.write_text(judge_map(shipped(name).variant)[0], encoding="utf-8")
    return path


def test_shipped_boards_load_in_the_package_without_an_error(package: Package, tmp_path: Path) -> None:
    paths = [exported(name, tmp_path) for name in SHIPPED]
    answers = package.ask(LOADED, [str(path) for path in paths])
    assert {path.name: answer["errors"] for path, answer in zip(paths, answers, strict=True)} == {path.name: [] for path in paths}


IMPORTED = (
    "jdip/ancmedVariant.zip:ancient-mediterranean",
    "jdip/modernVariants.zip:modern",
    "dpjudge/zeus.map:zeus",
    "dpjudge/1900.map:1900",
)


def test_imported_boards_load_in_the_package_without_an_error(package: Package, shared: Path, tmp_path: Path) -> None:
    paths = []
    for name in IMPORTED:
        variant = imported_board(shared, name).folder().variant
        paths.append(tmp_path / f"{variant.id.replace('-', '')}.map")
        paths[-1].write_text(judge_map(variant)[0], encoding="utf-8")
    answers = package.ask(LOADED, [str(path) for path in paths])
    assert {path.name: answer["errors"] for path, answer in zip(paths, answers, strict=True)} == {path.name: [] for path in paths}


@pytest.mark.parametrize("part", rounds(1, 20))
def test_random_games_on_the_exported_standard_board_go_as_on_that_of_the_package(part: int, package: Package, tmp_path: Path) -> None:
    path = exported("standard", tmp_path)
    answers = package.ask(ALIKE, [{"seed": seed, "path": str(path)} for seed in range(part * 10, part * 10 + 10)])
    assert [each for each in answers if each["differences"]] == []
    assert all(each["phases"] > 5 for each in answers)
