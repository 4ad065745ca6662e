"""The guide to drawing a board is followed line by line, from a drawing of ten shapes to a played season, without one error."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.cli.main import main
from app.game.opening import FileStanding, open_text
from app.library.variants import VariantShelf
from scripts.ten_provinces import EXAMPLE, GAME, GUIDE, STEPS, followed
from variants import FolderSource
from variants.compile.drawing import DrawingReader
from variants.fault import Faults


@pytest.mark.slow
def test_every_line_does_what_the_guide_says_and_leaves_the_files_of_the_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done: list[str] = []
    for name, isle in followed(tmp_path, main):
        done.append(name)
        if name in STEPS.values():
            for file in ("isle.svg", "variant.toml"):
                assert (isle / file).read_text() == (EXAMPLE / name / file).read_text(), f"scripts.ten_provinces writes {name}"
    told = capsys.readouterr()
    assert told.err.replace("Saved in season.dpn.", "").split() == []
    assert "isle: 0 errors, 0 warnings" in told.out
    assert done == [*STEPS.values(), GAME]
    opened = open_text((tmp_path / GAME).read_bytes(), GAME, VariantShelf(tmp_path))
    assert not opened.errors


def test_the_season_of_the_example_is_read_and_replayed_on_its_board(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "3-ready", tmp_path / "isle")
    opened = open_text((EXAMPLE / GAME).read_bytes(), GAME, VariantShelf(tmp_path))
    assert opened.standing is FileStanding.CHECKED
    assert opened.ready().game.line()[-1].position.unit_at("BRA") is not None


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("inkscape") is None, reason="there is no Inkscape here")
def test_inkscape_saves_the_drawing_so_that_it_is_still_read(tmp_path: Path) -> None:
    source = EXAMPLE / "3-ready" / "isle.svg"
    saved = tmp_path / "saved.svg"
    subprocess.run(["inkscape", str(source), f"--export-filename={saved}"], check=True, timeout=120)
    codes = frozenset(DrawingReader(source.read_bytes(), "isle.svg", Faults()).read().provinces)
    assert frozenset(DrawingReader(saved.read_bytes(), "saved.svg", Faults()).read().provinces) == codes


def test_the_drawing_of_the_first_step_knows_no_codes() -> None:
    drawing = FolderSource(EXAMPLE / "1-drawing").read("isle.svg").decode()
    assert "data-" not in drawing
    assert 'label="ard"' not in drawing.lower()


def test_the_pictures_of_the_guide_are_there_and_small() -> None:
    pictures = [GUIDE.parent / each for each in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", GUIDE.read_text())]
    assert [each.name for each in pictures] == ["bench-begin.webp", "bench.webp", "bench-answers.webp", "play-test.webp"]
    assert all(each.stat().st_size < 120_000 for each in pictures)
