"""Map files of the judges: names, letter case, coasts, uses, amendments, borders, calendars."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from adjudicator.board import Edge, Terrain
from adjudicator.variant import BuildPolicy, PowerRole
from tests.quick import each_nth, one_by_one
from variants import VariantFolder, load
from variants.compile import compile_board
from variants.importers import ImportResult, import_board
from variants.source import MemorySource

BASE = """# a comment
Aland                = aaa al old+aland doubt?
Bay                  = bbb
Cape (north coast)   = ccc/nc ccc(nc)
Cape (south coast)   = ccc/sc
Cape                 = ccc
Coast of Dunes       = ddd
Sea                  = sea
Ice                  = ice
Wall                 = wal
Gone                 = gon
COAST AAA ABUTS BBB ccc SEA CCC/NC ice gon
COAST BBB ABUTS AAA CCC/SC SEA *DDD Wal
COAST CCC/NC ABUTS AAA SEA
COAST CCC/SC ABUTS BBB SEA
COAST ccc ABUTS AAA BBB SEA
PORT  DDD ABUTS bbb~ SEA
WATER SEA ABUTS AAA BBB CCC/NC CCC/SC DDD ICE
SHUT  ICE ABUTS AAA SEA
SHUT  WAL ABUTS BBB
LAND  GON ABUTS AAA
"""

MAIN = """USE base
NOTIFY somebody
BEGIN B.C. 273 MOVEMENT
VICTORY 2 3
RULE REMOTE_BUILDS ODD_RULE
IN SPRING: WATER ICE
DROP GON
AMEND SEA ABUTS -DDD
AMEND DDD ABUTS -SEA
RED+LAND (RED+ISH:X) AAA *ICE
A AAA
BLUE (BLUISH) BBB
OWNS BBB CCC
F CCC/NC
_GREY (GREY) DDD
DUMMY
A DDD
UNOWNED CCC
BBB -> Bight = big
IN F1905M
BLUE
A AAA
"""


def result_of(main: str = MAIN, base: str = BASE, pictures: Mapping[str, bytes] = MappingProxyType({})) -> ImportResult:
    files = {"maps/main.map": main.encode(), "maps/base.map": base.encode()}
    files |= {f"maps/{key}": value for key, value in pictures.items()}
    return import_board(MemorySource("x", files), "maps/main.map")


@pytest.fixture(scope="module")
def result() -> ImportResult:
    return result_of()


@pytest.fixture(scope="module")
def folder(result: ImportResult) -> VariantFolder:
    return load(result.variants[0].source)


def edge(folder: VariantFolder, origin: str, target: str, kind: str) -> Edge | None:
    edges = folder.variant.board.edges
    return next((each for each in edges if (str(each.origin), str(each.target)) == (origin, target) and kind in each.kinds), None)


def test_names_and_terrains(folder: VariantFolder) -> None:
    provinces = folder.variant.board.provinces
    assert {code: place.terrain for code, place in provinces.items()} == {
        "AAA": Terrain.COASTAL,
        "BIG": Terrain.COASTAL,
        "CCC": Terrain.COASTAL,
        "DDD": Terrain.COASTAL,
        "SEA": Terrain.SEA,
        "ICE": Terrain.SEA,
        "WAL": Terrain.IMPASSABLE,
    }
    assert provinces["CCC"].coasts == ("NC", "SC")
    assert (provinces["DDD"].name, provinces["DDD"].convoyable) == ("Coast of Dunes", True)
    assert provinces["AAA"].names == ("old aland",)
    assert (provinces["BIG"].name, "BBB" in provinces["BIG"].aliases) == ("Bight", True)


def test_letter_case_says_who_may_go(folder: VariantFolder) -> None:
    assert edge(folder, "AAA", "CCC", "A")
    assert edge(folder, "AAA", "CCC/NC", "F")
    assert edge(folder, "AAA", "BIG", "F")
    assert edge(folder, "CCC", "SEA", "A") is None
    assert edge(folder, "AAA", "ICE", "F") is None


def test_marks_weaken_a_border_and_forbid_support(folder: VariantFolder) -> None:
    half = edge(folder, "BIG", "DDD", "F")
    assert half is not None
    assert (half.half_strength, half.supports) == (1, False)
    river = edge(folder, "DDD", "BIG", "A")
    assert river is not None
    assert (river.half_strength, river.supports) == (0, False)


def test_later_lines_stand_over_earlier_ones(folder: VariantFolder) -> None:
    assert edge(folder, "SEA", "DDD", "F") is None
    assert edge(folder, "DDD", "SEA", "F") is None
    assert "GON" not in folder.variant.board.provinces


def test_what_is_shut_can_be_open_in_a_season(folder: VariantFolder) -> None:
    ice = edge(folder, "SEA", "ICE", "F")
    assert ice is not None
    assert ice.seasons == frozenset("S")


def test_powers_calendar_and_rules(folder: VariantFolder) -> None:
    variant = folder.variant
    assert list(variant.powers) == ["RED_LAND", "BLUE", "GREY"]
    red = variant.powers["RED_LAND"]
    assert (red.name, red.adjective, red.letter) == ("Red Land", "Red Ish", "X")
    assert variant.powers["GREY"].role is PowerRole.DUMMY
    assert dict(variant.start.owners) == {"AAA": "RED_LAND", "BIG": "BLUE", "CCC": "BLUE", "DDD": "GREY"}
    assert [str(unit) for unit in variant.start.units] == ["BLUE F CCC/NC", "GREY A DDD", "RED_LAND A AAA"]
    assert (str(variant.start.phase), variant.victory, variant.builds) == ("S-0273M", 3, BuildPolicy.ANY_OWNED_WITH_HOME)


def test_a_power_can_build_where_there_is_no_centre(folder: VariantFolder) -> None:
    ice = folder.variant.board.provinces["ICE"]
    assert (ice.build_site, ice.centre, ice.home) == (True, False, "RED_LAND")
    assert "ICE" not in folder.variant.start.owners


def test_what_has_no_counterpart_is_reported_with_its_line(result: ImportResult) -> None:
    report = [str(fault) for fault in result.variants[0].report]
    for part in (
        "maps/base.map:2: doubt? may mean Aland: an alias that is doubtful is left out",
        "maps/main.map:4: victory changes with the years: 2 3: the hook victory_by_year, which a new game starts with, does this",
        "maps/main.map:5: the rule ODD_RULE has no counterpart here: left out",
        "maps/main.map:6: a change in mid-game: IN SPRING: steps open and close: carried over",
        "maps/main.map:21: a change in mid-game: IN F1905M: units: left out",
    ):
        assert part in report


def test_without_a_picture_a_board_is_laid_out(result: ImportResult, folder: VariantFolder) -> None:
    svg = result.variants[0].files["plain.svg"]
    assert result_of().variants[0].files["plain.svg"] == svg
    made = compile_board(svg, folder.variant.board, names=False)
    assert made.board is not None
    assert len(made.board.provinces) == 6
    assert set(made.board.provinces["CCC"].units) == {"", "NC", "SC"}


def test_a_picture_beside_the_file_is_used() -> None:
    codes = ("aaa", "big", "ccc", "ddd", "sea", "ice")
    shapes = "".join(f'<rect id="_{code}" x="{at * 50}" y="0" width="50" height="50"/>' for at, code in enumerate(codes))
    svg = f'<svg viewBox="0 0 300 50"><g id="MapLayer">{shapes}</g></svg>'
    files = result_of(pictures={"main.svg": svg.encode()}).variants[0].files
    assert "board.svg" in files
    assert "plain.svg" not in files


def test_a_file_that_is_missing_is_named_and_the_rest_is_read() -> None:
    result = result_of("USE base nothing\nRED (RED) AAA\nA AAA\n")
    assert any("nothing.map is used and is not here: the rest is read without it" in str(line) for line in result.variants[0].report)


def test_files_that_use_one_another_end() -> None:
    result = result_of("USE base\nUSE main\nRED (RED) AAA\n")
    assert "maps/main.map:2: maps/main.map is used a second time: it counts once" in map(str, result.variants[0].report)


def test_a_chain_of_files_is_bounded() -> None:
    chain = {f"maps/f{at}.map": f"USE f{at + 1}\n".encode() for at in range(40)}
    files = {"maps/main.map": f"USE f0\n{MAIN}".encode(), "maps/base.map": BASE.encode(), **chain}
    report = import_board(MemorySource("x", files), "maps/main.map").variants[0].report
    assert any("files use one another too deeply" in line.what for line in report)


@one_by_one("text", ["", "junk", "\0\1\2", "USE", "= = =", "COAST", "AMEND x", "IN", "A AAA", "WATER SEA ABUTS sea", "-> = x", "((((" * 50])
def test_nonsense_ends_in_a_report(text: str) -> None:
    result = result_of(text)
    assert result.variants == ()
    assert result.errors


@each_nth(
    6,
    "line",
    [
        "RED",
        "X (Y",
        "((",
        "UNITS",
        "OWNS ZZZ",
        "HOMES",
        "F",
        "FLOW",
        "VICTORY",
        "RULE",
        "BEGIN",
        "DROP",
        "NEWHOMES 3",
        "COAST QQQ",
        "COAST CCC/NORTH ABUTS SEA",
        "COAST ZZZ/NC ABUTS SEA",
        "Q = ",
    ],
)
def test_no_single_line_stops_the_import(line: str) -> None:
    assert load(result_of(f"{line}\n{MAIN}").variants[0].source).variant.powers


def test_the_number_of_lines_is_bounded() -> None:
    assert "too many lines" in str(result_of("#\n" * 30_000).errors[0])
