"""Settings, recent games, backups and places."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from pathlib import Path

import pytest

from adjudicator.phase import Phase
from app.game.file_store import backups_of, keep_backup, keep_old_version
from app.game.storage.atomic import OutsideChange, Stamp, outside_change
from app.game.storage.lock import name_for
from app.game.storage.places import places
from app.game.storage.recent import KEPT, RecentGame, RecentGames
from app.game.storage.settings import LARGEST, Settings


def test_settings_come_back_as_they_were_put(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "deep" / "settings.json")
    settings.put("map.theme", "night")
    settings.put("map.labels", False)
    settings.put("window.width", 1280)
    settings.put("map.zoom", 1.5)
    settings.put("panels", ("orders", "results"))
    settings.put("gone", "x")
    settings.put("gone", None)
    settings.save()
    again = Settings(tmp_path / "deep" / "settings.json")
    assert again.text("map.theme") == "night"
    assert again.flag("map.labels", default=True) is False
    assert again.whole("window.width") == 1280
    assert again.number("map.zoom") == 1.5
    assert again.words("panels") == ("orders", "results")
    assert again.names() == ("map.labels", "map.theme", "map.zoom", "panels", "window.width")
    assert again.damage == ""


def test_two_versions_that_run_at_once_keep_each_others_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"view.theme": "night", "view.text_size": "120", "newer.kind": {"a": [1]}}')
    older, newer = Settings(file), Settings(file)
    newer.put("view.theme", "sand")
    newer.put("newer.thing", "kept")
    newer.save()
    older.put("view.text_size", None)
    older.put("window.folder", "/games")
    older.save()
    assert json.loads(file.read_text()) == {
        "view.theme": "sand", "newer.kind": {"a": [1]}, "newer.thing": "kept", "window.folder": "/games",
    }  # fmt: skip


@pytest.mark.parametrize("data", ["[]", "1", "{", "null"])
def test_settings_are_saved_whole_where_the_file_came_to_hold_something_else_meanwhile(data: str, tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text('{"view.theme": "sand", "view.text_size": 3}')
    settings = Settings(file)
    file.write_text(data)
    settings.put("view.text_size", 4)
    settings.save()
    assert json.loads(file.read_text()) == {"view.theme": "sand", "view.text_size": 4}


def test_a_setting_of_the_wrong_kind_counts_as_not_set(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"a": "x", "b": true, "c": [1], "d": null, "e": 3}')
    settings = Settings(tmp_path / "s.json")
    assert settings.whole("a", 7) == 7
    assert settings.whole("b", 7) == 7
    assert settings.words("c", ("y",)) == ("y",)
    assert settings.text("d", "z") == "z"
    assert settings.whole("e") == 3


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"[" * 100_000, b"\xff\xfe", b'{"a": ' + b"9" * 2_000_000 + b"}"])
def test_damaged_settings_start_anew_and_are_kept_beside(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_bytes(data)
    settings = Settings(tmp_path / "s.json")
    assert settings.names() == ()
    assert "s.json" in settings.damage
    assert (tmp_path / "s.json.damaged").read_bytes() == data


def test_recent_games_are_the_latest_first_and_each_once(tmp_path: Path) -> None:
    recent = RecentGames(tmp_path / "recent.json", tmp_path / "pictures")
    for number in range(30):
        path = tmp_path / f"{number % 25}.dpn"
        recent.note(RecentGame(path, f"Game {number}", "S1901M", number, recent.thumbnail_for(path)))
    games = recent.games()
    assert [game.name for game in games] == [f"Game {number}" for number in range(29, 29 - KEPT, -1)]
    assert len({game.path for game in games}) == KEPT == 20
    assert games[0].thumbnail == recent.thumbnail_for(games[0].path)
    recent.forget(games[0].path)
    assert recent.games()[0].name == "Game 28"


def test_damaged_lists_of_recent_games_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    good = {"path": "/a.dpn", "name": "A", "phase": "S1901M", "opened": 1}
    file.write_text(json.dumps([good, {"path": 3}, "x", None, {**good, "path": "/\0"}, {**good, "thumbnail": 7}]))
    assert [game.thumbnail for game in RecentGames(file, tmp_path).games()] == [None, None]
    chance = random.Random(1)
    for _ in range(200):
        data = bytearray(json.dumps([good] * 3).encode())
        for _ in range(3):
            data[chance.randrange(len(data))] = chance.randrange(256)
        file.write_bytes(data)
        assert len(RecentGames(file, tmp_path).games()) <= 3


def test_the_last_ten_backups_and_the_first_of_each_year_are_kept(tmp_path: Path) -> None:
    for year in range(1901, 1911):
        for season in ("S", "F"):
            keep_backup(tmp_path, "game", Phase.of(f"{season}{year}M"), b"x")
    assert [each.path.name for each in backups_of(tmp_path, "game")] == [
        *(f"{number:04d}-S{1901 + number // 2}M.dpn" for number in range(1, 11, 2)),
        *(f"{number:04d}-{'FS'[number % 2]}{1901 + (number - 1) // 2}M.dpn" for number in range(11, 21)),
    ]


def test_a_game_id_leads_out_of_no_folder(tmp_path: Path) -> None:
    made = keep_backup(tmp_path / "backups", "../../etc", Phase.of("S1901M"), b"x")
    assert made.path.is_relative_to(tmp_path / "backups")


def test_one_variable_moves_all_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    found = places()
    for each in (found.settings_file, found.journals, found.backups, found.locks, found.recent, found.thumbnails, found.variants):
        assert each.is_relative_to(tmp_path)
    monkeypatch.delenv("ENTENTE_HOME")
    assert not places().data.is_relative_to(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_nobody_else_on_the_machine_reads_backups_or_files_of_older_versions(tmp_path: Path) -> None:
    made = keep_backup(tmp_path / "backups", "game", Phase.of("S1901M"), b"secret").path
    kept = keep_old_version(tmp_path / "game.dpn", b"secret", 0)
    for path in (made, made.parent, made.parent.parent, kept):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_file_of_an_older_version_is_never_written_over(tmp_path: Path) -> None:
    kept = [keep_old_version(tmp_path / "game.dpn", text, 0) for text in (b"one", b"two", b"three")]
    assert [each.name for each in kept] == ["game.v0.dpn", "game.v0-1.dpn", "game.v0-2.dpn"]
    assert [each.read_bytes() for each in kept] == [b"one", b"two", b"three"]


@pytest.mark.parametrize("data", [b'{"a": 1}', b"7", b'"text"', b"null"])
def test_recent_games_that_are_no_list_are_none(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    file.write_bytes(data)
    assert RecentGames(file, tmp_path).games() == ()


def test_settings_of_a_size_that_no_settings_have_start_anew(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"theme": "night", "x": "y" * LARGEST}))
    assert Settings(file).text("theme", "plain") == "plain"


def test_settings_that_are_too_large_start_anew_though_their_beginning_could_be_read(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_bytes(b'{"a": 1}' + b" " * LARGEST)
    assert Settings(tmp_path / "s.json").names() == ()


def test_of_a_file_of_more_settings_than_there_can_be_the_first_are_read(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps({f"{number:05}": number for number in range(6_000)}))
    assert len(Settings(tmp_path / "s.json").names()) == 5_000


def test_a_setting_that_no_setting_can_be_is_named_and_the_others_hold(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"a": {"b": 1}, "c": 2}')
    settings = Settings(tmp_path / "s.json")
    assert settings.damage == f"{tmp_path / 's.json'}: a is set to something that no setting can be"
    assert settings.names() == ("c",)


def test_a_setting_that_was_never_set_is_nothing(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.json")
    found = (settings.text("a"), settings.flag("a"), settings.whole("a"), settings.number("a"), settings.words("a"))
    assert found == ("", False, 0, 0.0, ())
    assert settings.damage == ""
    settings.put("a", "x")
    assert (settings.flag("a"), settings.number("a"), settings.words("a")) == (False, 0.0, ())


def test_everything_lies_where_earlier_versions_put_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    found = places()
    paths = (found.settings_file, found.recent, found.journals, found.backups, found.locks, found.reports, found.thumbnails, found.variants)
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == [
        "settings/settings.json", "data/recent.json", "data/journals", "data/backups", "data/locks", "data/reports", "cache/thumbnails",
        "data/variants",
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="where names differ by each letter")
def test_two_versions_lock_one_file_by_one_name() -> None:
    assert name_for(Path("/nowhere/game.dpn")) == hashlib.sha256(b"/nowhere/game.dpn").hexdigest()[:20]


def test_a_file_in_whose_place_there_is_a_folder_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    path.write_bytes(b"x")
    stamp = Stamp.of(path, b"x")
    path.unlink()
    path.mkdir()
    assert outside_change(path, stamp) is OutsideChange.UNREADABLE


def test_a_stamp_is_of_the_same_bytes_and_not_of_as_many(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"ab")
    stamp = Stamp.of(tmp_path / "a", b"ab")
    assert [stamp.is_of(data) for data in (b"ab", b"cd", b"abc")] == [True, False, False]


@pytest.mark.parametrize("name", ["x" * 5_000, "a\0b"])
def test_a_file_that_the_system_cannot_look_at_cannot_be_read(name: str, tmp_path: Path) -> None:
    assert outside_change(tmp_path / name, Stamp(1, 1, "")) is OutsideChange.UNREADABLE


def test_a_list_of_recent_games_is_read_up_to_256_kilobytes(tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    listed = json.dumps([{"path": "/a.dpn", "name": "A", "phase": "S1901M", "opened": 1}])
    file.write_text(listed + " " * (262_144 - len(listed)))
    assert [game.name for game in RecentGames(file, tmp_path).games()] == ["A"]
    file.write_text(listed + " " * (262_145 - len(listed)))
    assert RecentGames(file, tmp_path).games() == ()


def test_what_another_version_set_stays_in_a_file_of_the_largest_size(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    assert LARGEST == 1_048_576
    file.write_bytes(b'{"theirs": {"deep": 1}}'.ljust(LARGEST))
    settings = Settings(file)
    settings.put("ours", 2)
    settings.save()
    assert json.loads(file.read_text()) == {"ours": 2, "theirs": {"deep": 1}}
