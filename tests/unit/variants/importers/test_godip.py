"""Boards of godip and diplicity: what the Go text or the server's JSON says, on the drawing beside it."""

from __future__ import annotations

import json

import pytest

from adjudicator.board import Terrain
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from tests.unit.variants.compile.test_foreign_layers import SVG
from variants import load
from variants.compile import compile_board
from variants.fault import Severity
from variants.importers import Imported, ImportResult, import_board
from variants.source import MemorySource

GO = """package tiny

import "github.com/zond/godip"

const (
	Red  godip.Nation = "Red Men"
	Blue godip.Nation = "Blue"
)

var Nations = []godip.Nation{Red, Blue}

var TinyVariant = common.Variant{
	Name:       "Tiny Lands",
	Graph:      func() godip.Graph { return TinyGraph() },
	Parser:     BuildAnywhereParser,
	NationColors: map[godip.Nation]string{
		Red: "#C02020",
		Blue: "#2020C0",
	},
	SoloWinner: common.SCCountWinner(2),
	SVGMap: func() ([]byte, error) { return Asset("svg/tinymap.svg") },
	CreatedBy:   "Somebody",
	Description: "Two lands and \\"two\\" seas.",
}

func TinyStart() (result *state.State, err error) {
	startPhase := classical.NewPhase(1650, godip.Fall, godip.Movement)
	if err = result.SetUnits(map[godip.Province]godip.Unit{
		"wes":    godip.Unit{godip.Army, Red},
		"xuy/nc": {Type: godip.Fleet, Nation: Blue},
		"sou":    godip.Unit{godip.Fleet, godip.Neutral},
	}); err != nil {
		return
	}
	result.SetSupplyCenters(map[godip.Province]godip.Nation{
		"wes": Red,
		"xuy": Blue,
	})
	return
}

func TinyGraph() *graph.Graph {
	return graph.New().
		// Westland
		Prov("wes").Conn("nor", godip.Sea).Conn("sou", godip.Sea).Conn("xuy", godip.Land).Conn("xuy/nc", godip.Sea).
			Conn("xuy/sc", godip.Sea).Flag(godip.Archipelago...).SC(Red).
		// Xuyland
		Prov("xuy").Conn("wes", godip.Land).Flag(godip.Land).SC(Blue).
		Prov("xuy/nc").Conn("nor", godip.Sea).Conn("wes", godip.Sea).Flag(godip.Sea).
		Prov("xuy/sc").Conn("sou", godip.Sea).Conn("wes", godip.Sea).Flag(godip.Sea).
		Prov("nor").Conn("wes", godip.Sea).Conn("xuy", godip.Sea).Conn("xuy/nc", godip.Sea).Flag(godip.Sea).
		Prov("sou").Conn("wes", godip.Sea).Conn("xuy", godip.Sea).Conn("xuy/sc", godip.Sea).Conn("mars", godip.Sea).Flag(godip.Sea).
		Done()
}

var provinceLongNames = map[godip.Province]string{
	"nor": "Northern Sea",
}
"""
STEPS = {
    "WES XUY A", "XUY WES A", "WES NOR F", "WES SOU F", "WES XUY/NC F", "WES XUY/SC F", "XUY/NC NOR F", "XUY/NC WES F",
    "XUY/SC SOU F", "XUY/SC WES F", "NOR WES F", "NOR XUY/NC F", "SOU WES F", "SOU XUY/SC F",
}  # fmt: skip


def brought(files: dict[str, str], name: str = "") -> ImportResult:
    return import_board(MemorySource("tiny", {key: text.encode() for key, text in files.items()}), name)


def only(files: dict[str, str], name: str = "") -> Imported:
    result = brought(files, name)
    assert not result.errors, result.errors
    (found,) = result.variants
    return found


def steps(variant: Variant) -> set[str]:
    return {f"{edge.origin} {edge.target} {kind}" for edge in variant.board.edges for kind in edge.kinds}


PACKAGE = {"tiny/tiny.go": GO, "tiny/svg/tinymap.svg": SVG, "tiny/svg/army.svg": "<svg/>", "tiny/bindata.go": GO}


@pytest.fixture(scope="module")
def imported() -> Imported:
    return only(PACKAGE)


@pytest.fixture(scope="module")
def variant(imported: Imported) -> Variant:
    return load(imported.source).variant


def test_the_steps_are_those_of_the_text_coast_by_coast(variant: Variant) -> None:
    assert steps(variant) == STEPS


def test_names_terrain_and_centres_follow_from_the_chain(variant: Variant) -> None:
    places = variant.board.provinces
    assert {code: place.name for code, place in places.items()} == {
        "WES": "Westland",
        "XUY": "Xuyland",
        "NOR": "Northern Sea",
        "SOU": "SOU",
    }
    assert places["XUY"].terrain is Terrain.COASTAL
    assert places["XUY"].coasts == ("NC", "SC")
    assert places["WES"].convoyable
    assert (places["WES"].home, places["XUY"].home) == ("RED_MEN", "BLUE")


def test_powers_units_start_builds_and_victory_come_over(variant: Variant) -> None:
    assert [(each.name, each.role) for each in variant.powers.values()] == [
        ("Red Men", PowerRole.PLAYING),
        ("Blue", PowerRole.PLAYING),
        ("Neutral", PowerRole.NEUTRAL),
    ]
    assert {str(unit) for unit in variant.start.units} == {"RED_MEN A WES", "BLUE F XUY/NC", "NEUTRAL F SOU"}
    assert str(variant.start.phase) == "F1650M"
    assert variant.victory == 2
    assert variant.builds is BuildPolicy.ANY_OWNED


def test_the_drawing_keeps_its_shapes_and_the_places_of_its_layers(imported: Imported, variant: Variant) -> None:
    made = compile_board(imported.files["board.svg"], variant.board, "board.svg", names=False)
    assert made.board is not None
    assert not [fault for fault in made.faults if fault.severity is Severity.ERROR]
    assert made.board.provinces["XUY"].units["NC"] == pytest.approx((300, 110), abs=0.1)
    assert made.board.provinces["WES"].supply == pytest.approx((40, 130), abs=0.1)


def test_a_step_to_nowhere_is_reported_with_its_line(imported: Imported) -> None:
    line = GO[: GO.index('Prov("sou")')].count("\n") + 1
    told = next(each for each in imported.report if "'mars'" in each.what)
    assert (told.source, told.line) == ("tiny/tiny.go", line)
    assert told.severity is Severity.WARNING


def test_one_file_of_the_package_can_be_chosen() -> None:
    assert steps(load(only({"tiny.go": GO, "svg/tinymap.svg": SVG}, "tiny.go").source).variant) == STEPS


def test_without_a_drawing_a_plain_board_is_laid_out() -> None:
    found = only({"tiny.go": GO})
    assert "plain.svg" in found.files
    assert any("no drawing beside it" in each.what for each in found.report)


def test_a_board_that_a_program_makes_from_another_says_that_it_cannot_be_read() -> None:
    (fault,) = brought({"odd.go": 'func G() { g := graph.New(); for _, p := range x { g.Prov(p).Conn("a", godip.Sea) } }'}).errors
    assert "no board is written out" in fault.what
    assert fault.source == "odd.go"


def test_the_json_of_the_server_gives_the_same_board() -> None:
    def node(edges: dict[str, list[str]], flags: list[str]) -> dict[str, object]:
        return {
            "Edges": {target: {"Flags": dict.fromkeys(along, True)} for target, along in edges.items()},
            "Flags": dict.fromkeys(flags, True),
        }

    sea, land = ["Sea"], ["Land"]
    nodes = {
        "wes": {
            "Subs": {"": node({"nor": sea, "sou": sea, "xuy": land, "xuy/nc": sea, "xuy/sc": sea}, ["Land", "Sea"])},
            "SC": "Red Men",
        },
        "xuy": {
            "Subs": {
                "": node({"wes": land}, land),
                "nc": node({"nor": sea, "wes": sea}, sea),
                "sc": node({"sou": sea, "wes": sea}, sea),
            },
            "SC": "Blue",
        },
        "nor": {"Subs": {"": node({"wes": sea, "xuy": sea, "xuy/nc": sea}, sea)}, "SC": None},
        "sou": {"Subs": {"": node({"wes": sea, "xuy": sea, "xuy/sc": sea}, sea)}, "SC": None},
    }
    start = {
        "Year": 1650,
        "Season": "Fall",
        "Type": "Movement",
        "Units": {"wes": {"Type": "Army", "Nation": "Red Men"}},
        "SCs": {"wes": "Red Men"},
    }
    served = {"Name": "Tiny Lands", "Nations": ["Red Men", "Blue"], "Graph": {"Nodes": nodes}, "Start": start}
    found = load(only({"tiny.json": json.dumps({"Properties": served}), "tinymap.svg": SVG}).source).variant
    assert steps(found) == STEPS
    assert str(found.start.phase) == "F1650M"
    assert {str(unit) for unit in found.start.units} == {"RED_MEN A WES"}


@pytest.mark.parametrize("text", ['{"Graph": {"Nodes": 7}}', '{"Graph" "Nodes"', "[" * 100_000 + '"Graph" "Nodes"'])
def test_json_that_is_no_board_says_so(text: str) -> None:
    (fault,) = brought({"x.json": text}, "x.json").errors
    assert "there is no board in this JSON" in fault.what


def test_a_coast_with_a_long_name_stays_a_coast_of_its_own() -> None:
    text = GO.replace("xuy/nc", "xuy/river")
    found = load(import_board(MemorySource("tiny", {"tiny.go": text.encode()}), "tiny.go").variants[0].source).variant
    assert found.board.provinces["XUY"].coasts == ("RIV", "SC")
    steps = {(str(edge.origin), str(edge.target)) for edge in found.board.edges if "F" in edge.kinds}
    assert {("XUY/RIV", "NOR"), ("NOR", "XUY/RIV"), ("WES", "XUY/RIV"), ("XUY/SC", "SOU")} <= steps
    assert ("XUY/SC", "NOR") not in steps
    assert "BLUE F XUY/RIV" in set(map(str, found.start.units))
