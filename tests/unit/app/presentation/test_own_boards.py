"""Boards of a person's own drawings: made in a process of their own, kept, shared, and given up when they are no longer wanted."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from adjudicator.board import Board
from app.game.storage.places import places
from app.library import board_making
from app.library.board_making import BoardMaker, Made
from app.library.variants import VariantShelf
from app.presentation.drawn_boards import MAKER, NoDrawingError, own_board, own_drawing
from tests.fakes.own_variants import own_pure
from variants.catalogue import CatalogueEntry, shipped, shipped_board, shipped_drawing, shipped_source
from variants.compiled import Stage
from variants.compiling import ReviewTask, write_frame
from variants.review import review
from variants.source import MemorySource

pytestmark = pytest.mark.slow  # compiles a board in nearly every test

PATIENCE = 300.0


def shelved(shelf: VariantShelf, variant_id: str = "mine") -> CatalogueEntry:
    entry = shelf.entry(variant_id)
    assert entry is not None
    return entry


@pytest.fixture
def shelf() -> VariantShelf:
    return VariantShelf(places().variants)


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError("no process is to be started")

    MAKER.give_up_all()  # one that is there already would do the work
    monkeypatch.setattr(board_making, "started", refuse)


def test_a_board_is_made_once_and_then_read_from_the_cache(shelf: VariantShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    own_pure()
    made = own_board(shelved(shelf), "board.svg", shelf)
    assert all(shape.labels for shape in made.provinces.values())
    monkeypatch.setattr(MAKER, "want", None)
    assert own_board(shelved(shelf), "board.svg", shelf).provinces.keys() == made.provinces.keys()


def test_a_change_of_colours_or_words_needs_no_other_board(shelf: VariantShelf) -> None:
    file = own_pure() / "variant.toml"
    before = own_drawing(shelved(shelf), "board.svg", shelf).key
    file.write_text(file.read_text().replace("#DD7F55", "#AA0000").replace("Seven lands, each", "Each land"))
    assert own_drawing(shelved(shelf), "board.svg", shelf).key == before


def test_a_change_of_the_drawing_or_of_a_name_on_it_does(shelf: VariantShelf) -> None:
    folder = own_pure()
    keys = {own_drawing(shelved(shelf), "board.svg", shelf).key}
    (folder / "board.svg").write_bytes((folder / "board.svg").read_bytes() + b"\n")
    keys.add(own_drawing(shelved(shelf), "board.svg", shelf).key)
    file = folder / "variant.toml"
    file.write_text(file.read_text().replace('name = "Paris"', 'name = "Lutetia"'))
    keys.add(own_drawing(shelved(shelf), "board.svg", shelf).key)
    assert len(keys) == 3


@pytest.mark.slow
def test_a_damaged_board_in_the_cache_is_made_anew(shelf: VariantShelf) -> None:
    own_pure()
    drawing = own_drawing(shelved(shelf), "board.svg", shelf)
    drawing.cached.parent.mkdir(parents=True)
    drawing.cached.write_bytes(b'{"format": 1')
    assert own_board(shelved(shelf), "board.svg", shelf).provinces
    kept = drawing.kept()
    assert kept is not None


def test_a_drawing_that_cannot_be_used_says_why_with_its_line(shelf: VariantShelf) -> None:
    folder = own_pure()
    svg = (folder / "board.svg").read_text()
    (folder / "board.svg").write_text(svg[: len(svg) // 2])
    with pytest.raises(NoDrawingError, match=r"board\.svg:\d+:.*this is no XML") as caught:
        own_board(shelved(shelf), "board.svg", shelf)
    assert caught.value.faults


def test_no_process_is_no_crash(shelf: VariantShelf, no_process: None) -> None:
    own_pure()
    with pytest.raises(NoDrawingError, match="no process is to be started"):
        own_board(shelved(shelf), "board.svg", shelf)


def want(maker: BoardMaker, heard: list[Made], rules: Board | None = None) -> tuple[threading.Event, object]:
    done = threading.Event()

    def listen(made: Made) -> None:
        heard.append(made)
        if made.stage is Stage.WHOLE:
            done.set()

    svg = shipped_drawing("pure")
    return done, maker.want("key", svg, rules or shipped("pure").variant.board, "board.svg", listen)


def test_two_who_want_the_same_board_share_one_making(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    start = board_making.started

    def counted() -> object:
        started.append(None)
        return start()

    monkeypatch.setattr(board_making, "started", counted)
    maker = BoardMaker()
    first: list[Made] = []
    second: list[Made] = []
    first_done, _ = want(maker, first)
    second_done, _ = want(maker, second)
    assert first_done.wait(PATIENCE)
    assert second_done.wait(PATIENCE)
    assert len(started) == 1
    assert [made.stage for made in first] == [Stage.SKETCH, Stage.PLAYABLE, Stage.WHOLE]
    assert second[-1] == first[-1]
    assert not maker.is_busy


def test_a_board_that_nobody_wants_any_more_is_given_up() -> None:
    maker = BoardMaker()
    heard: list[Made] = []
    begun = threading.Event()

    def listen(made: Made) -> None:
        heard.append(made)
        begun.set()

    leave = maker.want("key", shipped_drawing("standard"), shipped("standard").variant.board, "board.svg", listen)
    assert begun.wait(PATIENCE)
    leave()
    for thread in [each for each in threading.enumerate() if each.name == "board board.svg"]:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert not maker.is_busy
    assert Stage.WHOLE not in [made.stage for made in heard]


def test_the_process_stays_for_the_next_board_and_is_told_to_stop_without_being_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    start = board_making.started

    def counted() -> subprocess.Popen[bytes]:
        processes.append(start())
        return processes[-1]

    monkeypatch.setattr(board_making, "started", counted)
    monkeypatch.setattr(board_making, "GRACE", PATIENCE)
    monkeypatch.setattr(board_making, "PATIENCE", PATIENCE)
    maker = BoardMaker()
    begun = threading.Event()
    leave = maker.want("large", shipped_drawing("standard"), shipped("standard").variant.board, "board.svg", lambda _: begun.set())
    assert begun.wait(PATIENCE)
    leave()
    heard: list[Made] = []
    done, _ = want(maker, heard)
    assert done.wait(PATIENCE)
    assert heard[-1].board is not None
    assert len(processes) == 1, "a warm process is not thrown away"
    maker.give_up_all()
    assert processes[0].wait(PATIENCE) is not None


def test_a_process_that_does_not_come_to_a_stop_is_ended_and_another_one_takes_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "frame").open("wb") as frame:
        write_frame(frame, Stage.SKETCH.name, shipped_board("pure"))
    script = "import sys, time; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read()); sys.stdout.flush(); time.sleep(600)"
    deaf = [sys.executable, "-c", script, str(tmp_path / "frame")]
    start = board_making.started
    processes: list[subprocess.Popen[bytes]] = []

    def first_deaf() -> subprocess.Popen[bytes]:
        first = not processes
        processes.append(subprocess.Popen(deaf, stdin=subprocess.PIPE, stdout=subprocess.PIPE) if first else start())
        return processes[-1]

    monkeypatch.setattr(board_making, "started", first_deaf)
    monkeypatch.setattr(board_making, "GRACE", 0.05)
    maker = BoardMaker()
    begun = threading.Event()
    leave = maker.want("never", b"<svg/>", shipped("pure").variant.board, "board.svg", lambda _: begun.set())
    assert begun.wait(PATIENCE)
    leave()
    heard: list[Made] = []
    done, _ = want(maker, heard)
    assert done.wait(PATIENCE)
    assert heard[-1].board is not None
    assert processes[0].wait(PATIENCE) is not None
    maker.give_up_all()


def test_a_variant_is_looked_through_by_the_process_that_made_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = own_pure()
    files = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    files["variant.toml"] = files["variant.toml"].replace(b'army = ["BER", "LON", "MOS"', b'army = ["BER", "LON"', 1)
    maker = BoardMaker()
    found: list[Made] = []
    done = threading.Event()

    def listen(made: Made) -> None:
        found.append(made)
        if made.review is not None or made.faults:
            done.set()

    maker.review("key", ReviewTask("board.svg", files, {}), listen)
    assert done.wait(PATIENCE)
    there = review(MemorySource("board.svg", files), shipped_source)
    here = found[-1].review
    assert here is not None
    assert (here.found, here.doubts) == (there.found, there.doubts), "with every fix, ground, point and doubt"
    assert any(each.fault.fix is not None for each in here.found)
    maker.give_up_all()


def test_at_the_end_of_the_program_nobody_waits_for_a_board_any_more() -> None:
    maker = BoardMaker()
    heard: list[Made] = []
    done, _ = want(maker, heard)
    maker.give_up_all()
    assert done.wait(PATIENCE)
    assert heard[-1].board is None
    assert not maker.is_busy
