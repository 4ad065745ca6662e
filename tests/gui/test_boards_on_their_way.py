"""The board of a person's own variant: seen and played on before it is finished, and followed when its files are saved."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation import drawn_boards
from app.presentation.drawn_boards import MAKER
from app.qt.main_window.main_controller import MainController
from tests.fakes.own_variants import own_pure
from variants.compiled import CompiledBoard, Stage

PATIENCE = 60_000


@pytest.fixture
def folder() -> Path:
    return own_pure()


def start(controller: MainController) -> None:
    assert controller.run("new", variant="mine")


def wait_until_whole(controller: MainController, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: controller.page is not None and controller.page.supply.stage is Stage.WHOLE, timeout=PATIENCE)


def shown(controller: MainController) -> CompiledBoard:
    assert controller.page is not None
    return controller.page.scene.board


def banner(controller: MainController) -> str:
    assert controller.page is not None
    found = controller.page.banners.banner("board")
    return "" if found is None else found.label.text()


def moved(folder: Path, by: int) -> None:
    """The drawing with a hairline more of room at its edge, saved as Inkscape does: beside it, then in its place."""
    file = folder / "board.svg"
    text = file.read_text(encoding="utf-8").replace("</svg>", f"<!-- {by} --></svg>")
    fresh = folder / "board.svg.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def test_the_window_is_there_before_the_board_and_names_come_last(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    assert controller.page is not None
    supply = controller.page.supply
    stages = [(supply.stage, supply.is_blank)]
    assert "drawn for the first time" in banner(controller)
    supply.drawn.connect(lambda _: stages.append((supply.stage, False)))
    supply.named.connect(lambda _: stages.append((supply.stage, False)))
    wait_until_whole(controller, qtbot)
    assert stages == [(Stage.SKETCH, True), (Stage.SKETCH, False), (Stage.PLAYABLE, False), (Stage.WHOLE, False)]
    assert banner(controller) == ""
    assert all(shape.labels for shape in shown(controller).provinces.values())


def test_orders_are_written_on_a_board_that_has_no_names_yet(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    qtbot.waitUntil(lambda: controller.page is not None and not controller.page.supply.is_blank, timeout=PATIENCE)
    assert controller.page is not None
    assert controller.page.scene.plan is not None
    assert len(controller.page.scene.plan.units) == 7
    controller.run("order", text="A PAR - LON")
    wait_until_whole(controller, qtbot)
    assert controller.page.order_entry.turn.orders_of("FRANCE")[0].text == "A PAR - LON"
    assert len(controller.page.scene.plan.orders) == 1


def test_a_unit_that_is_picked_stays_picked_when_names_come(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    qtbot.waitUntil(lambda: controller.page is not None and not controller.page.supply.is_blank, timeout=PATIENCE)
    assert controller.page is not None
    controller.page.point_to("PAR")
    controller.page.board.zoom_in()
    zoom = controller.page.board.zoom
    wait_until_whole(controller, qtbot)
    assert controller.page.selection == "PAR"
    assert controller.page.board.zoom == pytest.approx(zoom)


def test_a_board_made_before_is_whole_at_once(
    folder: Path, controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    with monkeypatch.context() as patched:
        patched.setattr(drawn_boards, "MAKER", None)
        start(controller)
        assert controller.page is not None
        assert controller.page.supply.stage is Stage.WHOLE
        assert not controller.page.supply.is_blank


def test_a_page_that_is_closed_gives_its_board_up(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    document = controller.session.document
    controller.session.remove(document)
    document.close(discard=True)
    qtbot.waitUntil(lambda: not MAKER.is_busy, timeout=PATIENCE)
    assert not list((folder.parent.parent / "cache" / "boards").glob("*.board.json"))


def test_a_saved_drawing_is_shown_on_the_open_game_and_its_orders_stay(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    controller.run("order", text="A PAR - LON")
    before = shown(controller).svg_sha256
    moved(folder, 1)
    qtbot.waitUntil(lambda: shown(controller).svg_sha256 != before, timeout=PATIENCE)
    wait_until_whole(controller, qtbot)
    assert controller.page is not None
    assert controller.page.order_entry.turn.orders_of("FRANCE")[0].text == "A PAR - LON"


def test_a_file_saved_while_its_board_is_made_starts_anew(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    moved(folder, 1)
    moved(folder, 2)
    wait_until_whole(controller, qtbot)
    qtbot.waitUntil(lambda: not MAKER.is_busy, timeout=PATIENCE)
    qtbot.waitUntil(lambda: shown(controller).svg_sha256 == sha256((folder / "board.svg").read_bytes()).hexdigest(), timeout=PATIENCE)


def test_a_half_saved_drawing_is_named_with_its_line_and_the_game_goes_on(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    whole = (folder / "board.svg").read_bytes()
    (folder / "board.svg").write_bytes(whole[: len(whole) // 2])
    qtbot.waitUntil(lambda: "board.svg:" in banner(controller), timeout=PATIENCE)
    assert "shown as it was" in banner(controller)
    assert controller.run("order", text="A PAR - LON")
    (folder / "board.svg").write_bytes(whole)
    qtbot.waitUntil(lambda: banner(controller) == "", timeout=PATIENCE)


def test_a_deleted_drawing_and_a_faulty_variant_are_reported_and_the_game_goes_on(
    folder: Path, controller: MainController, qtbot: QtBot
) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    svg = (folder / "board.svg").read_bytes()
    (folder / "board.svg").unlink()
    qtbot.waitUntil(lambda: "board.svg" in banner(controller), timeout=PATIENCE)
    (folder / "board.svg").write_bytes(svg)
    qtbot.waitUntil(lambda: banner(controller) == "", timeout=PATIENCE)
    toml = (folder / "variant.toml").read_text()
    (folder / "variant.toml").write_text(toml.replace("[powers.FRANCE]", "[powers.FRANCE"))
    qtbot.waitUntil(lambda: "variant.toml:" in banner(controller), timeout=PATIENCE)
    assert controller.run("order", text="A PAR - LON")
    (folder / "variant.toml").write_text(toml)
    qtbot.waitUntil(lambda: banner(controller) == "", timeout=PATIENCE)


def test_a_province_of_the_game_that_is_renamed_keeps_the_board_as_it_was(folder: Path, controller: MainController, qtbot: QtBot) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    before = shown(controller)
    for file in (folder / "variant.toml", folder / "board.svg"):
        text = file.read_text().replace('"PAR"', '"LUT"').replace(" PAR", " LUT").replace("PAR,", "LUT,").replace(".PAR", ".LUT")
        file.write_text(text.replace('"par"', '"lut"').replace(":par", ":lut"))
    qtbot.waitUntil(lambda: "PAR" in banner(controller), timeout=PATIENCE)
    assert shown(controller) is before
    assert controller.run("order", text="A PAR - LON")


def test_a_game_is_saved_and_pictured_as_it_is_shown_while_its_drawing_is_broken(
    folder: Path, controller: MainController, qtbot: QtBot, tmp_path: Path
) -> None:
    start(controller)
    wait_until_whole(controller, qtbot)
    svg = (folder / "board.svg").read_bytes()
    (folder / "board.svg").write_bytes(svg[: len(svg) // 2])
    qtbot.waitUntil(lambda: "board.svg:" in banner(controller), timeout=PATIENCE)
    controller.session.document.save(tmp_path / "game.dpn")
    assert controller.run("copy-picture")
    assert not QApplication.clipboard().image().isNull()
    controller.session.remove(controller.session.document)


def test_a_file_of_a_game_opens_on_a_board_that_was_never_made(
    folder: Path, controller: MainController, qtbot: QtBot, tmp_path: Path
) -> None:
    start(controller)
    document = controller.session.document
    document.save(tmp_path / "game.dpn")
    controller.session.remove(document)
    document.close(discard=True)
    controller.run("open", file=tmp_path / "game.dpn")
    assert controller.page is not None
    assert controller.page.supply.is_blank
    wait_until_whole(controller, qtbot)
    assert controller.page.scene.plan is not None
    assert len(controller.page.scene.plan.units) == 7


def test_a_file_of_a_game_whose_drawing_is_broken_is_not_half_opened(
    folder: Path, controller: MainController, qtbot: QtBot, tmp_path: Path
) -> None:
    start(controller)
    document = controller.session.document
    document.save(tmp_path / "game.dpn")
    saved = (tmp_path / "game.dpn").read_bytes()
    controller.session.remove(document)
    document.close(discard=True)
    (folder / "board.svg").write_text("<svg")
    controller.run("open", file=tmp_path / "game.dpn")
    qtbot.waitUntil(lambda: not controller.session.documents, timeout=PATIENCE)
    assert "board.svg:1" in controller.start_page.trouble.text()
    assert (tmp_path / "game.dpn").read_bytes() == saved
