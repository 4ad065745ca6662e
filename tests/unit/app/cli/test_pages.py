"""Sizes of pages: A4 and US Letter for every PDF, and the sheets that players fill in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.printable import Exit
from app.session.view_options import PageSize, uses_letter
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk

A4, LETTER = (595, 842), (612, 792)


def sizes(path: Path) -> set[tuple[int, int]]:
    """Width and height of the pages, the smaller first, in points."""
    found = re.findall(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    pairs = ([round(float(each)) for each in pair] for pair in found)
    return {(min(pair), max(pair)) for pair in pairs}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "game.dpn"
    assert main(["new", "--output", str(path)]) == Exit.OK
    assert main(["process", str(path), "--missing=process"]) == Exit.OK
    return path


@each_nth(
    2,
    ("words", "made"),
    [
        pytest.param(["export", "{game}", "{folder}/board.pdf"], "board.pdf", marks=pytest.mark.slow),
        pytest.param(["export-booklet", "{game}", "{folder}/booklet.pdf"], "booklet.pdf", marks=pytest.mark.slow),
        pytest.param(["export", "{game}", "{folder}/all.pdf", "--phase", "all"], "all.pdf", marks=pytest.mark.slow),
        (["results-files", "{game}", "{folder}/results", "--power", "FRANCE"], "results"),
        (["orders-sheet", "{game}", "{folder}/sheets.pdf"], "sheets.pdf"),
    ],
)
def test_every_pdf_has_pages_of_the_size_that_is_asked_for(played: Path, tmp_path: Path, words: list[str], made: str) -> None:
    for size, expected in (("letter", LETTER), ("a4", A4)):
        folder = tmp_path / size
        folder.mkdir()
        line = [each.format(game=played, folder=folder) for each in words]
        assert main([*line, "--page-size", size]) == Exit.OK
        files = [*(folder / made).rglob("*.pdf")] if (folder / made).is_dir() else [folder / made]
        assert files
        assert set().union(*map(sizes, files)) == {expected}


def test_pages_are_us_letter_where_that_is_usual() -> None:
    assert uses_letter({"LANG": "en_US.UTF-8"})
    assert uses_letter({"LANG": "de_DE.UTF-8", "LC_PAPER": "en_CA.UTF-8"})
    assert not uses_letter({"LANG": "en_GB.UTF-8"})
    assert not uses_letter({"LANG": "C"})
    assert PageSize.LETTER.is_letter
    assert not PageSize.A4.is_letter


def test_a_sheet_has_a_line_for_each_unit_and_no_orders(tmp_path: Path) -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "deadline 2090-12-04 20:00 Europe/Berlin", f"orders-sheet {tmp_path}/x.pdf --page-size letter")
    assert len(desk.services.forms) == 7
    form = next(each for each in desk.services.forms if each.power == "FRANCE")
    assert form.subtitle == "France, Spring 1901, movement"
    assert form.due == "Due Mon 4 Dec 2090, 20:00 Europe/Berlin."
    assert form.lines == ("A MAR", "A PAR", "F BRE")
    assert form.page_size is PageSize.LETTER
    assert "BUR" not in (tmp_path / "x.pdf").read_text()


def test_a_sheet_for_winter_has_builds_and_a_blank_one_nothing_of_the_phase(tmp_path: Path) -> None:
    desk = Desk()
    desk.run("A MAR - SPA", "process --missing process", "process --missing process", f"orders-sheet {tmp_path}/x.pdf")
    assert [(each.power, each.lines) for each in desk.services.forms] == [("FRANCE", ("Build 1",))]
    desk.run(f"orders-sheet {tmp_path}/y.pdf --power germany --blank")
    blank = desk.services.forms[-1]
    assert (blank.subtitle, blank.due, blank.lines) == ("Germany", "", ())
    assert blank.spare > 10


def test_a_power_has_its_own_sheet_alone(tmp_path: Path) -> None:
    desk = Desk()
    desk.run("view-as france", f"orders-sheet {tmp_path}/x.pdf --blank")
    assert [each.power for each in desk.services.forms] == ["FRANCE"]
