"""Variants of Realpolitik and maps of nJudge: the kind of map that they share, and what each says of powers and starts."""

from __future__ import annotations

import pytest

from adjudicator.board import Terrain
from adjudicator.variant import BuildPolicy, Variant
from variants import load, standard
from variants.fault import Severity
from variants.importers import Imported, ImportResult, import_board
from variants.source import MemorySource

MAP = """#
# A small map
#
Red Land,             R red redland
Isthmia,              xw ist
Blue Land,            B blu
Mount,                l mou
Wood,                 l woo
Deep Sea,             w dee deep
Far Sea,              w far
Ice Sea,              v ice
-1
red-mv: ist woo
red-mx: blu
red-xc: dee ist
ist-mv: red blu/mx
ist-xc: dee red blu/sc far
blu-mv: ist
blu-mx: red
blu-nc: far
blu-sc: dee
blu-sc: ist
mou-mv: mou
woo-mv: red
dee-xc: red ist blu/sc far nowhere
far-xc: dee ist blu/nc ice
ice-xc: far
-1
Center order for summary report:
   red ist blu
-1
Railways: red blu
"""
STEPS = {
    "RED IST A", "RED WOO A", "RED BLU A", "RED DEE F", "RED IST F", "IST RED A", "IST BLU A", "IST DEE F", "IST RED F", "IST BLU/SC F",
    "IST FAR F", "BLU IST A", "BLU RED A", "BLU/NC FAR F", "BLU/SC DEE F", "BLU/SC IST F", "WOO RED A", "DEE RED F", "DEE IST F",
    "DEE BLU/SC F", "DEE FAR F", "FAR DEE F", "FAR IST F", "FAR BLU/NC F", "FAR ICE F", "ICE FAR F",
}  # fmt: skip
SEED = """F1650M
R: A Red Land
B: F blu/sc
B: F Moon
-1 Null ownership/contested record will initialize from the map data.
-1
"""
VAR = """Version: 0
Name: Small War
MapData: Small.map
Countries: Small.cnt
Game: Small.gam
BWMap: SmallBW
ColorMap: Small
Regions: Small.rgn
Info: Small.txt
Build: Aberration
Centers: 2
Flags: 0
"""
CNT = "1\n2\nRedonia Redonian R Gray Red\nBluria Blurian B Dots Blue\n"
GAM = "1\nSmall War\nSmall War\nSpring 1800\n0\n2\n0\nred, ist.\nA red\n0\nblu.\nF blu(sc), A woo\n0\n"
FOLDER = {"Small.var": VAR, "Small.map": MAP, "Small.cnt": CNT, "Small.gam": GAM}


def brought(files: dict[str, str], name: str = "") -> ImportResult:
    return import_board(MemorySource("small", {key: text.encode("latin-1") for key, text in files.items()}), name)


def only(files: dict[str, str], name: str = "") -> Imported:
    result = brought(files, name)
    assert not result.errors, result.errors
    (found,) = result.variants
    return found


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def steps(variant: Variant) -> set[str]:
    return {f"{edge.origin} {edge.target} {kind}" for edge in variant.board.edges for kind in edge.kinds}


def starts(variant: Variant) -> set[str]:
    return {str(unit) for unit in variant.start.units}


@pytest.mark.parametrize("name", ["", "map.small"])
def test_a_map_of_njudge_gives_its_steps_coast_by_coast(name: str) -> None:
    variant = load(only({"map.small": MAP, "seed.small": SEED}, name).source).variant
    assert steps(variant) == STEPS
    places = variant.board.provinces
    assert [places[code].terrain for code in ("RED", "IST", "MOU", "WOO", "DEE")] == [
        Terrain.COASTAL, Terrain.COASTAL, Terrain.IMPASSABLE, Terrain.INLAND, Terrain.SEA,
    ]  # fmt: skip
    assert places["IST"].convoyable
    assert not places["RED"].convoyable
    weak = {f"{edge.origin} {edge.target}" for edge in variant.board.edges if edge.half_strength == 0 and not edge.supports}
    assert weak == {"RED BLU", "BLU RED", "IST BLU"}


def test_its_seed_says_when_it_starts_and_where_units_stand() -> None:
    found = only({"map.small": MAP, "seed.small": SEED})
    variant = load(found.source).variant
    assert str(variant.start.phase) == "F1650M"
    assert starts(variant) == {"POWER_R A RED", "POWER_B F BLU/SC"}
    assert {code: place.home for code, place in variant.board.provinces.items() if place.centre} == {
        "RED": "POWER_R",
        "BLU": "POWER_B",
        "IST": None,
    }
    told = {(each.source, each.line): each.what for each in found.report}
    assert "Moon" in told["seed.small", line_of(SEED, "Moon")]
    assert "'nowhere'" in told["map.small", line_of(MAP, "nowhere")]
    assert "ice" in told["map.small", line_of(MAP, "Ice Sea")]
    assert "Railways" in told["map.small", line_of(MAP, "Railways")]
    assert any("no names" in each.what for each in found.report)


def test_without_a_seed_that_is_reported() -> None:
    assert any("there is no seed.small beside it" in each.what for each in only({"map.small": MAP}).report)


def test_a_variant_of_realpolitik_has_its_names_units_owners_builds_and_victory() -> None:
    found = only(FOLDER)
    variant = load(found.source).variant
    assert (variant.name, variant.victory, variant.builds) == ("Small War", 2, BuildPolicy.ANY_OWNED_WITH_HOME)
    assert steps(variant) == STEPS
    assert [(each.name, each.adjective) for each in variant.powers.values()] == [("Redonia", "Redonian"), ("Bluria", "Blurian")]
    assert starts(variant) == {"REDONIA A RED", "BLURIA F BLU/SC", "BLURIA A WOO"}
    assert variant.start.owners["IST"] == "REDONIA"
    assert str(variant.start.phase) == "S1800M"
    assert all(each.severity is Severity.WARNING for each in found.report)


def test_files_of_another_variant_are_found_in_the_folder_beside() -> None:
    files = {"Other/Other.var": VAR.replace("Small.map", "Small/Small.map"), "Small/Small.map": MAP}
    files |= {"Other/Small.cnt": CNT, "Other/Small.gam": GAM}
    result = brought(files, "Other/Other.var")
    assert steps(load(result.variants[0].source).variant) == STEPS


def test_a_file_that_is_missing_is_named_with_the_line_that_wants_it() -> None:
    (fault,) = brought({"Small.var": VAR, "Small.map": MAP, "Small.gam": GAM}, "Small.var").errors
    assert (fault.source, fault.line) == ("Small.var", 4)
    assert "Small.cnt is not there" in fault.what


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param("Mount,                l mou", "Mount l mou", "'Mount l mou' is no area", id="no comma"),
        pytest.param("l mou", "q mou", "is no area", id="unknown kind"),
        pytest.param("woo-mv: red", "wod-mv: red", "there is no area 'wod'", id="unknown area"),
        pytest.param("woo-mv: red", "woo mv red", "'woo mv red' is no list", id="no list"),
    ],
)
def test_a_line_that_cannot_be_read_stops_the_import_and_is_named(old: str, new: str, words: str) -> None:
    (fault,) = brought({"map.small": MAP.replace(old, new)}, "map.small").errors
    assert fault.line == line_of(MAP, old)
    assert words in fault.what


def as_map(variant: Variant) -> str:
    """Our board in the words of such a map."""
    board = variant.board
    letters = {power.id: power.letter for power in variant.powers.values()}
    lines: list[str] = []
    for code, place in board.provinces.items():
        kind = letters[place.home] if place.home else "x" if place.centre else "w" if place.terrain is Terrain.SEA else "l"
        lines.append(f"{place.name}, {kind} {code.lower()}")
    lines.append("-1")
    found: dict[tuple[str, str], list[str]] = {}
    for edge in board.edges:
        for kind in edge.kinds:
            coast = (edge.origin.coast or "xc").lower() if kind == "F" else "mv"
            found.setdefault((edge.origin.province.lower(), coast), []).append(str(edge.target).lower())
    found |= {(code.lower(), "mv"): [code.lower()] for code, place in board.provinces.items() if place.terrain is Terrain.IMPASSABLE}
    return "\n".join([*lines, *(f"{code}-{kind}: {' '.join(to)}" for (code, kind), to in found.items()), "-1", "-1", ""])


@pytest.mark.slow
def test_europe_as_a_map_of_njudge_has_the_steps_of_ours_and_its_powers_their_names() -> None:
    variant = load(only({"map.europe": as_map(standard())}).source).variant
    assert steps(variant) == steps(standard())
    assert {each.name for each in variant.powers.values()} == {"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"}


def test_railway_and_canal_of_colonial_are_left_out_with_a_line_each() -> None:
    """The railway and the canal of colonial are left out with a line each and the board is read."""
    text = MAP.replace("-1\n", "Trans Siberian Railway,\tr TSR\nSuez Canal,\tg SC\n-1\n", 1).replace("red-xc: dee", "red-xc dee")
    result = import_board(MemorySource("x", {"map.small": text.encode(), "seed.small": SEED.encode()}), "map.small")
    (made,) = result.variants
    lines = [str(line) for line in made.report]
    assert [line.partition(": ")[2] for line in lines if "railway or a canal" in line] == [
        "Trans Siberian Railway is a railway or a canal, on which units travel far: left out",
        "Suez Canal is a railway or a canal, on which units travel far: left out",
    ]
    assert any("'red-xc dee ist' has no colon: it is read as a list" in line for line in lines)
    assert "DEE" in load(made.source).variant.board.provinces
    assert "TSR" not in load(made.source).variant.board.provinces


def test_the_map_of_another_game_is_refused_in_a_few_lines() -> None:
    areas = "".join(f"City {letter},  x0f  c{letter} cit{letter}\n" for letter in "abcdefghijklmnopqrst")
    faults = import_board(
        MemorySource("x", {"map.italy": f"{MAP.partition('-1')[0]}{areas}-1\nred-mv: ist\n-1\n".encode()}), "map.italy"
    ).report
    assert len(faults) == 9
    assert "12 more lines like these cannot be read" in str(faults[-1])
