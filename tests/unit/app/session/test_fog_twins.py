"""The table of secrecy under fog: no command reveals an event out of its sight to a power."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from tests.thorough import one_in
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import LINES, MAKES_PUBLIC, Sight, desk_of, differences, shared_sight, words_for
from tests.unit.app.session.fields import values_by_field
from tests.unit.app.session.fog_twins import fog_twin
from tests.unit.app.session.twins import FOG, POWERS


@pytest.fixture(scope="module")
def sight() -> Iterator[Sight]:
    with shared_sight() as found:
        yield found


def test_every_field_that_fog_hides_differs_between_the_twins() -> None:
    one, two = (values_by_field(fog_twin("FRANCE", number)) for number in (1, 2))
    assert [name for names in FOG.values() for name in names if one[name] == two[name]] == []


@pytest.mark.parametrize("viewer", POWERS)
def test_what_a_power_is_shown_is_the_same(viewer: str, sight: Sight) -> None:
    one, two = (fog_twin(viewer, number) for number in (1, 2))
    viewpoint = sight[1]
    assert write(viewpoint.filtered(one, viewer)) == write(viewpoint.filtered(two, viewer))
    assert viewpoint.filtered(one, viewer) == viewpoint.filtered(two, viewer)
    assert viewpoint.filtered(one, None) != viewpoint.filtered(two, None), "and the game master sees the difference"
    assert viewpoint.filtered(one, viewer).line()[0].position.units, "its own units it sees"


@pytest.mark.slow
@pytest.mark.parametrize("viewer", one_in(3, POWERS))
def test_every_command_tells_the_same(viewer: str, sight: Sight, tmp_path: Path, own_folders: Path) -> None:
    def desk(_line: str, number: int) -> Desk:
        return desk_of(fog_twin(viewer, number), viewer, screen=True, sight=sight)

    lines = (*LINES, *MAKES_PUBLIC, "results F1901M", "orders F1901M", "show F1901M", "goto F1901R")
    assert differences(lines, words_for(viewer, tmp_path / "folder"), own_folders, desk) == ""
