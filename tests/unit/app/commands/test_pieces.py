"""The look of units by command: chosen by id, name or beginning, imported, exported, checked, and missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.library.board_imports import keep_units, read_board
from app.library.unit_sets import UnitSetShelf, shipped_sets, usual_set
from app.session.errors import Abort
from tests.fakes.symbol_packs import FLAGS, SILHOUETTES, zipped
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import shipped_source
from variants.unit_set import read_unit_set


@pytest.fixture
def desk() -> Desk:
    return Desk(screen=True)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    made = tmp_path / "Silhouettes_symbols.ZIP"
    made.write_bytes(zipped(SILHOUETTES))
    return made


def shown(desk: Desk) -> str:
    assert desk.services.fake_screen is not None
    return desk.services.fake_screen.view.unit_symbols


def test_sets_are_chosen_by_id_name_or_beginning(desk: Desk) -> None:
    for words, expected in (
        ("blocks", "blocks"),
        ("LETT", "letters"),
        ("guns and ships", "classic"),
        ("wooden", "blocks"),
        ("variant", "variant"),
    ):
        assert "Units are shown as" in desk.run(f"pieces {words}")
        assert shown(desk) == expected
    with pytest.raises(Abort, match=r"no unit symbols 'bloks'; there are classic, letters, blocks.*did you mean blocks"):
        desk.run("pieces bloks")


def test_an_imported_pack_is_kept_offered_and_shown(desk: Desk, pack: Path) -> None:
    said = desk.run(f"import {pack}")
    assert "symbols.svg:18: <Army> a shadow under the symbol" in said
    assert "Silhouettes: show them with: pieces silhouettes" in said
    assert "a shadow under the symbol" in (places().units / "silhouettes.report.txt").read_text(encoding="utf-8")
    desk.run("pieces silhouettes")
    assert shown(desk) == "silhouettes"
    offers = COMMANDS["pieces"].offers
    assert offers is not None
    assert [(offer.title, offer.chosen) for offer in offers(desk.session)][-1] == ("Silhouettes (your own)", True)
    desk.run("pieces")
    assert shown(desk) == "variant"


def test_a_pack_can_be_put_elsewhere_and_one_that_is_broken_makes_nothing(desk: Desk, pack: Path, tmp_path: Path) -> None:
    desk.run(f"import {pack} --into {tmp_path / 'out'}")
    units, faults = read_unit_set("silhouettes", "x", (tmp_path / "out" / "silhouettes.toml").read_bytes())
    assert units is not None
    assert faults == ()
    broken = tmp_path / "brokenSymbols.zip"
    broken.write_bytes(zipped({**SILHOUETTES, "symbols.svg": b"junk"}))
    with pytest.raises(Abort, match=r"Nothing could be imported(.|\n)*no XML(.|\n)*Silhouettes cannot be used and are left out"):
        desk.run(f"import {broken}")


def test_the_same_pack_takes_its_own_place_and_another_gets_a_number(pack: Path, tmp_path: Path) -> None:
    (silhouettes,) = read_board(pack).units
    other = tmp_path / "otherSymbols.zip"
    files = {**FLAGS, "symbols.xml": SILHOUETTES["symbols.xml"]}
    other.write_bytes(zipped(files))
    (another,) = read_board(other).units
    folder = tmp_path / "units"
    assert [keep_units(each, folder) for each in (silhouettes, silhouettes, another, another)] == [
        *("silhouettes", "silhouettes"),
        *("silhouettes-2", "silhouettes-2"),
    ]
    other.write_bytes(zipped({**FLAGS, "symbols.xml": SILHOUETTES["symbols.xml"].replace(b"Silhouettes", b"Classic")}))
    assert keep_units(read_board(other).units[0], folder) == "classic-2"
    assert [each.id for each in UnitSetShelf(folder).offered()] == [
        "classic",
        "letters",
        "blocks",
        "classic-2",
        "silhouettes",
        "silhouettes-2",
    ]


def test_pictures_are_written_with_the_symbols_that_are_asked_for(desk: Desk, tmp_path: Path) -> None:
    desk.run("pieces letters", f"export {tmp_path / 'a.png'}", f"export {tmp_path / 'b.svg'} --pieces blocks")
    assert [request.view.unit_symbols for request, _, _ in desk.services.pictures] == ["letters", "blocks"]
    with pytest.raises(Abort, match="no unit symbols 'x'"):
        desk.run(f"export {tmp_path / 'c.png'} --pieces x")


def test_a_set_that_is_missing_or_broken_gives_way_with_a_sentence(tmp_path: Path) -> None:
    shelf = UnitSetShelf(tmp_path)
    assert shelf.find("gone").units is usual_set()
    assert shelf.find("gone").trouble == "There are no unit symbols 'gone' here. Units are shown as Guns and ships."
    (tmp_path / "mine.toml").write_text('name = "Mine"\n[kinds.A]\nbody = "ball"\n', encoding="utf-8")
    assert "'mine' cannot be used: mine.toml:3: kinds.A.body is 'ball'" in shelf.find("mine").trouble
    (tmp_path / "mine.toml").write_text('name = "Mine"\n[kinds.A]\nbody = "disc"\n', encoding="utf-8")
    assert shelf.find("mine").trouble == ""
    (tmp_path / "letters.toml").write_text('name = "My letters"\n[kinds.A]\nbody = "disc"\n', encoding="utf-8")
    assert shelf.find("letters").units.name == "My letters"


def test_every_shipped_set_draws_every_usual_kind() -> None:
    assert [each.id for each in shipped_sets()] == ["classic", "letters", "blocks"]
    assert all(set(each.kinds) == {"A", "F", "W"} for each in shipped_sets())


def test_a_variant_that_names_symbols_nobody_has_is_reported_with_its_line(desk: Desk, tmp_path: Path) -> None:
    text = shipped_source("fleet-rome").read("variant.toml").decode()
    (tmp_path / "fleet-rome").mkdir()
    tables = '\n[unit_sets.period]\nname = "Period"\nfile = "period"\n'
    (tmp_path / "fleet-rome" / "variant.toml").write_text(text + tables, encoding="utf-8")
    line = (text + tables).count("\n")
    assert f"variant.toml:{line}: there are no unit symbols 'period' here" in desk.run(f"check-variant {tmp_path / 'fleet-rome'}")
