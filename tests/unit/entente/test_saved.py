"""Programs read and write games, and load variants, by their paths."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import entente
from entente import GameFileError, Record, SavedGame
from tests.quick import each_nth
from variants.packed import pack

EXCHANGE = Path(__file__).parents[1] / "app" / "import_export"
SHIPPED = Path(__file__).parents[3] / "variants" / "shipped"


def played(last_year: int = 1904) -> Record:
    def by_lot(state: entente.State, power: str) -> list[entente.Order]:
        chance = random.Random(f"{power} {state.phase}")
        return [chance.choice(state.legal_orders(place)) for place in state.orderable(power)]

    variant = entente.standard()
    return entente.play(variant, dict.fromkeys(variant.powers, by_lot), last_year=last_year)


@each_nth(2, "ending", [".dpn", ".json", ".jsonl"])
def test_what_was_played_is_written_and_read_back(tmp_path: Path, ending: str) -> None:
    record = played()
    path = tmp_path / f"game{ending}"
    entente.write_game(record, path, name="By lot")
    saved = entente.read_game(path)
    assert saved.name == "By lot"
    assert [step.before for step in saved.record.steps] == [step.before for step in record.steps]
    assert saved.record.final.position == record.final.position
    assert [step.report() for step in saved.record.steps] == [step.report() for step in record.steps]
    again = tmp_path / f"again{ending}"
    entente.write_game(saved, again)
    assert entente.read_game(again).record.steps == saved.record.steps


def test_orders_of_the_open_phase_and_players_come_with_it(tmp_path: Path) -> None:
    start = entente.standard().start
    record = Record(start, (), start, ())
    game = SavedGame("Evening", record, {"FRANCE": (start.order("A PAR - BUR"),)})
    entente.write_game(game, tmp_path / "open.dpn")
    saved = entente.read_game(tmp_path / "open.dpn")
    assert saved.orders == {"FRANCE": (start.order("A PAR - BUR"),)}
    assert not saved.record.final.is_over


def test_games_of_other_programs_are_read_with_what_is_to_be_said_of_them() -> None:
    saved = entente.read_game(EXCHANGE / "saved-game.json")
    assert saved.name == "straits-of-iron"
    assert len(saved.record.steps) == 8
    assert any(line.startswith("Rules:") for line in saved.remarks)
    assert repr(saved) == "<SavedGame 'straits-of-iron': <Record standard S1901M to F1903M: 8 phases, open>>"


def test_a_corrected_position_goes_through_a_file(tmp_path: Path) -> None:
    record = played(1901)
    steps = list(record.steps)
    other = entente.standard().state(str(steps[1].before).replace("FRANCE A", "FRANCE A", 1))
    assert other == steps[1].before
    units = tuple(unit for unit in steps[1].before.units if unit.power != "TURKEY")
    changed = replace(steps[1].before, position=replace(steps[1].before.position, units=units))
    game = SavedGame("Mended", Record(record.start, (steps[0],), changed))
    entente.write_game(game, tmp_path / "mended.dpn")
    saved = entente.read_game(tmp_path / "mended.dpn")
    assert saved.record.final.position.units == units
    assert saved.remarks == ("F1901M begins with another position than S1901M led to: the file has it corrected.",)


def test_a_file_without_a_game_says_so_with_the_place(tmp_path: Path) -> None:
    torn = tmp_path / "torn.dpn"
    torn.write_text("[game]\nname: Torn\n")
    with pytest.raises(GameFileError, match=r"torn\.dpn: there is no game in this file: torn\.dpn:1:1"):
        entente.read_game(torn)
    picture = tmp_path / "map.png"
    picture.write_bytes(b"\x89PNG")
    with pytest.raises(GameFileError, match="seems to be a PNG picture"):
        entente.read_game(picture)
    with pytest.raises(FileNotFoundError):
        entente.read_game(tmp_path / "nowhere.dpn")


def test_nothing_is_written_over_unless_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.dpn"
    entente.write_game(played(1901), path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        entente.write_game(played(1902), path)
    assert path.read_bytes() == before
    entente.write_game(played(1902), path, replace=True)
    assert path.read_bytes() != before
    with pytest.raises(ValueError, match=r"files that end in \.doc; there are \.dpn, \.json"):
        entente.write_game(played(1901), tmp_path / "game.doc")


def test_a_variant_is_loaded_from_its_folder_and_a_game_of_it_is_read(tmp_path: Path) -> None:
    variant = entente.load_variant(SHIPPED / "fleet-rome")
    assert variant == entente.variant("fleet-rome")
    entente.write_game(entente.play(variant, {}, last_year=1901), tmp_path / "rome.dpn")
    assert entente.read_game(tmp_path / "rome.dpn", variant=variant).record.start == variant.start


def test_a_packed_variant_is_loaded_from_its_one_file(tmp_path: Path) -> None:
    folder = SHIPPED / "fleet-rome"
    files = {f"rome/{each.name}": each.read_bytes() for each in folder.iterdir() if each.is_file()}
    (tmp_path / "rome.dpv").write_bytes(pack(files))
    assert entente.load_variant(tmp_path / "rome.dpv") == entente.variant("fleet-rome")


def test_a_map_file_of_a_judge_is_a_variant(tmp_path: Path) -> None:
    lines = ("VICTORY 2", "NORTH (NORTHERN:N) AAA", "* BBB", "BEGIN SPRING 1901 MOVEMENT", "FIRST = aaa", "LAND AAA ABUTS bbb", "NORTH AAA")
    (tmp_path / "tiny.map").write_text("\n".join(lines))
    with pytest.raises((LookupError, entente.VariantError)):
        entente.load_variant(tmp_path / "tiny.map", "another")
    with pytest.raises(FileNotFoundError):
        entente.load_variant(tmp_path / "nowhere.map")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "variant.toml").write_text("id = 7")
    with pytest.raises(entente.VariantError):
        entente.load_variant(tmp_path / "broken")


def test_no_module_of_the_library_names_the_program() -> None:
    package = Path(entente.__file__).parent
    assert not [file.name for file in package.rglob("*.py") if re.search(r"[\"']app\.", file.read_text(encoding="utf-8"))]


def test_a_library_without_formats_says_where_they_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*, group: str) -> tuple[()]:
        return ()

    monkeypatch.setattr("entente.saved.entry_points", nothing)
    with pytest.raises(GameFileError, match="come with the program"):
        entente.write_game(played(1901), tmp_path / "game.dpn")
    assert not (tmp_path / "game.dpn").exists()
