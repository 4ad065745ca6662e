"""Kinds of a land between two waters, asked and answered without a window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.small_drawings import drawing
from tests.unit.variants.test_shore_writing import ONE, PROVINCES


@pytest.fixture
def strip(tmp_path: Path) -> Path:
    (tmp_path / "variant.toml").write_text(ONE)
    (tmp_path / "board.svg").write_text(drawing(PROVINCES, ""))
    return tmp_path


def test_lands_between_two_waters_are_listed_with_what_they_are_and_what_they_look_like(strip: Path) -> None:
    assert Desk(game=False).run(f"shore '{strip}'").splitlines() == [
        "LAN: canal, between NOR and SOU; it looks like coasts",
        f"{strip.name}: 1 land between two waters",
    ]


@pytest.mark.slow
def test_an_answer_writes_the_lists_and_is_told_to_programs(strip: Path) -> None:
    desk = Desk(game=False)
    assert desk.run(f"shore '{strip}' lan coasts A cliff in the middle") == "LAN: coasts, written into variant.toml."
    assert "[provinces.LAN.coasts.NC]" in (strip / "variant.toml").read_text()
    desk.run(f"shore '{strip}' LAN canal")
    told = json.loads(desk.run(f"check '{strip}' --json"))["shores"]
    assert [(each["land"], each["is"], each["answer"], each["reason"]) for each in told] == [("LAN", "canal", "canal", "")]


def test_a_land_at_one_water_and_a_missing_answer_are_refused(strip: Path) -> None:
    desk = Desk(game=False)
    with pytest.raises(Abort, match="EAS does not lie between two waters on the drawing; LAN does"):
        desk.run(f"shore '{strip}' EAS canal")
    with pytest.raises(Abort, match="Say coasts, canal or strait"):
        desk.run(f"shore '{strip}' LAN")
    assert (strip / "variant.toml").read_text() == ONE
