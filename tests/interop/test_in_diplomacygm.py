"""Our folders in the bot DiplomacyGM: its parser makes a board of them with the same steps, centres, owners and units."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.programs import BOARDS, checkout, own_board, python_output, steps_of

pytestmark = [pytest.mark.interop, pytest.mark.slow]
PACKAGES = ("lxml", "shapely", "deepmerge", "scipy", "numpy", "rapidfuzz", "packaging", "lark", "discord.py", "scikit-image", "pillow")
TOLD = """
import json, sys
sys.path.insert(0, "src")
from DiploGM.map_parser.vector.vector import Parser
from DiploGM.models.adjacency import Terrain
for name in sys.argv[1:]:
    parser = Parser(name)
    errors = parser.verify_svg()
    board = parser.parse()
    told = {"name": name, "errors": errors, "steps": [], "units": [], "owners": {}, "centres": []}
    for each in board.provinces:
        for other in each.adjacencies.get_all(Terrain.LAND):
            told["steps"].append(["A", each.name, "", other.name, ""])
        if each.type.name != "SEA" and not each.adjacencies.get_all(Terrain.COAST):
            coasts = []
        else:
            coasts = sorted(each.adjacencies.coasts) or [None]
        for coast in coasts:
            for other in each.adjacencies.get_all({Terrain.SEA, Terrain.COAST}, coast):
                ends = each.adjacencies.get_coasts(other, coast) or {None}
                for end in ends:
                    told["steps"].append(["F", each.name, coast or "", other.name, end or ""])
        if each.has_supply_center:
            told["centres"].append(each.name)
            if each.owner:
                told["owners"][each.name] = each.owner.name
        if each.unit:
            told["units"].append([each.unit.player and each.unit.player.name, each.unit.unit_type.code, each.name, each.unit.coast or ""])
    print(json.dumps(told))
"""


def test_the_bot_makes_boards_of_our_folders_with_the_same_steps_centres_owners_and_units(tmp_path: Path) -> None:
    bot = checkout("DiplomacyGM")
    for name in ("src", "assets"):
        (tmp_path / name).symlink_to(bot / name)
    for name in ("config.toml", "config_defaults.toml"):
        (tmp_path / name).write_bytes((bot / "config_defaults.toml").read_bytes())
    boards = {f"board{at}": own_board(name) for at, name in enumerate(BOARDS)}
    for name, board in boards.items():
        board.export(tmp_path / "variants" / name / "config.json")
    told = {each["name"]: each for each in map(json.loads, python_output(PACKAGES, TOLD, list(boards), tmp_path).splitlines())}
    for name, board in boards.items():
        variant, said = board.variant, told[name]
        assert said["errors"] == [], board.name
        codes = {each.name: code for code, each in variant.board.provinces.items()}

        def place(title: str, coast: str, codes: dict[str, str] = codes) -> str:
            return f"{codes[title]}/{coast}".upper().rstrip("/")

        found = {(kind, place(one, coast), place(other, end)) for kind, one, coast, other, end in said["steps"]}
        assert (found - steps_of(variant), steps_of(variant) - found) == (set(), set()), board.name
        powers = {each.name: each.id for each in variant.powers.values()}
        assert {codes[each] for each in said["centres"]} == set(variant.board.centres), board.name
        assert {codes[each]: powers[owner] for each, owner in said["owners"].items()} == dict(variant.start.owners), board.name
        units = {(powers.get(power), kind, place(title, coast)) for power, kind, title, coast in said["units"]}
        assert units == {(each.power, each.piece.kind, str(each.piece.location)) for each in variant.start.units}, board.name
