"""Boards drawn by others come in whole: they can be read, drawn, and played; their steps are those of the source, one for one."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace

import pytest

from adjudicator.board import Terrain
from adjudicator.legal import check_order
from adjudicator.phase import PhaseKind
from adjudicator.variant import PowerRole
from app.game.dpn.writer import write
from app.game.opening import FileStanding, open_text
from app.game.played import game_of
from app.game.record import MAIN
from app.game.variant_source import Shelved
from app.players.bots import Bot, bots
from app.players.easy import RandomBot
from entente.playing import play
from entente.state import Variant
from tests.interop.imported_boards import SharedBoard, edges_of, imported_board, imported_boards, jdip_edges, judge_edges
from tests.shared_data import shared_folder
from tests.thorough import one_in, rounds
from variants import standard
from variants.check import check_variant
from variants.compile import compile_board
from variants.compiled import CompiledBoard
from variants.fault import Severity

pytestmark = pytest.mark.interop

GAMES, GAMES_OF_A_PART = 50, 2
YEARS = 8
"""Rounds of the calendar until the year limit, where no power has won before: chance seldom conquers a board."""

MENDED = {"ancmedVariant.zip": {"PUN"}}
"""Provinces that are not as the file says, because the file is wrong; the report says so."""


def boards() -> tuple[SharedBoard, ...]:
    return imported_boards(shared_folder())


NAMES = (
    "jdip/ancmedVariant.zip:ancient-mediterranean",
    "jdip/hundredVariants.zip:hundred3-v1-h31",
    "jdip/hundredVariants.zip:hundred3-v2-h32",
    "jdip/imperiumVariants.zip:imperium",
    "jdip/loeb9Variants.zip:loeb9",
    "jdip/modernVariants.zip:modern",
    "jdip/modernVariants.zip:modern-with-wings",
    "jdip/modernVariants.zip:modern-shift",
    "jdip/stdVariants.zip:standard-2",
    "jdip/stdVariants.zip:standard-no-units",
    "jdip/stdVariants.zip:standard-6-players",
    "jdip/stdVariants.zip:standard-5-players",
    "jdip/stdVariants.zip:1898-2",
    "jdip/stdVariants.zip:britain-2",
    "jdip/stdVariants.zip:crowded-2",
    "jdip/stdVariants.zip:crowded-1898",
    "jdip/stdVariants.zip:fleet-rome-2",
    "jdip/stdVariants.zip:shift-left",
    "jdip/stdVariants.zip:shift-right",
    "jdip/stdVariants.zip:shift-around",
    "dpjudge/1900.map:1900",
    "dpjudge/ancmed.map:ancmed",
    "dpjudge/chaos.map:chaos-2",
    "dpjudge/classical.map:classical",
    "dpjudge/loeb9.map:loeb9",
    "dpjudge/modern.map:modern",
    "dpjudge/standard.map:standard-2",
    "dpjudge/zeus.map:zeus",
    "diplomacy/ancmed.map:ancmed",
    "diplomacy/standard.map:standard-2",
    "diplomacygm/classic:classic",
)
EUROPE = (
    "jdip/stdVariants.zip:standard-2",
    "dpjudge/standard.map:standard-2",
    "diplomacy/standard.map:standard-2",
    "diplomacygm/classic:classic",
)


def board(name: str) -> SharedBoard:
    return imported_board(shared_folder(), name)


every_board = pytest.mark.parametrize("name", NAMES)
some_boards = pytest.mark.parametrize("name", one_in(3, NAMES))
"""The others are compiled and played on in a thorough run."""


def test_the_whole_collection_is_imported() -> None:
    assert [each.name for each in boards()] == list(NAMES)


@every_board
def test_it_reads_as_a_variant_of_ours_without_a_fault(name: str) -> None:
    folder = board(name).folder()
    assert not [fault for fault in folder.faults if fault.severity is Severity.ERROR]
    variant = folder.variant
    assert variant.board.centres
    assert any(power.role is PowerRole.PLAYING for power in variant.powers.values())
    assert all(fault.severity is Severity.WARNING for fault in board(name).imported.report)
    assert folder.maps


@some_boards
def test_its_first_drawing_shows_every_province_with_a_shape_and_a_place_for_every_unit(name: str) -> None:
    drawn, errors = _compiled(board(name))
    assert errors == ()
    assert drawn is not None
    rules = board(name).folder().variant.board
    passable = {code for code, place in rules.provinces.items() if place.terrain is not Terrain.IMPASSABLE}
    assert set(drawn.provinces) == passable
    standing = {(edge.origin.province, edge.origin.coast or "") for edge in rules.edges}
    for province, coast in standing & {(code, coast) for code in passable for coast in ("", *rules.provinces[code].coasts)}:
        shape = drawn.provinces[province]
        assert all(len(part[0]) > 2 for part in shape.polygons)
        assert shape.polygons
        assert coast in shape.units
        assert coast in shape.retreats
    assert all(drawn.provinces[code].supply is not None for code in rules.centres)


EXPECTED_FINDINGS = re.compile(
    r"\w+ starts with \d+ units and \d+ centres"
    r"|\w+ and \w+ look alike to \w+"
    r"|(BAY|MEM) is coastal and touches no sea"
    r"|two powers can reach 18 of 39 centres at once"
    r"|\w+ has no centre"
    r"|\w+ is at sea and a supply centre"
    r"|no unit stands on the board at the start"
    r"|names cannot be read on the land of BURGUNDY"
    r"|the lands of \w+ and \w+ look alike"
    r"|the land of \w+ looks like (water|land that nobody owns)"
)
"""Oddities of the boards themselves: their starts, their colours, islands at sea with a centre, two coasts on a Mediterranean river,
a tight victory, peoples without a land of their own, and a board that is meant to be set up by hand."""


@some_boards
def test_the_check_finds_only_what_is_odd_about_the_board_itself(name: str) -> None:
    drawn, _ = _compiled(board(name))
    assert drawn is not None
    found = check_variant(board(name).folder(), {board(name).folder().maps[0].file: drawn})
    assert [str(fault) for fault in found if not EXPECTED_FINDINGS.fullmatch(fault.what)] == []


_COMPILED: dict[tuple[str, str, bytes], tuple[CompiledBoard | None, tuple[str, ...]]] = {}


def _compiled(found: SharedBoard) -> tuple[CompiledBoard | None, tuple[str, ...]]:
    """The first drawing of a variant, and its errors. Places for names, which take half of the time, are the business of a review.

    Variants of a package share drawings; each is compiled once, and marks the centres of the variant that asks.
    """
    file = found.folder().maps[0].file
    svg = found.imported.files[file]
    key = (found.file, file, svg)
    if key not in _COMPILED:
        made = compile_board(svg, found.folder().variant.board, file, names=False)
        _COMPILED[key] = (made.board, tuple(str(fault) for fault in made.faults if fault.severity is Severity.ERROR))
    drawn, errors = _COMPILED[key]
    return None if drawn is None else drawn.with_centres(found.folder().variant.board.centres), errors


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("jdip/")])
def test_the_steps_of_a_jdip_board_are_those_of_its_adjacency_file(name: str) -> None:
    found = board(name)
    with zipfile.ZipFile(shared_folder() / "boards" / "jdip" / found.file) as archive:
        file = next(each for each in archive.namelist() if each.endswith("_adjacency.xml"))
        wanted = jdip_edges(archive.read(file))
    mended = MENDED.get(found.file, set())

    def untouched(edge: tuple[str, str, str]) -> bool:
        return not {edge[0].partition("/")[0], edge[1].partition("/")[0]} & mended

    assert set(filter(untouched, edges_of(found.folder().variant.board))) == set(filter(untouched, wanted))


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith(("dpjudge/", "diplomacy/")) and "loeb9" not in n])
def test_the_steps_of_a_map_file_are_those_it_lists(name: str) -> None:
    found = board(name)
    assert edges_of(found.folder().variant.board) == judge_edges(shared_folder() / "boards" / found.family, found.file)


@pytest.mark.parametrize("name", EUROPE)
def test_europe_is_the_same_board_in_every_family(name: str) -> None:
    ours, theirs = standard().board, board(name).folder().variant.board
    known = {word.lower(): code for code, place in ours.provinces.items() for word in (place.name, *place.names, *place.aliases)}
    code: dict[str, str] = {}
    for each, place in theirs.provinces.items():
        words = [place.name, place.name.replace("St ", "St. "), each, *place.names, *place.aliases]
        code[each] = next((known[word.lower()] for word in words if word.lower() in known), each)

    def ours_for(place: str) -> str:
        province, slash, coast = place.partition("/")
        return f"{code[province]}{slash}{coast}"

    assert {(ours_for(a), ours_for(b), kind) for a, b, kind in edges_of(theirs)} == edges_of(ours)


def test_the_two_boards_of_loeb_have_the_same_borders_for_armies() -> None:
    """One is written as differences from the standard map, with places amended, dropped and renamed, the other in full."""
    judge, jdip = (board(name).folder().variant.board for name in ("dpjudge/loeb9.map:loeb9", "jdip/loeb9Variants.zip:loeb9"))
    assert len(judge.provinces) == len(jdip.provinces) == 87
    assert len(judge.centres) == 38
    rivers = {str(edge.origin) + str(edge.target) for edge in judge.edges if edge.half_strength == 0}
    assert rivers == {"NAFCOR", "CORNAF", "NAPSIC", "SICNAP"}
    icy = {edge.target.province for edge in judge.edges if edge.seasons == frozenset("S")}
    assert "ARC" in icy


def test_special_borders_are_carried_over() -> None:
    imperium = board("jdip/imperiumVariants.zip:imperium").folder().variant.board
    assert sum(edge.half_strength == 0 and not edge.supports for edge in imperium.edges) > 30
    cape = board("dpjudge/1900.map:1900").folder().variant.board
    straits = {f"{edge.origin} - {edge.target}" for edge in cape.edges if edge.half_strength == 1}
    assert straits == {"EGY - MAO", "HEJ - MAO", "MAO - EGY", "MAO - HEJ"}
    arctic = board("jdip/loeb9Variants.zip:loeb9").folder().variant.board
    assert all(edge.seasons == frozenset("S") for edge in arctic.edges if edge.target.province == "ARC")
    wings = board("jdip/modernVariants.zip:modern-with-wings").folder().variant
    assert not wings.board.kinds["W"].captures
    assert {unit.kind for unit in wings.start.units} == {"A", "F", "W"}


def test_a_known_bad_board_says_what_is_wrong() -> None:
    report = [str(fault) for fault in board("jdip/ancmedVariant.zip:ancient-mediterranean").imported.report]
    assert any("PUN (Punic Sea)" in line and "ancientmed_adjacency.xml:" in line and line.endswith("it is a sea") for line in report)
    assert any("BAL (Baleares) is a sea with a supply centre" in line for line in report)


def test_starts_are_those_of_the_sources() -> None:
    siberia = board("dpjudge/1900.map:1900").folder().variant.board.provinces["SIB"]
    assert (siberia.build_site, siberia.centre, siberia.home) == (True, False, "RUSSIA")
    assert str(board("dpjudge/classical.map:classical").folder().variant.start.phase) == "B-0273M"
    chaos = board("dpjudge/chaos.map:chaos-2").folder().variant
    assert (len(chaos.powers), chaos.start.units, str(chaos.start.phase)) == (34, (), "W1900A")
    shift = board("jdip/stdVariants.zip:shift-left").folder().variant
    assert not any(shift.board.provinces[centre].home == owner for centre, owner in shift.start.owners.items())
    six = board("jdip/stdVariants.zip:standard-6-players").folder().variant
    assert six.powers["ITALY"].role is PowerRole.NEUTRAL
    assert six.start.units_of("ITALY")


class OneVariant:
    """A shelf with nothing else on it."""

    def __init__(self, shelved: Shelved) -> None:
        self._shelved = shelved

    def find(self, variant_id: str) -> Shelved | None:
        return self._shelved if variant_id == self._shelved.variant.id else None


@every_board
@pytest.mark.parametrize("part", rounds(1, GAMES // GAMES_OF_A_PART))
def test_fifty_random_games_end_by_a_rule_and_each_replays_from_its_file_to_the_same_position(name: str, part: int) -> None:
    folder = board(name).folder()
    start, round_of_years = folder.variant.start.phase.year, folder.variant.calendar.year_step
    variant = replace(folder.variant, year_limit=start + (YEARS - 1) * abs(round_of_years))
    shelved = Shelved(variant, f"sha256:{folder.checksum}")
    playable, shelf = Variant(variant), OneVariant(shelved)
    for seed in range(part * GAMES_OF_A_PART, (part + 1) * GAMES_OF_A_PART):
        players = {power: RandomBot(seed * 100 + at) for at, power in enumerate(variant.powers)}
        record = play(playable, players)
        assert record.misses == ()
        game = game_of(record, checksum=shelved.checksum, game_id="1")
        assert game.ending is not None
        assert game.ending.reason in ("centres", "year limit")
        opened = open_text(write(game).encode(), shelf=shelf)
        assert [str(fault) for fault in opened.errors] == []
        assert opened.standing is FileStanding.CHECKED
        assert opened.game is not None
        assert opened.game.ending == game.ending
        assert [turn.position for turn in opened.game.line(MAIN)] == [turn.position for turn in game.line(MAIN)]


@some_boards
def test_the_opponents_play_on_it_and_all_that_they_order_is_legal(name: str) -> None:
    variant = board(name).folder().variant
    for kind in (Bot.EASY, Bot.STEADY):
        record = play(Variant(variant), bots(kind, variant, 1), last_year=variant.start.phase.year + 2 * abs(variant.calendar.year_step))
        assert record.misses == ()
        for step in record.steps:
            assert step.resolution.refused == ()
            for power, orders in step.given.items():
                if step.before.phase.kind is not PhaseKind.ADJUSTMENT:
                    assert len(orders) == len(step.before.orderable(power))
                assert all(check_order(variant, step.before.position, power, order) for order in orders), (power, orders)
