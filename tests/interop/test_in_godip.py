"""Our boards in godip: the Go text that we export is compiled with it, has the same steps, and is played there."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.interop.programs import BOARDS, OwnBoard, checkout, output, own_board, steps_of, tool

pytestmark = [pytest.mark.interop, pytest.mark.slow]
YEARS = 4
ASSET = "package {package}\n\nfunc Asset(name string) ([]byte, error) {{ return nil, nil }}\n"
"""The pictures of a variant, which go-bindata would write."""
PLAYED = """package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"

	"github.com/zond/godip"
	"github.com/zond/godip/state"
	"github.com/zond/godip/variants/classical"
	"github.com/zond/godip/variants/common"
IMPORTS
)

var boards = map[string]common.Variant{
BOARDS
}

func orders(left godip.Options, said []string, place string, out map[string][]string) {
	if len(left) == 0 {
		bits := append([]string{place}, said...)
		out[strings.Join(bits, " ")] = bits
	}
	for key, more := range left {
		if filtered, ok := key.(godip.FilteredOptionValue); ok {
			key = filtered.Value
		}
		if from, ok := key.(godip.SrcProvince); ok {
			orders(more, said, string(from), out)
		} else {
			orders(more, append(append([]string{}, said...), fmt.Sprint(key)), place, out)
		}
	}
}

func possible(now *state.State, board common.Variant, nation godip.Nation) (places []string, found map[string]map[string][]string) {
	found = map[string]map[string][]string{}
	for place, options := range now.Options(board.Parser.Orders(), nation) {
		found[fmt.Sprint(place)] = map[string][]string{}
		orders(options, nil, fmt.Sprint(place), found[fmt.Sprint(place)])
		places = append(places, fmt.Sprint(place))
	}
	sort.Strings(places)
	return
}

func fail(err error) {
	if err != nil {
		panic(err)
	}
}

func order(now *state.State, board common.Variant, bits []string) {
	parsed, err := board.Parser.Parse(bits)
	fail(err)
	now.SetOrder(godip.Province(bits[0]), parsed)
}

func start(board common.Variant) *state.State {
	now, err := board.Start()
	fail(err)
	return now
}

func shown(now *state.State) string {
	said, err := json.Marshal(map[string]interface{}{"units": now.Units(), "centres": now.SupplyCenters(), "year": now.Phase().Year()})
	fail(err)
	return string(said)
}

// One game on each board, with the same orders as long as there are any other boards beside it.
func play(seed int64, phases int, together ...common.Variant) (done int, differences []string) {
	chance := rand.New(rand.NewSource(seed))
	states := []*state.State{}
	for _, board := range together {
		states = append(states, start(board))
	}
	for ; done < phases && len(differences) == 0; done++ {
		for _, nation := range together[0].Nations {
			places, first := possible(states[0], together[0], nation)
			for at := 1; at < len(together); at++ {
				_, other := possible(states[at], together[at], nation)
				one, err := json.Marshal(first)
				fail(err)
				two, err := json.Marshal(other)
				fail(err)
				if string(one) != string(two) {
					differences = append(differences, fmt.Sprint(nation, ": ", string(one), " and ", string(two)))
				}
			}
			for _, place := range places {
				words := []string{}
				for word := range first[place] {
					words = append(words, word)
				}
				sort.Strings(words)
				if len(words) > 0 {
					bits := first[place][words[chance.Intn(len(words))]]
					for at := range together {
						order(states[at], together[at], bits)
					}
				}
			}
		}
		for at := range together {
			fail(states[at].Next())
			if shown(states[at]) != shown(states[0]) {
				differences = append(differences, shown(states[0])+" and "+shown(states[at]))
			}
		}
	}
	return
}

func main() {
	tell := json.NewEncoder(os.Stdout)
	for name, board := range boards {
		graph := map[string]map[string][]string{}
		for _, place := range board.Graph().Provinces() {
			for _, own := range board.Graph().Coasts(place) {
				graph[string(own)] = map[string][]string{}
				for target, along := range board.Graph().Edges(own, false) {
					for flag := range along {
						if board.Graph().Flags(own)[flag] && board.Graph().Flags(target)[flag] {
							graph[string(own)][string(target)] = append(graph[string(own)][string(target)], string(flag))
						}
					}
				}
			}
		}
		now := start(board)
		units := map[string]godip.Unit{}
		for place, unit := range now.Units() {
			units[string(place)] = unit
		}
		centres := len(board.Graph().SCs(godip.Neutral))
		for _, nation := range board.Nations {
			centres += len(board.Graph().SCs(nation))
		}
		done, _ := play(1, PHASES, board)
		fail(tell.Encode(map[string]interface{}{"name": name, "graph": graph, "units": units, "centres": centres, "phases": done}))
	}
	if board, ok := boards["classical"]; ok {
		for seed := int64(0); seed < 10; seed++ {
			done, differences := play(seed, 40, classical.ClassicalVariant, board)
			fail(tell.Encode(map[string]interface{}{"seed": seed, "phases": done, "differences": differences}))
		}
	}
}
"""


class Godip:
    """A copy of the checkout in which our boards are compiled."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "src" / "github.com" / "zond" / "godip"
        self.path = folder
        shutil.copytree(checkout("godip"), self.root, ignore=shutil.ignore_patterns(".git", "*.svg", "gae", "games*", "*_test.go"))
        for each in (self.root / "variants").glob("*/*.go"):
            if not (each.parent / "bindata.go").exists() and "package " in each.read_text():
                package = re.search(r"(?m)^package (\w+)", each.read_text())
                assert package is not None
                if "Asset(" in "".join(file.read_text() for file in each.parent.glob("*.go")):
                    (each.parent / "bindata.go").write_text(ASSET.format(package=package[1]))
        self.imports: list[str] = []
        self.boards: list[str] = []

    def add(self, name: str, text: str) -> None:
        """Put the text of a board into it."""
        at = len(self.boards)
        title = re.search(r"(?m)^var (\w+)Variant = ", text)
        package = re.search(r"(?m)^package (\w+)", text)
        assert title is not None
        assert package is not None
        folder = self.path / "src" / "ours" / f"board{at}"
        folder.mkdir(parents=True)
        (folder / "board.go").write_text(text)
        (folder / "bindata.go").write_text(ASSET.format(package=package[1]))
        self.imports.append(f'\tboard{at} "ours/board{at}"')
        self.boards.append(f'\t"{name}": board{at}.{title[1]}Variant,')

    def run(self) -> list[dict[str, object]]:
        """Compile and play; a value for each board."""
        text = PLAYED.replace("IMPORTS", "\n".join(self.imports)).replace("BOARDS", "\n".join(self.boards))
        main = self.path / "src" / "ours" / "main"
        main.mkdir(parents=True)
        (main / "main.go").write_text(text.replace("PHASES", str(5 * YEARS)))
        said = output(
            [tool("go"), "run", "ours/main"], self.path, GOPATH=str(self.path), GO111MODULE="off", GOFLAGS="", GOCACHE=str(self.path / "c")
        )
        return [json.loads(line) for line in said.splitlines()]


def go_text(board: OwnBoard, folder: Path) -> str:
    board.export(folder / "board.svg")
    return (folder / "board.go").read_text()


def test_our_boards_are_compiled_and_played_there_with_the_same_steps(tmp_path: Path) -> None:
    tool("go")
    godip = Godip(tmp_path / "go")
    boards = {name: own_board(name) for name in BOARDS}
    for at, (name, board) in enumerate(boards.items()):
        godip.add(name, go_text(board, tmp_path / str(at)))
    told = {str(each["name"]): each for each in godip.run()}
    assert told.keys() == boards.keys()
    for name, board in boards.items():
        said, variant = told[name], board.variant
        graph, units = said["graph"], said["units"]
        assert isinstance(graph, dict)
        assert isinstance(units, dict)
        wanted = steps_of(variant)
        many = {code.lower() for code, each in variant.board.provinces.items() if each.coasts}
        found = {
            (kind, one.upper(), other.upper())
            for one, targets in graph.items()
            for other, flags in targets.items()
            for kind, flag in (("A", "Land"), ("F", "Sea"))
            # The land of a province with coasts lies at their seas there, which says from where armies are convoyed.
            if flag in flags and not (kind == "F" and {one, other} & many)
        }
        assert found == wanted, name
        assert units.keys() == {str(each.piece.location).lower() for each in variant.start.units}, name
        assert said["centres"] == len(variant.board.centres), name
        assert said["phases"] == 5 * YEARS


def test_games_on_our_standard_board_go_as_on_that_of_godip(tmp_path: Path) -> None:
    """Ten games of eight years, with whatever can be ordered, in which both give the same orders and the same outcome."""
    tool("go")
    godip = Godip(tmp_path / "go")
    text = go_text(own_board("standard"), tmp_path)
    for ours, theirs in (("nwg", "nrg"), ("mao", "mid"), ("nao", "nat"), ("lyo", "gol")):
        text = re.sub(rf'"{ours}"', f'"{theirs}"', text)
    godip.add("classical", text.replace('"Austria-Hungary"', '"Austria"'))
    games = [each for each in godip.run() if "seed" in each]
    assert len(games) == 10
    assert [each for each in games if each["differences"]] == []
    assert all(each["phases"] == 40 for each in games)
