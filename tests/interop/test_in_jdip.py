"""Our packages in jDip: it finds them, makes worlds of them, and has the same steps, centres and units."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.programs import BOARDS, checkout, output, own_board, steps_of, tool
from tests.shared_data import shared_folder

pytestmark = [pytest.mark.interop, pytest.mark.slow]
TOLD = """
import dip.world.*;
import dip.world.variant.*;
import dip.world.variant.data.*;
import java.io.File;

public class Told {
    static void tell(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) line.append(line.length() > 0 ? "\\t" : "").append(word);
        System.out.println(line);
    }

    static String word(Coast coast) {
        return coast.getAbbreviation();
    }

    public static void main(String[] folders) throws Exception {
        for (String folder : folders) {
            VariantManager.init(new File[] { new File(folder) }, false);
            for (Variant variant : VariantManager.getVariants()) {
                World world = WorldFactory.getInstance().createWorld(variant);
                Position position = world.getLastTurnState().getPosition();
                for (Province each : world.getMap().getProvinces()) {
                    String own = each.getShortName();
                    for (Coast coast : Coast.ALL_COASTS)
                        for (Location to : each.getAdjacentLocations(coast))
                            tell(folder, "step", own, word(coast), to.getProvince().getShortName(), word(to.getCoast()));
                    Unit unit = position.getUnit(each);
                    if (unit != null) tell(folder, "unit", own, word(unit.getCoast()), unit.getType().getShortName(), unit.getPower());
                    if (each.hasSupplyCenter()) tell(folder, "centre", own, position.getSupplyCenterOwner(each));
                }
                tell(folder, "phase", world.getLastTurnState().getPhase());
            }
        }
    }
}
"""


def told(folders: list[Path], there: Path) -> Iterator[list[str]]:
    """Lines of what jDip has, whose sources are compiled first."""
    root = checkout("jdip")
    java, javac = tool("java"), tool("javac")
    libraries = [each for each in sorted((root / "lib").glob("*.jar")) if not each.name.startswith(("xml-apis", "xerces"))]
    path = os.pathsep.join(map(str, libraries))
    (there / "Told.java").write_text(TOLD)
    astray = root / "src" / "dip" / "gui" / "swing" / "FileDropTargetListener.java"  # its package is another than its folder
    command: list[str | Path] = [javac, "-nowarn", "-encoding", "ISO-8859-1", "-cp", path, "-sourcepath", root / "src", "-d", there / "out"]
    output([*command, there / "Told.java", astray], there)
    classes = os.pathsep.join([str(there / "out"), str(root / "src"), path])
    for line in output([java, "-Djava.awt.headless=true", "-cp", classes, "Told", *folders], there).splitlines():
        if line.startswith(str(there)):
            yield line.split("\t")


def place(code: str, coast: str) -> str:
    return code.upper() if coast in ("mv", "xc") else f"{code}/{coast}".upper()


def test_jdip_makes_worlds_of_our_packages_with_the_same_steps_centres_and_units(tmp_path: Path) -> None:
    checkout("jdip")
    symbols = shared_folder() / "boards" / "jdip" / "simpleSymbols.zip"
    boards = {str(tmp_path / str(at)): own_board(name) for at, name in enumerate(BOARDS)}
    for folder, board in boards.items():
        board.export(Path(folder) / "oursVariants.zip")
        (Path(folder) / symbols.name).write_bytes(symbols.read_bytes())
    lines = list(told(list(map(Path, boards)), tmp_path))
    for folder, board in boards.items():
        variant = board.variant
        own = [words[1:] for words in lines if words[0] == folder]
        coasts = {f"{code}/{coast}" for code, each in variant.board.provinces.items() for coast in each.coasts}
        found: set[tuple[str, str, str]] = set()
        for what, *words in own:
            if what == "step":
                code, coast, goal, at = words
                one, other = place(code, coast), place(goal, at)
                kind = "A" if coast == "mv" else "F"
                if one == other:
                    continue  # so a land of which no army can go anywhere is one
                if kind == "A" or not (goal.upper() in {each.partition("/")[0] for each in coasts} and other not in coasts):
                    found.add((kind, one, other if kind == "F" else goal.upper()))
        assert found == steps_of(variant), board.name
        units = {(words[3].upper(), place(words[1], words[2])) for words in own if words[0] == "unit"}
        assert units == {(each.piece.kind, str(each.piece.location)) for each in variant.start.units}, board.name
        assert {words[1].upper() for words in own if words[0] == "centre"} == set(variant.board.centres), board.name
        assert sum(words[0] == "phase" for words in own) == 1
