"""The journal: every accepted edit comes back, and reading stops at the first damaged line and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.storage.atomic import Failure, StorageError
from app.game.storage.journal import BackgroundWriter, Head, Journal, Moment, checksum, discard, recover, splice, stale_journals

CHUNKS = st.lists(st.lists(st.sampled_from("abc"), max_size=3).map(tuple), max_size=6)
HERE = Moment("main", 3)


def journal_in(folder: Path) -> Journal:
    """A journal that has begun with two lines."""
    journal = Journal(folder, "stem", BackgroundWriter())
    journal.begin(Head("id", "name", folder / "g.dpn"), [("one", "two")])
    return journal


def noted(folder: Path) -> Path:
    """A journal of three edits that a crash left behind."""
    journal = journal_in(folder)
    journal.note("first", HERE, [("one", "2")])
    journal.note("second", HERE, [("one", "2"), ("three",)])
    journal.note("third", Moment("b2", 4), [("three",)])
    journal.close(delete=False)
    return journal.path


@pytest.mark.slow
@given(CHUNKS, CHUNKS)
def test_a_splice_turns_one_text_into_the_other(old: list[tuple[str, ...]], new: list[tuple[str, ...]]) -> None:
    lines = [line for chunk in old for line in chunk]
    at, drop, put = splice(old, new)
    lines[at : at + drop] = put
    assert lines == [line for chunk in new for line in chunk]


def test_all_that_was_noted_comes_back(tmp_path: Path) -> None:
    found = recover(noted(tmp_path))
    assert found.text == "three\n"
    assert found.labels == ("first", "second", "third")
    assert found.shown == Moment("b2", 4)
    assert (found.game_id, found.name, found.path, found.damage) == ("id", "name", tmp_path / "g.dpn", "")


def test_bytes_that_are_no_text_come_back(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.note("odd", HERE, [("caf\udce9",)])
    journal.close(delete=False)
    assert recover(journal.path).text == "caf\udce9\n"


@pytest.mark.parametrize("line", [1, 2, 3])
def test_reading_stops_at_the_first_damaged_line_and_says_how_much_was_kept(line: int, tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[line] = lines[line].replace(b'"at"', b'"At"')
    path.write_bytes(b"\n".join(lines))
    found = recover(path)
    assert found.labels == ("first", "second", "third")[: line - 1]
    kept = "1 edit was kept" if line == 2 else f"{line - 1} edits were kept"
    assert found.damage == f"line {line + 1} of 4 is damaged; {kept}"


def test_a_line_cut_off_by_a_power_cut_is_a_damaged_line(tmp_path: Path) -> None:
    path = noted(tmp_path)
    path.write_bytes(path.read_bytes()[:-10])
    assert recover(path).damage == "line 4 of 4 is damaged; 2 edits were kept"


def test_lines_out_of_sequence_are_damaged(tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], lines[2], lines[1], lines[3], b""]))
    assert recover(path).labels == ()


@pytest.mark.parametrize("data", [b"", b"\n", b"nonsense", b"0000000000000000 {}\n", b"\xff" * 100])
def test_a_journal_without_a_good_first_line_is_damaged(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x-0.journal"
    path.write_bytes(data)
    with pytest.raises(StorageError) as refused:
        recover(path)
    assert refused.value.failure is Failure.DAMAGED


def test_a_journal_whose_program_lives_is_not_stale(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert list(stale_journals(tmp_path)) == []
    journal.close(delete=False)
    assert list(stale_journals(tmp_path)) == [journal.path]


def test_a_stale_journal_is_never_written_over(tmp_path: Path) -> None:
    first = noted(tmp_path)
    second = journal_in(tmp_path)
    assert second.path != first
    assert recover(first).labels == ("first", "second", "third")


def test_a_journal_begins_anew_with_each_save(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.note("first", HERE, [("2",)])
    journal.begin(Head("id", "name", tmp_path / "g.dpn"), [("2",)])
    journal.close(delete=False)
    found = recover(journal.path)
    assert (found.text, found.labels) == ("2\n", ())


def test_what_is_deleted_or_discarded_is_gone(tmp_path: Path) -> None:
    journal_in(tmp_path).close(delete=True)
    assert list(tmp_path.iterdir()) == []
    discard(noted(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_who_looks_is_known_after_a_crash(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.look_as("FRANCE")
    journal.close(delete=False)
    assert recover(journal.path).viewer == "FRANCE"


def with_line(path: Path, line: int, **changes: object) -> None:
    """Rewrite one line of a journal, with its checksum right: as a forger would."""
    lines = path.read_bytes().split(b"\n")
    entry = json.loads(lines[line].partition(b" ")[2])
    entry.update(changes)
    text = json.dumps(entry).encode()
    lines[line] = checksum(text) + b" " + text
    path.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize(("at", "drop"), [(-1, 1), (5, 0), (0, 3), (1, -1)])
def test_an_edit_beyond_the_lines_there_are_is_damage(at: int, drop: int, tmp_path: Path) -> None:
    path = noted(tmp_path)
    with_line(path, 2, at=at, drop=drop)
    found = recover(path)
    assert found.labels == ("first",)
    assert found.text == "one\n2\n"
    assert "line 3 of 4 is damaged" in found.damage


def test_an_edit_whose_time_is_no_number_is_kept_without_its_time(tmp_path: Path) -> None:
    path = noted(tmp_path)
    with_line(path, 1, time="noon")
    with_line(path, 2, time=1_790_000_000)
    found = recover(path)
    assert found.labels == ("first", "second", "third")
    assert found.begun == 1_790_000_000, "of the first edit that tells it"


def test_a_look_with_more_in_its_line_than_a_look_has_is_damage(tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    text = json.dumps({"n": 2, "viewer": "FRANCE", "at": 0}).encode()
    lines[2] = checksum(text) + b" " + text
    path.write_bytes(b"\n".join(lines))
    found = recover(path)
    assert found.labels == ("first",)
    assert found.viewer is None


@pytest.mark.parametrize("text", [b"[]", b"7", b'"text"', b"null"])
def test_a_line_that_holds_no_entry_is_damage(text: bytes, tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    for line in (0, 2):
        changed = [*lines]
        changed[line] = checksum(text) + b" " + text
        path.write_bytes(b"\n".join(changed))
        if line == 0:
            with pytest.raises(StorageError):
                recover(path)
        else:
            assert recover(path).labels == ("first",)


@pytest.mark.parametrize(("number", "viewer"), [(2, "FRANCE"), (3, None)])
def test_a_look_counts_in_its_place_alone(number: int, viewer: str | None, tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    text = json.dumps({"n": number, "viewer": "FRANCE"}).encode()
    path.write_bytes(b"\n".join([*lines[:2], checksum(text) + b" " + text, b""]))
    found = recover(path)
    assert found.labels == ("first",)
    assert found.viewer == viewer
    assert bool(found.damage) is (viewer is None)


def test_a_first_line_with_values_of_the_wrong_kind_is_read_without_them(tmp_path: Path) -> None:
    path = noted(tmp_path)
    with_line(path, 0, viewer=7, carried="many", since=0)
    found = recover(path)
    assert (found.viewer, found.carried, found.labels) == (None, 0, ("first", "second", "third"))


def test_a_first_line_whose_numbers_are_none_tells_the_time_of_the_first_edit(tmp_path: Path) -> None:
    path = noted(tmp_path)
    with_line(path, 0, carried="many", since=7)
    with_line(path, 1, time=1_790_000_000)
    assert recover(path).begun == 1_790_000_000


def test_an_edit_without_its_time_ends_when_the_journal_began(tmp_path: Path) -> None:
    path = noted(tmp_path)
    for line in (1, 2, 3):
        with_line(path, line, time=0)
    with_line(path, 0, begun=1_790_000_000)
    found = recover(path)
    assert (found.begun, found.ended) == (1_790_000_000, 1_790_000_000)


def test_a_stretch_that_moved_is_not_taken_for_one_that_stayed() -> None:
    old, new = [("a",), ("b",), ("z",)], [("c",), ("a",), ("z",)]
    at, drop, put = splice(old, new)
    text = ["a", "b", "z"]
    text[at : at + drop] = put
    assert text == ["c", "a", "z"]


def test_a_line_whose_words_were_changed_is_damage_though_it_can_be_read(tmp_path: Path) -> None:
    path = noted(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"second"', b'"secret"'))
    found = recover(path)
    assert found.labels == ("first",)
    assert found.damage


@pytest.mark.parametrize("since", ["noon", None])
def test_a_first_line_whose_beginning_is_no_number_counts_no_earlier_edits(since: object, tmp_path: Path) -> None:
    path = noted(tmp_path)
    with_line(path, 0, carried=2, since=since)
    found = recover(path)
    assert found.carried == 0
    assert isinstance(found.begun, int)


def test_the_first_line_of_an_older_program_tells_when_its_first_edit_was_made(tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    head = json.loads(lines[0].partition(b" ")[2])
    del head["since"], head["carried"]
    text = json.dumps(head).encode()
    path.write_bytes(b"\n".join((checksum(text) + b" " + text, *lines[1:])))
    with_line(path, 1, time=1_790_000_000)
    assert (recover(path).begun, recover(path).carried) == (1_790_000_000, 0)


def test_each_edit_is_noted_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_790_000_000.5]
    monkeypatch.setattr("app.game.storage.journal.time.time", lambda: now[0])
    journal = journal_in(tmp_path)
    for _ in range(2):
        now[0] += 60
        journal.note("edit", HERE, [(str(now[0]),)])
    journal.close(delete=False)
    assert (recover(journal.path).begun, recover(journal.path).ended) == (1_790_000_060, 1_790_000_120)


def test_who_looks_is_noted_when_it_changes_and_only_then(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for viewer in ("FRANCE", "FRANCE", None):
        journal.look_as(viewer)
    journal.close(delete=False)
    assert recover(journal.path).viewer is None
    assert journal.path.read_bytes().count(b"\n") == 3


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="where open files are counted")
def test_a_journal_that_begins_anew_lets_go_of_its_old_file(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    journal.begin(Head("id", "name", None), [("one",)])
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    journal.close(delete=True)


def test_a_game_that_crashes_again_before_it_is_edited_tells_of_the_edits_of_the_first_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.game.storage.journal.time.time", lambda: 1_790_000_000)
    first = recover(noted(tmp_path))
    assert (first.edits, first.begun) == (3, 1_790_000_000)
    monkeypatch.setattr("app.game.storage.journal.time.time", lambda: 1_790_009_000)
    journal = Journal(tmp_path, "again", BackgroundWriter())
    journal.begin(Head("id", "name", None, carried=first.edits, since=first.begun), [("three",)])
    journal.close(delete=False)
    second = recover(journal.path)
    assert (second.edits, second.carried, second.begun, second.ended) == (3, 3, 1_790_000_000, 1_790_000_000)
    monkeypatch.setattr("app.game.storage.journal.time.time", lambda: 1_790_019_000)
    again = Journal(tmp_path, "once-more", BackgroundWriter())
    again.begin(Head("id", "name", None, carried=second.edits, since=second.begun), [("three",)])
    again.note("fourth", HERE, [("four",)])
    again.close(delete=False)
    third = recover(again.path)
    assert (third.edits, third.begun, third.ended) == (4, 1_790_000_000, 1_790_019_000)


def test_an_edit_that_tells_no_time_at_all_ends_when_the_journal_began(tmp_path: Path) -> None:
    path = noted(tmp_path)
    lines = path.read_bytes().split(b"\n")
    for number in (1, 2, 3):
        entry = json.loads(lines[number].partition(b" ")[2])
        del entry["time"]
        text = json.dumps(entry).encode()
        lines[number] = checksum(text) + b" " + text
    path.write_bytes(b"\n".join(lines))
    with_line(path, 0, begun=1_790_000_000)
    found = recover(path)
    assert (found.labels, found.begun, found.ended) == (("first", "second", "third"), 1_790_000_000, 1_790_000_000)


def test_a_journal_that_is_gone_already_is_discarded_without_a_word(tmp_path: Path) -> None:
    path = noted(tmp_path)
    path.unlink()
    discard(path)
    assert not path.exists()
