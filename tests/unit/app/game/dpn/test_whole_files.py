"""A file that lost a part is known, and none is written that the reader would not take back whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType

import pytest

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict
from app.game.dpn.build import Obstacle
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import MOST_BLOCKS
from app.game.dpn.writer import Writer, write
from app.game.edits import new_game, process, rename_game
from app.game.entries import Press, SeatedPlayer, SeatKind
from app.game.file_store import game_bytes, loss, write_game
from app.game.gm_edits import edit_position
from app.game.library import Library
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Cursor, EditError, Game
from app.game.storage.atomic import Failure, StorageError
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import fresh_game, played_game
from variants.catalogue import standard

GAME = played_game(5)
TEXT = write(GAME)


def with_messages(count: int) -> Game:
    """A game in whose open phase so many messages were sent."""
    game = fresh_game()
    cursor = game.last()
    message = Press("FRANCE", ("ENGLAND",), "Hold still.")
    return game.with_turn(cursor, replace(game.turn(cursor), press=(message,) * count))


def test_a_written_file_is_closed_by_an_end_mark_and_is_whole() -> None:
    assert TEXT.startswith("entente-game 1, closed by [end]\n")
    assert TEXT.endswith("\n\n[end]\n")
    assert open_text(TEXT.encode()).standing is FileStanding.CHECKED


@pytest.mark.parametrize("border", range(1, TEXT.count("\n[")))
def test_a_file_that_is_cut_between_two_blocks_is_known(border: int) -> None:
    parts = TEXT.split("\n[")
    found = open_text("\n[".join(parts[:-border]).encode())
    if len(parts) - border < 2:
        return
    assert found.obstacle is Obstacle.CUT_OFF
    assert any("ends here without [end]" in fault.what for fault in found.faults)
    assert found.ready().read_only == "the end of the file is missing."
    assert not found.with_what_is_there().ready().read_only


def test_a_file_by_hand_needs_no_end_mark_and_gets_one_when_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "hand.dpn"
    path.write_text(TEXT.replace(", closed by [end]", "").replace("\n[end]\n", ""))
    document = Library().open(path)
    assert not document.read_only
    document.perform("Rename", rename_game(document.game, "By hand"))
    document.save()
    document.close()
    assert path.read_bytes() == game_bytes(rename_game(GAME, "By hand"), path)


@pytest.mark.parametrize(
    "heading", ["[phase", "[phase F1902]", "[phase F1902M", "[Phase F1902M]", "[fase F1902M]", "[phase S1901M]", "[F1902M]"]
)
def test_a_wrong_heading_of_the_last_phase_is_a_fault(heading: str, tmp_path: Path) -> None:
    """A wrong heading of the last phase is a fault and no reason to play the one before once more."""
    last = str(GAME.turn(GAME.last()).phase)
    assert f"[phase {last}]" in TEXT
    path = tmp_path / "wrong.dpn"
    path.write_text(TEXT.replace(f"[phase {last}]", heading))
    found = Library().inspect(path).opened
    assert found.obstacle is Obstacle.LOST_PHASE
    line = path.read_text()[: path.read_text().rindex(f"\n{heading}\n")].count("\n") + 2
    assert any(fault.span.line == line for fault in found.faults)
    document = Library().open(path)
    with pytest.raises(EditError, match="played once more"):
        document.perform("Process", process(document.game))
    assert found.with_what_is_there().ready().read_only == ""


@pytest.mark.parametrize("year", [1905, 1900])
def test_trusting_the_orders_mends_a_last_heading_that_names_another_year(year: int) -> None:
    last = GAME.turn(GAME.last()).phase
    found = open_text(TEXT.replace(f"[phase {last}]", f"[phase {replace(last, year=year)}]").encode())
    assert found.standing is FileStanding.DIFFERS
    trusted = found.trust_orders().game
    assert [turn.phase for turn in trusted.line()] == [turn.phase for turn in GAME.line()]
    assert [dict(turn.orders) for turn in trusted.line()[:-1]] == [dict(turn.orders) for turn in GAME.line()[:-1]]


@pytest.mark.slow
def test_five_thousand_messages_are_saved_and_read_again(tmp_path: Path) -> None:
    document = Library().new(with_messages(5_010))
    document.save(tmp_path / "long.dpn")
    document.close()
    again = Library().open(tmp_path / "long.dpn")
    assert not again.read_only
    assert len(again.game.turn(again.game.last()).press) == 5_010


def refused(game: Game, path: Path) -> str:
    """Return the reason that *game* is not saved; the file stays unchanged."""
    path.write_bytes(b"what was there")
    document = Library().new(game)
    with pytest.raises(StorageError) as error:
        document.save(path)
    assert error.value.failure is Failure.NOT_READABLE
    assert path.read_bytes() == b"what was there"
    assert document.is_modified
    return str(error.value)


@pytest.mark.slow
def test_more_blocks_than_the_reader_takes_are_not_saved(tmp_path: Path) -> None:
    assert "blocks" in refused(with_messages(MOST_BLOCKS + 10), tmp_path / "g.dpn")


def test_a_year_that_cannot_be_read_is_not_saved(tmp_path: Path) -> None:
    game = fresh_game()
    far = replace(game.variant.start, phase=Phase.of("S19010000000M"))
    assert "S19010000000M" in refused(game.with_turn(game.last(), replace(game.turn(game.last()), position=far)), tmp_path / "g.dpn")
    with pytest.raises(EditError, match="at most six digits"):
        edit_position(game, MAIN, far, "a hook wants it")


def test_a_line_that_is_too_long_to_be_read_is_not_saved(tmp_path: Path) -> None:
    game = replace(fresh_game(), players={"FRANCE": SeatedPlayer("F" * 5_000)})
    assert "too long" in refused(game, tmp_path / "g.dpn")


def test_lines_that_could_not_be_read_before_hinder_no_save(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    path.write_text(TEXT.replace("[game]\n", "[game]\nnonsense!\n").replace("\n[end]", "\n[players]\nNOBODY: Ada\n\n[end]"))
    document = Library().open(path)
    assert not document.read_only
    document.perform("Rename", rename_game(document.game, "Go on"))
    document.save()
    assert "nonsense!" in path.read_text()
    assert "NOBODY: Ada" in path.read_text()


def test_what_is_lost_is_reported_even_where_no_line_is_at_fault() -> None:
    game = new_game(standard(), "Two", game_id="two")
    composed = Writer().compose(game)
    twice = replace(composed, segments=(*composed.segments, *[each for each in composed.segments if each.key and each.key.kind == "phase"]))
    assert "twice" in str(loss(twice, game, composed)) or "[phase]" in str(loss(twice, game, composed))
    assert loss(composed, game, composed) is None
    assert read(composed.data).faults == ()


def test_lines_between_two_end_marks_stay_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "twice.dpn"
    path.write_text(TEXT.replace("\n[phase F1901M]", "\n[end]\nTURKEY: what two people's edits left\n\n[phase F1901M]", 1))
    document = Library().open(path)
    document.save()
    document.close()
    assert "\n[end]\nTURKEY: what two people's edits left\n" in path.read_text()


# --- text that came from outside ---

EVIL = 'x\n\n[phase S1909M]\n= FRANCE: A MOS\r\n\x1b[31m\x00\u2028[end]\n"]'


def spoilt(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """*value* with one of the texts in it replaced by one that would close lines and blocks, for each of them; and where that stands."""
    if path == "branches.name" or isinstance(value, Enum | Variant | Position | Resolution | Verdict | Phase | Cursor):
        return  # a branch is found by its name: none can be lost here
    if isinstance(value, str):
        yield path, EVIL
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        for at, each in enumerate(value):
            yield from ((where, (*value[:at], other, *value[at + 1 :])) for where, other in spoilt(each, path))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((f"{where}", MappingProxyType({**value, key: other})) for where, other in spoilt(each, path))
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            inside = f"{path}.{part.name}".lstrip(".")
            yield from ((where, replace(value, **{part.name: other})) for where, other in spoilt(getattr(value, part.name), inside))


def headings(data: bytes) -> list[str]:
    """The kinds of all blocks."""
    return ["?" if block.raw.heading is None else block.raw.heading.kind for block in read(data).blocks]


@pytest.mark.slow
def test_no_text_of_a_game_makes_or_ends_a_block_of_its_file() -> None:
    game = game_with_everything()
    whole = headings(write(game).encode())
    tried, refused = set(), set()
    for where, other in spoilt(game):
        assert isinstance(other, Game)
        tried.add(where)
        text = write(other)
        assert "\x1b" not in text, where
        assert "\r" not in text, where
        assert sum(line.startswith("[") for line in text.split("\n")) == len(whole), where
        try:
            data = game_bytes(other, Path("evil.dpn"))
        except StorageError:
            refused.add(where)
        else:
            assert headings(data) == whole, where
    assert len(tried) > 40
    assert {"name", "players.name", "note", "branches.turns.press.text"} <= tried - refused


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda game: replace(game, players={"FRANCE": SeatedPlayer(" Ada")}), "FRANCE:  Ada"),
        (lambda game: replace(game, players={"FRANCE": SeatedPlayer("Ada", "", SeatKind.BOT, "easy) (x")}), "FRANCE: Ada (bot easy) (x)"),
    ],
)
def test_a_text_that_would_be_read_as_another_is_not_written(change: Callable[[Game], Game], line: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.dpn"
    with pytest.raises(StorageError, match="could not be read again whole") as caught:
        write_game(file, change(GAME))
    assert caught.value.failure is Failure.NOT_READABLE
    assert line in str(caught.value)
    assert not file.exists()
