"""Lines of a journal in its file, and the stale journals, in sequence."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from app.game.storage import journal
from app.game.storage.atomic import Failure, Stamp, StorageError
from app.game.storage.journal import BackgroundWriter, Head, Journal, Moment, checksum, discard, lock_path, recover, splice, stale_journals
from tests.quick import one_by_one
from tests.unit.app.game.storage.test_journal import HERE, journal_in, noted


def test_a_line_is_a_checksum_a_blank_and_json_that_any_program_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.game.storage.journal.time.time", lambda: 1_790_000_000.9)
    journal = Journal(tmp_path, "stem", BackgroundWriter())
    journal.begin(Head("id", "Größe", tmp_path / "g.dpn", Stamp(1, 2, "ab"), "ITALY", 3, 4), [("one", "two"), ("three",)])
    journal.look_as("FRANCE")
    journal.note("Order", Moment("b2", 5), [("one", "two"), ("4",)])
    journal.close(delete=False)
    assert journal.path == tmp_path / "stem-0.journal"
    lines = journal.path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    entries = []
    for line in lines:
        told, _, text = line.partition(b" ")
        assert told.decode() == hashlib.sha256(text).hexdigest()[:16]
        entries.append(json.loads(text.decode("ascii")))
    assert entries == [
        {
            "format": 1, "game": "id", "name": "Größe", "path": str(tmp_path / "g.dpn"), "stamp": [1, 2, "ab"], "viewer": "ITALY",
            "carried": 3, "since": 4, "begun": 1_790_000_000, "text": ["one", "two", "three"],
        },
        {"n": 1, "viewer": "FRANCE"},
        {"n": 2, "label": "Order", "time": 1_790_000_000, "shown": ["b2", 5], "at": 2, "drop": 1, "put": ["4"]},
    ]  # fmt: skip
    found = recover(journal.path)
    assert (found.game_id, found.name, found.path, found.stamp) == ("id", "Größe", tmp_path / "g.dpn", Stamp(1, 2, "ab"))
    assert (found.viewer, found.carried, found.edits, found.labels, found.shown) == ("FRANCE", 3, 4, ("Order",), Moment("b2", 5))
    assert (found.begun, found.ended, found.damage) == (4, 1_790_000_000, "")
    assert (found.began_with, found.text) == ("one\ntwo\nthree\n", "one\ntwo\n4\n")


@one_by_one(
    ("old", "new", "change"),
    [
        ([], [], (0, 0, [])),
        ([], [("a",)], (0, 0, ["a"])),
        ([("a",)], [], (0, 1, [])),
        ([("a", "b"), ("c",)], [("a", "b"), ("c",)], (3, 0, [])),
        ([("a", "b"), ("c",)], [("a", "b"), ("d",), ("c",)], (2, 0, ["d"])),
        ([("a", "b"), ("c",), ("d", "e")], [("a", "b"), ("x", "y"), ("d", "e")], (2, 1, ["x", "y"])),
        ([("a",), ("a",)], [("a",)], (1, 1, [])),
        ([("a",)], [("a",), ("a",)], (1, 0, ["a"])),
    ],
)
def test_only_what_changed_is_written(old: list[tuple[str, ...]], new: list[tuple[str, ...]], change: tuple[int, int, list[str]]) -> None:
    assert splice(old, new) == change


def test_each_journal_has_a_number_that_no_other_has(tmp_path: Path) -> None:
    first = journal_in(tmp_path)
    second = journal_in(tmp_path)
    assert [each.path.name for each in (first, second)] == ["stem-0.journal", "stem-1.journal"]
    assert lock_path(first.path) == tmp_path / "stem-0.lock"
    first.close(delete=True)
    assert not lock_path(first.path).exists()
    third = journal_in(tmp_path)
    assert third.path.name == "stem-0.journal"
    third.close(delete=False)
    second.close(delete=False)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["stem-0.journal", "stem-0.lock", "stem-1.journal", "stem-1.lock"]


def test_stale_journals_come_latest_first_and_those_of_a_stem_alone_where_it_is_named(tmp_path: Path) -> None:
    for at, name in enumerate(("b-0", "a-0", "c-0", "a-1", "ab-0")):
        (tmp_path / f"{name}.journal").write_bytes(b"x")
        os.utime(tmp_path / f"{name}.journal", (1_000 + at, 1_000 + at))
    (tmp_path / "a-0.lock").write_bytes(b"")
    (tmp_path / "a-0.txt").write_bytes(b"")
    assert [each.stem for each in stale_journals(tmp_path)] == ["ab-0", "a-1", "c-0", "a-0", "b-0"]
    assert [each.stem for each in stale_journals(tmp_path, "a")] == ["a-1", "a-0"]
    assert list(stale_journals(tmp_path / "gone")) == []


def test_a_journal_whose_lock_cannot_be_made_keeps_no_other_from_being_found(tmp_path: Path) -> None:
    for name in ("a-0", "b-0"):
        (tmp_path / f"{name}.journal").write_bytes(b"x")
    (tmp_path / "a-0.lock").mkdir()
    assert [each.stem for each in stale_journals(tmp_path)] == ["b-0"]


def test_a_journal_is_read_up_to_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = noted(tmp_path)
    assert journal.LARGEST == 268_435_456
    monkeypatch.setattr(journal, "LARGEST", path.stat().st_size - 20)
    assert recover(path).damage == "line 4 of 4 is damaged; 2 edits were kept"


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_last_line_without_its_end_counts_while_it_is_whole(cut: int, tmp_path: Path) -> None:
    path = noted(tmp_path)
    path.write_bytes(path.read_bytes()[:-cut])
    found = recover(path)
    assert len(found.labels) == (3 if cut == 1 else 2)
    assert found.damage == ("" if cut == 1 else "line 4 of 4 is damaged; 2 edits were kept")


def test_an_empty_line_in_the_middle_is_damage(tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:2], b"", *lines[2:]]))
    found = recover(path)
    assert (found.labels, found.damage) == (("first",), "line 3 of 5 is damaged; 1 edit was kept")


HEAD = {"format": 1, "game": "id", "name": "name", "path": None, "begun": 5, "text": ["one"]}


@pytest.mark.parametrize(
    ("changes", "is_read"),
    [
        ({}, True), ({"format": 2}, False), ({"format": None}, False), ({"game": 1}, False), ({"name": None}, False), ({"path": 7}, False),
        ({"begun": "x"}, False), ({"text": "x"}, False), ({"later": "x"}, True),
    ],
)  # fmt: skip
def test_a_first_line_has_what_a_journal_needs(changes: dict[str, object], is_read: bool, tmp_path: Path) -> None:
    text = json.dumps({**HEAD, **changes}).encode()
    path = tmp_path / "x-0.journal"
    path.write_bytes(checksum(text) + b" " + text + b"\n")
    if is_read:
        found = recover(path)
        assert (found.path, found.text, found.begun, found.ended, found.viewer, found.shown) == (None, "one\n", 5, 5, None, None)
    else:
        with pytest.raises(StorageError, match="the unsaved changes of a game are damaged from the first line on") as caught:
            recover(path)
        assert (caught.value.failure, caught.value.where) == (Failure.DAMAGED, path)


@pytest.mark.parametrize(
    ("stamp", "read"),
    [([1, 2, "a"], Stamp(1, 2, "a")), ([1, 2], None), ([1, 2, 3], None), (["1", 2, "a"], None), ([1, 2.5, "a"], None), ("x", None)],
)
def test_a_stamp_of_another_shape_is_none(stamp: object, read: Stamp | None, tmp_path: Path) -> None:
    text = json.dumps({**HEAD, "stamp": stamp}).encode()
    path = tmp_path / "x-0.journal"
    path.write_bytes(checksum(text) + b" " + text + b"\n")
    assert recover(path).stamp == read


EDIT = {"n": 1, "label": "e", "shown": ["main", 0], "at": 0, "drop": 1, "put": ["two"], "time": 9}


@pytest.mark.parametrize(
    ("changes", "is_kept"),
    [
        ({}, True), ({"n": 2}, False), ({"n": "1"}, False), ({"label": 1}, False), ({"shown": ["main"]}, False),
        ({"shown": [0, "main"]}, False), ({"at": "0"}, False), ({"at": 1, "drop": 0}, True), ({"at": 1, "drop": 1}, False),
        ({"at": -1, "drop": 2}, False), ({"put": "two"}, False), ({"later": "x"}, True), ({"time": None}, True),
    ],
)  # fmt: skip
def test_an_edit_has_what_an_edit_needs(changes: dict[str, object], is_kept: bool, tmp_path: Path) -> None:
    lines = [json.dumps(each).encode() for each in (HEAD, {**EDIT, **changes})]
    path = tmp_path / "x-0.journal"
    path.write_bytes(b"".join(checksum(line) + b" " + line + b"\n" for line in lines))
    found = recover(path)
    assert (found.labels, bool(found.damage)) == ((("e",), False) if is_kept else ((), True))
    if is_kept:
        assert found.ended == (5 if changes.get("time", 9) is None else 9)


def test_who_looks_before_the_journal_began_is_noted_nowhere(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "stem", BackgroundWriter())
    journal.look_as("FRANCE")
    assert not journal.path.exists()
    journal.begin(Head("id", "name", None), [("one",)])
    journal.note("edit", HERE, [("two",)])
    journal.close(delete=False)
    assert recover(journal.path).viewer is None


def test_a_journal_that_cannot_be_taken_away_is_said(tmp_path: Path) -> None:
    (tmp_path / "x-0.journal").mkdir()
    with pytest.raises(StorageError, match="throwing unsaved changes away failed"):
        discard(tmp_path / "x-0.journal")
