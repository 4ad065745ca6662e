"""The board of a person's own variant: seen and played on before it is finished, and followed when its files are saved."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.qt.shell.main_controller import Workbench
from app.view import own_boards
from app.view.own_boards import MAKER
from tests.fakes.own_variants import own_pure
from variants.compiled import CompiledBoard, Stage

PATIENCE = 60_000


@pytest.fixture
def folder() -> Path:
    return own_pure()


def start(bench: Workbench) -> None:
    assert bench.run("new", variant="mine")


def wait_until_whole(bench: Workbench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bench.page is not None and bench.page.supply.stage is Stage.WHOLE, timeout=PATIENCE)


def shown(bench: Workbench) -> CompiledBoard:
    assert bench.page is not None
    return bench.page.scene.board


def banner(bench: Workbench) -> str:
    assert bench.page is not None
    found = bench.page.banners.banner("board")
    return "" if found is None else found.label.text()


def moved(folder: Path, by: int) -> None:
    """The drawing with a hairline more of room at its edge, saved as Inkscape does: beside it, then in its place."""
    file = folder / "board.svg"
    text = file.read_text(encoding="utf-8").replace("</svg>", f"<!-- {by} --></svg>")
    fresh = folder / "board.svg.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def test_the_window_is_there_before_the_board_and_names_come_last(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    assert bench.page is not None
    supply = bench.page.supply
    stages = [(supply.stage, supply.is_blank)]
    assert "drawn for the first time" in banner(bench)
    supply.drawn.connect(lambda _: stages.append((supply.stage, False)))
    supply.named.connect(lambda _: stages.append((supply.stage, False)))
    wait_until_whole(bench, qtbot)
    assert stages == [(Stage.SKETCH, True), (Stage.SKETCH, False), (Stage.PLAYABLE, False), (Stage.WHOLE, False)]
    assert banner(bench) == ""
    assert all(shape.labels for shape in shown(bench).provinces.values())


def test_orders_are_written_on_a_board_that_has_no_names_yet(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    qtbot.waitUntil(lambda: bench.page is not None and not bench.page.supply.is_blank, timeout=PATIENCE)
    assert bench.page is not None
    assert bench.page.scene.plan is not None
    assert len(bench.page.scene.plan.units) == 7
    bench.run("order", text="A PAR - LON")
    wait_until_whole(bench, qtbot)
    assert bench.page.desk.turn.orders_of("FRANCE")[0].text == "A PAR - LON"
    assert len(bench.page.scene.plan.orders) == 1


def test_a_unit_that_is_picked_stays_picked_when_names_come(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    qtbot.waitUntil(lambda: bench.page is not None and not bench.page.supply.is_blank, timeout=PATIENCE)
    assert bench.page is not None
    bench.page.point_to("PAR")
    bench.page.board.zoom_in()
    zoom = bench.page.board.zoom
    wait_until_whole(bench, qtbot)
    assert bench.page.selection == "PAR"
    assert bench.page.board.zoom == pytest.approx(zoom)


def test_a_board_made_before_is_whole_at_once(folder: Path, bench: Workbench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    monkeypatch.setattr(own_boards, "MAKER", None)
    start(bench)
    assert bench.page is not None
    assert bench.page.supply.stage is Stage.WHOLE
    assert not bench.page.supply.is_blank


def test_a_page_that_is_closed_gives_its_board_up(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    document = bench.session.document
    bench.session.remove(document)
    document.close(discard=True)
    qtbot.waitUntil(lambda: not MAKER.is_busy, timeout=PATIENCE)
    assert not list((folder.parent.parent / "cache" / "boards").glob("*.board.json"))


def test_a_saved_drawing_is_shown_on_the_open_game_and_its_orders_stay(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    bench.run("order", text="A PAR - LON")
    before = shown(bench).svg_sha256
    moved(folder, 1)
    qtbot.waitUntil(lambda: shown(bench).svg_sha256 != before, timeout=PATIENCE)
    wait_until_whole(bench, qtbot)
    assert bench.page is not None
    assert bench.page.desk.turn.orders_of("FRANCE")[0].text == "A PAR - LON"


def test_a_file_saved_while_its_board_is_made_starts_anew(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    moved(folder, 1)
    moved(folder, 2)
    wait_until_whole(bench, qtbot)
    qtbot.waitUntil(lambda: not MAKER.is_busy, timeout=PATIENCE)
    qtbot.waitUntil(lambda: shown(bench).svg_sha256 == sha256((folder / "board.svg").read_bytes()).hexdigest(), timeout=PATIENCE)


def test_a_half_saved_drawing_is_named_with_its_line_and_the_game_goes_on(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    whole = (folder / "board.svg").read_bytes()
    (folder / "board.svg").write_bytes(whole[: len(whole) // 2])
    qtbot.waitUntil(lambda: "board.svg:" in banner(bench), timeout=PATIENCE)
    assert "shown as it was" in banner(bench)
    assert bench.run("order", text="A PAR - LON")
    (folder / "board.svg").write_bytes(whole)
    qtbot.waitUntil(lambda: banner(bench) == "", timeout=PATIENCE)


def test_a_deleted_drawing_and_a_faulty_variant_are_told_and_the_game_goes_on(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    svg = (folder / "board.svg").read_bytes()
    (folder / "board.svg").unlink()
    qtbot.waitUntil(lambda: "board.svg" in banner(bench), timeout=PATIENCE)
    (folder / "board.svg").write_bytes(svg)
    qtbot.waitUntil(lambda: banner(bench) == "", timeout=PATIENCE)
    toml = (folder / "variant.toml").read_text()
    (folder / "variant.toml").write_text(toml.replace("[powers.FRANCE]", "[powers.FRANCE"))
    qtbot.waitUntil(lambda: "variant.toml:" in banner(bench), timeout=PATIENCE)
    assert bench.run("order", text="A PAR - LON")
    (folder / "variant.toml").write_text(toml)
    qtbot.waitUntil(lambda: banner(bench) == "", timeout=PATIENCE)


def test_a_province_of_the_game_that_is_renamed_keeps_the_board_as_it_was(folder: Path, bench: Workbench, qtbot: QtBot) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    before = shown(bench)
    for file in (folder / "variant.toml", folder / "board.svg"):
        text = file.read_text().replace('"PAR"', '"LUT"').replace(" PAR", " LUT").replace("PAR,", "LUT,").replace(".PAR", ".LUT")
        file.write_text(text.replace('"par"', '"lut"').replace(":par", ":lut"))
    qtbot.waitUntil(lambda: "PAR" in banner(bench), timeout=PATIENCE)
    assert shown(bench) is before
    assert bench.run("order", text="A PAR - LON")


def test_a_game_is_saved_and_pictured_as_it_is_shown_while_its_drawing_is_broken(
    folder: Path, bench: Workbench, qtbot: QtBot, tmp_path: Path
) -> None:
    start(bench)
    wait_until_whole(bench, qtbot)
    svg = (folder / "board.svg").read_bytes()
    (folder / "board.svg").write_bytes(svg[: len(svg) // 2])
    qtbot.waitUntil(lambda: "board.svg:" in banner(bench), timeout=PATIENCE)
    bench.session.document.save(tmp_path / "game.dpn")
    assert bench.run("copy-picture")
    assert not QApplication.clipboard().image().isNull()
    bench.session.remove(bench.session.document)


def test_a_file_of_a_game_opens_on_a_board_that_was_never_made(folder: Path, bench: Workbench, qtbot: QtBot, tmp_path: Path) -> None:
    start(bench)
    document = bench.session.document
    document.save(tmp_path / "game.dpn")
    bench.session.remove(document)
    document.close(discard=True)
    bench.open_file(tmp_path / "game.dpn")
    assert bench.page is not None
    assert bench.page.supply.is_blank
    wait_until_whole(bench, qtbot)
    assert bench.page.scene.plan is not None
    assert len(bench.page.scene.plan.units) == 7


def test_a_file_of_a_game_whose_drawing_is_broken_is_not_half_opened(folder: Path, bench: Workbench, qtbot: QtBot, tmp_path: Path) -> None:
    start(bench)
    document = bench.session.document
    document.save(tmp_path / "game.dpn")
    saved = (tmp_path / "game.dpn").read_bytes()
    bench.session.remove(document)
    document.close(discard=True)
    (folder / "board.svg").write_text("<svg")
    bench.open_file(tmp_path / "game.dpn")
    qtbot.waitUntil(lambda: not bench.session.documents, timeout=PATIENCE)
    assert "board.svg:1" in bench.start_page.trouble.text()
    assert (tmp_path / "game.dpn").read_bytes() == saved
