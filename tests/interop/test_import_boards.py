"""Boards drawn by others come in whole: they can be read, drawn, and played; their steps are those of the source, one for one."""

from __future__ import annotations

import zipfile
from functools import cache

import pytest

from adjudicator.board import Terrain
from adjudicator.variant import PowerRole
from app.game.dpn.writer import write
from app.game.opening import Standing, open_text
from app.game.record import MAIN
from app.game.shelf import Shelved
from app.players.random_bot import RandomBot
from app.players.recording import game_of
from entente.playable import Variant
from entente.playing import play
from tests.interop.imported_boards import SharedBoard, edges_of, imported_boards, jdip_edges, judge_edges
from tests.shared_data import shared_folder
from variants import standard
from variants.compile import compile_board
from variants.fault import Severity

pytestmark = pytest.mark.interop

GAMES = 50
YEARS = 5

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


@cache
def board(name: str) -> SharedBoard:
    return next(each for each in boards() if each.name == name)


every_board = pytest.mark.parametrize("name", NAMES)


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


@every_board
def test_its_first_drawing_compiles_with_a_place_for_every_unit(name: str) -> None:
    folder = board(name).folder()
    file = folder.maps[0].file
    drawn, errors = _compiled(board(name).file, file, board(name).imported.files[file])
    assert errors == ()
    passable = {code for code, place in folder.variant.board.provinces.items() if place.terrain is not Terrain.IMPASSABLE}
    assert drawn == passable


_COMPILED: dict[tuple[str, str, bytes], tuple[set[str], tuple[str, ...]]] = {}


def _compiled(source: str, file: str, svg: bytes) -> tuple[set[str], tuple[str, ...]]:
    """The provinces that a drawing shows, and its errors. Variants of a package share drawings, and each is compiled once."""
    key = (source, file, svg)
    if key not in _COMPILED:
        rules = next(each for each in boards() if each.file == source and each.imported.files.get(file) == svg).folder().variant.board
        made = compile_board(svg, rules, file)
        errors = tuple(str(fault) for fault in made.faults if fault.severity is Severity.ERROR)
        _COMPILED[key] = (set() if made.board is None else set(made.board.provinces), errors)
    return _COMPILED[key]


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
    assert str(board("dpjudge/classical.map:classical").folder().variant.start.phase) == "S-0273M"
    chaos = board("dpjudge/chaos.map:chaos-2").folder().variant
    assert (len(chaos.powers), chaos.start.units, str(chaos.start.phase)) == (34, (), "W1900A")
    shift = board("jdip/stdVariants.zip:shift-left").folder().variant
    assert not any(shift.board.provinces[centre].home == owner for centre, owner in shift.start.owners.items())
    six = board("jdip/stdVariants.zip:standard-6-players").folder().variant
    assert six.powers["ITALY"].role is PowerRole.NEUTRAL
    assert six.start.units_of("ITALY")


@every_board
def test_random_games_play_to_their_end(name: str) -> None:
    variant = board(name).folder().variant
    last = variant.start.phase.year + YEARS
    for seed in range(GAMES):
        players = {power: RandomBot(seed * 100 + at) for at, power in enumerate(variant.powers)}
        game = game_of(play(Variant(variant), players, last_year=last), game_id="1")
        assert game.ending is not None
        assert len(game.line()) > YEARS


class OneVariant:
    """A shelf with nothing else on it."""

    def __init__(self, shelved: Shelved) -> None:
        self._shelved = shelved

    def find(self, variant_id: str) -> Shelved | None:
        return self._shelved if variant_id == self._shelved.variant.id else None


@every_board
def test_a_game_replays_from_its_file_to_the_same_end(name: str) -> None:
    folder = board(name).folder()
    shelved = Shelved(folder.variant, f"sha256:{folder.checksum}")
    players = {power: RandomBot(at) for at, power in enumerate(folder.variant.powers)}
    record = play(Variant(folder.variant), players, last_year=folder.variant.start.phase.year + 2 * YEARS)
    game = game_of(record, checksum=shelved.checksum, game_id="1")
    opened = open_text(write(game).encode(), shelf=OneVariant(shelved))
    assert [str(fault) for fault in opened.errors] == []
    assert opened.standing is Standing.CHECKED
    assert opened.game is not None
    assert [turn.position for turn in opened.game.line(MAIN)] == [turn.position for turn in game.line(MAIN)]
    assert opened.game.ending == game.ending
