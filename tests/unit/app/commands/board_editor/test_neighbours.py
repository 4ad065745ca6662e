"""A designer asks which provinces of a drawing border on which, and has it written down."""

from __future__ import annotations

import gzip
import tomllib
from pathlib import Path

import pytest

from app.game.storage.places import places
from app.session.errors import Abort, GivenUp
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.small_drawings import ANCHORS, COASTS, drawing

START = 'format = 1\nid = "isle"\nname = "Isle"  # mine\nvictory = 2\n\n[maps.main]\nname = "Isle"\nfile = "isle.svg"\n'
POWER = '\n[powers.EAST]\nname = "East"\nadjective = "Eastern"\nletter = "E"\nhome = ["EAS"]\nstart = ["A EAS"]\n'
POWERS = POWER + POWER.replace("EAST", "WEST").replace("East", "West").replace('"E"', '"W"').replace('"EAS"', '"WES"').replace(
    "A EAS", "A WES"
)


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    folder.mkdir()
    (folder / "variant.toml").write_text(START + POWERS)
    (folder / "isle.svg").write_text(
        drawing(more=ANCHORS.replace("</g>", '<circle inkscape:label="sc:wes" cx="100" cy="150" r="3"/></g>') + COASTS)
    )
    return folder


def test_what_would_be_written_is_reported_first(isle: Path) -> None:
    before = (isle / "variant.toml").read_text()
    said = Desk(game=False).run(f"neighbours '{isle}'")
    assert "4 new provinces" in said
    assert "[provinces.EAS]" in said
    assert (isle / "variant.toml").read_text() == before


def test_a_drawing_and_two_powers_are_enough_to_play_once_the_neighbours_are_written(isle: Path) -> None:
    desk = Desk(game=False)
    desk.run(f"neighbours '{isle / 'variant.toml'}' --write")
    text = (isle / "variant.toml").read_text()
    assert text.startswith(START + POWERS.rstrip())
    assert "isle: 0 errors" in desk.run(f"check-variant '{isle}'")
    assert "has its neighbours already" in desk.run(f"neighbours '{isle}' --write")
    assert (isle / "variant.toml").read_text() == text


def test_one_of_ones_own_variants_goes_by_its_name(isle: Path) -> None:
    own = places().variants
    own.mkdir(parents=True, exist_ok=True)
    isle.rename(own / "isle")
    assert "4 new provinces" in Desk(game=False).run("neighbours isle")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "There is no variant.toml"),
        ("format = 1\n", "names no drawing"),
        ('extends = "standard"\n', "its board is that of 'standard'"),
        ("format = [\n", "variant.toml:2"),
        (START.replace("isle.svg", "gone.svg"), "cannot be read"),
        (START.replace("isle.svg", "../isle.svg"), "cannot be read"),
    ],
)
def test_what_stands_in_the_way_is_reported(isle: Path, text: str | None, said: str) -> None:
    if text is None:
        (isle / "variant.toml").unlink()
    else:
        (isle / "variant.toml").write_text(text)
    with pytest.raises(Abort, match=said):
        Desk(game=False).run(f"neighbours '{isle}' --write")


def test_a_faulty_drawing_writes_nothing_and_names_the_faults(isle: Path) -> None:
    before = (isle / "variant.toml").read_text()
    (isle / "isle.svg").write_text("<svg")
    with pytest.raises(Abort, match="cannot be used yet"):
        Desk(game=False).run(f"neighbours '{isle}' --write")
    assert (isle / "variant.toml").read_text() == before


def test_it_can_be_stopped_and_writes_nothing_then(isle: Path) -> None:
    before = (isle / "variant.toml").read_text()
    desk = Desk(game=False)
    desk.services.stops_work = True
    with pytest.raises(GivenUp, match="Stopped; nothing was written"):
        desk.run(f"neighbours '{isle}' --write")
    assert desk.services.waited_for == ["Finding who borders on whom in isle.svg…"]
    assert (isle / "variant.toml").read_text() == before


@pytest.mark.slow
def test_a_compressed_drawing_is_read_wherever_the_variant_names_it(isle: Path) -> None:
    own = places().variants / "isle"
    own.parent.mkdir(parents=True, exist_ok=True)
    isle.rename(own)
    (own / "isle.svgz").write_bytes(gzip.compress((own / "isle.svg").read_bytes()))
    (own / "isle.svg").unlink()
    (own / "variant.toml").write_text((own / "variant.toml").read_text().replace("isle.svg", "isle.svgz"))
    desk = Desk(game=False)
    desk.run("neighbours isle --write")
    assert "0 errors, 0 warnings" in desk.run("check-variant isle")
    desk.run(f"export-variant isle '{own.parent / 'isleVariants.zip'}'", f"pack isle '{own.parent / 'isle.zip'}'")
    desk.run(f"import '{own.parent / 'isle.zip'}' --same-id beside")
    assert (places().variants / "isle-2" / "isle.svgz").is_file()


def test_a_province_that_is_only_begun_gets_every_key_it_lacks(isle: Path) -> None:
    manifest = isle / "variant.toml"
    manifest.write_text(START + POWERS + '\n[provinces.EAS]\nterrain = "coastal"\n')
    desk = Desk(game=False)
    assert "what was missing of 1 province" in desk.run(f"neighbours '{isle}' --write")
    begun = manifest.read_text().split("[provinces.EAS]\n")[1].splitlines()
    assert begun[:4] == ['terrain = "coastal"', 'name = "Eas"', "centre = true", 'army = ["WES"]']
    assert "isle: 0 errors" in desk.run(f"check-variant '{isle}'")


def test_no_province_of_the_template_is_left_once_another_drawing_took_its_place() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Real")
    folder = places().variants / "real"
    (folder / "board.svg").write_text(drawing())
    told = desk.run("neighbours real")
    assert "To be taken out: the template's provinces ALD, BRE, CAM" in told
    assert "ALD" in (folder / "variant.toml").read_text(), "nothing is written before"
    assert "and its powers RED and BLUE, which the drawing no longer has" in desk.run("neighbours real --write")
    text = (folder / "variant.toml").read_text()
    table = tomllib.loads(text)
    assert set(table["provinces"]) == {"SEA", "BAY", "EAS", "WES"}
    assert "powers" not in table
    assert text.startswith("# The rules of your board."), "its comments stay"


def test_changed_provinces_of_the_template_stay() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Mine")
    folder = places().variants / "mine"
    before = (folder / "variant.toml").read_text()
    assert "every province of the drawing has its neighbours already" in desk.run("neighbours mine --write")
    assert (folder / "variant.toml").read_text() == before
    (folder / "variant.toml").write_text(before.replace('name = "Elmet"', 'name = "Elmetia"'))
    (folder / "board.svg").write_text(drawing())
    desk.run("neighbours mine --write")
    assert set(tomllib.loads((folder / "variant.toml").read_text())["provinces"]) == {"SEA", "BAY", "EAS", "WES", "ELM"}
