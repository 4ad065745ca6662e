"""The end mark carries a checksum: one changed bit is noticed, and an editor of the file is informed and not hindered."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from app.cli.main import main
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import checksum_of, sealed
from app.game.dpn.writer import write
from app.game.edits import rename_game
from app.game.file_store import game_bytes
from app.game.library import FileState, Library
from app.game.opening import FileStanding, open_text
from tests.quick import one_by_one
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import played_game

GAME = played_game(5)
DATA = game_bytes(GAME, Path("game.dpn"))
HOOKED = game_bytes(game_with_everything(), Path("game.dpn"))


def flipped(data: bytes, at: int, bit: int) -> bytes:
    """*data* with one bit fallen over."""
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def unnoticed(data: bytes, places: list[tuple[int, int]]) -> list[tuple[int, int, bytes]]:
    """Those of *places* whose bit can change unnoticed."""
    return [(at, bit, data[max(0, at - 20) : at + 20]) for at, bit in places if not open_text(flipped(data, at, bit)).faults]


def test_a_written_game_states_the_checksum_that_it_has() -> None:
    assert DATA.startswith(b"entente-game 1, closed by [end]\n")
    found = checksum_of(DATA)
    assert found is not None
    assert found.fits
    assert DATA.endswith(f"\n\n[end sum={found.stated}]\n".encode())
    assert read(DATA).faults == ()
    assert open_text(DATA).standing is FileStanding.CHECKED


@pytest.mark.slow
def test_no_bit_of_a_game_with_hooks_falls_over_unnoticed() -> None:
    chance = random.Random(28)
    assert b"[hook restrict]" in HOOKED
    starts = [0, *(at + 1 for at in range(len(HOOKED)) if HOOKED[at : at + 1] == b"\n")]
    inside = [chance.choice(range(start, end)) for start, end in pairwise(starts)]
    assert unnoticed(HOOKED, [(at, chance.randrange(8)) for at in inside]) == []


@one_by_one("bit", range(8))
def test_no_bit_of_the_first_line_and_the_end_falls_over_unnoticed(bit: int) -> None:
    small = sealed(b"entente-game 1, closed by [end]\n\n[game]\nvariant: standard 1\n\n[end]\n")
    assert read(small).faults == ()
    assert unnoticed(small, [(at, bit) for at in range(len(small))]) == []


@pytest.mark.parametrize(
    "changed",
    [
        DATA.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + DATA,
        DATA.rstrip(b"\n"),
        DATA + b"\n\n",
        write(GAME).encode(),
        write(GAME).replace(", closed by [end]", "").replace("\n[end]\n", "").encode(),
    ],
)
def test_line_ends_and_files_without_a_checksum_open_without_a_word(changed: bytes) -> None:
    assert open_text(changed).faults == ()
    assert open_text(changed).standing is FileStanding.CHECKED


def test_an_edited_file_is_said_to_be_so_in_one_sentence_and_played_on(tmp_path: Path) -> None:
    edited = DATA.replace(b"name: Straits of Iron", b"name: Straits of Gold")
    (fault,) = open_text(edited, "iron.dpn").faults
    assert "the checksum does not fit: the file was changed since the program wrote it" in str(fault)
    assert "saving the game renews it" in str(fault)
    path = tmp_path / "iron.dpn"
    path.write_bytes(edited)
    document = Library().open(path)
    assert not document.read_only
    before = document.checksum_fits
    document.save()
    assert (before, document.checksum_fits) == (False, True)
    document.close()
    assert path.read_bytes() == game_bytes(rename_game(GAME, "Straits of Gold"), path)


def test_what_was_not_edited_stays_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "iron.dpn"
    by_hand = DATA.replace(b"[game]\n", b"# mine\n[game]  # yes\n").replace(b"name: Straits", b"name:   Straits")
    path.write_bytes(by_hand)
    document = Library().open(path)
    document.save()
    document.close()
    lines, before = path.read_bytes().splitlines(), by_hand.splitlines()
    assert lines[:-1] == before[:-1]
    assert lines[-1] != before[-1]
    document = Library().open(path)
    document.save()
    document.close()
    assert path.read_bytes().splitlines() == lines


def test_an_end_mark_of_another_form_is_named() -> None:
    for wrong in ("[end sum=12]", "[end som=9f86d081884c7d65]", "[end now]"):
        (fault,) = read(write(GAME).replace("[end]\n", f"{wrong}\n").replace(f"closed by {wrong}", "closed by [end]").encode()).faults
        assert "cannot be read as an end mark" in str(fault)


def test_what_a_crash_left_knows_the_file_that_it_saved(tmp_path: Path) -> None:
    path = tmp_path / "iron.dpn"
    path.write_bytes(DATA)
    document = Library().open(path)
    document.perform("Rename", rename_game(document.game, "Straits of Gold"))
    written = game_bytes(document.game, path)
    document.close(discard=False)
    (left,) = Library().left_behind(path)
    assert left.file_state is FileState.AS_IT_WAS
    assert left.opened.faults == ()
    path.write_bytes(written)
    assert Library().left_behind(path) == ()


def test_the_command_line_says_it_and_saving_mends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "iron.dpn"
    path.write_bytes(DATA.replace(b"name: Straits of Iron", b"name: Straits of Gold"))
    assert main(["check", str(path)]) == 0
    assert "the checksum does not fit" in capsys.readouterr().out
    assert main(["save", str(path)]) == 0
    capsys.readouterr()
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr()
    assert "checksum" not in said.out + said.err
