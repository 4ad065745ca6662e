"""Our boards in diplicity: its validators take them, its Variant Creator opens them, and its adjudicator plays them with the same steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.board import Board
from tests.interop.programs import BOARDS, TO_FETCH, checkout, output, own_board, python_output, steps_of, tool

pytestmark = [pytest.mark.interop, pytest.mark.slow]
SERVICE = """
import json, random, sys
service, paths = sys.argv[1], sys.argv[2:]
sys.path.insert(0, service)
from adjudicator import adjudicate
from adjudicator.options import get_options
from adjudicator.serializers import deserialize_game_state, deserialize_variant
from variant.utils import normalize_dsvg, validate_dsvg, validate_dvar


class Rows:
    def __init__(self, words): self.words = words
    def filter(self, parent__isnull): return Rows([each for each in self.words if ("/" not in each) is parent__isnull])
    def values_list(self, *_, flat): return self.words


class Stored:  # the words of its database that the check of a drawing asks for
    def __init__(self, said):
        self.id = said["id"]
        self.provinces = Rows([each["id"] for each in (*said["provinces"], *said["namedCoasts"])])


for path in paths:
    said = json.load(open(path))
    drawing = normalize_dsvg(open(path.replace(".dvar.json", ".d.svg")).read())
    errors = [str(each) for each in (*validate_dvar(said), *validate_dsvg(drawing, Stored(said)))]
    told = {"path": path, "errors": errors, "moves": [], "phases": []}
    if not errors:
        variant, now, chance = deserialize_variant(said), {**said["initialState"], "orders": []}, random.Random(1)
        for number in range(20):
            options = get_options(deserialize_game_state(now, variant))
            if not number:
                told["moves"] = [[each.source, each.named_coast or each.target] for each in options if each.order_type == "Move"]
            units = {each["location"]: each["nation"] for each in now["units"]}
            owners = {each["province"]: each["nation"] for each in now["supplyCenters"]}
            by_source = {}
            for each in options:
                by_source.setdefault(each.source, []).append(each)
            now["orders"] = [
                {"nation": units.get(source) or owners[source.partition("/")[0]], "source": source,
                 "orderType": each.order_type.replace("MoveViaConvoy", "Move"), "viaConvoy": each.order_type == "MoveViaConvoy",
                 "target": each.named_coast or each.target if each.order_type == "Move" else each.target, "aux": each.aux,
                 "unitType": each.unit_type}
                for source, choices in by_source.items() if source is not None for each in [chance.choice(choices)]
            ]
            states = adjudicate(said, now)
            told["phases"].append([now["phase"]["season"], now["phase"]["year"], now["phase"]["type"]])
            if len(states) < 2:
                break
            now = states[1]
    print(json.dumps(told))
"""
CREATOR = """
const { validateVariantJson } = require("./validation.js");
const fs = require("fs");
for (const path of process.argv.slice(2)) {
    const said = validateVariantJson(fs.readFileSync(path, "utf8"));
    console.log(JSON.stringify({ path, error: said.valid ? null : said.error }));
}
"""


def near(board: Board, place: str) -> set[str]:
    """The places that a unit there can go to without a convoy; both kinds of unit together."""
    return {str(edge.target).lower() for edge in board.edges if str(edge.origin).lower() == place}


def test_the_service_takes_our_boards_and_plays_them_with_the_same_steps(tmp_path: Path) -> None:
    service = checkout("diplicity-react") / "service"
    boards = {str(tmp_path / f"{at}.dvar.json"): own_board(name) for at, name in enumerate(BOARDS)}
    for path, board in boards.items():
        board.export(Path(path))
    said = python_output(("lxml", "pyyaml", "jsonschema"), SERVICE, [service, *boards], tmp_path)
    told = {each["path"]: each for each in map(json.loads, said.splitlines())}
    assert {path: told[path]["errors"] for path in boards} == {path: [] for path in boards}
    for path, board in boards.items():
        variant = board.variant
        units = {str(each.piece.location).lower(): each.piece.kind for each in variant.start.units}
        steps = steps_of(variant)
        moves = {(one, other) for one, other in told[path]["moves"]}
        wanted = {
            (one, other.lower()) for one, kind in units.items() for letter, start, other in steps if (letter, start.lower()) == (kind, one)
        }
        convoyed = {(one, other) for one, other in moves - wanted if units[one] == "A" and other not in near(variant.board, one)}
        assert moves - convoyed == wanted, board.name
        assert len(told[path]["phases"]) == 20, board.name


def test_the_variant_creator_opens_our_files(tmp_path: Path) -> None:
    source = checkout("diplicity-react") / "packages" / "variant-creator" / "src" / "utils" / "validation.ts"
    npm, node = tool("npm"), tool("node")
    try:
        output([npm, "install", "--silent", "--no-audit", "--no-fund", "zod@4", "esbuild"], tmp_path, TO_FETCH)
    except AssertionError as error:
        pytest.skip(f"zod and esbuild cannot be had: {error}")
    bundle = ["--bundle", "--format=cjs", "--platform=node", f"--alias:zod={tmp_path / 'node_modules' / 'zod'}"]
    output([tmp_path / "node_modules" / ".bin" / "esbuild", source, *bundle, f"--outfile={tmp_path / 'validation.js'}"], tmp_path)
    (tmp_path / "open.js").write_text(CREATOR)
    paths = [tmp_path / f"{at}.creator.json" for at in range(len(BOARDS))]
    for name, path in zip(BOARDS, paths, strict=True):
        own_board(name).export(path)
    said = [json.loads(line) for line in output([node, "open.js", *paths], tmp_path).splitlines()]
    assert {each["path"]: each["error"] for each in said} == {str(path): None for path in paths}
