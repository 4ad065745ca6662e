"""A designer asks what is wrong with a variant, at the desk or in a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.small_drawings import drawing
from tests.unit.variants.toml_variants import ISLAND


@pytest.fixture
def island(tmp_path: Path) -> Path:
    folder = tmp_path / "island"
    folder.mkdir()
    (folder / "variant.toml").write_text(ISLAND + '\n[maps.island]\nname = "Island"\nfile = "island.svg"\n')
    (folder / "island.svg").write_text(drawing())
    return folder


def test_what_the_drawing_and_the_rules_say_of_one_another_is_listed(island: Path) -> None:
    said = Desk(game=False).run(f"check-variant '{island}'")
    assert "island.svg: <bay-eas> at (400, 200) BAY and EAS touch for 200 units, and nothing may go between them" in said
    assert said.rstrip().endswith("island: 0 errors, 1 warning")


def test_errors_stop_a_script(island: Path) -> None:
    desk = Desk(game=False)
    (island / "variant.toml").write_text(ISLAND.replace("victory = 2", "victory = 99"))
    with pytest.raises(Abort, match="island cannot be played as it is"):
        desk.run(f"check-variant '{island / 'variant.toml'}'")


def test_a_variant_may_extend_the_one_beside_it(island: Path) -> None:
    other = island.parent / "other"
    other.mkdir()
    (other / "variant.toml").write_text('format = 1\nid = "other"\nname = "Other"\nextends = "island"\nwithout = ["maps"]\n')
    assert "other: 0 errors, 0 warnings" in Desk(game=False).run(f"check-variant '{other}'")


def test_a_drawing_that_is_missing_is_an_error(island: Path) -> None:
    (island / "island.svg").unlink()
    with pytest.raises(Abort):
        Desk(game=False).run(f"check-variant '{island}'")


def test_what_is_no_folder_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(Abort, match="is no folder, and no variant on the shelf is called so"):
        Desk(game=False).run(f"check-variant '{tmp_path / 'nowhere'}'")


def test_a_variant_on_the_shelf_is_checked_by_its_name() -> None:
    assert Desk(game=False).run("check-variant pure").rstrip().endswith("pure: 0 errors, 0 warnings")
    with pytest.raises(Abort, match="did you mean pure"):
        Desk(game=False).run("check-variant purr")
