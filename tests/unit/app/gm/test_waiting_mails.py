"""Mails that were handed in for a game, in the folder in which they wait for it."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.game.storage.atomic import StorageError
from app.gm import taken_mails
from app.gm.taken_mails import (
    ASIDE,
    keep_waiting,
    waiting_mails,
)


def test_mails_wait_in_a_folder_of_their_game_in_the_order_in_which_they_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "club.dpn"
    assert waiting_mails(game) == ()
    moment = datetime(2026, 11, 25, 12, tzinfo=UTC)
    times = [int((moment + timedelta(minutes=each)).timestamp()) * 1_000_000_000 + 999_999_999 for each in (2, 0, 1)]
    monkeypatch.setattr("app.gm.taken_mails.time.time_ns", lambda: times.pop())
    second, first, third = (keep_waiting(game, each) for each in (b"two", b"one", b"three"))
    folder = tmp_path / "club.dpn.mails"
    assert waiting_mails(game) == (first, second, third)
    assert [each.read() for each in waiting_mails(game)] == [b"one", b"two", b"three"]
    assert first.moment == moment
    assert re.fullmatch(rf"0{int(moment.timestamp())}999999999-{os.getpid()}-[0-9a-f]{{8}}", first.mark)
    assert {each.path.parent for each in (first, second, third)} == {folder}
    assert oct(first.path.stat().st_mode & 0o777) == "0o600" or os.name == "nt"
    first.close()
    assert folder.is_dir()
    for each in (second, third):
        each.close()
    assert not folder.exists()
    first.close()


def test_only_files_that_were_handed_in_wait(tmp_path: Path) -> None:
    game = tmp_path / "club.dpn"
    own = keep_waiting(game, b"one")
    (own.path.parent / "notes.txt").write_text("mine")
    (own.path.parent / f"{own.path.name}.tmp").write_text("half")
    (own.path.parent / own.path.name.replace(".eml", "0.eml")).write_text("no mark")
    (own.path.parent / f"{'0' * 20}-1-00000000.eml").mkdir()
    if os.name != "nt":  # links need rights there
        (own.path.parent / f"{'0' * 20}-1-00000001.eml").symlink_to(own.path)
    assert waiting_mails(game) == (own,)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_game_that_is_a_link_has_the_mails_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    game = tmp_path / "real" / "club.dpn"
    game.write_text("x")
    link = tmp_path / "link.dpn"
    link.symlink_to(game)
    own = keep_waiting(link, b"one")
    assert own.path.parent == tmp_path / "real" / "club.dpn.mails"
    assert waiting_mails(game) == (own,)


def test_a_mail_that_is_put_aside_is_kept_and_waits_no_longer(tmp_path: Path) -> None:
    game = tmp_path / "club.dpn"
    first, second = keep_waiting(game, b"one"), keep_waiting(game, b"two")
    for each, words in ((first, b"one"), (second, b"two")):
        target = each.put_aside()
        assert target == tmp_path / "club.dpn.mails" / ASIDE / each.path.name
        assert target.read_bytes() == words
    assert waiting_mails(game) == ()
    for tried in (first.put_aside, lambda: keep_waiting(tmp_path / "nowhere" / "club.dpn", b"one")):
        with pytest.raises(StorageError, match="keeping a mail"):
            tried()


def test_a_folder_in_which_a_mail_came_or_went_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[Path, int]] = []
    folder = tmp_path / "club.dpn.mails"
    monkeypatch.setattr(taken_mails, "sync_folder", lambda place: synced.append((place, len(list(place.glob("*.eml"))))))
    first, second = keep_waiting(tmp_path / "club.dpn", b"one"), keep_waiting(tmp_path / "club.dpn", b"two")
    assert synced == [(tmp_path, 0)] * 2
    synced.clear()
    first.close()
    second.put_aside()
    assert synced == [(folder, 1), (folder / ASIDE, 1)]
